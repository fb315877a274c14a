#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process/interruption.h"
#include "cell/failures.h"
#include "results/description.h"
#include "results/manifest.h"
#include "results/replacing.h"
#include "results/result_folder.h"
#include "results/results_print.h"
#include "results/store.h"
#include "results/sums.h"
#include "run/changes.h"
#include "run/hindsight.h"
#include "run/leftovers.h"
#include "run/pool.h"
#include "run/progress.h"

/* A file of sequences/ or states/ that is not as its sum says. */
typedef struct changed_file {
  char *path;
  bool remade; /* its cell runs again */
} changed_file;

typedef struct job {
  const run_request *request;
  store *store;
  cell_keys *keys;
  char (*names)[CELL_NAME];
  bool *finished;
  size_t next;
  size_t cells; /* of the shard */
  size_t finished_count, reused;
  char shard[SHARD_TEXT], part[SHARD_TEXT + 8];
  failure_list failures;
  progress progress;
  changed_file *changed; /* sorted */
  size_t changed_count;
} job;

static bool next_cell(void *context, size_t *index) {
  job *job = context;
  const size_t cells = job->request->settings.plan->cell_count;
  while (job->next < cells && job->finished[job->next]) job->next++;
  if (job->next == cells) return false;
  *index = job->next++;
  return true;
}

static status run_cell(void *context, size_t index, char **text) {
  job *job = context;
  const cell_settings *settings = &job->request->settings;
  const cell_address address = plan_cell(settings->plan, index);
  cJSON *record = NULL;
  const char *key = NULL;
  char name[CELL_NAME];
  TRY(cell_keys_at(job->keys, &address, &key, name));
  status code = cell_run(settings, &address, name, &record);
  if (code == STATUS_OK && status_memory() != STATUS_OK) { /* it may be incomplete, and so would be the next */
    const char *reason = json_text(record, "reason", NULL);
    code = FAIL(STATUS_MEMORY, "%s", reason != NULL ? reason : status_message());
  }
  if (code == STATUS_OK) {
    json_set(record, "key", cJSON_CreateRaw(key));
    *text = cJSON_PrintUnformatted(record);
    if (*text == NULL) code = FAIL(STATUS_MEMORY, "no memory for a cell's record");
  }
  cJSON_Delete(record);
  return code;
}

/* A failed cell's record has its reason right after the name. Later members, such as options in the key, may contain any text. */
static bool is_failure(const char *record) {
  static const char reason[] = ",\"reason\":";
  const char *second = strchr(record, ',');
  return second == NULL || strncmp(second, reason, sizeof reason - 1) == 0;
}

static status cell_done(void *context, size_t index, const char *record, size_t length) {
  job *job = context;
  (void)length;
  job->finished_count++;
  if (!is_failure(record)) return store_append(job->store, job->names[index], record);
  if (interruption_pending()) return STATUS_OK; /* the signal may have ended a program of the cell, too */
  cJSON *parsed = NULL;
  TRY(json_parse(record, &parsed));
  const status code = failures_add(&job->failures, index, json_text(parsed, "reason", "no reason given"), false);
  cJSON_Delete(parsed);
  return code;
}

static status cell_lost(void *context, size_t index, const char *reason, bool timeout) {
  job *job = context;
  job->finished_count++;
  return failures_add(&job->failures, index, reason, timeout);
}

static void tick(void *context) {
  job *job = context;
  progress_show(&job->progress, job->finished_count, job->failures.count);
}

static status note_changed(void *context, const char *name) {
  job *job = context;
  TRY(memory_grow(&job->changed, job->changed_count + 1, sizeof *job->changed));
  changed_file *added = &job->changed[job->changed_count];
  *added = (changed_file){.remade = false};
  TRY(memory_format(&added->path, "%s/%s", job->request->settings.results, name));
  job->changed_count++;
  return STATUS_OK;
}

static int compare_with_changed(const void *path, const void *file) {
  return strcmp(path, ((const changed_file *)file)->path);
}

/* Is the file among the changed ones? Its cell writes it again. */
static bool take_changed(const job *job, const char *path) {
  changed_file *found = job->changed_count == 0 ? NULL
                                                : bsearch(path, job->changed, job->changed_count, sizeof *job->changed,
                                                          compare_with_changed);
  if (found == NULL) return false;
  found->remade = true;
  if (job->request->notes != NULL) {
    (void)fprintf(job->request->notes, "%s: was changed since SHA256SUMS was written: its cell runs again\n", path);
  }
  return true;
}

typedef status cell_path(const cell_settings *settings, const char *name, char **path);

