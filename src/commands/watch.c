#include "commands/watch.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/process/process.h"
#include "commands/run.h"
#include "commands/scenario.h"
#include "plot/plot.h"
#include "results/manifest.h"
#include "results/manifest_read.h"
#include "results/paths.h"
#include "results/table_reader.h"
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char watch_page[];

enum { FIRST_SECONDS = 2, LOOK_MILLISECONDS = 100, ANSWER = 1 << 16 };

typedef struct watch {
  command_line part; /* of the run: with a limit of time */
  char *path;        /* of the scenario */
  char *results;     /* the folder of the last run, or where the first one's would be */
  cJSON *manifest;   /* of that run; NULL: there was none */
  size_t stamp;      /* of the page */
  size_t before;     /* cells that were finished after the first part of the run; 0: it has not ended */
  double then;       /* when it ended */
} watch;

static void close_watch(watch *self) {
  free(self->path);
  free(self->results);
  cJSON_Delete(self->manifest);
}

/* ---- what is watched */

static uint64_t stamp_of(const char *path) {
  struct stat about;
  if (path == NULL || stat(path, &about) != 0) return 0;
  const uint64_t time = (uint64_t)about.st_mtim.tv_sec * 1000000000U + (uint64_t)about.st_mtim.tv_nsec;
  return (time * 31 + (uint64_t)about.st_size) * 31 + about.st_ino;
}

/* Another number when one of the files is another, or not there. */
static uint64_t look(const watch *self) {
  FREED char *folder = NULL;
  uint64_t all = stamp_of(self->path);
  const cJSON *file = NULL;
  if (paths_folder_of(self->path, &folder) != STATUS_OK) return all;
  const data_folders folders = {self->part.data, folder};
  cJSON_ArrayForEach (file, json_member(self->manifest, "data")) {
    FREED char *path = NULL;
    (void)data_path(&folders, file->string, &path);
    all = all * 31 + stamp_of(path);
  }
  return all;
}

/* ---- a part of the run */

/* Answers with the result folder. */
static status run_part(void *context, int answer) {
  const watch *self = context;
  CLEANUP(plan_close) plan planned = {.document = NULL};
  FREED char *results = NULL;
  int exit_status = 0;
  if (isatty(STDOUT_FILENO)) (void)fputs("\033[H\033[2J", stdout);
  TRY(scenario_plan(&self->part, self->path, NULL, &planned));
  TRY(run_folder(&self->part, &planned, &results));
  if (dprintf(answer, "%s\n", results) < 0) return STATUS_FAILED;
  TRY(run_with_plan(&self->part, self->path, &planned, NULL, &exit_status));
  (void)fflush(stdout);
  return plot_results(&(plot_request){.folder = results, .formats = "svg"}, NULL);
}

/* *seen: what look told before; the part ends when it tells something else. *answered: what it answered, and why it failed; of ANSWER bytes. */
static status await_part(watch *self, uint64_t seen, char *answered) {
  process child;
  status code = STATUS_INTERRUPTED; /* where it was ended */
  (void)fflush(stdout);
  TRY(process_fork("the run", PROCESS_SIGNALS_END, run_part, self, &child));
  while (!process_wait(&child, LOOK_MILLISECONDS * 1e-3)) {
    if (look(self) != seen) process_signal(&child, SIGTERM);
  }
  (void)process_read(child.output, answered, ANSWER);
  process_end(&child, INFINITY);
  process_close(&child);
  (void)process_result(&child, &code);
  return code;
}

/* Takes the result folder out of the answer; what is left of it is why the part failed. */
static status take_answer(watch *self, const char **answered) {
  const char *end = strchr(*answered, '\n');
  if (end == NULL) return STATUS_OK;
  cJSON *manifest = NULL;
  free(self->results);
  self->results = NULL;
  TRY(memory_format(&self->results, "%.*s", (int)(end - *answered), *answered));
  *answered = end + 1;
  TRY(manifest_of_folder(self->results, &manifest));
  if (manifest == NULL) return STATUS_OK;
  cJSON_Delete(self->manifest);
  self->manifest = manifest;
  return STATUS_OK;
}

/* ---- the page */

static status write_file(const char *folder, const char *name, const char *before, const char *text,
                         const char *after) {
  FREED char *path = NULL;
  replacement *file = NULL;
  TRY(memory_format(&path, "%s/%s", folder, name));
  TRY(replacement_begin(path, &file));
  (void)fprintf(replacement_stream(file), "%s%s%s", before, text, after);
  return replacement_commit(file);
}

