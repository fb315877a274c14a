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

#include "base/fixed_math.h"
#include "bounds/constants.h"
#include "bounds/potential.h"
#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

typedef struct weights_regret {
  regret_bound regret;
  instance_square *square;
  double eta, tau, slope, logarithm;
  double start;                        /* D(U, X_1) */
  double charged;                      /* sum of <X, L^2> */
  double before, error_before, charge; /* of this round */
  failed_premise failed_norm;
  invariant_judge step;
} weights_regret;

static const double step_tolerance = 1e-9; /* times max(1, D) */
static const double premise_tolerance = 1e-9;

static bool applies(const bound_context *context) {
  return context->problem->facts.labels == LABEL_REAL && context->problem->facts.loss.kind == LOSS_LINEAR;
}

static double value_now(const weights_regret *self) {
  return self->tau * (self->logarithm / self->eta + self->eta * self->slope * self->slope * (double)self->regret.t);
}

static double data_now(const weights_regret *self) {
  return self->start / self->eta + self->eta * self->charged;
}

static void clear(void *data) {
  weights_regret *self = data;
  instance_square_free(self->square);
}

static void check_comparator(weights_regret *self, size_t n) {
  const comparator *u = self->regret.comparator;
  failed_premise *failed = &self->regret.failed;
  if (u == NULL) return;
  const double trace = comparator_trace(u), slack = premise_tolerance * self->tau;
  const bool equal = constant_flag(&self->regret.learner, "equal"), entropy_known = !isnan(comparator_entropy(u));
  premise_require(failed, comparator_kind_of(u) != COMPARATOR_VECTOR || entropy_known,
                  "the comparator is positive semidefinite", NAN);
  premise_require(failed, !(trace > self->tau + slack || (equal && trace < self->tau - slack)),
                  equal ? "the comparator's trace is tau" : "the comparator's trace is at most tau", trace);
  premise_require(failed, !(n < 3 && trace < self->tau - slack), "n >= 3 or the comparator's trace is tau", (double)n);
}

static status init(void *data, const bound_context *context, const options *options) {
  (void)options;
  weights_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  regret_begin(context, &self->regret);
  self->eta = learner_constant_or_nan(context->learner, "eta");
  self->tau = learner_constant_or_nan(context->learner, "tau");
  self->slope = learner_constant_or_nan(context->learner, "slope");
  self->logarithm = fixed_log((double)facts->n);
  self->step.direction = BOUND_LOWER;
  check_comparator(self, facts->n);
  TRY(instance_square_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &self->square));
  TRY(potential_of(context->learner, context->comparator, 1.0, &self->start));
  self->start = isnan(self->start) ? self->tau * self->logarithm : at_least_zero(self->start);
  return STATUS_OK;
}

/* What the proof needs of L_t. */
static status check_loss(weights_regret *self, const trial_event *event, double g) {
  double norm = 0.0;
  TRY(instance_square_norm(self->square, event->x, &norm));
  const double size = fabs(g) * norm;
  premise_of_label(&self->regret.failed, &self->regret.loss, event);
  if (self->eta * size > 1.0 + premise_tolerance)
    premise_fail(&self->regret.failed, "eta |L| <= 1", event->t, self->eta * size);
  if (size > self->slope * (1.0 + premise_tolerance)) premise_fail(&self->failed_norm, "|L| <= G", event->t, size);
  return STATUS_OK;
}

static status before(void *data, const trial_event *event) {
  weights_regret *self = data;
  regret_bound *regret = &self->regret;
  spectral *w = learner_parameter(&regret->learner);
  const double g = loss_subgradient(&regret->loss, event->predicted.value, event->label);
  instance square;
  TRY(check_loss(self, event, g));
  TRY(instance_square_of(self->square, event->x, &square));
  TRY(spectral_score(w, &square, &self->charge));
  self->charge *= g * g;
  regret->error += fabs(g) * spectral_error(w) * instance_nuclear(event->x);
  self->error_before = spectral_trace_error(w);
  return potential_of(&regret->learner, regret->comparator, 1.0, &self->before);
}

static status watch(void *data, const trial_event *event) {
  weights_regret *self = data;
  regret_bound *regret = &self->regret;
  self->charged += self->charge;
  const double more = regret_add(regret, event, event->loss);
  if (regret->comparator != NULL) {
    double after = NAN;
    TRY(potential_of(&regret->learner, regret->comparator, 1.0, &after));
    invariant_judge_progress(&self->step, event->t, self->before, after,
                             self->eta * more - self->eta * self->eta * self->charge, step_tolerance,
                             self->error_before + spectral_trace_error(learner_parameter(&regret->learner)));
  }
  regret_judge(regret, &regret->theorem, value_now(self));
  regret_judge(regret, &regret->data, data_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const weights_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

/* Without a comparator the rows are unchecked whatever fails. */
static bound_row *weights_row(const weights_regret *self, bound_row_list *rows, const char *name, double value) {
  const regret_bound *regret = &self->regret;
  bound_row *row = regret_row(regret, rows, name, value, 2.0 * self->tau * self->slope * (double)regret->t);
  row->unchecked = !regret->known;
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const weights_regret *self = data;
  const regret_bound *regret = &self->regret;
  (void)totals;
  bound_row *theorem = weights_row(self, rows, NULL, value_now(self));
  premise_row(&self->failed_norm, theorem);
  theorem_judge_row(&regret->theorem, theorem);
  theorem_judge_row(&regret->data, weights_row(self, rows, "data", data_now(self)));
  bound_row *step = regret_invariant_row(regret, &self->step, rows, "step", "progress");
  if (step != NULL) step->unchecked = !regret->known;
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(weights_regret),
    .init = init,
    .clear = clear,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_matrix_multiplicative_weights_regret = {
    .about = {.name = "matrix_multiplicative_weights_regret",
              .short_name = "MMW",
              .title = "2 tau G sqrt(ln(n) T)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14",
              .help = "regret of Matrix Multiplicative Weights on loss matrices of norm at most G",
              .formula = "regret $\\le\\tau\\left(\\frac{\\ln n}\\eta+\\eta G^2T\\right)$; $2\\tau G\\sqrt{T\\ln n}$ "
                         "at the rate of the theorem",
              .result_version = 4},
    .premises = "$U\\succeq0$ with $\\mathrm{tr}U=\\tau$ (at most: $\\le\\tau$); $\\Vert\\ell'X_t\\Vert\\le G$; "
                "$\\eta\\Vert\\ell'X_t\\Vert\\le1$; $n\\ge3$ or $\\mathrm{tr}U=\\tau$; labels are in their range",
    .learner_family = "matrix_multiplicative_weights",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
};
