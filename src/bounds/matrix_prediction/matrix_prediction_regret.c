/* The regret bound of online matrix prediction (Hazan, Kale and Shalev-Shwartz 2012, Theorem 1, with the constants of
 * learners/matrix_prediction/prediction_class.h). With eta of the learner, X_1 its start and phi the comparator's decomposition,
 *
 *   regret_t <= divergence/(2 eta) + (eta/2) slope^2 diagonal_limit t                          the theorem's row; slope sqrt(divergence
 *                                                       diagonal_limit T) at t = T for its eta; after doubling sqrt2/(sqrt2 - 1) times that
 *   regret_t <= D(phi, X_1)/(2 eta) + (eta/2) sum_s g_s^2 d_s                                  "data"; not after doubling
 *   D(phi, X_t) <= D(phi, Y_t), Y_t before and X_t after the projection                        "projection"
 *   tr Y_{t+1} - tr X_t <= -2 eta g_t y_t + eta^2 g_t^2 d_t                                     "step": with any phi it says that
 *                                   D(phi, Y_{t+1}) - D(phi, X_t) <= -2 eta g_t (y_t - phi's y) + eta^2 g_t^2 d_t
 *
 * Regret is that of the expected prediction (the learner's score), also where signs are drawn. D(phi, X_1) = entropy - trace ln(tau / p')
 * + tau - trace, p' the eigenvalues of X counted, where the entropy is known, otherwise `divergence`.
 *
 * Premises: the comparator is of the class (its diagonal sums at queried pairs and its trace are within the limits, its entries there
 * in the interval of predictions, and -1 where i = j of max-cut); labels are in their
 * range; |g| <= slope; eta slope <= 1 (steps with a larger rate are not judged; the theorem's row does not need it where the bound is above the
 * trivial one, (high - low) G t, anyway). */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/matrix_prediction/prediction_comparator.h"
#include "bounds/trial_judge.h"

typedef struct matrix_prediction_regret {
  learner learner;
  const comparator *comparator;
  loss loss;
  prediction_comparator phi;
  double eta, slope, divergence, start_divergence, limit, tau, stretch, centre;
  bool doubling;
  size_t t;
  double regret, charged; /* sum of g^2 d */
  double error;           /* of the regret: what the projections' residuals can cost */
  bool pending;           /* the step of the last round is not judged yet */
  size_t pending_trial;
  double pending_trace, pending_allowed; /* tr X_t - 2 eta g y; eta^2 g^2 d */
  failed_premise failed;
  theorem_judge theorem, data;
  invariant_judge projection, step;
} matrix_prediction_regret;

static const double regret_tolerance = 1e-9;    /* times max(1, value) */
static const double invariant_tolerance = 1e-9; /* times max(1, trace) */
static const double premise_tolerance = 1e-9;

static double trivial(const matrix_prediction_regret *self) {
  return (self->loss.high - self->loss.low) * self->slope / self->stretch * (double)self->t;
}

static double value_now(const matrix_prediction_regret *self) {
  const double rounds = (double)self->t, stability = self->slope * self->slope * self->limit;
  if (self->doubling) {
    static const double stages = 3.414213562373095; /* sqrt2/(sqrt2 - 1) */
    return stages * sqrt(self->divergence * stability * rounds);
  }
  return self->divergence / (2.0 * self->eta) + 0.5 * self->eta * stability * rounds;
}

static double data_now(const matrix_prediction_regret *self) {
  return self->start_divergence / (2.0 * self->eta) + 0.5 * self->eta * self->charged;
}

static void destroy(void *data) {
  matrix_prediction_regret *self = data;
  if (self == NULL) return;
  prediction_comparator_end(&self->phi);
  free(self);
}

