/* Coin tosses: a randomised baseline. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "learners/learner.h"

static const parameter parameters[] = {
    {.name = "probability",
     .type = PARAMETER_NUMBER,
     .value = "0.5",
     .low = 0,
     .high = 1,
     .meaning = "probability of predicting +1 (real labels: the high end of the interval)"},
};

enum { LARGEST_TOSSES = 1000000000 };

typedef struct coin {
  random_stream *stream;
  double probability, low, high;
  double next; /* tossed already, so that asking twice in a trial gives one answer */
  size_t tosses;
} coin;

static void toss(coin *self) {
  self->tosses++;
  self->next = random_chance(self->stream, self->probability) ? self->high : self->low;
}

static status check(const learner_setting *setting, const options *options) {
  const loss *loss = &setting->loss;
  if (loss->kind == LOSS_ZERO_ONE || (isfinite(loss->low) && isfinite(loss->high))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: predictions are any numbers, expected an interval", option_who(options));
}

static status create(const learner_setting *setting, const options *options, void **self) {
  *self = NULL;
  coin *made = NULL;
  TRY(NEW_ARRAY(1, made));
  made->probability = option_number(options, "probability");
  const loss *loss = setting->loss.kind == LOSS_ZERO_ONE ? &loss_of_signs : &setting->loss;
  made->low = loss->low;
  made->high = loss->high;
  const status code = random_stream_new(setting->seed, "random learner", &made->stream);
  if (code != STATUS_OK) {
    free(made);
    return code;
  }
  toss(made);
  *self = made;
  return STATUS_OK;
}

static void destroy(void *self) {
  coin *made = self;
  if (made == NULL) return;
  random_stream_free(made->stream);
  free(made);
}

static status predict(void *self, const instance *x, prediction *out) {
  (void)x;
  const coin *made = self;
  *out = (prediction){.score = made->probability, .value = made->next, .probability = made->probability};
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  (void)x;
  (void)predicted;
  (void)label;
  toss(self);
  *updated = false;
  return STATUS_OK;
}

static status score(void *self, const instance *x, double *out) {
  (void)x;
  *out = ((const coin *)self)->probability;
  return STATUS_OK;
}

static status save(void *self, cJSON *state) {
  return state_add_count(state, "tosses", ((const coin *)self)->tosses);
}

/* The stream is a function of the seed: it is played again. */
static status load(void *self, const cJSON *state) {
  coin *made = self;
  size_t tosses = 0;
  TRY(state_check_names(state, "tosses"));
  TRY(state_get_count(state, "tosses", 1, LARGEST_TOSSES, &tosses));
  while (made->tosses < tosses) toss(made);
  return STATUS_OK;
}

const learner_class learner_random = {
    .about = {.name = "random",
              .title = "Random",
              .citation = "baseline",
              .help = "predicts +1 with a fixed probability",
              .formula = "predicts $+1$ (the end $p_1$ of the interval) with probability $q$, otherwise $-1$ ($p_0$); "
                         "nothing is learnt",
              .family = "baseline",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_EITHER,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .randomised = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
};
