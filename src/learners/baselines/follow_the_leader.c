/* Follow the leader on entries: the prediction that would have been best for the past labels y of the same entry, row or
 * column, or of all entries. Square loss: their mean, clipped to the interval. Linear loss, whose labels are slopes: the
 * end of the interval opposite to the sign of their sum. The middle of the interval before the first label, or where the
 * slopes cancel. */

#include "learners/learner.h"

/* In the order of the choices of `of`. */
typedef enum group { GROUP_ENTRY, GROUP_ROW, GROUP_COLUMN, GROUP_ALL } group;

typedef struct leader {
  size_t n, groups;
  group of;
  loss loss;
  double *sums, *counts; /* of the labels of each group */
} leader;

static const parameter parameters[] = {
    OPTION_CHOICE(leader, of, "entry", "entry row column all",
                  "whose labels count: those of the same entry, row or column, or all"),
};

static size_t group_of(const leader *self, const instance *x) {
  switch (self->of) {
  case GROUP_ENTRY: return x->row * self->n + x->column;
  case GROUP_ROW: return x->row;
  case GROUP_COLUMN: return x->column;
  default: return 0;
  }
}

static double best(const leader *self, size_t at) {
  const loss *l = &self->loss;
  const double sum = self->sums[at], middle = 0.5 * (l->low + l->high);
  if (l->kind == LOSS_LINEAR) return sum > 0.0 ? l->low : sum < 0.0 ? l->high : middle;
  return self->counts[at] > 0.0 ? loss_clip(l, sum / self->counts[at]) : middle;
}

static status init(void *self, const learner_setting *setting) {
  leader *made = self;
  const size_t m = setting->rows, n = setting->n, groups[] = {m * n, m, n, 1};
  made->n = n;
  made->loss = setting->loss;
  made->groups = groups[made->of];
  TRY(OWN_ARRAY(self, made->groups, made->sums));
  return OWN_ARRAY(self, made->groups, made->counts);
}

static status predict(void *self, const instance *x, prediction *out) {
  const leader *made = self;
  out->score = out->value = best(made, group_of(made, x));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const leader *made = self;
  const size_t at = group_of(made, x);
  made->sums[at] += label;
  made->counts[at] += 1.0;
  *updated = true;
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(leader, sums, FIELD_LIST), FIELD_LENGTH(leader, groups)},
    {FIELD(leader, counts, FIELD_LIST), FIELD_LENGTH(leader, groups)},
};

static const learner_methods methods = {
    .size = sizeof(leader), .init = init, .predict = predict, .update = update, FIELDS(state, state)};

const learner_class learner_follow_the_leader = {
    .about = {.name = "follow_the_leader",
              .title = "Follow the leader",
              .citation = "baseline",
              .help = "the mean of the labels so far: of the same entry, row or column, or of all",
              .formula = "predicts $\\mathrm{clip}\\left(\\frac1k\\sum_sy_s\\right)$ over the $k$ earlier trials $s$ "
                         "of the same entry, row, column or of all; with the linear loss $p_0$ if $\\sum_sy_s\\gt0$ "
                         "and $p_1$ if $\\sum_sy_s\\lt0$; $\\frac{p_0+p_1}2$ where there is nothing yet",
              .family = "baseline",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &methods,
};
