/* The projection for an entry: the conditions of Karush, Kuhn and Tucker, with exp of the dense matrix; and its objective against that of other
 * feasible matrices. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "spectral/entry/entry_parameter.h"
#include "spectral/entry/entry_projection.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/near.h"

static arena memory; /* of what a test makes */

enum { BLOCK = 5, LARGEST = 12 };

typedef struct facts {
  double d, y, trace;
} facts;

/* x = exp(A - mu D - nu E - alpha I) of a part. */
static void exponential(const entry_part *part, double mu, double nu, double alpha, double *x) {
  const size_t n = part->order;
  double a[LARGEST * LARGEST];
  memcpy(a, part->t, n * n * sizeof *a);
  for (size_t i = 0; i < n; i++) a[i * n + i] += part->shift - alpha;
  for (size_t q = 0; q < part->pair_count; q++) {
    const entry_pair *pair = &part->pairs[q];
    a[pair->i * n + pair->i] -= mu;
    a[pair->j * n + pair->j] -= mu;
    a[pair->i * n + pair->j] -= 0.5 * nu * pair->sign;
    a[pair->j * n + pair->i] -= 0.5 * nu * pair->sign;
  }
  dense_exponential(n, a, x);
}

static void add_facts(const entry_part *part, const double *x, facts *sum) {
  const size_t n = part->order;
  sum->trace += part->weight * dense_trace(n, x);
  for (size_t q = 0; q < part->pair_count; q++) {
    const entry_pair *pair = &part->pairs[q];
    sum->d += part->weight * (x[pair->i * n + pair->i] + x[pair->j * n + pair->j]);
    sum->y += part->weight * pair->sign * x[pair->i * n + pair->j];
  }
}

static facts facts_of(size_t parts, const entry_part *part, double mu, double nu, double alpha) {
  facts sum = {0, 0, 0};
  for (size_t b = 0; b < parts; b++) {
    double x[LARGEST * LARGEST];
    exponential(&part[b], mu, nu, alpha, x);
    add_facts(&part[b], x, &sum);
  }
  return sum;
}

/* Returns which of mu, nu, alpha act: bits 1 (mu), 2 (nu > 0), 4 (nu < 0), 8 (alpha). */
static unsigned check_optimal(size_t parts, const entry_part *part, const entry_limits *limits,
                              const entry_solution *s) {
  const facts x = facts_of(parts, part, s->mu, s->nu, s->alpha);
  const double close = 1e-9 * fmax(1, isinf(limits->trace) ? 1 : limits->trace);
  near(s->y, x.y, close, "y");
  near(s->diagonal, x.d, close, "d");
  near(s->trace, x.trace, isinf(limits->trace) ? 1e-12 * fmax(1, x.trace) : close, "trace");
  cr_expect(s->mu >= 0 && s->alpha >= 0 && s->residual <= close);
  cr_expect(x.d <= limits->diagonal + close && x.trace <= limits->trace + close, "feasible: d %g, trace %g", x.d,
            x.trace);
  cr_expect(x.y <= limits->high + close && x.y >= limits->low - close, "in the box: %g", x.y);
  if (s->mu > 0) near(x.d, limits->diagonal, close, "mu > 0: d");
  if (s->nu > 0) near(x.y, limits->high, close, "nu > 0: y");
  if (s->nu < 0) near(x.y, limits->low, close, "nu < 0: y");
  if (s->alpha > 0) near(x.trace, limits->trace, close, "alpha > 0: trace");
  return (s->mu > 0 ? 1u : 0) + (s->nu > 0 ? 2u : 0) + (s->nu < 0 ? 4u : 0) + (s->alpha > 0 ? 8u : 0);
}

static unsigned is_optimal(entry_projection *p, size_t parts, const entry_part *part, const entry_limits *limits) {
  entry_solution s;
  OK(entry_project(p, parts, part, limits, &s));
  const facts start = facts_of(parts, part, 0, 0, 0);
  near(s.start_y, start.y, 1e-11 * start.trace, "y before");
  near(s.start_trace, start.trace, 1e-11 * start.trace, "trace before");
  return check_optimal(parts, part, limits, &s);
}

