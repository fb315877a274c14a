/* The expected mistakes of randomised completion with side information (learners/matrix_prediction/side_information_completion.h), e_t =
 * min(1, [gamma - y s]_+/(2 gamma)) the probability of one in trial t, for any comparator U of trace at most Dhat, H the sum over trials with
 * an update (y s <= gamma) of h = [gamma - y (tr(UX) - 1)]_+:
 *
 *   sum e_t <= ( H + Dhat max(1, ln n)/eta + (e - 2)(1 + gamma) eta t ) / (2 gamma)      the theorem's row
 *   sum e_t <= ( H + D(U, W_1)/eta + (e - 2)(1 + gamma) eta u ) / (2 gamma)               "data", u the updates
 *   D(U, W) - D(U, W') >= eta (2 gamma e_t - h) - (e - 2)(1 + gamma) eta^2                "progress", of an update
 *
 * Proof of the last one, for eta <= 1 and 0 <= X <= I; tr(WX) = 1 + s. By Golden and Thompson tr W' - tr W <= tr(W (e^{eta y X} - I)) <=
 * eta y (1 + s) + (e - 2) eta^2 (1 + s), from e^z <= 1 + z + (e - 2) z^2 for z <= 1 and X^2 <= X, so that D falls by at least eta y (tr(UX) - 1 -
 * s) - (e - 2) eta^2 (1 + s). Where 1 + s <= 1 + gamma that is the claim: y (tr(UX) - 1) >= gamma - h. Otherwise s > gamma and y = -1, e_t = 1,
 * and D falls by at least (1 - e^-eta)(1 + s) - eta tr(UX), which grows in s and has the claimed value, or more, at s = gamma. Elsewhere e_t
 * is 0. */

#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/matrix_prediction/side_information_completion.h"

typedef struct expected_mistakes {
  subspace_premises premises;
  double eta, gamma, largest_trace;
  double largest, start; /* start: D(U, W_1) */
  size_t t, updates;
  double expected; /* sum of e_t */
  double budget;   /* what wrong digits of scores can have cost */
  potential_steps potential;
  theorem_judge theorem, data;
} expected_mistakes;

static const ask asks[] = {ASK(expected_mistakes, eta), ASK(expected_mistakes, gamma),
                           ASK(expected_mistakes, largest_trace)};

static const double e_less_2 = 0.71828182845904524;
static const double tolerance = 1e-9; /* times max(1, value) */

static double value_of(const expected_mistakes *self, double divergence, size_t rounds) {
  const double steps = e_less_2 * (1.0 + self->gamma) * self->eta * (double)rounds;
  return (self->premises.hinge + divergence / self->eta + steps) / (2.0 * self->gamma);
}

static double value_now(const expected_mistakes *self) {
  return value_of(self, self->largest, self->t);
}

static double data_now(const expected_mistakes *self) {
  return value_of(self, self->start, self->updates);
}

static status begin_comparator(expected_mistakes *self, const bound_context *context) {
  failed_premise *failed = &self->premises.failed;
  const comparator *u = context->comparator;
  const double trace = self->largest_trace, n = (double)context->problem->facts.n, entropy = comparator_entropy(u),
               own = comparator_trace(u);
  premise_require(failed, own <= trace * (1.0 + tolerance), "the comparator's trace is at most D", own);
  self->start = isnan(entropy) ? self->largest : entropy - own * fixed_log(trace / n) + trace - own;
  return STATUS_OK;
}

static status init(void *data, const bound_context *context) {
  expected_mistakes *self = data;
  self->largest = side_information_divergence(self->largest_trace, 1.0, context->problem->facts.n);
  self->start = NAN;
  TRY(OWN(self, &self->premises, subspace_premises_end));
  TRY(subspace_premises_begin(context, 1.0 + self->gamma, &self->premises));
  self->premises.gap_low = 1.0 - self->gamma;
  if (context->comparator != NULL) TRY(begin_comparator(self, context));
  return potential_begin(context->learner, context->comparator, 1.0, &self->potential);
}

static status watch(void *data, const trial_event *event) {
  expected_mistakes *self = data;
  self->t = event->t;
  self->expected += event->error_probability;
  if (!event->updated) return STATUS_OK;
  self->updates++;
  subspace_premises_watch(&self->premises, event);
  self->budget += self->potential.score_error * instance_nuclear(event->x) / (2.0 * self->gamma);
  if (self->premises.comparator == NULL) return STATUS_OK;
  const double least = self->eta * (2.0 * self->gamma * event->error_probability - self->premises.last_hinge) -
                       e_less_2 * (1.0 + self->gamma) * self->eta * self->eta;
  TRY(potential_judge(&self->potential, event->t, least, tolerance, 0.0));
  theorem_judge_value(&self->theorem, self->t, self->expected, value_now(self), tolerance, self->budget);
  theorem_judge_value(&self->data, self->t, self->expected, data_now(self), tolerance, self->budget);
  return STATUS_OK;
}

static double current(void *data) {
  const expected_mistakes *self = data;
  return subspace_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static void add_row(const expected_mistakes *self, const char *name, double value, double trivial,
                    const theorem_judge *judge, bound_row_list *rows) {
  bound_row *row = bound_row_add(rows, name);
  subspace_premises_row(&self->premises, row);
  row->measured = self->expected;
  row->trivial = trivial;
  if (self->premises.comparator == NULL) return;
  row->value = value;
  row->tolerance = tolerance * fmax(1.0, value);
  row->error = self->budget;
  theorem_judge_row(judge, row);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const expected_mistakes *self = data;
  const double trivial = cell_totals_allowed(totals);
  add_row(self, NULL, value_now(self), trivial, &self->theorem, rows);
  add_row(self, "data", data_now(self), trivial, &self->data, rows);
  (void)subspace_progress_row(&self->premises, rows, &self->potential.progress);
  return STATUS_OK;
}

const bound_class bound_side_information_expected_mistakes = {
    .about = {.name = "side_information_expected_mistakes",
              .short_name = "ours, after Herbster et al., expected",
              .symbols = "D: dimension of the target with the side information, H: its hinge losses, gamma: margin",
              .title = "(H + D ln(n)/eta + (e-2)(1+gamma) eta T)/(2 gamma)",
              .citation = "after Herbster, Pasteris & Tse 2020",
              .help = "expected mistakes of randomised completion with side information, for noisy labels",
              .formula = "$\\sum_te_t\\le\\frac1{2\\gamma}\\left(\\mathcal{H}+\\frac{D\\max(1,\\ln "
                         "n)}\\eta+(e-2)(1+\\gamma)\\eta T\\right)$, $e_t$ the probability of a mistake in trial $t$, "
                         "$\\mathcal{H}=\\sum[\\gamma-y(\\mathrm{tr}(UX)-1)]_+$ over trials with an update",
              .result_version = 1},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update; $U\\succeq0$ with "
                "$\\mathrm{tr}U\\le D$, one for all trials",
    .learner_family = "randomized_side_information",
    .status = BOUND_PROVED,
    .measure = "expected_mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(expected_mistakes),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
