/* The representations `updated` and `sparse` of the spectral parameter against the dense one, which decomposes. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "linalg/eigen.h"
#include "spectral/spectral.h"
#include "unit/allocation_counter.h"
#include "unit/check.h"

enum { LONGEST = 60 };

static const spectral_representation fast[2] = {REPRESENTATION_UPDATED, REPRESENTATION_SPARSE};

static spectral *parameter_of(spectral_representation representation, instance_kind kind, size_t n, double shift) {
  spectral *w = NULL;
  const spectral_options options = {n, 0, LINK_EXP, representation, kind, shift, 4 * n, &eigen_own};
  OK(spectral_new(&options, &w));
  return w;
}

/* Two items, from the first `first` and from all; the same one twice now and then. */
static instance random_pair(random_stream *stream, size_t first, size_t n) {
  const size_t a = random_index(stream, first), b = random_index(stream, n);
  return instance_distance(n, a, b);
}

enum sequence {
  PAIRS,     /* random pairs */
  PAIR,      /* one pair again and again */
  DISJOINT,  /* pairs that commute */
  ZERO,      /* pairs of equal items now and then */
  DYADS,     /* dense ones */
  SPARSE,    /* dyads of three entries */
  AXES,      /* dyads of one: Krylov spaces of one dimension */
  INVARIANT, /* dyads of eigenvectors of H */
  FACTORS,   /* shift and two factors */
  ENTRIES,   /* vectors of two entries */
  VECTORS,   /* of all entries: many factors */
  LARGE,     /* steps beyond any interval */
  ONE_SIDED, /* eigenvalues over 30 decades */
  SEQUENCES
};

typedef struct producer {
  enum sequence which;
  random_stream *stream;
  double x[LONGEST], factors[2 * LONGEST], weights[2];
  size_t index[3];
  double step;
} producer;

static instance vector_of_part(producer *p, size_t n, size_t t) {
  random_unit_vector(p->stream, n, p->x);
  switch (p->which) {
  case SPARSE: random_subset(p->stream, n, 3, p->index); return instance_sparse(INSTANCE_DYAD, n, 3, p->index, p->x);
  case AXES:
    p->index[0] = t % n;
    p->x[0] = 0.7;
    return instance_sparse(INSTANCE_DYAD, n, 1, p->index, p->x);
  case INVARIANT:
    for (size_t i = 0; i < n; i++) p->x[i] = (t % 2 == 0 || i % 2 == 0 ? 1.0 : -1.0) / sqrt((double)n);
    return instance_dense_dyad(n, p->x);
  case FACTORS:
    random_gaussian_vector(p->stream, 2 * n, p->factors);
    p->weights[0] = 0.1 / (double)n;
    p->weights[1] = -0.2 / (double)n;
    return instance_low_rank(n, 2, p->factors, p->weights, t % 3 == 0 ? 0.2 : 0.0);
  case ENTRIES: random_subset(p->stream, n, 2, p->index); return instance_sparse(INSTANCE_VECTOR, n, 2, p->index, p->x);
  case VECTORS: return instance_dense_vector(n, p->x);
  default: return instance_dense_dyad(n, p->x);
  }
}

static instance produce(producer *p, size_t n, size_t t) {
  const size_t a = random_index(p->stream, n), b = random_index(p->stream, n);
  p->step = random_range(p->stream, -0.4, 0.4);
  switch (p->which) {
  case PAIR: return instance_distance(n, n - 1, 0);
  case DISJOINT: return instance_distance(n, 2 * (t % (n / 2)), 2 * (t % (n / 2)) + 1);
  case ZERO: return instance_distance(n, a, t % 3 == 0 ? a : b);
  case LARGE: p->step *= 100.0; return instance_distance(n, a, b);
  case ONE_SIDED: p->step = -70.0 / 60.0; return instance_distance(n, 0, 1 + t % (n - 1));
  case PAIRS: return instance_distance(n, a, b);
  default: return vector_of_part(p, n, t);
  }
}

static void check_near(double value, double expected, double allowed, const char *what, enum sequence which) {
  cr_expect(fabs(value - expected) <= allowed, "%s of sequence %u: %.17g, expected %.17g +- %.3g", what, which, value,
            expected, allowed);
}

