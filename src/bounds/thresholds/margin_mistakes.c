#include "bounds/thresholds/margin_mistakes.h"
#include "bounds/potential.h"
#include "learners/winnow/simplex_winnow.h"
#include <float.h>

static const double count_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, divergence) */
static const double entry_tolerance = 1e-9;    /* relative, of entries and margins */

static const ask asks[] = {
    ASK(margin_mistakes, eta),    ASK_AS("theta", margin_mistakes, threshold), ASK(margin_mistakes, range),
    ASK(margin_mistakes, margin), ASK_OR(margin_mistakes, given, 0.0),         ASK_OR(margin_mistakes, doubled, 0.0),
};

bool margin_equal_start(const bound_context *context) {
  double least = 0.0, largest = 1.0;
  spectral *w = learner_parameter(context->learner);
  return w != NULL && spectral_extremes(w, &least, &largest) == STATUS_OK && least == largest;
}

double margin_of_problem(const bound_context *context, double otherwise) {
  const problem_facts *facts = &context->problem->facts;
  return facts->gap_high > 0.0 && facts->gap_low == -facts->gap_high ? facts->gap_high : otherwise;
}

double margin_one_norm(const comparator *u) {
  const instance *x = comparator_instance(u);
  double sum = 0.0;
  if (x->kind != INSTANCE_VECTOR) return NAN;
  for (size_t j = 0; j < x->count; j++) sum += fabs(x->value[j]);
  return sum;
}

double margin_largest_entry(const instance *x) {
  return kernel_largest(x->count, x->value);
}

/* Weight i at the start is 0 although u'_i is not. */
static status check_support(margin_mistakes *self, size_t n) {
  static const double one = 1.0;
  const learner *player = &self->learner;
  for (size_t i = 0; i < n; i++) {
    double weight = 0.0;
    const instance attribute = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
    if (!(self->scaled[i] > 0.0)) continue;
    TRY(learner_score(player, &attribute, &weight));
    if (weight == 0.0)
      premise_fail(&self->always, "the start weights are positive where the comparator is", 0, (double)i + 1);
  }
  return STATUS_OK;
}

static status set_divergence(margin_mistakes *self) {
  return spectral_divergence(learner_parameter(&self->learner), &self->target, self->entropy, NAN, self->scale,
                             &self->divergence); /* of LINK_EXP: the squared norm is not read */
}

/* U/tr U */
static status set_matrix_target(margin_mistakes *self, const bound_context *context) {
  const spectral_representation representation = spectral_representation_of(learner_parameter(context->learner));
  self->target = *comparator_instance(context->comparator);
  self->entropy = comparator_entropy(context->comparator);
  self->scale = 1.0 / self->norm;
  premise_require(&self->always, !isnan(self->entropy), "the comparator is semidefinite, of known entropy", NAN);
  if (representation == REPRESENTATION_LOW_RANK && self->target.kind == INSTANCE_MATRIX) {
    /* that W's representation can be held to */
    premise_fail(&self->always, "the comparator is a projection or a vector", 0, NAN);
  }
  if (self->always.name != NULL) return STATUS_OK;
  TRY(set_divergence(self));
  self->start = at_least_zero(self->divergence);
  self->known = true;
  return STATUS_OK;
}

static status set_target(margin_mistakes *self, const bound_context *context) {
  const instance *u = comparator_instance(context->comparator);
  const size_t n = context->problem->facts.n, order = spectral_order(learner_parameter(context->learner));
  TRY(OWN_ARRAY(self, order, self->scaled));
  for (size_t j = 0; j < u->count; j++) {
    const size_t i = u->index == NULL ? j : u->index[j];
    const double value = u->value[j] / self->norm;
    if (value < 0.0 && !self->doubled) premise_fail(&self->always, "the comparator is not negative", 0, u->value[j]);
    if (value > 0.0) self->scaled[i] = value;
    if (value < 0.0 && self->doubled) self->scaled[n + i] = -value;
  }
  for (size_t i = 0; i < order; i++) {
    const double value = self->scaled[i];
    if (value > 0.0) self->entropy += value * fixed_log(value);
  }
  self->target = instance_dense_vector(order, self->scaled);
  self->scale = 1.0;
  TRY(set_divergence(self));
  self->start = at_least_zero(self->divergence);
  self->known = true;
  return self->doubled ? STATUS_OK : check_support(self, n);
}

