#include "learners/matrix_prediction/matrix_completion.h"
#include "learners/winnow/matrix_winnow.h"

/* In the order of the choices. */
typedef enum tuning_choice { TUNING_SHARP, TUNING_PUBLISHED } tuning_choice;

typedef struct completion {
  matrix_winnow winnow; /* of order m + n */
  double gamma, least;  /* least: a score from here on is predicted +1 */
  tuning_choice tuning;
  weights_form form;
  completion_tuning tuned;
} completion;

static const parameter parameters[] = {
    OPTION_NUMBER(completion, gamma, REQUIRED, 1e-5, 1,
                  "margin: the entries are signs of <p_i,q_j>, unit vectors with |<p_i,q_j>| >= gamma"),
    OPTION_CHOICE(completion, tuning, "sharp", "sharp published",
                  "sharp: eta maximises eta (gamma - tanh(eta/2)), theta = eta/(N sinh eta); published: gamma and 1/N"),
    WINNOW_RATE_OPTION(matrix_winnow, eta, "learning rate; absent: that of the tuning"),
    WINNOW_THRESHOLD_OPTION(matrix_winnow, "threshold; absent: that of the tuning (sharp: for eta)"),
    WEIGHTS_FORM(completion, "of the argument H, of order m + n; auto: low rank, which is exact"),
};

static const double tie = 1e-12; /* relative to theta */

instance matrix_completion_dyad(const instance *entry, size_t index[2]) {
  static const double value[2] = {0.70710678118654752, 0.70710678118654752};
  index[0] = entry->row;
  index[1] = entry->m + entry->column;
  return instance_sparse(INSTANCE_DYAD, entry->m + entry->n, 2, index, value);
}

/* The setting of the Matrix Winnow inside. */
static learner_setting inner_setting(const learner_setting *setting) {
  learner_setting inner = *setting;
  inner.n = setting->rows + setting->n;
  inner.rows = 0;
  inner.kind = INSTANCE_DYAD;
  inner.rank = 1;
  return inner;
}

static status check(const void *self, const learner_setting *setting) {
  const learner_setting inner = inner_setting(setting);
  const spectral_options wanted = weights_wanted(&inner, weights_of_form(((const completion *)self)->form), LINK_EXP);
  return weights_check(setting->class->about.name, &wanted);
}

static status init(void *data, const learner_setting *setting) {
  completion *self = data;
  matrix_winnow *winnow = &self->winnow;
  const learner_setting inner = inner_setting(setting);
  const double order = (double)inner.n;
  const bool published = self->tuning == TUNING_PUBLISHED;
  self->tuned = published ? COMPLETION_PUBLISHED : COMPLETION_SHARP;
  if (!isnan(winnow->eta) || !isnan(winnow->theta)) self->tuned = COMPLETION_GIVEN;
  winnow->r = 1;
  winnow->gap_low = (1.0 - self->gamma) / order;
  winnow->gap = (1.0 + self->gamma) / order;
  winnow->interval_high = 1.0;
  winnow->w0 = NAN;
  winnow->representation = weights_of_form(self->form);
  if (published && isnan(winnow->eta)) winnow->eta = self->gamma;
  if (published && isnan(winnow->theta)) winnow->theta = 1.0 / order;
  TRY(matrix_winnow_init(self, winnow, &inner));
  self->least = winnow->theta * (1.0 - tie);
  return STATUS_OK;
}

static status score(void *data, const instance *x, double *value) {
  size_t index[2];
  const instance dyad = matrix_completion_dyad(x, index);
  return matrix_winnow_score(data, &dyad, value);
}

static status predict(void *data, const instance *x, prediction *out) {
  const completion *self = data;
  TRY(score(data, x, &out->score));
  out->value = out->score >= self->least ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *data, const instance *x, const prediction *predicted, double label, bool *updated) {
  size_t index[2];
  const instance dyad = matrix_completion_dyad(x, index);
  return matrix_winnow_update(data, &dyad, predicted, label, updated);
}

static const field state[] = {MATRIX_WINNOW_STATE};
static const field constants[] = {{FIELD(completion, gamma, FIELD_NUMBER)},
                                  {FIELD_NAMED("tuning", completion, tuned, FIELD_CHOICE)},
                                  {FIELD_NAMED("threshold", completion, least, FIELD_NUMBER)}};

WEIGHTS_FIRST(completion, winnow.w);
static const learner_methods methods = {
    .size = sizeof(completion),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = matrix_winnow_constant,
    .parameter = weights_parameter,
};

const learner_class learner_matrix_completion = {
    .about = {.name = "matrix_completion",
              .title = "Matrix completion",
              .citation = "Herbster, Pasteris & Pontil 2016, Algorithm 1",
              .help = "Matrix Winnow of order m + n for the entries of an m x n matrix of signs",
              .formula = "Matrix Winnow of order $N=m+n$ on $X=\\frac12(e_i+e_{m+j})(e_i+e_{m+j})^T$: predicts $+1$ "
                         "iff $\\mathrm{tr}(WX)\\ge\\theta$, $W=e^H$, $W_1=\\frac1NI$; on a mistake $H\\leftarrow "
                         "H+\\eta yX$; $\\eta$ maximises $\\eta(\\gamma-\\tanh\\frac\\eta2)$, "
                         "$\\theta=\\frac\\eta{N\\sinh\\eta}$ (published: $\\eta=\\gamma$, $\\theta=\\frac1N$)",
              .family = "matrix_completion",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &methods,
};
