#include "engine/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static bool ends_with(const char *name, size_t length, const char *end) {
  const size_t ending = strlen(end);
  return length >= ending && strncmp(name + length - ending, end, ending) == 0;
}

/* Only what a run writes: the folder may hold files of the user's, too. */
static bool is_temporary(const char *name) {
  static const char mark[] = ".tmp";
  const char *found = NULL;
  for (const char *next = strstr(name, mark); next != NULL; next = strstr(next + 1, mark)) found = next;
  if (found == NULL || found == name) return false;
  static const char *const written[] = {".tsv", ".json", "SHA256SUMS", ".jsonl", "cells"};
  enum { DIGITS = 16 }; /* stderr/<cell>.txt, as winnow merge copies it */
  bool ours = strspn(name, "0123456789abcdef") == DIGITS && found == name + DIGITS + strlen(".txt") &&
              ends_with(name, (size_t)(found - name), ".txt");
  for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
    ours = ours || ends_with(name, (size_t)(found - name), written[i]);
  }
  if (!ours) return false;
  const char *rest = found + sizeof mark - 1;
  if (*rest == 0) return true;
  return *rest == '.' && rest[1] != 0 && strspn(rest + 1, "0123456789") == strlen(rest + 1);
}

static status remove_from(const char *results, const char *part) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/%s", results, part));
  DIR *folder = opendir(path);
  status code = STATUS_OK;
  if (folder == NULL && errno != ENOENT) code = FAIL(STATUS_IO, "%s: cannot be listed: %s", path, strerror(errno));
  struct dirent *entry = NULL;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    if (is_temporary(entry->d_name)) (void)unlinkat(dirfd(folder), entry->d_name, 0);
  }
  if (folder != NULL) (void)closedir(folder);
  free(path);
  return code;
}

status leftovers_remove(const char *results) {
  TRY(remove_from(results, "."));
  TRY(remove_from(results, "sequences"));
  TRY(remove_from(results, "states"));
  TRY(remove_from(results, "stderr"));
  return remove_from(results, ".journal");
}
