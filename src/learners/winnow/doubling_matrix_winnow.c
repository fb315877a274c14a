#include "learners/winnow/doubling_matrix_winnow.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

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

typedef struct doubling {
  matrix_winnow winnow;
  double gap, least_gap, first_gap;
  doubling_guess *guesses;
  size_t last;     /* guess */
  size_t guess;    /* the current one, from 0 */
  size_t mistakes; /* that it made */
} doubling;

static const parameter parameters[] = {
    OPTION_ABOVE(doubling, gap, ABSENT, 0, 1, "the gap, if it is known; absent: it is guessed, too: 1, 1/2, 1/4, .."),
    OPTION_NUMBER(doubling, least_gap, "0.125", 0.0001, 1, "guesses of the gap are not smaller; not together with gap"),
    WEIGHTS_CHOICE(matrix_winnow, "of the argument H; auto: by the kind of the instances"),
};

static const option_rule rules[] = {
    RULE_ALONE(doubling, least_gap, gap),
};

static const double count_tolerance = 1e-9;

static status init(void *self, const learner_setting *setting) {
  doubling *made = self;
  matrix_winnow *winnow = &made->winnow;
  const bool known = !isnan(made->gap);
  made->first_gap = known ? made->gap : 1.0;
  if (known) made->least_gap = made->gap;
  TRY(OWN_ARRAY(self, DOUBLING_GUESSES, made->guesses));
  made->last = doubling_guesses(setting->n, made->first_gap, made->least_gap, made->guesses) - 1;
  winnow->r = made->guesses[0].r;
  winnow->gap = made->guesses[0].gap;
  winnow->interval_high = 1.0;
  winnow->eta = winnow->theta = winnow->w0 = NAN;
  return matrix_winnow_init(self, winnow, setting);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  doubling *made = self;
  TRY(matrix_winnow_update(self, x, predicted, label, updated));
  made->mistakes += *updated;
  const double allowed = floor(made->guesses[made->guess].bound + count_tolerance);
  if ((double)made->mistakes <= allowed || made->guess == made->last) return STATUS_OK;
  const doubling_guess *next = &made->guesses[++made->guess];
  made->mistakes = 0;
  return matrix_winnow_restart(&made->winnow, next->r, next->gap);
}

static status loaded(void *self) {
  doubling *made = self;
  const doubling_guess *guess = &made->guesses[made->guess];
  matrix_winnow_tune(&made->winnow, guess->r, guess->gap);
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
         PARAMETERS(parameters),
         RULES(rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &methods,
};
