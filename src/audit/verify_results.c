/* The files of a result folder against those of a run made again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/verify_parts.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "results/file_difference.h"
#include "results/manifest_read.h"
#include "results/results.h"

/* Of the manifest: what made the results, and when. */
static const char *const circumstances[] = {"version", "revision",  "compiler", "flags", "libraries",
                                            "cpu",     "made_with", "started",  "ended", NULL};
/* As well, where not every cell could be run again. */
static const char *const circumstances_of_a_part[] = {"version", "revision",  "compiler", "flags", "libraries",
                                                      "cpu",     "made_with", "started",  "ended", "state",
                                                      "exit",    "failures",  NULL};

static bool is_compared(const char *name) {
  return strcmp(name, "timing.tsv") != 0 && strcmp(name, "manifest.json") != 0;
}

static bool has(const result_files *files, const char *name) {
  for (size_t i = 0; i < files->count; i++) {
    if (strcmp(files->items[i], name) == 0) return true;
  }
  return false;
}

static status compare_file(verification *v, const char *again, const char *name) {
  char *first = NULL, *second = NULL, *what = NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&first, "%s/%s", v->request->folder, name));
  CHECK(memory_format(&second, "%s/%s", again, name));
  CHECK(file_difference(first, second, &what));
  if (what != NULL) verify_differs(v, "%s: %s", name, what);
end:
  free(first);
  free(second);
  free(what);
  return code;
}

/* A user's own files have been called extra already. */
static bool is_table(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".tsv") == 0;
}

static bool is_of_a_cell(const char *name) {
  return strncmp(name, "sequences/", 10) == 0 || strncmp(name, "states/", 7) == 0;
}

static status compare_files(verification *v, const char *again, const result_files *recorded, const result_files *now,
                            size_t *compared) {
  size_t of_others = 0;
  for (size_t i = 0; i < now->count; i++) {
    const char *name = now->items[i];
    if (!is_compared(name)) continue;
    if (!has(recorded, name)) {
      verify_differs(v, "%s: missing, run again it is there", name);
      continue;
    }
    TRY(compare_file(v, again, name));
    ++*compared;
  }
  for (size_t i = 0; i < recorded->count; i++) {
    const char *name = recorded->items[i];
    if (!is_compared(name) || has(now, name)) continue;
    of_others += is_of_a_cell(name); /* which cells there have to be is compared in cells.tsv */
    if (is_table(name)) verify_differs(v, "%s: is there, run again it is not", name);
  }
  if (of_others > 0) (void)printf("of cells of other runs, not looked at: %zu files\n", of_others);
  return STATUS_OK;
}

static void note(const char *name, const cJSON *then, const cJSON *now) {
  if (then == NULL || now == NULL || cJSON_Compare(then, now, 1)) return;
  char *first = NULL, *second = NULL;
  if (json_print(then, 0, 0, &first) == STATUS_OK && json_print(now, 0, 0, &second) == STATUS_OK) {
    (void)printf("note: %s: %s then, %s now\n", name, first, second);
  }
  free(first);
  free(second);
}

static void say_circumstances(const cJSON *then, const cJSON *now) {
  static const char *const names[] = {"version", "revision", "compiler", "flags", "cpu"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    note(names[i], cJSON_GetObjectItemCaseSensitive(then, names[i]), cJSON_GetObjectItemCaseSensitive(now, names[i]));
  }
  const cJSON *libraries = cJSON_GetObjectItemCaseSensitive(then, "libraries"), *library = NULL;
  cJSON_ArrayForEach (library, libraries) {
    note(library->string, library,
         cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(now, "libraries"), library->string));
  }
}

/* A digit beyond the last that counts changes no number: the text has to be the one that the program writes. */
static status compare_form(verification *v, const char *text) {
  char *printed = NULL, *whole = NULL, *what = NULL;
  status code = STATUS_OK;
  CHECK(json_print(v->manifest, 0, 1, &printed));
  CHECK(memory_format(&whole, "%s\n", printed));
  CHECK(text_difference(text, whole, "as the program writes it", &what));
  if (what != NULL) verify_differs(v, "manifest.json: %s", what);
end:
  free(printed);
  free(whole);
  free(what);
  return code;
}

static status compare_manifests(verification *v, const char *again) {
  cJSON *now = NULL;
  char *now_path = NULL, *then_path = NULL, *then_text = NULL, *what = NULL;
  size_t length = 0;
  const bool part = v->only != NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&now_path, "%s/manifest.json", again));
  CHECK(memory_format(&then_path, "%s/manifest.json", v->request->folder));
  CHECK(manifest_read(now_path, &now));
  CHECK(json_difference(v->manifest, now, part ? circumstances_of_a_part : circumstances, &what));
  if (what != NULL) {
    verify_differs(v, "manifest.json: %s", what);
  } else {
    CHECK(file_read(then_path, &then_text, &length));
    CHECK(compare_form(v, then_text));
  }
  say_circumstances(v->manifest, now);
end:
  free(now_path);
  free(then_path);
  free(then_text);
  free(what);
  cJSON_Delete(now);
  return code;
}

status verify_results(verification *v, const char *again) {
  result_files recorded, now = {0};
  size_t compared = 1; /* the manifest */
  TRY(result_files_list(v->request->folder, &recorded));
  status code = result_files_list(again, &now);
  if (code == STATUS_OK) code = compare_files(v, again, &recorded, &now, &compared);
  if (code == STATUS_OK) code = compare_manifests(v, again);
  if (code == STATUS_OK) (void)printf("run again: %zu files compared\n", compared);
  result_files_free(&recorded);
  result_files_free(&now);
  return code;
}
