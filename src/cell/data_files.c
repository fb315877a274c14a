#include "cell/data_files.h"
#include "base/json.h"
#include <sys/stat.h>

typedef struct known_file {
  struct known_file *next;
  char *path;
  char digits[65];
} known_file;

/* A process-wide cache: data files do not change while a run reads them, and hashing them once a cell would cost more than the cell. */
static known_file *known_files;
static const cJSON *stated;

void data_files_stated(const cJSON *hashes) {
  stated = hashes;
}

/* From the stated hashes. Words of a command that are not files have none. */
static status add_stated(const char *name, bool is_file, cJSON *object) {
  const char *digits = json_text(stated, name, NULL);
  if (digits == NULL) {
    return is_file ? FAIL(STATUS_INVALID, "data: %s: expected a sha256", name) : STATUS_OK;
  }
  if (cJSON_GetObjectItemCaseSensitive(object, name) != NULL) return STATUS_OK;
  return cJSON_AddStringToObject(object, name, digits) != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a key");
}

static status hash_of(const char *path, const char **digits) {
  for (known_file *file = known_files; file != NULL; file = file->next) {
    if (strcmp(file->path, path) == 0) {
      *digits = file->digits;
      return STATUS_OK;
    }
  }
  FREED known_file *file = NULL;
  TRY(NEW_ARRAY(1, file));
  TRY(sha256_file(path, file->digits));
  TRY(memory_text(path, &file->path));
  file->next = known_files;
  known_files = file;
  *digits = file->digits;
  file = NULL;
  return STATUS_OK;
}

/* Only regular files count: other words of a command are programs and their options. */
static status add_hash(const char *name, const char *path, cJSON *object) {
  const char *digits = NULL;
  if (cJSON_GetObjectItemCaseSensitive(object, name) != NULL) return STATUS_OK;
  TRY(hash_of(path, &digits));
  return cJSON_AddStringToObject(object, name, digits) != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a key");
}

static status command_hash(const cJSON *command, const char *folder, cJSON *object) {
  for (const cJSON *item = command == NULL ? NULL : command->child; item != NULL; item = item->next) {
    struct stat about;
    FREED char *path = NULL;
    const char *word = item->valuestring;
    if (stated != NULL) {
      TRY(add_stated(word, false, object));
      continue;
    }
    if (word[0] == '/') {
      TRY(memory_text(word, &path));
    } else {
      TRY(memory_format(&path, "%s/%s", folder == NULL ? "." : folder, word));
    }
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) TRY(add_hash(word, path, object));
  }
  return STATUS_OK;
}

status data_files_hash(const parameter *table, size_t count, const cJSON *values, const data_folders *folders,
                       cJSON *object) {
  for (size_t i = 0; i < count; i++) {
    if (table[i].type == PARAMETER_COMMAND) {
      TRY(command_hash(cJSON_GetObjectItemCaseSensitive(values, table[i].name), folders->scenario, object));
    }
    if (table[i].type != PARAMETER_FILE) continue;
    const char *name = json_text(values, table[i].name, NULL);
    if (name == NULL || *name == 0) continue;
    if (stated != NULL) {
      TRY(add_stated(name, true, object));
      continue;
    }
    FREED char *path = NULL;
    TRY(data_path(folders, name, &path));
    TRY(add_hash(name, path, object));
  }
  return STATUS_OK;
}

status data_files_find(const parameter *table, size_t count, const cJSON *values, const data_folders *folders,
                       cJSON *object) {
  for (size_t i = 0; i < count; i++) {
    FREED char *path = NULL;
    const char *name = table[i].type == PARAMETER_FILE ? json_text(values, table[i].name, "") : "";
    if (*name == '\0' || cJSON_GetObjectItemCaseSensitive(object, name) != NULL) continue;
    const status code = data_path(folders, name, &path);
    if (code == STATUS_MEMORY) return code;
    if (code == STATUS_OK && cJSON_AddStringToObject(object, name, path) == NULL) {
      return FAIL(STATUS_MEMORY, "no memory for the names of data files");
    }
  }
  return STATUS_OK;
}
