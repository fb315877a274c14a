#include "cell/cell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/state.h"
#include "bounds/potential.h"
#include "cell/cell_members.h"
#include "cell/cell_record.h"
#include "cell/curve.h"
#include "cell/observer.h"
#include "cell/online_to_batch.h"
#include "cell/upcoming.h"
#include "data/sequence_file.h"
#include "problems/rows/reading.h"
#include "serve/state.h"

/* ---- what a trial costs the learner and the comparator */

/* -1, 0 or 1: below the middle of the interval, on it but for rounding, or above. */
static int side_of(const loss *loss, double value) {
  const double above = value - 0.5 * (loss->low + loss->high), rounding = 1e-12 * (loss->high - loss->low);
  return (above > rounding) - (above < -rounding);
}

/* Fills mistake, loss and error_probability of an event with prediction and label. With real labels a mistake is a prediction on the other
 * side of the interval's middle than the label, or on it where the label is not. STATUS_FAILED for a prediction outside of the
 * interval. */
static status judge_prediction(const problem_facts *facts, bool randomised, trial_event *event) {
  const loss loss = problem_loss(facts);
  const double middle = 0.5 * (loss.low + loss.high), value = event->predicted.value;
  if (value < loss.low || value > loss.high) {
    return FAIL(STATUS_FAILED, "the learner's prediction is %g, expected a number from %g to %g", value, loss.low,
                loss.high);
  }
  event->mistake =
      loss.kind == LOSS_ZERO_ONE ? value != event->label : side_of(&loss, value) != side_of(&loss, event->label);
  event->loss = loss_value(&loss, value, event->label);
  event->error_probability = event->mistake ? 1.0 : 0.0;
  if (randomised) {
    const double high = event->predicted.probability;
    event->error_probability = event->label > middle ? 1.0 - high : high;
  }
  return STATUS_OK;
}

/* The comparator's own loss, NaN without one. On signs it predicts +1 where tr(U X) is at least the middle of the gap. */
static double comparator_loss(const problem_facts *facts, const comparator *u, const instance *x, double label) {
  if (u == NULL) return NAN;
  if (facts->labels == LABEL_REAL) {
    const loss loss = problem_loss(facts);
    return loss_value(&loss, comparator_value(u, x), label);
  }
  const double middle = 0.5 * (facts->gap_low + facts->gap_high);
  const double value = comparator_value(u, x) >= middle ? 1.0 : -1.0;
  return value != label ? 1.0 : 0.0;
}

/* ---- a run: a learner meets a problem */

/* The state of a run. With a late comparator the sequence is played twice: first to find the comparator, then, equal trial by trial,
 * watched by the bounds. */
typedef struct run {
  const cell_settings *settings;
  const cell_address *address;
  options *problem_options, *learner_options;
  options **bound_options;
  problem_setting setting; /* its `trials` counts those of the run and of the test */
  size_t trials;           /* of the run */
  problem problem;
  upcoming upcoming; /* the trials of the run */
  problem rehearsal; /* owns a late comparator */
  learner learner;
  bound *bounds;
  size_t bound_count;
  bound_curve *bound_curves;
  size_t shifts; /* of the comparator so far */
  comparator *comparator;
  double scale;     /* of the comparator in the potential */
  double potential; /* after the last update */
  bool potential_is_current;
  char *log; /* stderr/<cell>.txt, for what the learner's program writes on standard error */
  stream_hash *stream;
  curve curve;
  observer observer;
  forecast forecast;
  bool forecasts; /* its scores or its nu are asked for */
  sample sample;  /* the trials so far, where a test follows */
  replacement *recording;
  cell_totals totals;
  double comparator_loss;
} run;

static status make_options(run *run) {
  const plan_point *point = run->address->point;
  const plan_learner *learner = run->address->learner;
  TRY(options_new(&point->problem->about, point->problem_options, &run->problem_options));
  TRY(options_new(&learner->class->about, learner->options, &run->learner_options));
  TRY(NEW_ARRAY(point->bound_count, run->bound_options));
  for (size_t i = 0; i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    TRY(options_new(&class->about, point->bounds[i].options, &run->bound_options[i]));
  }
  return STATUS_OK;
}

