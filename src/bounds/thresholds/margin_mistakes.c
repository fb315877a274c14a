#include "bounds/thresholds/margin_mistakes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/failed_premise.h"
#include "bounds/subspaces/potential.h"
#include "bounds/trial_judge.h"
#include "learners/winnow/simplex_winnow.h"

static const double count_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, divergence) */
static const double entry_tolerance = 1e-9;    /* relative, of entries and margins */

struct margin_mistakes {
  learner learner;
  const comparator *comparator;
  double eta, threshold, range, tuned_for, margin;
  bool tuned, equal_start;
  bool vectors;       /* the instances are vectors, not symmetric matrices */
  bool known;         /* there is a target */
  double norm;        /* |u|_1, tr U */
  double *scaled;     /* vectors: u', as many entries as there are weights */
  instance target;    /* vectors: u'; matrices: U */
  double scale;       /* of the target: vectors 1, matrices 1/tr U */
  double entropy;     /* sum of eigenvalues of the target, each times its logarithm */
  double *work;       /* matrices: of instance_norm_within */
  double *over_range; /* matrices: X/range */
  double per_mistake; /* C */
  double start;       /* D(u', w_1) */
  double uniform;     /* ln N */
  double hinge, divergence;
  double score_error, trace_error, decision_budget;
  size_t updates, mistakes;
  failed_premise always, theorem;
  invariant_judge progress;
  theorem_judge judged_updates, judged_mistakes; /* a class has one of the two as its measure */
};

bool margin_applies(const bound_context *context) {
  return context->problem->facts.labels == LABEL_SIGN;
}

bool margin_doubled(const bound_context *context) {
  double doubled = 0.0;
  return learner_constant(context->learner, "doubled", &doubled) && doubled != 0.0;
}

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
  double largest = 0.0;
  for (size_t j = 0; j < x->count; j++) largest = fmax(largest, fabs(x->value[j]));
  return largest;
}

void margin_destroy(void *data) {
  margin_mistakes *self = data;
  if (self == NULL) return;
  free(self->scaled);
  free(self->work);
  free(self->over_range);
  free(self);
}

