#include "attack/attack.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack/found_scenario.h"
#include "attack/search.h"
#include "attack/shrink.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process/interruption.h"
#include "base/text.h"
#include "base/tsv.h"

enum { LARGEST_NAMES = 256 };

/* A row of the table. */
typedef struct attack_line {
  char row[BOUND_NAME], learner[96], measure[40], verdict[24], how[64];
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
  lines->line[lines->count] = (attack_line){.start = NAN, .best = NAN};
  (void)snprintf(lines->line[lines->count++].row, BOUND_NAME, "%s", row);
  return STATUS_OK;
}

static void bound_of_row(const char *row, char bound[BOUND_NAME]) {
  (void)snprintf(bound, BOUND_NAME, "%.*s", (int)strcspn(row, "."), row);
}

static status check_bound(const plan *plan, const char *row) {
  const char *names[LARGEST_NAMES];
  char bound[BOUND_NAME];
  size_t count = 0;
  bound_of_row(row, bound);
  for (size_t p = 0; p < plan->point_count; p++) {
    for (size_t i = 0; i < plan->points[p].bound_count; i++) {
      const char *name = plan->points[p].bounds[i].class->about.name;
      if (strcmp(name, bound) == 0) return STATUS_OK;
      if (count < LARGEST_NAMES) names[count++] = name;
    }
  }
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "--bound %s: no bound of this scenario%s", row,
              nearest_names(bound, names, count, false, nearest));
}

static status choose_rows(const attack_request *request, attack_lines *lines) {
  const plan *plan = request->settings.plan;
  if (plan->procedure) return FAIL(STATUS_INVALID, "%s: a procedure has no sequence to attack", plan->path);
  if (request->bound != NULL) {
    TRY(check_bound(plan, request->bound));
    return add_row(lines, request->bound);
  }
  for (size_t p = 0; p < plan->point_count; p++) {
    const plan_point *point = &plan->points[p];
    for (size_t i = 0; i < point->bound_count; i++) {
      if (point->bounds[i].class->status != BOUND_REPORTED) TRY(add_row(lines, point->bounds[i].class->about.name));
    }
  }
  return lines->count > 0 ? STATUS_OK
                          : FAIL(STATUS_INVALID, "%s: no bound to attack, expected bounds = {...}", plan->path);
}

/* ---- what is found is written, and played again as `winnow run` would */

/* NULL if it has none. */
static const char *label_of(const cJSON *point) {
  return json_text(cJSON_GetArrayItem(json_member(point, "learners"), 0), "label", NULL);
}

static status play_again(const attack_request *request, const attack_search *search, const char *path,
                         const attack_found *found, bool *same) {
  plan plan;
  attack_result result;
  attack_candidate candidate = {.seed = found->candidate.seed};
  const char *label = label_of(found->candidate.point);
  size_t learner = 0, place = 0;
  *same = false;
  TRY(request->read_plan(request->context, path, &plan));
  const plan_point *point = &plan.points[0];
  for (size_t l = 0; l < point->learner_count; l++) {
    if (label != NULL && strcmp(point->learners[l].label, label) == 0) learner = l;
  }
  for (size_t i = 0; i < point->bound_count; i++) {
    if (strcmp(point->bounds[i].class->about.name, search->target.bound) == 0) place = i;
  }
  status code = attack_point(point->json, learner, place, &candidate.point);
  attack_search again = *search;
  cell_settings settings = *search->target.settings;
  if (found->file != NULL) settings.folder = request->settings.results; /* where the sequence is; else the data */
  again.target.settings = &settings;
  if (code == STATUS_OK) code = attack_batch(&again, &candidate, 1, &result);
  if (code == STATUS_OK) *same = result.used == found->result.used && result.trials == found->result.trials;
  request->leave_plan(request->context);
  attack_candidate_free(&candidate);
  plan_close(&plan);
  return code;
}

static status write_found(const attack_request *request, const attack_search *search, const attack_found *found,
                          const char *name) {
  char *path = NULL;
  bool same = false;
  status code = attack_write_scenario(search, found, request->settings.results, name, &path);
  if (code == STATUS_OK) code = play_again(request, search, path, found, &same);
  if (code == STATUS_OK && !same) {
    code =
        FAIL(STATUS_FAILED, "%s: played again, the bound %s is not used as much as it was", path, search->target.row);
  }
  free(path);
  return code;
}

static const char *outcome_of(const attack_result *result) {
  return result->violated ? "violated" : result->refuted ? "refuted" : result->judged ? result->verdict : "not judged";
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
}