static learner_setting setting_of(const run *run, const problem_facts *facts) {
  learner_setting setting = problem_learner_setting(facts, run->trials, run->address->seed, run->settings->eigen);
  setting.folder = run->settings->folder;
  setting.log = run->log;
  return setting;
}

static status make_pair(run *run, problem *problem, learner *learner) {
  TRY(problem_new(run->address->point->problem, &run->setting, run->problem_options, problem));
  const learner_setting setting = setting_of(run, &problem->facts);
  TRY(learner_new(run->address->learner->class, &setting, run->learner_options, learner));
  return problem_meet(problem, learner);
}

static void hash_label(stream_hash *stream, double label) {
  stream_hash_words(stream, &label, 1);
}

/* Plays without watching, to find the comparator; leaves the hash of the sequence in `digits`. */
static status rehearse(run *run, char digits[33]) {
  learner partner = {NULL, NULL};
  status code = make_pair(run, &run->rehearsal, &partner);
  for (size_t t = 1; code == STATUS_OK && t <= run->trials; t++) {
    instance x;
    prediction predicted;
    double label = 0.0;
    bool updated = false;
    code = problem_next(&run->rehearsal, &partner, &x);
    if (code == STATUS_END) break;
    if (code == STATUS_OK) code = learner_predict(&partner, &x, &predicted);
    if (code == STATUS_OK) code = problem_reveal(&run->rehearsal, &predicted, &label);
    if (code == STATUS_OK) code = learner_update(&partner, &x, &predicted, label, &updated);
    if (code != STATUS_OK) break;
    instance_hash(&x, run->stream);
    hash_label(run->stream, label);
  }
  learner_destroy(&partner);
  if (code == STATUS_END) code = STATUS_OK;
  TRY(code);
  run->comparator = problem_comparator(&run->rehearsal);
  stream_hash_text(run->stream, digits);
  stream_hash_reset(run->stream);
  return STATUS_OK;
}

static status attach_bounds(run *run) {
  const plan_point *point = run->address->point;
  const bound_context context = {.problem = &run->problem,
                                 .learner = &run->learner,
                                 .comparator = run->comparator,
                                 .trials = run->trials,
                                 .test = point->test};
  TRY(NEW_ARRAY(point->bound_count, run->bounds));
  TRY(NEW_ARRAY(point->bound_count, run->bound_curves));
  for (size_t i = 0; i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    if (!bound_applies(class, &context)) continue;
    TRY(bound_new(class, &context, run->bound_options[i], &run->bounds[run->bound_count]));
    run->bound_count++;
    if (class->methods->current != NULL) TRY(bound_curve_new(run->trials, &run->bound_curves[run->bound_count - 1]));
  }
  return STATUS_OK;
}

static bool wants_forecast(const run *run) {
  const plan *plan = run->settings->plan;
  if (run->problem.facts.labels != LABEL_REAL || !forecast_suits(&run->forecast.loss)) return false;
  for (size_t i = 0; i < plan->observe_count; i++) {
    if (forecast_observes(plan->observe[i])) return true;
  }
  return run->settings->save_state;
}

