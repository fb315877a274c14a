/* Regret of one gradient descent for each entry, against any matrix U with entries in [lo, hi]; proved in entry_averages.c.
 *
 *   entry_averages_regret       regret <= V (hi - lo)^2 / (8 eta) + eta G^2 T / 2, V entries visited so far
 *   entry_averages_regret.data  regret <= sum over these of (u_ij - (lo + hi)/2)^2 / (2 eta) + eta/2 sum of g^2
 *   entry_averages_regret.step  (w' - u)^2 - (w - u)^2 + 2 eta g (w - u) <= eta^2 g^2 in each trial
 *
 * Premises: labels are in their range, |g| <= G, and U's entries are in [lo, hi] where they are visited. Tolerance 1e-9 max(1, value). */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/regret.h"

typedef struct entry_averages_regret {
  regret_bound regret;
  double eta, lipschitz, middle;
  size_t columns, visited;
  unsigned char *seen;       /* of each entry */
  double distances, squares; /* sums of (u - middle)^2 over the entries seen, of g^2 over the trials */
  invariant_judge step;
} entry_averages_regret;

static const double relative_tolerance = 1e-9;

static void clear(void *data) {
  entry_averages_regret *self = data;
  free(self->seen);
}

static status init(void *data, const bound_context *context) {
  entry_averages_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  regret_begin(context, &self->regret);
  self->eta = learner_constant_or_nan(context->learner, "eta");
  self->lipschitz = loss_lipschitz(&facts->loss);
  self->middle = 0.5 * (facts->loss.low + facts->loss.high);
  self->columns = facts->n;
  self->step.direction = BOUND_UPPER;
  return NEW_ARRAY(facts->rows * facts->n, self->seen);
}

static double value_now(const entry_averages_regret *self) {
  const double width = self->regret.loss.high - self->regret.loss.low;
  return (double)self->visited * width * width / (8.0 * self->eta) +
         0.5 * self->eta * self->lipschitz * self->lipschitz * (double)self->regret.t;
}

static double data_now(const entry_averages_regret *self) {
  return self->distances / (2.0 * self->eta) + 0.5 * self->eta * self->squares;
}

static double trivial(const entry_averages_regret *self) {
  return (self->regret.loss.high - self->regret.loss.low) * self->lipschitz * (double)self->regret.t;
}

static void check_premises(entry_averages_regret *self, const trial_event *event, double g, double u) {
  const loss *loss = &self->regret.loss;
  failed_premise *failed = &self->regret.failed;
  const double slack = relative_tolerance * (loss->high - loss->low);
  premise_of_label(failed, loss, event);
  if (fabs(g) > self->lipschitz * (1.0 + relative_tolerance)) premise_fail(failed, "|g| <= G", event->t, fabs(g));
  if (u < loss->low - slack || u > loss->high + slack) {
    premise_fail(failed, "the comparator is in the interval", event->t, u);
  }
}

static void judge_trial(entry_averages_regret *self, const trial_event *event, double u) {
  const learner *learner = &self->regret.learner;
  const double before = learner_constant_or_nan(learner, "before"), after = learner_constant_or_nan(learner, "after"),
               g = learner_constant_or_nan(learner, "g");
  const double moved = (after - u) * (after - u) - (before - u) * (before - u) + 2.0 * self->eta * g * (before - u);
  const double allowed = self->eta * self->eta * g * g;
  check_premises(self, event, g, u);
  self->squares += g * g;
  invariant_judge_trial(&self->step, (trial_figures){.trial = event->t,
                                                     .measured = moved,
                                                     .value = allowed,
                                                     .tolerance = relative_tolerance * fmax(1.0, allowed)});
}

static status watch(void *data, const trial_event *event) {
  entry_averages_regret *self = data;
  regret_bound *regret = &self->regret;
  unsigned char *seen = self->seen + event->x->row * self->columns + event->x->column;
  (void)regret_add(regret, event, loss_value(&regret->loss, event->predicted.value, event->label));
  self->visited += *seen == 0;
  if (regret->comparator != NULL) {
    const double u = comparator_value(regret->comparator, event->x);
    if (*seen == 0) self->distances += (u - self->middle) * (u - self->middle);
    judge_trial(self, event, u);
    regret_judge(regret, &regret->theorem, value_now(self));
    regret_judge(regret, &regret->data, data_now(self));
  }
  *seen = 1;
  return STATUS_OK;
}

static double current(void *data) {
  const entry_averages_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const entry_averages_regret *self = data;
  const regret_bound *regret = &self->regret;
  (void)totals;
  regret_rows(regret, rows, value_now(self), data_now(self), trivial(self));
  (void)regret_invariant_row(regret, &self->step, rows, "step", "distance");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(entry_averages_regret),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_entry_averages_regret = {
    .about = {.name = "entry_averages_regret",
              .short_name = "entries apart",
              .title = "entries apart: (hi - lo) G sqrt(mnT)/2",
              .citation = "Zinkevich 2003, Theorem 1, for each entry",
              .help = "regret of one gradient descent for each entry, with the learner's rate",
              .formula =
                  "regret $\\le\\frac{V(p_1-p_0)^2}{8\\eta}+\\frac\\eta2G^2T$, $V$ the number of entries visited",
              .result_version = 3},
    .premises = "labels are in their range; $|\\ell'|\\le G$; the comparator's entries are in the interval",
    .learner_family = "entry_averages",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = regret_of_one_rate,
    .methods = &methods,
};
