/* meg, eg and eg_pm against their definitions: exponentials by Taylor's series, divergences by Jacobi's rotations, minima by search. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/learner_fixture.h"
#include "unit/state_fixture.h"

enum { N = 5, ROUNDS = 60 };

static void near(double value, double expected, double tolerance, const char *what, size_t t) {
  cr_expect(fabs(value - expected) <= tolerance, "%s, %zu: %.17g, expected %.17g", what, t, value, expected);
}

static const loss squares = {LOSS_SQUARE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1.0};

static learner_setting setting_of(instance_kind kind, size_t n) {
  return (learner_setting){.n = n,
                           .kind = kind,
                           .rank = kind == INSTANCE_LOW_RANK ? 2
                                   : kind == INSTANCE_VECTOR ? n
                                                             : 1,
                           .trials = ROUNDS,
                           .loss = squares,
                           .eigen = &eigen_own};
}

/* ---- a source of instances of any kind */

typedef struct source {
  instance_kind kind;
  random_stream *stream;
  double numbers[N * N], weights[2];
} source;

static instance draw(source *s) {
  const size_t count = s->kind == INSTANCE_MATRIX ? N * N : 2 * N;
  random_gaussian_vector(s->stream, count, s->numbers);
  random_gaussian_vector(s->stream, 2, s->weights);
  for (size_t i = 0; i < N && s->kind == INSTANCE_MATRIX; i++) {
    for (size_t j = 0; j < i; j++) s->numbers[i * N + j] = s->numbers[j * N + i];
  }
  if (s->kind == INSTANCE_VECTOR) return instance_dense_vector(N, s->numbers);
  if (s->kind == INSTANCE_DYAD) return instance_dense_dyad(N, s->numbers);
  if (s->kind == INSTANCE_LOW_RANK) return instance_low_rank(N, 2, s->numbers, s->weights, 0.25);
  if (s->kind == INSTANCE_MATRIX) return instance_matrix(N, s->numbers);
  return instance_distance(N, random_index(s->stream, N), random_index(s->stream, N));
}

/* One trial; what was predicted. */
static double trial(played *p, const instance *x, double label) {
  prediction said = {0};
  bool updated = false;
  OK(learner_predict(&p->learner, x, &said));
  OK(learner_update(&p->learner, x, &said, label, &updated));
  cr_expect_eq(updated, said.score != label);
  return said.score;
}

/* ---- the naive form: W = exp(log W_1 - eta sum of g X) / trace */

static void naive_density(const double *h, double *w) {
  dense_exponential(N, h, w);
  const double trace = dense_trace(N, w);
  for (size_t e = 0; e < N * N; e++) w[e] /= trace;
}

static void check_definition(instance_kind kind, const char *json, double eta, const double *start) {
  const learner_setting setting = setting_of(kind, N);
  played p = played_make("meg", json, &setting);
  source s = {.kind = kind, .stream = stream_of("definition")};
  double h[N * N] = {0};
  for (size_t i = 0; i < N && start != NULL; i++) h[i * (N + 1)] = log(start[i]);
  for (size_t t = 0; t < ROUNDS; t++) {
    double w[N * N], dense[N * N];
    const instance x = draw(&s);
    const double label = random_gaussian(s.stream);
    instance_to_dense(&x, dense);
    naive_density(h, w);
    const double expected = dense_inner(N * N, w, dense), said = trial(&p, &x, label);
    near(said, expected, 1e-11 * fmax(1.0, fabs(expected)), json, t);
    for (size_t e = 0; e < N * N; e++) h[e] -= 2.0 * eta * (expected - label) * dense[e];
  }
  played_free(&p);
  random_stream_free(s.stream);
}