static void fill_symmetric(random_stream *stream, size_t n, double size, double *a) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = size * random_gaussian(stream);
  }
}

Test(entry_projection, random_matrices) {
  random_stream *stream = stream_of("projection");
  entry_projection *p = NULL;
  double first[4 * BLOCK * BLOCK], second[BLOCK * BLOCK];
  size_t seen[16] = {0};
  OK(entry_projection_new(&memory, 2 * BLOCK, &eigen_own, 0, &p));
  for (size_t t = 0; t < 1500; t++) {
    const double size = random_range(stream, 0, 2), shift = random_range(stream, -2.5, 1);
    const size_t form = random_index(stream, 4);
    fill_symmetric(stream, form == 3 ? 2 * BLOCK : BLOCK, size, first);
    fill_symmetric(stream, BLOCK, size, second);
    const entry_part one = {.order = form == 3 ? 2 * BLOCK : BLOCK,
                            .t = first,
                            .shift = shift,
                            .weight = form == 1 ? 2 : 1,
                            .trace = NAN,
                            .pair_count = form == 3 ? 2 : 1,
                            .pairs = {{0, 3, form == 2 ? -1 : 1}, {BLOCK, BLOCK + 3, -1}}};
    entry_part parts[2] = {one, one};
    parts[1].t = second;
    parts[1].pairs[0].sign = -1;
    const double low = random_chance(stream, 0.5) ? -1 : 0;
    const entry_limits limits = {random_range(stream, 0.5, 5), low, 1,
                                 random_chance(stream, 0.2) ? INFINITY : random_range(stream, 2.5, 12)};
    seen[is_optimal(p, form == 0 ? 2 : 1, parts, &limits)]++;
  }
  /* with the box at one side and any of the others */
  for (unsigned sides = 0; sides < 16; sides++) {
    if ((sides & 6u) != 6u) cr_expect(seen[sides] > 0, "no case with active constraints %u", sides);
  }
  random_stream_free(stream);
  arena_free(&memory);
}

Test(entry_projection, infeasible_limits) {
  entry_projection *p = NULL;
  const double a[4] = {0, 0, 0, 0};
  const entry_part part = {.order = 2, .t = a, .weight = 1, .trace = NAN, .pair_count = 1, .pairs = {{0, 1, 1}}};
  const entry_limits refused[] = {{2, 1, 1, 2},  {2, 1, -1, 2},  {0, -1, 1, 2},   {-1, -1, 1, 2},
                                  {2, -1, 1, 0}, {2, -1, 1, -3}, {NAN, -1, 1, 2}, {2, NAN, 1, 2}};
  entry_solution s;
  OK(entry_projection_new(&memory, 2, &eigen_own, 0, &p));
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    cr_expect_eq(entry_project(p, 1, &part, &refused[i], &s), STATUS_NUMERIC, "limits %zu", i);
  }
  /* y is at most half of the diagonal sum: a box beyond it has no matrix */
  const entry_limits beyond = {1, 0.75, 1, 2};
  cr_expect_eq(entry_project(p, 1, &part, &beyond, &s), STATUS_NUMERIC);
  arena_free(&memory);
}

/* Newton's steps alone go to and fro between a side of the trace limit and the other. */
Test(entry_projection, across_the_trace_limit) {
  static const struct {
    double a[9];
    entry_limits limits;
  } cases[] = {
      {{0.98, -1.29, -2.25, -1.29, -2.75, -0.37, -2.25, -0.37, -0.54}, {3, -1, 1, 4}},
      {{0.32, 0.87, -2.33, 0.87, -0.93, 0.97, -2.33, 0.97, 3.21}, {2, -INFINITY, INFINITY, 4}},
      {{2.41, 1.78, -0.93, 1.78, -1.93, 0.59, -0.93, 0.59, -2.9}, {3, 0, 1, 5}},
      {{0.81, 0.37, -1.38, 0.37, -1.98, 2.62, -1.38, 2.62, -2.85}, {3, 0, 1, 5}},
  };
  entry_projection *p = NULL;
  OK(entry_projection_new(&memory, 3, &eigen_own, 0, &p));
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    const entry_part part = {
        .order = 3, .t = cases[c].a, .weight = 2, .trace = NAN, .pair_count = 1, .pairs = {{0, 2, 1}}};
    (void)is_optimal(p, 1, &part, &cases[c].limits);
  }
  arena_free(&memory);
}

