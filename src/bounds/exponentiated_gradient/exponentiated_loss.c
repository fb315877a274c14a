/* The loss of exponentiated gradient (learners/exponentiated_gradient/exponentiated_gradient.h) on squares s (p - y)^2; of meg_loss
 * and eg_loss. U a density, Delta = Delta(U, W_1), spectral range at most r, c = 2 r^2 s eta/(2 - r^2 s eta):
 *
 *   rate from c, or given:     L <= (1 + c/2) L_U + Delta/eta                          = (1 + c/2) L_U + s (1/2 + 1/c) r^2 Delta
 *   rate from Lmax and Dmax:   L <= L_U + r sqrt(2 s Lmax Dmax) + s (r^2/2) Delta      and the row "any_rate": the line above
 *   r^2 s eta >= 2, L_U = 0:   L <= Delta/(eta (2 - r^2 s eta/2))                      = s (r^2/2) Delta at eta = 2/(s r^2)
 *   "step", in each trial:     Delta(U, W_t) - Delta(U, W_{t+1}) >= a e^2 - b (tr(U X) - y)^2,   a = s eta and b = c/r^2, or
 *                              a = s eta (2 - r^2 s eta/2) and tr(U X) = y
 *
 * The proof, with e_U = tr(U X) - y: the left side is at least 2 s eta e^2 - 2 s eta e e_U - (s eta e r)^2/2, and
 * 2 e e_U <= e^2 (1 - r^2 s eta/2) + e_U^2/(1 - r^2 s eta/2).
 *
 * r is the learner's range; where it has none, the largest of the instances so far. Doubled learners: U is any vector of |u|_1 <= radius,
 * lifted to the simplex of order 2n as u+/radius, u-/radius and equal weights for what is left; r = 2 radius max|x_i|. Premises: squares;
 * the explicit update; tr W_1 = 1; U is a density (|u|_1 <= radius); lambda_max - lambda_min <= r and labels in the interval in every
 * trial; L_U <= Lmax and Delta <= Dmax, or tr(U X) = y and r^2 s eta < 4.
 *
 * Where Delta(U, W_1) is not known (no entropy of U) the largest one, -ln lambda_min(W_1), takes its place, and there is no row "step".
 * Tolerances: 1e-9 max(1, value), 1e-9 max(1, Delta). Errors: those of scores and traces (spectral.h). */

#include "bounds/loss_bound.h"
#include "bounds/potential.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"
#include "spectral/instance/instance_square.h"

/* The comparator as a density of the order of the learner's parameter. */
typedef struct exponentiated_comparator {
  const char *premise; /* what is wrong with it: static text, NULL if nothing */
  double premise_value;
  instance density; /* over `numbers`, or the comparator's own */
  double entropy;   /* sum u ln u; NaN: not known, and `density` is nothing */
  double *numbers;
} exponentiated_comparator;

typedef struct exponentiated_loss {
  loss_bound lost;
  rate_origin tuned;
  double eta, range, radius, loss_at_most, divergence_at_most, start_trace, start_divergence;
  bool doubled, implicit;
  learner learner;
  const comparator *comparator;
  exponentiated_comparator u;
  instance_square *ends;
  double start;         /* Delta(U, W_1) */
  double spread;        /* largest so far */
  double comparators;   /* loss of the comparator */
  double e, e_u, wrong; /* of this trial; wrong: bound of the error of e */
  double potential, potential_error;
  double error, crossed; /* of the loss; crossed: sum of |e e_U| */
  theorem_judge any_rate;
  invariant_judge step;
} exponentiated_loss;

static const ask asks[] = {ASK(exponentiated_loss, tuned),        ASK(exponentiated_loss, eta),
                           ASK(exponentiated_loss, range),        ASK(exponentiated_loss, radius),
                           ASK(exponentiated_loss, loss_at_most), ASK(exponentiated_loss, divergence_at_most),
                           ASK(exponentiated_loss, start_trace),  ASK(exponentiated_loss, start_divergence),
                           ASK(exponentiated_loss, doubled),      ASK(exponentiated_loss, implicit)};

static const double step_tolerance = 1e-9;    /* times max(1, Delta) */
static const double premise_tolerance = 1e-9; /* also of labels that tr(U X) must equal, times max(1, |y|) */

/* ---- the comparator */

static void fail(exponentiated_comparator *out, const char *premise, double value) {
  out->premise = premise;
  out->premise_value = value;
  out->entropy = NAN;
}