/* Is the file there, as it was written? */
static status is_there(job *job, cell_path *path_of, const char *name, bool *there) {
  char *path = NULL;
  TRY(path_of(&job->request->settings, name, &path));
  const bool changed = take_changed(job, path);
  *there = *there && !changed && file_exists(path);
  free(path);
  return STATUS_OK;
}

/* A changed file gets no new sum: it goes if its cell writes it again, and the run is refused for one of no cell of this plan. */
static status remove_changed(const job *job) {
  for (size_t i = 0; i < job->changed_count; i++) {
    if (job->changed[i].remade) continue;
    return FAIL(STATUS_INVALID, "%s: was changed since SHA256SUMS was written: remove it, or put it back",
                job->changed[i].path);
  }
  for (size_t i = 0; i < job->changed_count; i++) (void)unlink(job->changed[i].path);
  return STATUS_OK;
}

static status find_changed(job *job) {
  const char *results = job->request->settings.results;
  recorded_sums sums;
  TRY(recorded_sums_read(results, &sums));
  const status code = recorded_sums_check(&sums, results, note_changed, job);
  recorded_sums_free(&sums);
  return code;
}

static status make_folder(const char *results, const char *name) {
  char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", results, name));
  const status made = directory_make(folder);
  free(folder);
  return made;
}

static int compare_with_item(const void *name, const void *item) {
  return strcmp(name, *(const char *const *)item);
}

static bool is_left_out(const run_request *request, const char *name) {
  if (request->only == NULL) return false;
  return bsearch(name, request->only, request->only_count, sizeof *request->only, compare_with_item) == NULL;
}

/* Names a cell and finds whether it is to be run. */
static status prepare_cell(job *job, size_t index) {
  const cell_settings *settings = &job->request->settings;
  const cell_address address = plan_cell(settings->plan, index);
  const char *key = NULL;
  TRY(cell_keys_at(job->keys, &address, &key, job->names[index]));
  bool there = !job->request->fresh && store_has(job->store, job->names[index]);
  if (settings->record) TRY(is_there(job, cell_sequence_path, job->names[index], &there));
  if (settings->save_state && !settings->plan->procedure) {
    TRY(is_there(job, cell_state_path, job->names[index], &there));
  }
  job->finished[index] = there || is_left_out(job->request, job->names[index]);
  job->reused += there;
  return STATUS_OK;
}

/* Names the cells of the shard and finds those with a record. Cells of other shards have no name, and so no record. */
static status prepare(job *job) {
  const run_request *request = job->request;
  const size_t cells = request->settings.plan->cell_count;
  TRY(memory_array(cells, sizeof *job->names, &job->names));
  TRY(NEW_ARRAY(cells, job->finished));
  TRY(cell_keys_new(&request->settings, &job->keys));
  for (size_t index = 0; index < cells; index++) {
    if (shard_has(&request->shard, index)) {
      TRY(prepare_cell(job, index));
    } else {
      job->finished[index] = true;
    }
  }
  job->cells = shard_cells(&request->shard, cells);
  job->finished_count = job->reused;
  return STATUS_OK;
}

static int compare_timeouts(const void *a, const void *b) {
  return strcmp(json_text(*(const cJSON *const *)a, "cell", ""), json_text(*(const cJSON *const *)b, "cell", ""));
}

static int compare_with_timeout(const void *name, const void *timeout) {
  return strcmp(name, json_text(*(const cJSON *const *)timeout, "cell", ""));
}

/* The failures of a manifest that are timeouts, sorted by the cell's name; the caller frees the array. */
static status find_timeouts(const cJSON *manifest, const cJSON ***timeouts, size_t *count) {
  const cJSON *failures = json_member(manifest, "failures"), *failure = NULL;
  *count = 0;
  TRY(memory_array((size_t)cJSON_GetArraySize(failures), sizeof **timeouts, timeouts));
  cJSON_ArrayForEach (failure, failures) {
    if (strcmp(json_text(failure, "status", ""), "timeout") == 0) (*timeouts)[(*count)++] = failure;
  }
  if (*count > 1) qsort(*timeouts, *count, sizeof **timeouts, compare_timeouts);
  return STATUS_OK;
}

/* Cells that ran out of time in the run before are kept as they are. */
static status keep_timeouts(job *job) {
  cJSON *manifest = NULL;
  const cJSON **timeouts = NULL;
  size_t count = 0;
  status code = STATUS_OK;
  CHECK(manifest_of_folder(job->request->settings.results, &manifest));
  CHECK(find_timeouts(manifest, &timeouts, &count));
  for (size_t i = 0; count > 0 && i < job->request->settings.plan->cell_count; i++) {
    if (job->finished[i]) continue;
    const cJSON *const *kept = bsearch(job->names[i], timeouts, count, sizeof *timeouts, compare_with_timeout);
    if (kept == NULL) continue;
    CHECK(failures_add(&job->failures, i, json_text(*kept, "reason", ""), true));
    job->finished[i] = true;
    job->finished_count++;
  }
end:
  free(timeouts);
  cJSON_Delete(manifest);
  return code;
}