Test(exponentiated, definition) {
  static const double start[N] = {0.3, 0.1, 0.2, 0.15, 0.25};
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX,
                                        INSTANCE_DISTANCE};
  for (size_t k = 0; k < 5; k++) {
    check_definition(kinds[k], "{\"eta\":0.03}", 0.03, NULL);
    check_definition(kinds[k], "{\"eta\":0.03,\"representation\":\"dense\"}", 0.03, NULL);
    check_definition(kinds[k], "{\"eta\":0.03,\"start\":[0.3,0.1,0.2,0.15,0.25]}", 0.03, start);
    if (kinds[k] == INSTANCE_MATRIX) continue;
    check_definition(kinds[k], "{\"eta\":0.03,\"representation\":\"low_rank\"}", 0.03, NULL);
    check_definition(kinds[k],
                     "{\"eta\":0.03,\"representation\":\"low_rank\",\"start\":[[0.3,0,0,0,0],[0,0.1,0,0,0],"
                     "[0,0,0.2,0,0],[0,0,0,0.15,0],[0,0,0,0,0.25]]}",
                     0.03, start);
  }
}

/* W_1 that is not diagonal: the first predictions are its entries. */
Test(exponentiated, start) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 2);
  static const double e00[4] = {1, 0, 0, 0}, e01[4] = {0, 1, 1, 0}, e11[4] = {0, 0, 0, 1};
  const instance first = instance_matrix(2, e00), second = instance_matrix(2, e01), third = instance_matrix(2, e11);
  played p = played_make("meg", "{\"eta\":1,\"start\":[[0.75,0.3],[0.3,0.25]]}", &setting);
  near(played_score(&p, &first), 0.75, 1e-15, "W_11", 0);
  near(played_score(&p, &second), 0.6, 1e-15, "2 W_12", 0);
  near(played_score(&p, &third), 0.25, 1e-15, "W_22", 0);
  near(played_constant(&p, "start_trace"), 1.0, 1e-15, "trace", 0);
  near(played_constant(&p, "start_divergence"), -log(0.5 - hypot(0.25, 0.3)), 1e-14, "largest divergence", 0);
  played_free(&p);
  played_refused("meg", "{\"eta\":1,\"start\":[[0.75,0.5],[0.5,0.25]]}", &setting,
                 "meg: start: its least eigenvalue is -0.059017, expected a positive definite matrix");
  played_refused("meg", "{\"eta\":1,\"start\":[[0.75,0.5],[0.4,0.25]]}", &setting,
                 "meg: start: entries (1,2) and (2,1) differ, expected a symmetric matrix");
  played_refused("meg", "{\"eta\":1,\"start\":[1]}", &setting,
                 "meg: start: expected a list of n = 2 numbers or of 2 lists of numbers");
  played_refused("meg", "{\"eta\":1,\"start\":[1,0]}", &setting, "meg: start: entry 2 is 0, expected a number > 0");
  played_refused("meg", "{\"eta\":1,\"start\":[1,\"a\"]}", &setting, "meg: start: entry 2, expected a number");
  played_refused("meg", "{\"eta\":1,\"start\":[[1,0],0.5]}", &setting,
                 "meg: start: row 2, expected a list of n = 2 numbers");
  played_refused("meg", "{\"eta\":1,\"start\":[[1,0],[1]]}", &setting,
                 "meg: start: 1 numbers in row 2, expected n = 2");
  const learner_setting vectors = setting_of(INSTANCE_VECTOR, 2);
  played_refused("eg", "{\"eta\":1,\"start\":[[1,0],[0,1]]}", &vectors,
                 "eg: start is a matrix, expected a list of n = 2 numbers: the parameter is diagonal");
}

/* ---- one core: eg is meg on vectors, meg on diagonal matrices, and eg_pm is eg on radius (x, -x) */

Test(exponentiated, diagonal) {
  const learner_setting vectors = setting_of(INSTANCE_VECTOR, N), matrices = setting_of(INSTANCE_MATRIX, N);
  played eg = played_make("eg", "{\"range\":3,\"c\":2}", &vectors);
  played meg = played_make("meg", "{\"range\":3,\"c\":2}", &vectors);
  played whole = played_make("meg", "{\"range\":3,\"c\":2}", &matrices);
  source s = {.kind = INSTANCE_VECTOR, .stream = stream_of("diagonal")};
  for (size_t t = 0; t < ROUNDS; t++) {
    double dense[N * N];
    const instance x = draw(&s);
    const double label = random_gaussian(s.stream);
    instance_to_dense(&x, dense);
    const instance matrix = instance_matrix(N, dense);
    const double said = trial(&eg, &x, label);
    cr_expect_eq(trial(&meg, &x, label), said);
    near(trial(&whole, &matrix, label), said, 4e-15, "matrices", t); /* 60 updates, not one */
  }
  played_free(&eg);
  played_free(&meg);
  played_free(&whole);
  random_stream_free(s.stream);
}