/* exp A overflows, its projection does not. A = [[b, a], [a, b]] has the eigenvalues b + a and b - a, so that with s = a - nu/2 and e^(b - alpha)
 * = c, X = c [[cosh s, sinh s], [sinh s, cosh s]]. */
Test(entry_projection, exponentials_beyond_doubles) {
  static const double b = 5, a = 1000;
  static const double t[4] = {b, a, a, b}, identity[4] = {1000, 0, 0, 1000};
  entry_part part = {.order = 2, .t = t, .weight = 1, .trace = NAN, .pair_count = 1, .pairs = {{0, 1, 1}}};
  entry_projection *p = NULL;
  entry_solution s;
  OK(entry_projection_new(&memory, 2, &eigen_own, 0, &p));
  OK(entry_project(p, 1, &part, &(entry_limits){4, -1, 1, 1.8}, &s)); /* only the trace */
  near(s.alpha, a + b - log(1.8), 1e-12 * a, "alpha");
  near(s.y, 0.9, 1e-12, "y");
  cr_expect(s.mu == 0 && s.nu == 0 && isinf(s.start_trace));
  OK(entry_project(p, 1, &part, &(entry_limits){4, -0.5, 0.5, 1.8}, &s)); /* and the box: y = 0.9 tanh s */
  near(s.nu, 2 * (a - atanh(0.5 / 0.9)), 1e-12 * a, "nu");
  near(s.alpha, b - log(0.9 / cosh(atanh(0.5 / 0.9))), 1e-12 * a, "alpha");
  near(s.y, 0.5, 1e-12, "y");
  OK(entry_project(p, 1, &part, &(entry_limits){400, -1, 1, INFINITY}, &s)); /* only the box: c = e^b, y = c sinh s */
  near(s.nu, 2 * (a - asinh(exp(-b))), 1e-12 * a, "nu");
  near(s.diagonal, 2 * sqrt(exp(2 * b) + 1), 1e-9, "d");
  cr_expect(s.mu == 0 && s.alpha == 0);
  part.t = identity;
  OK(entry_project(p, 1, &part, &(entry_limits){1, -1, 1, INFINITY}, &s)); /* only d */
  near(s.mu, 1000 - log(0.5), 1e-12 * a, "mu");
  cr_expect(s.nu == 0 && s.alpha == 0);
  arena_free(&memory);
}

/* ---- states of a learner, at any rate */

/* tr X (ln X - A) - tr X of a part: its divergence from exp A, but for tr exp A. */
static double objective(const entry_part *part, const double *x) {
  const size_t n = part->order;
  double values[LARGEST], sum = 0;
  dense_eigenvalues(n, x, values, NULL);
  for (size_t l = 0; l < n; l++) sum += values[l] > 0 ? values[l] * (log(values[l]) - 1) : 0;
  for (size_t k = 0; k < n * n; k++) sum -= x[k] * (part->t[k] + (k % (n + 1) == 0 ? part->shift : 0));
  return part->weight * sum;
}

