#include "audit/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/merge.h"
#include "audit/scratch.h"
#include "audit/verify_parts.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/tsv.h"
#include "results/manifest_read.h"
#include "results/replacing.h"

void verify_differs(verification *v, const char *format, ...) {
  va_list arguments;
  (void)fputs("differs: ", stdout);
  va_start(arguments, format);
  (void)vprintf(format, arguments);
  va_end(arguments);
  (void)putchar('\n');
  v->differences++;
}

const char *verify_member(const cJSON *manifest, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(manifest, name));
  return text == NULL ? "" : text;
}

static status open_manifest(verification *v) {
  static const char *const needed[] = {"path", "text", "sha256", "state", "eigensolver"};
  const char *folder = v->request->folder;
  char *path = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  status code = file_exists(path) ? manifest_read(path, &v->manifest)
                                  : FAIL(STATUS_INVALID, "%s: no result folder: it has no manifest.json", folder);
  if (code == STATUS_OK && strcmp(verify_member(v->manifest, "format"), "winnow-lab manifest 1") != 0) {
    code = FAIL(STATUS_INVALID, "%s: format: expected \"winnow-lab manifest 1\"", path);
  }
  for (size_t i = 0; code == STATUS_OK && i < sizeof needed / sizeof needed[0]; i++) {
    if (*verify_member(v->manifest, needed[i]) == 0) code = FAIL(STATUS_INVALID, "%s: %s is missing", path, needed[i]);
  }
  free(path);
  v->path = verify_member(v->manifest, "path");
  v->text = verify_member(v->manifest, "text");
  return code;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A row of cells.tsv says what happened to its cell. */
static status choose_of(verification *v, bool interrupted) {
  const size_t name = tsv_column(&v->cells, "cell"), state = tsv_column(&v->cells, "status");
  if (name == (size_t)-1 || state == (size_t)-1) {
    return FAIL(STATUS_INVALID, "%s/cells.tsv: expected columns cell and status", v->request->folder);
  }
  TRY(memory_array(v->cells.rows, sizeof *v->only, &v->only));
  for (size_t i = 0; i < v->cells.rows; i++) {
    if (strcmp(tsv_cell(&v->cells, i, state), "timeout") != 0) {
      v->only[v->only_count++] = tsv_cell(&v->cells, i, name);
    }
  }
  const size_t late = v->cells.rows - v->only_count;
  if (interrupted) {
    const bool merged = strcmp(verify_member(v->manifest, "state"), "incomplete") == 0;
    (void)printf("the run was %s: the %zu cells that it has can be verified\n",
                 merged ? "merged in part" : "interrupted", v->only_count);
  }
  if (late > 0) (void)printf("cells that ran out of time and are not run again: %zu\n", late);
  if (v->only_count > 1) qsort(v->only, v->only_count, sizeof *v->only, compare_names);
  return STATUS_OK;
}

/* Which cells can be run again: v->only stays NULL for all. */
static status choose_cells(verification *v) {
  static const char *const unfinished[] = {"interrupted", "out of time", "incomplete"};
  bool interrupted = false;
  for (size_t i = 0; i < sizeof unfinished / sizeof unfinished[0]; i++) {
    interrupted = interrupted || strcmp(verify_member(v->manifest, "state"), unfinished[i]) == 0;
  }
  const cJSON *failures = cJSON_GetObjectItemCaseSensitive(v->manifest, "failures"), *failure = NULL;
  bool late = false;
  cJSON_ArrayForEach (failure, failures) {
    late = late || strcmp(verify_member(failure, "status"), "timeout") == 0;
  }
  const int failed = cJSON_GetArraySize(failures);
  if (failed > 0 && !late) (void)printf("cells that failed, and have to fail again: %d\n", failed);
  if (!interrupted && !late) return STATUS_OK;
  char *path = NULL;
  TRY(memory_format(&path, "%s/cells.tsv", v->request->folder));
  const status code = tsv_read(path, &v->cells);
  free(path);
  TRY(code);
  return choose_of(v, interrupted);
}

static status run_now(void *context) {
  const verify_run *run = ((void **)context)[0];
  const verify_request *request = ((void **)context)[1];
  return request->run(run);
}

static status run_again(verification *v, const char *folder) {
  char *out = NULL;
  TRY(memory_format(&out, "%s/results", folder));
  verify_run run = {.manifest = v->manifest,
                    .path = v->path,
                    .text = v->text,
                    .data = v->request->data,
                    .jobs = v->request->jobs,
                    .out = out,
                    .part = strcmp(verify_member(v->manifest, "state"), "incomplete") == 0 ? MERGE_PART : NULL,
                    .only = v->only,
                    .only_count = v->only_count};
  void *context[2] = {&run, (void *)v->request};
  status code = scratch_work(run_now, context);
  if (code == STATUS_OK) {
    code = verify_results(v, out);
  } else if (code != STATUS_INTERRUPTED && v->differences > 0) {
    (void)printf("not run again: %s\n", status_message());
    code = STATUS_OK;
  }
  free(out);
  return code;
}

/* The sums say which files differ, this why. */
static status say_replacing(const char *folder) {
  const status code = replacing_check(folder);
  if (code != STATUS_INVALID) return code;
  (void)printf("note: %s\n", status_message());
  return STATUS_OK;
}

static status verify_all(verification *v) {
  TRY(open_manifest(v));
  TRY(say_replacing(v->request->folder));
  TRY(verify_sums(v));
  TRY(verify_text(v));
  const status data = verify_data(v);
  if (data != STATUS_OK) return status_context(data, "%s", v->request->folder);
  if (v->data_differ) {
    (void)printf("not run again: other data give other results\n");
    return STATUS_OK;
  }
  TRY(choose_cells(v));
  char *folder = NULL;
  TRY(scratch_make(&folder));
  const status code = run_again(v, folder);
  scratch_remove(folder);
  return code;
}

status verify_folder(const verify_request *request, size_t *differences) {
  verification v = {.request = request};
  const status code = verify_all(&v);
  *differences = v.differences;
  if (code == STATUS_OK && v.differences == 0) (void)printf("%s: equal\n", request->folder);
  if (code == STATUS_OK && v.differences > 0) {
    (void)printf("%s: %zu difference%s\n", request->folder, v.differences, v.differences == 1 ? "" : "s");
  }
  tsv_free(&v.cells);
  free(v.only);
  cJSON_Delete(v.manifest);
  return code;
}