/* (u+, u-)/radius, and equal weights for what is left of 1: they cancel in <u', (x, -x)>. */
static status lift(exponentiated_loss *self, const instance *u) {
  exponentiated_comparator *out = &self->u;
  const size_t n = u->n;
  double norm = 0.0;
  TRY(OWN_ARRAY(self, 2 * n, out->numbers));
  for (size_t j = 0; j < u->count; j++) {
    const double value = u->value[j] / self->radius;
    out->numbers[(value > 0.0 ? 0 : n) + (u->index != NULL ? u->index[j] : j)] = fabs(value);
    norm += fabs(value);
  }
  if (norm > 1.0 + premise_tolerance) {
    fail(out, "the comparator's |u|_1 is at most radius", norm * self->radius);
    return STATUS_OK;
  }
  const double rest = fmax(0.0, 1.0 - norm) / (2.0 * (double)n);
  out->entropy = 0.0;
  for (size_t i = 0; i < 2 * n; i++) {
    out->numbers[i] += rest;
    out->entropy += fixed_u_ln_u(out->numbers[i]);
  }
  out->density = instance_dense_vector(2 * n, out->numbers);
  return STATUS_OK;
}

/* The eigenvalues of U, then its eigenvectors. */
static status factorise(exponentiated_loss *self, const instance *u) {
  exponentiated_comparator *out = &self->u;
  const size_t n = u->n;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(OWN_ARRAY(self, n * (n + 1), out->numbers));
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  out->density = instance_low_rank(n, n, out->numbers + n, out->numbers, 0.0);
  return eigen_solve(solver, n, u->matrix, n, out->numbers, out->numbers + n, NULL);
}

/* A whole matrix becomes a low-rank instance of its eigenvectors where the parameter is not dense. */
static status take_comparator(exponentiated_loss *self) {
  exponentiated_comparator *out = &self->u;
  const comparator *u = self->comparator;
  if (u == NULL) return STATUS_OK;
  const instance *own = comparator_instance(u);
  const spectral *w = learner_parameter(&self->learner);
  *out = (exponentiated_comparator){.premise_value = NAN, .entropy = comparator_entropy(u), .density = *own};
  if (comparator_segments(u) > 1) {
    fail(out, "the comparator does not change", (double)comparator_segments(u));
    return STATUS_OK;
  }
  if (self->doubled) {
    if (own->kind == INSTANCE_VECTOR) return lift(self, own);
    fail(out, "the comparator is a vector", NAN);
    return STATUS_OK;
  }
  const bool vector = comparator_kind_of(u) == COMPARATOR_VECTOR;
  if (vector && isnan(out->entropy)) fail(out, "the comparator is positive semidefinite", NAN);
  if (out->premise == NULL && !(fabs(comparator_trace(u) - 1.0) <= premise_tolerance)) {
    fail(out, "the comparator's trace is 1", comparator_trace(u));
  }
  if (spectral_order(w) != comparator_order(u)) out->entropy = NAN;
  if (isnan(out->entropy) || spectral_takes_argument(w, own->kind)) return STATUS_OK;
  if (own->kind == INSTANCE_MATRIX && spectral_representation_of(w) == REPRESENTATION_LOW_RANK) {
    return factorise(self, own);
  }
  out->entropy = NAN;
  return STATUS_OK;
}

/* ---- the theorem */

static double range_of(const exponentiated_loss *self) {
  return isnan(self->range) ? self->spread : self->range;
}

/* r^2 s eta */
static double reach_of(const exponentiated_loss *self) {
  const double r = range_of(self);
  return r * r * self->eta * self->lost.loss.scale;
}

/* The theorem asks for a comparator without loss. */
static bool separable(const exponentiated_loss *self) {
  if (self->tuned != RATE_GIVEN) return self->tuned == RATE_SEPARABLE;
  return reach_of(self) >= 2.0 - premise_tolerance;
}

/* a of the step, for tr(U X) = y */
static double gain_of(const exponentiated_loss *self) {
  return self->eta * self->lost.loss.scale * (2.0 - 0.5 * reach_of(self));
}

static double any_rate_now(const exponentiated_loss *self) {
  const double reach = reach_of(self);
  return (1.0 + reach / (2.0 - reach)) * self->comparators + (self->start > 0.0 ? self->start / self->eta : 0.0);
}

/* NaN where the theorem has none: r^2 s eta >= 4. */
static double value_now(const exponentiated_loss *self) {
  const double r = range_of(self), s = self->lost.loss.scale;
  if (self->tuned == RATE_FROM_LOSS) {
    return self->comparators + r * sqrt(2.0 * s * self->loss_at_most * self->divergence_at_most) +
           0.5 * s * r * r * self->start;
  }
  if (separable(self)) return reach_of(self) < 4.0 ? s * self->start / gain_of(self) : NAN;
  return any_rate_now(self);
}

/* Delta(U, W) now; NaN if it is not known. */
static status find_potential(exponentiated_loss *self) {
  self->potential = NAN;
  if (self->comparator == NULL || isnan(self->u.entropy)) return STATUS_OK;
  spectral *w = learner_parameter(&self->learner);
  TRY(spectral_divergence(w, &self->u.density, self->u.entropy, NAN, 1.0, &self->potential));
  self->potential_error = spectral_trace_error(w);
  return STATUS_OK;
}