static status set_comparator(margin_mistakes *self, const bound_context *context) {
  const size_t segments = comparator_segments(context->comparator);
  self->norm = self->vectors ? margin_one_norm(context->comparator) : comparator_trace(context->comparator);
  if (!(self->norm > 0.0)) {
    premise_fail(&self->always,
                 self->vectors ? "the comparator is a vector that is not zero" : "the comparator's trace is positive",
                 0, self->norm);
    return STATUS_OK;
  }
  premise_require(&self->always, segments <= 1, "one comparator for all trials", (double)segments);
  self->s = margin_of_problem(context, self->margin * self->norm) / self->norm;
  self->per_mistake = simplex_winnow_progress(self->eta, self->range, self->s, self->threshold);
  premise_require(&self->theorem, self->s > self->threshold, "margin > threshold", self->s);
  premise_require(&self->theorem, self->per_mistake > 0.0, "the guaranteed progress is positive", self->per_mistake);
  return self->vectors ? set_target(self, context) : set_matrix_target(self, context);
}

/* Allocates what checking the norms of matrices needs. */
static status prepare_norms(margin_mistakes *self, const problem_facts *facts) {
  const instance shape = {.kind = facts->kind, .n = facts->n, .rank = facts->rank};
  size_t entries = facts->n;
  if (facts->kind == INSTANCE_MATRIX) entries = facts->n * facts->n;
  if (facts->kind == INSTANCE_LOW_RANK) entries = facts->rank;
  TRY(OWN_ARRAY(self, entries, self->over_range));
  return OWN_ARRAY(self, instance_norm_work(&shape), self->work);
}

static status init(void *data, const bound_context *context) {
  margin_mistakes *self = data;
  const learner *player = context->learner;
  self->learner = *player;
  self->progress.direction = BOUND_LOWER;
  self->equal_start = margin_equal_start(context);
  spectral *w = learner_parameter(player);
  self->uniform = fixed_log((double)spectral_order(w));
  self->score_error = spectral_error(w);
  self->trace_error = spectral_trace_error(w);
  self->comparator = context->comparator;
  self->vectors = context->problem->facts.kind == INSTANCE_VECTOR;
  if (!self->vectors) TRY(prepare_norms(self, &context->problem->facts));
  return context->comparator == NULL ? STATUS_OK : set_comparator(self, context);
}

static double value_from(const margin_mistakes *self, double start) {
  return (start + self->eta * self->hinge) / self->per_mistake;
}

static void judge_theorem(margin_mistakes *self, size_t t) {
  trial_figures now = {.trial = t,
                       .measured = (double)self->updates,
                       .value = value_from(self, self->start),
                       .tolerance = count_tolerance,
                       .error = self->decision_budget / self->per_mistake};
  theorem_judge_trial(&self->judged_updates, now);
  now.measured = (double)self->mistakes;
  theorem_judge_trial(&self->judged_mistakes, now);
}

/* X/range, in self->over_range */
static instance over_range(const margin_mistakes *self, const instance *x) {
  instance scaled = *x;
  const double *from = x->kind == INSTANCE_MATRIX ? x->matrix : x->kind == INSTANCE_DYAD ? x->value : x->weights;
  const size_t count = x->kind == INSTANCE_MATRIX ? x->n * x->n : x->kind == INSTANCE_DYAD ? x->count : x->rank;
  const double by = x->kind == INSTANCE_DYAD ? sqrt(self->range) : self->range;
  for (size_t i = 0; i < count; i++) self->over_range[i] = from[i] / by;
  scaled.matrix = scaled.value = scaled.weights = self->over_range;
  scaled.shift = x->shift / self->range;
  return scaled;
}