/* Within both budgets, and within 1e-12 of the trace. */
static void check_agree(spectral *w, spectral *dense, const instance *x, enum sequence which) {
  double one, two, trace;
  const double nuclear = instance_nuclear(x);
  OK(spectral_trace(dense, &trace));
  OK(spectral_score(w, x, &one));
  OK(spectral_score(dense, x, &two));
  check_near(one, two, (spectral_error(w) + spectral_error(dense)) * nuclear, "score within the budget", which);
  check_near(one, two, 1e-12 * trace * (nuclear + 1.0), "score", which);
  OK(spectral_trace(w, &one));
  check_near(one, trace, spectral_trace_error(w) + spectral_trace_error(dense), "trace within the budget", which);
  check_near(one, trace, 2e-12 * trace, "trace", which);
  OK(spectral_log_trace(w, &one));
  OK(spectral_log_trace(dense, &two));
  check_near(one, two, 2e-12 + 4.0 * DBL_EPSILON * fabs(two), "log trace", which);
  OK(spectral_argument(w, x, &one));
  OK(spectral_argument(dense, x, &two));
  check_near(one, two, 1e-12 * (1.0 + fabs(two)), "argument", which);
  OK(spectral_divergence(w, x, 0.3, 1.7, 0.8, &one));
  OK(spectral_divergence(dense, x, 0.3, 1.7, 0.8, &two));
  check_near(one, two, 1e-11 * (1.0 + trace + fabs(two)), "divergence", which);
}

static void run_sequence(spectral_representation representation, enum sequence which, size_t n, double shift,
                         size_t trials) {
  producer p = {.which = which, .stream = stream_of("sequence")};
  const instance_kind kind = which <= ZERO || which >= LARGE ? INSTANCE_DISTANCE : INSTANCE_DYAD;
  spectral *dense = parameter_of(REPRESENTATION_DENSE, kind, n, shift);
  spectral *w = parameter_of(representation, kind, n, shift);
  for (size_t t = 0; t < trials; t++) {
    const instance x = produce(&p, n, t);
    if (t % 3 == 0) check_agree(w, dense, &x, which); /* otherwise steps follow each other unseen */
    OK(spectral_step(dense, p.step, &x));
    OK(spectral_step(w, p.step, &x));
    if (t % 5 == 4) {
      OK(spectral_shift(dense, -0.11));
      OK(spectral_shift(w, -0.11));
    }
    if (t % 2 == 0) check_agree(w, dense, &x, which);
  }
  spectral_free(dense);
  spectral_free(w);
  random_stream_free(p.stream);
}

Test(spectral_fast, agree_with_dense) {
  for (size_t k = 0; k < 2; k++) {
    for (unsigned which = 0; which < SEQUENCES; which++) {
      run_sequence(fast[k], (enum sequence)which, 9, log(0.25), 60);
      run_sequence(fast[k], (enum sequence)which, 4, 0.0, 40);
      run_sequence(fast[k], (enum sequence)which, 33, -20.0, 40);
    }
    run_sequence(fast[k], PAIRS, LONGEST, log(1.0 / LONGEST), 400);
    run_sequence(fast[k], ONE_SIDED, LONGEST, 0.0, 200);
  }
}

/* Distances between three groups on a line, learnt as matrix exponentiated gradient does: labels and rates as there. */
static double step_towards(spectral *w, const instance *x) {
  double score, log_trace;
  const double gap = (double)(x->row % 3) - (double)(x->column % 3), n = (double)x->n;
  OK(spectral_score(w, x, &score));
  OK(spectral_log_trace(w, &log_trace));
  return -4.0 * (score * exp(-log_trace) - (1.0 - exp(-gap * gap)) / n);
}

/* The largest difference of scores and of the trace, which is 1; each within the budgets. */
static double drift_between(spectral *w, spectral *dense, size_t trial) {
  const size_t n = spectral_order(w);
  double one, two, worst = 0.0;
  for (size_t i = 1; i < n; i++) {
    const instance probe = instance_distance(n, i, i - 1);
    OK(spectral_score(w, &probe, &one));
    OK(spectral_score(dense, &probe, &two));
    worst = fmax(worst, fabs(one - two));
    cr_expect(fabs(one - two) <= spectral_error(w) + spectral_error(dense), "trial %zu: %.17g, expected %.17g", trial,
              one, two);
  }
  OK(spectral_trace(dense, &two));
  cr_expect(fabs(two - 1.0) <= spectral_trace_error(w) + spectral_trace_error(dense), "trial %zu: trace %.17g", trial,
            two);
  return fmax(worst, fabs(two - 1.0));
}

