#include "results/paths.h"
#include "base/build_info.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "results/command.h"
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

status paths_folder_of(const char *path, char **folder) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return memory_text(".", folder);
  if (slash == path) return memory_text("/", folder);
  return memory_format(folder, "%.*s", (int)(slash - path), path);
}

/* PREFIX/share/winnow-lab of the program PREFIX/bin/winnow, or NULL where /proc does not say what the program is. */
static status beside_program(char **folder) {
  char program[4096];
  *folder = NULL;
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return STATUS_OK;
  program[length] = 0;
  *strrchr(program, '/') = 0;
  char *bin = strrchr(program, '/');
  if (bin != NULL) *bin = 0;
  return memory_format(folder, "%s/share/winnow-lab", program);
}

status paths_installed(char **folder) {
  TRY(beside_program(folder));
  if (*folder != NULL && access(*folder, R_OK) == 0) return STATUS_OK;
  free(*folder);
  *folder = NULL;
  if (build_info.data == NULL || access(build_info.data, R_OK) != 0) return STATUS_OK;
  return memory_text(build_info.data, folder);
}

enum { NAMES = 256 };

/* Adds the names of a folder's scenarios; copies[] are the caller's. */
static void add_names(const char *folder, char **copies, const char **names, size_t *count) {
  glob_t found;
  char *pattern = NULL;
  if (memory_format(&pattern, "%s/*.lua", folder) != STATUS_OK) return;
  if (glob(pattern, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc && *count < NAMES; i++) {
      const char *start = strrchr(found.gl_pathv[i], '/') + 1;
      if (memory_format(&copies[*count], "%.*s", (int)strlen(start) - 4, start) != STATUS_OK) break;
      names[*count] = copies[*count];
      ++*count;
    }
    globfree(&found);
  }
  free(pattern);
}

static status fail_with_nearest(const char *name, const char *installed) {
  const char *names[NAMES];
  char *copies[NAMES];
  size_t count = 0;
  add_names("scenarios", copies, names, &count);
  if (installed != NULL) add_names(installed, copies, names, &count);
  char nearest[NEAREST_TEXT];
  const status code =
      count == 0 ? FAIL(STATUS_INVALID,
                        "%s: no such scenario, expected a path or a name in ./scenarios (winnow list scenarios)", name)
                 : FAIL(STATUS_INVALID, "%s: no such scenario%s (winnow list scenarios)", name,
                        nearest_names(name, names, count, true, nearest));
  for (size_t i = 0; i < count; i++) free(copies[i]);
  return code;
}

/* Not found by its name: a file of that name here, as `winnow new` leaves it where there is no folder scenarios, needs its path. */
static status fail_to_find(const char *name, const char *installed) {
  FREED char *here = NULL, *folder = NULL;
  TRY(memory_format(&here, "%s.lua", name));
  if (file_exists(here))
    return FAIL(STATUS_INVALID, "%s: no such scenario in ./scenarios, but %s is here: write the path, %s", name, here,
                here);
  if (installed != NULL) TRY(memory_format(&folder, "%s/scenarios", installed));
  return fail_with_nearest(name, folder);
}

status paths_scenario(const char *name, char **path) {
  const size_t length = strlen(name);
  const bool is_path = strchr(name, '/') != NULL || (length > 4 && strcmp(name + length - 4, ".lua") == 0);
  *path = NULL;
  if (is_path) {
    struct stat about;
    if (stat(name, &about) != 0) return FAIL(STATUS_INVALID, "%s: no such file", name);
    if (S_ISDIR(about.st_mode)) return FAIL(STATUS_INVALID, "%s: this is a directory; expected a scenario file", name);
    /* a device or a pipe may have no end */
    if (!S_ISREG(about.st_mode))
      return FAIL(STATUS_INVALID, "%s: this is not a regular file; expected a scenario file", name);
    return memory_text(name, path);
  }
  FREED char *installed = NULL, *found = NULL;
  TRY(memory_format(&found, "scenarios/%s.lua", name));
  if (!file_exists(found)) {
    free(found);
    found = NULL;
    TRY(paths_installed(&installed));
    if (installed != NULL) TRY(memory_format(&found, "%s/scenarios/%s.lua", installed, name));
    if (found == NULL || !file_exists(found)) return fail_to_find(name, installed);
  }
  return HAND_OVER(found, *path);
}

