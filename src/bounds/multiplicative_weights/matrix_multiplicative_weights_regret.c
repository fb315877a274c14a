/* The regret bounds of Matrix Multiplicative Weights. With |L_t| <= G (spectral norm), X_1 = (tau/N) I, D the divergence of the link exp:
 *
 *   regret_t <= tau ln N/eta + eta tau G^2 t                         the theorem's row; 2 tau G sqrt(ln(N) T) at its eta: Theorem 14,
 *                                                                    2 sqrt(beta gamma tau ln(N) T), with <X, L^2> <= beta gamma = tau G^2
 *   regret_t <= D(U, X_1)/eta + eta sum_s <X_s, L_s^2>               "data" (Theorem 13, where D <= tau ln N)
 *   D(U, X_t) - D(U, X_{t+1}) >= eta <X_t - U, L_t> - eta^2 <X_t, L_t^2>    "step"
 *                                                                    (Hazan, Kale and Shalev-Shwartz 2012)
 *
 * Premises: U is positive semidefinite with the learner's trace (or less, as the learner's); |L_t| <= G; eta |L_t| <= 1 (for exp(A) <=
 * I + A + A^2); N >= 3 or tr U = tau (so that D <= tau ln N); labels are in their range. */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/subspaces/potential.h"
#include "bounds/trial_judge.h"
#include "spectral/instance/instance_square.h"

typedef struct weights_regret {
  learner learner;
  const comparator *comparator;
  loss loss;
  instance_square *square;
  double eta, tau, slope, logarithm;
  double start; /* D(U, X_1) */
  size_t t;
  double regret, charged;              /* charged: sum of <X, L^2> */
  double before, error_before, charge; /* of the round going on */
  double error;                        /* of the regret */
  failed_premise failed, failed_norm;
  theorem_judge theorem, data;
  invariant_judge step;
} weights_regret;

static const double regret_tolerance = 1e-9; /* times max(1, value) */
static const double step_tolerance = 1e-9;   /* times max(1, D) */
static const double premise_tolerance = 1e-9;

static bool applies(const bound_context *context) {
  return context->problem->facts.labels == LABEL_REAL && context->problem->facts.loss.kind == LOSS_LINEAR;
}

static double value_now(const weights_regret *self) {
  return self->tau * (self->logarithm / self->eta + self->eta * self->slope * self->slope * (double)self->t);
}

static double data_now(const weights_regret *self) {
  return self->start / self->eta + self->eta * self->charged;
}

static void destroy(void *data) {
  weights_regret *self = data;
  if (self == NULL) return;
  instance_square_free(self->square);
  free(self);
}

static void check_comparator(weights_regret *self, size_t n) {
  if (self->comparator == NULL) return;
  const double trace = comparator_trace(self->comparator), slack = premise_tolerance * self->tau;
  const bool equal = learner_constant_or_nan(&self->learner, "equal") == 1.0,
             entropy_known = !isnan(comparator_entropy(self->comparator));
  if (comparator_kind_of(self->comparator) == COMPARATOR_VECTOR && !entropy_known) {
    premise_fail(&self->failed, "the comparator is positive semidefinite", 0, NAN);
  }
  if (trace > self->tau + slack || (equal && trace < self->tau - slack)) {
    premise_fail(&self->failed, equal ? "the comparator's trace is tau" : "the comparator's trace is at most tau", 0,
                 trace);
  }
  if (n < 3 && trace < self->tau - slack)
    premise_fail(&self->failed, "n >= 3 or the comparator's trace is tau", 0, (double)n);
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  const problem_facts *facts = &context->problem->facts;
  weights_regret *self = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->loss = facts->loss;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->tau = learner_constant_or_nan(&self->learner, "tau");
  self->slope = learner_constant_or_nan(&self->learner, "slope");
  self->logarithm = fixed_log((double)facts->n);
  self->step.direction = BOUND_LOWER;
  check_comparator(self, facts->n);
  CHECK(instance_square_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &self->square));
  CHECK(potential_of(&self->learner, self->comparator, 1.0, &self->start));
  self->start = isnan(self->start) ? self->tau * self->logarithm : at_least_zero(self->start);
  *out = self;
  return STATUS_OK;
end:
  destroy(self);
  return code;
}