Test(exponentiated, doubled) {
  const learner_setting single = setting_of(INSTANCE_VECTOR, N), twice = setting_of(INSTANCE_VECTOR, 2 * N);
  played pm = played_make("eg_pm", "{\"radius\":3,\"bound\":2,\"c\":0.5}", &single);
  near(played_constant(&pm, "range"), 12.0, 0.0, "r = 2 U X", 0);
  near(played_constant(&pm, "eta"), 2.0 * 0.5 / (144.0 * 2.5), 1e-18, "eta", 0);
  played eg = played_make("eg", "{\"range\":12,\"c\":0.5}", &twice);
  source s = {.kind = INSTANCE_VECTOR, .stream = stream_of("doubled")};
  for (size_t t = 0; t < ROUNDS; t++) {
    double both[2 * N], thin[2];
    const size_t index[2] = {1, 3};
    const instance drawn = draw(&s);
    const double label = random_gaussian(s.stream);
    instance x = drawn;
    memset(both, 0, sizeof both);
    if (t % 2 == 1) {
      memcpy(thin, drawn.value, sizeof thin);
      x = instance_sparse(INSTANCE_VECTOR, N, 2, index, thin);
    }
    for (size_t j = 0; j < x.count; j++) {
      const size_t i = x.index != NULL ? x.index[j] : j;
      both[i] = 3.0 * x.value[j];
      both[N + i] = -3.0 * x.value[j];
    }
    const instance doubled = instance_dense_vector(2 * N, both);
    near(trial(&pm, &x, label), trial(&eg, &doubled, label), 1e-14, "eg_pm", t);
  }
  played_free(&pm);
  played_free(&eg);
  random_stream_free(s.stream);
}

/* ---- degenerate cases */

Test(exponentiated, one_dimension) { /* X28 */
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 1);
  played p = played_make("meg", "{\"range\":1,\"loss_at_most\":2}", &setting);
  for (int t = 0; t < 20; t++) {
    const double number = t - 7.5;
    const instance x = instance_matrix(1, &number);
    near(trial(&p, &x, 3.0), number, 0.0, "yhat = X", 0);
  }
  played_free(&p);
}

Test(exponentiated, multiples_of_the_identity) { /* X29 */
  const learner_setting setting = setting_of(INSTANCE_LOW_RANK, N);
  played p = played_make("meg", "{\"eta\":0.5}", &setting);
  const instance identity = instance_low_rank(N, 0, NULL, NULL, 0.75), zero = instance_low_rank(N, 0, NULL, NULL, 0.0);
  double least = 0.0, largest = 0.0;
  for (size_t t = 0; t < 20; t++) {
    near(trial(&p, &identity, -1.0), 0.75, 1e-14, "yhat", t);
    near(trial(&p, &zero, 1.0), 0.0, 0.0, "yhat of 0", t);
  }
  OK(spectral_extremes(learner_parameter(&p.learner), &least, &largest));
  near(least, 0.2, 1e-14, "W", 0);
  near(largest, 0.2, 1e-14, "W", 0);
  played_free(&p);
}

/* Steps of size 1e6 for a thousand trials: predictions stay within the spectrum. */
Test(exponentiated, nothing_overflows) {
  for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_MATRIX; kind++) {
    const learner_setting setting = setting_of(kind, N);
    played p = played_make("meg", "{\"eta\":1000}", &setting);
    source s = {.kind = kind, .stream = stream_of("large")};
    for (size_t t = 0; t < 1000; t++) {
      const instance x = draw(&s);
      const double said = trial(&p, &x, 1000.0 * random_gaussian(s.stream));
      cr_expect(fabs(said) <= instance_nuclear(&x) * (1 + 1e-9), "kind %d, %zu: %g", (int)kind, t, said);
    }
    played_free(&p);
    random_stream_free(s.stream);
  }
}