static void run_long(spectral_representation representation, size_t n, size_t trials) {
  random_stream *stream = stream_of("long");
  spectral *w = parameter_of(representation, INSTANCE_DISTANCE, n, -log((double)n));
  spectral *dense = parameter_of(REPRESENTATION_DENSE, INSTANCE_DISTANCE, n, -log((double)n));
  double log_trace, worst = 0.0;
  for (size_t t = 0; t < trials; t++) {
    const instance x = random_pair(stream, n, n);
    const double a = step_towards(w, &x);
    OK(spectral_step(w, a, &x));
    OK(spectral_step(dense, a, &x));
    OK(spectral_log_trace(w, &log_trace));
    OK(spectral_shift(w, -log_trace));
    OK(spectral_shift(dense, -log_trace));
    if (t % 500 == 499) worst = fmax(worst, drift_between(w, dense, t));
  }
  cr_expect(worst <= 1e-12, "drifted by %.3g", worst);
  cr_expect(spectral_error(w) <= 1e-9, "budget %.3g", spectral_error(w));
  spectral_free(w);
  spectral_free(dense);
  random_stream_free(stream);
}

Test(spectral_fast, long_runs_do_not_drift) {
  run_long(REPRESENTATION_UPDATED, 16, 20000);
  run_long(REPRESENTATION_SPARSE, 16, 20000);
  run_long(REPRESENTATION_UPDATED, 52, 3000);
  run_long(REPRESENTATION_SPARSE, 52, 3000);
}

/* A large eigenvalue comes and goes: what rounding leaves of it must not stay in the trace. */
Test(spectral_fast, cancellation) {
  const instance x = instance_distance(5, 0, 3);
  for (size_t k = 0; k < 2; k++) {
    for (int power = 0; power < 7; power++) {
      const double size = 5.0 * pow(2.0, power);
      double value;
      spectral *w = parameter_of(fast[k], INSTANCE_DISTANCE, 5, 0.0);
      OK(spectral_step(w, size, &x));
      OK(spectral_log_trace(w, &value));
      cr_expect_float_eq(value, size + log1p(4.0 * exp(-size)), 1e-13 * size, "%g: %.17g", size, value);
      OK(spectral_step(w, -size, &x)); /* x is an eigenvector */
      OK(spectral_log_trace(w, &value));
      cr_expect_float_eq(value, log(5.0), 1e-13 * size, "%g: %.17g", size, value);
      OK(spectral_score(w, &x, &value));
      cr_expect_float_eq(value, 1.0, 1e-13 * size, "%g: %.17g", size, value);
      spectral_free(w);
    }
  }
}

/* Where decompositions are slow: the two against each other. Most items never come: H is of low rank. */
Test(spectral_fast, agree_with_each_other) {
  enum { N = 260 };
  random_stream *stream = stream_of("large");
  spectral *one = parameter_of(REPRESENTATION_UPDATED, INSTANCE_DISTANCE, N, -log(N));
  spectral *two = parameter_of(REPRESENTATION_SPARSE, INSTANCE_DISTANCE, N, -log(N));
  for (size_t t = 0; t < 200; t++) {
    const instance x = random_pair(stream, 12, N);
    const double a = random_range(stream, -0.3, 0.3);
    double first, second;
    OK(spectral_score(one, &x, &first));
    OK(spectral_score(two, &x, &second));
    cr_expect(fabs(first - second) <= 1e-14, "%.17g, %.17g", first, second);
    OK(spectral_step(one, a, &x));
    OK(spectral_step(two, a, &x));
    OK(spectral_log_trace(one, &first));
    OK(spectral_log_trace(two, &second));
    cr_expect(fabs(first - second) <= 1e-13, "%.17g, %.17g", first, second);
  }
  spectral_free(one);
  spectral_free(two);
  random_stream_free(stream);
}

static void check_all_near(size_t count, const double *values, const double *expected, const char *what) {
  for (size_t i = 0; i < count; i++) {
    cr_expect(fabs(values[i] - expected[i]) <= 1e-13, "%s: %.17g, expected %.17g", what, values[i], expected[i]);
  }
}