/* A random positive semidefinite matrix for each part, in all limits. */
static void draw_feasible(random_stream *stream, size_t parts, const entry_part *part, const entry_limits *limits,
                          double x[][LARGEST * LARGEST]) {
  facts sum = {0, 0, 0};
  for (size_t b = 0; b < parts; b++) {
    const size_t n = part[b].order;
    double g[LARGEST * LARGEST];
    random_gaussian_vector(stream, n * n, g);
    memset(x[b], 0, sizeof x[b]);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < n; k++) x[b][i * n + j] += g[i * n + k] * g[j * n + k];
      }
    }
    add_facts(&part[b], x[b], &sum);
  }
  const bool turned = sum.y < 0 && limits->low == 0;
  const double y = turned ? -sum.y : sum.y;
  double scale = fmin(1, fmin(limits->trace / sum.trace, limits->diagonal / sum.d));
  if (y > 0) scale = fmin(scale, limits->high / y);
  if (y < 0) scale = fmin(scale, limits->low / y);
  for (size_t b = 0; b < parts; b++) {
    const size_t n = part[b].order;
    for (size_t k = 0; k < n * n; k++) x[b][k] *= scale;
    for (size_t q = 0; q < part[b].pair_count && turned; q++) {
      const size_t i = part[b].pairs[q].i;
      for (size_t k = 0; k < n; k++) {
        if (k == i) continue;
        x[b][i * n + k] *= -1;
        x[b][k * n + i] *= -1;
      }
    }
  }
}

/* No random feasible matrix is better, be it near to the solution or not. */
static void is_best(random_stream *stream, size_t parts, const entry_part *part, const entry_limits *limits,
                    const entry_solution *s) {
  static const double shares[] = {1, 0.1, 0.01};
  double other[2][LARGEST * LARGEST], solution[2][LARGEST * LARGEST], size = 1;
  const double least = -s->mu * s->diagonal - s->nu * s->y - s->alpha * s->trace - s->trace;
  draw_feasible(stream, parts, part, limits, other);
  for (size_t b = 0; b < parts; b++) {
    exponential(&part[b], s->mu, s->nu, s->alpha, solution[b]);
    for (size_t k = 0; k < part[b].order * part[b].order; k++) size = fmax(size, fabs(part[b].t[k]));
  }
  for (size_t c = 0; c < sizeof shares / sizeof shares[0]; c++) {
    double sum = 0, mixed[LARGEST * LARGEST];
    for (size_t b = 0; b < parts; b++) {
      for (size_t k = 0; k < part[b].order * part[b].order; k++) {
        mixed[k] = (1 - shares[c]) * solution[b][k] + shares[c] * other[b][k];
      }
      sum += objective(&part[b], mixed);
    }
    cr_expect(sum >= least - 1e-11 * size, "another matrix is better: %.17g, %.17g", sum, least);
  }
}

/* The three forms of one parameter; the dense one's A in parts. */
typedef struct game {
  entry_parameter *x[3];
  size_t order, sides, blocks; /* sides: rows of the first side of a bipartite graph; 0: none */
  entry_limits limits;
  double matrices[2][LARGEST * LARGEST];
  entry_part parts[2];
} game;

static const entry_form forms[] = {ENTRY_DENSE, ENTRY_SPARSE, ENTRY_DEFINITION};

static void start_game(random_stream *stream, size_t rounds, game *g) {
  const entry_blocks blocks = (entry_blocks)random_index(stream, 3);
  const size_t n = 2 + random_index(stream, 5);
  const double tau = random_range(stream, 0.5, 3) * (double)n, low = random_chance(stream, 0.5) ? -1 : 0;
  const bool box = random_chance(stream, 0.7), diagonal = random_chance(stream, 0.9);
  *g = (game){.order = n, .blocks = blocks == ENTRY_TWO_BLOCKS ? 2 : 1};
  g->sides = blocks == ENTRY_MIRRORED ? 1 + random_index(stream, n - 1) : 0;
  g->limits = (entry_limits){.diagonal = diagonal ? random_range(stream, 1, 6) : INFINITY,
                             .low = box ? low : -INFINITY,
                             .high = box ? 1 : INFINITY,
                             .trace = tau};
  for (size_t f = 0; f < 3; f++) {
    const entry_options options = {.order = n,
                                   .blocks = forms[f] == ENTRY_DEFINITION ? ENTRY_TWO_BLOCKS : blocks,
                                   .form = forms[f],
                                   .start = log(tau / (double)((blocks == ENTRY_NEGATIVE ? 1 : 2) * n)),
                                   .rounds = rounds,
                                   .eigen = &eigen_own};
    if (forms[f] != ENTRY_DEFINITION || blocks != ENTRY_NEGATIVE) OK(entry_parameter_new(&memory, &options, &g->x[f]));
  }
  for (size_t b = 0; b < g->blocks; b++) {
    g->parts[b] = (entry_part){.order = n,
                               .t = g->matrices[b],
                               .weight = blocks == ENTRY_MIRRORED ? 2 : 1,
                               .pair_count = 1,
                               .pairs = {{0, 0, blocks == ENTRY_NEGATIVE || b == 1 ? -1 : 1}}};
  }
}

