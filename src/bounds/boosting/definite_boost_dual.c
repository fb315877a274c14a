/* The training bound of boosting (Tsuda, Raetsch and Warmuth 2005, Theorem 4.1). With r_t = <W_t,C_t> > 0, ln dual = ln tr exp(ln W_1 - sum
 * alpha_t C_t) = sum of ln Z_t, and rho of learners/boosting/boost_step.h:
 *
 *   ln dual <= sum of ln rho(r_t)                the theorem's row: approximate steps, and exact ones, which are the best
 *   ln Z_t <= ln rho(r_t)                        "step", in every trial
 *   ln dual <= - sum of 2 r_t^2 / R_t^2          "quadratic"
 *
 * Premise: violated constraints have a negative eigenvalue, and all theirs are in the interval of the formula. The paper prints the dual
 * for its logarithm (docs/errata.md). Logarithms are below 0, so that the quotient measured/value of a bound that holds is at least 1. */

#include "bounds/boosting/boost_trial.h"
#include "bounds/trial_judge.h"

typedef struct dual_bound {
  boost_trial trial; /* first */
  size_t t;
  double sum, quadratic, error;
  theorem_judge theorem, squares;
  invariant_judge step;
} dual_bound;

static const double tolerance = 1e-9; /* of logarithms, times max(1, |value|) */

static status init(void *data, const bound_context *context) {
  dual_bound *self = data;
  return boost_trial_begin(context, &self->trial);
}

static status before(void *data, const trial_event *event) {
  return boost_trial_before(&((dual_bound *)data)->trial, event);
}

static trial_figures figures_of(const dual_bound *self, double measured, double value) {
  return (trial_figures){.trial = self->t,
                         .measured = measured,
                         .value = value,
                         .tolerance = tolerance * fmax(1.0, fabs(value)),
                         .error = self->error};
}

static status watch(void *data, const trial_event *event) {
  dual_bound *self = data;
  boost_trial *trial = &self->trial;
  TRY(boost_trial_watch(trial));
  self->t = event->t;
  self->sum += trial->log_rho;
  self->error += trial->trace_error;
  if (trial->log_rho < 0.0) {
    const double part = trial->r / (trial->high - trial->low);
    self->quadratic -= 2.0 * part * part;
    trial_figures step = figures_of(self, trial->after - trial->before, trial->log_rho);
    step.error = trial->trace_error;
    invariant_judge_trial(&self->step, step);
  }
  theorem_judge_trial(&self->theorem, figures_of(self, trial->after, self->sum));
  theorem_judge_trial(&self->squares, figures_of(self, trial->after, self->quadratic));
  return STATUS_OK;
}

static double current(void *data) {
  const dual_bound *self = data;
  return self->t == 0 ? 0.0 : self->sum;
}

static bound_row *dual_row(const dual_bound *self, bound_row_list *rows, const char *name, double value,
                           const theorem_judge *judged) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = self->trial.after;
  row->value = value;
  row->tolerance = tolerance * fmax(1.0, fabs(value));
  row->error = self->error;
  row->trivial = 0.0; /* it starts there and never rises */
  boost_trial_premise(&self->trial, row);
  theorem_judge_row(judged, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const dual_bound *self = data;
  (void)dual_row(self, rows, NULL, self->sum, &self->theorem);
  bound_row *quadratic = dual_row(self, rows, "quadratic", self->quadratic, &self->squares);
  quadratic->measure = "log_dual_at_end"; /* not drawn as a line through all trials */
  bound_row *step = invariant_judge_row(&self->step, rows, "step", "log_z");
  if (step != NULL) boost_trial_premise(&self->trial, step);
  return STATUS_OK;
}

const bound_class bound_definite_boost_dual = {
    .about = {.name = "definite_boost_dual",
              .short_name = "Tsuda et al., Theorem 4.1",
              .symbols = "r: violation, rho: what a step leaves of the dual",
              .title = "ln of the product of rho(r)",
              .citation = "Tsuda, Raetsch & Warmuth 2005, Theorem 4.1",
              .help = "the logarithm of boosting's dual objective falls by at least -ln rho(r) in every step",
              .formula = "$\\ln\\mathrm{tr}\\exp\\left(\\ln "
                         "W_1-\\sum_t\\alpha_tC_t\\right)\\le\\sum_t\\ln\\rho(v_t)\\le-\\sum_t\\frac{2v_t^2}{R_t^2}$, "
                         "$v_t=\\mathrm{tr}(W_tC_t)\\gt0$, $\\rho(v)=\\left(1-\\frac "
                         "v{\\lambda_+}\\right)^{\\lambda_+/R}\\left(1-\\frac v{\\lambda_-}\\right)^{-\\lambda_-/R}$, "
                         "$R=\\lambda_+-\\lambda_-$",
              .result_version = 2},
    .premises =
        "in trials with $v_t\\gt0$ the eigenvalues of $C_t$ are between $\\lambda_-\\lt0$ and $\\lambda_+\\gt0$, and "
        "one is negative",
    .learner_family = "definite_boost",
    .status = BOUND_PROVED,
    .measure = "log_dual",
    .applies = boost_trial_applies,
    .methods = &(const bound_methods){.size = sizeof(dual_bound),
                                      .init = init,
                                      .before = before,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
