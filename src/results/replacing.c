#include "results/replacing.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static status mark_of(const char *folder, char **path) {
  return memory_format(path, "%s/.journal/replacing", folder);
}

status replacing_begin(const char *folder) {
  replacement *file = NULL;
  char *path = NULL;
  TRY(mark_of(folder, &path));
  status code = replacement_begin(path, &file);
  free(path);
  TRY(code);
  (void)fputs("The files of this folder are being replaced. If nobody does that now, they are of two runs.\n",
              replacement_stream(file));
  return replacement_commit(file);
}

status replacing_end(const char *folder) {
  char *path = NULL;
  TRY(mark_of(folder, &path));
  const status code = unlink(path) == 0 || errno == ENOENT
                          ? STATUS_OK
                          : FAIL(STATUS_IO, "%s: cannot be removed: %s", path, strerror(errno));
  free(path);
  return code;
}

status replacing_check(const char *folder) {
  char *path = NULL;
  TRY(mark_of(folder, &path));
  const bool marked = file_exists(path);
  free(path);
  if (!marked) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: its files may be of two runs: one is replacing them, or ended while it did; the same "
              "command again puts that right",
              folder);
}
