/* How long boosting can go on (Tsuda, Raetsch and Warmuth 2005, section 4; docs/errata.md). For every density U that meets the constraints,
 * <U,C_t> <= 0, with D = D(U, W_1), which is ln n - S(U) from W_1 = I/n, r_t = <W_t,C_t> and rho of learners/boosting/boost_step.h:
 *
 *   sum of -ln rho(r_t) <= D                                the theorem's row
 *   number of trials with r_t >= eps  <=  R^2 D / (2 eps^2)   "count", R the widest interval of the violated trials so far
 *   ln dual >= -D                                           "dual", of the learner's dual objective
 *   D(U,W_t) - D(U,W_{t+1}) >= -ln rho(r_t)                 "step", in every trial, where the learner's parameter gives D
 *
 * Premises: one U for all trials; tr U = 1; U meets the constraints of all violated trials, up to 1e-9; each of them has a negative
 * eigenvalue, and all its eigenvalues are in the interval of the formula. Where no U is known and ln dual has fallen below -ln n, there
 * is none; where a constraint is positive semidefinite and violated, no positive definite one: that is the premise "a feasible density",
 * with ln dual and the trial. */

#include "bounds/boosting/boost_trial.h"
#include "bounds/potential.h"

typedef struct iterations_bound {
  boost_trial trial; /* first */
  double eps;
  bool started;
  live_constant infeasible;
  const comparator *comparator;
  double divergence; /* NaN: not known */
  size_t t, count;
  double sum, width, error;
  double before; /* D(U, W_t) */
  failed_premise failed, no_density;
  theorem_judge theorem, counts, limits;
  invariant_judge step;
} iterations_bound;

static const double tolerance = 1e-9;         /* times max(1, |value|) */
static const double premise_tolerance = 1e-9; /* of traces and constraints */

static const parameter parameters[] = {
    OPTION_ABOVE(iterations_bound, eps, "0.01", 0, 1e100,
                 "the row \"count\" counts the trials whose constraint was violated by at least this much"),
};

static const ask asks[] = {ASK(iterations_bound, infeasible), ASK_OR(iterations_bound, started, 0.0)};

static status init(void *data, const bound_context *context) {
  iterations_bound *self = data;
  const comparator *u = context->comparator;
  self->step.direction = BOUND_LOWER;
  self->comparator = u;
  self->divergence =
      u == NULL ? NAN : at_least_zero(fixed_log((double)context->problem->facts.n) + comparator_entropy(u));
  if (u != NULL) {
    const size_t segments = comparator_segments(u);
    premise_require(&self->failed, segments <= 1, "one comparator for all trials", (double)segments);
    premise_require(&self->failed, fabs(comparator_trace(u) - 1.0) <= premise_tolerance, "the comparator's trace is 1",
                    comparator_trace(u));
  }
  if (u != NULL && self->started) TRY(potential_of(context->learner, u, 1.0, &self->divergence));
  return boost_trial_begin(context, &self->trial);
}

static status before(void *data, const trial_event *event) {
  iterations_bound *self = data;
  TRY(boost_trial_before(&self->trial, event));
  return potential_of(&self->trial.learner, self->comparator, 1.0, &self->before);
}

static double count_now(const iterations_bound *self) {
  return self->width * self->width * self->divergence / (2.0 * self->eps * self->eps);
}

static trial_figures figures_of(const iterations_bound *self, double measured, double value) {
  return (trial_figures){.trial = self->t,
                         .measured = measured,
                         .value = value,
                         .tolerance = tolerance * fmax(1.0, fabs(value)),
                         .error = self->error};
}

static void check_comparator(iterations_bound *self, const trial_event *event) {
  const double violation = comparator_value(self->comparator, event->x) - event->label;
  premise_at_most(&self->failed, "the comparator meets the constraint", event->t, violation,
                  premise_tolerance * fmax(1.0, self->trial.high - self->trial.low));
}

