#include "data/data_path.h"
#include "base/file.h"
#include <sys/stat.h>

/* *out = folder/name if that file is there, else NULL. */
static status look_in(const char *folder, const char *name, char **out) {
  *out = NULL;
  if (folder == NULL) return STATUS_OK;
  TRY(memory_format(out, "%s/%s", folder, name));
  if (!file_exists(*out)) {
    free(*out);
    *out = NULL;
  }
  return STATUS_OK;
}

/* A device or a pipe may have no end, and a sequence is read more than once. */
static status check_regular(char **path) {
  struct stat about;
  if (stat(*path, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))) return STATUS_OK;
  const status code = FAIL(STATUS_INVALID, "%s: is not a regular file, expected a file", *path);
  free(*path);
  *path = NULL;
  return code;
}

status data_path(const data_folders *folders, const char *name, char **out) {
  *out = NULL;
  if (name[0] == '/') {
    if (!file_exists(name)) return FAIL(STATUS_INVALID, "%s: no such file", name);
    TRY(memory_text(name, out));
    return check_regular(out);
  }
  TRY(look_in(folders->given, name, out));
  if (*out == NULL) TRY(look_in(folders->scenario, name, out));
  if (*out != NULL) return check_regular(out);
  if (folders->given != NULL && folders->scenario != NULL) {
    return FAIL(STATUS_INVALID, "%s: no such file in %s (--data) or %s (the scenario's folder)", name, folders->given,
                folders->scenario);
  }
  if (folders->given != NULL) return FAIL(STATUS_INVALID, "%s: no such file in %s (--data)", name, folders->given);
  if (folders->scenario != NULL) {
    return FAIL(STATUS_INVALID, "%s: no such file in %s (the scenario's folder); " DATA_ELSEWHERE, name,
                folders->scenario);
  }
  return FAIL(STATUS_INVALID, "%s: no folder to look in: --data names one", name);
}
