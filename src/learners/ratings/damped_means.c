/* What rows and columns have in common with all, and nothing of their pairs: predicts the offset of the entry (entry_offsets.h), clipped. */
#include "learners/ratings/entry_offsets.h"

typedef struct damped_means {
  entry_offsets offsets;
  loss loss;
} damped_means;

static const parameter parameters[] = {ENTRY_OFFSETS_OPTION(damped_means)};

static status init(void *self, const learner_setting *setting) {
  damped_means *made = self;
  made->loss = setting->loss;
  return entry_offsets_init(self, &made->offsets, setting);
}

static status predict(void *self, const instance *x, prediction *out) {
  const damped_means *made = self;
  out->score = out->value = loss_clip(&made->loss, entry_offsets_of(&made->offsets, x->row, x->column));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  damped_means *made = self;
  entry_offsets_learn(&made->offsets, x->row, x->column, label);
  *updated = true;
  return STATUS_OK;
}

static const field state[] = {ENTRY_OFFSETS_STATE(damped_means)};

static const learner_methods methods = {
    .size = sizeof(damped_means),
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

const learner_class learner_damped_means = {
    .about = {.name = "damped_means",
              .title = "Damped means",
              .citation = "Koren, Bell & Volinsky 2009, equation 3, as running means",
              .help = "a mean, and damped means of what it misses in each row and each column",
              .formula = "predicts $\\mu+b_i+c_j$, clipped; $\\mu$ the mean of all labels and the interval's middle, "
                         "$b_i=\\frac{\\sum(y-\\mu-c_j)}{k+t_i}$ over the $t_i$ trials of row $i$, $c_j$ likewise, $k$ "
                         "the damping",
              .family = "factorisation",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &methods,
};