/* What `updated` leaves to the decomposition. */
Test(spectral_fast, updated_offers_the_rest) {
  enum { N = 8 };
  random_stream *stream = stream_of("rest");
  spectral *w = parameter_of(REPRESENTATION_UPDATED, INSTANCE_DISTANCE, N, 0.0);
  spectral *dense = parameter_of(REPRESENTATION_DENSE, INSTANCE_DISTANCE, N, 0.0);
  double one[N * N], two[N * N], v[N] = {0.0, 1.0}, low[2], high[2];
  size_t order;
  for (size_t t = 0; t < 40; t++) {
    const instance x = random_pair(stream, N, N);
    OK(spectral_step(w, 0.1, &x));
    OK(spectral_step(dense, 0.1, &x));
    OK(spectral_score(w, &x, &low[0]));
  }
  OK(spectral_extremes(w, &low[0], &high[0]));
  OK(spectral_extremes(dense, &low[1], &high[1]));
  check_all_near(1, &low[0], &low[1], "least eigenvalue");
  check_all_near(1, &high[0], &high[1], "largest eigenvalue");
  OK(spectral_eigenvalues(w, one));
  OK(spectral_eigenvalues(dense, two));
  check_all_near(N, one, two, "eigenvalue");
  OK(spectral_top(w, 3, one));
  OK(spectral_top(dense, 3, two));
  check_all_near(3 * N, one, two, "eigenvector");
  OK(spectral_window(w, 1, v, &order, one));
  OK(spectral_window(dense, 1, v, &order, two));
  check_all_near(N * N, one, two, "window");
  spectral_free(w);
  spectral_free(dense);
  random_stream_free(stream);
}

static double halved(void *context, double eigenvalue) {
  (void)context;
  return 0.5 * eigenvalue + 0.25;
}

Test(spectral_fast, updated_goes_on_after_a_map) {
  spectral *w = parameter_of(REPRESENTATION_UPDATED, INSTANCE_DISTANCE, 5, 0.0);
  const instance x = instance_distance(5, 1, 4);
  double before, after;
  OK(spectral_step(w, 0.5, &x));
  OK(spectral_score(w, &x, &before));
  OK(spectral_map_eigenvalues(w, halved, NULL));
  OK(spectral_score(w, &x, &after));
  cr_expect_float_eq(after, 0.5 * before + 0.25, 1e-14);
  OK(spectral_step(w, 0.5, &x)); /* x is an eigenvector of H */
  OK(spectral_score(w, &x, &before));
  cr_expect_float_eq(before, after * exp(0.5), 1e-14);
  spectral_free(w);
}

Test(spectral_fast, sparse_refuses_by_name) {
  double value, other, room[36];
  size_t order;
  const double one[6] = {1.0};
  const char *names[5] = {"extreme eigenvalues", "eigenvalues", "eigenvectors", "a map of eigenvalues", "a window"};
  for (size_t k = 0; k < 5; k++) {
    spectral *w = parameter_of(REPRESENTATION_SPARSE, INSTANCE_DISTANCE, 6, 0.0);
    const status codes[5] = {
        k == 0 ? spectral_extremes(w, &value, &other) : STATUS_OK, k == 1 ? spectral_eigenvalues(w, room) : STATUS_OK,
        k == 2 ? spectral_top(w, 1, room) : STATUS_OK, k == 3 ? spectral_map_eigenvalues(w, halved, NULL) : STATUS_OK,
        k == 4 ? spectral_window(w, 1, one, &order, room) : STATUS_OK};
    cr_expect_eq(codes[k], STATUS_INVALID);
    cr_expect(strstr(status_message(), "representation sparse does not offer") != NULL, "%s", status_message());
    cr_expect(strstr(status_message(), names[k]) != NULL, "%s", status_message());
    spectral_free(w);
  }
}

/* <U, H> of a full matrix U, which sparse does not take in steps. */
Test(spectral_fast, sparse_takes_the_argument_of_matrices) {
  enum { N = 6 };
  random_stream *stream = stream_of("matrices");
  spectral *w = parameter_of(REPRESENTATION_SPARSE, INSTANCE_DISTANCE, N, -0.5);
  double u[N * N], expected = 0.0, value;
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j <= i; j++) u[i * N + j] = u[j * N + i] = random_gaussian(stream);
    expected -= 0.5 * u[i * (N + 1)];
  }
  const instance matrix = instance_matrix(N, u);
  for (size_t t = 0; t < 12; t++) {
    const size_t a = random_index(stream, N), b = random_index(stream, N);
    const instance x = instance_distance(N, a, b);
    OK(spectral_step(w, 0.3, &x));
    if (a != b) expected += 0.3 * (0.5 * u[a * (N + 1)] + 0.5 * u[b * (N + 1)] - u[a * N + b]);
  }
  cr_expect(spectral_takes_argument(w, INSTANCE_MATRIX));
  OK(spectral_argument(w, &matrix, &value));
  cr_expect_float_eq(value, expected, 1e-13);
  cr_expect_eq(spectral_step(w, 0.1, &matrix), STATUS_INVALID);
  cr_expect(strstr(status_message(),
                   "representation sparse cannot take instances of kind matrix; auto chooses one that can") != NULL,
            "%s", status_message());
  spectral_free(w);
  random_stream_free(stream);
}

