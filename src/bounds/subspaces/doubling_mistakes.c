/* The mistake bound of doubling Matrix Winnow. B_j bounds the mistakes of the j-th guess whatever rank and gap it covers; a guess is
 * left with its (floor(B_j) + 1)-th mistake. The first guess i with R >= r and a gap that is not larger than the true one is never
 * left (Warmuth 2007, Theorem 2 for w0 = R/n), so that without noise
 *
 *   M <= sum over j < i of (floor(B_j) + 1) + floor( (r ln(n/R_i) + R_i - r)/c_i ).
 *
 * Judged after every trial. The invariant "progress" is the step of the proof for every guess, right or wrong: a mistake lowers
 * D(P, W) by at least c - eta h_t, with the violation h_t of the guessed gap; a mistake with which a guess is left does not count. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/constants.h"
#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/doubling_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct doubling_mistakes {
  learner learner;
  subspace_premises premises; /* for the true gap */
  double value;
  double guess, potential, trace_error; /* now */
  invariant_judge progress;
} doubling_mistakes;

static const double count_tolerance = 1e-9; /* floor(B + 1e-9) */
static const double noise_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static status set_value(doubling_mistakes *self, size_t n, double gap) {
  const double first = constant_or(&self->learner, "first_gap", 0.0),
               least = constant_or(&self->learner, "least_gap", 0.0);
  doubling_guess *guesses = NULL;
  TRY(NEW_ARRAY(DOUBLING_GUESSES, guesses));
  const size_t count = doubling_guesses(n, first, least, guesses);
  const size_t r = self->premises.rank;
  size_t i = 0;
  self->value = 0.0;
  for (; i < count && (guesses[i].r < r || guesses[i].gap > gap); i++) {
    self->value += floor(guesses[i].bound + count_tolerance) + 1.0;
  }
  if (i < count) self->value += floor(doubling_bound(n, r, guesses[i].r, guesses[i].gap) + count_tolerance);
  free(guesses);
  if (i == count) premise_fail(&self->premises.failed, "a guess covers the rank and the gap", 0, gap);
  return STATUS_OK;
}

static void clear(void *data) {
  doubling_mistakes *self = data;
  subspace_premises_end(&self->premises);
}

/* The guess and the potential now. */
static status look(doubling_mistakes *self) {
  (void)learner_constant(&self->learner, "guess", &self->guess);
  self->trace_error = spectral_trace_error(learner_parameter(&self->learner));
  return potential_of(&self->learner, self->premises.comparator, 1.0, &self->potential);
}

static status init(void *data, const bound_context *context) {
  doubling_mistakes *self = data;
  self->learner = *context->learner;
  self->progress.direction = BOUND_LOWER;
  self->value = NAN;
  const double gap = context->problem->facts.gap_high;
  TRY(subspace_premises_begin(context, gap, &self->premises));
  if (context->comparator != NULL) {
    subspace_premises_require_projection(&self->premises);
    premise_require(&self->premises.failed, !isnan(gap), "the gap is known", gap);
    if (self->premises.failed.name == NULL) TRY(set_value(self, context->problem->facts.n, gap));
    TRY(look(self));
  }
  return STATUS_OK;
}

static void judge_progress(doubling_mistakes *self, const trial_event *event, double before, double error) {
  const learner *learner = &self->learner;
  const double eta = constant_or(learner, "eta", 0.0), theta = constant_or(learner, "theta", 0.0),
               gap = constant_or(learner, "gap", 0.0);
  const double inner = comparator_value(self->premises.comparator, event->x);
  const double hinge = fmax(0.0, event->label > 0.0 ? gap - inner : inner);
  invariant_judge_progress(&self->progress, event->t, before, self->potential,
                           winnow_progress(eta, theta, 0.0, gap) - eta * hinge, progress_tolerance, error);
}

static status watch(void *data, const trial_event *event) {
  doubling_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  if (self->premises.comparator == NULL) return STATUS_OK;
  if (self->premises.last_hinge > noise_tolerance) {
    premise_fail(&self->premises.failed, "no noise", event->t, self->premises.last_hinge);
  }
  const double guess = self->guess, before = self->potential, error = self->trace_error;
  TRY(look(self));
  if (guess == self->guess) judge_progress(self, event, before, error + self->trace_error);
  subspace_premises_judge(&self->premises, event->t, self->value, 0.0);
  return STATUS_OK;
}

static double current(void *data) {
  const doubling_mistakes *self = data;
  return subspace_premises_hold(&self->premises) ? self->value : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const doubling_mistakes *self = data;
  (void)subspace_mistakes_row(&self->premises, rows, totals, self->value, 0.0);
  (void)subspace_progress_row(&self->premises, rows, &self->progress);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(doubling_mistakes),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_doubling_mistakes = {
    .about = {.name = "doubling_mistakes",
              .short_name = "Theorem 2, doubling",
              .title = "sum of the guesses' bounds",
              .citation = "Warmuth 2007, Theorem 2, with the doubling trick",
              .help = "mistakes of doubling Matrix Winnow without noise: of all guesses before the first that covers "
                      "rank and gap",
              .formula = "$M\\le\\sum_{j\\lt i}(\\lfloor "
                         "B_j\\rfloor+1)+\\left\\lfloor\\frac{r\\ln(n/R_i)+R_i-r}{c_i}\\right\\rfloor$, $i$ the first "
                         "guess with $R_i\\ge r$ and $\\gamma_i\\le g_1$, $B_j$ and $c_j$ those of the learner",
              .result_version = 2},
    .premises =
        "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one comparator "
        "for all trials; $P$ is a projection; the gap is known; no noise; a guess covers rank and gap",
    .learner_family = "doubling_winnow",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &methods,
};