Test(exponentiated, no_gradient_no_update) {
  const learner_setting setting = setting_of(INSTANCE_DISTANCE, 3);
  played p = played_make("meg", "{\"tuning\":\"separable\"}", &setting);
  near(played_constant(&p, "eta"), 2.0, 0.0, "2/r^2", 0);
  const instance x = instance_distance(3, 2, 0);
  prediction said = {0};
  bool updated = true;
  OK(learner_predict(&p.learner, &x, &said));
  OK(learner_update(&p.learner, &x, &said, said.score, &updated));
  cr_expect_not(updated);
  played_free(&p);
}

/* ---- other losses: the slope of the extended loss */

Test(exponentiated, other_losses) {
  learner_setting setting = setting_of(INSTANCE_VECTOR, 2);
  static const double x[2] = {1.0, -1.0};
  const instance vector = instance_dense_vector(2, x);
  static const struct {
    loss_kind kind;
    double label, slope;
  } cases[] = {
      {LOSS_ABSOLUTE, 0.5, -1.0}, {LOSS_HINGE, 1.0, -1.0}, {LOSS_LOGISTIC, 1.0, -0.5}, {LOSS_VIOLATION, -1.0, 1.0}};
  for (size_t i = 0; i < 4; i++) {
    setting.loss = (loss){cases[i].kind, -INFINITY, INFINITY, -INFINITY, INFINITY, 2.0};
    played p = played_make("eg", "{\"eta\":0.3}", &setting);
    near(trial(&p, &vector, cases[i].label), 0.0, 1e-16, "first", i);
    near(played_score(&p, &vector), tanh(-0.3 * 2.0 * cases[i].slope), 1e-15, loss_kind_name(cases[i].kind), i);
    played_free(&p);
  }
  played_refused("eg", "{\"range\":2}", &setting,
                 "eg: eta is needed: the theorem's rates are for square losses, this one is violation");
  setting.loss = loss_of_signs;
  played_refused("eg", "{\"eta\":1}", &setting, "eg: needs real labels with a convex loss, this one is zero_one");
}

/* Squares with an interval: clipped predictions, the slope of the square itself. */
Test(exponentiated, interval_and_scale) {
  learner_setting setting = setting_of(INSTANCE_VECTOR, 2);
  static const double x[2] = {3.0, 1.0};
  const instance vector = instance_dense_vector(2, x);
  setting.loss = (loss){LOSS_SQUARE, 0.0, 1.0, 0.0, 1.0, 0.5};
  played p = played_make("eg", "{\"range\":2,\"c\":2}", &setting);
  near(played_constant(&p, "eta"), 2.0 * 2.0 / (4.0 * 4.0) / 0.5, 1e-16, "eta", 0);
  prediction said = {0};
  bool updated = false;
  OK(learner_predict(&p.learner, &vector, &said));
  near(said.score, 2.0, 0.0, "score", 0);
  near(said.value, 1.0, 0.0, "value", 0);
  OK(learner_update(&p.learner, &vector, &said, 1.0, &updated));
  near(played_score(&p, &vector), 2.0 + tanh(-0.5 * (2.0 - 1.0)), 1e-15, "e^(-eta 2 s e x)", 0);
  played_free(&p);
}

/* ---- rates */

Test(exponentiated, rates) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 4), distances = setting_of(INSTANCE_DISTANCE, 4);
  played p = played_make("meg", "{\"range\":3,\"loss_at_most\":2,\"divergence_at_most\":0.5}", &setting);
  const double c = 3.0 * sqrt(2.0 * 0.5 / 2.0);
  near(played_constant(&p, "c"), c, 1e-15, "c", 0);
  near(played_constant(&p, "eta"), 2.0 * c / (9.0 * (2.0 + c)), 1e-16, "eta", 0);
  near(played_constant(&p, "tuned"), 1.0, 0.0, "tuned", 0);
  played_free(&p);
  p = played_make("meg", "{\"loss_at_most\":2}", &distances);
  near(played_constant(&p, "c"), sqrt(log(4.0)), 1e-15, "Dmax = ln n", 0);
  played_free(&p);
  p = played_make("meg", "{\"loss_at_most\":0}", &distances);
  near(played_constant(&p, "eta"), 2.0, 0.0, "no loss", 0);
  near(played_constant(&p, "tuned"), 2.0, 0.0, "separable", 0);
  played_free(&p);
  p = played_make("meg", "{\"eta\":0.7}", &setting);
  cr_expect(isnan(played_constant(&p, "c")) && isnan(played_constant(&p, "range")));
  near(played_constant(&p, "tuned"), 3.0, 0.0, "given", 0);
  played_free(&p);
  played_refused("meg", "{}", &setting, "meg: range is needed for the theorem's rate, or eta");
  played_refused("meg", "{\"eta\":1,\"c\":1}", &setting, "meg: eta and c both set the rate: leave one out");
  played_refused("meg", "{\"range\":1,\"c\":1,\"tuning\":\"separable\"}", &setting,
                 "meg: tuning and c both set the rate: leave one out");
  played_refused("meg", "{\"range\":1,\"divergence_at_most\":1}", &setting,
                 "meg: divergence_at_most has no effect without loss_at_most");
  const learner_setting vectors = setting_of(INSTANCE_VECTOR, 4);
  played_refused("eg_pm", "{}", &vectors, "eg_pm: bound is needed for the theorem's rate, or eta");
}