/* What the proof needs of L_t. */
static status check_loss(weights_regret *self, const trial_event *event, double g) {
  double norm = 0.0;
  TRY(instance_square_norm(self->square, event->x, &norm));
  const double size = fabs(g) * norm;
  premise_of_label(&self->failed, &self->loss, event);
  if (self->eta * size > 1.0 + premise_tolerance)
    premise_fail(&self->failed, "eta |L| <= 1", event->t, self->eta * size);
  if (size > self->slope * (1.0 + premise_tolerance)) premise_fail(&self->failed_norm, "|L| <= G", event->t, size);
  return STATUS_OK;
}

static status before(void *data, const trial_event *event) {
  weights_regret *self = data;
  spectral *w = learner_parameter(&self->learner);
  const double g = loss_subgradient(&self->loss, event->predicted.value, event->label);
  instance square;
  TRY(check_loss(self, event, g));
  TRY(instance_square_of(self->square, event->x, &square));
  TRY(spectral_score(w, &square, &self->charge));
  self->charge *= g * g;
  self->error += fabs(g) * spectral_error(w) * instance_nuclear(event->x);
  self->error_before = spectral_trace_error(w);
  return potential_of(&self->learner, self->comparator, 1.0, &self->before);
}

static trial_figures figures_of(const weights_regret *self, double value) {
  return (trial_figures){.trial = self->t,
                         .measured = self->regret,
                         .value = value,
                         .tolerance = regret_tolerance * fmax(1.0, value),
                         .error = self->error};
}

static status watch(void *data, const trial_event *event) {
  weights_regret *self = data;
  self->t = event->t;
  self->charged += self->charge;
  if (self->comparator != NULL) {
    const double more =
        event->loss - loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
    double after = NAN;
    self->regret += more;
    TRY(potential_of(&self->learner, self->comparator, 1.0, &after));
    invariant_judge_progress(&self->step, event->t, self->before, after,
                             self->eta * more - self->eta * self->eta * self->charge, step_tolerance,
                             self->error_before + spectral_trace_error(learner_parameter(&self->learner)));
  }
  theorem_judge_trial(&self->theorem, figures_of(self, value_now(self)));
  theorem_judge_trial(&self->data, figures_of(self, data_now(self)));
  return STATUS_OK;
}

static double current(void *data) {
  const weights_regret *self = data;
  return self->t == 0 ? NAN : value_now(self);
}

static void say_premises(const weights_regret *self, bound_row *row) {
  row->unchecked = self->comparator == NULL;
  premise_row(&self->failed, row);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_matrix_multiplicative_weights_regret = {
    .about =
        {.name = "matrix_multiplicative_weights_regret",
         .title = "2 tau G sqrt(ln(n) T)",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14",
         .help = "regret of Matrix Multiplicative Weights on loss matrices of norm at most G",
         .formula =
             "regret $\\le\\tau\\left(\\frac{\\ln n}\\eta+\\eta G^2T\\right)$; $2\\tau G\\sqrt{T\\ln n}$ at the rate "
             "of the theorem",
         .result_version = 3},
    .premises = "$U\\succeq0$ with $\\mathrm{tr}U=\\tau$ (at most: $\\le\\tau$); $\\Vert\\ell'X_t\\Vert\\le G$; "
                "$\\eta\\Vert\\ell'X_t\\Vert\\le1$; $n\\ge3$ or $\\mathrm{tr}U=\\tau$; labels are in their range",
    .learner_family = "matrix_multiplicative_weights",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static bound_row regret_row(const weights_regret *self, const char *name, double value, const theorem_judge *judged) {
  bound_row row = bound_row_of(&bound_matrix_multiplicative_weights_regret, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = regret_tolerance * fmax(1.0, value);
  row.error = self->error;
  row.trivial = 2.0 * self->tau * self->slope * (double)self->t;
  say_premises(self, &row);
  if (name == NULL) premise_row(&self->failed_norm, &row);
  theorem_judge_row(judged, &row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  weights_regret *self = data;
  (void)totals;
  size_t made = 0;
  rows[made++] = regret_row(self, NULL, value_now(self), &self->theorem);
  rows[made++] = regret_row(self, "data", data_now(self), &self->data);
  bound_row step = bound_row_of(&bound_matrix_multiplicative_weights_regret, "step");
  if (invariant_judge_row(&self->step, "progress", &step)) {
    say_premises(self, &step);
    rows[made++] = step;
  }
  *count = made;
  return STATUS_OK;
}
