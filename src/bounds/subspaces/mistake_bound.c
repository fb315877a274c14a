#include "bounds/subspaces/mistake_bound.h"

status mistake_init(void *data, const bound_context *context) {
  mistake_bound *self = data;
  self->kind = context->class->variant;
  self->per_mistake = 1.0;
  self->potential.progress.direction = BOUND_LOWER;
  return self->kind->begin(self, context);
}

/* NaN where a mistake need not make progress: the formula has no value. */
static double value_of(const mistake_bound *self) {
  return self->per_mistake > 0.0 ? self->kind->value(self) : NAN;
}

static double error_of(const mistake_bound *self) {
  return self->kind->error != NULL ? self->kind->error(self) : self->potential.budget / self->per_mistake;
}

status mistake_watch(void *data, const trial_event *event) {
  mistake_bound *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  TRY(self->kind->step(self, event));
  if (self->premises.comparator == NULL) return STATUS_OK;
  subspace_premises_judge(&self->premises, event->t, value_of(self), error_of(self));
  return STATUS_OK;
}

double mistake_current(void *data) {
  const mistake_bound *self = data;
  return subspace_premises_hold(&self->premises) ? value_of(self) : NAN;
}

bound_row *mistake_row(const mistake_bound *self, const cell_totals *totals, bound_row_list *rows) {
  return subspace_mistakes_row(&self->premises, rows, totals, value_of(self), error_of(self));
}

status mistake_finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const mistake_bound *self = data;
  (void)mistake_row(self, totals, rows);
  (void)subspace_progress_row(&self->premises, rows, &self->potential.progress);
  return STATUS_OK;
}
