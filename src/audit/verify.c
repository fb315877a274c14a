#include "audit/verify.h"
#include "audit/merge.h"
#include "audit/scratch.h"
#include "base/json.h"
#include "cell/cell_files.h"
#include "results/file_difference.h"
#include "results/manifest_read.h"
#include "results/paths.h"
#include "results/sums.h"
#include "results/table_reader.h"
#include <stdarg.h>
#include <sys/stat.h>

enum { DIGITS = 64 };

typedef struct verification {
  const verify_request *request;
  FILE *out; /* the request's */
  cJSON *manifest;
  const char *path, *text; /* the manifest's */
  size_t differences;
  bool data_differ;  /* a new run would only show that */
  tsv_table cells;   /* of a run that did not end, or had cells that ran out of time; otherwise empty */
  const char **only; /* the cells that can be run again, sorted; NULL: all */
  size_t only_count;
} verification;

/* One line, counted. */
static void __attribute__((format(printf, 2, 3))) add_difference(verification *v, const char *format, ...) {
  va_list arguments;
  (void)fputs("differs: ", v->out);
  va_start(arguments, format);
  (void)vfprintf(v->out, format, arguments);
  va_end(arguments);
  (void)fputc('\n', v->out);
  v->differences++;
}

static status open_manifest(verification *v) {
  static const char *const needed[] = {"path", "text", "sha256", "state", "eigensolver"};
  const char *folder = v->request->folder;
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  TRY(result_folder_needs(folder, "manifest.json"));
  TRY(manifest_read(path, &v->manifest));
  if (strcmp(json_text(v->manifest, "format", ""), "winnow-lab manifest 1") != 0) {
    return FAIL(STATUS_INVALID, "%s: format: expected \"winnow-lab manifest 1\"", path);
  }
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (*json_text(v->manifest, needed[i], "") == 0) return FAIL(STATUS_INVALID, "%s: %s is missing", path, needed[i]);
  }
  v->path = json_text(v->manifest, "path", "");
  v->text = json_text(v->manifest, "text", "");
  return STATUS_OK;
}

/* The place of a file in the list, NULL if it has none. */
static char **find_file(const result_files *files, const char *name) {
  return files->count == 0 ? NULL : bsearch(&name, files->items, files->count, sizeof *files->items, text_compare);
}

/* The same; the state of a cell may have another name there. */
static char **find_result(const result_files *files, const char *name) {
  static const char states[] = "states/";
  char **found = find_file(files, name), cell[CELL_NAME], other[CELL_NAME];
  if (found != NULL || strncmp(name, states, strlen(states)) != 0) return found;
  cell_of_file(name, cell);
  for (size_t i = 0; i < files->count; i++) {
    cell_of_file(files->items[i], other);
    if (strncmp(files->items[i], states, strlen(states)) == 0 && strcmp(cell, other) == 0) return &files->items[i];
  }
  return NULL;
}

/* ---- sums */

static status check_sum(verification *v, const char *digits, const char *name) {
  FREED char *path = NULL;
  char now[DIGITS + 1];
  TRY(memory_format(&path, "%s/%s", v->request->folder, name));
  TRY(sha256_file(path, now));
  if (strcmp(digits, now) != 0) add_difference(v, "SHA256SUMS: %s was changed", name);
  return STATUS_OK;
}

/* seen[i] = files->items[i] has a line. */
static status check_lines(verification *v, char *text, const result_files *files, bool *seen) {
  size_t number = 0;
  for (char *rest = text; rest != NULL && *rest != 0;) {
    char *line = strsep(&rest, "\n");
    char *name = sum_line_name(line);
    number++;
    if (name == NULL) {
      add_difference(v, "SHA256SUMS: line %zu: expected 64 hexadecimal digits, two spaces and a name", number);
      continue;
    }
    char **found = find_file(files, name);
    if (found == NULL) {
      add_difference(v, "SHA256SUMS: %s is missing", name);
      continue;
    }
    seen[found - files->items] = true;
    TRY(check_sum(v, line, name));
  }
  return STATUS_OK;
}

static status check_sums(verification *v) {
  const size_t before = v->differences;
  CLEANUP(result_files_free) result_files files = {.items = NULL};
  FREED char *path = NULL, *text = NULL;
  FREED bool *seen = NULL;
  size_t length = 0;
  TRY(result_files_list(v->request->folder, &files));
  TRY(NEW_ARRAY(files.count, seen));
  TRY(memory_format(&path, "%s/SHA256SUMS", v->request->folder));
  if (!file_exists(path)) {
    add_difference(v, "SHA256SUMS is missing");
    return STATUS_OK;
  }
  TRY(file_read(path, &text, &length));
  TRY(check_lines(v, text, &files, seen));
  for (size_t i = 0; i < files.count; i++) {
    if (!seen[i]) add_difference(v, "%s is extra: not in SHA256SUMS", files.items[i]);
  }
  if (v->differences == before) (void)fprintf(v->out, "SHA256SUMS: all %zu files match\n", files.count);
  return STATUS_OK;
}

