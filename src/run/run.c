#include "run/run.h"
#include "base/clock.h"
#include "base/journal.h"
#include "base/json.h"
#include "base/process/interruption.h"
#include "base/process/process.h"
#include "base/sorting.h"
#include "cell/cell_confine.h"
#include "cell/cell_files.h"
#include "results/description.h"
#include "results/manifest.h"
#include "results/result_folder.h"
#include "results/results_print.h"
#include "results/sums.h"
#include "run/changes.h"
#include "run/leftovers.h"
#include "run/pool.h"
#include "run/progress.h"
#include <time.h>
#include <unistd.h>

/* A file of sequences/ or states/ that is not as its sum says. */
typedef struct changed_file {
  char *path;
  bool remade; /* its cell runs again */
} changed_file;

/* The cells of a (grid point, learner) that are left. */
typedef struct cell_group {
  size_t next, end;
  double seconds; /* of the latest one; INFINITY: not known yet */
} cell_group;

typedef struct job {
  const run_request *request;
  store *store;
  cell_keys *keys;
  char (*names)[CELL_NAME];
  bool *finished;
  cell_group *groups; /* in the order of the plan */
  cell_group **order; /* by seconds, once a cell of each has begun */
  size_t group_count, begun, turn;
  size_t cells; /* of the shard */
  size_t finished_count, reused;
  char shard[SHARD_TEXT], part[SHARD_TEXT + 8];
  failure_list failures;
  progress progress;
  changed_file *changed; /* sorted */
  size_t changed_count;
} job;

static status make_groups(job *self) {
  const plan *planned = self->request->settings.plan;
  self->group_count = planned->cell_count / planned->seeds;
  TRY(NEW_ARRAY(self->group_count, self->groups));
  TRY(NEW_ARRAY(self->group_count, self->order));
  for (size_t i = 0; i < self->group_count; i++) {
    self->groups[i] = (cell_group){i * planned->seeds, (i + 1) * planned->seeds, INFINITY};
    self->order[i] = &self->groups[i];
  }
  return STATUS_OK;
}

static int compare_groups(const void *a, const void *b) {
  const cell_group *first = *(cell_group *const *)a, *second = *(cell_group *const *)b;
  if (first->seconds != second->seconds) return first->seconds > second->seconds ? -1 : 1;
  return first->next < second->next ? -1 : first->next > second->next;
}

static bool take_cell(const job *self, cell_group *from, size_t *index) {
  while (from->next < from->end && self->finished[from->next]) from->next++;
  if (from->next == from->end) return false;
  *index = from->next++;
  return true;
}

/* One cell of each group, the last groups first, as sweeps mostly ascend; then the others, those that take longest first. */
static bool next_cell(void *context, size_t *index) {
  job *self = context;
  while (self->begun < self->group_count) {
    const bool taken = take_cell(self, &self->groups[self->group_count - ++self->begun], index);
    if (self->begun == self->group_count) {
      qsort(self->order, self->group_count, sizeof(cell_group *), compare_groups);
    }
    if (taken) return true;
  }
  for (; self->turn < self->group_count; self->turn++) {
    if (take_cell(self, self->order[self->turn], index)) return true;
  }
  return false;
}

static status run_cell(void *context, size_t index, char **text) {
  job *self = context;
  const cell_settings *settings = &self->request->settings;
  const cell_address address = plan_cell(settings->plan, index);
  CLEANUP(json_free_at) cJSON *record = NULL;
  const char *key = NULL;
  char name[CELL_NAME];
  TRY(cell_keys_at(self->keys, &address, &key, name));
  TRY(cell_run(settings, &address, name, &record));
  if (status_memory() != STATUS_OK) { /* it may be incomplete, and so would be the next */
    return FAIL(STATUS_MEMORY, "%s", json_text(record, "reason", status_message()));
  }
  json_set(record, "key", cJSON_CreateRaw(key));
  *text = cJSON_PrintUnformatted(record);
  return *text != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a cell's record");
}

