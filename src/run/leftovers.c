#include "run/leftovers.h"
#include "base/folder.h"
#include "results/result_folder.h"
#include <limits.h>
#include <unistd.h>

static bool ends_with(const char *name, size_t length, const char *end) {
  const size_t ending = strlen(end);
  return length >= ending && strncmp(name + length - ending, end, ending) == 0;
}

/* Only what a run writes: users may keep files in the folder, too. */
static bool is_temporary(const char *name) {
  static const char mark[] = ".tmp";
  const char *found = NULL;
  for (const char *next = strstr(name, mark); next != NULL; next = strstr(next + 1, mark)) found = next;
  if (found == NULL || found == name) return false;
  static const char *const written[] = {".tsv", ".json", "SHA256SUMS", ".jsonl", "cells", "replacing"};
  enum { DIGITS = 16 }; /* stderr/<cell>.txt, as winnow merge copies it */
  bool ours = strspn(name, "0123456789abcdef") == DIGITS && found == name + DIGITS + strlen(".txt") &&
              ends_with(name, (size_t)(found - name), ".txt");
  for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
    ours = ours || ends_with(name, (size_t)(found - name), written[i]);
  }
  if (!ours) return false;
  const char *rest = found + sizeof mark - 1;
  if (*rest == 0) return true;
  return *rest == '.' && rest[1] != 0 &&
         strspn(rest + 1, "0123456789.") == strlen(rest + 1); /* .PID, or .PID.N of a part */
}

static void remove_temporary(void *context, int folder, const char *name) {
  if (is_temporary(name)) (void)unlinkat(folder, name, 0);
}

status leftovers_remove(const char *results) {
  for (size_t i = 0; i < RESULT_FOLDER_PARTS; i++) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", results, result_folder_parts[i]) >= (int)sizeof path) {
      return FAIL(STATUS_IO, "%s: the name is too long", results);
    }
    TRY(folder_each(path, remove_temporary, NULL));
  }
  return STATUS_OK;
}