/* ---- the scenario */

static status check_text(verification *v) {
  FREED char *text = NULL, *what = NULL;
  char digits[DIGITS + 1];
  size_t length = 0;
  sha256_bytes(v->text, strlen(v->text), digits);
  if (strcmp(digits, json_text(v->manifest, "sha256", "")) != 0) {
    add_difference(v, "manifest.json: the scenario's text does not have the sha256 beside it");
  }
  struct stat about;
  if (stat(v->path, &about) != 0 || !S_ISREG(about.st_mode)) {
    (void)fprintf(v->out, "scenario: %s is not here; the manifest's text is used\n", v->path);
    return STATUS_OK;
  }
  TRY(file_read(v->path, &text, &length));
  TRY(text_difference(text, v->text, "in the manifest", &what));
  if (what != NULL) {
    add_difference(v, "scenario: %s: %s", v->path, what);
  } else if (length != strlen(v->text)) {
    add_difference(v, "scenario: %s: %zu bytes, in the manifest %zu", v->path, length, strlen(v->text));
  } else {
    (void)fprintf(v->out, "scenario: %s matches the manifest\n", v->path);
  }
  return STATUS_OK;
}

/* ---- data */

typedef struct found_file {
  bool there, same;
} found_file;

static status look_for_file(const char *folder, const char *name, const char *digits, found_file *found) {
  FREED char *path = NULL;
  struct stat about;
  char now[DIGITS + 1];
  if (folder == NULL) return STATUS_OK;
  TRY(*name == '/' ? memory_text(name, &path) : memory_format(&path, "%s/%s", folder, name));
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return STATUS_OK;
  TRY(sha256_file(path, now));
  found->there = true;
  found->same = found->same || strcmp(now, digits) == 0;
  return STATUS_OK;
}

/* Where a run looks: first in --data, then beside the scenario; there only for the words of a command. */
static status check_file(verification *v, const char *folder, const cJSON *file) {
  found_file found = {false, false};
  if (!cJSON_IsString(file)) return FAIL(STATUS_INVALID, "manifest.json: data: %s: expected a sha256", file->string);
  TRY(look_for_file(v->request->data, file->string, file->valuestring, &found));
  TRY(look_for_file(folder, file->string, file->valuestring, &found));
  if (!found.there) {
    return FAIL(STATUS_INVALID, "%s: no such file%s: a data file of the run", file->string,
                v->request->data == NULL ? "; --data names the folder" : " in --data or beside the scenario");
  }
  if (found.same) return STATUS_OK;
  add_difference(v, "data: %s does not have the sha256 of the manifest", file->string);
  v->data_differ = true;
  return STATUS_OK;
}

static status check_data(verification *v) {
  const cJSON *data = json_member(v->manifest, "data"), *file = NULL;
  FREED char *folder = NULL;
  if (cJSON_GetArraySize(data) == 0) return STATUS_OK;
  TRY(paths_folder_of(v->path, &folder));
  cJSON_ArrayForEach (file, data) {
    TRY(check_file(v, folder, file));
  }
  if (!v->data_differ) {
    (void)fprintf(v->out, "data: all %d files match the manifest\n", cJSON_GetArraySize(data));
  }
  return STATUS_OK;
}

/* ---- the cells that can be run again */

/* A row of cells.tsv says what happened to its cell. */
static status choose_rows(verification *v, bool interrupted) {
  const size_t name = tsv_column(&v->cells, "cell"), state = tsv_column(&v->cells, "status");
  TRY(memory_array(v->cells.rows, sizeof *v->only, &v->only));
  for (size_t i = 0; i < v->cells.rows; i++) {
    if (strcmp(tsv_cell(&v->cells, i, state), "timeout") != 0) {
      v->only[v->only_count++] = tsv_cell(&v->cells, i, name);
    }
  }
  const size_t late = v->cells.rows - v->only_count;
  if (interrupted) {
    const bool merged = strcmp(json_text(v->manifest, "state", ""), "incomplete") == 0;
    (void)fprintf(v->out, "the run was %s: its %zu finished cells are verified\n",
                  merged ? "merged in part" : "interrupted", v->only_count);
  }
  if (late > 0) (void)fprintf(v->out, "%zu cells ran out of time and are not run again\n", late);
  qsort(v->only, v->only_count, sizeof *v->only, text_compare);
  return STATUS_OK;
}