Test(spectral_fast, chosen_by_order) {
  const size_t orders[3] = {2, SPECTRAL_UPDATED_ORDER, SPECTRAL_UPDATED_ORDER + 1};
  const spectral_representation expected[3] = {REPRESENTATION_UPDATED, REPRESENTATION_UPDATED, REPRESENTATION_SPARSE};
  spectral_options options = {2, 0, LINK_EXP, REPRESENTATION_AUTO, INSTANCE_DISTANCE, 0.0, 10, &eigen_own};
  spectral *w = NULL;
  for (size_t k = 0; k < 3; k++) {
    options.n = orders[k];
    OK(spectral_new(&options, &w));
    cr_expect_eq(spectral_representation_of(w), expected[k]);
    spectral_free(w);
  }
  options.link = LINK_IDENTITY;
  OK(spectral_new(&options, &w));
  cr_expect_eq(spectral_representation_of(w), REPRESENTATION_LOW_RANK);
  spectral_free(w);
  for (size_t k = 0; k < 2; k++) {
    options.representation = fast[k];
    cr_expect_eq(spectral_check(&options), STATUS_INVALID);
    cr_expect(strstr(status_message(), "does not go with link identity") != NULL, "%s", status_message());
  }
}

/* ---- state */

/* Through text, as files are. */
static status copy_through_text(spectral *from, spectral *to) {
  cJSON *state = cJSON_CreateObject(), *parsed = NULL;
  char *text = NULL;
  OK(spectral_save(from, state));
  OK(json_print(state, 0, 0, &text));
  OK(json_parse(text, &parsed));
  const status code = spectral_load(to, parsed);
  cJSON_Delete(state);
  cJSON_Delete(parsed);
  free(text);
  return code;
}

Test(spectral_fast, states_go_on_bit_for_bit) {
  enum { N = 13 };
  for (size_t k = 0; k < 2; k++) {
    for (unsigned which = 0; which < SEQUENCES; which++) {
      producer p = {.which = (enum sequence)which, .stream = stream_of("state")};
      spectral *w = parameter_of(fast[k], INSTANCE_DISTANCE, N, -1.0);
      for (size_t t = 0; t < 40; t++) {
        const instance x = produce(&p, N, t);
        double one, two;
        OK(spectral_step(w, p.step, &x));
        if (t % 4 == 1) continue; /* not renewed before it is saved */
        OK(spectral_score(w, &x, &one));
        if (t % 4 != 3) continue;
        spectral *other = parameter_of(fast[k], INSTANCE_DISTANCE, N, -1.0);
        OK(copy_through_text(w, other));
        OK(spectral_step(w, -0.1, &x));
        OK(spectral_step(other, -0.1, &x));
        OK(spectral_score(w, &x, &one));
        OK(spectral_score(other, &x, &two));
        cr_expect_eq(one, two, "sequence %u: %.17g, %.17g", which, one, two);
        OK(spectral_log_trace(w, &one));
        OK(spectral_log_trace(other, &two));
        cr_expect_eq(one, two, "sequence %u: %.17g, %.17g", which, one, two);
        cr_expect_eq(spectral_error(w), spectral_error(other));
        spectral_free(w);
        w = other;
      }
      spectral_free(w);
      random_stream_free(p.stream);
    }
  }
}

typedef struct damage {
  spectral_representation representation;
  const char *member, *value, *message;
} damage;

