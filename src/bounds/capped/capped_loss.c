/* capped_loss: what capped MEG drops, against any projection P of rank k (Warmuth and Kuzmin 2008, section 3). capped_regret: the same less
 * what P drops, in the first two rows. With U = I - P, m = n - k, D = m ln(n/m), L* what P drops, all so far, and losses of scale s:
 *
 *   L <= s (D + eta L* / s)/(1 - e^-eta)                                       the theorem's row
 *   L <= L* + s sqrt(2 K D) + s D  for L* <= s K                               "tuned": the learner's own rate, K its loss_at_most
 *   D(U, W) - D(U, W') >= (1 - e^-eta) tr(W X) - eta tr(U X)                   "step", in each trial
 *
 * Proof. Golden and Thompson, and exp(-eta X) <= I - (1 - e^-eta) X for 0 <= X <= I: tr exp(ln W - eta X) <= tr W - (1 - e^-eta) tr(W X), so
 * that D(U, W) - D(U, exp(ln W - eta X)) = -eta tr(U X) + tr W - tr exp(ln W - eta X) is at least the step's right side; the projection onto
 * the convex set of these W, which has U, lowers the divergence further (Pythagoras). D(U, I m/n) = D. At eta = ln(1 + sqrt(2 D/K)),
 * eta/(1 - e^-eta) <= 1 + sqrt(D/(2K)) because 2 eta <= e^eta - e^-eta, and 1/(1 - e^-eta) = 1 + sqrt(K/(2D)).
 *
 * Of randomized_capped_meg this is the expected loss, given the past: tr(W X) is the mean of what the drawn projections drop.
 *
 * Premises: 0 <= X <= I, labels are tr X, the comparator is one projection of rank k; "tuned": the rate is the learner's own, L* <= s K.
 * Tolerance 1e-9 max(1, value). */

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"
#include "spectral/instance/instance_square.h"

static const bool of_regret = true; /* the variant of capped_regret: its rows are of the regret */
static const double relative = 1e-9;

typedef struct capped_loss {
  double eta, dropped, loss_at_most; /* eta, m, K */
  size_t dimension;                  /* k */
  bool tuned;                        /* the rate is the learner's own */
  learner learner;
  const comparator *comparator;
  instance_square *square;
  double *ones; /* n, of a diagonal parameter */
  size_t n, t;
  double scale, start; /* start: D */
  double own, best;    /* dropped by the learner and by P */
  double error;
  double before, least, step_error; /* of this trial: D(U, W), the step's right side */
  bool rank_known;
  bool regret; /* rows are of the regret */
  failed_premise failed, failed_tuning;
  theorem_judge theorem, at_own_rate;
  invariant_judge step;
} capped_loss;

static const ask asks[] = {ASK(capped_loss, eta), ASK(capped_loss, dropped), ASK(capped_loss, loss_at_most),
                           ASK(capped_loss, dimension), ASK(capped_loss, tuned)};

static bool applies(const void *self, const bound_context *context) {
  return bound_of_reals(self, context) && context->problem->facts.loss.kind == LOSS_ABSOLUTE;
}

/* What a limit of the loss without its scale is for the rows. */
static double as_shown(const capped_loss *self, double dropped) {
  return self->scale * (self->regret ? dropped - self->best : dropped);
}

static double value_now(const capped_loss *self) {
  return as_shown(self, (self->start + self->eta * self->best) / -fixed_expm1(-self->eta));
}

static double tuned_now(const capped_loss *self) {
  return as_shown(self, self->best + sqrt(2.0 * self->loss_at_most * self->start) + self->start);
}

static void check_comparator(capped_loss *self) {
  const comparator *u = self->comparator;
  size_t rank = 0;
  double defect = 0.0;
  if (u == NULL) return;
  premise_require(&self->failed, comparator_segments(u) <= 1, "one comparator for all trials",
                  (double)comparator_segments(u));
  const bool projection = comparator_projection(u, &rank, &defect);
  self->rank_known = projection && rank == self->dimension;
  premise_require(&self->failed, self->rank_known, "the comparator is a projection of the learner's dimension",
                  projection ? (double)rank : NAN);
}

static status init(void *data, const bound_context *context) {
  capped_loss *self = data;
  const problem_facts *facts = &context->problem->facts;
  const double n = (double)facts->n, m = self->dropped;
  self->regret = context->class->variant == &of_regret;
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->n = facts->n;
  self->scale = facts->loss.scale;
  self->start = m * fixed_log(n / m);
  self->step.direction = BOUND_LOWER;
  check_comparator(self);
  TRY(instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank, &eigen_own, &self->square));
  if (spectral_representation_of(learner_parameter(context->learner)) != REPRESENTATION_DIAGONAL) return STATUS_OK;
  TRY(OWN_ARRAY(self, self->n, self->ones));
  for (size_t i = 0; i < self->n; i++) self->ones[i] = 1.0;
  return STATUS_OK;
}

/* D(U, W) = -tr(U H) for the projection U = I - P, tr W = tr U; NaN where the parameter takes no P. */
static status potential_now(const capped_loss *self, double *value) {
  spectral *w = learner_parameter(&self->learner);
  double whole = 0.0, kept = 0.0;
  *value = NAN;
  if (self->comparator == NULL || !self->rank_known) return STATUS_OK;
  const instance *p = comparator_instance(self->comparator);
  if (!spectral_takes_argument(w, p->kind)) return STATUS_OK;
  const instance all =
      self->ones != NULL ? instance_dense_vector(self->n, self->ones) : instance_low_rank(self->n, 0, NULL, NULL, 1.0);
  TRY(spectral_argument(w, &all, &whole));
  TRY(spectral_argument(w, p, &kept));
  *value = kept - whole;
  return STATUS_OK;
}