static status begin(run *run, const char *name, char rehearsed[33]) {
  TRY(make_options(run));
  TRY(memory_format(&run->log, "%s/stderr/%s.txt", run->settings->results, name));
  TRY(stream_hash_new(&run->stream));
  problem_facts facts;
  TRY(problem_ask_facts(run->address->point->problem, &run->setting, run->problem_options, &facts));
  if (facts.comparator_late) TRY(rehearse(run, rehearsed));
  TRY(make_pair(run, &run->problem, &run->learner));
  TRY(upcoming_new(&run->problem, &run->learner, run->trials, run->settings->one_by_one, &run->upcoming));
  if (!facts.comparator_late) run->comparator = problem_comparator(&run->problem);
  if (run->comparator != NULL) {
    TRY(comparator_prepare(run->comparator, run->problem.facts.kind, run->problem.facts.rank));
    (void)comparator_at(run->comparator, 1);
  }
  run->scale = potential_scale(&run->learner, run->comparator);
  TRY(attach_bounds(run));
  TRY(curve_new(run->trials, &run->curve));
  const observer_setting observed = {.names = run->settings->plan->observe,
                                     .name_count = run->settings->plan->observe_count,
                                     .trials = run->trials,
                                     .problem = &run->problem,
                                     .learner = &run->learner,
                                     .comparator = run->comparator,
                                     .forecast = &run->forecast,
                                     .seed = run->address->seed,
                                     .eigen = run->settings->eigen};
  run->forecast.loss = problem_loss(&run->problem.facts);
  run->forecasts = wants_forecast(run);
  TRY(observer_new(&observed, &run->observer));
  if (run->address->point->test > 0) TRY(sample_new(&run->problem.facts, run->trials, &run->sample));
  if (!run->settings->record) return STATUS_OK;
  char *path = NULL;
  TRY(cell_sequence_path(run->settings, name, &path));
  const status code = replacement_begin(path, &run->recording);
  free(path);
  TRY(code);
  const sequence_header header = problem_header(&run->problem.facts);
  return sequence_write_header(replacement_stream(run->recording), &header, run->comparator);
}

static void keep_bounds(run *run, size_t t) {
  for (size_t i = 0; i < run->bound_count; i++) {
    const bound *bound = &run->bounds[i];
    if (bound->class->methods->current != NULL) bound_curve_add(&run->bound_curves[i], t, bound_current(bound));
  }
}

static status measure_potential(run *run) {
  if (run->potential_is_current) return STATUS_OK;
  TRY(potential_of(&run->learner, run->comparator, run->scale, &run->potential));
  run->potential_is_current = true;
  return STATUS_OK;
}

static status keep(run *run, size_t t, double progress, double score, bool grid) {
  TRY(measure_potential(run));
  curve_add(&run->curve, (curve_point){.t = t,
                                       .mistakes = run->totals.mistakes,
                                       .loss = run->totals.loss,
                                       .regret = run->totals.loss - run->comparator_loss,
                                       .potential = run->potential});
  const observed_trial trial = {.t = t,
                                .potential = run->potential,
                                .progress = progress,
                                .score = score,
                                .expected_mistakes = run->totals.expected_mistakes};
  TRY(observer_take(&run->observer, &trial));
  if (grid && t > 0) keep_bounds(run, t);
  return STATUS_OK;
}

/* The potential before the update, where "progress" is observed. */
static status potential_before(run *run, double *before) {
  *before = NAN;
  if (!observer_wants_progress(&run->observer)) return STATUS_OK;
  TRY(measure_potential(run));
  *before = run->potential;
  return STATUS_OK;
}

static status finish_trial(run *run, const trial_event *event, double before) {
  if (event->updated) run->potential_is_current = false;
  double progress = NAN;
  if (event->updated && !isnan(before)) {
    TRY(measure_potential(run));
    progress = before - run->potential;
  }
  for (size_t i = 0; i < run->bound_count; i++) TRY(bound_watch(&run->bounds[i], event));
  if (run->recording != NULL) {
    TRY(sequence_write_trial(replacement_stream(run->recording), event->t, event->x, event->label, &event->predicted));
  }
  bool grid = false;
  if (!curve_keeps(&run->curve, event->t, event->mistake || event->updated, &grid)) return STATUS_OK;
  return keep(run, event->t, progress, event->predicted.score, grid);
}

/* What the engine counts of a trial. */
static void count_trial(run *run, const trial_event *event) {
  instance_hash(event->x, run->stream);
  hash_label(run->stream, event->label);
  run->totals.trials = event->t;
  run->totals.mistakes += event->mistake;
  run->totals.expected_mistakes += event->error_probability;
  run->totals.updates += event->updated;
  run->totals.loss += event->loss;
  if (run->forecasts) forecast_add(&run->forecast, &run->learner, event->predicted.value, event->label);
  run->comparator_loss += comparator_loss(&run->problem.facts, run->comparator, event->x, event->label);
}

static status check_number(const char *what, double value) {
  return isfinite(value) ? STATUS_OK : FAIL(STATUS_NUMERIC, "%s is %g, expected a finite number", what, value);
}

