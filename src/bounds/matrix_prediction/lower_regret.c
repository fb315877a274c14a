#include "bounds/matrix_prediction/lower_regret.h"

#include <math.h>

typedef struct lower_regret {
  double exact_regret, lower_bound;
  const comparator *comparator;
  loss loss;
  bool randomised;
  double regret;
  size_t length; /* trials of the adversary */
} lower_regret;

static const ask asks[] = {ASK_PROBLEM(lower_regret, exact_regret), ASK_PROBLEM(lower_regret, lower_bound)};

static const double tolerance = 1e-9; /* times max(1, value): rounding of the sum of the losses */

static status init(void *data, const bound_context *context) {
  lower_regret *self = data;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  self->length = context->problem->facts.trials;
  self->randomised = context->learner->class->randomised;
  return STATUS_OK;
}

static double expected_loss(const lower_regret *self, const trial_event *event) {
  const loss *l = &self->loss;
  if (!self->randomised) return event->loss;
  const double high = event->predicted.probability;
  return high * loss_value(l, l->high, event->label) + (1.0 - high) * loss_value(l, l->low, event->label);
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
  (void)add_row(self, totals, rows, NULL, self->lower_bound);
  (void)add_row(self, totals, rows, "expectation", self->exact_regret);
  bound_row *most = add_row(self, totals, rows, "expectation_at_most", self->exact_regret);
  most->direction = BOUND_UPPER;
  most->measure = "expected_regret";
  most->trivial = INFINITY; /* far below what any learner can lose */
  return STATUS_OK;
}

const bound_methods lower_regret_methods = {
    .size = sizeof(lower_regret),
    FIELDS(asks, asks),
    .init = init,
    .watch = watch,
    .finish = finish,
};
