/* Regret in the mean of learners that play a random density v v^T of rank one against losses L_t that do not depend on it. R_t is the width of
 * the spectrum of L_t, S_t the Frobenius norm of L_t - (tr L_t/n) I; the comparator is any density U.
 *
 *   sketched_multiplicative_weights_regret   <= ln(4n)/eta + (3 eta/8) sum of R_t^2              reported
 *   perturbed_leader_regret                  <= 2 s sqrt(n) + sum of R_t S_t/(4 sqrt(pi) s)       proved, for a symmetric perturbation
 *
 * The first is reported with (3 eta/2) |L_t|^2; a multiple of I changes no v, and the best one leaves a norm of R_t/2.
 *
 * Proof of the second. N has the density exp(-|N|_F^2/(4 s^2)) up to a factor. With F(G) = E lambda_max(N - G), which is smooth, the mean of
 * v v^T in round t is -F'(G), and F(G) >= lambda_max(-G) by convexity. So
 *
 *   sum of E <v v^T, L_t> - <U, sum of L_t> <= sum of (E <v v^T, L_t> + F(G_{t+1}) - F(G_t)) + F(0) <= F(0) + sum of sup F''[L_t, L_t]/2.
 *
 * F(0) <= 2 s sqrt(n): for unit vectors E (x^T N x - y^T N y)^2 = 2 s^2 |x x^T - y y^T|_F^2 = 4 s^2 (1 - <x,y>^2) <= 4 s^2 |x - y|^2, the
 * variance of 2 s <g, x - y>, so that E max x^T N x <= 2 s E |g| (Sudakov and Fernique). Integration by parts: F''[A, B] =
 * E <v v^T, A> <N, B>/(2 s^2), and F''[I, .] = F''[., I] = 0, so that F''[L, L] = F''[A, B] for A and B that differ from L by multiples of I. With
 * the middle of the spectrum taken from A, |<v v^T, A>| <= R/2; with the mean of the eigenvalues taken from B, <N, B> is Gaussian of deviation
 * sqrt(2) s S and mean modulus 2 s S/sqrt(pi): F''[L, L] <= R S/(2 sqrt(pi) s).
 *
 * For y x x^T with |x| <= 1, S <= 1, that is at most s sqrt(4n) + T/(4 sqrt(pi) s), sqrt(2 T sqrt(n/pi)) at the best s. */

#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

typedef struct rank_one_regret {
  regret_bound regret;
  double eta, scale; /* eta: of the sketch, otherwise NaN; scale: of the perturbation */
  bool symmetric;    /* the perturbation */
  instance_square *square;
  bool sketched;
  double start, factor; /* value = start + factor charged */
  size_t n;
  double charged, trivial, squares; /* sum of R^2, or of R S; of R; of R^2 */
} rank_one_regret;

static const ask asks[] = {ASK_OR(rank_one_regret, eta, NAN), ASK_OR(rank_one_regret, scale, NAN),
                           ASK_OR(rank_one_regret, symmetric, 0.0)};

static const double premise_tolerance = 1e-9;
static const double root_pi = 1.77245385090551603;

static void check_comparator(rank_one_regret *self, const problem_facts *facts) {
  failed_premise *failed = &self->regret.failed;
  const comparator *u = self->regret.comparator;
  premise_require(failed, !facts->adaptive, "the losses do not depend on what was played", NAN);
  if (u == NULL) return;
  premise_require(failed, comparator_kind_of(u) != COMPARATOR_VECTOR || !isnan(comparator_entropy(u)),
                  "the comparator is positive semidefinite", NAN);
  premise_require(failed, fabs(comparator_trace(u) - 1.0) <= premise_tolerance, "the comparator's trace is 1",
                  comparator_trace(u));
}

static status begin(void *data, const bound_context *context) {
  rank_one_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  const double n = (double)facts->n;
  self->n = facts->n;
  self->sketched = !isnan(self->eta);
  self->start = self->sketched ? fixed_log(4.0 * n) / self->eta : 2.0 * self->scale * sqrt(n);
  self->factor = self->sketched ? 0.375 * self->eta : 1.0 / (4.0 * root_pi * self->scale);
  check_comparator(self, facts);
  return instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank, &eigen_own, &self->square);
}

