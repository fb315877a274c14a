#include "bounds/subspaces/subspace_premises.h"

static const double unit_tolerance = 1e-9;
static const double count_tolerance = 1e-9; /* M <= floor(B + 1e-9) */

static const ask asks[] = {
    ASK_OR(subspace_premises, gap_low, 0.0),
    ASK_AS_OR("interval_low", subspace_premises, low, 0.0),
    ASK_AS_OR("interval_high", subspace_premises, high, 1.0),
};

static status reserve(const problem_facts *facts, subspace_premises *premises) {
  const instance shape = {.kind = facts->kind, .n = facts->n, .count = facts->n, .rank = facts->rank};
  premises->work_size = instance_range_work(&shape) + 1;
  TRY(memory_reserve(premises->work_size, sizeof(double), &premises->work));
  if (premises->low == 0.0 && premises->high == 1.0) return STATUS_OK;
  premises->moved_size = facts->kind == INSTANCE_MATRIX ? facts->n * facts->n : facts->rank + 1;
  return memory_reserve(premises->moved_size, sizeof(double), &premises->moved);
}

status subspace_premises_begin_shifting(const bound_context *context, double gap, subspace_premises *premises) {
  premises->comparator = context->comparator;
  premises->gap = gap;
  TRY(ask_learner(asks, sizeof asks / sizeof *asks, context->class->about.name, context->learner, premises));
  TRY(OWN(premises, premises, subspace_premises_end));
  TRY(reserve(&context->problem->facts, premises));
  if (context->comparator == NULL) return STATUS_OK;
  premises->projection = comparator_projection(context->comparator, &premises->rank, NULL);
  return STATUS_OK;
}

status subspace_premises_begin(const bound_context *context, double gap, subspace_premises *premises) {
  TRY(subspace_premises_begin_shifting(context, gap, premises));
  const size_t segments = context->comparator == NULL ? 1 : comparator_segments(context->comparator);
  premise_require(&premises->failed, segments <= 1, "one comparator for all trials", (double)segments);
  return STATUS_OK;
}

/* How far the spectrum of a diagonal matrix or a dyad lies outside [a,b]; entries and directions that are not stored have
 * eigenvalue 0. */
static double outside(const instance *x, double low, double high) {
  double least = INFINITY, largest = -INFINITY;
  bool zeros = x->count < x->n;
  if (x->kind == INSTANCE_DYAD) {
    least = largest = instance_trace(x);
    zeros = x->n > 1;
  } else {
    for (size_t i = 0; i < x->count; i++) {
      least = fmin(least, x->value[i]);
      largest = fmax(largest, x->value[i]);
    }
  }
  if (zeros) {
    least = fmin(least, 0.0);
    largest = fmax(largest, 0.0);
  }
  return fmax(0.0, fmax(low - least, largest - high));
}

/* The premise a I <= X <= b I; *worst is in units of b - a. */
static bool within_interval(subspace_premises *premises, const instance *x, double *worst) {
  const double low = premises->low, high = premises->high, width = high - low;
  if (premises->moved == NULL) return instance_within_unit(x, unit_tolerance, premises->work, worst);
  if (x->kind == INSTANCE_VECTOR || x->kind == INSTANCE_DYAD) {
    *worst = outside(x, low, high) / width;
    return *worst <= unit_tolerance;
  }
  instance moved = *x;
  if (x->kind == INSTANCE_MATRIX) {
    for (size_t i = 0; i < x->n * x->n; i++) premises->moved[i] = x->matrix[i] / width;
    for (size_t i = 0; i < x->n; i++) premises->moved[i * (x->n + 1)] -= low / width;
    moved.matrix = premises->moved;
  } else {
    for (size_t q = 0; q < x->rank; q++) premises->moved[q] = x->weights[q] / width;
    moved.weights = premises->moved;
    moved.shift = (x->shift - low) / width;
  }
  return instance_within_unit(&moved, unit_tolerance, premises->work, worst);
}

void subspace_premises_watch(subspace_premises *premises, const trial_event *event) {
  const char *name = premises->moved == NULL ? "0 <= X <= I" : "a I <= X <= b I";
  double worst = 0.0;
  if (within_interval(premises, event->x, &worst)) {
    premise_at_most(&premises->failed, name, event->t, worst, unit_tolerance);
  } else {
    premise_fail(&premises->failed, name, event->t, worst);
  }
  const bool positive = event->label > 0.0;
  premises->positive += positive;
  premises->negative += !positive;
  if (premises->comparator == NULL) return;
  double inner = comparator_value(premises->comparator, event->x);
  if (premises->moved != NULL) {
    inner = (inner - premises->low * comparator_trace(premises->comparator)) / (premises->high - premises->low);
  }
  premises->signed_value += event->label * inner;
  premises->last_hinge = fmax(0.0, positive ? premises->gap - inner : inner - premises->gap_low);
  premises->hinge += premises->last_hinge;
}

void subspace_premises_row(const subspace_premises *premises, bound_row *row) {
  row->unchecked = premises->comparator == NULL;
  premise_row(&premises->failed, row);
}

void subspace_premises_require_projection(subspace_premises *premises) {
  if (premises->comparator == NULL) return;
  premise_require(&premises->failed, premises->projection, "P is a projection", NAN);
}

bool subspace_premises_hold(const subspace_premises *premises) {
  return premises->comparator != NULL && premises->failed.name == NULL;
}

void subspace_premises_end(subspace_premises *premises) {
  if (premises->work != NULL) memory_unreserve(premises->work, premises->work_size, sizeof(double));
  premises->work = NULL;
  if (premises->moved != NULL) memory_unreserve(premises->moved, premises->moved_size, sizeof(double));
  premises->moved = NULL;
}

void subspace_premises_judge(subspace_premises *premises, size_t t, double value, double error) {
  theorem_judge_trial(&premises->theorem, (trial_figures){.trial = t,
                                                          .measured = (double)(premises->positive + premises->negative),
                                                          .value = value,
                                                          .tolerance = count_tolerance,
                                                          .error = error});
}

bound_row *subspace_mistakes_row(const subspace_premises *premises, bound_row_list *rows, const cell_totals *totals,
                                 double value, double error) {
  bound_row *row = bound_row_add(rows, NULL);
  subspace_premises_row(premises, row);
  row->measured = (double)totals->mistakes;
  row->tolerance = count_tolerance;
  row->trivial = cell_totals_allowed(totals);
  if (premises->comparator == NULL) return row;
  row->value = value;
  row->error = error;
  theorem_judge_row(&premises->theorem, row);
  return row;
}

bound_row *subspace_progress_row(const subspace_premises *premises, bound_row_list *rows,
                                 const invariant_judge *judge) {
  bound_row *row = invariant_judge_row(judge, rows, "progress", "progress");
  if (row == NULL) return NULL;
  subspace_premises_row(premises, row);
  row->trivial = 0.0;
  return row;
}
