#include "bounds/matrix_prediction/lower_regret.h"

#include <math.h>

typedef struct lower_regret {
  const comparator *comparator;
  loss loss;
  bool randomised;
  double exact, bound, regret;
  size_t length; /* trials of the adversary */
} lower_regret;

static const double tolerance = 1e-9; /* times max(1, value): rounding of the sum of the losses */

static status init(void *data, const bound_context *context) {
  lower_regret *self = data;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  self->length = context->problem->facts.trials;
  self->randomised = context->learner->class->randomised;
  self->exact = self->bound = NAN;
  (void)problem_constant(context->problem, "exact_regret", &self->exact);
  (void)problem_constant(context->problem, "lower_bound", &self->bound);
  return STATUS_OK;
}

static double expected_loss(const lower_regret *self, const trial_event *event) {
  const loss *loss = &self->loss;
  if (!self->randomised) return event->loss;
  const double high = event->predicted.probability;
  return high * loss_value(loss, loss->high, event->label) + (1.0 - high) * loss_value(loss, loss->low, event->label);
}

static status watch(void *data, const trial_event *event) {
  lower_regret *self = data;
  if (self->comparator == NULL) return STATUS_OK;
  const double best = loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
  self->regret += expected_loss(self, event) - best;
  return STATUS_OK;
}

static bound_row *add_row(const lower_regret *self, const cell_totals *totals, bound_row_list *rows, const char *name,
                          double value) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = self->regret;
  row->value = value;
  row->tolerance = tolerance * fmax(1.0, fabs(value));
  row->trivial = 0.0;
  row->unchecked = self->comparator == NULL;
  if (totals->trials < self->length) {
    row->premise = "the adversary has played to its end";
    row->premise_trial = totals->trials;
    row->premise_value = (double)totals->trials;
  }
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const lower_regret *self = data;
  (void)add_row(self, totals, rows, NULL, self->bound);
  (void)add_row(self, totals, rows, "expectation", self->exact);
  bound_row *most = add_row(self, totals, rows, "expectation_at_most", self->exact);
  most->direction = BOUND_UPPER;
  most->measure = "expected_regret";
  most->trivial = INFINITY; /* far below what any learner can lose */
  return STATUS_OK;
}

const bound_methods lower_regret_methods = {
    .size = sizeof(lower_regret),
    .init = init,
    .watch = watch,
    .finish = finish,
};