static status play_trial(run *run, size_t t) {
  const learner *learner = &run->learner;
  instance x;
  trial_event event = {.t = t, .x = &x};
  const bool shifts = run->comparator != NULL && comparator_at(run->comparator, t);
  const bool shows_shift = shifts && run->shifts++ < CURVE_SHIFTS;
  if (shifts) run->potential_is_current = false;
  if (shows_shift) keep_bounds(run, t - 1);
  if (run->comparator != NULL) comparator_meet(run->comparator, NULL);
  TRY(upcoming_next(&run->upcoming, &x));
  TRY(instance_check_finite(&x));
  if (run->comparator != NULL) comparator_meet(run->comparator, &x);
  TRY(upcoming_predict(&run->upcoming, &x, &event.predicted));
  TRY(check_number("the learner's score", event.predicted.score));
  TRY(check_number("the learner's prediction", event.predicted.value));
  TRY(upcoming_reveal(&run->upcoming, &event.predicted, &event.label));
  TRY(check_number("the label", event.label));
  TRY(judge_prediction(&run->problem.facts, learner->class->randomised, &event));
  for (size_t i = 0; i < run->bound_count; i++) TRY(bound_before(&run->bounds[i], &event));
  double before = NAN;
  TRY(potential_before(run, &before));
  const cell_watcher *watcher = run->settings->watcher;
  if (watcher != NULL) TRY(watcher->before(watcher->context, &event));
  TRY(learner_update(learner, &x, &event.predicted, event.label, &event.updated));
  upcoming_updated(&run->upcoming, event.updated);
  count_trial(run, &event);
  if (run->address->point->test > 0) TRY(sample_add(&run->sample, &x, event.label));
  TRY(finish_trial(run, &event, before));
  if (watcher != NULL) {
    TRY(measure_potential(run));
    TRY(watcher->after(watcher->context, &event, run->potential));
  }
  if (shows_shift) keep_bounds(run, t);
  return STATUS_OK;
}

static status play(run *run) {
  bool grid = false;
  if (run->comparator == NULL) run->comparator_loss = NAN;
  (void)curve_keeps(&run->curve, 0, true, &grid);
  TRY(keep(run, 0, NAN, NAN, true));
  status code = STATUS_OK;
  const cell_watcher *watcher = run->settings->watcher;
  if (watcher != NULL) TRY(watcher->begin(watcher->context, &run->problem, &run->learner, run->potential));
  const size_t trials = watcher != NULL && watcher->trials < run->trials ? watcher->trials : run->trials;
  for (size_t t = 1; code == STATUS_OK && t <= trials; t++) {
    code = play_trial(run, t);
    if (code != STATUS_OK && code != STATUS_END) return status_context(code, "trial %zu", t);
  }
  /* The last trial is always kept. */
  const size_t last = run->totals.trials;
  if (run->curve.points[run->curve.count - 1].t != last) TRY(keep(run, last, NAN, NAN, true));
  return observer_finish(&run->observer, last);
}

/* The next trials of the problem test what was learned. */
static status examine(run *run) {
  const learner_setting setting = setting_of(run, &run->problem.facts);
  const batch_learner maker = {run->learner.class, &setting, run->learner_options};
  sample test = {.label = NULL};
  if (run->address->point->test == 0) return STATUS_OK;
  TRY(sample_draw(&run->problem, run->address->point->test, &test));
  const status code = online_to_batch(&maker, &run->sample, &test, &run->totals.batch);
  sample_free(&test);
  TRY(code);
  for (size_t i = 0; batch_quantities[i] != NULL; i++) {
    observations_add(&run->observer.observed, run->totals.trials, batch_quantities[i], 0,
                     batch_quantity(&run->totals.batch, i));
  }
  return STATUS_OK;
}

