/* Online matrix prediction of what damped means of rows and columns leave: predicts clip(z), z = o + q, with the offset o of the entry
 * (entry_offsets.h) and the prediction q of online_matrix_prediction, which is told the slope g of the extended loss (loss.h) at z as the
 * linear loss g q.
 *
 * The offset is known before the trial, so f(q) = extended loss of o + q is convex in q with slopes of modulus at most G. With R the bound of
 * Hazan, Kale & Shalev-Shwartz 2012 for slopes at most G, for every matrix U of the class
 *
 *   sum of loss(clip(z), y) <= sum of f(q) <= sum of f(u_ij) + sum of g (q - u_ij) <= sum of f(u_ij) + R:
 *
 * the theorem's regret, against offsets + U. */

#include "learners/matrix_prediction/online_matrix_prediction.h"
#include "learners/ratings/entry_offsets.h"

typedef struct residual {
  matrix_predictor matrix;
  entry_offsets offsets;
  loss loss;
  double slope;         /* G */
  prediction predicted; /* that of the matrix, of the pair (i, j) now */
} residual;

static const parameter parameters[] = {ENTRY_OFFSETS_OPTION(residual), ONLINE_MATRIX_PREDICTION_ROWS};

static const learner_methods *const of_matrix = &online_matrix_prediction_methods;

static learner_setting setting_of_matrix(const learner_setting *setting) {
  learner_setting linear = *setting;
  linear.loss.kind = LOSS_LINEAR;
  linear.loss.label_low = -1.0;
  linear.loss.label_high = 1.0;
  linear.loss.scale = loss_lipschitz(&setting->loss);
  return linear;
}

static status check(const void *self, const learner_setting *setting) {
  const learner_setting linear = setting_of_matrix(setting);
  return of_matrix->check(self, &linear);
}

static status init(void *self, const learner_setting *setting) {
  residual *made = self;
  const learner_setting linear = setting_of_matrix(setting);
  made->loss = setting->loss;
  made->slope = linear.loss.scale;
  TRY(entry_offsets_init(self, &made->offsets, setting));
  return of_matrix->init(self, &linear);
}

static status raw(residual *self, const instance *x, double *z) {
  self->predicted = (prediction){.score = NAN};
  TRY(of_matrix->predict(self, x, &self->predicted));
  *z = entry_offsets_of(&self->offsets, x->row, x->column) + self->predicted.score;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  residual *made = self;
  double z = 0.0;
  TRY(raw(made, x, &z));
  out->score = out->value = loss_clip(&made->loss, z);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  residual *made = self;
  double z = 0.0;
  TRY(raw(made, x, &z));
  const double g = loss_extended_subgradient(&made->loss, z, label);
  TRY(of_matrix->update(self, x, &made->predicted, g / made->slope, updated));
  entry_offsets_learn(&made->offsets, x->row, x->column, label);
  *updated = true;
  return STATUS_OK;
}

static bool constant(const void *self, const char *name, double *value) {
  return fields_value(of_matrix->constants, of_matrix->constants_count, self, name, value) ||
         of_matrix->constant(self, name, value);
}

static const field state[] = {
    ENTRY_OFFSETS_STATE(residual),
    {FIELD(residual, matrix, FIELD_STRUCT), FIELDS(fields, online_matrix_prediction_state)},
};

static const learner_methods methods = {
    .size = sizeof(residual),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    .constant = constant,
};

const learner_class learner_residual_matrix_prediction = {
    .about = {.name = "residual_matrix_prediction",
              .title = "Matrix prediction of residuals",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1, after damped means",
              .help = "damped means of rows and columns, and online matrix prediction of what they leave",
              .formula =
                  "predicts $z=o+q$, clipped: $o=\\mu+b_i+c_j$ as damped_means, $q$ as online_matrix_prediction, "
                  "which learns the linear loss $\\ell'(z)q$",
              .family = "factorisation",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(matrix_predictor, eta), TUNED(matrix_predictor, forgetting.share)},
};
