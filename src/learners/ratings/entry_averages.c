/* One learner for each entry, and nothing shared between entries: projected online gradient descent on [lo, hi] (Zinkevich 2003),
 *
 *   w_ij <- clip(w_ij - eta g),   w_ij = (lo + hi)/2 at first,   g a subgradient at w_ij of the loss of the trial at (i,j)
 *
 * For every matrix U with entries in [lo, hi], as clipping takes w_ij no further from u_ij,
 *
 *   (w'_ij - u_ij)^2 <= (w_ij - u_ij)^2 - 2 eta g (w_ij - u_ij) + eta^2 g^2                    in each trial, so that
 *   regret <= sum over the entries visited of (u_ij - (lo + hi)/2)^2 / (2 eta) + eta/2 sum of g^2
 *          <= V (hi - lo)^2 / (8 eta) + eta G^2 T / 2                                            for V entries visited in T trials.
 *
 * eta absent: (hi - lo)/(2G) sqrt(V/T) with V = min(m n, T), the best that is known before the first trial; the bound is then at most
 * (hi - lo) G sqrt(V T)/2, up to the entries not visited: sqrt(m n T)/2 in place of the sqrt(n T) of matrix prediction. */

#include "base/text.h"
#include "learners/learning_rate.h"
#include "learners/tuned_grid.h"

typedef struct averages {
  size_t m, n;
  loss loss;
  double eta;
  double *w; /* m x n */
  double before, after, g;
} averages;

static const parameter parameters[] = {
    LEARNING_RATE(averages, "learning rate; absent: the best one for as many visits of each entry"),
    TUNED_GRID_PARAMETER,
};

static double rate_of_horizon(const learner_setting *setting) {
  const loss *l = &setting->loss;
  const double entries = (double)setting->rows * (double)setting->n;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  return (l->high - l->low) / (2.0 * loss_lipschitz(l)) * sqrt(fmin(1.0, entries / rounds));
}

static status init(void *self, const learner_setting *setting) {
  averages *made = self;
  made->m = setting->rows;
  made->n = setting->n;
  made->loss = setting->loss;
  if (isnan(made->eta)) made->eta = rate_of_horizon(setting);
  TRY(OWN_ARRAY(self, made->m * made->n, made->w));
  for (size_t i = 0; i < made->m * made->n; i++) made->w[i] = 0.5 * (made->loss.low + made->loss.high);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const averages *made = self;
  out->score = out->value = made->w[x->row * made->n + x->column];
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  averages *made = self;
  double *w = made->w + x->row * made->n + x->column;
  made->before = *w;
  made->g = loss_subgradient(&made->loss, *w, label);
  *w = loss_clip(&made->loss, *w - made->eta * made->g);
  made->after = *w;
  *updated = made->after != made->before;
  return STATUS_OK;
}

static status loaded(void *self) {
  const averages *made = self;
  for (size_t i = 0; i < made->m * made->n; i++) {
    if (made->w[i] == loss_clip(&made->loss, made->w[i])) continue;
    return FAIL(STATUS_INVALID, "entries: %s, expected numbers from %g to %g",
                number_text(made->w[i], (char[NUMBER_TEXT]){0}), made->loss.low, made->loss.high);
  }
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(averages, eta, FIELD_NUMBER), .open_low = true},
    {FIELD_NAMED("entries", averages, w, FIELD_ROWS), FIELD_SHAPE(averages, m, n), .loaded = loaded},
};

/* Of the last update: w_ij "before" and "after", and "g". */
static const field constants[] = {
    {FIELD(averages, eta, FIELD_NUMBER)},
    {FIELD_NAMED("low", averages, loss.low, FIELD_NUMBER)},
    {FIELD_NAMED("high", averages, loss.high, FIELD_NUMBER)},
    {FIELD(averages, before, FIELD_NUMBER)},
    {FIELD(averages, after, FIELD_NUMBER)},
    {FIELD(averages, g, FIELD_NUMBER)},
};

static const learner_methods methods = {
    .size = sizeof(averages),
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_entry_averages = {
    .about = {.name = "entry_averages",
              .title = "Entry averages",
              .citation = "Zinkevich 2003, Theorem 1, for each entry",
              .help = "online gradient descent for each entry by itself: nothing is learnt from the others",
              .formula = "predicts $w_{ij}$, $w_{ij}=\\frac{p_0+p_1}2$ at first; "
                         "$w_{ij}\\leftarrow\\mathrm{clip}(w_{ij}-\\eta\\ell'(w_{ij}))$; "
                         "$\\eta=\\frac{p_1-p_0}{2G}\\sqrt{V/T}$, $V=\\min(mn,T)$",
              .family = "entry_averages",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(averages, eta)},
};
