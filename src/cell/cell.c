#include "cell/cell.h"
#include "base/file.h"
#include "base/json.h"
#include "base/state.h"
#include "bounds/potential.h"
#include "cell/cell_files.h"
#include "cell/cell_record.h"
#include "cell/observer.h"
#include "cell/online_to_batch.h"
#include "cell/upcoming.h"
#include "problems/rows/reading.h"
#include "serve/state.h"

/* ---- what a trial costs the learner and the comparator */

/* -1, 0 or 1: below the middle of the interval, on it but for rounding, or above. */
static int side_of(const loss *cost, double value) {
  const double above = value - 0.5 * (cost->low + cost->high), rounding = 1e-12 * (cost->high - cost->low);
  return (above > rounding) - (above < -rounding);
}

/* Fills mistake, loss and error_probability of an event with prediction and label. With real labels a mistake is a prediction on the other
 * side of the interval's middle than the label, or on it where the label is not. STATUS_FAILED for a prediction outside of the
 * interval. */
static status judge_prediction(const problem_facts *facts, bool randomised, trial_event *event) {
  const loss cost = problem_loss(facts);
  const double middle = 0.5 * (cost.low + cost.high), value = event->predicted.value;
  if (value < cost.low || value > cost.high) {
    char given[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
    return FAIL(STATUS_FAILED, "the learner's prediction is %s, expected a number from %s to %s",
                number_text(value, given), number_text(cost.low, low), number_text(cost.high, high));
  }
  event->mistake =
      cost.kind == LOSS_ZERO_ONE ? value != event->label : side_of(&cost, value) != side_of(&cost, event->label);
  event->loss = loss_value(&cost, value, event->label);
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
    const loss cost = problem_loss(facts);
    return loss_value(&cost, comparator_value(u, x), label);
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
  double progress, score; /* of the last trial */
  char *log;              /* stderr/<cell>.txt, for what the learner's program writes on standard error */
  stream_hash *stream;
  curve curve;
  observer *observer;
  forecast forecast;
  bool forecasts; /* its scores or its nu are asked for */
  sample sample;  /* the trials so far, where a test follows */
  replacement *recording;
  cell_totals totals;
  double comparator_loss;
  arena memory; /* of the arrays */
} run;

static status make_options(run *self) {
  const plan_point *point = self->address->point;
  const plan_learner *player = self->address->learner;
  TRY(options_new(&point->problem->about, point->problem_options, &self->problem_options));
  TRY(options_new(&player->class->about, player->options, &self->learner_options));
  TRY(ARENA_ARRAY(&self->memory, point->bound_count, self->bound_options));
  for (size_t i = 0; i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    TRY(options_new(&class->about, point->bounds[i].options, &self->bound_options[i]));
  }
  return STATUS_OK;
}

static learner_setting setting_of(const run *self, const problem_facts *facts) {
  learner_setting setting = problem_learner_setting(facts, self->trials, self->address->seed, self->settings->eigen);
  setting.folder = self->settings->folder;
  setting.log = self->log;
  return setting;
}

static status make_pair(run *self, problem *source, learner *player) {
  TRY(problem_new(self->address->point->problem, &self->setting, self->problem_options, source));
  const learner_setting setting = setting_of(self, &source->facts);
  TRY(learner_new(self->address->learner->class, &setting, self->learner_options, player));
  return problem_meet(source, player);
}

static void hash_label(stream_hash *stream, double label) {
  stream_hash_words(stream, &label, 1);
}

static status rehearse_trial(run *self, learner *partner) {
  instance x;
  prediction predicted;
  double label = 0.0;
  bool updated = false;
  TRY(problem_next(&self->rehearsal, partner, &x));
  TRY(learner_predict(partner, &x, &predicted));
  TRY(problem_reveal(&self->rehearsal, &predicted, &label));
  TRY(learner_update(partner, &x, &predicted, label, &updated));
  instance_hash(&x, self->stream);
  hash_label(self->stream, label);
  return STATUS_OK;
}

/* Plays without watching, to find the comparator; leaves the hash of the sequence in `digits`. */
static status rehearse(run *self, char digits[33]) {
  CLEANUP(learner_destroy) learner partner = {NULL, NULL};
  TRY(make_pair(self, &self->rehearsal, &partner));
  for (size_t t = 1; t <= self->trials; t++) {
    const status code = rehearse_trial(self, &partner);
    if (code == STATUS_END) break;
    TRY(code);
  }
  self->comparator = problem_comparator(&self->rehearsal);
  stream_hash_text(self->stream, digits);
  stream_hash_reset(self->stream);
  return STATUS_OK;
}

static status attach_bounds(run *self) {
  const plan_point *point = self->address->point;
  const bound_context context = {.problem = &self->problem,
                                 .learner = &self->learner,
                                 .comparator = self->comparator,
                                 .trials = self->trials,
                                 .test = point->test};
  TRY(ARENA_ARRAY(&self->memory, point->bound_count, self->bounds));
  TRY(ARENA_ARRAY(&self->memory, point->bound_count, self->bound_curves));
  for (size_t i = 0; i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    if (!bound_applies(class, &context)) continue;
    TRY(bound_new(class, &context, self->bound_options[i], &self->bounds[self->bound_count]));
    self->bound_count++;
    if (class->methods->current != NULL) TRY(bound_curve_new(self->trials, &self->bound_curves[self->bound_count - 1]));
  }
  return STATUS_OK;
}

static bool wants_forecast(const run *self) {
  if (self->problem.facts.labels != LABEL_REAL || !forecast_suits(&self->forecast.loss)) return false;
  return observer_wants_forecasts(self->observer) || self->settings->save_state;
}

static status begin(run *self, const char *name, char rehearsed[33]) {
  TRY(make_options(self));
  TRY(memory_format(&self->log, "%s/stderr/%s.txt", self->settings->results, name));
  TRY(stream_hash_new(&self->stream));
  problem_facts facts;
  TRY(problem_ask_facts(self->address->point->problem, &self->setting, self->problem_options, &facts));
  if (facts.comparator_late) TRY(rehearse(self, rehearsed));
  TRY(make_pair(self, &self->problem, &self->learner));
  TRY(upcoming_new(&self->problem, &self->learner, self->trials, self->settings->one_by_one, &self->upcoming));
  if (!facts.comparator_late) self->comparator = problem_comparator(&self->problem);
  if (self->comparator != NULL) {
    TRY(comparator_prepare(self->comparator, self->problem.facts.kind, self->problem.facts.rank));
    (void)comparator_at(self->comparator, 1);
  }
  TRY(potential_scale(&self->learner, self->comparator, &self->scale));
  TRY(attach_bounds(self));
  TRY(curve_new(self->trials, &self->curve));
  const observer_setting observed = {.names = self->settings->plan->observe,
                                     .name_count = self->settings->plan->observe_count,
                                     .trials = self->trials,
                                     .problem = &self->problem,
                                     .learner = &self->learner,
                                     .comparator = self->comparator,
                                     .forecast = &self->forecast,
                                     .seed = self->address->seed,
                                     .eigen = self->settings->eigen};
  self->forecast.loss = problem_loss(&self->problem.facts);
  TRY(observer_new(&observed, &self->observer));
  self->forecasts = wants_forecast(self);
  if (self->address->point->test > 0) TRY(sample_new(&self->problem.facts, self->trials, &self->sample));
  if (!self->settings->record) return STATUS_OK;
  FREED char *path = NULL;
  TRY(cell_sequence_path(self->settings->results, name, &path));
  TRY(replacement_begin(path, &self->recording));
  const sequence_header header = problem_header(&self->problem.facts);
  return sequence_write_header(replacement_stream(self->recording), &header, self->comparator);
}

static void keep_bounds(run *self, size_t t, bool grid) {
  for (size_t i = 0; i < self->bound_count; i++) {
    const bound *judge = &self->bounds[i];
    if (judge->class->methods->current != NULL) bound_curve_add(&self->bound_curves[i], t, bound_current(judge), grid);
  }
}

static status measure_potential(run *self) {
  if (self->potential_is_current) return STATUS_OK;
  TRY(potential_of(&self->learner, self->comparator, self->scale, &self->potential));
  self->potential_is_current = true;
  return STATUS_OK;
}

static status keep(run *self, size_t t, bool grid) {
  TRY(measure_potential(self));
  const curve_point point = {.t = t,
                             .mistakes = self->totals.mistakes,
                             .loss = self->totals.loss,
                             .regret = self->totals.loss - self->comparator_loss,
                             .potential = self->potential};
  curve_add(&self->curve, point, grid);
  const observed_trial trial = {.t = t,
                                .potential = self->potential,
                                .progress = self->progress,
                                .score = self->score,
                                .expected_mistakes = self->totals.expected_mistakes};
  TRY(observer_take(self->observer, &trial));
  if (grid && t > 0) keep_bounds(self, t, true);
  return STATUS_OK;
}

/* The potential before the update, where "progress" is observed. */
static status potential_before(run *self, double *before) {
  *before = NAN;
  if (!observer_wants(self->observer, "progress")) return STATUS_OK;
  TRY(measure_potential(self));
  *before = self->potential;
  return STATUS_OK;
}

static status finish_trial(run *self, const trial_event *event, double before) {
  if (event->updated) self->potential_is_current = false;
  self->score = event->predicted.score;
  self->progress = NAN;
  if (event->updated && !isnan(before)) {
    TRY(measure_potential(self));
    self->progress = before - self->potential;
  }
  for (size_t i = 0; i < self->bound_count; i++) TRY(bound_watch(&self->bounds[i], event));
  if (self->recording != NULL) {
    TRY(sequence_write_trial(replacement_stream(self->recording), event->t, event->x, event->label, &event->predicted));
  }
  bool grid = false;
  if (!curve_keeps(&self->curve, event->t, event->mistake || event->updated, &grid)) return STATUS_OK;
  return keep(self, event->t, grid);
}

/* What the engine counts of a trial. */
static void count_trial(run *self, const trial_event *event) {
  instance_hash(event->x, self->stream);
  hash_label(self->stream, event->label);
  self->totals.trials = event->t;
  self->totals.mistakes += event->mistake;
  self->totals.expected_mistakes += event->error_probability;
  self->totals.updates += event->updated;
  self->totals.loss += event->loss;
  if (self->forecasts) forecast_add(&self->forecast, &self->learner, event->predicted.value, event->label);
  self->comparator_loss += comparator_loss(&self->problem.facts, self->comparator, event->x, event->label);
}

static status check_number(const char *what, double value) {
  return isfinite(value) ? STATUS_OK : FAIL(STATUS_NUMERIC, "%s is %g, expected a finite number", what, value);
}

static status play_trial(run *self, size_t t) {
  const learner *player = &self->learner;
  instance x;
  trial_event event = {.t = t, .x = &x};
  const bool shifts = self->comparator != NULL && comparator_at(self->comparator, t);
  const bool shows_shift = shifts && self->shifts++ < CURVE_SHIFTS;
  if (shifts) self->potential_is_current = false;
  if (shows_shift) keep_bounds(self, t - 1, false);
  if (self->comparator != NULL) comparator_meet(self->comparator, NULL);
  TRY(upcoming_next(&self->upcoming, &x));
  TRY(instance_check_finite(&x));
  if (self->comparator != NULL) comparator_meet(self->comparator, &x);
  TRY(upcoming_predict(&self->upcoming, &x, &event.predicted));
  TRY(check_number("the learner's score", event.predicted.score));
  TRY(check_number("the learner's prediction", event.predicted.value));
  TRY(upcoming_reveal(&self->upcoming, &event.predicted, &event.label));
  TRY(check_number("the label", event.label));
  TRY(judge_prediction(&self->problem.facts, player->class->randomised, &event));
  for (size_t i = 0; i < self->bound_count; i++) TRY(bound_before(&self->bounds[i], &event));
  double before = NAN;
  TRY(potential_before(self, &before));
  const cell_watcher *watcher = self->settings->watcher;
  if (watcher != NULL) TRY(watcher->before(watcher->context, &event));
  TRY(learner_update(player, &x, &event.predicted, event.label, &event.updated));
  upcoming_updated(&self->upcoming, event.updated);
  count_trial(self, &event);
  if (self->address->point->test > 0) TRY(sample_add(&self->sample, &x, event.label));
  TRY(finish_trial(self, &event, before));
  if (watcher != NULL) {
    TRY(measure_potential(self));
    TRY(watcher->after(watcher->context, &event, self->potential));
  }
  if (shows_shift) keep_bounds(self, t, false);
  return STATUS_OK;
}

static status play(run *self) {
  bool grid = false;
  if (self->comparator == NULL) self->comparator_loss = NAN;
  self->progress = self->score = NAN;
  (void)curve_keeps(&self->curve, 0, true, &grid);
  TRY(keep(self, 0, true));
  const cell_watcher *watcher = self->settings->watcher;
  if (watcher != NULL) TRY(watcher->begin(watcher->context, &self->problem, &self->learner, self->potential));
  const size_t trials = watcher != NULL && watcher->trials < self->trials ? watcher->trials : self->trials;
  for (size_t t = 1; t <= trials; t++) {
    const status code = play_trial(self, t);
    if (code == STATUS_END) break;
    if (code != STATUS_OK) return status_context(code, "trial %zu", t);
  }
  /* The last trial is always kept. */
  const size_t last = self->totals.trials;
  if (self->curve.points[self->curve.count - 1].t != last) TRY(keep(self, last, true));
  return observer_finish(self->observer, last);
}

/* The next trials of the problem test what was learned. */
static status examine(run *self) {
  const learner_setting setting = setting_of(self, &self->problem.facts);
  const batch_learner maker = {self->learner.class, &setting, self->learner_options};
  CLEANUP(sample_free) sample test = {.label = NULL};
  if (self->address->point->test == 0) return STATUS_OK;
  TRY(sample_draw(&self->problem, self->address->point->test, &test));
  TRY(online_to_batch(&maker, &self->sample, &test, &self->totals.batch));
  for (size_t i = 0; batch_quantities[i] != NULL; i++) {
    observations_add(observer_observed(self->observer), self->totals.trials, batch_quantities[i], 0,
                     batch_quantity(&self->totals.batch, i));
  }
  return STATUS_OK;
}

static void finish(run *self) {
  if (self->recording != NULL) replacement_abandon(self->recording);
  for (size_t i = 0; i < self->bound_count; i++) bound_destroy(&self->bounds[i]);
  for (size_t i = 0; self->bound_curves != NULL && i < self->bound_count; i++) bound_curve_free(&self->bound_curves[i]);
  for (size_t i = 0; self->bound_options != NULL && i < self->address->point->bound_count; i++) {
    options_free(self->bound_options[i]);
  }
  upcoming_free(&self->upcoming);
  learner_destroy(&self->learner);
  problem_destroy(&self->problem);
  problem_destroy(&self->rehearsal);
  free(self->log);
  options_free(self->problem_options);
  options_free(self->learner_options);
  observer_free(self->observer);
  sample_free(&self->sample);
  curve_free(&self->curve);
  stream_hash_free(self->stream);
  arena_free(&self->memory);
}

/* What was asked for of forecasts, for the summary. */
static void add_scores(const run *self, cJSON *record) {
  cJSON *scores = NULL;
  for (size_t k = 0; self->totals.trials > 0 && forecast_scores[k] != NULL; k++) {
    if (!observer_wants(self->observer, forecast_scores[k])) continue;
    if (scores == NULL) scores = cJSON_AddObjectToObject(record, "scores");
    record_number(scores, forecast_scores[k], forecast_score(&self->forecast, k));
  }
}

static status conclude(run *self, const char *rehearsed, cJSON *record) {
  char digits[33];
  stream_hash_text(self->stream, digits);
  if (*rehearsed != 0 && strcmp(digits, rehearsed) != 0) {
    return FAIL(STATUS_FAILED,
                "the adversary played a different sequence the second time: the learner is not a function of its seed");
  }
  self->totals.regret = self->totals.loss - self->comparator_loss;
  if (self->problem.facts.adaptive) self->totals.unplayed = self->trials - self->totals.trials;
  const char *origin =
      self->comparator == NULL ? "none" : comparator_origin_name(comparator_origin_of(self->comparator));
  double cost[2] = {self->comparator_loss, self->comparator_loss};
  if (self->comparator != NULL && !isnan(comparator_least(self->comparator)))
    cost[0] = comparator_least(self->comparator);
  record_totals(record, &self->totals, origin, cost, digits);
  if (learner_idle(&self->learner)) cJSON_AddTrueToObject(record, "idle");
  if (self->problem.facts.labels == LABEL_REAL) { /* what is summed up for a learner without a bound */
    cJSON_AddStringToObject(record, "measure", self->comparator == NULL ? "loss" : "regret");
  }
  add_scores(self, record);
  TRY(record_curves(record, &self->curve, observer_observed(self->observer)));
  cJSON *rows = cJSON_AddArrayToObject(record, "rows");
  for (size_t i = 0; i < self->bound_count; i++) {
    bound_row_list judged;
    TRY(bound_finish(&self->bounds[i], &self->totals, &judged));
    for (size_t k = 0; k < judged.count; k++) record_add_row(rows, &judged.row[k]);
    record_bound_curve(record, self->bounds[i].class->about.name, &self->bound_curves[i]);
  }
  if (self->recording == NULL) return STATUS_OK;
  replacement *recording = self->recording;
  self->recording = NULL;
  return replacement_commit(recording);
}

/* The state of the learner at the end, with the description of the problem (problems/rows/reading.h). */
static status write_state(const run *self, const char *name, const cJSON *source) {
  const learner_setting setting = setting_of(self, &self->problem.facts);
  FREED char *path = NULL;
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  TRY(cell_state_path(self->settings->results, self->settings->plan, self->address, name, &path));
  TRY(replacement_begin(path, &file));
  TRY(learner_state_write(replacement_stream(file), &self->learner, &setting, self->learner_options, source));
  replacement *whole = file;
  file = NULL;
  return replacement_commit(whole);
}

static status save_state(const run *self, const char *name) {
  CLEANUP(json_free_at) cJSON *played = NULL;
  TRY(problem_description(&self->problem, self->problem_options, &played));
  if (self->forecasts && self->problem.facts.kind == INSTANCE_ENTRY && problem_describes_reading(played)) {
    const double draw = self->forecast.drawn ? forecast_draw(&self->forecast, &self->learner) : 0.0;
    TRY(state_add_number(played, "draw", draw));
  }
  return write_state(self, name, played);
}

static status run_learner(const cell_settings *settings, const cell_address *address, const char *name, cJSON *record) {
  CLEANUP(finish)
  run self = {.settings = settings,
              .address = address,
              .trials = address->point->trials,
              .setting = {.seed = address->seed,
                          .trials = address->point->trials + address->point->test,
                          .folders = {settings->data, settings->folder}}};
  char rehearsed[33] = "";
  TRY(begin(&self, name, rehearsed));
  TRY(play(&self));
  if (settings->watcher != NULL) return STATUS_OK;
  TRY(examine(&self));
  TRY(conclude(&self, rehearsed, record));
  return settings->save_state ? save_state(&self, name) : STATUS_OK;
}

/* ---- a procedure: its quantities, and what bounds say of them */

static status judge_quantities(const plan_bound *of, size_t trials, const cJSON *quantities, cJSON *record) {
  const bound_class *class = of->class;
  const bound_context context = {.trials = trials};
  const cell_totals totals = {.loss = NAN, .regret = NAN, .quantities = quantities};
  CLEANUP(options_free_at) options *values = NULL;
  CLEANUP(bound_destroy) bound judge = {NULL, NULL};
  bound_row_list judged = {.count = 0};
  if (!class->procedures) return STATUS_OK;
  TRY(options_new(&class->about, of->options, &values));
  if (!bound_applies(class, &context)) return STATUS_OK;
  TRY(bound_new(class, &context, values, &judge));
  TRY(bound_finish(&judge, &totals, &judged));
  cJSON *rows = cJSON_GetObjectItemCaseSensitive(record, "rows");
  for (size_t i = 0; i < judged.count; i++) record_add_row(rows, &judged.row[i]);
  return STATUS_OK;
}

static status run_procedure(const cell_settings *settings, const cell_address *address, cJSON *record) {
  CLEANUP(json_free_at) cJSON *quantities = NULL;
  TRY(settings->procedure(settings->procedure_context, address->point->parameters, address->seed, &quantities));
  TRY(record_quantities(record, quantities));
  for (size_t i = 0; i < address->point->bound_count; i++) {
    TRY(judge_quantities(&address->point->bounds[i], address->point->trials, quantities, record));
  }
  return STATUS_OK;
}

/* ---- a cell */

static status run_prepared(const cell_settings *settings, const cell_address *address, const char *name,
                           cJSON *record) {
  CLEANUP(prepared_cell_close) prepared_cell cell = {0};
  TRY(prepared_cell_open(&settings->custom, address, &cell));
  return settings->plan->procedure ? run_procedure(settings, &cell.address, record)
                                   : run_learner(settings, &cell.address, name, record);
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