static void check_premises(exponentiated_loss *self) {
  const double trace = self->start_trace;
  premise_require(&self->lost.failed, self->lost.loss.kind == LOSS_SQUARE, "the loss is square", NAN);
  premise_require(&self->lost.failed, !self->implicit, "the update is the explicit one", NAN);
  premise_require(&self->lost.failed, fabs(trace - 1.0) <= premise_tolerance, "tr W_1 = 1", trace);
  if (self->u.premise != NULL) premise_fail(&self->lost.failed, self->u.premise, 0, self->u.premise_value);
  if (self->tuned == RATE_FROM_LOSS && self->start > self->divergence_at_most + premise_tolerance) {
    premise_fail(&self->lost.failed, "the comparator's divergence is at most divergence_at_most", 0, self->start);
  }
}

static status init(void *data, const bound_context *context) {
  exponentiated_loss *self = data;
  const problem_facts *facts = &context->problem->facts;
  loss_begin(&self->lost, context);
  self->learner = *context->learner;
  self->comparator = context->comparator;
  if (!self->doubled) self->radius = 1.0;
  self->step.direction = BOUND_LOWER;
  TRY(take_comparator(self));
  TRY(find_potential(self));
  self->start = at_least_zero(isnan(self->potential) ? self->start_divergence : self->potential);
  check_premises(self);
  return instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank > 0 ? facts->rank : 1, &eigen_own,
                             &self->ends);
}

static status check_instance(exponentiated_loss *self, const trial_event *event) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(self->ends, event->x, &least, &largest));
  const double spread =
      self->doubled ? 2.0 * self->radius * fmax(fabs(least), fabs(largest)) : fmax(0.0, largest - least);
  self->spread = fmax(self->spread, spread);
  premise_at_most(&self->lost.failed, "lambda_max - lambda_min <= r", event->t, spread,
                  self->range * (1.0 + premise_tolerance));
  if (event->label < self->lost.loss.low || event->label > self->lost.loss.high) {
    premise_fail(&self->lost.failed, "labels are in the interval of predictions", event->t, event->label);
  }
  return STATUS_OK;
}

/* What the theorem for the rate at hand asks of the comparator. */
static void check_comparator(exponentiated_loss *self, double label, size_t t) {
  if (self->tuned == RATE_FROM_LOSS) {
    premise_at_most(&self->lost.failed, "the comparator's loss is at most loss_at_most", t, self->comparators,
                    self->loss_at_most * (1.0 + premise_tolerance));
    return;
  }
  if (!separable(self)) return;
  if (fabs(self->e_u) > premise_tolerance * fmax(1.0, fabs(label))) {
    premise_fail(&self->lost.failed, "the comparator has no loss: r^2 eta is 2 or more", t, self->comparators);
  }
  if (reach_of(self) >= 4.0) premise_fail(&self->lost.failed, "r^2 eta < 4", t, reach_of(self));
}

static status before(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double s = self->lost.loss.scale;
  TRY(check_instance(self, event));
  self->wrong = self->radius * (self->doubled ? 2.0 : 1.0) * spectral_error(learner_parameter(&self->learner)) *
                instance_nuclear(event->x);
  self->e = event->predicted.score - event->label;
  self->error += s * (2.0 * fabs(self->e) + self->wrong) * self->wrong;
  if (self->comparator == NULL) return STATUS_OK;
  self->e_u = comparator_value(self->comparator, event->x) - event->label;
  self->comparators += s * self->e_u * self->e_u;
  self->crossed += fabs(self->e * self->e_u);
  check_comparator(self, event->label, event->t);
  return STATUS_OK;
}

/* Delta(U, W_t) - Delta(U, W_{t+1}) >= */
static double least_progress(const exponentiated_loss *self) {
  const double rate = self->eta * self->lost.loss.scale, e = self->e, e_u = self->e_u;
  if (separable(self)) return gain_of(self) * e * e - 2.0 * rate * fabs(e * e_u);
  return rate * e * e - 2.0 * rate / (2.0 - reach_of(self)) * e_u * e_u;
}

/* Of the loss, against a value of the bound. */
static double error_now(const exponentiated_loss *self) {
  const double rate = self->eta * self->lost.loss.scale;
  return self->error + (separable(self) ? 2.0 * rate * self->lost.loss.scale / gain_of(self) * self->crossed : 0.0);
}