/* ---- the implicit update */

/* Delta(A, B) of densities of order n, by Jacobi's rotations. */
static double divergence(size_t n, const double *a, const double *b) {
  double la[N], va[N * N], lb[N], vb[N * N], sum = 0.0;
  dense_eigenvalues(n, a, la, va);
  dense_eigenvalues(n, b, lb, vb);
  for (size_t i = 0; i < n; i++) {
    if (la[i] <= 0.0) continue;
    sum += la[i] * log(la[i]);
    for (size_t j = 0; j < n; j++) {
      double dot = 0.0;
      for (size_t k = 0; k < n; k++) dot += va[k * n + i] * vb[k * n + j];
      sum -= la[i] * log(lb[j]) * dot * dot;
    }
  }
  return sum;
}

/* W, entry by entry, from predictions. */
static void density_of(played *p, size_t n, double *w) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double unit[N * N] = {0};
      unit[i * n + j] += 0.5;
      unit[j * n + i] += 0.5;
      const instance x = instance_matrix(n, unit);
      w[i * n + j] = w[j * n + i] = played_score(p, &x);
    }
  }
}

/* Densities of order 2 are exp(a, b; b, -a)/trace = (I + tanh(r)/r (a, b; b, -a))/2, r^2 = a^2 + b^2. The least Delta + eta loss by ever
 * finer grids. */
static double least_by_search(const double *from, const double *x, double eta, double label, double *best) {
  double centre[2] = {0.0, 0.0}, least = INFINITY;
  for (double width = 1.0; width > 1e-6;) {
    double next[2] = {centre[0], centre[1]};
    const double before = least;
    for (int i = -10; i <= 10; i++) {
      for (int j = -10; j <= 10; j++) {
        const double a = centre[0] + 0.1 * width * i, b = centre[1] + 0.1 * width * j, r = hypot(a, b);
        const double share = r > 0.0 ? 0.5 * tanh(r) / r : 0.5;
        const double w[4] = {0.5 + share * a, share * b, share * b, 0.5 - share * a};
        const double e = w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3] - label;
        const double value = divergence(2, w, from) + eta * e * e;
        if (value >= least) continue;
        least = value;
        next[0] = a;
        next[1] = b;
        memcpy(best, w, sizeof w);
      }
    }
    memcpy(centre, next, sizeof centre);
    if (!(least < before)) width *= 0.5;
  }
  return least;
}

Test(exponentiated, implicit_minimises) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 2);
  random_stream *stream = stream_of("implicit");
  for (size_t i = 0; i < 12; i++) {
    const double eta = i % 3 == 0 ? 0.05 : i % 3 == 1 ? 0.3 : 1.0;
    char json[100];
    snprintf(json, sizeof json, "{\"eta\":%g,\"update\":\"implicit\"}", eta);
    played p = played_make("meg", json, &setting);
    for (size_t t = 0; t < 3; t++) {
      double x[4], before[4], after[4], best[4] = {0};
      random_gaussian_vector(stream, 4, x);
      x[2] = x[1];
      const double label = random_gaussian(stream);
      const instance matrix = instance_matrix(2, x);
      density_of(&p, 2, before);
      (void)trial(&p, &matrix, label);
      density_of(&p, 2, after);
      const double e = after[0] * x[0] + 2.0 * after[1] * x[1] + after[3] * x[3] - label;
      const double least = least_by_search(before, x, eta, label, best);
      near(divergence(2, after, before) + eta * e * e, least, 1e-9, "minimum", i);
      for (size_t k = 0; k < 4; k++) near(after[k], best[k], 1e-4, "W", i); /* a minimum is flat */
    }
    played_free(&p);
  }
  random_stream_free(stream);
}