/* "42 of 100 cells, 12 s left" */
static status tell_progress(watch *self, cJSON *page) {
  CLEANUP(tsv_free) tsv_table cells = {0};
  FREED char *text = NULL;
  static const char *const needed[] = {"cell", NULL};
  TRY(result_table_read(self->results, "cells", needed, &cells));
  const double total = manifest_cells(self->manifest), left = total - (double)cells.rows;
  if (self->before == 0 || cells.rows == self->before) {
    TRY(memory_format(&text, "%zu of %.0f cells", cells.rows, total));
    self->before = cells.rows;
    self->then = clock_seconds();
  } else {
    const double seconds = (clock_seconds() - self->then) * left / (double)(cells.rows - self->before);
    TRY(memory_format(&text, "%zu of %.0f cells, about %.0f s left", cells.rows, total, ceil(seconds)));
  }
  (void)cJSON_AddStringToObject(page, "unfinished", text);
  return STATUS_OK;
}

/* error: NULL or why there is no new picture. */
static status write_page(watch *self, const char *error) {
  CLEANUP(json_free_at) cJSON *page = cJSON_CreateObject();
  FREED char *folder = NULL, *text = NULL;
  const cJSON *plot = NULL;
  TRY(plot_default_folder(self->results, &folder));
  TRY(directory_make(folder));
  (void)cJSON_AddNumberToObject(page, "stamp", (double)++self->stamp);
  (void)cJSON_AddStringToObject(page, "title", json_text(self->manifest, "title", self->path));
  cJSON *pictures = cJSON_AddArrayToObject(page, "pictures");
  cJSON_ArrayForEach (plot, json_member(self->manifest, "plots")) {
    (void)cJSON_AddItemToArray(pictures, cJSON_CreateString(json_text(plot, "name", "")));
  }
  if (error != NULL) {
    (void)cJSON_AddStringToObject(page, "error", error);
  } else if (manifest_is_unfinished(self->manifest)) {
    TRY(tell_progress(self, page));
  }
  TRY(json_print(page, 0, 0, &text));
  if (self->stamp == 1) {
    (void)fprintf(stderr, "page: %s/index.html\n", folder);
    TRY(write_file(folder, "index.html", "", watch_page, ""));
  }
  return write_file(folder, "state.js", "show(", text, ");\n");
}

/* ---- all parts */

static void begin(watch *self) {
  self->part.run_time = FIRST_SECONDS;
  self->before = 0;
}

static status watch_once(watch *self, char *buffer) {
  const uint64_t seen = look(self);
  const char *answered = buffer;
  const status code = await_part(self, seen, buffer);
  TRY(take_answer(self, &answered));
  if (code == STATUS_INTERRUPTED) return begin(self), STATUS_OK;
  if (code != STATUS_OK) (void)fprintf(stderr, "winnow: %s\n", answered);
  TRY(write_page(self, code == STATUS_OK ? NULL : answered));
  self->part.fresh = false;
  self->part.run_time *= 2;
  if (code == STATUS_OK && manifest_is_unfinished(self->manifest)) return STATUS_OK;
  while (look(self) == seen) (void)poll(NULL, 0, LOOK_MILLISECONDS);
  begin(self);
  return STATUS_OK;
}

status watch_scenario(const command_line *line) {
  CLEANUP(close_watch) watch self = {.part = *line};
  FREED char *buffer = NULL, *name = NULL;
  if (line->run_time > 0 || line->shard != NULL || line->dry_run || line->quiet) {
    return FAIL(STATUS_INVALID, "--watch: expected without --run-time, --shard, --dry-run and --quiet");
  }
  begin(&self);
  TRY(memory_array(ANSWER, 1, &buffer));
  TRY(paths_scenario(line->arguments[0], &self.path));
  const char *slash = strrchr(self.path, '/');
  TRY(memory_text(slash != NULL ? slash + 1 : self.path, &name));
  name[strcspn(name, ".")] = 0;
  TRY(line->out != NULL ? memory_text(line->out, &self.results) : paths_results(name, NULL, &self.results));
  status code = STATUS_OK;
  while (code == STATUS_OK) code = watch_once(&self, buffer);
  return code;
}
