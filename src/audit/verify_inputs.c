/* What a result folder was made from, and the sums of its files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/verify_parts.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "results/file_difference.h"
#include "results/paths.h"
#include "results/results.h"

enum { DIGITS = 64 };

/* ---- sums */

static int compare_with_item(const void *name, const void *item) {
  return strcmp(name, *(char *const *)item);
}

/* "DIGITS  NAME": name, or NULL. */
static char *name_of(char *line) {
  const size_t length = strspn(line, "0123456789abcdef");
  if (length != DIGITS || line[DIGITS] != ' ' || line[DIGITS + 1] != ' ' || line[DIGITS + 2] == 0) return NULL;
  line[DIGITS] = 0;
  return line + DIGITS + 2;
}

static status check_sum(verification *v, const char *digits, const char *name) {
  char *path = NULL;
  char now[DIGITS + 1];
  TRY(memory_format(&path, "%s/%s", v->request->folder, name));
  const status code = sha256_file(path, now);
  free(path);
  TRY(code);
  if (strcmp(digits, now) != 0) verify_differs(v, "SHA256SUMS: %s was changed", name);
  return STATUS_OK;
}

/* seen[i]: files->items[i] has a line. */
static status check_lines(verification *v, char *text, const result_files *files, bool *seen) {
  size_t number = 0;
  for (char *rest = text; rest != NULL && *rest != 0;) {
    char *line = strsep(&rest, "\n");
    char *name = name_of(line);
    number++;
    if (name == NULL) {
      verify_differs(v, "SHA256SUMS: line %zu: expected 64 hexadecimal digits, two blanks and a name", number);
      continue;
    }
    char **found = bsearch(name, files->items, files->count, sizeof *files->items, compare_with_item);
    if (found == NULL) {
      verify_differs(v, "SHA256SUMS: %s is missing", name);
      continue;
    }
    seen[found - files->items] = true;
    TRY(check_sum(v, line, name));
  }
  return STATUS_OK;
}

status verify_sums(verification *v) {
  const size_t before = v->differences;
  result_files files;
  char *path = NULL, *text = NULL;
  bool *seen = NULL;
  size_t length = 0;
  TRY(result_files_list(v->request->folder, &files));
  status code = NEW_ARRAY(files.count, seen);
  if (code == STATUS_OK) code = memory_format(&path, "%s/SHA256SUMS", v->request->folder);
  if (code != STATUS_OK) goto end;
  if (!file_exists(path)) {
    verify_differs(v, "SHA256SUMS is missing");
    goto end;
  }
  CHECK(file_read(path, &text, &length));
  CHECK(check_lines(v, text, &files, seen));
  for (size_t i = 0; i < files.count; i++) {
    if (!seen[i]) verify_differs(v, "%s is extra: not in SHA256SUMS", files.items[i]);
  }
  if (v->differences == before) (void)printf("SHA256SUMS: %zu files as stated\n", files.count);
end:
  free(text);
  free(path);
  free(seen);
  result_files_free(&files);
  return code;
}

/* ---- the scenario */

status verify_text(verification *v) {
  char digits[DIGITS + 1], *text = NULL, *what = NULL;
  size_t length = 0;
  sha256_bytes(v->text, strlen(v->text), digits);
  if (strcmp(digits, verify_member(v->manifest, "sha256")) != 0) {
    verify_differs(v, "manifest.json: the scenario's text has not the sha256 that is stated beside it");
  }
  struct stat about;
  if (stat(v->path, &about) != 0 || !S_ISREG(about.st_mode)) {
    (void)printf("scenario: %s is not here; its text is the manifest's\n", v->path);
    return STATUS_OK;
  }
  TRY(file_read(v->path, &text, &length));
  const status code = text_difference(text, v->text, "in the manifest", &what);
  if (code == STATUS_OK && what != NULL) {
    verify_differs(v, "scenario: %s: %s", v->path, what);
  } else if (code == STATUS_OK && length != strlen(v->text)) {
    verify_differs(v, "scenario: %s: %zu bytes, in the manifest %zu", v->path, length, strlen(v->text));
  } else if (code == STATUS_OK) {
    (void)printf("scenario: %s has the manifest's text\n", v->path);
  }
  free(what);
  free(text);
  return code;
}

/* ---- data */

typedef struct found_file {
  bool there, same;
} found_file;

static status look_at(const char *folder, const char *name, const char *digits, found_file *found) {
  char *path = NULL;
  struct stat about;
  if (folder == NULL) return STATUS_OK;
  TRY(*name == '/' ? memory_text(name, &path) : memory_format(&path, "%s/%s", folder, name));
  status code = STATUS_OK;
  if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) {
    char now[DIGITS + 1];
    code = sha256_file(path, now);
    found->there = true;
    found->same = found->same || (code == STATUS_OK && strcmp(now, digits) == 0);
  }
  free(path);
  return code;
}

/* Where a run looks: first in --data, then beside the scenario; there only for the words of a command. */
static status check_file(verification *v, const char *folder, const cJSON *file) {
  found_file found = {false, false};
  if (!cJSON_IsString(file)) return FAIL(STATUS_INVALID, "manifest.json: data: %s: expected a sha256", file->string);
  TRY(look_at(v->request->data, file->string, file->valuestring, &found));
  TRY(look_at(folder, file->string, file->valuestring, &found));
  if (!found.there) {
    return FAIL(STATUS_INVALID, "%s: no such file%s: a data file of the run", file->string,
                v->request->data == NULL ? "; --data names the folder" : " in --data or beside the scenario");
  }
  if (found.same) return STATUS_OK;
  verify_differs(v, "data: %s has not the sha256 of the manifest", file->string);
  v->data_differ = true;
  return STATUS_OK;
}

status verify_data(verification *v) {
  const cJSON *data = cJSON_GetObjectItemCaseSensitive(v->manifest, "data"), *file = NULL;
  char *folder = NULL;
  status code = STATUS_OK;
  if (cJSON_GetArraySize(data) == 0) return STATUS_OK;
  TRY(paths_folder_of(v->path, &folder));
  cJSON_ArrayForEach (file, data) {
    if (code == STATUS_OK) code = check_file(v, folder, file);
  }
  free(folder);
  if (code == STATUS_OK && !v->data_differ) {
    (void)printf("data: %d files as in the manifest\n", cJSON_GetArraySize(data));
  }
  return code;
}