static status keep_short(const attack_request *request, attack_search *search) {
  attack_found shorter = {.origin = NULL};
  char *name = NULL;
  if (!(search->best.result.violated || search->best.result.refuted)) return STATUS_OK;
  TRY(attack_shrink(search, &shorter));
  if (shorter.origin == NULL) return STATUS_OK;
  status code = memory_format(&name, "%s_short", search->target.row);
  if (code == STATUS_OK) code = write_found(request, search, &shorter, name);
  if (code == STATUS_OK && request->progress != NULL) {
    (void)fprintf(request->progress, "attack: %s: %s in %zu trials: %s.lua\n", search->target.row,
                  outcome_of(&shorter.result), shorter.result.trials, name);
  }
  free(name);
  attack_found_free(&shorter);
  return code;
}

/* For the next of `count` bounds. */
static double seconds_for(const attack_request *request, size_t count) {
  if (request->until <= 0.0) return request->seconds;
  const double share = fmax(request->until - clock_seconds(), 1e-3) / (double)count;
  return request->seconds > 0.0 ? fmin(share, request->seconds) : share;
}

static status attack_row(const attack_request *request, const cell_settings *settings, const char *scratch,
                         double seconds, attack_line *line) {
  attack_search search = {.target = {.settings = settings, .row = line->row},
                          .scratch = scratch,
                          .fixed = json_member(request->settings.plan->document, "overrides"),
                          .jobs = request->jobs,
                          .progress = request->progress,
                          .limit = request->evaluations,
                          .seconds = seconds,
                          .started = clock_seconds()};
  bound_of_row(line->row, search.target.bound);
  status code = attack_search_run(&search);
  if (code == STATUS_OK && search.best.origin != NULL) {
    describe_found(line, &search);
    if (search.best.result.judged) code = write_found(request, &search, &search.best, line->row);
    if (code == STATUS_OK) code = keep_short(request, &search);
  }
  attack_search_close(&search);
  return code;
}

/* ---- the table */

static status write_table(const attack_request *request, const attack_lines *lines) {
  replacement *file = NULL;
  char *path = NULL;
  TRY(memory_format(&path, "%s/attack.tsv", request->settings.results));
  status code = replacement_begin(path, &file);
  free(path);
  TRY(code);
  static const char *const names[] = {"bound", "learner", "measure", "start_used", "used",        "measured",
                                      "value", "verdict", "found",   "trials",     "evaluations", "file"};
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
  }
}

static status attack_alone(const attack_request *request, attack_lines *lines) {
  char *folder = NULL, *absolute = NULL;
  cell_settings settings = request->settings;
  int watch = -1;
  status code = memory_format(&folder, "%s/.attack/sequences", request->settings.results);
  if (code != STATUS_OK) goto end;
  const size_t length = strlen(folder) - strlen("/sequences");
  folder[length] = 0;
  watch = interruption_watch(folder);
  folder[length] = '/';
  code = directory_make(folder);
  folder[length] = 0;
  if (code != STATUS_OK) goto end;
  absolute = realpath(folder, NULL);
  if (absolute == NULL) {
    code = errno == ENOMEM ? FAIL(STATUS_MEMORY, "no memory for a path")
                           : FAIL(STATUS_IO, "%s: cannot be found again: %s", folder, strerror(errno));
    folder_remove(folder);
    goto end;
  }
  settings.results = absolute;
  settings.record = settings.save_state = false;
  for (size_t i = 0; code == STATUS_OK && i < lines->count; i++) {
    code = attack_row(request, &settings, absolute, seconds_for(request, lines->count - i), &lines->line[i]);
  }
  folder_remove(absolute);
end:
  interruption_forget(watch);
  free(folder);
  free(absolute);
  return code;
}

/* Two attacks would share the folder .attack, and the first to end would remove it. */
static status attack_all(const attack_request *request, attack_lines *lines) {
  const char *results = request->settings.results;
  const bool there = file_exists(results);
  int lock = -1;
  TRY(directory_make(results));
  status code = folder_lock(results, &lock) ? attack_alone(request, lines)
                                            : FAIL(STATUS_FAILED, "%s: another attack is working here", results);
  if (code == STATUS_OK) code = write_table(request, lines);
  if (code == STATUS_INVALID && !there) (void)rmdir(results);
  if (lock >= 0) close(lock);
  return code;
}

status attack_scenario(const attack_request *request, int *exit) {
  attack_lines lines = {.line = NULL};
  *exit = 0;
  status code = choose_rows(request, &lines);
  if (code == STATUS_OK) code = attack_all(request, &lines);
  if (code == STATUS_OK) {
    if (request->table != NULL) print_table(&lines, request->table);
    for (size_t i = 0; i < lines.count; i++) {
      if (lines.line[i].violated) *exit = 3;
    }
  }
  free(lines.line);
  return code;
}
