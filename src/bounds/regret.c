#include "bounds/regret.h"

bool regret_of_one_rate(const void *self, const bound_context *context) {
  const regret_bound *regret = self;
  return bound_of_reals(self, context) && !regret->tuned;
}

status regret_init(void *self, const bound_context *context) {
  regret_bound *regret = self;
  const size_t segments = context->comparator == NULL ? 1 : comparator_segments(context->comparator);
  regret->kind = context->class->variant;
  regret->learner = *context->learner;
  regret->comparator = context->comparator;
  regret->loss = context->problem->facts.loss;
  regret->known = context->comparator != NULL;
  premise_require(&regret->failed, segments <= 1 || regret->tracks, "one comparator for all trials", (double)segments);
  return regret->kind->begin == NULL ? STATUS_OK : regret->kind->begin(self, context);
}

bool regret_shifts(const regret_bound *regret, size_t place, size_t t) {
  size_t first = 0;
  if (regret->comparator == NULL || place + 1 >= comparator_segments(regret->comparator)) return false;
  (void)comparator_segment(regret->comparator, place + 1, &first);
  return first == t;
}

double regret_at_most(const regret_bound *regret) {
  const loss *l = &regret->loss;
  return (l->high - l->low) * loss_lipschitz(l) * (double)regret->t;
}

void regret_judge(const regret_bound *regret, theorem_judge *judge, double value) {
  theorem_judge_value(judge, regret->t, regret->regret, value, REGRET_TOLERANCE, regret->error);
}

/* Counts a round in which the learner lost `paid`. */
static void add(regret_bound *regret, const trial_event *event, double paid) {
  regret->t = event->t;
  regret->paid += paid;
  if (regret->comparator == NULL) return;
  regret->more = paid - loss_value(&regret->loss, comparator_value(regret->comparator, event->x), event->label);
  regret->regret += regret->more;
}

status regret_watch(void *self, const trial_event *event) {
  regret_bound *regret = self;
  const regret_kind *kind = regret->kind;
  const double played = kind->of_score ? event->predicted.score : event->predicted.value;
  add(regret, event, loss_value(&regret->loss, played, event->label));
  if (kind->round != NULL) TRY(kind->round(self, event));
  if (regret->comparator == NULL) return STATUS_OK;
  regret_judge(regret, &regret->theorem, kind->value(self));
  if (kind->data != NULL) regret_judge(regret, &regret->data, kind->data(self));
  return STATUS_OK;
}

double regret_current(void *self) {
  const regret_bound *regret = self;
  return regret->t == 0 || regret->comparator == NULL ? NAN : regret->kind->value(self);
}

static void add_premises(const regret_bound *regret, bound_row *row) {
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
  add_premises(regret, row);
  return row;
}

bound_row *regret_invariant_row(const regret_bound *regret, const invariant_judge *judge, bound_row_list *rows,
                                const char *name, const char *measure) {
  bound_row *row = invariant_judge_row(judge, rows, name, measure);
  if (row != NULL) add_premises(regret, row);
  return row;
}

static void add_rows(const void *self, bound_row_list *rows) {
  const regret_bound *regret = self;
  const regret_kind *kind = regret->kind;
  const double most = kind->trivial == NULL ? regret_at_most(regret) : kind->trivial(self);
  theorem_judge_row(&regret->theorem, regret_row(regret, rows, NULL, kind->value(self), most));
  if (kind->data != NULL) theorem_judge_row(&regret->data, regret_row(regret, rows, "data", kind->data(self), most));
  if (kind->step == NULL) return;
  bound_row *step = invariant_judge_row(&regret->step, rows, kind->step, kind->measure);
  if (step != NULL && kind->step_has_premises) add_premises(regret, step);
}

status regret_finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  const regret_kind *kind = ((const regret_bound *)self)->kind;
  if (kind->rows != NULL) {
    kind->rows(self, rows);
  } else {
    add_rows(self, rows);
  }
  return STATUS_OK;
}