/* Every kind and representation: H' = H - eta g(W') X, the root to the last digits. */
Test(exponentiated, implicit_equation) {
  static const char *const given[] = {"{\"eta\":0.4,\"update\":\"implicit\"}",
                                      "{\"eta\":0.4,\"update\":\"implicit\",\"representation\":\"dense\"}"};
  for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_DISTANCE; kind++) {
    if (instance_kind_has_rows(kind)) continue;
    for (size_t o = 0; o < 2; o++) {
      const learner_setting setting = setting_of(kind, N);
      played p = played_make("meg", given[o], &setting);
      source s = {.kind = kind, .stream = stream_of("equation")};
      double h[N * N] = {0};
      for (size_t t = 0; t < 30; t++) {
        double dense[N * N], w[N * N];
        const instance x = draw(&s);
        const double label = random_gaussian(s.stream);
        instance_to_dense(&x, dense);
        (void)trial(&p, &x, label);
        const double after = played_score(&p, &x);
        for (size_t e = 0; e < N * N; e++) h[e] -= 0.4 * 2.0 * (after - label) * dense[e];
        naive_density(h, w);
        near(dense_inner(N * N, w, dense), after, 1e-10 * fmax(1.0, fabs(after)), instance_kind_name(kind), t);
      }
      played_free(&p);
      random_stream_free(s.stream);
    }
  }
}

/* eg_pm: H' = H - eta U g(w') x, w'_i = U 2 sinh H'_i / sum 2 cosh H'_j. */
Test(exponentiated, implicit_equation_of_both_signs) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, N);
  played p = played_make("eg_pm", "{\"radius\":3,\"eta\":0.05,\"update\":\"implicit\"}", &setting);
  source s = {.kind = INSTANCE_VECTOR, .stream = stream_of("both signs")};
  double h[N] = {0};
  for (size_t t = 0; t < 40; t++) {
    const instance x = draw(&s);
    const double label = 2.0 * random_gaussian(s.stream);
    double sum = 0.0, total = 0.0;
    (void)trial(&p, &x, label);
    const double after = played_score(&p, &x);
    for (size_t i = 0; i < N; i++) {
      h[i] -= 0.05 * 3.0 * 2.0 * (after - label) * x.value[i];
      sum += 2.0 * sinh(h[i]) * x.value[i];
      total += 2.0 * cosh(h[i]);
    }
    near(after, 3.0 * sum / total, 1e-10, "w . x", t);
  }
  played_free(&p);
  random_stream_free(s.stream);
}

/* Footnote 2: for large eta the projection of W onto {<W,X> = y}, and Pythagoras for every U there. */
Test(exponentiated, implicit_limit_is_the_projection) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 3);
  static const double x[9] = {1, 0.5, 0, 0.5, -1, 0.25, 0, 0.25, 0.5};
  const instance matrix = instance_matrix(3, x);
  played p = played_make("meg", "{\"eta\":1e8,\"update\":\"implicit\",\"start\":[0.5,0.3,0.2]}", &setting);
  double before[9], after[9];
  density_of(&p, 3, before);
  (void)trial(&p, &matrix, -0.4);
  density_of(&p, 3, after);
  near(played_score(&p, &matrix), -0.4, 1e-8, "<W,X> = y", 0);
  random_stream *stream = stream_of("pythagoras");
  for (size_t i = 0; i < 20; i++) {
    double g[9], u[9], value = 0.0;
    random_gaussian_vector(stream, 9, g);
    for (size_t j = 0; j < 9; j++) {
      u[j] = 0.0;
      for (size_t k = 0; k < 3; k++) u[j] += g[j / 3 * 3 + k] * g[j % 3 * 3 + k];
    }
    const double trace = u[0] + u[4] + u[8];
    for (size_t j = 0; j < 9; j++) value += u[j] / trace * x[j];
    /* mixed with the vertex e_2 or e_1, of value -1 or 1, until <U,X> = -0.4 */
    const size_t vertex = value > -0.4 ? 4 : 0;
    const double share = (-0.4 - value) / (x[vertex] - value);
    for (size_t j = 0; j < 9; j++) u[j] *= (1.0 - share) / trace;
    u[vertex] += share;
    near(divergence(3, u, before), divergence(3, u, after) + divergence(3, after, before), 1e-7, "Pythagoras", i);
  }
  random_stream_free(stream);
  played_free(&p);
}

