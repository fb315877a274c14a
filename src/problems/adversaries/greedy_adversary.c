/* A greedy adversary for dyads: it knows the learner's whole parameter W and makes, of the dyads that cost the learner
 * a mistake, the one that lowers its potential least. It shows how tight the mistake bound of Matrix Winnow is where nothing commutes.
 *
 * P = F^T F is hidden; u is a unit vector of its range, v one of the complement. Candidates:
 *   positive  x = sqrt(gap) u + sqrt(1 - gap) v, tr(PX) = gap: the least score; the score theta (1 - 1e-9) on the way
 *             from there to the largest score (or the largest, if that is below theta)
 *   negative  v v^T: the largest score (top eigenvector of W compressed to the complement); the score theta (1 + 1e-9) on
 *             the way from there to the least score (or the least, if that is above theta)
 * The extreme scores alternate between u and v: with one fixed, x^T W x is a quadratic form plus a linear one on a
 * sphere in the other, solved by the secular equation of the trust-region problem. What a candidate costs is computed
 * from its definition, tr exp(H + a X), and of costs within 1e-9 of each other the first counts. It ends when no dyad is a mistake. Slack and
 * `pad`: see moves.h. */

#include "learners/winnow/matrix_winnow.h"
#include "problems/adversaries/greedy_sphere.h"
#include "problems/adversaries/moves.h"
#include "problems/subspaces/planted.h"

enum { GREEDY_LIMIT = 128, ALTERNATIONS = 6, BISECTIONS = 60 };

/* The learner's constants. */
typedef struct opponent {
  double theta, eta, up, down, scale, r; /* eta: both rates, or NaN */
  winnow_normalize normalize;
} opponent;

typedef struct greedy_adversary {
  moves moves; /* first: see moves.h */
  size_t n, r;
  double gap;
  opponent opponent;
  double *basis;            /* n x n: r rows of P's range, then n - r of the complement */
  double *values, *vectors; /* eigenvalues and eigenvectors of W, largest first */
  double *inside;           /* W in `basis`, n x n */
  double *argument;         /* H in `basis`, n x n */
  double *work, *spectrum;  /* n x n, n */
  double *scratch;          /* n x n */
  double trace;             /* tr W */
  sphere_problem *range, *complement;
  double *low, *high, *middle; /* coordinates of x in `basis` */
  double *best, *x;
  double *zero;
  eigen_solver *solver;
  comparator *comparator;
} greedy_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(greedy_adversary, n, REQUIRED, 2, GREEDY_LIMIT, "order of the instances"),
    PLANTED_RANK(greedy_adversary, GREEDY_LIMIT, "rank of the hidden projection, below n"),
    PLANTED_GAP(greedy_adversary, "tr(PX) of positive instances; negative ones have 0"),
    MOVES_PAD(greedy_adversary, moves.pad),
};

static const option_rule rules[] = {
    RULE_BELOW(greedy_adversary, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const greedy_adversary *adversary = self;
  *out = moves_facts(adversary->n, adversary->gap);
  out->kind = INSTANCE_DYAD;
  out->rank = 1;
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  greedy_adversary *adversary = self;
  const size_t n = adversary->n, r = adversary->r;
  double **const squares[] = {&adversary->vectors, &adversary->inside, &adversary->argument, &adversary->work,
                              &adversary->scratch};
  for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) TRY(OWN_ARRAY(adversary, n * n, *squares[i]));
  double **const rows[] = {&adversary->values,   &adversary->low,  &adversary->high, &adversary->middle,
                           &adversary->spectrum, &adversary->best, &adversary->x,    &adversary->zero};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) TRY(OWN_ARRAY(adversary, n, *rows[i]));
  adversary->moves.zero = instance_dense_dyad(n, adversary->zero);
  TRY(eigen_solver_new(&eigen_own, n, &adversary->solver));
  TRY(OWN(adversary, adversary->solver, eigen_solver_free));
  TRY(sphere_problem_new(r, &adversary->range));
  TRY(OWN(adversary, adversary->range, sphere_problem_free));
  TRY(sphere_problem_new(n - r, &adversary->complement));
  TRY(OWN(adversary, adversary->complement, sphere_problem_free));
  TRY(planted_rotation(setting->seed, n, &adversary->basis));
  TRY(OWN(adversary, adversary->basis, free));
  TRY(comparator_from_frame(COMPARATOR_PLANTED, n, r, adversary->basis, &adversary->comparator));
  return OWN(adversary, adversary->comparator, comparator_free);
}