static confinement asks(void *context, size_t index) {
  const plan *planned = ((const job *)context)->request->settings.plan;
  const cell_address address = plan_cell(planned, index);
  return cell_confinement(planned, &address);
}

static status confine_worker(void *context) {
  return cell_confine(&((const job *)context)->request->settings, NULL);
}

/* A failed cell's record has its reason right after the name. Later members, such as options in the key, may contain any text. */
static bool is_failure(const char *record) {
  static const char reason[] = ",\"reason\":";
  const char *second = strchr(record, ',');
  return second == NULL || strncmp(second, reason, sizeof reason - 1) == 0;
}

static cell_group *group_of(const job *self, size_t index) {
  return &self->groups[index / self->request->settings.plan->seeds];
}

static void note_seconds(job *self, size_t index, const char *record) {
  static const char before[] = "\"seconds\":\"";
  const char *seconds = strstr(record, before);
  if (seconds != NULL) group_of(self, index)->seconds = strtod(seconds + strlen(before), NULL);
}

static double expected_seconds(void *context, size_t index) {
  return group_of(context, index)->seconds;
}

static status cell_done(void *context, size_t index, const char *record, size_t length) {
  job *self = context;
  self->finished_count++;
  note_seconds(self, index, record);
  if (!is_failure(record)) return store_append(self->store, self->names[index], record);
  if (interruption_pending()) return STATUS_OK; /* the signal may have ended a program of the cell, too */
  CLEANUP(json_free_at) cJSON *parsed = NULL;
  TRY(json_parse(record, &parsed));
  return failures_add(&self->failures, index, json_text(parsed, "reason", "no reason given"), false);
}

static status cell_lost(void *context, size_t index, const char *reason, bool timeout) {
  job *self = context;
  self->finished_count++;
  return failures_add(&self->failures, index, reason, timeout);
}

static void tick(void *context) {
  job *self = context;
  (void)store_write(self->store, JOURNAL_PATIENCE); /* what failed is written with the next record */
  progress_show(&self->progress, self->finished_count, self->failures.count);
}

static status note_changed(void *context, const char *name) {
  job *self = context;
  TRY(memory_grow(&self->changed, self->changed_count + 1, sizeof *self->changed));
  changed_file *added = &self->changed[self->changed_count];
  *added = (changed_file){.remade = false};
  TRY(memory_format(&added->path, "%s/%s", self->request->settings.results, name));
  self->changed_count++;
  return STATUS_OK;
}

/* Is the file among the changed ones? Its cell writes it again. */
static bool take_changed(const job *self, const char *path) {
  changed_file *found = self->changed_count == 0
                            ? NULL
                            : bsearch(&path, self->changed, self->changed_count, sizeof *self->changed, order_texts);
  if (found == NULL) return false;
  found->remade = true;
  if (self->request->notes != NULL) {
    (void)fprintf(self->request->notes, "%s: was changed since SHA256SUMS was written: its cell runs again\n", path);
  }
  return true;
}

/* Is the file there, as it was written? */
static bool is_there(job *self, const char *path) {
  const bool changed = take_changed(self, path);
  return !changed && file_exists(path);
}

/* Also under the name that it had when other parameters were swept, or in version 1.1. */
static status state_is_there(job *self, const cell_address *address, bool *there) {
  const cell_settings *settings = &self->request->settings;
  const char *name = self->names[address->index];
  FREED char *path = NULL, *former = NULL;
  TRY(cell_state_path(settings->results, settings->plan, address, name, &path));
  if (*there && !file_exists(path)) TRY(cell_state_find(settings->results, name, &former));
  *there = is_there(self, former != NULL ? former : path) && *there;
  return STATUS_OK;
}

static status rename_state(const job *self, const cell_address *address) {
  const cell_settings *settings = &self->request->settings;
  const char *name = self->names[address->index];
  FREED char *path = NULL, *former = NULL;
  TRY(cell_state_path(settings->results, settings->plan, address, name, &path));
  if (!file_exists(path)) TRY(cell_state_find(settings->results, name, &former));
  if (former == NULL || rename(former, path) == 0) return STATUS_OK;
  return FAIL(STATUS_IO, "%s: cannot be renamed: %s", former, strerror(errno));
}

