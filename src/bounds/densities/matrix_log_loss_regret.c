/* The regret of the matrix log loss with the prior a, on unit vectors x (Koolen, Kotlowski and Warmuth 2011, whose bound on directions that
 * are eigenvectors of one another is exact). With A the sum of x x^T after t trials, h_i the eigenvalues of H = A + a I:
 *
 *   regret <= ln[Gamma(t+na) Gamma(a) / (Gamma(na) Gamma(t+a))]      the theorem's row: against any density, equality for one repeated x
 *   loss   <= ln[Gamma(t+na)/Gamma(na)] - sum of ln[Gamma(h_i)/Gamma(a)]      "spectrum": equality where the x are eigenvectors of A
 *   tr f(A + x x^T) - tr f(A) <= x^T ln(A + a I) x,  f(z) = ln Gamma(z + a)   "step", in each trial; its sum is the row above
 *
 * Proof. f' = psi(z + a) = const + sum over k of 1/(k+1) - 1/(k+z+a), so that with q = x^T (A + (a+k) I)^-1 x and x^T (A + s x x^T + c)^-1 x
 * = q/(1 + s q) the left side of the step is that series with -ln(1 + q) for the second term. ln(1 + q) is concave in q, the mean of
 * 1/(l_i+a+k) over the eigenvalues l_i of A with the squared coordinates of x: the left side is at most the mean of f(l_i + 1) - f(l_i) =
 * ln(l_i + a). The comparator's loss is at least that of A/t, -sum of l_i ln(l_i/t), so the regret is at most the theorem of vectors at the
 * eigenvalues l_i: convex in them, since psi'(c + a) <= psi'(c + 1/2) < 1/c for a >= 1/2, and largest at a corner.
 *
 * The first two are times the scale of the loss.
 *
 * Premises: x are unit vectors (vectors: one coordinate is 1), labels are 1; the theorem's row: a >= 1/2, and the comparator is U = -ln of
 * a density, tr e^-U <= 1. Tolerance 1e-9 max(1, value); of the row spectrum, an equality whose error grows as 1/a, that and its error; of the
 * step 1e-9 max(1, |tr f|). */
#include "bounds/regret.h"
#include <float.h>

typedef struct log_loss_regret {
  regret_bound regret;
  double prior;
  live_constant error; /* of the last trial's loss, without scale */
  size_t n;
  double *eigenvalues;
  double theorem;        /* its value */
  double growth;         /* ln[Gamma(t+na)/Gamma(na)] */
  double volume;         /* sum of ln[Gamma(h_i)/Gamma(a)] */
  double off;            /* error of volume */
  failed_premise failed; /* of the theorem's row alone */
  theorem_judge spectrum;
} log_loss_regret;

static const ask asks[] = {ASK(log_loss_regret, prior), ASK(log_loss_regret, error)};

/* *trace = tr e^-U */
static status density_of(const comparator *u, size_t n, double *trace) {
  FREED double *matrix = NULL, *values = NULL;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  *trace = 0.0;
  TRY(NEW_ARRAY(n, values));
  if (comparator_instance(u)->kind == INSTANCE_VECTOR) {
    for (size_t i = 0; i < n; i++) values[i] = instance_coordinate(comparator_instance(u), i);
  } else {
    TRY(NEW_ARRAY(n * n, matrix));
    TRY(eigen_solver_new(&eigen_own, n, &solver));
    instance_to_dense(comparator_instance(u), matrix);
    TRY(eigen_solve(solver, n, matrix, n, values, NULL, NULL));
  }
  for (size_t i = 0; i < n; i++) *trace += fixed_exp(-values[i]);
  return STATUS_OK;
}

static status begin(void *data, const bound_context *context) {
  log_loss_regret *self = data;
  double trace = 0.0;
  self->n = context->problem->facts.n;
  premise_require(&self->failed, self->prior >= 0.5, "the prior is at least 1/2", self->prior);
  TRY(OWN_ARRAY(self, self->n, self->eigenvalues));
  if (context->comparator == NULL) return STATUS_OK;
  TRY(density_of(context->comparator, self->n, &trace));
  premise_require(&self->failed, trace <= 1.0 + REGRET_TOLERANCE, "the comparator is minus the logarithm of a density",
                  trace);
  return STATUS_OK;
}

/* tr X = tr X^2 = 1 and X >= 0: of a vector, the sums of its entries, of their squares and of their moduli. */
static void check_instance(regret_bound *regret, const trial_event *event) {
  const instance *x = event->x;
  const double trace = instance_trace(x);
  double squares = trace * trace, moduli = trace;
  if (x->kind == INSTANCE_VECTOR) {
    squares = moduli = 0.0;
    for (size_t j = 0; j < x->count; j++) {
      squares += x->value[j] * x->value[j];
      moduli += fabs(x->value[j]);
    }
  }
  const double off = fmax(fmax(fabs(trace - 1.0), fabs(moduli - 1.0)), fabs(squares - 1.0));
  premise_at_most(&regret->failed, "instances are unit vectors", event->t, off, REGRET_TOLERANCE);
  if (event->label != 1.0) premise_fail(&regret->failed, "labels are 1", event->t, event->label);
}

