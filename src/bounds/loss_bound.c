#include "bounds/loss_bound.h"

bool loss_of_one_rate(const void *self, const bound_context *context) {
  return bound_of_reals(self, context) && !((const loss_bound *)self)->tuned &&
         problem_loss(&context->problem->facts).kind == LOSS_SQUARE;
}

void loss_begin(loss_bound *lost, const bound_context *context) {
  lost->loss = problem_loss(&context->problem->facts);
}

void loss_add(loss_bound *lost, const trial_event *event) {
  lost->t = event->t;
  lost->own += event->loss;
}

void loss_judge(const loss_bound *lost, theorem_judge *judge, double value, double error) {
  theorem_judge_value(judge, lost->t, lost->own, value, LOSS_TOLERANCE, error);
}

bound_row *loss_row(const loss_bound *lost, bound_row_list *rows, const char *name, double value, double error) {
  bound_row *row = bound_row_add(rows, name);
  const double width = lost->loss.high - lost->loss.low;
  row->measured = lost->own;
  row->value = value;
  row->tolerance = LOSS_TOLERANCE * fmax(1.0, value);
  row->error = error;
  row->trivial = isfinite(width) ? lost->loss.scale * width * width * (double)lost->t : NAN;
  premise_row(&lost->failed, row);
  return row;
}
