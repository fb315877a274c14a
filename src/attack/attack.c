#include "attack/attack.h"
#include "attack/found_scenario.h"
#include "attack/shrink.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/process/interruption.h"
#include "base/tsv.h"
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_NAMES = 256 };

/* A row of the table. */
typedef struct attack_line {
  char row[BOUND_NAME], learner[96], measure[40], verdict[24], how[64];
  const char *premises; /* attack_target.premises */
  attack_noise noise;
  double start, best, measured, value;
  size_t trials, evaluations;
  bool violated;
} attack_line;

typedef struct attack_lines {
  attack_line *line;
  size_t count;
} attack_lines;

status attack_budget(const char *text, size_t *evaluations, double *seconds) {
  long long count = 0;
  double time = 0.0;
  char number[NUMBER_TEXT];
  const size_t length = strlen(text);
  *evaluations = 0;
  *seconds = 0.0;
  if (integer_parse(text, &count) && count >= 1 && count <= 1000000000) {
    *evaluations = (size_t)count;
    return STATUS_OK;
  }
  if (length > 1 && length < sizeof number && text[length - 1] == 's') {
    (void)snprintf(number, sizeof number, "%.*s", (int)length - 1, text);
    if (number_parse(number, &time) && time > 0.0 && time <= 1e7) {
      *seconds = time;
      return STATUS_OK;
    }
  }
  return FAIL(STATUS_INVALID, "--budget %s: expected a number of evaluations (2000) or of seconds (60s)", text);
}

/* ---- which bounds */

static status add_row(attack_lines *lines, const char *row) {
  for (size_t i = 0; i < lines->count; i++) {
    if (strcmp(lines->line[i].row, row) == 0) return STATUS_OK;
  }
  TRY(memory_grow(&lines->line, lines->count + 1, sizeof *lines->line));
  lines->line[lines->count] = (attack_line){.start = NAN, .best = NAN, .noise.amount = NAN};
  (void)snprintf(lines->line[lines->count++].row, BOUND_NAME, "%s", row);
  return STATUS_OK;
}

static void bound_of_row(const char *row, char name[BOUND_NAME]) {
  (void)snprintf(name, BOUND_NAME, "%.*s", (int)strcspn(row, "."), row);
}

/* Of the first grid point that has the bound. */
static const char *premises_of(const plan *planned, const char *name) {
  for (size_t p = 0; p < planned->point_count; p++) {
    const plan_point *point = &planned->points[p];
    for (size_t i = 0; i < point->bound_count; i++) {
      if (strcmp(point->bounds[i].class->about.name, name) == 0) return point->bounds[i].class->premises;
    }
  }
  return NULL;
}

static status check_bound(const plan *planned, const char *row) {
  const char *names[LARGEST_NAMES];
  char name[BOUND_NAME];
  size_t count = 0;
  bound_of_row(row, name);
  for (size_t p = 0; p < planned->point_count; p++) {
    for (size_t i = 0; i < planned->points[p].bound_count; i++) {
      const char *other = planned->points[p].bounds[i].class->about.name;
      if (strcmp(other, name) == 0) return STATUS_OK;
      if (count < LARGEST_NAMES) names[count++] = other;
    }
  }
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "--bound %s: no bound of this scenario%s", row,
              nearest_names(name, names, count, false, nearest));
}

static status choose_rows(const attack_request *request, attack_lines *lines) {
  const plan *planned = request->settings.plan;
  if (planned->procedure) return FAIL(STATUS_INVALID, "%s: a procedure has no sequence to attack", planned->path);
  if (request->bound != NULL) {
    TRY(check_bound(planned, request->bound));
    return add_row(lines, request->bound);
  }
  for (size_t p = 0; p < planned->point_count; p++) {
    const plan_point *point = &planned->points[p];
    for (size_t i = 0; i < point->bound_count; i++) {
      if (point->bounds[i].class->status != BOUND_REPORTED) TRY(add_row(lines, point->bounds[i].class->about.name));
    }
  }
  return lines->count > 0 ? STATUS_OK
                          : FAIL(STATUS_INVALID, "%s: no bound to attack, expected bounds = {...}", planned->path);
}

/* ---- what is found is written, and played again as `winnow run` would */

/* NULL if it has none. */
static const char *label_of(const cJSON *point) {
  return json_text(cJSON_GetArrayItem(json_member(point, "learners"), 0), "label", NULL);
}

