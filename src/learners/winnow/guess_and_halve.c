#include "learners/winnow/guess_and_halve.h"
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    OPTION_ABOVE(simplex_winnow, range, "1", 0, 1e100,
                 "largest modulus of an entry of the instances; the first guess of the margin is half of it"),
};

typedef struct guess_and_halve {
  simplex_winnow winnow;
  size_t stage;   /* from 1 */
  size_t updates; /* in this stage */
} guess_and_halve;

double guess_and_halve_allowance(size_t n, size_t stage) {
  return floor(2.0 * fixed_log((double)n) * ldexp(1.0, 2 * (int)stage));
}

static double margin_of(const guess_and_halve *self) {
  return ldexp(self->winnow.range, -(int)self->stage);
}

static status init(void *self, const learner_setting *setting) {
  guess_and_halve *made = self;
  made->stage = 1;
  made->winnow.margin = margin_of(made);
  made->winnow.eta = NAN;
  return simplex_winnow_init(self, setting);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  guess_and_halve *made = self;
  TRY(simplex_winnow_update(self, x, predicted, label, updated));
  if (!*updated) return STATUS_OK;
  made->updates++;
  const bool give_up = (double)made->updates > guess_and_halve_allowance(made->winnow.n, made->stage);
  if (!give_up || made->stage == GUESS_AND_HALVE_STAGES) return STATUS_OK;
  made->stage++;
  made->updates = 0;
  return simplex_winnow_restart(&made->winnow, margin_of(made));
}

static status loaded(void *self) {
  guess_and_halve *made = self;
  simplex_winnow_tune(&made->winnow, margin_of(made));
  return STATUS_OK;
}

static const field winnow_state[] = {SIMPLEX_WINNOW_STATE};
static const field state[] = {
    {FIELD(guess_and_halve, stage, FIELD_COUNT), .low = 1, .high = GUESS_AND_HALVE_STAGES, .loaded = loaded},
    {FIELD(guess_and_halve, updates, FIELD_COUNT)},
    {FIELD(guess_and_halve, winnow, FIELD_STRUCT), FIELDS(fields, winnow_state)},
};

/* And those of winnow_normalized (simplex_winnow.h) in this stage. */
static const field constants[] = {{FIELD(guess_and_halve, stage, FIELD_COUNT)}};

WEIGHTS_FIRST(guess_and_halve, winnow.w);
static const learner_methods methods = {
    .size = sizeof(guess_and_halve),
    .init = init,
    .predict = simplex_winnow_predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = simplex_winnow_constant,
    .parameter = weights_parameter,
};

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
    .methods = &methods,
};
