/* Records and files of cells come to the merged folder. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "engine/interruption.h"
#include "engine/merge_parts.h"

static const struct part {
  const char *folder, *ending;
} parts[] = {{"sequences", ".jsonl"}, {"states", ".json"}, {"stderr", ".txt"}};
enum { SEQUENCES, STATES, LOGS, PARTS };

/* Logs are there only where something was said. */
static bool is_needed(const merging *m, int part) {
  if (part == SEQUENCES) return m->settings.record;
  return part == STATES && m->settings.save_state && !m->plan.procedure;
}

static status path_of(const merging *m, const char *folder, size_t index, int part, char **path) {
  return memory_format(path, "%s/%s/%s%s", folder, parts[part].folder, m->names[index], parts[part].ending);
}

status merge_has(const merging *m, const merge_source *source, size_t index, bool *has) {
  *has = store_has(source->store, m->names[index]);
  for (int part = 0; part < PARTS && *has; part++) {
    char *path = NULL;
    if (!is_needed(m, part)) continue;
    TRY(path_of(m, source->folder, index, part, &path));
    *has = file_exists(path);
    free(path);
  }
  return STATUS_OK;
}

static status copy_stream(FILE *from, const char *path, FILE *to) {
  char buffer[1 << 16];
  for (size_t got = 0; (got = fread(buffer, 1, sizeof buffer, from)) > 0;) (void)fwrite(buffer, 1, got, to);
  return ferror(from) ? FAIL(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno)) : STATUS_OK;
}

static status copy_file(const char *from, const char *to) {
  replacement *file = NULL;
  FILE *stream = fopen(from, "re");
  if (stream == NULL) return FAIL(STATUS_IO, "%s: cannot be opened: %s", from, strerror(errno));
  status code = replacement_begin(to, &file);
  if (code == STATUS_OK) code = copy_stream(stream, from, replacement_stream(file));
  (void)fclose(stream);
  if (code == STATUS_OK) return replacement_commit(file);
  replacement_abandon(file);
  return code;
}

static status make_part(const merging *m, int part) {
  char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", m->request->out, parts[part].folder));
  const status code = directory_make(folder);
  free(folder);
  return code;
}

static status take_file(const merging *m, const merge_source *source, size_t index, int part) {
  char *from = NULL, *to = NULL;
  status code = STATUS_OK;
  CHECK(path_of(m, source->folder, index, part, &from));
  CHECK(path_of(m, m->request->out, index, part, &to));
  if (!file_exists(from) || file_exists(to)) goto end;
  if (part == LOGS) CHECK(make_part(m, part));
  CHECK(copy_file(from, to));
end:
  free(from);
  free(to);
  return code;
}

/* The files come before the record: a record in the journal has what belongs to it. */
static status take_cell(const merging *m, const merge_source *source, size_t index) {
  for (int part = 0; part < PARTS; part++) {
    if (part == LOGS || is_needed(m, part)) TRY(take_file(m, source, index, part));
  }
  if (store_has(m->store, m->names[index])) return STATUS_OK;
  char *record = NULL;
  TRY(store_read_text(source->store, m->names[index], &record));
  const status code = store_append(m->store, m->names[index], record);
  free(record);
  return code;
}

static int compare_cell_name(const void *name, const void *reason) {
  return strcmp(name, ((const merge_reason *)reason)->cell);
}

static status note_missing(merging *m, size_t index) {
  const merge_reason *found =
      m->reason_count == 0
          ? NULL
          : bsearch(m->names[index], m->reasons, m->reason_count, sizeof *m->reasons, compare_cell_name);
  if (found == NULL) {
    m->missing++;
    return STATUS_OK;
  }
  while (found > m->reasons && strcmp(found[-1].cell, found->cell) == 0) found--;
  if (m->failure_count % 64 == 0) TRY(memory_grow(&m->failures, m->failure_count + 64, sizeof *m->failures));
  m->failures[m->failure_count++] =
      (cell_failure){.index = index, .timeout = found->timeout, .reason = found->reason};
  return STATUS_OK;
}

static status take_from_any(merging *m, size_t index) {
  for (size_t i = 0; i < m->source_count; i++) {
    bool has = false;
    TRY(merge_has(m, &m->sources[i], index, &has));
    if (has) return take_cell(m, &m->sources[i], index);
  }
  return note_missing(m, index);
}

status merge_take(merging *m) {
  for (int part = 0; part < LOGS; part++) {
    if (is_needed(m, part)) TRY(make_part(m, part));
  }
  for (size_t index = 0; index < m->plan.cell_count; index++) {
    if (interruption_seen()) {
      return FAIL(STATUS_INTERRUPTED, "interrupted: the cells merged so far are kept in %s", m->request->out);
    }
    TRY(take_from_any(m, index));
  }
  return STATUS_OK;
}
