/* The mean of the labels so far, whatever the instances: the leader among constants for the square loss. Before the
 * first label: the option start, or the middle of the loss's interval, or 0 on the line. Its loss is at most that of
 * the best constant in hindsight plus e_1^2 + D^2 ln T, D the range of the labels (bound running_mean_loss). */

#include "learners/learner.h"

typedef struct running_mean {
  loss loss;
  double start;
  double mean; /* of the labels so far; before the first: the start */
  size_t count;
} running_mean;

static const parameter parameters[] = {
    OPTION_NUMBER(running_mean, start, ABSENT, ANY_NUMBER,
                  "the first prediction; absent: the middle of the loss's interval, 0 on the line"),
};

static double middle(const loss *l) {
  return isfinite(l->low) && isfinite(l->high) ? 0.5 * (l->low + l->high) : loss_clip(l, 0.0);
}

static status check(const void *self, const learner_setting *setting) {
  const double start = ((const running_mean *)self)->start;
  const loss *l = &setting->loss;
  if (isnan(start) || (start >= l->low && start <= l->high)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start = %g must be from %g to %g", setting->class->about.name, start, l->low,
              l->high);
}

static status init(void *self, const learner_setting *setting) {
  running_mean *made = self;
  made->loss = setting->loss;
  made->mean = isnan(made->start) ? middle(&setting->loss) : made->start;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const running_mean *made = self;
  out->score = made->mean;
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  running_mean *made = self;
  made->count++;
  made->mean += (label - made->mean) / (double)made->count;
  *updated = true;
  return STATUS_OK;
}

static const field state[] = {{FIELD(running_mean, mean, FIELD_NUMBER)}, {FIELD(running_mean, count, FIELD_COUNT)}};

static const learner_methods methods = {.size = sizeof(running_mean),
                                        .check = check,
                                        .init = init,
                                        .predict = predict,
                                        .update = update,
                                        FIELDS(state, state)};

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
    .methods = &methods,
};
