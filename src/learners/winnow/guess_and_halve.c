#include "learners/winnow/guess_and_halve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    {.name = "range",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e100,
     .open_low = true,
     .meaning = "largest modulus of an entry of the instances; the first guess of the margin is half of it"},
};

typedef struct guess_and_halve {
  void *winnow;
  size_t n;
  double range;
  size_t stage;   /* from 1 */
  size_t updates; /* in this stage */
} guess_and_halve;

double guess_and_halve_allowance(size_t n, size_t stage) {
  return floor(2.0 * fixed_log((double)n) * ldexp(1.0, 2 * (int)stage));
}

static double margin_of(const guess_and_halve *self) {
  return ldexp(self->range, -(int)self->stage);
}

status guess_and_halve_create(const learner_setting *setting, const options *options, void **self) {
  guess_and_halve *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->n = setting->n;
  made->range = option_number(options, "range");
  made->stage = 1;
  const simplex_winnow_settings settings = {.range = made->range, .margin = margin_of(made), .eta = NAN};
  const status code = simplex_winnow_build(setting, &settings, &made->winnow);
  if (code != STATUS_OK) {
    guess_and_halve_destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

void guess_and_halve_destroy(void *self) {
  guess_and_halve *made = self;
  if (made == NULL) return;
  simplex_winnow_destroy(made->winnow);
  free(made);
}

status guess_and_halve_predict(void *self, const instance *x, prediction *out) {
  return simplex_winnow_predict(((guess_and_halve *)self)->winnow, x, out);
}

status guess_and_halve_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  guess_and_halve *made = self;
  TRY(simplex_winnow_update(made->winnow, x, predicted, label, updated));
  if (!*updated) return STATUS_OK;
  made->updates++;
  const bool give_up = (double)made->updates > guess_and_halve_allowance(made->n, made->stage);
  if (!give_up || made->stage == GUESS_AND_HALVE_STAGES) return STATUS_OK;
  made->stage++;
  made->updates = 0;
  return simplex_winnow_restart(made->winnow, margin_of(made));
}

status guess_and_halve_score(void *self, const instance *x, double *score) {
  return simplex_winnow_score(((guess_and_halve *)self)->winnow, x, score);
}

static status save(void *self, cJSON *state) {
  const guess_and_halve *made = self;
  cJSON *object = NULL;
  TRY(state_add_count(state, "stage", made->stage));
  TRY(state_add_count(state, "updates", made->updates));
  TRY(state_add_object(state, "winnow", &object));
  return simplex_winnow_save(made->winnow, object);
}

static status load(void *self, const cJSON *state) {
  guess_and_halve *made = self;
  const cJSON *object = NULL;
  TRY(state_check_names(state, "stage updates winnow"));
  TRY(state_get_count(state, "stage", 1, GUESS_AND_HALVE_STAGES, &made->stage));
  TRY(state_get_count(state, "updates", 0, (size_t)1 << 53, &made->updates));
  TRY(state_get_object(state, "winnow", &object));
  TRY(simplex_winnow_restart(made->winnow, margin_of(made)));
  const status code = simplex_winnow_load(made->winnow, object);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "winnow");
}

spectral *guess_and_halve_parameter(void *self) {
  return simplex_winnow_parameter(((guess_and_halve *)self)->winnow);
}

bool guess_and_halve_constant(const void *self, const char *name, double *value) {
  const guess_and_halve *made = self;
  if (strcmp(name, "stage") != 0) return simplex_winnow_constant(made->winnow, name, value);
  *value = (double)made->stage;
  return true;
}

const learner_class learner_guess_and_halve = {
    .about =
        {.name = "guess_and_halve",
         .title = "Winnow, guess and halve",
         .citation = "doubling over the margin; Kivinen & Warmuth 1997",
         .help =
             "Winnow on the simplex for an unknown margin: guesses half the range, and halves when it errs too often",
         .formula =
             "in stage $k=1,2,\\dots$ as winnow_normalized for the margin $B/2^k$, from equal weights: if $y\\langle "
             "w,x\\rangle\\le0$: $w_i\\leftarrow w_ie^{\\eta yx_i}/Z$, $\\eta=\\frac1B\\mathrm{artanh}(2^{-k})$; the "
             "stage ends with its update $\\lfloor2\\cdot4^k\\ln n\\rfloor+1$",
         .family = "guess_and_halve",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .create = guess_and_halve_create,
    .destroy = guess_and_halve_destroy,
    .predict = guess_and_halve_predict,
    .update = guess_and_halve_update,
    .score = guess_and_halve_score,
    .save = save,
    .load = load,
    .parameter = guess_and_halve_parameter,
    .constant = guess_and_halve_constant,
};
