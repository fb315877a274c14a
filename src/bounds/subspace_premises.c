#include "bounds/subspace_premises.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

static const double unit_tolerance = 1e-9;
static const double projection_tolerance = 1e-9;

bool subspace_applies(const bound_context *context) {
  return strcmp(context->learner->class->family, "winnow") == 0 && context->problem->facts.labels == LABEL_SIGN;
}

status subspace_premises_begin(const bound_context *context, double gap, subspace_premises *premises) {
  *premises = (subspace_premises){.comparator = context->comparator, .gap = gap};
  const problem_facts *facts = &context->problem->facts;
  const instance shape = {.kind = facts->kind, .n = facts->n, .count = facts->n, .rank = facts->rank};
  premises->work_size = instance_range_work(&shape) + 1;
  TRY(memory_reserve(premises->work_size, sizeof(double), &premises->work));
  if (context->comparator == NULL) return STATUS_OK;
  double defect = 0.0;
  premises->projection = comparator_projection(context->comparator, &premises->rank, &defect);
  if (premises->projection && defect > projection_tolerance) {
    subspace_premises_fail(premises, "P is a projection", 0, defect);
  }
  return STATUS_OK;
}

void subspace_premises_fail(subspace_premises *premises, const char *premise, size_t trial, double value) {
  if (premises->failed != NULL) return;
  premises->failed = premise;
  premises->failed_trial = trial;
  premises->failed_value = value;
}

void subspace_premises_watch(subspace_premises *premises, const trial_event *event) {
  double worst = 0.0;
  if (!instance_within_unit(event->x, unit_tolerance, premises->work, &worst)) {
    subspace_premises_fail(premises, "0 <= X <= I", event->t, worst);
  }
  const bool positive = event->label > 0.0;
  premises->positive += positive;
  premises->negative += !positive;
  if (premises->comparator == NULL) return;
  const double inner = comparator_value(premises->comparator, event->x);
  premises->signed_value += event->label * inner;
  premises->last_hinge = fmax(0.0, positive ? premises->gap - inner : inner);
  premises->hinge += premises->last_hinge;
}

void subspace_premises_row(const subspace_premises *premises, bound_row *row) {
  row->unchecked = premises->comparator == NULL;
  row->premise = premises->failed;
  row->premise_trial = premises->failed_trial;
  if (premises->failed != NULL) row->premise_value = premises->failed_value;
}

void subspace_premises_end(subspace_premises *premises) {
  if (premises->work != NULL) memory_unreserve(premises->work, premises->work_size, sizeof(double));
  premises->work = NULL;
}
