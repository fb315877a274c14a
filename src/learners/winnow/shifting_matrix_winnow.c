#include "learners/winnow/shifting_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

static const parameter parameters[] = {
    SHIFTING_WINNOW_OPTIONS,
    WEIGHTS_CHOICE(matrix_winnow, "of the argument H; auto: by the kind of the instances"),
};

static const option_rule rules[] = {
    WINNOW_GAP_RULES(matrix_winnow),
};

/* 1 - exp(-c/4): the progress of a mistake stays 3/4 of what it is without shifts. */
static double theorem_share(const matrix_winnow *winnow) {
  const double r = (double)winnow->r;
  const double progress = winnow_normalized_progress(winnow->eta, winnow->theta, winnow->gap_low / r, winnow->gap / r);
  return -fixed_expm1(-0.25 * fmax(progress, 1e-9)); /* a given rate may guarantee no progress */
}

static status init(void *self, const learner_setting *setting) {
  shifting_winnow *made = self;
  made->winnow.normalize = WINNOW_TRACE;
  made->winnow.w0 = NAN;
  TRY(matrix_winnow_init(self, &made->winnow, setting));
  if (isnan(made->forgetting.share)) made->forgetting.share = theorem_share(&made->winnow);
  return OWN_ARRAY(self, setting->n, made->eigenvalues);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  shifting_winnow *made = self;
  spectral *w = made->winnow.w;
  TRY(matrix_winnow_update(self, x, predicted, label, updated));
  if (!*updated) return STATUS_OK;
  return forgetting_apply(&made->forgetting, w, 1.0, made->eigenvalues);
}

static const field state[] = {MATRIX_WINNOW_STATE};
static const field constants[] = {{FIELD_NAMED("share", shifting_winnow, forgetting.share, FIELD_NUMBER)}};

WEIGHTS_FIRST(shifting_winnow, winnow.w);
const learner_methods shifting_winnow_methods = {
    .size = sizeof(shifting_winnow),
    .check = matrix_winnow_check,
    .init = init,
    .predict = matrix_winnow_predict,
    .predict_block = matrix_winnow_predict_block,
    .update = update,
    .score = matrix_winnow_score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = matrix_winnow_constant,
    .parameter = weights_parameter,
};

const learner_class learner_shifting_matrix_winnow = {
    .about = {.name = "shifting_matrix_winnow",
              .title = "shifting Matrix Winnow",
              .citation = "Warmuth 2007, section 1; Auer & Warmuth 1998; Herbster & Warmuth 1998, 2001",
              .help = "normalised Matrix Winnow whose eigenvalues stay above a floor, for subspaces that change",
              .formula = "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W_1=\\frac1nI$; on a mistake $W'=e^{\\ln "
                         "W+\\eta yX}/\\mathrm{tr}(e^{\\ln W+\\eta yX})$, then $W\\leftarrow(1-a)W'+\\frac anI$ (mix), "
                         "or the eigenvalues become $\\max(\\gamma\\lambda_i,\\frac an)$ with sum $1$ (floor)",
              .family = "shifting_winnow",
              .result_version = 1,
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &shifting_winnow_methods,
};