static void finish(run *run) {
  if (run->recording != NULL) replacement_abandon(run->recording);
  for (size_t i = 0; i < run->bound_count; i++) bound_destroy(&run->bounds[i]);
  for (size_t i = 0; run->bound_curves != NULL && i < run->bound_count; i++) bound_curve_free(&run->bound_curves[i]);
  free(run->bounds);
  free(run->bound_curves);
  for (size_t i = 0; run->bound_options != NULL && i < run->address->point->bound_count; i++) {
    options_free(run->bound_options[i]);
  }
  free(run->bound_options);
  upcoming_free(&run->upcoming);
  learner_destroy(&run->learner);
  problem_destroy(&run->problem);
  problem_destroy(&run->rehearsal);
  free(run->log);
  options_free(run->problem_options);
  options_free(run->learner_options);
  observer_free(&run->observer);
  sample_free(&run->sample);
  curve_free(&run->curve);
  stream_hash_free(run->stream);
}

/* What was asked for of forecasts, for the summary. */
static void add_scores(const run *run, cJSON *record) {
  cJSON *scores = NULL;
  for (size_t k = 0; run->totals.trials > 0 && forecast_scores[k] != NULL; k++) {
    if (!observations_wants(&run->observer.observed, forecast_scores[k])) continue;
    if (scores == NULL) scores = cJSON_AddObjectToObject(record, "scores");
    record_number(scores, forecast_scores[k], forecast_score(&run->forecast, k));
  }
}

static status conclude(run *run, const char *rehearsed, cJSON *record) {
  char digits[33];
  stream_hash_text(run->stream, digits);
  if (*rehearsed != 0 && strcmp(digits, rehearsed) != 0) {
    return FAIL(STATUS_FAILED,
                "the adversary played a different sequence the second time: the learner is not a function of its seed");
  }
  run->totals.regret = run->totals.loss - run->comparator_loss;
  const char *origin = run->comparator == NULL ? "none" : comparator_origin_name(comparator_origin_of(run->comparator));
  double loss[2] = {run->comparator_loss, run->comparator_loss};
  if (run->comparator != NULL && !isnan(comparator_least(run->comparator))) loss[0] = comparator_least(run->comparator);
  record_totals(record, &run->totals, origin, loss, digits);
  if (learner_idle(&run->learner)) cJSON_AddTrueToObject(record, "idle");
  if (run->problem.facts.labels == LABEL_REAL) { /* what is summed up for a learner without a bound */
    cJSON_AddStringToObject(record, "measure", run->comparator == NULL ? "loss" : "regret");
  }
  add_scores(run, record);
  TRY(record_curves(record, &run->curve, &run->observer.observed));
  cJSON *rows = cJSON_AddArrayToObject(record, "rows");
  cJSON *curves = cJSON_AddArrayToObject(record, "bound_curves");
  for (size_t i = 0; i < run->bound_count; i++) {
    bound_row_list judged;
    TRY(bound_finish(&run->bounds[i], &run->totals, &judged));
    for (size_t k = 0; k < judged.count; k++) record_add_row(rows, &judged.row[k]);
    record_bound_curve(curves, run->bounds[i].class->about.name, &run->bound_curves[i]);
  }
  if (run->recording == NULL) return STATUS_OK;
  replacement *recording = run->recording;
  run->recording = NULL;
  return replacement_commit(recording);
}

/* The state of the learner at the end, with the description of the problem (problems/rows/reading.h). */
static status write_state(const run *run, const char *name, const cJSON *problem) {
  const learner_setting setting = setting_of(run, &run->problem.facts);
  char *path = NULL;
  replacement *file = NULL;
  TRY(cell_state_path(run->settings, name, &path));
  status code = replacement_begin(path, &file);
  free(path);
  TRY(code);
  code = learner_state_write(replacement_stream(file), &run->learner, &setting, run->learner_options, problem);
  if (code == STATUS_OK) return replacement_commit(file);
  replacement_abandon(file);
  return code;
}

static status save_state(const run *run, const char *name) {
  cJSON *played = NULL;
  TRY(problem_description(&run->problem, run->problem_options, &played));
  status code = STATUS_OK;
  if (run->forecasts && run->problem.facts.kind == INSTANCE_ENTRY && problem_describes_reading(played)) {
    const double draw = run->forecast.drawn ? forecast_draw(&run->forecast, &run->learner) : 0.0;
    code = state_add_number(played, "draw", draw);
  }
  if (code == STATUS_OK) code = write_state(run, name, played);
  cJSON_Delete(played);
  return code;
}

