/* How often Matrix Multiplicative Weights with the absolute loss changes, if an error of at most delta changes nothing (insensitive =
 * delta > 0). With M the number of updates, s the scale of the loss, e_t = |y_t - <U, X_t>|, and R the largest width (largest less least
 * eigenvalue) of an instance with an update,
 *
 *   M <= (D(U, W_1) + eta s sum over updates of e_t)/(eta s delta - eta^2 s^2 tau R^2/8)
 *   D(U, W_t) - D(U, W_{t+1}) >= eta s (delta - e_t) - eta^2 s^2 tau R_t^2/8   in an update: "progress"
 *
 * Proof: L_t is s times X_t with the sign of p_t - y_t, so that <L_t, W_t - U> >= s (|p_t - y_t| - e_t) > s (delta - e_t), and by
 * Hoeffding's lemma the divergence falls by eta <L_t, W_t - U> less eta^2 s^2 tau R_t^2/8 (matrix_multiplicative_weights_regret). For k
 * qubits and true labels, delta = eps and eta = 4 eps give k ln(2)/(2 eps^2), the number of errors above eps; for labels wrong by up to
 * eps/3, delta = 2 eps/3 and eta = 4 eps/3 give 4.5 k ln(2)/eps^2 (after Aaronson, Chen, Hazan, Kale & Nayak 2018, Theorem 1).
 *
 * A share of the identity takes back what an update gains, so the bound does not speak of learners that keep one.
 *
 * Premises: U is positive semidefinite with the learner's trace, which is always tau; the denominator is positive. */

#include "bounds/failed_premise.h"
#include "bounds/potential.h"
#include "spectral/instance/instance_square.h"

static const double relative = 1e-9;

typedef struct weights_updates {
  double eta, tau, insensitive, share; /* insensitive: delta */
  bool equal;
  instance_square *square;
  potential_steps steps;
  const comparator *comparator; /* NULL: none is known */
  double rate;                  /* eta s */
  double start;                 /* D(U, W_1) */
  double off, width;            /* sum of e, R */
  double updates, error;
  failed_premise failed;
  theorem_judge theorem;
} weights_updates;

static const ask asks[] = {ASK(weights_updates, eta), ASK(weights_updates, tau), ASK(weights_updates, insensitive),
                           ASK(weights_updates, share), ASK(weights_updates, equal)};

static bool applies(const void *data, const bound_context *context) {
  const weights_updates *self = data;
  return bound_of_reals(self, context) && context->problem->facts.loss.kind == LOSS_ABSOLUTE &&
         self->insensitive > 0.0 && !(self->share > 0.0);
}

static double progress_of(const weights_updates *self, double width) {
  return self->rate * self->insensitive - self->rate * self->rate * self->tau * width * width / 8.0;
}

static double value_now(const weights_updates *self) {
  return (self->start + self->rate * self->off) / progress_of(self, self->width);
}

static status init(void *data, const bound_context *context) {
  weights_updates *self = data;
  const problem_facts *facts = &context->problem->facts;
  const comparator *u = context->comparator;
  self->comparator = u;
  self->rate = self->eta * facts->loss.scale;
  premise_require(&self->failed, self->equal, "the trace is always tau", NAN);
  if (u != NULL) {
    const double trace = comparator_trace(u);
    premise_require(&self->failed, comparator_segments(u) <= 1, "one comparator for all trials",
                    (double)comparator_segments(u));
    premise_require(&self->failed, comparator_kind_of(u) != COMPARATOR_VECTOR || !isnan(comparator_entropy(u)),
                    "the comparator is positive semidefinite", NAN);
    premise_require(&self->failed, fabs(trace - self->tau) <= relative * self->tau, "the comparator's trace is tau",
                    trace);
  }
  TRY(instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank, &eigen_own, &self->square));
  TRY(potential_begin(context->learner, u, 1.0, &self->steps));
  self->start = NAN;
  if (u == NULL) return STATUS_OK;
  const double size = comparator_trace(u), level = fixed_log(self->tau / (double)facts->n);
  self->start = at_least_zero(comparator_entropy(u) - size * level + self->tau - size); /* W_1 = e^level I */
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  weights_updates *self = data;
  double least = 0.0, largest = 0.0;
  if (!event->updated || self->comparator == NULL) return STATUS_OK;
  const double off = fabs(event->label - comparator_value(self->comparator, event->x));
  const double error = self->rate * self->steps.score_error * instance_nuclear(event->x);
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  self->updates += 1.0;
  self->off += off;
  self->error += error;
  self->width = fmax(self->width, largest - least);
  const double progress = progress_of(self, self->width);
  if (!(progress > 0.0))
    premise_fail(&self->failed, "eta s tau R^2 < 8 delta", event->t,
                 self->rate * self->tau * self->width * self->width);
  TRY(potential_judge(&self->steps, event->t, progress_of(self, largest - least) - self->rate * off, relative, error));
  theorem_judge_value(&self->theorem, event->t, self->updates, value_now(self), relative, self->error / progress);
  return STATUS_OK;
}

static double current(void *data) {
  const weights_updates *self = data;
  return self->comparator == NULL ? NAN : value_now(self);
}

static void finish_row(const weights_updates *self, bound_row *row) {
  row->unchecked = self->failed.name == NULL && (self->comparator == NULL || isnan(self->start));
  premise_row(&self->failed, row);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const weights_updates *self = data;
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->updates;
  row->value = self->comparator == NULL ? NAN : value_now(self);
  row->tolerance = relative * fmax(1.0, row->value);
  row->error = self->error / progress_of(self, self->width);
  row->trivial = cell_totals_allowed(totals);
  finish_row(self, row);
  theorem_judge_row(&self->theorem, row);
  row = invariant_judge_row(&self->steps.progress, rows, "progress", "progress");
  if (row != NULL) finish_row(self, row);
  return STATUS_OK;
}

const bound_class bound_matrix_multiplicative_weights_updates = {
    .about = {.name = "matrix_multiplicative_weights_updates",
              .short_name = "ours, after Aaronson et al.",
              .title = "k ln(2)/(2 eps^2) errors",
              .citation = "after Aaronson, Chen, Hazan, Kale & Nayak 2018, Theorem 1; Hoeffding 1963",
              .help = "updates of Matrix Multiplicative Weights where errors of at most delta change nothing",
              .formula =
                  "updates $\\le\\frac{\\Delta(U,W_1)+\\eta s\\sum_{\\mathrm{updates}}|y_t-\\mathrm{tr}(UX_t)|}"
                  "{\\eta s\\delta-\\eta^2s^2\\tau R^2/8}$, $s$ the scale of the loss, $R$ the largest width of a "
                  "spectrum; $\\frac{k\\ln2}{2\\varepsilon^2}$ for $k$ qubits, $\\delta=\\varepsilon$, "
                  "$\\eta=4\\varepsilon$",
              .result_version = 2},
    .premises =
        "$U\\succeq0$ with $\\mathrm{tr}U=\\tau$, the learner's trace in every trial; $\\eta s\\tau R^2\\lt8\\delta$",
    .learner_family = "matrix_multiplicative_weights",
    .status = BOUND_PROVED,
    .measure = "updates",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(weights_updates),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
