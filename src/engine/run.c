#include "engine/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "engine/changes.h"
#include "engine/hindsight.h"
#include "engine/leftovers.h"
#include "engine/manifest.h"
#include "engine/pool.h"
#include "engine/progress.h"
#include "engine/store.h"

static const double procedure_seconds = 3600.0;

typedef struct job {
  const run_request *request;
  store *store;
  char (*names)[CELL_NAME];
  bool *finished;
  size_t next;
  size_t finished_count, reused;
  cell_failure *failures;
  size_t failure_count, failure_capacity;
  progress progress;
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
  char *key = NULL;
  char name[CELL_NAME];
  TRY(cell_key(settings, &address, &key, name));
  status code = cell_run(settings, &address, name, &record);
  if (code == STATUS_OK) {
    cJSON_AddItemToObject(record, "key", cJSON_CreateRaw(key));
    *text = cJSON_PrintUnformatted(record);
    if (*text == NULL) code = FAIL(STATUS_MEMORY, "no memory for a cell's record");
  }
  cJSON_Delete(record);
  free(key);
  return code;
}

static status add_failure(job *job, size_t index, const char *reason, bool timeout) {
  if (job->failure_count == job->failure_capacity) {
    const size_t capacity = job->failure_capacity == 0 ? 16 : 2 * job->failure_capacity;
    cell_failure *larger = realloc(job->failures, capacity * sizeof *larger);
    if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for the failures");
    job->failures = larger;
    job->failure_capacity = capacity;
  }
  cell_failure *added = &job->failures[job->failure_count];
  *added = (cell_failure){.index = index, .timeout = timeout};
  TRY(memory_text(reason, &added->reason));
  job->failure_count++;
  return STATUS_OK;
}

/* A failed cell's record has its reason right after the name. Any text may stand behind that: options are in the key. */
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
  cJSON *parsed = NULL;
  TRY(json_parse(record, &parsed));
  const char *reason = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(parsed, "reason"));
  const status code = add_failure(job, index, reason == NULL ? "no reason given" : reason, false);
  cJSON_Delete(parsed);
  return code;
}

static status cell_lost(void *context, size_t index, const char *reason, bool timeout) {
  job *job = context;
  job->finished_count++;
  return add_failure(job, index, reason, timeout);
}

static void tick(void *context) {
  job *job = context;
  progress_show(&job->progress, job->finished_count, job->failure_count);
}

typedef status cell_path(const cell_settings *settings, const char *name, char **path);