static status play_written(const attack_request *request, const attack_search *search, const plan *written,
                           const attack_found *found, bool *same) {
  CLEANUP(attack_candidate_free) attack_candidate candidate = {.seed = found->candidate.seed};
  attack_result result;
  const char *label = label_of(found->candidate.point);
  size_t player = 0, place = 0;
  const plan_point *point = &written->points[0];
  for (size_t l = 0; l < point->learner_count; l++) {
    if (label != NULL && strcmp(point->learners[l].label, label) == 0) player = l;
  }
  for (size_t i = 0; i < point->bound_count; i++) {
    if (strcmp(point->bounds[i].class->about.name, search->target.bound) == 0) place = i;
  }
  attack_search again = *search;
  cell_settings settings = *search->target.settings;
  if (found->file != NULL) settings.folder = request->settings.results; /* where the sequence is; else the data */
  again.target.settings = &settings;
  TRY(attack_point(point->json, player, place, &candidate.point));
  TRY(attack_batch(&again, &candidate, 1, &result));
  *same = result.used == found->result.used && result.trials == found->result.trials;
  return STATUS_OK;
}

static status write_found(const attack_request *request, const attack_search *search, const attack_found *found,
                          const char *name) {
  FREED char *path = NULL;
  CLEANUP(plan_close) plan written = {.document = NULL};
  bool same = false;
  TRY(attack_write_scenario(search, found, request->settings.results, name, &path));
  TRY(request->read_plan(request->context, path, &written));
  const status code = play_written(request, search, &written, found, &same);
  request->leave_plan(request->context);
  if (code != STATUS_OK || same) return code;
  return FAIL(STATUS_FAILED, "%s: played again, the bound %s is not used as much as it was", path, search->target.row);
}

static const char *outcome_of(const attack_result *result) {
  return result->violated ? "violated" : result->refuted ? "refuted" : result->judged ? result->verdict : "not judged";
}

/* Of a found sequence it is known; what parameters play is recorded for it. */
static status measure_noise(const attack_search *search, attack_found *best) {
  FREED char *kept = NULL;
  attack_search again = *search;
  attack_candidate candidate;
  attack_result result;
  bool played = false;
  if (best->file != NULL) return STATUS_OK;
  TRY(memory_format(&kept, "%s/start.jsonl", search->scratch));
  TRY(attack_record(&again, &best->candidate, kept, ATTACK_LARGEST_FILE, &candidate, &result, &played));
  if (played) best->result.noise = result.noise;
  return STATUS_OK;
}

static void describe_found(attack_line *line, const attack_search *search) {
  const attack_found *best = &search->best;
  const char *label = label_of(best->candidate.point);
  (void)snprintf(line->learner, sizeof line->learner, "%.60s%s", label == NULL ? "-" : label,
                 attack_same_learner(best) ? "" : ", other options");
  (void)snprintf(line->measure, sizeof line->measure, "%s", best->result.measure);
  (void)snprintf(line->verdict, sizeof line->verdict, "%s", outcome_of(&best->result));
  (void)snprintf(line->how, sizeof line->how, "%s", best->file != NULL ? "sequence" : "parameters");
  line->start = search->start_count > 0 ? search->starts[0].result.used : NAN;
  line->best = best->result.used;
  line->measured = best->result.measured;
  line->value = best->result.value;
  line->trials = best->result.trials;
  line->evaluations = search->evaluations;
  line->violated = best->result.violated;
  line->noise = best->result.noise;
}

static status keep_short(const attack_request *request, attack_search *search) {
  CLEANUP(attack_found_free) attack_found shorter = {.origin = NULL};
  FREED char *name = NULL;
  if (!(search->best.result.violated || search->best.result.refuted)) return STATUS_OK;
  TRY(attack_shrink(search, &shorter));
  if (shorter.origin == NULL) return STATUS_OK;
  TRY(memory_format(&name, "%s_short", search->target.row));
  TRY(write_found(request, search, &shorter, name));
  if (request->progress != NULL) {
    (void)fprintf(request->progress, "attack: %s: %s in %zu trials: %s.lua; ", search->target.row,
                  outcome_of(&shorter.result), shorter.result.trials, name);
    attack_put_premises(request->progress, search->target.premises);
    (void)fputc('\n', request->progress);
  }
  return STATUS_OK;
}

/* For the next of `count` bounds. */
static double seconds_for(const attack_request *request, size_t count) {
  if (request->until <= 0.0) return request->seconds;
  const double share = fmax(request->until - clock_seconds(), 1e-3) / (double)count;
  return request->seconds > 0.0 ? fmin(share, request->seconds) : share;
}

static status attack_row(const attack_request *request, const cell_settings *settings, const char *scratch,
                         double seconds, attack_line *line) {
  CLEANUP(attack_search_close)
  attack_search search = {.target = {.settings = settings, .row = line->row, .noise = request->noise},
                          .scratch = scratch,
                          .fixed = json_member(request->settings.plan->document, "overrides"),
                          .jobs = request->jobs,
                          .progress = request->progress,
                          .limit = request->evaluations,
                          .seconds = seconds,
                          .started = clock_seconds()};
  bound_of_row(line->row, search.target.bound);
  search.target.premises = line->premises = premises_of(request->settings.plan, search.target.bound);
  TRY(attack_search_run(&search));
  if (search.best.origin == NULL) return STATUS_OK;
  TRY(measure_noise(&search, &search.best));
  describe_found(line, &search);
  if (search.best.result.judged) TRY(write_found(request, &search, &search.best, line->row));
  return keep_short(request, &search);
}