static void now_text(char text[32]) {
  const time_t now = time(NULL);
  struct tm parts;
  (void)gmtime_r(&now, &parts);
  (void)strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static results_source source_of(const job *job) {
  const run_request *request = job->request;
  return (results_source){.plan = request->settings.plan,
                          .store = job->store,
                          .names = job->names,
                          .failures = &job->failures,
                          .folder = request->settings.results,
                          .part = *job->part != 0 ? job->part : request->part};
}

/* The files of the result folder, all under temporary names, the sums last. */
static status write_files(job *job, const char *started, run_report *report, results_files *files) {
  const run_request *request = job->request;
  failures_sort(&job->failures);
  TRY(store_compact(job->store));
  const results_source source = source_of(job);
  TRY(results_write(&source, &report->outcome, files));
  const bool violated = report->outcome.verdicts[VERDICT_VIOLATED] > 0;
  report->exit = report->interrupted ? 130 : violated ? 3 : job->failures.count > 0 ? 1 : 0;
  char ended[32];
  now_text(ended);
  const manifest_facts facts = {.settings = &request->settings,
                                .lua = request->lua,
                                .started = started,
                                .ended = ended,
                                .state = report->ran_out           ? "out of time"
                                         : report->interrupted     ? "interrupted"
                                         : job->failures.count > 0 ? "failed in part"
                                                                   : "complete",
                                .exit = report->exit,
                                .shard = *job->shard != 0 ? job->shard : NULL,
                                .source = &source};
  status code = manifest_write(&facts, files);
  if (code == STATUS_OK) code = results_write_sums(request->settings.results, job->store, files);
  if (code != STATUS_OK) results_abandon(files);
  return code;
}

static status replace_files(job *job, const char *started, run_report *report) {
  results_files files = {0};
  TRY(write_files(job, started, report, &files));
  return results_commit(job->request->settings.results, &files);
}

/* The manifest must be ours. A shard replaces neither a whole run nor another shard. */
static status check_manifest(const job *job) {
  const char *results = job->request->settings.results;
  cJSON *manifest = NULL;
  if (*job->shard == 0) return manifest_check(results);
  TRY(manifest_of_folder(results, &manifest));
  status code = STATUS_OK;
  if (manifest != NULL && strcmp(json_text(manifest, "shard", ""), job->shard) != 0) {
    const char *other = json_text(manifest, "shard", "");
    code = FAIL(STATUS_INVALID, "%s: holds %s%s, not shard %s; it is not overwritten: choose another --out", results,
                *other == 0 ? "a whole run" : "shard ", other, job->shard);
  }
  cJSON_Delete(manifest);
  return code;
}

/* Results of another version and foreign files are refused, and stay. */
static status open_store(job *job) {
  const char *results = job->request->settings.results;
  TRY(check_manifest(job));
  TRY(results_check(results));
  TRY(store_open(results, &job->store));
  const size_t unread = store_unread(job->store);
  if (unread > 0 && job->request->progress != NULL) {
    (void)fprintf(
        job->request->progress,
        "%s/.journal/cells: %zu lines are damaged or of another version: they are kept, and their cells run again\n",
        results, unread);
  }
  return leftovers_remove(results);
}

/* After an error: removes what ended workers left. Keeps the message. */
static status clean_up_after(const job *job, status code) {
  char *message = NULL;
  if (memory_text(status_message(), &message) != STATUS_OK) return code;
  if (leftovers_remove(job->request->settings.results) != STATUS_OK) code = FAIL(code, "%s", message);
  free(message);
  return code;
}

/* The cells that are open, in workers. `began`: when the run did. */
static status run_cells(job *job, double began, run_report *report) {
  const run_request *request = job->request;
  size_t open_cells = 0;
  for (size_t i = 0; i < request->settings.plan->cell_count; i++) open_cells += !job->finished[i];
  progress_start(&job->progress, request->progress, job->cells, job->reused);
  status code = hindsight_begin(&request->settings, job->finished);
  interruption_hold(); /* to the end: finished cells are written, and the exit status reports the interruption */
  const double limit = request->cell_seconds > 0.0         ? request->cell_seconds
                       : request->settings.plan->procedure ? RUN_PROCEDURE_SECONDS
                                                           : 0.0;
  const pool_tasks tasks = {.context = job,
                            .workers = request->jobs < open_cells ? request->jobs : open_cells,
                            .seconds = limit,
                            .whole_seconds = request->seconds,
                            .left_seconds = request->seconds - (clock_seconds() - began),
                            .ran_out = &report->ran_out,
                            .next = next_cell,
                            .run = run_cell,
                            .done = cell_done,
                            .lost = cell_lost,
                            .tick = tick};
  if (code == STATUS_OK && open_cells > 0) code = pool_run(&tasks);
  progress_end(&job->progress);
  return code;
}

static status run_and_write(job *job, double began, const char *started, run_report *report) {
  const run_request *request = job->request;
  const status code = run_cells(job, began, report);
  report->interrupted = code == STATUS_INTERRUPTED;
  if (code != STATUS_OK && !report->interrupted) return clean_up_after(job, code);
  TRY(leftovers_remove(request->settings.results)); /* of workers that were ended */
  TRY(replace_files(job, started, report));
  failures_print(&job->failures, request->settings.plan, job->names, request->notes);
  if (report->ran_out) {
    (void)fprintf(request->notes, "the run's time of %g s is over: %zu of %zu cells left\n", request->seconds,
                  job->cells - report->outcome.done - job->failures.count, job->cells);
  }
  if (report->interrupted && !report->ran_out && request->notes != NULL) {
    (void)fprintf(request->notes, "interrupted: %zu of %zu cells done; the same command goes on\n",
                  report->outcome.done, job->cells);
  }
  const results_source source = source_of(job);
  if (request->table != NULL) {
    TRY(results_print(&source, &report->outcome, request->table));
    TRY(manifest_print_read(request->settings.results, request->table));
  }
  if (request->table != NULL && *job->shard != 0) {
    (void)fprintf(request->table, "shard %s: %zu of %zu cells; verdicts over seeds are left to winnow merge\n",
                  job->shard, job->cells, request->settings.plan->cell_count);
  }
  return STATUS_OK;
}

static status run_job(job *job, run_report *report) {
  const run_request *request = job->request;
  const double began = clock_seconds();
  char started[32];
  now_text(started);
  TRY(result_folder_check(request->settings.results));
  TRY(open_store(job));
  TRY(find_changed(job));
  TRY(prepare(job));
  TRY(remove_changed(job));
  if (request->settings.record) TRY(make_folder(request->settings.results, "sequences"));
  if (request->settings.save_state) TRY(make_folder(request->settings.results, "states"));
  report->reused = job->reused;
  if (request->progress != NULL && !request->fresh && job->reused < job->cells) {
    const changes_source source = {&request->settings, job->store, job->keys, job->names, job->finished, job->reused};
    TRY(changes_report(&source, request->progress));
  }
  if (request->keep_timeouts) TRY(keep_timeouts(job));
  return run_and_write(job, began, started, report);
}

static void close_job(job *job) {
  store_close(job->store);
  failures_free(&job->failures);
  for (size_t i = 0; i < job->changed_count; i++) free(job->changed[i].path);
  free(job->changed);
  free(job->finished);
  free(job->names);
  cell_keys_free(job->keys);
}

static job open_job(const run_request *request) {
  job job = {.request = request};
  if (request->shard.count == 0) return job;
  (void)shard_text(&request->shard, job.shard);
  (void)snprintf(job.part, sizeof job.part, "shard %s", job.shard);
  return job;
}

status run_plan(const run_request *request, run_report *report) {
  job job = open_job(request);
  *report = (run_report){0};
  const status code = run_job(&job, report);
  close_job(&job);
  return code;
}

/* The state of the folder's manifest, if that is of this plan. */
static status look_at_manifest(const run_request *request, char state[static 32]) {
  cJSON *manifest = NULL;
  char *what = NULL;
  (void)snprintf(state, 32, "none");
  TRY(manifest_of_folder(request->settings.results, &manifest));
  status code = STATUS_OK;
  if (manifest != NULL) {
    code = description_of_plan_difference(manifest, request->settings.plan->document, &what);
    const bool whole = replacing_check(request->settings.results) == STATUS_OK;
    const char *ended = whole ? json_text(manifest, "state", "") : "interrupted";
    if (code == STATUS_OK && what == NULL) (void)snprintf(state, 32, "%s", ended);
  }
  free(what);
  cJSON_Delete(manifest);
  return code;
}

status run_look(const run_request *request, run_survey *survey) {
  job job = open_job(request);
  *survey = (run_survey){.cells = shard_cells(&request->shard, request->settings.plan->cell_count)};
  status code = look_at_manifest(request, survey->state);
  if (code == STATUS_OK) code = store_open_reader(request->settings.results, &job.store);
  if (code == STATUS_OK) code = prepare(&job);
  survey->finished = job.reused;
  close_job(&job);
  return code;
}
