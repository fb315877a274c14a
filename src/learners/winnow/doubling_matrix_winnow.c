#include "learners/winnow/doubling_matrix_winnow.h"

#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"
#include "registry/field.h"

double doubling_bound(size_t n, size_t r, size_t tuned, double gap) {
  const double eta = winnow_rate(), rank = (double)r, start = (double)tuned;
  const double potential = rank * fixed_log((double)n / start) + start - rank;
  return potential / winnow_progress(eta, winnow_threshold(eta, gap), 0.0, gap);
}

/* The potential is linear in r: largest at one of the ends. */
static double largest_bound(size_t n, size_t tuned, double gap) {
  return fmax(doubling_bound(n, 1, tuned, gap), doubling_bound(n, tuned, tuned, gap));
}

static int compare(const void *left, const void *right) {
  const doubling_guess *a = left, *b = right;
  if (a->bound != b->bound) return a->bound < b->bound ? -1 : 1;
  if (a->gap != b->gap) return a->gap > b->gap ? -1 : 1;
  return a->r < b->r ? -1 : a->r > b->r;
}

size_t doubling_guesses(size_t n, double first_gap, double least_gap, doubling_guess *guesses) {
  size_t count = 0;
  double gap = first_gap;
  while (gap >= least_gap) {
    bool last = false;
    for (size_t r = 1; !last && count < DOUBLING_GUESSES; r *= 2) {
      last = r >= n;
      const size_t rank = last ? n : r;
      guesses[count++] = (doubling_guess){rank, gap, largest_bound(n, rank, gap)};
    }
    gap /= 2.0;
  }
  qsort(guesses, count, sizeof *guesses, compare);
  return count;
}

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
    WEIGHTS_REPRESENTATION("of the argument H; auto: by the kind of the instances"),
};

typedef struct doubling {
  matrix_winnow winnow;
  doubling_guess *guesses;
  size_t last;     /* guess */
  size_t guess;    /* the current one, from 0 */
  size_t mistakes; /* that it made */
  double first_gap, least_gap;
} doubling;

static const double count_tolerance = 1e-9;

static winnow_settings settings_of(const options *options, size_t r, double gap) {
  winnow_settings settings = {.r = r, .gap = gap, .interval_high = 1.0, .eta = NAN, .theta = NAN, .w0 = NAN};
  (void)spectral_representation_by_name(option_text(options, "representation"), &settings.representation);
  return settings;
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const winnow_settings settings = settings_of(options, 1, 1.0);
  if (option_given(options, "gap") && option_explicit(options, "least_gap")) {
    return FAIL(STATUS_INVALID, "%s: least_gap has no effect with a given gap: leave it out", option_who(options));
  }
  return winnow_settings_check(option_who(options), setting, &settings);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  doubling *learner = self;
  const bool known = option_given(options, "gap");
  learner->first_gap = known ? option_number(options, "gap") : 1.0;
  learner->least_gap = known ? learner->first_gap : option_number(options, "least_gap");
  TRY(NEW_ARRAY(DOUBLING_GUESSES, learner->guesses));
  learner->last = doubling_guesses(setting->n, learner->first_gap, learner->least_gap, learner->guesses) - 1;
  const winnow_settings settings = settings_of(options, learner->guesses[0].r, learner->guesses[0].gap);
  return matrix_winnow_init(&learner->winnow, setting, &settings);
}

static void clear(void *self) {
  doubling *learner = self;
  matrix_winnow_clear(&learner->winnow);
  free(learner->guesses);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  doubling *learner = self;
  TRY(matrix_winnow_update(self, x, predicted, label, updated));
  learner->mistakes += *updated;
  const double allowed = floor(learner->guesses[learner->guess].bound + count_tolerance);
  if ((double)learner->mistakes <= allowed || learner->guess == learner->last) return STATUS_OK;
  const doubling_guess *next = &learner->guesses[++learner->guess];
  learner->mistakes = 0;
  return matrix_winnow_restart(&learner->winnow, next->r, next->gap);
}

static status loaded(void *self) {
  doubling *learner = self;
  const doubling_guess *guess = &learner->guesses[learner->guess];
  matrix_winnow_tune(&learner->winnow, guess->r, guess->gap);
  return STATUS_OK;
}

static const field winnow_state[] = {MATRIX_WINNOW_STATE};
static const field state[] = {
    {FIELD(doubling, guess, FIELD_COUNT), FIELD_MOST(doubling, last), .loaded = loaded},
    {FIELD(doubling, mistakes, FIELD_COUNT)},
    {FIELD(doubling, winnow, FIELD_STRUCT), FIELDS(fields, winnow_state)},
};

/* And those of matrix_winnow for the current guess. */
static const field constants[] = {
    {FIELD(doubling, guess, FIELD_COUNT)},
    {FIELD_NAMED("guess_mistakes", doubling, mistakes, FIELD_COUNT)},
    {FIELD(doubling, first_gap, FIELD_NUMBER)},
    {FIELD(doubling, least_gap, FIELD_NUMBER)},
};

WEIGHTS_FIRST(doubling, winnow.w);
static const learner_methods methods = {
    .size = sizeof(doubling),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = matrix_winnow_predict,
    .predict_block = matrix_winnow_predict_block,
    .update = update,
    .score = matrix_winnow_score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = matrix_winnow_constant,
    .parameter = weights_parameter,
};

const learner_class learner_doubling_matrix_winnow = {
    .about =
        {.name = "doubling_matrix_winnow",
         .title = "doubling Matrix Winnow",
         .citation = "Warmuth 2007, Theorem 2, with the doubling trick",
         .help =
             "Matrix Winnow that guesses rank and gap and starts again when a guess errs more than the theorem allows",
         .formula = "Matrix Winnow, tuned for guesses $(R_j,\\gamma_j)$ of rank and gap, $R_j=1,2,4,\\dots,n$ and "
                    "$\\gamma_j=1,\\frac12,\\frac14,\\dots$, in the order of "
                    "$B_j=\\max_{r\\in\\lbrace1,R_j\\rbrace}\\frac{r\\ln(n/R_j)+R_j-r}{c_j}$, "
                    "$c_j=\\frac{\\eta\\gamma_j}{1+e^\\eta}$; with more than $\\lfloor B_j\\rfloor$ mistakes guess $j$ "
                    "is left, and $W\\leftarrow\\frac{R_{j+1}}nI$",
         .family = "doubling_winnow",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &methods,
};