/* Which cells can be run again: v->only stays NULL for all. */
static status choose_cells(verification *v) {
  const bool interrupted = manifest_is_unfinished(v->manifest);
  const cJSON *failures = json_member(v->manifest, "failures"), *failure = NULL;
  bool late = false;
  cJSON_ArrayForEach (failure, failures) {
    late = late || strcmp(json_text(failure, "status", ""), "timeout") == 0;
  }
  const int failed = cJSON_GetArraySize(failures);
  if (failed > 0 && !late) (void)fprintf(v->out, "%d cells failed and must fail again\n", failed);
  if (!interrupted && !late) return STATUS_OK;
  static const char *const needed[] = {"cell", "status", NULL};
  TRY(result_table_read(v->request->folder, "cells", needed, &v->cells));
  return choose_rows(v, interrupted);
}

/* ---- the files of the run made again */

/* Of the manifest, not compared: what made the results, and when; before that, what else differs where not every cell could be run again. */
static const char *const circumstances[] = {"state",    "exit",  "failures",  "version", "revision",
                                            "compiler", "flags", "libraries", "cpu",     "made_with",
                                            "started",  "ended", NULL};
enum { OF_A_PART = 3 };

static bool is_compared(const char *name) {
  return strcmp(name, "timing.tsv") != 0 && strcmp(name, "manifest.json") != 0;
}

static status compare_file(verification *v, const char *again, const char *recorded, const char *name) {
  FREED char *first = NULL, *second = NULL, *what = NULL;
  TRY(memory_format(&first, "%s/%s", v->request->folder, recorded));
  TRY(memory_format(&second, "%s/%s", again, name));
  TRY(file_difference(first, second, &what));
  if (what != NULL) add_difference(v, "%s: %s", name, what);
  return STATUS_OK;
}

/* Other extra files have been reported with the sums. */
static bool is_table(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".tsv") == 0;
}

/* A file of sequences/ or states/ is of a cell that was run again. */
static bool is_of_run(const tsv_table *cells, const char *name) {
  char cell[CELL_NAME];
  cell_of_file(name, cell);
  for (size_t i = 0; i < cells->rows; i++) {
    if (strcmp(tsv_cell(cells, i, tsv_column(cells, "cell")), cell) == 0) return true;
  }
  return false;
}

/* Which cells there have to be is compared in cells.tsv. */
static status compare_others(verification *v, const char *again, const result_files *recorded,
                             const result_files *now) {
  static const char *const needed[] = {"cell", NULL};
  CLEANUP(tsv_free) tsv_table cells = {.names = NULL};
  size_t of_others = 0;
  TRY(result_table_read(again, "cells", needed, &cells));
  for (size_t i = 0; i < recorded->count; i++) {
    const char *name = recorded->items[i];
    if (!is_compared(name) || find_result(now, name) != NULL) continue;
    const bool of_other = result_file_of_cell(name) && !is_of_run(&cells, name);
    of_others += of_other;
    if (is_table(name) || (result_file_of_cell(name) && !of_other)) {
      add_difference(v, "%s: here, but the new run did not write it", name);
    }
  }
  if (of_others > 0) (void)fprintf(v->out, "%zu files of cells of other runs are not compared\n", of_others);
  return STATUS_OK;
}

static status compare_files(verification *v, const char *again, const result_files *recorded, const result_files *now,
                            size_t *compared) {
  for (size_t i = 0; i < now->count; i++) {
    const char *name = now->items[i];
    if (!is_compared(name)) continue;
    char **before = find_result(recorded, name);
    if (before == NULL) {
      add_difference(v, "%s: missing, but the new run wrote it", name);
      continue;
    }
    TRY(compare_file(v, again, *before, name));
    ++*compared;
  }
  return compare_others(v, again, recorded, now);
}

static void note_change(const verification *v, const char *name, const cJSON *then, const cJSON *now) {
  if (then == NULL || now == NULL || cJSON_Compare(then, now, 1)) return;
  FREED char *first = NULL, *second = NULL;
  if (json_print(then, 0, 0, &first) != STATUS_OK || json_print(now, 0, 0, &second) != STATUS_OK) return;
  (void)fprintf(v->out, "note: %s: %s then, %s now\n", name, first, second);
}

/* Of the programs that made them. */
static void note_circumstances(const verification *v, const cJSON *now) {
  const cJSON *then = v->manifest;
  static const char *const names[] = {"version", "revision", "compiler", "flags", "cpu"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    note_change(v, names[i], json_member(then, names[i]), json_member(now, names[i]));
  }
  const cJSON *libraries = json_member(then, "libraries"), *library = NULL;
  cJSON_ArrayForEach (library, libraries) {
    note_change(v, library->string, library, json_member(json_member(now, "libraries"), library->string));
  }
}

