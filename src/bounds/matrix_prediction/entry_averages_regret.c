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
#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

typedef struct entry_averages_regret {
  learner learner;
  const comparator *comparator;
  loss loss;
  double eta, lipschitz, middle;
  size_t columns, t, visited;
  unsigned char *seen;               /* of each entry */
  double regret, distances, squares; /* sums of (u - middle)^2 over the entries seen, of g^2 over the trials */
  failed_premise failed;
  theorem_judge theorem, data;
  invariant_judge step;
} entry_averages_regret;

static const double relative_tolerance = 1e-9;

static bool applies(const bound_context *context) {
  double tuned = 1.0;
  return context->problem->facts.labels == LABEL_REAL && learner_constant(context->learner, "tuned", &tuned) &&
         tuned == 0.0;
}

static void destroy(void *data) {
  entry_averages_regret *self = data;
  if (self == NULL) return;
  free(self->seen);
  free(self);
}

static status create(const bound_context *context, const options *options, void **out) {
  const problem_facts *facts = &context->problem->facts;
  entry_averages_regret *self = NULL;
  (void)options;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->loss = facts->loss;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->lipschitz = loss_lipschitz(&self->loss);
  self->middle = 0.5 * (self->loss.low + self->loss.high);
  self->columns = facts->n;
  self->step.direction = BOUND_UPPER;
  const status code = NEW_ARRAY(facts->rows * facts->n, self->seen);
  if (code != STATUS_OK) {
    destroy(self);
    return code;
  }
  *out = self;
  return STATUS_OK;
}

static double value_now(const entry_averages_regret *self) {
  const double width = self->loss.high - self->loss.low;
  return (double)self->visited * width * width / (8.0 * self->eta) +
         0.5 * self->eta * self->lipschitz * self->lipschitz * (double)self->t;
}

static double data_now(const entry_averages_regret *self) {
  return self->distances / (2.0 * self->eta) + 0.5 * self->eta * self->squares;
}

static double trivial(const entry_averages_regret *self) {
  return (self->loss.high - self->loss.low) * self->lipschitz * (double)self->t;
}

static void check_premises(entry_averages_regret *self, const trial_event *event, double g, double u) {
  const double slack = relative_tolerance * (self->loss.high - self->loss.low);
  premise_of_label(&self->failed, &self->loss, event);
  if (fabs(g) > self->lipschitz * (1.0 + relative_tolerance))
    premise_fail(&self->failed, "|g| <= G", event->t, fabs(g));
  if (u < self->loss.low - slack || u > self->loss.high + slack) {
    premise_fail(&self->failed, "the comparator is in the interval", event->t, u);
  }
}

static void judge_trial(entry_averages_regret *self, const trial_event *event, double u) {
  const double before = learner_constant_or_nan(&self->learner, "before"),
               after = learner_constant_or_nan(&self->learner, "after"),
               g = learner_constant_or_nan(&self->learner, "g");
  const double moved = (after - u) * (after - u) - (before - u) * (before - u) + 2.0 * self->eta * g * (before - u);
  const double allowed = self->eta * self->eta * g * g;
  check_premises(self, event, g, u);
  self->squares += g * g;
  self->regret +=
      loss_value(&self->loss, event->predicted.value, event->label) - loss_value(&self->loss, u, event->label);
  invariant_judge_trial(&self->step, (trial_figures){.trial = event->t,
                                                     .measured = moved,
                                                     .value = allowed,
                                                     .tolerance = relative_tolerance * fmax(1.0, allowed)});
}

static status watch(void *data, const trial_event *event) {
  entry_averages_regret *self = data;
  unsigned char *seen = self->seen + event->x->row * self->columns + event->x->column;
  self->t = event->t;
  self->visited += *seen == 0;
  if (self->comparator != NULL) {
    const double u = comparator_value(self->comparator, event->x);
    if (*seen == 0) self->distances += (u - self->middle) * (u - self->middle);
    judge_trial(self, event, u);
    theorem_judge_value(&self->theorem, event->t, self->regret, value_now(self), relative_tolerance);
    theorem_judge_value(&self->data, event->t, self->regret, data_now(self), relative_tolerance);
  }
  *seen = 1;
  return STATUS_OK;
}

static double current(void *data) {
  const entry_averages_regret *self = data;
  return self->t == 0 ? NAN : value_now(self);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_entry_averages_regret = {
    .about = {.name = "entry_averages_regret",
              .title = "entries apart: (hi - lo) G sqrt(mnT)/2",
              .citation = "Zinkevich 2003, Theorem 1, for each entry",
              .help = "regret of one gradient descent for each entry, with the learner's rate",
              .formula =
                  "regret $\\le\\frac{V(p_1-p_0)^2}{8\\eta}+\\frac\\eta2G^2T$, $V$ the number of entries visited",
              .result_version = 2},
    .premises = "labels are in their range; $|\\ell'|\\le G$; the comparator's entries are in the interval",
    .learner_family = "entry_averages",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static void say_premises(const entry_averages_regret *self, bound_row *row) {
  row->unchecked = self->failed.name == NULL && self->comparator == NULL;
  premise_row(&self->failed, row);
}

static bound_row regret_row(const entry_averages_regret *self, const char *name, double value,
                            const theorem_judge *judge) {
  bound_row row = bound_row_of(&bound_entry_averages_regret, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = relative_tolerance * fmax(1.0, value);
  row.trivial = trivial(self);
  say_premises(self, &row);
  theorem_judge_row(judge, &row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const entry_averages_regret *self = data;
  (void)totals;
  *count = 0;
  rows[(*count)++] = regret_row(self, NULL, value_now(self), &self->theorem);
  rows[(*count)++] = regret_row(self, "data", data_now(self), &self->data);
  bound_row step = bound_row_of(&bound_entry_averages_regret, "step");
  if (!invariant_judge_row(&self->step, "distance", &step)) return STATUS_OK;
  say_premises(self, &step);
  rows[(*count)++] = step;
  return STATUS_OK;
}