/* ---- the table */

static status write_table(const attack_request *request, const attack_lines *lines) {
  replacement *file = NULL;
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/attack.tsv", request->settings.results));
  TRY(replacement_begin(path, &file));
  static const char *const names[] = {"bound",   "learner", "measure", "start_used",   "used",  "measured",    "value",
                                      "verdict", "found",   "trials",  "noise_trials", "noise", "evaluations", "file"};
  tsv_writer writer = {.file = replacement_stream(file)};
  tsv_comment(&writer, "winnow-lab attack 1");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) tsv_text(&writer, names[i]);
  tsv_end(&writer);
  for (size_t i = 0; i < lines->count; i++) {
    const attack_line *line = &lines->line[i];
    char name[BOUND_NAME + 8];
    (void)snprintf(name, sizeof name, "%s.lua", line->row);
    tsv_text(&writer, line->row);
    tsv_text(&writer, line->learner);
    tsv_text(&writer, line->measure);
    tsv_number(&writer, line->start);
    tsv_number(&writer, line->best);
    tsv_number(&writer, line->measured);
    tsv_number(&writer, line->value);
    tsv_text(&writer, line->verdict);
    tsv_text(&writer, line->how);
    tsv_count(&writer, line->trials);
    tsv_number(&writer, isnan(line->noise.amount) ? NAN : (double)line->noise.trials);
    tsv_number(&writer, line->noise.amount);
    tsv_count(&writer, line->evaluations);
    tsv_text(&writer, isnan(line->best) ? "-" : name);
    tsv_end(&writer);
  }
  return replacement_commit(file);
}

static void print_table(const attack_lines *lines, FILE *out) {
  (void)fprintf(out, "%-32s %10s %10s  %-12s %-10s %6s %11s\n", "bound", "start used", "best used", "verdict", "found",
                "trials", "evaluations");
  for (size_t i = 0; i < lines->count; i++) {
    const attack_line *line = &lines->line[i];
    (void)fprintf(out, "%-32s %10.5g %10.5g  %-12s %-10s %6zu %11zu\n", line->row, line->start, line->best,
                  line->verdict, line->how, line->trials, line->evaluations);
    if (isnan(line->best)) continue;
    (void)fputs("  ", out);
    attack_put_noise(out, line->trials, &line->noise);
    (void)fputs("; ", out);
    attack_put_premises(out, line->premises);
    (void)fputc('\n', out);
  }
}

/* In `folder`, which is there for the time of the attack. */
static status attack_rows(const attack_request *request, const char *folder, attack_lines *lines) {
  cell_settings settings = request->settings;
  FREED char *absolute = realpath(folder, NULL);
  if (absolute == NULL) {
    return errno == ENOMEM ? FAIL(STATUS_MEMORY, "no memory for a path")
                           : FAIL(STATUS_IO, "%s: cannot be found again: %s", folder, strerror(errno));
  }
  settings.results = absolute;
  settings.record = settings.save_state = false;
  for (size_t i = 0; i < lines->count; i++) {
    TRY(attack_row(request, &settings, absolute, seconds_for(request, lines->count - i), &lines->line[i]));
  }
  return STATUS_OK;
}

static status attack_alone(const attack_request *request, attack_lines *lines) {
  FREED char *folder = NULL, *sequences = NULL;
  TRY(memory_format(&folder, "%s/.attack", request->settings.results));
  TRY(memory_format(&sequences, "%s/sequences", folder));
  const int watch = interruption_watch(folder);
  status code = directory_make(sequences);
  if (code == STATUS_OK) {
    code = attack_rows(request, folder, lines);
    folder_remove(folder);
  }
  interruption_forget(watch);
  TRY(code);
  return write_table(request, lines);
}

/* Two attacks would share the folder .attack, and the first to end would remove it. */
static status attack_all(const attack_request *request, attack_lines *lines) {
  const char *results = request->settings.results;
  const bool there = file_exists(results);
  int lock = -1;
  TRY(directory_make(results));
  const status code = folder_lock(results, &lock) ? attack_alone(request, lines)
                                                  : FAIL(STATUS_FAILED, "%s: another attack is working here", results);
  if (code == STATUS_INVALID && !there) (void)rmdir(results);
  if (lock >= 0) close(lock);
  return code;
}

static void free_lines(attack_lines *lines) {
  free(lines->line);
}

status attack_scenario(const attack_request *request, int *exit) {
  CLEANUP(free_lines) attack_lines lines = {.line = NULL};
  *exit = 0;
  TRY(choose_rows(request, &lines));
  TRY(attack_all(request, &lines));
  if (request->table != NULL) print_table(&lines, request->table);
  for (size_t i = 0; i < lines.count; i++) {
    if (lines.line[i].violated) *exit = 3;
  }
  return STATUS_OK;
}