static status judge_step(iterations_bound *self, const trial_event *event) {
  const boost_trial *trial = &self->trial;
  double after = NAN;
  TRY(potential_of(&trial->learner, self->comparator, 1.0, &after));
  invariant_judge_progress(&self->step, event->t, self->before, after, -trial->log_rho, tolerance, trial->trace_error);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  iterations_bound *self = data;
  boost_trial *trial = &self->trial;
  TRY(boost_trial_watch(trial));
  self->t = event->t;
  self->error += trial->trace_error;
  if (trial->violated) {
    self->sum -= trial->log_rho;
    self->count += trial->r >= self->eps;
    self->width = fmax(self->width, trial->high - trial->low);
    if (self->comparator != NULL) {
      check_comparator(self, event);
      TRY(judge_step(self, event));
    }
  }
  if (live_constant_now(&self->infeasible) == 1.0) {
    premise_fail(&self->no_density, "a feasible density", event->t, trial->after);
  }
  theorem_judge_trial(&self->theorem, figures_of(self, self->sum, self->divergence));
  theorem_judge_trial(&self->counts, figures_of(self, (double)self->count, count_now(self)));
  theorem_judge_trial(&self->limits, figures_of(self, -trial->after, self->divergence));
  return STATUS_OK;
}

static double current(void *data) {
  return ((const iterations_bound *)data)->divergence;
}

static void set_premise(const iterations_bound *self, bound_row *row) {
  premise_row(&self->failed, row);
  if (self->comparator == NULL) premise_row(&self->no_density, row);
  boost_trial_premise(&self->trial, row);
  row->unchecked = row->premise == NULL && (self->comparator == NULL || isnan(self->divergence));
}

static bound_row *iterations_row(const iterations_bound *self, bound_row_list *rows, const char *name,
                                 trial_figures end, const theorem_judge *judged) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = end.measured;
  row->value = end.value;
  row->tolerance = end.tolerance;
  row->error = end.error;
  set_premise(self, row);
  theorem_judge_row(judged, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const iterations_bound *self = data;
  (void)iterations_row(self, rows, NULL, figures_of(self, self->sum, self->divergence), &self->theorem);
  bound_row *counted =
      iterations_row(self, rows, "count", figures_of(self, (double)self->count, count_now(self)), &self->counts);
  counted->measure = "violated_trials";
  counted->error = 0.0;
  counted->trivial = cell_totals_allowed(totals);
  /* judged with both signs turned */
  bound_row *limit =
      iterations_row(self, rows, "dual", figures_of(self, -self->trial.after, self->divergence), &self->limits);
  limit->measure = "log_dual";
  limit->direction = BOUND_LOWER;
  limit->measured = -limit->measured;
  limit->value = -limit->value;
  bound_row *step = invariant_judge_row(&self->step, rows, "step", "progress");
  if (step != NULL) set_premise(self, step);
  return STATUS_OK;
}

static const line_name line_names[] = {
    {.row = "dual", .name = "Tsuda et al., section 4 (dual)", .formula = "-Delta(U, W_1)"}, {.name = NULL}};

const bound_class bound_definite_boost_iterations = {
    .about = {.name = "definite_boost_iterations",
              .short_name = "Tsuda et al., section 4",
              .line_names = line_names,
              .symbols = "U: a density that meets the constraints, S(U): its entropy",
              .title = "ln n - S(U)",
              .citation = "Tsuda, Raetsch & Warmuth 2005, section 4",
              .help = "boosting's steps gain at most the divergence of a feasible density; at most R^2 D/(2 eps^2) of "
                      "them at eps",
              .formula = "$-\\sum_t\\ln\\rho(v_t)\\le\\Delta(U,W_1)$, $\\ln n-S(U)$ from $W_1=\\frac1nI$, $\\rho$ as "
                         "of definite_boost_dual; "
                         "so $v_t\\ge\\epsilon$ in at most $\\frac{R^2\\Delta(U,W_1)}{2\\epsilon^2}$ trials",
              .result_version = 4,
              PARAMETERS(parameters)},
    .premises = "$\\mathrm{tr}U=1$, one $U$ for all trials, and $\\mathrm{tr}(UC_t)\\le0$ in trials with $v_t\\gt0$: a "
                "density meets the constraints; the eigenvalues of these $C_t$ are in the interval of the formula, and "
                "one is negative",
    .learner_family = "definite_boost",
    .status = BOUND_PROVED,
    .measure = "sum_log_rho",
    .applies = boost_trial_applies,
    .methods = &(const bound_methods){.size = sizeof(iterations_bound),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .before = before,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
