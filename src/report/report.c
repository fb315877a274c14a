#include "report/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "report/collection.h"
#include "report/latex.h"
#include "report/page.h"
#include "report/pictures.h"

/* *latex = whether the list names it beside or instead of "html". */
static status parse_formats(const char *formats, bool *latex) {
  *latex = false;
  for (const char *rest = formats;;) {
    const size_t length = strcspn(rest, ",");
    const bool html = length == 4 && strncmp(rest, "html", 4) == 0, tex = length == 5 && strncmp(rest, "latex", 5) == 0;
    if (!html && !tex) {
      return FAIL(STATUS_INVALID, "--format %.*s: expected html, latex or both", (int)(length < 60 ? length : 60),
                  rest);
    }
    *latex = *latex || tex;
    if (rest[length] == 0) return STATUS_OK;
    rest += length + 1;
  }
}

/* "a/report.html" -> "a/report_files" */
static status files_folder(const char *out, char **folder) {
  const size_t length = strlen(out);
  const bool html = length > 5 && strcmp(out + length - 5, ".html") == 0;
  return memory_format(folder, "%.*s_files", (int)(length - (html ? 5 : 0)), out);
}

static status write_latex(const char *folder, const report_result *result) {
  char *path = NULL;
  replacement *file = NULL;
  status code = directory_make(folder); /* if nothing could be drawn it is not there yet */
  if (code != STATUS_OK) return code;
  CHECK(memory_format(&path, "%s/report.tex", folder));
  CHECK(replacement_begin(path, &file));
  latex_write(replacement_stream(file), result);
  CHECK(status_memory());
  code = replacement_commit(file);
  file = NULL;
end:
  replacement_abandon(file);
  free(path);
  return code;
}

static status draw_one(const char *files, bool latex, report_result *result) {
  char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", files, result->id));
  status code = report_draw(folder, latex ? "svg,pdf" : "svg", result);
  if (code == STATUS_OK && latex) code = write_latex(folder, result);
  free(folder);
  return code;
}

static status write_page(const char *path, const report_collection *collection) {
  replacement *file = NULL;
  TRY(replacement_begin(path, &file));
  status code = page_write(replacement_stream(file), collection);
  if (code == STATUS_OK) code = status_memory();
  if (code == STATUS_OK) return replacement_commit(file);
  replacement_abandon(file);
  return code;
}

static void count(const report_collection *collection, report_outcome *outcome) {
  *outcome = (report_outcome){0};
  for (size_t i = 0; i < collection->count; i++) {
    const report_result *result = &collection->results[i];
    outcome->rows += result->summary.rows;
    outcome->undrawn += result->undrawn != NULL;
    outcome->plots += result->plot_count;
  }
}

status report_write(const report_request *request, report_outcome *outcome) {
  report_collection collection = {0};
  char *files = NULL;
  bool latex = false;
  status code = file_check_place(request->out); /* before anything is drawn */
  if (code != STATUS_OK) return status_context(code, "--out");
  CHECK(parse_formats(request->formats, &latex));
  CHECK(report_collection_read(request->folders, request->folder_count, &collection));
  CHECK(files_folder(request->out, &files));
  code = directory_make(files);
  if (code != STATUS_OK) {
    code = status_context(code, "--out");
    goto end;
  }
  for (size_t i = 0; i < collection.count; i++) {
    code = draw_one(files, latex, &collection.results[i]);
    if (code != STATUS_OK) {
      code = status_context(code, "%s", request->folders[i]);
      goto end;
    }
  }
  CHECK(write_page(request->out, &collection));
  count(&collection, outcome);
end:
  free(files);
  report_collection_free(&collection);
  return code;
}