/* D(phi, X_1), X_1 = e^start I with trace tau. */
static double divergence_from_start(const matrix_prediction_regret *self) {
  if (isnan(self->phi.entropy)) return self->divergence;
  return self->phi.entropy - self->phi.trace * learner_constant_or_nan(&self->learner, "start") + self->tau -
         self->phi.trace;
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  matrix_prediction_regret *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->slope = learner_constant_or_nan(&self->learner, "slope");
  self->divergence = learner_constant_or_nan(&self->learner, "divergence");
  self->limit = learner_constant_or_nan(&self->learner, "diagonal_limit");
  self->tau = learner_constant_or_nan(&self->learner, "tau");
  self->stretch = learner_constant_or_nan(&self->learner, "stretch");
  self->centre = learner_constant_or_nan(&self->learner, "centre");
  self->doubling = isnan(learner_constant_or_nan(&self->learner, "horizon"));
  self->projection.direction = BOUND_LOWER;
  self->step.direction = BOUND_UPPER;
  const status code = prediction_comparator_begin(context, &self->phi);
  if (code != STATUS_OK) {
    destroy(self);
    return code;
  }
  self->start_divergence = divergence_from_start(self);
  if (self->phi.premise != NULL) premise_fail(&self->failed, self->phi.premise, 0, self->phi.premise_value);
  *out = self;
  return STATUS_OK;
}

/* The inequality of the last round's step, now that the trace after it is known. */
static void judge_step(matrix_prediction_regret *self, double trace) {
  if (!self->pending) return;
  self->pending = false;
  invariant_judge_trial(&self->step, (trial_figures){.trial = self->pending_trial,
                                                     .measured = trace - self->pending_trace,
                                                     .value = self->pending_allowed,
                                                     .tolerance = invariant_tolerance * fmax(1.0, trace)});
}

static void judge_projection(matrix_prediction_regret *self, size_t t, size_t i, size_t j) {
  const double mu = learner_constant_or_nan(&self->learner, "mu"), nu = learner_constant_or_nan(&self->learner, "nu"),
               alpha = learner_constant_or_nan(&self->learner, "alpha");
  const double before = learner_constant_or_nan(&self->learner, "trace_before"),
               after = learner_constant_or_nan(&self->learner, "trace_projected");
  const double residual = learner_constant_or_nan(&self->learner, "residual");
  const double moved = mu * decomposition_diagonal(self->phi.parts, i, j) +
                       nu * decomposition_value(self->phi.parts, i, j) + alpha * self->phi.trace;
  invariant_judge_trial(&self->projection, (trial_figures){.trial = t,
                                                           .measured = before - after - moved,
                                                           .value = 0.0,
                                                           .tolerance = invariant_tolerance * fmax(1.0, before),
                                                           .error = (mu + fabs(nu)) * residual});
}

static void check_premises(matrix_prediction_regret *self, const trial_event *event, double g) {
  premise_of_label(&self->failed, &self->loss, event);
  if (fabs(g) > self->slope * (1.0 + premise_tolerance))
    premise_fail(&self->failed, "|g| <= G", event->t, fabs(g) / self->stretch);
  if (self->phi.parts == NULL) return;
  const double d = decomposition_diagonal(self->phi.parts, event->x->row, event->x->column);
  if (d > self->limit * (1.0 + premise_tolerance))
    premise_fail(&self->failed, "the comparator's diagonal is at most beta", event->t, d);
}

static void judge_round(matrix_prediction_regret *self, const trial_event *event) {
  const double g = learner_constant_or_nan(&self->learner, "g"), d = learner_constant_or_nan(&self->learner, "d"),
               y = learner_constant_or_nan(&self->learner, "y");
  /* the rate of this round: a new stage has its own from the next round on */
  check_premises(self, event, g);
  self->charged += g * g * d;
  self->error += 2.0 * self->slope * learner_constant_or_nan(&self->learner, "residual");
  if (self->phi.parts != NULL) judge_projection(self, event->t, event->x->row, event->x->column);
  const bool licensed = self->eta * self->slope <= 1.0 + premise_tolerance; /* by the proof of a step */
  self->pending = licensed && learner_constant_or_nan(&self->learner, "restarted") == 0.0;
  self->pending_trial = event->t;
  self->pending_trace = learner_constant_or_nan(&self->learner, "trace_projected") - 2.0 * self->eta * g * y;
  self->pending_allowed = self->eta * self->eta * g * g * d;
}