static status rename_states(const job *self) {
  const plan *planned = self->request->settings.plan;
  if (!self->request->settings.save_state || planned->procedure) return STATUS_OK;
  for (size_t index = 0; index < planned->cell_count; index++) {
    const cell_address address = plan_cell(planned, index);
    if (self->finished[index] && store_has(self->store, self->names[index])) TRY(rename_state(self, &address));
  }
  return STATUS_OK;
}

/* A changed file gets no new sum: it goes if its cell writes it again, and the run is refused for one of no cell of this plan. */
static status remove_changed(const job *self) {
  for (size_t i = 0; i < self->changed_count; i++) {
    if (self->changed[i].remade) continue;
    return FAIL(STATUS_INVALID, "%s: was changed since SHA256SUMS was written: remove it, or put it back",
                self->changed[i].path);
  }
  for (size_t i = 0; i < self->changed_count; i++) (void)unlink(self->changed[i].path);
  return STATUS_OK;
}

static status find_changed(job *self) {
  const char *results = self->request->settings.results;
  CLEANUP(recorded_sums_free) recorded_sums sums = {.text = NULL};
  TRY(recorded_sums_read(results, &sums));
  return recorded_sums_check(&sums, results, note_changed, self);
}

static status make_folder(const char *results, const char *name) {
  FREED char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", results, name));
  return directory_make(folder);
}

static bool is_left_out(const run_request *request, const char *name) {
  if (request->only == NULL) return false;
  return bsearch(&name, request->only, request->only_count, sizeof *request->only, order_texts) == NULL;
}

/* Names a cell and finds whether it is to be run. */
static status prepare_cell(job *self, size_t index) {
  const cell_settings *settings = &self->request->settings;
  const cell_address address = plan_cell(settings->plan, index);
  FREED char *recorded = NULL;
  const char *key = NULL, *name = self->names[index];
  TRY(cell_keys_at(self->keys, &address, &key, self->names[index]));
  bool there = !self->request->fresh && store_has(self->store, name);
  if (settings->record) {
    TRY(cell_sequence_path(settings->results, name, &recorded));
    there = is_there(self, recorded) && there;
  }
  if (settings->save_state && !settings->plan->procedure) TRY(state_is_there(self, &address, &there));
  self->finished[index] = there || is_left_out(self->request, name);
  self->reused += there;
  return STATUS_OK;
}

/* Names the cells of the shard and finds those with a record. Cells of other shards have no name, and so no record. */
static status prepare(job *self) {
  const run_request *request = self->request;
  const size_t cells = request->settings.plan->cell_count;
  TRY(memory_array(cells, sizeof *self->names, &self->names));
  TRY(NEW_ARRAY(cells, self->finished));
  TRY(cell_keys_new(&request->settings, &self->keys));
  for (size_t index = 0; index < cells; index++) {
    if (shard_has(&request->shard, index)) {
      TRY(prepare_cell(self, index));
    } else {
      self->finished[index] = true;
    }
  }
  self->cells = shard_cells(&request->shard, cells);
  self->finished_count = self->reused;
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
  qsort(*timeouts, *count, sizeof **timeouts, compare_timeouts);
  return STATUS_OK;
}

/* Cells that ran out of time in the run before are kept as they are. */
static status keep_timeouts(job *self) {
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  FREED const cJSON **timeouts = NULL;
  size_t count = 0;
  TRY(manifest_of_folder(self->request->settings.results, &manifest));
  TRY(find_timeouts(manifest, &timeouts, &count));
  for (size_t i = 0; count > 0 && i < self->request->settings.plan->cell_count; i++) {
    if (self->finished[i]) continue;
    const cJSON *const *kept = bsearch(self->names[i], timeouts, count, sizeof *timeouts, compare_with_timeout);
    if (kept == NULL) continue;
    TRY(failures_add(&self->failures, i, json_text(*kept, "reason", ""), true));
    self->finished[i] = true;
    self->finished_count++;
  }
  return STATUS_OK;
}