static double value(const void *data) {
  const rank_one_regret *self = data;
  return self->start + self->factor * self->charged;
}

static status round_of(void *data, const trial_event *event) {
  rank_one_regret *self = data;
  double least = 0.0, largest = 0.0;
  instance square;
  const double g = fabs(loss_subgradient(&self->regret.loss, event->predicted.value, event->label));
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  TRY(instance_square_of(self->square, event->x, &square));
  const double width = g * (largest - least), trace = instance_trace(event->x);
  const double spread = g * sqrt(fmax(instance_trace(&square) - trace * trace / (double)self->n, 0.0)); /* S */
  self->charged += width * (self->sketched ? width : spread);
  self->trivial += width;
  self->squares += width * width;
  return STATUS_OK;
}

static void add_rows(void *data, bound_row_list *rows) {
  const rank_one_regret *self = data;
  bound_row *row = regret_row(&self->regret, rows, NULL, value(self), self->trivial); /* judged in the mean */
  row->spread = 0.5 * sqrt(self->squares); /* Azuma and Hoeffding: a loss is in an interval of width R_t */
}

/* The sketch, or a perturbation that is symmetric. */
static bool applies(const void *data, const bound_context *context) {
  const rank_one_regret *self = data;
  return bound_of_reals(self, context) && (!isnan(self->eta) || self->symmetric);
}

static const regret_kind kind = {.begin = begin, .round = round_of, .value = value, .rows = add_rows};

static const bound_methods methods = {
    .size = sizeof(rank_one_regret),
    FIELDS(asks, asks),
    REGRET_METHODS,
};

const bound_class bound_sketched_multiplicative_weights_regret = {
    .about = {.name = "sketched_multiplicative_weights_regret",
              .short_name = "Carmon et al.",
              .title = "ln(4n)/eta + (3 eta/8) sum R^2",
              .citation = "Carmon, Duchi, Sidford & Tian 2019",
              .help = "expected regret of the rank-one sketch of Matrix Multiplicative Weights, as published",
              .formula =
                  "$\\mathbb{E}[\\mathrm{regret}]\\le\\frac{\\ln(4n)}\\eta+\\frac{3\\eta}8\\sum_tR_t^2$, $R_t$ the "
                  "width of the spectrum of $\\ell'X_t$; published with $4\\Vert\\ell'X_t\\Vert^2$ for $R_t^2$",
              .result_version = 1},
    .premises = "not judged",
    .learner_family = "sketched_multiplicative_weights",
    .status = BOUND_REPORTED,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
    .variant = &kind,
};

const bound_class bound_perturbed_leader_regret = {
    .about =
        {.name = "perturbed_leader_regret",
         .short_name = "ours, after Kotlowski & Warmuth",
         .title = "2 s sqrt(n) + sum R |L - tr(L)/n|_F/(4 sqrt(pi) s)",
         .citation = "after Kotlowski & Warmuth 2015",
         .help = "expected regret of following the leader with a symmetric Gaussian perturbation of scale s",
         .formula =
             "$\\mathbb{E}[\\mathrm{regret}]\\le2s\\sqrt n+\\frac1{4\\sqrt\\pi s}\\sum_tR_tS_t$, $R_t$ the width of "
             "the spectrum of $\\ell'X_t$, $S_t$ the Frobenius norm of $\\ell'X_t-\\frac{\\mathrm{tr}(\\ell'X_t)}nI$; "
             "at most $\\sqrt{2T\\sqrt{n/\\pi}}$ for $\\ell'X_t=\\pm xx^T$, $|x|\\le1$, and the best $s$",
         .result_version = 3},
    .premises = "$U\\succeq0$ with $\\mathrm{tr}U=1$; the losses do not depend on what was played",
    .learner_family = "perturbed_leader",
    .status = BOUND_PROVED,
    .level = LEVEL_MEAN,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
    .variant = &kind,
};