static void check_range(margin_mistakes *self, const trial_event *event) {
  if (self->vectors) {
    premise_at_most(&self->always, "entries within [-range, range]", event->t, margin_largest_entry(event->x),
                    self->range * (1.0 + entry_tolerance));
    return;
  }
  const instance scaled = over_range(self, event->x);
  double beyond = 0.0;
  if (instance_norm_within(&scaled, entry_tolerance, self->work, &beyond)) return;
  premise_fail(&self->always, "||X|| <= range", event->t, self->range * (1.0 + beyond));
}

static status watch(void *data, const trial_event *event) {
  margin_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  self->updates++;
  self->mistakes += event->mistake;
  check_range(self, event);
  if (!self->known) return STATUS_OK;
  const double hinge = fmax(0.0, self->s - event->label * comparator_value(self->comparator, event->x) / self->norm);
  self->hinge += hinge;
  /* A score off by e raises Z by sinh(eta range)/range e at most. */
  const double error = self->score_error * instance_nuclear(event->x);
  self->decision_budget +=
      error * fixed_sinh(self->eta * self->range) / self->range / fixed_exp(self->eta * self->s - self->per_mistake);
  spectral *w = learner_parameter(&self->learner);
  const double before = self->divergence, error_before = self->trace_error;
  TRY(set_divergence(self));
  self->score_error = spectral_error(w);
  self->trace_error = spectral_trace_error(w);
  const double rounding = 4.0 * DBL_EPSILON * self->eta * (fabs(self->s) + hinge); /* of their difference */
  invariant_judge_progress(&self->progress, event->t, before, self->divergence, self->per_mistake - self->eta * hinge,
                           progress_tolerance, error_before + self->trace_error + rounding);
  judge_theorem(self, event->t);
  return STATUS_OK;
}

static double current(void *data) {
  const margin_mistakes *self = data;
  const bool silent = !self->known || self->always.name != NULL || self->theorem.name != NULL;
  return silent ? NAN : value_from(self, self->start);
}

static bool counts_updates(const bound_class *class) {
  return strcmp(class->measure, "updates") == 0;
}

static void set_premise(const margin_mistakes *self, const failed_premise *failed, bound_row *row) {
  row->unchecked = self->comparator == NULL;
  premise_row(failed, row);
}

static bound_row *count_row(const margin_mistakes *self, bound_row_list *rows, const char *form,
                            const cell_totals *totals, double value) {
  const bool updates = counts_updates(rows->class);
  bound_row *row = bound_row_add(rows, form);
  set_premise(self, self->always.name != NULL ? &self->always : &self->theorem, row);
  if (form != NULL)
    row->measure = updates ? "updates in all" : "mistakes in all"; /* not drawn beside the theorem's row */
  row->measured = (double)(updates ? totals->updates : totals->mistakes);
  if (self->per_mistake > 0.0) row->value = value;
  row->tolerance = count_tolerance;
  row->error = self->decision_budget / self->per_mistake;
  row->trivial = cell_totals_allowed(totals);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const margin_mistakes *self = data;
  const bool known = self->known;
  const double start = self->equal_start ? self->uniform : self->start;
  bound_row *theorem = count_row(self, rows, NULL, totals, known ? value_from(self, self->start) : NAN);
  theorem_judge_row(counts_updates(rows->class) ? &self->judged_updates : &self->judged_mistakes, theorem);
  if (known && self->equal_start) (void)count_row(self, rows, "any_target", totals, value_from(self, self->uniform));
  if (known && !self->given && self->s >= self->margin * (1.0 - entry_tolerance)) {
    const double distance = (self->margin - self->threshold) / self->range;
    (void)count_row(self, rows, "simplified", totals, 2.0 * (start + self->eta * self->hinge) / (distance * distance));
  }
  bound_row *progress = invariant_judge_row(&self->progress, rows, "progress", "progress");
  if (progress != NULL) set_premise(self, &self->always, progress);
  return STATUS_OK;
}

const bound_methods margin_methods = {
    .size = sizeof(margin_mistakes),
    FIELDS(asks, asks),
    .init = init,
    .watch = watch,
    .current = current,
    .finish = finish,
};