static status watch(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double earlier = self->potential, error_before = self->potential_error;
  loss_add(&self->lost, event);
  if (self->comparator == NULL) return STATUS_OK;
  TRY(find_potential(self));
  if (!isnan(self->potential)) {
    const double wrong = 4.0 * self->eta * self->lost.loss.scale * (fabs(self->e) + fabs(self->e_u) + self->wrong);
    invariant_judge_progress(&self->step, event->t, earlier, self->potential, least_progress(self), step_tolerance,
                             error_before + self->potential_error + wrong * self->wrong);
  }
  loss_judge(&self->lost, &self->lost.theorem, value_now(self), error_now(self));
  if (self->tuned == RATE_FROM_LOSS) loss_judge(&self->lost, &self->any_rate, any_rate_now(self), error_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const exponentiated_loss *self = data;
  return self->lost.t == 0 || self->comparator == NULL ? NAN : value_now(self);
}

static void add_row(const exponentiated_loss *self, bound_row_list *rows, const char *name, double value,
                    const theorem_judge *judged) {
  bound_row *row = loss_row(&self->lost, rows, name, value, error_now(self));
  row->unchecked = self->comparator == NULL;
  theorem_judge_row(judged, row);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const exponentiated_loss *self = data;
  add_row(self, rows, NULL, value_now(self), &self->lost.theorem);
  if (self->tuned == RATE_FROM_LOSS) add_row(self, rows, "any_rate", any_rate_now(self), &self->any_rate);
  bound_row *step = invariant_judge_row(&self->step, rows, "step", "progress");
  if (step == NULL) return STATUS_OK;
  premise_row(&self->lost.failed, step);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(exponentiated_loss),
    FIELDS(asks, asks),
    .init = init,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

#define FORMULA                                                                            \
  "$L\\le\\left(1+\\frac c2\\right)L_U+\\frac1\\eta\\Delta(U,W_1)$, "                      \
  "$c=\\frac{2\\rho^2\\eta}{2-\\rho^2\\eta}$; tuned, $L\\le "                              \
  "L_U+\\rho\\sqrt{2L_{\\max}D_{\\max}}+\\frac{\\rho^2}2\\Delta(U,W_1)$; for $L_U=0$ and " \
  "$\\eta=\\frac2{\\rho^2}$, $L\\le\\frac{\\rho^2}2\\Delta(U,W_1)$"
#define PREMISES_OF_TRIALS                                                                               \
  "$\\lambda_{\\max}(X)-\\lambda_{\\min}(X)\\le\\rho$ and labels in their range in every trial; tuned: " \
  "$L_U\\le L_{\\max}$, $\\Delta\\le D_{\\max}$; where $\\rho^2\\eta\\ge2$: $L_U=0$"

static const line_name line_names_of_eg_loss[] = {{.row = "any_rate", .name = "Kivinen & Warmuth (any rate)"},
                                                  {.name = NULL}};

const bound_class bound_eg_loss = {
    .about =
        {.name = "eg_loss",
         .short_name = "Kivinen & Warmuth",
         .line_names = line_names_of_eg_loss,
         .symbols =
             "L_U, Delta: loss of the target and its divergence from the start; c = 2 r^2 eta/(2 - r^2 eta), r: range",
         .title = "(1 + c/2) L_U + Delta/eta",
         .citation = "Kivinen & Warmuth 1997; Schapire 2018, COS 511 lecture 17",
         .help = "loss of exponentiated gradient on squares, by that of any weights (eg_pm: of any |u|_1 <= radius)",
         .formula = FORMULA,
         .result_version = 3},
    .premises = "squares, the explicit update; $\\mathrm{tr}W_1=1$; $U$ is a density (eg_pm: $|u|_1\\le "
                "R$); " PREMISES_OF_TRIALS,
    .learner_family = "exponentiated_gradient",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = bound_of_reals,
    .methods = &methods,
};

static const line_name line_names_of_meg_loss[] = {{.row = "any_rate", .name = "Tsuda et al., Lemma 3.2 (any rate)"},
                                                   {.name = NULL}};

const bound_class bound_meg_loss = {
    .about =
        {.name = "meg_loss",
         .short_name = "Tsuda et al., Lemma 3.2",
         .line_names = line_names_of_meg_loss,
         .symbols =
             "L_U, Delta: loss of the target and its divergence from the start; c = 2 r^2 eta/(2 - r^2 eta), r: range",
         .title = "(1 + c/2) L_U + Delta/eta",
         .citation = "Tsuda, Raetsch & Warmuth 2005, Lemmas 3.1 and 3.2",
         .help = "loss of matrix exponentiated gradient on squares, by that of any density",
         .formula = FORMULA,
         .result_version = 3},
    .premises = "squares, the explicit update; $\\mathrm{tr}W_1=1$; $U$ is a density; " PREMISES_OF_TRIALS,
    .learner_family = "matrix_exponentiated_gradient",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = bound_of_reals,
    .methods = &methods,
};