static status watch(void *data, const trial_event *event) {
  matrix_prediction_regret *self = data;
  self->t = event->t;
  if (self->comparator != NULL) {
    self->regret += loss_value(&self->loss, event->predicted.score, event->label) -
                    loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
  }
  double entry = NAN;
  const char *premise = prediction_comparator_entry(&self->phi, event->x, &entry);
  if (premise != NULL) premise_fail(&self->failed, premise, event->t, entry);
  if (learner_constant_or_nan(&self->learner, "skipped") == 0.0) {
    judge_step(self, learner_constant_or_nan(&self->learner, "trace_before"));
    judge_round(self, event);
  } else if (learner_constant_or_nan(&self->learner, "restarted") != 0.0) {
    self->pending = false; /* the trace after the last step is gone */
  }
  if (self->doubling) self->eta = learner_constant_or_nan(&self->learner, "eta");
  const double value = value_now(self), data_value = data_now(self);
  theorem_judge_trial(&self->theorem, (trial_figures){.trial = event->t,
                                                      .measured = self->regret,
                                                      .value = value,
                                                      .tolerance = regret_tolerance * fmax(1.0, value),
                                                      .error = self->error});
  if (self->doubling) return STATUS_OK;
  theorem_judge_trial(&self->data, (trial_figures){.trial = event->t,
                                                   .measured = self->regret,
                                                   .value = data_value,
                                                   .tolerance = regret_tolerance * fmax(1.0, data_value),
                                                   .error = self->error});
  return STATUS_OK;
}

static double current(void *data) {
  const matrix_prediction_regret *self = data;
  return self->t == 0 ? NAN : value_now(self);
}

static void say_premises(const matrix_prediction_regret *self, bound_row *row) {
  row->unchecked = self->failed.name == NULL && self->phi.parts == NULL;
  premise_row(&self->failed, row);
}

/* For the rows of regret: eta slope <= 1, which a bound above the trivial one does not need. */
static void check_rate(const matrix_prediction_regret *self, bool needed, bound_row *row) {
  if (!needed || row->unchecked || row->premise != NULL || !(self->eta * self->slope > 1.0 + premise_tolerance)) return;
  row->premise = "eta G <= 1";
  row->premise_trial = 0;
  row->premise_value = self->eta * self->slope / self->stretch;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_matrix_prediction_regret = {
    .about =
        {.name = "matrix_prediction_regret",
         .title = "2 G sqrt(beta tau ln(2p) T)",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
         .help = "regret of online matrix prediction, with the constants of the learner's decomposition",
         .formula =
             "regret $\\le\\frac D{2\\eta}+\\frac\\eta2G^2dT$; $G\\sqrt{DdT}$ at the rate of the theorem, and "
             "$2+\\sqrt2$ times that with doubling; $D=\\tau\\ln(2p)$ and $d=4\\beta$ for the decompositions of the "
             "paper: $2G\\sqrt{\\beta\\tau\\ln(2p)T}$",
         .result_version = 1},
    .premises =
        "the comparator is of the class: trace at most $\\tau$, diagonal sums at most $d$, entries in the interval; "
        "labels are in their range; $|\\ell'|\\le G$; $\\eta G\\le1$, where the bound is below the trivial one",
    .learner_family = "matrix_prediction",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = prediction_applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static bound_row regret_row(const matrix_prediction_regret *self, const char *name, double value,
                            const theorem_judge *judge, bool rate_needed) {
  bound_row row = bound_row_of(&bound_matrix_prediction_regret, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = regret_tolerance * fmax(1.0, value);
  row.error = self->error;
  row.trivial = trivial(self);
  say_premises(self, &row);
  check_rate(self, rate_needed, &row);
  theorem_judge_row(judge, &row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  matrix_prediction_regret *self = data;
  (void)totals;
  double trace = NAN;
  if (self->pending && learner_constant(&self->learner, "trace", &trace)) judge_step(self, trace);
  const double value = value_now(self);
  size_t made = 0;
  rows[made++] = regret_row(self, NULL, value, &self->theorem, !self->doubling && value < trivial(self));
  if (!self->doubling) rows[made++] = regret_row(self, "data", data_now(self), &self->data, true);
  bound_row projection = bound_row_of(&bound_matrix_prediction_regret, "projection");
  if (invariant_judge_row(&self->projection, "progress", &projection)) {
    say_premises(self, &projection);
    rows[made++] = projection;
  }
  bound_row step = bound_row_of(&bound_matrix_prediction_regret, "step");
  if (invariant_judge_row(&self->step, "trace", &step)) {
    rows[made++] = step;
  }
  *count = made;
  return STATUS_OK;
}