static status is_there(const cell_settings *settings, cell_path *path_of, const char *name, bool *there) {
  char *path = NULL;
  TRY(path_of(settings, name, &path));
  *there = file_exists(path);
  free(path);
  return STATUS_OK;
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

/* Names every cell, finds those with a record, says why others run again. */
static status prepare(job *job) {
  const cell_settings *settings = &job->request->settings;
  const size_t cells = settings->plan->cell_count;
  TRY(memory_array(cells, sizeof *job->names, &job->names));
  TRY(NEW_ARRAY(cells, job->finished));
  for (size_t index = 0; index < cells; index++) {
    const cell_address address = plan_cell(settings->plan, index);
    char *key = NULL;
    TRY(cell_key(settings, &address, &key, job->names[index]));
    free(key);
    bool there = !job->request->fresh && store_has(job->store, job->names[index]);
    if (there && settings->record) TRY(is_there(settings, cell_sequence_path, job->names[index], &there));
    if (there && settings->save_state && !settings->plan->procedure) {
      TRY(is_there(settings, cell_state_path, job->names[index], &there));
    }
    job->finished[index] = there || is_left_out(job->request, job->names[index]);
    job->reused += there;
  }
  job->finished_count = job->reused;
  if (job->request->quiet || job->request->fresh || job->reused == cells) return STATUS_OK;
  return changes_report(settings, job->store, job->finished);
}

static int compare_failures(const void *a, const void *b) {
  const cell_failure *first = a;
  const cell_failure *second = b;
  return first->index < second->index ? -1 : first->index > second->index;
}

static void report_failures(const job *job) {
  enum { SHOWN = 5 };
  for (size_t i = 0; i < job->failure_count && i < SHOWN; i++) {
    const cell_failure *failure = &job->failures[i];
    const cell_address address = plan_cell(job->request->settings.plan, failure->index);
    (void)fprintf(stderr, "cell %s (%s, seed %llu) %s: %s\n", job->names[failure->index], address.learner->label,
                  (unsigned long long)address.seed, failure->timeout ? "ran out of time" : "failed", failure->reason);
  }
  if (job->failure_count > SHOWN) {
    (void)fprintf(stderr, "and %zu more failed cells: see manifest.json\n", job->failure_count - SHOWN);
  }
}

static void now_text(char text[32]) {
  const time_t now = time(NULL);
  struct tm parts;
  (void)gmtime_r(&now, &parts);
  (void)strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* The files of the result folder, all under temporary names. */
static status write_files(job *job, const char *started, run_report *report, results_files *files) {
  const run_request *request = job->request;
  if (job->failure_count > 1) qsort(job->failures, job->failure_count, sizeof *job->failures, compare_failures);
  TRY(store_compact(job->store));
  const results_source source = {.plan = request->settings.plan,
                                 .store = job->store,
                                 .names = job->names,
                                 .failures = job->failures,
                                 .failure_count = job->failure_count,
                                 .folder = request->settings.results};
  TRY(results_write(&source, &report->outcome, files));
  const bool violated = report->outcome.verdicts[VERDICT_VIOLATED] > 0;
  report->exit = report->interrupted ? 130 : violated ? 3 : job->failure_count > 0 ? 1 : 0;
  char ended[32];
  now_text(ended);
  const manifest_facts facts = {.settings = &request->settings,
                                .lua = request->lua,
                                .started = started,
                                .ended = ended,
                                .state = report->interrupted      ? "interrupted"
                                         : job->failure_count > 0 ? "failed in part"
                                                                  : "complete",
                                .exit = report->exit,
                                .source = &source};
  const status code = manifest_write(&facts, files);
  if (code != STATUS_OK) results_abandon(files);
  return code;
}

static status replace_files(job *job, const char *started, run_report *report) {
  results_files files = {0};
  TRY(write_files(job, started, report, &files));
  TRY(results_commit(&files));
  return results_write_sums(job->request->settings.results);
}

/* The earlier results of another version, or the files of somebody else, stay as they are. */
static status open_store(job *job) {
  const char *results = job->request->settings.results;
  TRY(manifest_check(results));
  TRY(results_check(results));
  TRY(store_open(results, &job->store));
  const size_t unread = store_unread(job->store);
  if (unread > 0 && !job->request->quiet) {
    (void)fprintf(stderr,
                  "%s/.journal/cells: %zu lines are damaged or of another version: they stay, their cells run\n",
                  results, unread);
  }
  return leftovers_remove(results);
}

/* After an error: no files of workers that were ended stay; what went wrong is in the message already. */
static status give_up(const job *job, status code) {
  char *message = NULL;
  if (memory_text(status_message(), &message) != STATUS_OK) return code;
  if (leftovers_remove(job->request->settings.results) != STATUS_OK) code = FAIL(code, "%s", message);
  free(message);
  return code;
}

static status run_job(job *job, run_report *report) {
  const run_request *request = job->request;
  char started[32];
  now_text(started);
  TRY(open_store(job));
  if (request->settings.record) TRY(make_folder(request->settings.results, "sequences"));
  if (request->settings.save_state) TRY(make_folder(request->settings.results, "states"));
  TRY(prepare(job));
  report->reused = job->reused;
  size_t open_cells = 0;
  for (size_t i = 0; i < request->settings.plan->cell_count; i++) open_cells += !job->finished[i];
  const pool_tasks tasks = {.context = job,
                            .workers = request->jobs < open_cells ? request->jobs : open_cells,
                            .seconds = request->settings.plan->procedure ? procedure_seconds : 0.0,
                            .next = next_cell,
                            .run = run_cell,
                            .done = cell_done,
                            .lost = cell_lost,
                            .tick = tick};
  progress_start(&job->progress, request->quiet, request->settings.plan->cell_count, job->reused);
  status code = hindsight_begin(&request->settings, job->finished);
  if (code == STATUS_OK && open_cells > 0) code = pool_run(&tasks);
  progress_end(&job->progress);
  report->interrupted = code == STATUS_INTERRUPTED;
  if (code != STATUS_OK && !report->interrupted) return give_up(job, code);
  TRY(leftovers_remove(request->settings.results)); /* of workers that were ended */
  TRY(replace_files(job, started, report));
  report_failures(job);
  if (!request->quiet) TRY(results_print(request->settings.results));
  return STATUS_OK;
}

status run_plan(const run_request *request, run_report *report) {
  job job = {.request = request};
  *report = (run_report){0};
  const status code = run_job(&job, report);
  store_close(job.store);
  for (size_t i = 0; i < job.failure_count; i++) free(job.failures[i].reason);
  free(job.failures);
  free(job.finished);
  free(job.names);
  return code;
}
