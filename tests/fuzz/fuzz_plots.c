/* A result folder of any content is drawn and reported, or refused in one line; nothing in it becomes a command of gnuplot or a script of the
 * page. gnuplot itself is replaced by a function that takes the script for read. */
#include <gsl/gsl_errno.h>

#include "base/file.h"
#include "fuzz_folder.h"
#include "plot/page/gnuplot.h"
#include "report/report.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);

static const char picture[] =
    "<?xml version=\"1.0\"?><svg width=\"800\" height=\"480\" viewBox=\"0 0 800 480\" "
    "xmlns=\"http://www.w3.org/2000/svg\"><title>t</title><g fill=\"none\"><path d=\"M 1,2 L 3,4\"/></g></svg>";
static const char pages[] = "%PDF /CreationDate (D:20240101) %%EOF";

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  (void)gsl_set_error_handler_off();
  fuzz_silence();
  return 0;
}

/* A backquote would be a shell's: outside of comments every text is written without. */
static void check_script(const char *path) {
  char *text = NULL, *rest = NULL;
  size_t length = 0;
  if (file_read(path, &text, &length) != STATUS_OK || length == 0 || strlen(text) != length) abort();
  for (const char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    if (*line != '#' && strchr(line, '`') != NULL) abort();
  }
  free(text);
}

static void write_picture(const char *path, size_t stem, const char *ending, const char *text) {
  char whole[600];
  (void)snprintf(whole, sizeof whole, "%.*s.%s", (int)stem, path, ending);
  FILE *file = fopen(whole, "w");
  if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0) abort();
}

status gnuplot_run(const char *folder, const char *script) {
  char path[600];
  (void)snprintf(path, sizeof path, "%s/%s", folder, script);
  check_script(path);
  const size_t stem = strlen(path) - strlen(".gp");
  write_picture(path, stem, "svg", picture);
  write_picture(path, stem, "pdf", pages);
  return STATUS_OK;
}

status gnuplot_check_picture(const char *path, const char *format) {
  (void)path, (void)format;
  return STATUS_OK;
}

/* The page has one script, its own. */
static void check_page(const char *path) {
  char *text = NULL;
  size_t length = 0, scripts = 0;
  if (file_read(path, &text, &length) != STATUS_OK || strlen(text) != length) abort();
  for (const char *at = text; (at = strstr(at, "<script")) != NULL; at++) scripts++;
  if (scripts != 1) abort();
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {
      "manifest.json", "cells.tsv",     "summary.tsv",    "curves.tsv",       "bound_curves.tsv",
      "verdicts.tsv",  "orderings.tsv", "embeddings.tsv", "observations.tsv", NULL};
  char folder[FUZZ_PATH], page[2 * FUZZ_PATH];
  fuzz_folder_make(folder);
  fuzz_folder_fill(folder, data, size, names);
  (void)snprintf(page, sizeof page, "%s/report.html", folder);
  const char *const folders[] = {folder};
  const report_request request = {.folders = folders, .folder_count = 1, .out = page, .formats = "html,latex"};
  report_outcome outcome;
  const status code = report_write(&request, &outcome);
  fuzz_check_message(code, folder);
  if (code == STATUS_OK) check_page(page);
  fuzz_folder_remove(folder);
  return 0;
}