static const ask asks[] = {
    ASK_AS_OR("theta", greedy_adversary, opponent.theta, NAN),
    ASK_AS_OR("r", greedy_adversary, opponent.r, NAN),
    ASK_AS_OR("eta", greedy_adversary, opponent.eta, NAN),
    ASK_AS_OR("alpha", greedy_adversary, opponent.up, NAN),
    ASK_AS_OR("beta", greedy_adversary, opponent.down, NAN),
    ASK_AS_OR("normalize", greedy_adversary, opponent.normalize, WINNOW_NONE),
    ASK_AS_OR("comparator_scale", greedy_adversary, opponent.scale, 1.0),
};

static status check_learner(void *self, const learner *player) {
  greedy_adversary *adversary = self;
  opponent *known = &adversary->opponent;
  const spectral *w = learner_parameter(player);
  const char *name = player->class->about.name;
  if (w == NULL || spectral_link_of(w) != LINK_EXP) {
    return FAIL(STATUS_INVALID,
                "greedy_adversary needs a learner with an exponential parameter, such as matrix_winnow; "
                "%s has none",
                name);
  }
  if (!isnan(known->eta)) known->up = known->down = known->eta;
  if (isnan(known->theta) || isnan(known->r) || isnan(known->up) || isnan(known->down)) {
    return FAIL(STATUS_INVALID,
                "greedy_adversary needs a learner with a threshold and rates, such as matrix_winnow; %s "
                "has none",
                name);
  }
  if (known->normalize == WINNOW_TRACE) known->scale = 1.0 / (double)adversary->r;
  return STATUS_OK;
}

/* out = Z diag(d) Z^T, Z = basis vectors^T */
static void compose(const greedy_adversary *adversary, const double *eigenvectors, const double *d, double *out) {
  const size_t n = adversary->n;
  memset(out, 0, n * n * sizeof *out);
  for (size_t l = 0; l < n; l++) {
    const double *row = eigenvectors + l * n;
    for (size_t i = 0; i < n; i++) kernel_axpy(n, d[l] * row[i], row, out + i * n);
  }
}

/* W and H as matrices in the adversary's basis. */
static status read_parameter(greedy_adversary *adversary, const learner *player) {
  const size_t n = adversary->n;
  spectral *w = learner_parameter(player);
  TRY(spectral_eigenvalues(w, adversary->values)); /* ascending */
  TRY(spectral_top(w, n, adversary->work));        /* descending */
  kernel_multiply_transposed(n, n, n, adversary->work, n, adversary->basis, n, adversary->vectors, n);
  adversary->trace = 0.0;
  for (size_t l = 0; l < n / 2; l++) {
    const double swapped = adversary->values[l];
    adversary->values[l] = adversary->values[n - 1 - l];
    adversary->values[n - 1 - l] = swapped;
  }
  for (size_t l = 0; l < n; l++) {
    if (!(adversary->values[l] > 0.0))
      return FAIL(STATUS_NUMERIC, "greedy_adversary: an eigenvalue of W is not positive");
    adversary->trace += adversary->values[l];
    adversary->spectrum[l] = fixed_log(adversary->values[l]);
  }
  compose(adversary, adversary->vectors, adversary->values, adversary->inside);
  compose(adversary, adversary->vectors, adversary->spectrum, adversary->argument);
  TRY(sphere_problem_set(adversary->range, adversary->inside, n));
  return sphere_problem_set(adversary->complement, adversary->inside + adversary->r * n + adversary->r, n);
}