static status run_learner(const cell_settings *settings, const cell_address *address, const char *name, cJSON *record) {
  run run = {.settings = settings,
             .address = address,
             .trials = address->point->trials,
             .setting = {.seed = address->seed,
                         .trials = address->point->trials + address->point->test,
                         .folders = {settings->data, settings->folder}}};
  char rehearsed[33] = "";
  status code = begin(&run, name, rehearsed);
  if (code == STATUS_OK) code = play(&run);
  if (settings->watcher != NULL) {
    finish(&run);
    return code;
  }
  if (code == STATUS_OK) code = examine(&run);
  if (code == STATUS_OK) code = conclude(&run, rehearsed, record);
  if (code == STATUS_OK && settings->save_state) code = save_state(&run, name);
  finish(&run);
  return code;
}

/* ---- a procedure: its quantities, and what bounds say of them */

static status judge_quantities(const plan_bound *of, size_t trials, const cJSON *quantities, cJSON *record) {
  const bound_class *class = of->class;
  const bound_context context = {.trials = trials};
  const cell_totals totals = {.loss = NAN, .regret = NAN, .quantities = quantities};
  options *values = NULL;
  bound bound = {NULL, NULL};
  bound_row_list judged = {.count = 0};
  if (!class->procedures) return STATUS_OK;
  TRY(options_new(&class->about, of->options, &values));
  status code = STATUS_OK;
  if (bound_applies(class, &context)) {
    code = bound_new(class, &context, values, &bound);
    if (code == STATUS_OK) code = bound_finish(&bound, &totals, &judged);
    cJSON *rows = cJSON_GetObjectItemCaseSensitive(record, "rows");
    for (size_t i = 0; code == STATUS_OK && i < judged.count; i++) record_add_row(rows, &judged.row[i]);
  }
  bound_destroy(&bound);
  options_free(values);
  return code;
}

static status run_procedure(const cell_settings *settings, const cell_address *address, cJSON *record) {
  cJSON *quantities = NULL;
  TRY(settings->procedure(settings->procedure_context, address->point->parameters, address->seed, &quantities));
  status code = record_quantities(record, quantities);
  for (size_t i = 0; code == STATUS_OK && i < address->point->bound_count; i++) {
    code = judge_quantities(&address->point->bounds[i], address->point->trials, quantities, record);
  }
  cJSON_Delete(quantities);
  return code;
}

/* ---- a cell */

static status run_prepared(const cell_settings *settings, const cell_address *address, const char *name,
                           cJSON *record) {
  prepared_cell cell;
  TRY(prepared_cell_open(&settings->custom, address, &cell));
  const status code = settings->plan->procedure ? run_procedure(settings, &cell.address, record)
                                                : run_learner(settings, &cell.address, name, record);
  prepared_cell_close(&cell);
  return code;
}

/* The cell's name comes first: the store finds records by it. */
static status new_record(const char *name, cJSON **record) {
  *record = cJSON_CreateObject();
  if (*record == NULL || cJSON_AddStringToObject(*record, "cell", name) == NULL) {
    return FAIL(STATUS_MEMORY, "no memory for a cell's record");
  }
  return STATUS_OK;
}

status cell_run(const cell_settings *settings, const cell_address *address, const char *name, cJSON **out) {
  *out = NULL;
  record_clock clock;
  record_clock_start(&clock);
  cJSON *record = NULL;
  TRY(new_record(name, &record));
  const status code = run_prepared(settings, address, name, record);
  if (code != STATUS_OK) { /* a failed run leaves no results */
    cJSON_Delete(record);
    TRY(new_record(name, &record));
    cJSON_AddStringToObject(record, "reason", status_message());
  }
  cJSON_AddStringToObject(record, "status", code == STATUS_OK ? "done" : "failed");
  record_clock_stop(&clock, record);
  *out = record;
  return STATUS_OK;
}

status cell_sequence_path(const cell_settings *settings, const char *name, char **path) {
  return memory_format(path, "%s/sequences/%s.jsonl", settings->results, name);
}

status cell_state_path(const cell_settings *settings, const char *name, char **path) {
  return memory_format(path, "%s/states/%s.json", settings->results, name);
}
