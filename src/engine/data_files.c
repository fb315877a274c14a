#include "engine/data_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

typedef struct known_file {
  struct known_file *next;
  char *path;
  char digits[65];
} known_file;

/* A process-wide cache: data files do not change while a run reads them, and hashing them once a cell would cost more than the cell. */
static known_file *known_files;

static status hash_of(const char *path, const char **digits) {
  for (known_file *file = known_files; file != NULL; file = file->next) {
    if (strcmp(file->path, path) == 0) {
      *digits = file->digits;
      return STATUS_OK;
    }
  }
  known_file *file = NULL;
  TRY(NEW_ARRAY(1, file));
  status code = sha256_file(path, file->digits);
  if (code == STATUS_OK) code = memory_text(path, &file->path);
  if (code != STATUS_OK) {
    free(file);
    return code;
  }
  file->next = known_files;
  known_files = file;
  *digits = file->digits;
  return STATUS_OK;
}

status data_files_hash(const parameter *table, size_t count, const cJSON *options, const problem_setting *setting,
                       cJSON *object) {
  for (size_t i = 0; i < count; i++) {
    if (table[i].type != PARAMETER_FILE) continue;
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(options, table[i].name));
    if (name == NULL || *name == 0) continue;
    char *path = NULL;
    TRY(problem_data_path(setting, name, &path));
    const char *digits = NULL;
    const status code = hash_of(path, &digits);
    free(path);
    TRY(code);
    if (cJSON_GetObjectItemCaseSensitive(object, name) == NULL) cJSON_AddStringToObject(object, name, digits);
  }
  return STATUS_OK;
}
