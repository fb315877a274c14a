#include "bounds/trial_judge.h"

static void show(const trial_figures *figures, bound_row *row) {
  row->measured = figures->measured;
  row->value = figures->value;
  row->tolerance = figures->tolerance;
  row->error = figures->error;
  row->trial = figures->trial;
}

void invariant_judge_trial(invariant_judge *judge, trial_figures now) {
  const bool upper = judge->direction == BOUND_UPPER;
  double slack = upper ? now.value - now.measured : now.measured - now.value;
  if (isnan(slack)) slack = 0.0;
  if (judge->nearest.trial != 0 && slack >= judge->slack) return;
  judge->nearest = now;
  judge->slack = slack;
}

void invariant_judge_progress(invariant_judge *judge, size_t t, double before, double after, double least,
                              double tolerance, double error) {
  const double measured = before - after;
  if (isnan(measured)) return;
  invariant_judge_trial(judge, (trial_figures){.trial = t,
                                               .measured = measured,
                                               .value = least,
                                               .tolerance = tolerance * fmax(1.0, fabs(before)),
                                               .error = error});
}

bound_row *invariant_judge_row(const invariant_judge *judge, bound_row_list *rows, const char *name,
                               const char *measure) {
  if (judge->nearest.trial == 0) return NULL;
  bound_row *row = bound_row_add(rows, name);
  show(&judge->nearest, row);
  row->direction = judge->direction;
  row->measure = measure;
  return row;
}

/* By how much it is broken beyond the error; below 0: it may not be broken. */
static double certain_excess(const trial_figures *figures) {
  return figures->measured - figures->value - figures->tolerance - figures->error;
}

static double used(const trial_figures *figures) {
  return figures->value > 0.0 ? figures->measured / figures->value : INFINITY;
}

void theorem_judge_trial(theorem_judge *judge, trial_figures now) {
  if (!(now.measured > now.value + now.tolerance)) return;
  if (judge->first == 0) {
    judge->first = now.trial;
    judge->worst = now;
    return;
  }
  const bool certain = certain_excess(&now) >= 0.0, was_certain = certain_excess(&judge->worst) >= 0.0;
  const bool worse = certain == was_certain ? used(&now) > used(&judge->worst) : certain;
  if (worse) judge->worst = now;
}

void theorem_judge_value(theorem_judge *judge, size_t t, double measured, double value, double relative, double error) {
  theorem_judge_trial(
      judge,
      (trial_figures){
          .trial = t, .measured = measured, .value = value, .tolerance = relative * fmax(1.0, value), .error = error});
}

void theorem_judge_row(const theorem_judge *judge, bound_row *row) {
  if (judge->first == 0 || row->premise != NULL) return;
  show(&judge->worst, row);
  row->trial = judge->first;
}
