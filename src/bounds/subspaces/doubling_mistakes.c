/* The mistake bound of doubling Matrix Winnow. B_j bounds the mistakes of the j-th guess whatever rank and gap it covers; a guess is
 * left with its (floor(B_j) + 1)-th mistake. The first guess i with R >= r and a gap that is not larger than the true one is never
 * left (Warmuth 2007, Theorem 2 for w0 = R/n), so that without noise
 *
 *   M <= sum over j < i of (floor(B_j) + 1) + floor( (r ln(n/R_i) + R_i - r)/c_i ).
 *
 * Judged after every trial. The invariant "progress" is the step of the proof for every guess, right or wrong: a mistake lowers
 * D(P, W) by at least c - eta h_t, with the violation h_t of the guessed gap; a mistake with which a guess is left does not count. */

#include "bounds/subspaces/mistake_bound.h"
#include "learners/winnow/doubling_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct doubling_mistakes {
  mistake_bound proof; /* first; the premises for the true gap */
  learner learner;
  live_constant guess, eta, theta, gap;
  double first_gap, least_gap;
  double bound;   /* the value */
  double guessed; /* the guess when the potential was measured */
} doubling_mistakes;

static const ask asks[] = {
    ASK(doubling_mistakes, guess), ASK(doubling_mistakes, eta),       ASK(doubling_mistakes, theta),
    ASK(doubling_mistakes, gap),   ASK(doubling_mistakes, first_gap), ASK(doubling_mistakes, least_gap),
};

static const double count_tolerance = 1e-9; /* floor(B + 1e-9) */
static const double noise_tolerance = 1e-9;
static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static status set_value(doubling_mistakes *self, size_t n, double gap) {
  FREED doubling_guess *guesses = NULL;
  TRY(NEW_ARRAY(DOUBLING_GUESSES, guesses));
  const size_t count = doubling_guesses(n, self->first_gap, self->least_gap, guesses);
  const size_t r = self->proof.premises.rank;
  size_t i = 0;
  self->bound = 0.0;
  for (; i < count && (guesses[i].r < r || guesses[i].gap > gap); i++) {
    self->bound += floor(guesses[i].bound + count_tolerance) + 1.0;
  }
  if (i < count) self->bound += floor(doubling_bound(n, r, guesses[i].r, guesses[i].gap) + count_tolerance);
  if (i == count) premise_fail(&self->proof.premises.failed, "a guess covers the rank and the gap", 0, gap);
  return STATUS_OK;
}

static status look(doubling_mistakes *self) {
  potential_steps *potential = &self->proof.potential;
  self->guessed = live_constant_now(&self->guess);
  potential->trace_error = spectral_trace_error(learner_parameter(&self->learner));
  return potential_of(&self->learner, self->proof.premises.comparator, 1.0, &potential->now);
}

static status begin(void *data, const bound_context *context) {
  doubling_mistakes *self = data;
  subspace_premises *premises = &self->proof.premises;
  self->learner = *context->learner;
  self->bound = NAN;
  const double gap = context->problem->facts.gap_high;
  TRY(subspace_premises_begin(context, gap, premises));
  if (context->comparator == NULL) return STATUS_OK;
  subspace_premises_require_projection(premises);
  premise_require(&premises->failed, !isnan(gap), "the gap is known", gap);
  if (premises->failed.name == NULL) TRY(set_value(self, context->problem->facts.n, gap));
  return look(self);
}

static void judge_progress(doubling_mistakes *self, const trial_event *event, double before, double error) {
  const double eta = live_constant_now(&self->eta), theta = live_constant_now(&self->theta),
               gap = live_constant_now(&self->gap);
  const double inner = comparator_value(self->proof.premises.comparator, event->x);
  const double hinge = fmax(0.0, event->label > 0.0 ? gap - inner : inner);
  invariant_judge_progress(&self->proof.potential.progress, event->t, before, self->proof.potential.now,
                           winnow_progress(eta, theta, 0.0, gap) - eta * hinge, progress_tolerance, error);
}

static status step(void *data, const trial_event *event) {
  doubling_mistakes *self = data;
  subspace_premises *premises = &self->proof.premises;
  if (premises->comparator == NULL) return STATUS_OK;
  premise_at_most(&premises->failed, "no noise", event->t, premises->last_hinge, noise_tolerance);
  const potential_steps before = self->proof.potential;
  const double guess = self->guessed;
  TRY(look(self));
  if (guess != self->guessed) return STATUS_OK;
  judge_progress(self, event, before.now, before.trace_error + self->proof.potential.trace_error);
  return STATUS_OK;
}

static double value(const void *self) {
  return ((const doubling_mistakes *)self)->bound;
}

const bound_class bound_doubling_mistakes = {
    .about = {.name = "doubling_mistakes",
              .short_name = "ours, doubling",
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
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(doubling_mistakes),
                                      FIELDS(asks, asks),
                                      .init = mistake_init,
                                      .watch = mistake_watch,
                                      .current = mistake_current,
                                      .finish = mistake_finish},
    .variant = &(const mistake_kind){.begin = begin, .step = step, .value = value},
};