/* Weight i at the start is 0 although u'_i is not. */
static status check_support(margin_mistakes *self, size_t n) {
  static const double one = 1.0;
  const learner *learner = &self->learner;
  for (size_t i = 0; i < n; i++) {
    double weight = 0.0;
    const instance attribute = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &one);
    if (!(self->scaled[i] > 0.0)) continue;
    TRY(learner_score(learner, &attribute, &weight));
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
  if (isnan(self->entropy)) premise_fail(&self->always, "the comparator is semidefinite, of known entropy", 0, NAN);
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

static status set_target(margin_mistakes *self, const bound_context *context, bool doubled) {
  const instance *u = comparator_instance(context->comparator);
  const size_t n = context->problem->facts.n, order = spectral_order(learner_parameter(context->learner));
  TRY(NEW_ARRAY(order, self->scaled));
  for (size_t j = 0; j < u->count; j++) {
    const size_t i = u->index == NULL ? j : u->index[j];
    const double value = u->value[j] / self->norm;
    if (value < 0.0 && !doubled) premise_fail(&self->always, "the comparator is not negative", 0, u->value[j]);
    if (value > 0.0) self->scaled[i] = value;
    if (value < 0.0 && doubled) self->scaled[n + i] = -value;
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
  return doubled ? STATUS_OK : check_support(self, n);
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
  if (segments > 1) premise_fail(&self->always, "one comparator for all trials", 0, (double)segments);
  self->margin = margin_of_problem(context, self->tuned_for * self->norm) / self->norm;
  self->per_mistake = simplex_winnow_progress(self->eta, self->range, self->margin, self->threshold);
  if (!(self->margin > self->threshold)) premise_fail(&self->theorem, "margin > threshold", 0, self->margin);
  if (!(self->per_mistake > 0.0))
    premise_fail(&self->theorem, "the guaranteed progress is positive", 0, self->per_mistake);
  return self->vectors ? set_target(self, context, margin_doubled(context)) : set_matrix_target(self, context);
}

/* Room to look at the norms of matrices. */
static status prepare_norms(margin_mistakes *self, const problem_facts *facts) {
  const instance shape = {.kind = facts->kind, .n = facts->n, .rank = facts->rank};
  size_t entries = facts->n;
  if (facts->kind == INSTANCE_MATRIX) entries = facts->n * facts->n;
  if (facts->kind == INSTANCE_LOW_RANK) entries = facts->rank;
  TRY(NEW_ARRAY(entries, self->over_range));
  return NEW_ARRAY(instance_norm_work(&shape), self->work);
}

status margin_create(const bound_context *context, const options *options, void **out) {
  (void)options;
  margin_mistakes *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  const learner *learner = context->learner;
  double given = 0.0;
  self->learner = *learner;
  self->progress.direction = BOUND_LOWER;
  (void)learner_constant(learner, "eta", &self->eta);
  (void)learner_constant(learner, "threshold", &self->threshold);
  (void)learner_constant(learner, "range", &self->range);
  (void)learner_constant(learner, "margin", &self->tuned_for);
  (void)learner_constant(learner, "given", &given);
  self->tuned = given == 0.0;
  self->equal_start = margin_equal_start(context);
  spectral *w = learner_parameter(learner);
  self->uniform = fixed_log((double)spectral_order(w));
  self->score_error = spectral_error(w);
  self->trace_error = spectral_trace_error(w);
  self->comparator = context->comparator;
  self->vectors = context->problem->facts.kind == INSTANCE_VECTOR;
  status code = self->vectors ? STATUS_OK : prepare_norms(self, &context->problem->facts);
  if (code == STATUS_OK && context->comparator != NULL) code = set_comparator(self, context);
  if (code != STATUS_OK) {
    margin_destroy(self);
    return code;
  }
  *out = self;
  return STATUS_OK;
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
    const double entry = margin_largest_entry(event->x);
    if (entry <= self->range * (1.0 + entry_tolerance)) return;
    premise_fail(&self->always, "entries within [-range, range]", event->t, entry);
    return;
  }
  const instance scaled = over_range(self, event->x);
  double beyond = 0.0;
  if (instance_norm_within(&scaled, entry_tolerance, self->work, &beyond)) return;
  premise_fail(&self->always, "||X|| <= range", event->t, self->range * (1.0 + beyond));
}

status margin_watch(void *data, const trial_event *event) {
  margin_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  self->updates++;
  self->mistakes += event->mistake;
  check_range(self, event);
  if (!self->known) return STATUS_OK;
  const double hinge =
      fmax(0.0, self->margin - event->label * comparator_value(self->comparator, event->x) / self->norm);
  self->hinge += hinge;
  /* A score off by e raises Z by sinh(eta range)/range e at most. */
  const double error = self->score_error * instance_nuclear(event->x);
  self->decision_budget += error * fixed_sinh(self->eta * self->range) / self->range /
                           fixed_exp(self->eta * self->margin - self->per_mistake);
  spectral *w = learner_parameter(&self->learner);
  const double before = self->divergence, error_before = self->trace_error;
  TRY(set_divergence(self));
  self->score_error = spectral_error(w);
  self->trace_error = spectral_trace_error(w);
  const double rounding = 4.0 * DBL_EPSILON * self->eta * (fabs(self->margin) + hinge); /* of their difference */
  invariant_judge_progress(&self->progress, event->t, before, self->divergence, self->per_mistake - self->eta * hinge,
                           progress_tolerance, error_before + self->trace_error + rounding);
  judge_theorem(self, event->t);
  return STATUS_OK;
}

double margin_current(void *data) {
  const margin_mistakes *self = data;
  const bool silent = !self->known || self->always.name != NULL || self->theorem.name != NULL;
  return silent ? NAN : value_from(self, self->start);
}

static bound_row begin_row(const margin_mistakes *self, const bound_class *class, const char *invariant,
                           const failed_premise *failed) {
  bound_row row = bound_row_of(class, invariant);
  row.unchecked = self->comparator == NULL;
  premise_row(failed, &row);
  return row;
}

static bool counts_updates(const bound_class *class) {
  return strcmp(class->measure, "updates") == 0;
}

static bound_row count_row(const margin_mistakes *self, const bound_class *class, const char *form,
                           const cell_totals *totals, double value) {
  bound_row row = begin_row(self, class, form, self->always.name != NULL ? &self->always : &self->theorem);
  const bool updates = counts_updates(class);
  if (form != NULL)
    row.measure = updates ? "updates in all" : "mistakes in all"; /* not drawn beside the theorem's row */
  row.measured = (double)(updates ? totals->updates : totals->mistakes);
  if (self->per_mistake > 0.0) row.value = value;
  row.tolerance = count_tolerance;
  row.error = self->decision_budget / self->per_mistake;
  row.trivial = (double)totals->trials;
  return row;
}

void margin_finish(const margin_mistakes *self, const bound_class *class, const cell_totals *totals, bound_row *rows,
                   size_t *count) {
  const bool known = self->known;
  const double start = self->equal_start ? self->uniform : self->start;
  size_t made = 0;
  rows[made++] = count_row(self, class, NULL, totals, known ? value_from(self, self->start) : NAN);
  theorem_judge_row(counts_updates(class) ? &self->judged_updates : &self->judged_mistakes, &rows[0]);
  if (known && self->equal_start) {
    rows[made++] = count_row(self, class, "any_target", totals, value_from(self, self->uniform));
  }
  if (known && self->tuned && self->margin >= self->tuned_for * (1.0 - entry_tolerance)) {
    const double distance = (self->tuned_for - self->threshold) / self->range;
    rows[made++] =
        count_row(self, class, "simplified", totals, 2.0 * (start + self->eta * self->hinge) / (distance * distance));
  }
  rows[made] = begin_row(self, class, "progress", &self->always);
  if (invariant_judge_row(&self->progress, "progress", &rows[made])) made++;
  *count = made;
}