static void now_text(char text[32]) {
  const time_t now = time(NULL);
  struct tm parts;
  (void)gmtime_r(&now, &parts);
  (void)strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* After a signal no child begins (interruption_follow_parent). */
static bool is_worth_processes(const job *self) {
  enum { MANY_CELLS = 512 };
  return self->cells >= MANY_CELLS && !interruption_pending();
}

static results_source source_of(const job *self) {
  const run_request *request = self->request;
  return (results_source){.plan = request->settings.plan,
                          .store = self->store,
                          .names = self->names,
                          .failures = &self->failures,
                          .folder = request->settings.results,
                          .jobs = is_worth_processes(self) ? request->jobs : 0,
                          .all_curves = request->settings.all_curves,
                          .part = *self->part != 0 ? self->part : request->part};
}

static status write_manifest(const job *self, const char *started, const run_report *report, const char *folder,
                             results_files *files) {
  const run_request *request = self->request;
  const results_source source = source_of(self);
  char ended[32];
  now_text(ended);
  const manifest_facts facts = {.settings = &request->settings,
                                .lua = request->lua,
                                .started = started,
                                .ended = ended,
                                .state = report->ran_out            ? "out of time"
                                         : report->interrupted      ? "interrupted"
                                         : self->failures.count > 0 ? "failed in part"
                                                                    : "complete",
                                .exit = report->exit,
                                .shard = *self->shard != 0 ? self->shard : NULL,
                                .source = &source};
  return manifest_write(&facts, folder, files);
}

/* Until the run ends its journal says what the records are of. */
static status begin_manifest(const job *self, const char *started) {
  const run_report report = {.interrupted = true, .exit = 130};
  CLEANUP(results_abandon) results_files files = {0};
  FREED char *folder = NULL;
  TRY(memory_format(&folder, "%s/.journal", self->request->settings.results));
  TRY(write_manifest(self, started, &report, folder, &files));
  return replacement_rename(files.file[--files.count]);
}

/* The files of the result folder, all under temporary names, the sums last; then they take the place of those before. */
static status write_files(job *self, const char *started, run_report *report) {
  const char *results = self->request->settings.results;
  CLEANUP(results_abandon) results_files files = {0};
  const results_source source = source_of(self);
  TRY(results_write(&source, &report->outcome, &files));
  const bool violated = report->outcome.verdicts[VERDICT_VIOLATED] > 0;
  report->exit = report->interrupted ? 130 : violated ? 3 : self->failures.count > 0 ? 1 : 0;
  TRY(write_manifest(self, started, report, results, &files));
  TRY(results_write_sums(results, self->store, &files));
  return results_commit(results, &files);
}

typedef struct writing {
  job *self;
  const char *started;
  run_report *report;
} writing;

static status write_apart(void *context, int answer) {
  const writing *work = context;
  TRY(write_files(work->self, work->started, work->report));
  const bool told = write(answer, work->report, sizeof *work->report) == sizeof *work->report;
  return told ? STATUS_OK : FAIL(STATUS_IO, "the tables: no answer");
}

static status write_all(job *self, const char *started, run_report *report) {
  writing work = {self, started, report};
  process writer;
  failures_sort(&self->failures);
  TRY(store_compact(self->store));
  if (!is_worth_processes(self)) return write_files(self, started, report);
  TRY(process_fork("the tables", PROCESS_SIGNALS_PARENT, write_apart, &work, &writer));
  const status code = process_answer(&writer, "the writer of the tables", report, sizeof *report);
  /* a signal just before the fork */
  return code != STATUS_OK && interruption_pending() ? write_files(self, started, report) : code;
}

/* The manifest must be ours. A shard replaces neither a whole run nor another shard. */
static status check_manifest(const job *self) {
  const char *results = self->request->settings.results;
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  if (*self->shard == 0) return manifest_check(results);
  TRY(manifest_of_folder(results, &manifest));
  const char *other = json_text(manifest, "shard", "");
  if (manifest == NULL || strcmp(other, self->shard) == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: holds %s%s, not shard %s; it is not overwritten: choose another --out", results,
              *other == 0 ? "a whole run" : "shard ", other, self->shard);
}

/* Results of another version and foreign files are refused, and stay. */
static status open_store(job *self) {
  const char *results = self->request->settings.results;
  TRY(check_manifest(self));
  TRY(results_check(results));
  TRY(store_open(results, &self->store));
  if (self->request->progress != NULL) store_note_unread(self->store, self->request->progress, "run again");
  return leftovers_remove(results);
}

/* After an error: removes what ended workers left. Keeps the message. */
static status clean_up_after(const job *self, status code) {
  FREED char *message = NULL;
  if (memory_text(status_message(), &message) != STATUS_OK) return code;
  return leftovers_remove(self->request->settings.results) == STATUS_OK ? code : FAIL(code, "%s", message);
}

/* ---- comparators that are computed once for all cells */

static status make_once(const cell_settings *settings, const plan_point *point) {
  const problem_class *class = point->problem;
  const problem_setting setting = {
      .seed = 1, .trials = point->trials + point->test, .folders = {settings->data, settings->folder}};
  CLEANUP(options_free_at) options *values = NULL;
  CLEANUP(problem_destroy) problem source = {.class = NULL};
  problem_facts facts = {0};
  TRY(options_new(&class->about, point->problem_options, &values));
  TRY(problem_ask_facts(class, &setting, values, &facts));
  return facts.comparator_kept ? problem_new(class, &setting, values, &source) : STATUS_OK;
}

/* Makes the problem of every grid point with an unfinished cell whose comparator is kept in memory (problem_facts): a worker
 * that is forked afterwards finds it there. Saves time, and changes nothing else: what fails here fails in the cells. */
static status make_comparators(const cell_settings *settings, const bool *finished) {
  const plan_point *last = NULL;
  for (size_t index = 0; index < settings->plan->cell_count; index++) {
    if (finished[index]) continue;
    const plan_point *point = plan_cell(settings->plan, index).point;
    if (point == last) continue;
    last = point;
    if (point->problem == NULL || point->problem->about.definition != NULL) continue;
    if (make_once(settings, point) == STATUS_MEMORY) return STATUS_MEMORY;
  }
  return STATUS_OK;
}

/* ---- the run */

/* The cells that are open, in workers. `began`, `started`: when the run did. */
static status run_cells(job *self, double began, const char *started, run_report *report) {
  const run_request *request = self->request;
  size_t open_cells = 0;
  TRY(make_groups(self));
  for (size_t i = 0; i < request->settings.plan->cell_count; i++) open_cells += !self->finished[i];
  progress_start(&self->progress, request->progress, self->cells, self->reused);
  status code = make_comparators(&request->settings, self->finished);
  interruption_hold(); /* to the end: finished cells are written, and the exit status reports the interruption */
  const double limit = request->cell_seconds > 0.0         ? request->cell_seconds
                       : request->settings.plan->procedure ? RUN_PROCEDURE_SECONDS
                                                           : 0.0;
  const pool_tasks tasks = {.context = self,
                            .workers = request->jobs < open_cells ? request->jobs : open_cells,
                            .count = open_cells,
                            .seconds = limit,
                            .whole_seconds = request->seconds,
                            .left_seconds = request->seconds - (clock_seconds() - began),
                            .ran_out = &report->ran_out,
                            .next = next_cell,
                            .expected = expected_seconds,
                            .run = run_cell,
                            .asks = asks,
                            .confine = confine_worker,
                            .done = cell_done,
                            .lost = cell_lost,
                            .tick = tick};
  if (code == STATUS_OK && open_cells > 0) code = begin_manifest(self, started);
  if (code == STATUS_OK && open_cells > 0) code = pool_run(&tasks);
  progress_end(&self->progress);
  return code;
}

static status run_and_write(job *self, double began, const char *started, run_report *report) {
  const run_request *request = self->request;
  const status code = run_cells(self, began, started, report);
  report->interrupted = code == STATUS_INTERRUPTED;
  if (code != STATUS_OK && !report->interrupted) return clean_up_after(self, code);
  TRY(leftovers_remove(request->settings.results)); /* of workers that were ended */
  TRY(write_all(self, started, report));
  failures_print(&self->failures, request->settings.plan, self->names, request->notes);
  if (report->ran_out) {
    (void)fprintf(request->notes, "the run's time of %g s is over: %zu of %zu cells left\n", request->seconds,
                  self->cells - report->outcome.done - self->failures.count, self->cells);
  }
  if (report->interrupted && !report->ran_out && request->notes != NULL) {
    (void)fprintf(request->notes, "interrupted: %zu of %zu cells done; the same command goes on\n",
                  report->outcome.done, self->cells);
  }
  const results_source source = source_of(self);
  if (request->table != NULL) {
    TRY(results_print(&source, &report->outcome, request->table));
    TRY(manifest_print_read(request->settings.results, request->table));
  }
  if (request->table != NULL && *self->shard != 0) {
    (void)fprintf(request->table, "shard %s: %zu of %zu cells; verdicts over seeds are left to winnow merge\n",
                  self->shard, self->cells, request->settings.plan->cell_count);
  }
  return STATUS_OK;
}

static status run_job(job *self, run_report *report) {
  const run_request *request = self->request;
  const double began = clock_seconds();
  char started[32];
  now_text(started);
  TRY(result_folder_check(request->settings.results));
  TRY(open_store(self));
  TRY(find_changed(self));
  TRY(prepare(self));
  TRY(remove_changed(self));
  TRY(rename_states(self));
  if (request->settings.record) TRY(make_folder(request->settings.results, "sequences"));
  if (request->settings.save_state) TRY(make_folder(request->settings.results, "states"));
  report->reused = self->reused;
  if (request->progress != NULL && !request->fresh && self->reused < self->cells) {
    const changes_source source = {&request->settings, self->store,    self->keys,
                                   self->names,        self->finished, self->reused};
    TRY(changes_report(&source, request->progress));
  }
  if (request->keep_timeouts) TRY(keep_timeouts(self));
  return run_and_write(self, began, started, report);
}

static void close_job(job *self) {
  store_close(self->store);
  failures_free(&self->failures);
  for (size_t i = 0; i < self->changed_count; i++) free(self->changed[i].path);
  free(self->changed);
  free(self->finished);
  free(self->groups);
  free(self->order);
  free(self->names);
  cell_keys_free(self->keys);
}

static job open_job(const run_request *request) {
  job self = {.request = request};
  if (request->shard.count == 0) return self;
  (void)shard_text(&request->shard, self.shard);
  (void)snprintf(self.part, sizeof self.part, "shard %s", self.shard);
  return self;
}

status run_plan(const run_request *request, run_report *report) {
  CLEANUP(close_job) job self = open_job(request);
  *report = (run_report){0};
  return run_job(&self, report);
}

/* The state of the folder's manifest, if that is of this plan. */
static status look_at_manifest(const run_request *request, char state[static 32]) {
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  FREED char *what = NULL;
  (void)snprintf(state, 32, "none");
  TRY(manifest_of_folder(request->settings.results, &manifest));
  if (manifest == NULL) return STATUS_OK;
  TRY(description_of_plan_difference(manifest, request->settings.plan->document, &what));
  if (what != NULL) return STATUS_OK;
  const bool whole = replacing_check(request->settings.results) == STATUS_OK;
  (void)snprintf(state, 32, "%s", whole ? json_text(manifest, "state", "") : "interrupted");
  return STATUS_OK;
}

status run_look(const run_request *request, run_survey *survey) {
  CLEANUP(close_job) job self = open_job(request);
  *survey = (run_survey){.cells = shard_cells(&request->shard, request->settings.plan->cell_count)};
  TRY(look_at_manifest(request, survey->state));
  TRY(store_open_reader(request->settings.results, &self.store));
  store_note_unread(self.store, request->notes, "run again");
  TRY(prepare(&self));
  survey->finished = self.reused;
  return STATUS_OK;
}