static status check_trial(capped_loss *self, const trial_event *event) {
  double least = 0.0, largest = 0.0;
  const double trace = instance_trace(event->x);
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  const double outside = fmax(-least, largest - 1.0);
  premise_at_most(&self->failed, "0 <= X <= I", event->t, outside, relative);
  if (fabs(event->label - trace) > relative * fmax(1.0, trace))
    premise_fail(&self->failed, "labels are tr X", event->t, event->label - trace);
  return STATUS_OK;
}

static status before(void *data, const trial_event *event) {
  capped_loss *self = data;
  const double trace = instance_trace(event->x), own = trace - event->predicted.score;
  const double error = spectral_error(learner_parameter(&self->learner)) * instance_nuclear(event->x);
  TRY(check_trial(self, event));
  self->t = event->t;
  self->own += own;
  self->error += self->scale * error;
  if (self->comparator == NULL) return STATUS_OK;
  const double theirs = trace - comparator_value(self->comparator, event->x);
  self->best += theirs;
  self->least = -fixed_expm1(-self->eta) * own - self->eta * theirs;
  self->step_error = self->eta * error;
  return potential_now(self, &self->before);
}

static status watch(void *data, const trial_event *event) {
  capped_loss *self = data;
  double after = NAN;
  if (self->comparator == NULL) return STATUS_OK;
  TRY(potential_now(self, &after));
  /* the potential's own error: that of m eigenvalues of H, of modulus at most |D(U, W)|, is far below the tolerance */
  invariant_judge_progress(&self->step, event->t, self->before, after, self->least, relative, self->step_error);
  const double own = as_shown(self, self->own);
  premise_at_most(&self->failed_tuning, "the comparator drops at most loss_at_most", event->t, self->best,
                  self->loss_at_most * (1.0 + relative));
  theorem_judge_value(&self->theorem, event->t, own, value_now(self), relative, self->error);
  theorem_judge_value(&self->at_own_rate, event->t, own, tuned_now(self), relative, self->error);
  return STATUS_OK;
}

static double current(void *data) {
  const capped_loss *self = data;
  return self->comparator == NULL || self->t == 0 ? NAN : value_now(self);
}

static bound_row *add_row(const capped_loss *self, bound_row_list *rows, const char *name, double value) {
  bound_row *row = bound_row_add(rows, name);
  if (self->learner.class->randomised) row->measure = self->regret ? "expected_regret" : "expected_loss";
  row->measured = as_shown(self, self->own);
  row->value = self->comparator == NULL ? NAN : value;
  row->tolerance = relative * fmax(1.0, value);
  row->error = self->error;
  row->unchecked = self->comparator == NULL;
  premise_row(&self->failed, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const capped_loss *self = data;
  theorem_judge_row(&self->theorem, add_row(self, rows, NULL, value_now(self)));
  if (self->tuned) {
    bound_row *row = add_row(self, rows, "tuned", tuned_now(self));
    premise_row(&self->failed_tuning, row);
    theorem_judge_row(&self->at_own_rate, row);
  }
  bound_row *row = self->regret ? NULL : invariant_judge_row(&self->step, rows, "step", "progress");
  if (row != NULL) premise_row(&self->failed, row);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(capped_loss),
    FIELDS(asks, asks),
    .init = init,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static const line_name line_names_of_capped_loss[] = {{.row = "tuned", .name = "Warmuth & Kuzmin (tuned)"},
                                                      {.name = NULL}};

const bound_class bound_capped_loss = {
    .about = {.name = "capped_loss",
              .short_name = "Warmuth & Kuzmin",
              .line_names = line_names_of_capped_loss,
              .symbols = "L*: loss of the best, m: dimensions left out",
              .title = "(D + eta L*)/(1 - e^-eta), D = m ln(n/m)",
              .citation = "Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016",
              .help = "what capped MEG drops, against the best subspace",
              .formula = "$L\\le\\frac{m\\ln\\frac nm+\\eta L_U}{1-e^{-\\eta}}$, $m=n-k$; at the learner's own rate "
                         "$L\\le L_U+\\sqrt{2Km\\ln\\frac nm}+m\\ln\\frac nm$",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$, labels are $\\mathrm{tr}X_t$; $P$ is a projection of rank $k$; row tuned: "
                "$L_U\\le K$",
    .learner_family = "capped_meg",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = applies,
    .methods = &methods,
};

const bound_class bound_capped_regret = {
    .about = {.name = "capped_regret",
              .short_name = "Warmuth & Kuzmin",
              .symbols = "L*: loss of the best, m: dimensions left out",
              .title = "(D + eta L*)/(1 - e^-eta) - L*, D = m ln(n/m)",
              .citation = "Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016",
              .help = "regret of capped MEG against the best subspace",
              .formula =
                  "regret $\\le\\frac{m\\ln\\frac nm+\\eta L_U}{1-e^{-\\eta}}-L_U$, $m=n-k$; at the learner's own rate "
                  "$\\le\\sqrt{2Km\\ln\\frac nm}+m\\ln\\frac nm$",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$, labels are $\\mathrm{tr}X_t$; $P$ is a projection of rank $k$; row tuned: "
                "$L_U\\le K$",
    .learner_family = "capped_meg",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
    .variant = &of_regret,
};
