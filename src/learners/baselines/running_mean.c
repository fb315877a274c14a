/* The mean of the labels so far, whatever the instances: the leader among constants for the square loss. Before the
 * first label: the option start, or the middle of the loss's interval, or 0 on the line. Its loss is at most that of
 * the best constant in hindsight plus e_1^2 + D^2 ln T, D the range of the labels (bound running_mean_loss). */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/learner.h"

static const size_t LARGEST_COUNT = (size_t)1 << 53;

static const parameter parameters[] = {
    {.name = "start",
     .type = PARAMETER_NUMBER,
     .value = "",
     .meaning = "the first prediction; absent: the middle of the loss's interval, 0 on the line"},
};

typedef struct running_mean {
  loss loss;
  double mean; /* of the labels so far; of none: the start */
  size_t count;
} running_mean;

static double middle(const loss *l) {
  return isfinite(l->low) && isfinite(l->high) ? 0.5 * (l->low + l->high) : loss_clip(l, 0.0);
}

static status check(const learner_setting *setting, const options *options) {
  const loss *l = &setting->loss;
  if (!option_given(options, "start")) return STATUS_OK;
  const double start = option_number(options, "start");
  if (start >= l->low && start <= l->high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start = %g must be from %g to %g", option_who(options), start, l->low, l->high);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  running_mean *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->loss = setting->loss;
  made->mean = option_given(options, "start") ? option_number(options, "start") : middle(&setting->loss);
  *self = made;
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static status score(void *self, const instance *x, double *out) {
  const running_mean *made = self;
  (void)x;
  *out = made->mean;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const running_mean *made = self;
  TRY(score(self, x, &out->score));
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  running_mean *made = self;
  (void)x;
  (void)predicted;
  made->count++;
  made->mean += (label - made->mean) / (double)made->count;
  *updated = true;
  return STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const running_mean *made = self;
  TRY(state_add_number(state, "mean", made->mean));
  return state_add_count(state, "count", made->count);
}

static status load(void *self, const cJSON *state) {
  running_mean *made = self;
  TRY(state_check_names(state, "mean count"));
  TRY(state_get_number(state, "mean", &made->mean));
  return state_get_count(state, "count", 0, LARGEST_COUNT, &made->count);
}

const learner_class learner_running_mean = {
    .about = {.name = "running_mean",
              .title = "Running mean",
              .citation = "baseline",
              .help = "the mean of the labels so far",
              .formula = "predicts $\\frac1{t-1}\\sum_{s\\lt t}y_s$, clipped; in the first trial the start",
              .family = "running_mean",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
};
