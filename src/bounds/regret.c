#include "bounds/regret.h"

#include <math.h>

bool regret_of_one_rate(const void *self, const bound_context *context) {
  return bound_of_reals(self, context) && learner_constant_or_nan(context->learner, "tuned") == 0.0;
}

bool regret_tracks(const learner *learner) {
  return learner_constant_or_nan(learner, "share") > 0.0 || learner_constant_or_nan(learner, "floor") > 0.0;
}

void regret_begin(const bound_context *context, regret_bound *regret) {
  *regret = (regret_bound){.learner = *context->learner,
                           .comparator = context->comparator,
                           .loss = context->problem->facts.loss,
                           .known = context->comparator != NULL};
  const size_t segments = context->comparator == NULL ? 1 : comparator_segments(context->comparator);
  premise_require(&regret->failed, segments <= 1 || regret_tracks(context->learner), "one comparator for all trials",
                  (double)segments);
}

bool regret_shifts(const regret_bound *regret, size_t place, size_t t) {
  size_t first = 0;
  if (regret->comparator == NULL || place + 1 >= comparator_segments(regret->comparator)) return false;
  (void)comparator_segment(regret->comparator, place + 1, &first);
  return first == t;
}

double regret_add(regret_bound *regret, const trial_event *event, double paid) {
  regret->t = event->t;
  regret->paid += paid;
  if (regret->comparator == NULL) return 0.0;
  const double more = paid - loss_value(&regret->loss, comparator_value(regret->comparator, event->x), event->label);
  regret->regret += more;
  return more;
}

void regret_judge(const regret_bound *regret, theorem_judge *judge, double value) {
  theorem_judge_value(judge, regret->t, regret->regret, value, REGRET_TOLERANCE, regret->error);
}

double regret_current(const regret_bound *regret, double value) {
  return regret->t == 0 || regret->comparator == NULL ? NAN : value;
}

void regret_premises(const regret_bound *regret, bound_row *row) {
  row->unchecked = regret->failed.name == NULL && !regret->known;
  premise_row(&regret->failed, row);
}

bound_row *regret_row(const regret_bound *regret, bound_row_list *rows, const char *name, double value,
                      double trivial) {
  bound_row *row = bound_row_add(rows, name);
  if (regret->comparator == NULL) {
    row->measure = "loss";
    row->measured = regret->paid;
    value = NAN;
  } else {
    row->measured = regret->regret;
  }
  row->value = value;
  row->tolerance = REGRET_TOLERANCE * fmax(1.0, value);
  row->error = regret->error;
  row->trivial = trivial;
  regret_premises(regret, row);
  return row;
}

void regret_rows(const regret_bound *regret, bound_row_list *rows, double value, double data, double trivial) {
  theorem_judge_row(&regret->theorem, regret_row(regret, rows, NULL, value, trivial));
  theorem_judge_row(&regret->data, regret_row(regret, rows, "data", data, trivial));
}

bound_row *regret_invariant_row(const regret_bound *regret, const invariant_judge *judge, bound_row_list *rows,
                                const char *name, const char *measure) {
  bound_row *row = invariant_judge_row(judge, rows, name, measure);
  if (row != NULL) regret_premises(regret, row);
  return row;
}

double square_loss_at_most(const loss *loss, size_t t) {
  const double width = loss->high - loss->low;
  return isfinite(width) ? loss->scale * width * width * (double)t : NAN;
}