/* The matrix of the dense one, in parts for the pair. */
static void read_matrices(game *g, size_t i, size_t j) {
  for (size_t b = 0; b < g->blocks; b++) {
    for (size_t k = 0; k < g->order * g->order; k++) {
      g->matrices[b][k] = entry_parameter_argument(g->x[0], b, k / g->order, k % g->order);
    }
    g->parts[b].pairs[0].i = i;
    g->parts[b].pairs[0].j = j;
  }
}

/* All three project the state that the dense one's solutions lead to. Returns what acts. */
static unsigned play_round(random_stream *stream, game *g, double step, bool compare) {
  const double close = 1e-9 * fmax(1, g->limits.trace);
  const size_t i = random_index(stream, g->sides > 0 ? g->sides : g->order - 1);
  const size_t after = g->sides > 0 ? g->sides : i + 1, j = after + random_index(stream, g->order - after);
  entry_solution s[3];
  read_matrices(g, i, j);
  for (size_t f = 0; f < 3; f++) {
    if (g->x[f] == NULL) continue;
    OK(entry_parameter_project(g->x[f], i, j, &g->limits, &s[f]));
    near(s[f].y, s[0].y, close, "y of another form");
    near(s[f].diagonal, s[0].diagonal, close, "d of another form");
    near(s[f].trace, s[0].trace, close, "trace of another form");
  }
  if (compare) is_best(stream, g->blocks, g->parts, &g->limits, &s[0]);
  for (size_t f = 0; f < 3; f++) {
    if (g->x[f] != NULL) OK(entry_parameter_apply(g->x[f], &s[0], step));
  }
  return check_optimal(g->blocks, g->parts, &g->limits, &s[0]);
}

/* Rates from `low` to `high`; the last of eight rounds is compared with other matrices. */
static void play_games(const char *purpose, size_t games, double low, double high, size_t seen[16]) {
  enum { ROUNDS = 40 };
  random_stream *stream = stream_of(purpose);
  for (size_t t = 0; t < games; t++) {
    const double rate = low * pow(high / low, random_uniform(stream)), bias = random_uniform(stream);
    game g;
    start_game(stream, ROUNDS, &g);
    for (size_t round = 1; round <= ROUNDS; round++) {
      const double slope = random_chance(stream, 0.9) ? 1 : random_uniform(stream);
      seen[play_round(stream, &g, random_chance(stream, bias) ? rate * slope : -rate * slope, round % 8 == 0)]++;
    }
    arena_free(&memory);
  }
  random_stream_free(stream);
}

/* A million states of order 2 to 6. */
Test(entry_projection, states_at_any_rate) {
  size_t seen[16] = {0};
  play_games("states", sweep(25000, 120), 0.05, 30, seen);
  for (unsigned sides = 0; sides < 16; sides++) {
    if ((sides & 6u) != 6u) cr_expect(seen[sides] > 0, "no case with active constraints %u", sides);
  }
}

Test(entry_projection, states_at_rates_beyond_doubles) {
  size_t seen[16] = {0};
  play_games("large rates", sweep(1000, 20), 300, 3000, seen);
}