/* An extra digit need not change a number: the text must be the one that the program writes. */
static status compare_form(verification *v, const char *text) {
  FREED char *printed = NULL, *whole = NULL, *what = NULL;
  TRY(json_print(v->manifest, 0, 1, &printed));
  TRY(memory_format(&whole, "%s\n", printed));
  TRY(text_difference(text, whole, "as the program writes it", &what));
  if (what != NULL) add_difference(v, "manifest.json: %s", what);
  return STATUS_OK;
}

/* The line on what was read tells nothing that other members and tables do not: a manifest of a version that did not write it is none the
 * worse. */
static void pass_over_reading(const verification *v, const cJSON *now) {
  const cJSON *then = cJSON_GetObjectItemCaseSensitive(v->manifest, "data_notes");
  cJSON *notes = cJSON_GetObjectItemCaseSensitive(now, "data_notes");
  if (then == NULL || cJSON_HasObjectItem(then, "read") || !cJSON_HasObjectItem(notes, "read")) return;
  cJSON_DeleteItemFromObjectCaseSensitive(notes, "read");
  (void)fputs("note: data_notes.read: not written then\n", v->out);
}

/* A run that writes sequences or states for the comparison alone is still the run that the manifest tells. */
static void pass_over_options(const verification *v, cJSON *now) {
  static const char *const names[] = {"record", "save_state"};
  for (size_t i = 0; i < 2; i++) {
    const cJSON *then = json_member(v->manifest, names[i]);
    cJSON *kept = cJSON_IsBool(then) ? cJSON_CreateBool(cJSON_IsTrue(then)) : NULL;
    if (kept != NULL) cJSON_ReplaceItemInObjectCaseSensitive(now, names[i], kept);
  }
}

static status compare_manifests(verification *v, const char *again) {
  CLEANUP(json_free_at) cJSON *now = NULL;
  FREED char *now_path = NULL, *then_path = NULL, *then_text = NULL, *what = NULL;
  size_t length = 0;
  const bool part = v->only != NULL;
  TRY(memory_format(&now_path, "%s/manifest.json", again));
  TRY(memory_format(&then_path, "%s/manifest.json", v->request->folder));
  TRY(manifest_read(now_path, &now));
  pass_over_reading(v, now);
  pass_over_options(v, now);
  TRY(json_difference(v->manifest, now, circumstances + (part ? 0 : OF_A_PART), &what));
  if (what != NULL) {
    add_difference(v, "manifest.json: %s", what);
  } else {
    TRY(file_read(then_path, &then_text, &length));
    TRY(compare_form(v, then_text));
  }
  note_circumstances(v, now);
  return STATUS_OK;
}

/* ---- the journal, where the folder has one */

typedef struct journal_comparison {
  verification *v;
  const store *recorded;
  size_t compared;
} journal_comparison;

static bool every_cell(void *context, const char *cell) {
  return true;
}

/* Rows of version 1.1.0 say nothing of the chance of a mean, and of premises that were met. */
static void pass_over_new(const cJSON *then, cJSON *now) {
  static const char *const names[] = {"spread", "least", "most", "premises"};
  const cJSON *old = json_member(then, "rows");
  cJSON *rows = cJSON_GetObjectItemCaseSensitive(now, "rows"), *row = NULL;
  int index = 0;
  cJSON_ArrayForEach (row, rows) {
    const cJSON *before = cJSON_GetArrayItem(old, index++);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      if (!cJSON_HasObjectItem(before, names[i])) cJSON_DeleteItemFromObjectCaseSensitive(row, names[i]);
    }
  }
}

static status compare_record(void *context, const char *cell, const cJSON *again) {
  static const char *const measured[] = {"seconds", "memory", NULL};
  journal_comparison *of = context;
  CLEANUP(json_free_at) cJSON *then = NULL, *now = cJSON_Duplicate(again, 1);
  FREED char *what = NULL;
  if (now == NULL) return FAIL(STATUS_MEMORY, "no memory for a record");
  const status code = store_read(of->recorded, cell, &then);
  if (code == STATUS_END || code == STATUS_INVALID) {
    add_difference(of->v, ".journal/cells: no record of cell %s", cell);
    return STATUS_OK;
  }
  TRY(code);
  pass_over_new(then, now);
  TRY(json_difference(then, now, measured, &what));
  if (what != NULL) add_difference(of->v, ".journal/cells: cell %s, %s", cell, what);
  of->compared++;
  return STATUS_OK;
}

