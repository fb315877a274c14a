/* Matrix Winnow for an unknown rank and gap: it is tuned for a guess, and when the guess has made more mistakes than the theorem
 * allows without noise, the guess is wrong, and Matrix Winnow starts again with the next one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/learner.h"
#include "learners/winnow/doubling_guesses.h"
#include "learners/winnow/matrix_winnow.h"

static const parameter parameters[] = {
    {.name = "gap",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "the gap, if it is known; absent: it is guessed, too: 1, 1/2, 1/4, .."},
    {.name = "least_gap",
     .type = PARAMETER_NUMBER,
     .value = "0.125",
     .low = 0.0001,
     .high = 1,
     .meaning = "guesses of the gap are not smaller; not together with gap"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances"},
};

typedef struct doubling {
  void *winnow;
  doubling_guess *guesses;
  size_t count;
  size_t guess;    /* the present one */
  size_t mistakes; /* that it made */
  double first_gap, least_gap;
} doubling;

static const double count_tolerance = 1e-9;
static const size_t most_mistakes = (size_t)1 << 53; /* that a saved state may have */

static winnow_settings settings_of(const options *options, size_t r, double gap) {
  winnow_settings settings = {.r = r, .gap = gap, .interval_high = 1.0, .eta = NAN, .theta = NAN, .w0 = NAN};
  (void)spectral_representation_by_name(option_text(options, "representation"), &settings.representation);
  return settings;
}

static status check(const learner_setting *setting, const options *options) {
  const winnow_settings settings = settings_of(options, 1, 1.0);
  if (option_given(options, "gap") && option_explicit(options, "least_gap")) {
    return FAIL(STATUS_INVALID, "%s: least_gap is given, but the gap is known and not guessed", option_who(options));
  }
  return winnow_settings_check(option_who(options), setting, &settings);
}

static void destroy(void *self) {
  doubling *learner = self;
  if (learner == NULL) return;
  matrix_winnow_destroy(learner->winnow);
  free(learner->guesses);
  free(learner);
}

static status build(const learner_setting *setting, const options *options, doubling *learner) {
  const bool known = option_given(options, "gap");
  learner->first_gap = known ? option_number(options, "gap") : 1.0;
  learner->least_gap = known ? learner->first_gap : option_number(options, "least_gap");
  TRY(NEW_ARRAY(DOUBLING_GUESSES, learner->guesses));
  learner->count = doubling_guesses(setting->n, learner->first_gap, learner->least_gap, learner->guesses);
  const winnow_settings settings = settings_of(options, learner->guesses[0].r, learner->guesses[0].gap);
  return matrix_winnow_build(setting, &settings, &learner->winnow);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  *self = NULL;
  doubling *learner = NULL;
  TRY(NEW_ARRAY(1, learner));
  const status code = build(setting, options, learner);
  if (code != STATUS_OK) {
    destroy(learner);
    return code;
  }
  *self = learner;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return matrix_winnow_predict(((doubling *)self)->winnow, x, out);
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  return matrix_winnow_predict_block(((doubling *)self)->winnow, count, xs, out);
}

static status start(doubling *learner, size_t guess) {
  learner->guess = guess;
  learner->mistakes = 0;
  return matrix_winnow_restart(learner->winnow, learner->guesses[guess].r, learner->guesses[guess].gap);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  doubling *learner = self;
  TRY(matrix_winnow_update(learner->winnow, x, predicted, label, updated));
  learner->mistakes += *updated;
  const double allowed = floor(learner->guesses[learner->guess].bound + count_tolerance);
  if ((double)learner->mistakes <= allowed || learner->guess + 1 == learner->count) return STATUS_OK;
  return start(learner, learner->guess + 1);
}

static status score(void *self, const instance *x, double *out) {
  return matrix_winnow_score(((doubling *)self)->winnow, x, out);
}

static status save(void *self, cJSON *state) {
  const doubling *learner = self;
  cJSON *winnow = NULL;
  TRY(state_add_count(state, "guess", learner->guess));
  TRY(state_add_count(state, "mistakes", learner->mistakes));
  TRY(state_add_object(state, "winnow", &winnow));
  return matrix_winnow_save(learner->winnow, winnow);
}

static status load(void *self, const cJSON *state) {
  doubling *learner = self;
  size_t guess = 0, mistakes = 0;
  const cJSON *winnow = NULL;
  TRY(state_check_names(state, "guess mistakes winnow"));
  TRY(state_get_count(state, "guess", 0, learner->count - 1, &guess));
  TRY(state_get_count(state, "mistakes", 0, most_mistakes, &mistakes));
  TRY(state_get_object(state, "winnow", &winnow));
  TRY(start(learner, guess));
  learner->mistakes = mistakes;
  return matrix_winnow_load(learner->winnow, winnow);
}

static spectral *parameter_of(void *self) {
  return matrix_winnow_parameter(((doubling *)self)->winnow);
}

/* Those of matrix_winnow for the present guess, and "guess" (from 0), "guess_mistakes", "first_gap", "least_gap". */
static bool constant(const void *self, const char *name, double *value) {
  const doubling *learner = self;
  const struct {
    const char *name;
    double value;
  } constants[] = {{"guess", (double)learner->guess},
                   {"guess_mistakes", (double)learner->mistakes},
                   {"first_gap", learner->first_gap},
                   {"least_gap", learner->least_gap}};
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (strcmp(constants[i].name, name) == 0) {
      *value = constants[i].value;
      return true;
    }
  }
  return matrix_winnow_constant(learner->winnow, name, value);
}

const learner_class learner_doubling_matrix_winnow = {
    .about =
        {.name = "doubling_matrix_winnow",
         .title = "doubling Matrix Winnow",
         .citation = "Warmuth 2007, Theorem 2, with the doubling trick",
         .help =
             "Matrix Winnow that guesses rank and gap and starts again when a guess errs more than the theorem allows",
         .formula =
             "Matrix Winnow, tuned for guesses $(R_j,\\gamma_j)$ of rank and gap, $R_j=1,2,4,\\dots,n$ and "
             "$\\gamma_j=1,\\frac12,\\frac14,\\dots$, in the order of "
             "$B_j=\\max_{r\\in\\lbrace1,R_j\\rbrace}\\frac{r\\ln(n/R_j)+R_j-r}{c_j}$, "
             "$c_j=\\frac{\\eta\\gamma_j}{1+e^\\eta}$; with more than $\\lfloor B_j\\rfloor$ mistakes guess $j$ is "
             "left, and $W\\leftarrow\\frac{R_{j+1}}nI$",
         .family = "doubling_winnow",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .predict_block = predict_block,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    .parameter = parameter_of,
    .constant = constant,
};