/* x^T W x in the adversary's basis */
static double score_of(const greedy_adversary *adversary, const double *x) {
  return kernel_quadratic(adversary->n, adversary->inside, adversary->n, x);
}

/* How much the learner's potential drops on a mistake at x; see potential of matrix_winnow.h's normalisations. */
static status cost_of(greedy_adversary *adversary, const double *x, double label, double *cost) {
  const opponent *known = &adversary->opponent;
  const size_t n = adversary->n, r = adversary->r;
  const double rate = label > 0.0 ? known->up : -known->down;
  memcpy(adversary->scratch, adversary->argument, n * n * sizeof *adversary->scratch);
  for (size_t i = 0; i < n; i++) kernel_axpy(n, rate * x[i], x, adversary->scratch + i * n);
  TRY(eigen_solve(adversary->solver, n, adversary->scratch, n, adversary->spectrum, NULL, NULL));
  double trace = 0.0;
  for (size_t l = 0; l < n; l++) trace += fixed_exp(adversary->spectrum[l]);
  *cost = known->scale * rate * kernel_dot(r, x, x);
  if (known->normalize == WINNOW_TRACE) {
    *cost -= fixed_log(trace / adversary->trace);
    return STATUS_OK;
  }
  *cost += adversary->trace - trace;
  if (known->normalize == WINNOW_PROJECT) { /* scaling to trace R takes off trace - R - tr(P) ln(trace / R) */
    *cost += trace - known->r - (double)r * fixed_log(trace / known->r);
  }
  return STATUS_OK;
}

/* x = sqrt(gap) u + sqrt(1 - gap) v with an extreme score (sign +1: least, -1: largest), in `out`. */
static void extreme_positive(greedy_adversary *adversary, double sign, double *out) {
  const size_t n = adversary->n, r = adversary->r;
  const double a = sqrt(adversary->gap), b = sqrt(1.0 - adversary->gap);
  sphere_extreme(adversary->range, sign, a, NULL, out);
  memset(out + r, 0, (n - r) * sizeof *out);
  if (b == 0.0) return;
  double *linear = adversary->scratch;
  for (int i = 0; i < ALTERNATIONS; i++) {
    kernel_rows_dot(n - r, r, adversary->inside + r * n, n, out, linear);
    sphere_extreme(adversary->complement, sign, b, linear, out + r);
    kernel_rows_dot(r, n - r, adversary->inside + r, n, out + r, linear);
    sphere_extreme(adversary->range, sign, a, linear, out);
  }
}

/* out = the point at `share` of the way from `low` to `high`, each part kept on its sphere. */
static void between(const greedy_adversary *adversary, double share, double *out) {
  const size_t n = adversary->n, r = adversary->r;
  const struct { size_t first, count; } parts[] = {{0, r}, {r, n - r}};
  for (size_t k = 0; k < 2; k++) {
    const double *p = adversary->low + parts[k].first, *q = adversary->high + parts[k].first;
    double *to = out + parts[k].first;
    const size_t count = parts[k].count;
    const double length = kernel_norm(count, p), tie = GREEDY_TIE * length * length;
    const double sign = kernel_dot(count, p, q) < -tie ? -1.0 : 1.0;
    for (size_t i = 0; i < count; i++) to[i] = (1.0 - share) * p[i] + share * sign * q[i];
    const double norm = kernel_norm(count, to);
    if (norm > 0.0) kernel_scale(count, length / norm, to);
  }
}

/* middle = the point between low and high with the score `target`, which lies between theirs. */
static void meet(greedy_adversary *adversary, double target) {
  double below = 0.0, above = 1.0;
  for (int i = 0; i < BISECTIONS; i++) {
    const double share = 0.5 * (below + above);
    between(adversary, share, adversary->middle);
    if (score_of(adversary, adversary->middle) < target) {
      below = share;
    } else {
      above = share;
    }
  }
  between(adversary, adversary->moves.label > 0.0 ? below : above, adversary->middle);
}

