/* Regret of one gradient descent for each entry, against any matrix U with entries in [lo, hi]; proved in entry_averages.c.
 *
 *   entry_averages_regret       regret <= V (hi - lo)^2 / (8 eta) + eta G^2 T / 2, V entries visited so far
 *   entry_averages_regret.data  regret <= sum over these of (u_ij - (lo + hi)/2)^2 / (2 eta) + eta/2 sum of g^2
 *   entry_averages_regret.step  (w' - u)^2 - (w - u)^2 + 2 eta g (w - u) <= eta^2 g^2 in each trial
 *
 * Premises: labels are in their range, |g| <= G, and U's entries are in [lo, hi] where they are visited. Tolerance 1e-9 max(1, value). */

#include "bounds/regret.h"

typedef struct entry_averages_regret {
  regret_bound regret;
  double eta;
  live_constant before, after, g; /* of the last round: w, w', g */
  double lipschitz, middle;
  size_t columns, visited;
  unsigned char *seen;       /* of each entry */
  double distances, squares; /* sums of (u - middle)^2 over the entries seen, of g^2 over the trials */
} entry_averages_regret;

static const ask asks[] = {ASK(regret_bound, tuned), ASK(entry_averages_regret, eta),
                           ASK(entry_averages_regret, before), ASK(entry_averages_regret, after),
                           ASK(entry_averages_regret, g)};

static status begin(void *data, const bound_context *context) {
  entry_averages_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  self->lipschitz = loss_lipschitz(&facts->loss);
  self->middle = 0.5 * (facts->loss.low + facts->loss.high);
  self->columns = facts->n;
  return OWN_ARRAY(self, facts->rows * facts->n, self->seen);
}

static double value(const void *data) {
  const entry_averages_regret *self = data;
  const double width = self->regret.loss.high - self->regret.loss.low;
  return (double)self->visited * width * width / (8.0 * self->eta) +
         0.5 * self->eta * self->lipschitz * self->lipschitz * (double)self->regret.t;
}

static double data_value(const void *data) {
  const entry_averages_regret *self = data;
  return self->distances / (2.0 * self->eta) + 0.5 * self->eta * self->squares;
}

static void check_premises(entry_averages_regret *self, const trial_event *event, double g, double u) {
  const loss *l = &self->regret.loss;
  failed_premise *failed = &self->regret.failed;
  const double slack = REGRET_TOLERANCE * (l->high - l->low);
  premise_of_label(failed, l, event);
  premise_at_most(failed, "|g| <= G", event->t, fabs(g), self->lipschitz * (1.0 + REGRET_TOLERANCE));
  if (u < l->low - slack || u > l->high + slack) {
    premise_fail(failed, "the comparator is in the interval", event->t, u);
  }
}

static void judge_step(entry_averages_regret *self, size_t t, double g, double u) {
  const double before = live_constant_now(&self->before), after = live_constant_now(&self->after);
  const double moved = (after - u) * (after - u) - (before - u) * (before - u) + 2.0 * self->eta * g * (before - u);
  const double allowed = self->eta * self->eta * g * g;
  invariant_judge_trial(&self->regret.step, (trial_figures){.trial = t,
                                                            .measured = moved,
                                                            .value = allowed,
                                                            .tolerance = REGRET_TOLERANCE * fmax(1.0, allowed)});
}

static status round_of(void *data, const trial_event *event) {
  entry_averages_regret *self = data;
  unsigned char *seen = self->seen + event->x->row * self->columns + event->x->column;
  const bool first = *seen == 0;
  self->visited += first;
  *seen = 1;
  if (self->regret.comparator == NULL) return STATUS_OK;
  const double g = live_constant_now(&self->g), u = comparator_value(self->regret.comparator, event->x);
  if (first) self->distances += (u - self->middle) * (u - self->middle);
  self->squares += g * g;
  check_premises(self, event, g, u);
  judge_step(self, event->t, g, u);
  return STATUS_OK;
}

const bound_class bound_entry_averages_regret = {
    .about = {.name = "entry_averages_regret",
              .short_name = "Zinkevich, entries apart",
              .title = "entries apart: (hi - lo) G sqrt(mnT)/2",
              .citation = "Zinkevich 2003, Theorem 1, for each entry",
              .help = "regret of one gradient descent for each entry, with the learner's rate",
              .formula =
                  "regret $\\le\\frac{V(p_1-p_0)^2}{8\\eta}+\\frac\\eta2G^2T$, $V$ the number of entries visited",
              .result_version = 3},
    .premises = "labels are in their range; $|\\ell'|\\le G$; the comparator's entries are in the interval",
    .learner_family = "entry_averages",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = regret_of_one_rate,
    .methods = &(const bound_methods){.size = sizeof(entry_averages_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin,
                                    .round = round_of,
                                    .value = value,
                                    .data = data_value,
                                    .step = "step",
                                    .measure = "distance",
                                    .step_has_premises = true},
};
