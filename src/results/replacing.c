#include "results/replacing.h"
#include <unistd.h>

static status mark_of(const char *folder, char **path) {
  return memory_format(path, "%s/.journal/replacing", folder);
}

/* Durable when it returns. */
static status mark_begin(const char *folder) {
  replacement *file = NULL;
  FREED char *path = NULL;
  TRY(mark_of(folder, &path));
  TRY(replacement_begin(path, &file));
  (void)fputs("The files of this folder are being replaced. If nobody does that now, they are of two runs.\n",
              replacement_stream(file));
  return replacement_commit(file);
}

/* What was renamed is durable before the mark goes. */
static status mark_end(const char *folder) {
  FREED char *path = NULL, *inside = NULL;
  TRY(mark_of(folder, &path));
  TRY(memory_format(&inside, "%s/.", folder));
  TRY(file_sync_folder(inside));
  if (unlink(path) == 0 || errno == ENOENT) return STATUS_OK;
  return FAIL(STATUS_IO, "%s: cannot be removed: %s", path, strerror(errno));
}

status results_commit(const char *folder, results_files *files) {
  status code = mark_begin(folder);
  for (size_t i = 0; i < files->count; i++) {
    if (code == STATUS_OK) {
      code = replacement_rename(files->file[i]);
    } else {
      replacement_abandon(files->file[i]);
    }
  }
  files->count = 0;
  for (size_t i = 0; i < files->obsolete_count && code == STATUS_OK; i++) {
    const char *path = files->obsolete[i];
    if (unlink(path) != 0 && errno != ENOENT)
      code = FAIL(STATUS_IO, "%s: cannot be removed: %s", path, strerror(errno));
  }
  results_abandon(files);
  return code == STATUS_OK ? mark_end(folder) : code;
}

void results_abandon(results_files *files) {
  for (size_t i = 0; i < files->count; i++) replacement_abandon(files->file[i]);
  for (size_t i = 0; i < files->obsolete_count; i++) free(files->obsolete[i]);
  *files = (results_files){0};
}

status replacing_check(const char *folder) {
  FREED char *path = NULL;
  TRY(mark_of(folder, &path));
  if (!file_exists(path)) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: its files may be of two runs: one is replacing them, or ended while it did; the same "
              "command again puts that right",
              folder);
}