/* The sum of ln[Gamma(h_i)/Gamma(a)], and its error: |psi(h)| <= 1/h + |ln h| for h > 0. */
static status measure(log_loss_regret *self) {
  spectral *w = learner_parameter(&self->regret.learner);
  const double none = fixed_lgamma(self->prior);
  TRY(spectral_eigenvalues(w, self->eigenvalues));
  const double e = spectral_error(w) + 64.0 * DBL_EPSILON * self->eigenvalues[self->n - 1];
  self->volume = self->off = 0.0;
  for (size_t i = 0; i < self->n; i++) {
    const double h = fmax(self->eigenvalues[i], self->prior), value = fixed_lgamma(h);
    self->volume += value - none;
    self->off += e * (1.0 / h + fabs(fixed_log(h))) + 4.0 * DBL_EPSILON * (fabs(value) + fabs(none));
  }
  return STATUS_OK;
}

static trial_figures spectrum_now(const log_loss_regret *self, size_t t) {
  const double scale = self->regret.loss.scale, value = scale * (self->growth - self->volume);
  const double error = self->regret.error + scale * self->off;
  return (trial_figures){.trial = t,
                         .measured = self->regret.paid,
                         .value = value,
                         .tolerance = REGRET_TOLERANCE * fmax(1.0, value) + error,
                         .error = error};
}

static double value(const void *self) {
  return ((const log_loss_regret *)self)->theorem;
}

static status round_of(void *data, const trial_event *event) {
  log_loss_regret *self = data;
  regret_bound *regret = &self->regret;
  const double before = self->volume, off = self->off, error = live_constant_now(&self->error);
  const double s = (double)(event->t - 1), all = fixed_log(s + (double)self->n * self->prior);
  const double scale = regret->loss.scale;
  check_instance(regret, event);
  TRY(measure(self));
  self->growth += all;
  self->theorem += scale * (all - fixed_log(s + self->prior));
  regret->error += scale * error + 4.0 * DBL_EPSILON * fabs(event->loss);
  theorem_judge_trial(&self->spectrum, spectrum_now(self, event->t));
  const double inner = all - event->predicted.value; /* the prediction is the loss */
  invariant_judge_trial(&regret->step, (trial_figures){.trial = event->t,
                                                       .measured = self->volume - before,
                                                       .value = inner,
                                                       .tolerance = REGRET_TOLERANCE * fmax(1.0, fabs(before)),
                                                       .error = off + self->off + error});
  return STATUS_OK;
}

static void add_rows(void *data, bound_row_list *rows) {
  const log_loss_regret *self = data;
  const regret_bound *regret = &self->regret;
  const trial_figures spectrum = spectrum_now(self, 0);
  bound_row *row = regret_row(regret, rows, NULL, self->theorem, NAN);
  premise_row(&self->failed, row);
  theorem_judge_row(&regret->theorem, row);
  row = bound_row_add(rows, "spectrum");
  row->measure = "loss";
  row->measured = spectrum.measured;
  row->value = spectrum.value;
  row->tolerance = spectrum.tolerance;
  row->error = spectrum.error;
  premise_row(&regret->failed, row);
  theorem_judge_row(&self->spectrum, row);
  row = invariant_judge_row(&regret->step, rows, "step", "progress");
  if (row != NULL) premise_row(&regret->failed, row);
}

const bound_class bound_matrix_log_loss_regret = {
    .about = {.name = "matrix_log_loss_regret",
              .short_name = "Koolen et al.",
              .title = "ln C(T+n-1, n-1) for a = 1",
              .citation = "Koolen, Kotlowski & Warmuth 2011",
              .help = "regret of the matrix log loss: that of the log loss of vectors, exact for one repeated vector",
              .formula = "regret $\\le\\ln\\frac{\\Gamma(T+na)\\Gamma(a)}{\\Gamma(na)\\Gamma(T+a)}$; row spectrum: "
                         "$L\\le\\ln\\frac{\\Gamma(T+na)}{\\Gamma(na)}-\\sum_i\\ln\\frac{\\Gamma(h_i)}{\\Gamma(a)}$, "
                         "$h_i$ the eigenvalues of $H$",
              .result_version = 3},
    .premises = "$x_t$ are unit vectors, labels are $1$; $a\\ge\\frac12$ and $\\mathrm{tr}e^{-U}\\le1$ (row "
                "spectrum: neither)",
    .learner_family = "matrix_log_loss",
    .status = BOUND_PROVED,
    .measure = "regret",
    .methods = &(const bound_methods){.size = sizeof(log_loss_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin, .round = round_of, .value = value, .rows = add_rows},
};
