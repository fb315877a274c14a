#include "bounds/multiplicative_weights/rank_one_regret.h"

#include <math.h>

#include "base/fixed_math.h"
#include "bounds/constants.h"
#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

typedef struct rank_one_regret {
  regret_bound regret;
  instance_square *square;
  bool sketched;
  double start, factor; /* value = start + factor charged */
  size_t n;
  double charged, trivial; /* sum of R^2, or of R S; of R */
} rank_one_regret;

static const double premise_tolerance = 1e-9;
static const double root_pi = 1.77245385090551603;

static void clear(void *data) {
  instance_square_free(((rank_one_regret *)data)->square);
}

static void check_comparator(rank_one_regret *self, const problem_facts *facts) {
  failed_premise *failed = &self->regret.failed;
  const comparator *u = self->regret.comparator;
  premise_require(failed, !facts->adaptive, "the losses do not depend on what was played", NAN);
  if (u == NULL) return;
  premise_require(failed, comparator_kind_of(u) != COMPARATOR_VECTOR || !isnan(comparator_entropy(u)),
                  "the comparator is positive semidefinite", NAN);
  premise_require(failed, fabs(comparator_trace(u) - 1.0) <= premise_tolerance, "the comparator's trace is 1",
                  comparator_trace(u));
}

static status init(void *data, const bound_context *context) {
  rank_one_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  const double n = (double)facts->n, eta = learner_constant_or_nan(context->learner, "eta");
  const double scale = learner_constant_or_nan(context->learner, "scale");
  self->n = facts->n;
  self->sketched = !isnan(eta);
  self->start = self->sketched ? fixed_log(4.0 * n) / eta : 2.0 * scale * sqrt(n);
  self->factor = self->sketched ? 0.375 * eta : 1.0 / (4.0 * root_pi * scale);
  regret_begin(context, &self->regret);
  check_comparator(self, facts);
  return instance_square_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &self->square);
}

static double value_now(const rank_one_regret *self) {
  return self->start + self->factor * self->charged;
}

static status watch(void *data, const trial_event *event) {
  rank_one_regret *self = data;
  double least = 0.0, largest = 0.0;
  instance square;
  const double g = fabs(loss_subgradient(&self->regret.loss, event->predicted.value, event->label));
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  TRY(instance_square_of(self->square, event->x, &square));
  const double width = g * (largest - least), trace = instance_trace(event->x);
  const double spread = g * sqrt(fmax(instance_trace(&square) - trace * trace / (double)self->n, 0.0)); /* S */
  self->charged += width * (self->sketched ? width : spread);
  self->trivial += width;
  (void)regret_add(&self->regret, event, event->loss);
  return STATUS_OK;
}

static double current(void *data) {
  const rank_one_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const rank_one_regret *self = data;
  (void)totals;
  (void)regret_row(&self->regret, rows, NULL, value_now(self), self->trivial);
  return STATUS_OK;
}

const bound_methods rank_one_regret_methods = {
    .size = sizeof(rank_one_regret),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};