/* A kink: |p - y| is met exactly once eta is large enough to reach it. */
Test(exponentiated, implicit_absolute) {
  learner_setting setting = setting_of(INSTANCE_VECTOR, 2);
  static const double x[2] = {1.0, -1.0};
  const instance vector = instance_dense_vector(2, x);
  setting.loss = (loss){LOSS_ABSOLUTE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1.0};
  played p = played_make("eg", "{\"eta\":0.3,\"update\":\"implicit\"}", &setting);
  (void)trial(&p, &vector, 0.5); /* atanh 0.5 = 0.549 is 0.3 + 0.249 */
  near(played_score(&p, &vector), tanh(0.3), 1e-15, "a whole step", 0);
  (void)trial(&p, &vector, 0.5);
  near(played_score(&p, &vector), 0.5, 1e-14, "at the kink", 0);
  played_free(&p);
}

/* Delta(U, W) = sum u ln u - sum u_i ln w_j (u_i . w_j)^2, with a minus sign: what the bounds take from the parameter, and 0 for U = W. */
Test(exponentiated, divergence_formula) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX, 3);
  static const double u[9] = {0.5, 0.2, 0, 0.2, 0.3, 0.1, 0, 0.1, 0.2};
  played p = played_make("meg", "{\"eta\":1,\"start\":[[0.4,0.1,0.05],[0.1,0.35,-0.1],[0.05,-0.1,0.25]]}", &setting);
  const instance target = instance_matrix(3, u);
  double w[9], values[3], entropy = 0.0, found = 0.0;
  density_of(&p, 3, w);
  dense_eigenvalues(3, u, values, NULL);
  for (size_t i = 0; i < 3; i++) entropy += values[i] * log(values[i]);
  OK(spectral_divergence(learner_parameter(&p.learner), &target, entropy, NAN, 1.0, &found));
  near(found, divergence(3, u, w), 1e-13, "Delta(U, W)", 0);
  near(divergence(3, w, w), 0.0, 1e-14, "Delta(W, W)", 0);
  played_free(&p);
}

/* ---- states */

static void goes_on(const char *name, const char *json, instance_kind kind) {
  const learner_setting setting = setting_of(kind, N);
  played p = played_make(name, json, &setting);
  source s = {.kind = kind, .stream = stream_of("state")};
  saved_learner saved = {0};
  for (size_t t = 0; t < 60; t++) {
    const instance x = draw(&s);
    const double label = random_gaussian(s.stream);
    if (t == 30) saved = state_again(&p, &setting, 0);
    const double said = trial(&p, &x, label);
    if (t < 30) continue;
    played again = {.learner = saved.learner};
    cr_expect_eq(trial(&again, &x, label), said, "%s %s, kind %d, trial %zu", name, json, (int)kind, t);
  }
  saved_learner_free(&saved);
  played_free(&p);
  random_stream_free(s.stream);
}

Test(exponentiated, states) {
  for (instance_kind kind = INSTANCE_VECTOR; kind <= INSTANCE_DISTANCE; kind++) {
    if (instance_kind_has_rows(kind)) continue;
    goes_on("meg", "{\"eta\":0.1}", kind);
    goes_on("meg", "{\"eta\":0.1,\"update\":\"implicit\"}", kind);
    goes_on("meg", "{\"range\":6,\"loss_at_most\":10,\"start\":[0.3,0.1,0.2,0.15,0.25]}", kind);
  }
  goes_on("eg", "{\"range\":5}", INSTANCE_VECTOR);
  goes_on("eg_pm", "{\"bound\":4}", INSTANCE_VECTOR);
}