Test(spectral_fast, damaged_states_are_refused) {
  static const damage cases[] = {
      {REPRESENTATION_UPDATED, "low", "1e9", "high: "},
      {REPRESENTATION_UPDATED, "error", "-1", "error: "},
      {REPRESENTATION_UPDATED, "row_sum", "-1", "row_sum: "},
      {REPRESENTATION_UPDATED, "moved_sum", "-1", "moved_sum: "},
      {REPRESENTATION_UPDATED, "moved", "[0,0,-1]", "moved: "},
      {REPRESENTATION_UPDATED, "function", "[[1,0,0],[0,1,0],[1,0,1]]", "function: entries (1,3) and (3,1) differ"},
      {REPRESENTATION_UPDATED, "function", "[[1,0,0],[0,1,0]]", "function: "},
      {REPRESENTATION_UPDATED, "fresh", "false", "unknown member"},
      {REPRESENTATION_UPDATED, "argument", "{\"representation\":\"diagonal\"}", "argument: representation"},
      {REPRESENTATION_UPDATED, "representation", "\"dense\"", "representation"},
      {REPRESENTATION_SPARSE, "trace", "0", "trace: 0"},
      {REPRESENTATION_SPARSE, "trace_error", "-1", "trace: "},
      {REPRESENTATION_SPARSE, "drift", "-1", "drift: -1"},
      {REPRESENTATION_SPARSE, "sum_reach", "-1", "sum_reach: -1"},
      {REPRESENTATION_SPARSE, "reach", "[0,0,-1]", "reach: -1"},
      {REPRESENTATION_SPARSE, "reach", "[0,0]", "reach: "},
      {REPRESENTATION_SPARSE, "columns", "[[2],[],[]]", "values: row 3"},
      {REPRESENTATION_SPARSE, "most_order", "129", "most_order: "},
  };
  const instance x = instance_distance(3, 0, 2);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    spectral *w = parameter_of(cases[k].representation, INSTANCE_DISTANCE, 3, 0.0);
    cJSON *state = cJSON_CreateObject(), *value = NULL;
    double score;
    OK(spectral_step(w, 0.5, &x));
    OK(spectral_score(w, &x, &score));
    OK(spectral_save(w, state));
    OK(json_parse(cases[k].value, &value));
    cr_assert(cJSON_ReplaceItemInObjectCaseSensitive(state, cases[k].member, value), "%s", cases[k].member);
    spectral_free(w);
    w = parameter_of(cases[k].representation, INSTANCE_DISTANCE, 3, 0.0);
    cr_expect_eq(spectral_load(w, state), STATUS_INVALID, "%s", cases[k].member);
    cr_expect(strstr(status_message(), cases[k].message) != NULL, "%s: %s", cases[k].member, status_message());
    cr_expect_eq(spectral_score(w, &x, &score), STATUS_NUMERIC, "unusable");
    cJSON_Delete(state);
    spectral_free(w);
  }
}

/* ---- range, allocation */

Test(spectral_fast, logarithms_beyond_doubles) {
  const instance x = instance_distance(4, 0, 1);
  for (size_t k = 0; k < 2; k++) {
    double value;
    spectral *w = parameter_of(fast[k], INSTANCE_DISTANCE, 4, -1000.0);
    OK(spectral_step(w, 990.0, &x)); /* e^-1000 is 0, e^(-1000 + 990) is not */
    OK(spectral_score(w, &x, &value));
    cr_expect_float_eq(value, exp(-10.0), 1e-12 * exp(-10.0), "%.17g", value);
    OK(spectral_step(w, 2000.0, &x));
    OK(spectral_log_trace(w, &value));
    cr_expect_float_eq(value, 1990.0, 1e-12 * 1990.0, "%.17g", value);
    cr_expect_eq(spectral_score(w, &x, &value), STATUS_NUMERIC);
    spectral_free(w);
  }
}

Test(spectral_fast, nothing_is_allocated_after_new) {
  enum { N = 40 };
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  random_stream *stream = stream_of("allocation");
  for (size_t k = 0; k < 2; k++) {
    spectral *w = parameter_of(fast[k], INSTANCE_DISTANCE, N, 0.0);
    const size_t before = allocation_count();
    for (size_t t = 0; t < 300; t++) {
      const instance x = random_pair(stream, N, N);
      double value;
      OK(spectral_score(w, &x, &value));
      OK(spectral_step(w, t % 50 == 0 ? 3.0 : -0.05, &x));
      OK(spectral_log_trace(w, &value));
      OK(spectral_shift(w, -value));
      OK(spectral_divergence(w, &x, 0.0, 1.0, 1.0, &value));
      cr_assert(spectral_error(w) > 0.0 && spectral_trace_error(w) > 0.0);
    }
    cr_expect_eq(allocation_count(), before, "%s", spectral_representation_name(fast[k]));
    spectral_free(w);
  }
  random_stream_free(stream);
}
