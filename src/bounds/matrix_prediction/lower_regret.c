#include "bounds/matrix_prediction/lower_regret.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

typedef struct lower_regret {
  const bound_class *class;
  const comparator *comparator;
  loss loss;
  bool randomised;
  double exact, bound, regret;
  size_t length; /* trials of the adversary */
} lower_regret;

static const double tolerance = 1e-9; /* times max(1, value): rounding of the sum of the losses */

status lower_regret_create(const bound_context *context, const bound_class *class, void **out) {
  lower_regret *self = NULL;
  TRY(NEW_ARRAY(1, self));
  self->class = class;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  self->length = context->problem->facts.trials;
  self->randomised = context->learner->class->randomised;
  self->exact = self->bound = NAN;
  (void)problem_constant(context->problem, "exact_regret", &self->exact);
  (void)problem_constant(context->problem, "lower_bound", &self->bound);
  *out = self;
  return STATUS_OK;
}

void lower_regret_destroy(void *self) {
  free(self);
}

static double expected_loss(const lower_regret *self, const trial_event *event) {
  const loss *loss = &self->loss;
  if (!self->randomised) return event->loss;
  const double high = event->predicted.probability;
  return high * loss_value(loss, loss->high, event->label) + (1.0 - high) * loss_value(loss, loss->low, event->label);
}

status lower_regret_watch(void *data, const trial_event *event) {
  lower_regret *self = data;
  if (self->comparator == NULL) return STATUS_OK;
  const double best = loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
  self->regret += expected_loss(self, event) - best;
  return STATUS_OK;
}

static bound_row row_of(const lower_regret *self, const cell_totals *totals, const char *name, double value) {
  bound_row row = bound_row_of(self->class, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = tolerance * fmax(1.0, fabs(value));
  row.trivial = 0.0;
  row.unchecked = self->comparator == NULL;
  if (totals->trials < self->length) {
    row.premise = "the adversary has played to its end";
    row.premise_trial = totals->trials;
    row.premise_value = (double)totals->trials;
  }
  return row;
}

status lower_regret_finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const lower_regret *self = data;
  rows[0] = row_of(self, totals, NULL, self->bound);
  rows[1] = row_of(self, totals, "expectation", self->exact);
  rows[2] = row_of(self, totals, "expectation_at_most", self->exact);
  rows[2].direction = BOUND_UPPER;
  rows[2].measure = "expected_regret";
  rows[2].trivial = INFINITY; /* far below what any learner can lose */
  *count = 3;
  return STATUS_OK;
}