static status compare_journals(verification *v, const char *again) {
  CLEANUP(store_close_at) store *recorded = NULL, *now = NULL;
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/.journal/cells", v->request->folder));
  if (!file_exists(path)) return STATUS_OK;
  TRY(store_open_reader(v->request->folder, &recorded));
  TRY(store_open_reader(again, &now));
  const size_t unread = store_unread(recorded);
  if (unread > 0) add_difference(v, ".journal/cells: %zu lines are no records: they are damaged", unread);
  journal_comparison of = {v, recorded, 0};
  TRY(store_each(now, every_cell, compare_record, &of));
  (void)fprintf(v->out, ".journal/cells: %zu records compared", of.compared);
  if (store_count(recorded) > of.compared) {
    (void)fprintf(v->out, ", %zu of cells of other runs are not", store_count(recorded) - of.compared);
  }
  (void)fputc('\n', v->out);
  return STATUS_OK;
}

static status compare_results(verification *v, const char *again) {
  CLEANUP(result_files_free) result_files recorded = {.items = NULL}, now = {.items = NULL};
  size_t compared = 1; /* the manifest */
  TRY(result_files_list(v->request->folder, &recorded));
  TRY(result_files_list(again, &now));
  TRY(compare_files(v, again, &recorded, &now, &compared));
  TRY(compare_manifests(v, again));
  TRY(compare_journals(v, again));
  (void)fprintf(v->out, "run again: %zu files compared\n", compared);
  return STATUS_OK;
}

/* ---- all of it */

static bool has_files_of(const result_files *files, const char *folder) {
  bool found = false;
  for (size_t i = 0; i < files->count; i++) found = found || strncmp(files->items[i], folder, strlen(folder)) == 0;
  return found;
}

typedef struct run_call {
  const verify_request *request;
  verify_run run;
} run_call;

static status run_now(void *context) {
  const run_call *call = context;
  return call->request->run(&call->run);
}

static status run_again(verification *v, const char *folder) {
  CLEANUP(result_files_free) result_files files = {.items = NULL};
  FREED char *out = NULL;
  TRY(memory_format(&out, "%s/results", folder));
  TRY(result_files_list(v->request->folder, &files));
  run_call call = {v->request,
                   {.manifest = v->manifest,
                    .path = v->path,
                    .text = v->text,
                    .data = v->request->data,
                    .jobs = v->request->jobs,
                    .out = out,
                    .record = json_is_true(v->manifest, "record") || has_files_of(&files, "sequences/"),
                    .save_state = json_is_true(v->manifest, "save_state") || has_files_of(&files, "states/"),
                    .part = strcmp(json_text(v->manifest, "state", ""), "incomplete") == 0 ? MERGE_PART : NULL,
                    .only = v->only,
                    .only_count = v->only_count}};
  const status code = scratch_work(run_now, &call);
  if (code == STATUS_OK) return compare_results(v, out);
  if (code == STATUS_INTERRUPTED || v->differences == 0) return code;
  (void)fprintf(v->out, "not run again: %s\n", status_message());
  return STATUS_OK;
}

/* The sums show which files differ; this is why. */
static status note_replacing(const verification *v) {
  const status code = replacing_check(v->request->folder);
  if (code != STATUS_INVALID) return code;
  (void)fprintf(v->out, "note: %s\n", status_message());
  return STATUS_OK;
}

static status verify_all(verification *v) {
  TRY(open_manifest(v));
  TRY(note_replacing(v));
  TRY(check_sums(v));
  TRY(check_text(v));
  TRY(status_context(check_data(v), "%s", v->request->folder));
  if (v->data_differ) {
    (void)fprintf(v->out, "not run again: other data give other results\n");
    return STATUS_OK;
  }
  TRY(choose_cells(v));
  CLEANUP(scratch_remove_at) char *folder = NULL;
  TRY(scratch_make(&folder));
  return run_again(v, folder);
}

static void free_verification(verification *v) {
  tsv_free(&v->cells);
  free(v->only);
  cJSON_Delete(v->manifest);
}

status verify_folder(const verify_request *request, size_t *differences) {
  CLEANUP(free_verification) verification v = {.request = request, .out = request->out};
  const status code = verify_all(&v);
  *differences = v.differences;
  TRY(code);
  if (v.differences == 0) {
    (void)fprintf(v.out, "%s: equal\n", request->folder);
  } else {
    (void)fprintf(v.out, "%s: %zu difference%s\n", request->folder, v.differences, v.differences == 1 ? "" : "s");
  }
  return STATUS_OK;
}
