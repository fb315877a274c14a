#include "bounds/multiplicative_weights/rank_one_regret.h"

#include <math.h>

#include "base/fixed_math.h"
#include "bounds/regret.h"
#include "registry/member.h"
#include "spectral/instance/instance_square.h"

typedef struct rank_one_regret {
  regret_bound regret;
  double eta, scale; /* eta: of the sketch, otherwise NaN; scale: of the perturbation */
  bool symmetric;    /* the perturbation */
  instance_square *square;
  bool sketched;
  double start, factor; /* value = start + factor charged */
  size_t n;
  double charged, trivial; /* sum of R^2, or of R S; of R */
} rank_one_regret;

static const ask asks[] = {ASK_OR(rank_one_regret, eta, NAN), ASK_OR(rank_one_regret, scale, NAN),
                           ASK_OR(rank_one_regret, symmetric, 0.0)};

static const double premise_tolerance = 1e-9;
static const double root_pi = 1.77245385090551603;

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

static status begin(void *data, const bound_context *context) {
  rank_one_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  const double n = (double)facts->n;
  self->n = facts->n;
  self->sketched = !isnan(self->eta);
  self->start = self->sketched ? fixed_log(4.0 * n) / self->eta : 2.0 * self->scale * sqrt(n);
  self->factor = self->sketched ? 0.375 * self->eta : 1.0 / (4.0 * root_pi * self->scale);
  check_comparator(self, facts);
  TRY(instance_square_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &self->square));
  return OWN(self, self->square, instance_square_free);
}

static double value(const void *data) {
  const rank_one_regret *self = data;
  return self->start + self->factor * self->charged;
}

static status round_of(void *data, const trial_event *event) {
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
  return STATUS_OK;
}

static void add_rows(void *data, bound_row_list *rows) {
  const rank_one_regret *self = data;
  (void)regret_row(&self->regret, rows, NULL, value(self), self->trivial); /* judged in the mean */
}

bool rank_one_regret_applies(const void *data, const bound_context *context) {
  const rank_one_regret *self = data;
  return bound_of_reals(self, context) && (!isnan(self->eta) || self->symmetric);
}

const regret_kind rank_one_regret_kind = {.begin = begin, .round = round_of, .value = value, .rows = add_rows};

const bound_methods rank_one_regret_methods = {
    .size = sizeof(rank_one_regret),
    FIELDS(asks, asks),
    REGRET_METHODS,
};
