#include "learners/winnow/shifting_matrix_winnow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/winnow/winnow_tuning.h"

static const parameter parameters[] = {
    SHIFTING_WINNOW_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances"},
};

typedef struct shifting {
  void *winnow; /* normalised */
  size_t n;
  bool floors;
  double share, floor;
  double scale;        /* gamma of the last update */
  double *eigenvalues; /* n, for the floor */
} shifting;

static winnow_settings settings_of(const options *options) {
  winnow_settings settings = winnow_settings_of(options);
  settings.normalize = WINNOW_TRACE;
  return settings;
}

status shifting_matrix_winnow_check(const learner_setting *setting, const options *options) {
  const winnow_settings settings = settings_of(options);
  return winnow_settings_check(option_who(options), setting, &settings);
}

void shifting_matrix_winnow_destroy(void *self) {
  shifting *learner = self;
  if (learner == NULL) return;
  matrix_winnow_destroy(learner->winnow);
  free(learner->eigenvalues);
  free(learner);
}

/* 1 - exp(-c/4): the progress of a mistake stays 3/4 of what it is without shifts. */
static double theorem_share(const shifting *learner, const winnow_settings *settings) {
  double eta = 0.0, theta = 0.0;
  (void)matrix_winnow_constant(learner->winnow, "eta", &eta);
  (void)matrix_winnow_constant(learner->winnow, "theta", &theta);
  const double r = (double)settings->r;
  const double progress = winnow_normalized_progress(eta, theta, settings->gap_low / r, settings->gap / r);
  return -fixed_expm1(-0.25 * fmax(progress, 1e-9)); /* a given rate may promise nothing */
}

static status build(const learner_setting *setting, const options *options, shifting *learner) {
  const winnow_settings settings = settings_of(options);
  TRY(matrix_winnow_build(setting, &settings, &learner->winnow));
  learner->n = setting->n;
  learner->floors = option_is(options, "method", "floor");
  const bool given = option_given(options, "share");
  learner->share = given ? option_number(options, "share") : theorem_share(learner, &settings);
  learner->floor = learner->share / (double)setting->n;
  return NEW_ARRAY(setting->n, learner->eigenvalues);
}

status shifting_matrix_winnow_create(const learner_setting *setting, const options *options, void **self) {
  *self = NULL;
  shifting *learner = NULL;
  TRY(NEW_ARRAY(1, learner));
  const status code = build(setting, options, learner);
  if (code != STATUS_OK) {
    shifting_matrix_winnow_destroy(learner);
    return code;
  }
  *self = learner;
  return STATUS_OK;
}

status shifting_matrix_winnow_predict(void *self, const instance *x, prediction *out) {
  return matrix_winnow_predict(((shifting *)self)->winnow, x, out);
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  return matrix_winnow_predict_block(((shifting *)self)->winnow, count, xs, out);
}

static double mixed(void *context, double eigenvalue) {
  const shifting *learner = context;
  return (1.0 - learner->share) * eigenvalue + learner->floor;
}

static double raised(void *context, double eigenvalue) {
  const shifting *learner = context;
  return fmax(learner->scale * eigenvalue, learner->floor);
}

double shifting_floor_scale(size_t n, const double *ascending, double floor) {
  double rest = 0.0; /* sum of the eigenvalues from k on; the largest last, so that it never cancels */
  double scale = 1.0;
  size_t k = n;
  while (k > 0) {
    rest += ascending[k - 1];
    k--;
    const double candidate = (1.0 - (double)k * floor) / rest;
    if (candidate * ascending[k] < floor) break; /* eigenvalue k belongs to the floor */
    scale = candidate;
  }
  return scale;
}

status shifting_matrix_winnow_update(void *self, const instance *x, const prediction *predicted, double label,
                                     bool *updated) {
  shifting *learner = self;
  TRY(matrix_winnow_update(learner->winnow, x, predicted, label, updated));
  if (!*updated) return STATUS_OK;
  spectral *w = matrix_winnow_parameter(learner->winnow);
  if (!learner->floors) return spectral_map_eigenvalues(w, mixed, learner);
  TRY(spectral_eigenvalues(w, learner->eigenvalues));
  learner->scale = shifting_floor_scale(learner->n, learner->eigenvalues, learner->floor);
  return spectral_map_eigenvalues(w, raised, learner);
}

status shifting_matrix_winnow_score(void *self, const instance *x, double *score) {
  return matrix_winnow_score(((shifting *)self)->winnow, x, score);
}

status shifting_matrix_winnow_save(void *self, cJSON *state) {
  return matrix_winnow_save(((shifting *)self)->winnow, state);
}

status shifting_matrix_winnow_load(void *self, const cJSON *state) {
  return matrix_winnow_load(((shifting *)self)->winnow, state);
}

spectral *shifting_matrix_winnow_parameter(void *self) {
  return matrix_winnow_parameter(((shifting *)self)->winnow);
}

bool shifting_matrix_winnow_constant(const void *self, const char *name, double *value) {
  const shifting *learner = self;
  if (strcmp(name, "share") != 0) return matrix_winnow_constant(learner->winnow, name, value);
  *value = learner->share;
  return true;
}

const learner_class learner_shifting_matrix_winnow = {
    .about = {.name = "shifting_matrix_winnow",
              .title = "shifting Matrix Winnow",
              .citation = "Warmuth 2007, section 1; Auer & Warmuth 1998; Herbster & Warmuth 1998, 2001",
              .help = "normalised Matrix Winnow whose eigenvalues stay above a floor, for subspaces that change",
              .formula =
                  "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W_1=\\frac1nI$; on a mistake $W'=e^{\\ln W+\\eta "
                  "yX}/\\mathrm{tr}(e^{\\ln W+\\eta yX})$, then $W\\leftarrow(1-a)W'+\\frac anI$ (mix), or the "
                  "eigenvalues become $\\max(\\gamma\\lambda_i,\\frac an)$ with sum $1$ (floor)",
              .family = "shifting_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .check = shifting_matrix_winnow_check,
    .create = shifting_matrix_winnow_create,
    .destroy = shifting_matrix_winnow_destroy,
    .predict = shifting_matrix_winnow_predict,
    .predict_block = predict_block,
    .update = shifting_matrix_winnow_update,
    .score = shifting_matrix_winnow_score,
    .save = shifting_matrix_winnow_save,
    .load = shifting_matrix_winnow_load,
    .parameter = shifting_matrix_winnow_parameter,
    .constant = shifting_matrix_winnow_constant,
};