static bool is_below(const char *path, const char *folder) {
  FREED char *whole = folder == NULL ? NULL : realpath(folder, NULL);
  const size_t length = whole == NULL ? 0 : strlen(whole);
  return length > 0 && strncmp(path, whole, length) == 0 && (path[length] == '/' || whole[length - 1] == '/');
}

bool paths_is_own(const char *path) {
  FREED char *whole = realpath(path, NULL), *installed = NULL;
  if (whole == NULL) return false;
  return is_below(whole, ".") || (paths_installed(&installed) == STATUS_OK && is_below(whole, installed));
}

static int compare_items(const void *a, const void *b) {
  return strcmp((*(cJSON *const *)a)->string, (*(cJSON *const *)b)->string);
}

/* Can the value not be read back from the name of a folder? */
static bool is_ambiguous(const char *value) {
  double number = 0.0;
  return strchr(value, '/') != NULL || (strchr(value, '+') != NULL && !number_parse(value, &number));
}

/* The value of an override as part of a folder's name: lists joined by '+', no '/'. */
static void write_value(FILE *file, const char *value) {
  for (; *value != 0; value++) (void)fputc(*value == ',' ? '+' : *value == '/' ? '_' : *value, file);
}

/* "n=16+32,seeds=50"; or, exactly, a line for each. */
static status overrides_text(const cJSON *overrides, bool exactly, char **text) {
  const size_t count = (size_t)cJSON_GetArraySize(overrides);
  FREED const cJSON **items = NULL;
  size_t used = 0, length = 0;
  *text = NULL;
  TRY(NEW_ARRAY(count, items));
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, overrides) {
    items[used++] = item;
  }
  if (count > 1) qsort(items, count, sizeof *items, compare_items);
  FILE *file = memory_stream(text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the name of a folder");
  for (size_t i = 0; i < count; i++) {
    FREED char *value = NULL;
    (void)fprintf(file, "%s%s=", i == 0 ? "" : exactly ? "\n" : ",", items[i]->string);
    if (exactly) (void)fputs(items[i]->valuestring, file);
    if (!exactly && command_override_text(items[i], &value) == STATUS_OK) write_value(file, value);
  }
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the name of a folder");
}

/* At most `length` bytes, without a part of a UTF-8 character. */
static int whole_characters(const char *text, size_t length) {
  if (strlen(text) <= length) return (int)strlen(text);
  while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  return (int)length;
}

status paths_results(const char *scenario, const cJSON *overrides, char **folder) {
  if (cJSON_GetArraySize(overrides) == 0) return memory_format(folder, "results/%s", scenario);
  enum { KEPT = 180, LONGEST = 200 }; /* file systems take 255 bytes */
  FREED char *text = NULL, *exact = NULL;
  char digits[33];
  const cJSON *item = NULL;
  TRY(overrides_text(overrides, false, &text));
  bool hashed = strlen(text) > LONGEST;
  cJSON_ArrayForEach (item, overrides) {
    hashed = hashed || is_ambiguous(item->valuestring) || strcmp(item->string, "learner") == 0;
  }
  if (!hashed) return memory_format(folder, "results/%s/%s", scenario, text);
  TRY(overrides_text(overrides, true, &exact));
  hash_text(exact, strlen(exact), digits);
  return memory_format(folder, "results/%s/%.*s...%.12s", scenario, whole_characters(text, KEPT), text, digits);
}

status paths_shard(const char *results, size_t number, size_t count, char **folder) {
  return memory_format(folder, "%s/shards/%zu-of-%zu", results, number, count);
}
