/* Records and files of cells come to the merged folder. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/merge_parts.h"
#include "base/file.h"
#include "base/interruption.h"
#include "base/memory.h"

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

static status has_cell(const merging *m, const merge_source *source, size_t index, bool *has) {
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

/* Under a temporary name first; synced later, with others (take_batch). */
static status copy_file(const char *from, const char *to) {
  char *temporary = NULL;
  FILE *in = fopen(from, "re"), *out = NULL;
  status code = STATUS_OK;
  if (in == NULL) CHECK(FAIL(STATUS_IO, "%s: cannot be opened: %s", from, strerror(errno)));
  CHECK(memory_format(&temporary, "%s.tmp", to));
  out = fopen(temporary, "we");
  if (out == NULL) CHECK(FAIL(STATUS_IO, "%s: cannot be written: %s", to, strerror(errno)));
  CHECK(copy_stream(in, from, out));
  const bool written = ferror(out) == 0 && fflush(out) == 0;
  if (!written) CHECK(FAIL(STATUS_IO, "%s: cannot be written: %s", to, strerror(errno)));
  if (rename(temporary, to) != 0) CHECK(FAIL(STATUS_IO, "%s: cannot be replaced: %s", to, strerror(errno)));
end:
  if (in != NULL) (void)fclose(in);
  if (out != NULL) (void)fclose(out);
  if (code != STATUS_OK && temporary != NULL) (void)unlink(temporary);
  free(temporary);
  return code;
}

static status make_part(const merging *m, int part) {
  char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", m->request->out, parts[part].folder));
  const status code = directory_make(folder);
  free(folder);
  return code;
}

static status take_file(const merging *m, const merge_source *source, size_t index, int part, bool *copied) {
  char *from = NULL, *to = NULL;
  status code = STATUS_OK;
  CHECK(path_of(m, source->folder, index, part, &from));
  CHECK(path_of(m, m->request->out, index, part, &to));
  /* Without a record in the journal a file may be one that a crash of the system has cut. */
  if (!file_exists(from) || (file_exists(to) && store_has(m->store, m->names[index]))) goto end;
  if (part == LOGS) CHECK(make_part(m, part));
  CHECK(copy_file(from, to));
  *copied = true;
end:
  free(from);
  free(to);
  return code;
}

/* Cells whose files are copied and whose records are not yet in the journal. */
enum { BATCH = 512 };
typedef struct batch {
  const merge_source *sources[BATCH];
  size_t cells[BATCH];
  size_t count;
  bool files; /* some were copied */
} batch;

/* The files come before the record: a record in the journal has what belongs to it. One sync for many files. */
static status take_batch(const merging *m, batch *batch) {
  if (batch->files) {
    const int folder = open(m->request->out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = folder >= 0 && syncfs(folder) == 0;
    const int failure = errno;
    if (folder >= 0) (void)close(folder);
    if (!synced) return FAIL(STATUS_IO, "%s: cannot be synced: %s", m->request->out, strerror(failure));
  }
  for (size_t i = 0; i < batch->count; i++) {
    const char *name = m->names[batch->cells[i]];
    char *record = NULL;
    if (store_has(m->store, name)) continue;
    TRY(store_read_text(batch->sources[i]->store, name, &record));
    const status code = store_append(m->store, name, record);
    free(record);
    TRY(code);
  }
  batch->count = 0;
  batch->files = false;
  return STATUS_OK;
}

static status take_cell(const merging *m, batch *batch, const merge_source *source, size_t index) {
  for (int part = 0; part < PARTS; part++) {
    if (part == LOGS || is_needed(m, part)) TRY(take_file(m, source, index, part, &batch->files));
  }
  batch->sources[batch->count] = source;
  batch->cells[batch->count++] = index;
  return batch->count == BATCH ? take_batch(m, batch) : STATUS_OK;
}

static int compare_cell_name(const void *name, const void *reason) {
  return strcmp(name, ((const merge_reason *)reason)->cell);
}

static status note_missing(merging *m, size_t index) {
  const merge_reason *found = m->reason_count == 0 ? NULL
                                                   : bsearch(m->names[index], m->reasons, m->reason_count,
                                                             sizeof *m->reasons, compare_cell_name);
  if (found == NULL) {
    m->missing++;
    return STATUS_OK;
  }
  while (found > m->reasons && strcmp(found[-1].cell, found->cell) == 0) found--;
  return failures_add(&m->failures, index, found->reason, found->timeout);
}

static status take_from_any(merging *m, batch *batch, size_t index) {
  for (size_t i = 0; i < m->source_count; i++) {
    bool has = false;
    TRY(has_cell(m, &m->sources[i], index, &has));
    if (has) return take_cell(m, batch, &m->sources[i], index);
  }
  return note_missing(m, index);
}

status merge_take(merging *m) {
  batch batch = {.count = 0};
  for (int part = 0; part < LOGS; part++) {
    if (is_needed(m, part)) TRY(make_part(m, part));
  }
  for (size_t index = 0; index < m->plan.cell_count; index++) {
    if (interruption_pending()) {
      TRY(take_batch(m, &batch));
      return FAIL(STATUS_INTERRUPTED, "interrupted: the cells merged so far are kept in %s", m->request->out);
    }
    TRY(take_from_any(m, &batch, index));
  }
  return take_batch(m, &batch);
}