/* Keeps the candidate if it is cheaper, by more than rounding. */
static status offer(greedy_adversary *adversary, const double *x, double label, double *least, double *chosen) {
  double cost = 0.0;
  TRY(cost_of(adversary, x, label, &cost));
  if (!(cost < (isinf(*least) ? *least : *least - GREEDY_TIE * fabs(*least)))) return STATUS_OK;
  *least = cost;
  *chosen = label;
  memcpy(adversary->best, x, adversary->n * sizeof *x);
  return STATUS_OK;
}

static status offer_positive(greedy_adversary *adversary, double target, double *least, double *chosen) {
  extreme_positive(adversary, 1.0, adversary->low);
  if (!(score_of(adversary, adversary->low) < target)) return STATUS_OK;
  TRY(offer(adversary, adversary->low, 1.0, least, chosen));
  extreme_positive(adversary, -1.0, adversary->high);
  adversary->moves.label = 1.0;
  if (score_of(adversary, adversary->high) < target) return offer(adversary, adversary->high, 1.0, least, chosen);
  meet(adversary, target);
  return offer(adversary, adversary->middle, 1.0, least, chosen);
}

static status offer_negative(greedy_adversary *adversary, double target, double *least, double *chosen) {
  const size_t n = adversary->n, r = adversary->r;
  memset(adversary->low, 0, n * sizeof(double));
  memset(adversary->high, 0, n * sizeof(double));
  sphere_extreme(adversary->complement, -1.0, 1.0, NULL, adversary->high + r);
  sphere_extreme(adversary->complement, 1.0, 1.0, NULL, adversary->low + r);
  if (!(score_of(adversary, adversary->high) > target)) return STATUS_OK;
  TRY(offer(adversary, adversary->high, -1.0, least, chosen));
  adversary->moves.label = -1.0;
  if (score_of(adversary, adversary->low) > target) return offer(adversary, adversary->low, -1.0, least, chosen);
  meet(adversary, target);
  return offer(adversary, adversary->middle, -1.0, least, chosen);
}

static status move(void *self, const learner *player, instance *x) {
  greedy_adversary *adversary = self;
  const size_t n = adversary->n;
  double slack = 0.0, least = INFINITY, chosen = 0.0;
  TRY(moves_slack(&adversary->moves, &slack));
  TRY(read_parameter(adversary, player));
  TRY(offer_negative(adversary, adversary->opponent.theta * (1.0 + slack), &least, &chosen));
  TRY(offer_positive(adversary, adversary->opponent.theta * (1.0 - slack), &least, &chosen));
  if (chosen == 0.0) return STATUS_END;
  adversary->moves.label = chosen;
  memset(adversary->x, 0, n * sizeof *adversary->x);
  kernel_rows_combine(n, n, adversary->basis, n, adversary->best, adversary->x);
  *x = instance_dense_dyad(n, adversary->x);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  return moves_next(self, player, x, move);
}

static const problem_methods methods = {
    .size = sizeof(greedy_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = moves_reveal,
    .comparator_at = PLACE(greedy_adversary, comparator),
    FIELDS(asks, asks),
    .meet = check_learner,
};

const problem_class problem_greedy_adversary = {
    .about = {.name = "greedy_adversary",
              .title = "Greedy adversary, dyads",
              .citation = "after the proof of Warmuth 2007, Theorem 2",
              .help = "dyads that cost Matrix Winnow a mistake and lower its potential least",
              .formula = "of the dyads $xx^T$ at which the learner errs, with $x^TPx=g_1$ if $y=1$ and $0$ if $y=-1$, "
                         "the one that lowers $\\Delta(P,W)$ least",
              .family = "subspace",
              .result_version = 4,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .opponent = "built in, with an exponential parameter, a threshold and rates, such as matrix_winnow",
};
