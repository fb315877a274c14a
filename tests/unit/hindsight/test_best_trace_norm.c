/* Bounded trace norm in hindsight: closed forms, the alternating direction method on tiny cases, and recorded
 * ratings. */
#include <criterion/criterion.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "hindsight/trace_norm/best_trace_norm.h"
#include "hindsight/trace_norm/trace_norm_certificate.h"
#include "unit/check.h"

static arena memory; /* of what a test makes */

enum { MOST_TRIALS = 4000, TINY = 8 };

typedef struct played {
  size_t row[MOST_TRIALS], column[MOST_TRIALS];
  double label[MOST_TRIALS];
  entry_trials trials;
} played;

static loss loss_on(loss_kind kind, double end) {
  return (loss){kind, -end, end, -1.0, 1.0, 1.0};
}

static played *play(size_t m, size_t n, loss l) {
  played *p = calloc(1, sizeof *p);
  p->trials = (entry_trials){.m = m, .n = n, .row = p->row, .column = p->column, .label = p->label, .loss = l};
  return p;
}

static void add(played *p, size_t i, size_t j, double y) {
  p->row[p->trials.count] = i;
  p->column[p->trials.count] = j;
  p->label[p->trials.count++] = y;
}

/* a (m x n, m >= n) = q diag(s) v^T; a becomes q */
static void decompose(gsl_matrix *a, gsl_matrix *v, gsl_vector *s) {
  gsl_vector *work = gsl_vector_alloc(a->size2);
  cr_assert_eq(gsl_linalg_SV_decomp(a, v, s, work), 0);
  gsl_vector_free(work);
}

static double trace_norm_of(size_t m, size_t n, const double *w) {
  const size_t longer = m > n ? m : n, shorter = m > n ? n : m;
  gsl_matrix *a = gsl_matrix_alloc(longer, shorter), *v = gsl_matrix_alloc(shorter, shorter);
  gsl_vector *s = gsl_vector_alloc(shorter);
  double sum = 0.0;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) gsl_matrix_set(a, m > n ? i : j, m > n ? j : i, w[i * n + j]);
  }
  decompose(a, v, s);
  for (size_t l = 0; l < shorter; l++) sum += gsl_vector_get(s, l);
  gsl_matrix_free(a);
  gsl_matrix_free(v);
  gsl_vector_free(s);
  return sum;
}

static double loss_of(const entry_trials *trials, const double *w) {
  double sum = 0.0;
  for (size_t t = 0; t < trials->count; t++) {
    sum += loss_value(&trials->loss, w[trials->row[t] * trials->n + trials->column[t]], trials->label[t]);
  }
  return sum;
}

/* Checks that the answer is in the class and that its loss is in the interval; returns the loss. */
static double fit(const entry_trials *trials, double radius, double *least) {
  comparator *u;
  size_t m;
  OK(best_trace_norm(trials, radius, &u));
  const double *w = comparator_entries(u, &m);
  cr_assert_eq(m, trials->m);
  const double own = loss_of(trials, w), norm = trace_norm_of(m, trials->n, w);
  cr_expect_leq(norm, radius * (1.0 + 1e-13), "trace norm %.17g, radius %.17g", norm, radius);
  for (size_t e = 0; e < m * trials->n; e++) cr_assert(w[e] >= trials->loss.low && w[e] <= trials->loss.high);
  *least = comparator_least(u);
  cr_expect_leq(*least, own);
  cr_expect_eq(comparator_origin_of(u),
               own - *least <= 1e-9 * fmax(1.0, fabs(*least)) ? COMPARATOR_EXACT : COMPARATOR_INTERVAL);
  comparator_free(u);
  return own;
}

static void expect_minimum(const entry_trials *trials, double radius, double minimum, double near, const char *name) {
  double least;
  const double own = fit(trials, radius, &least);
  cr_expect_float_eq(own, minimum, near, "%s: own %.17g, minimum %.17g", name, own, minimum);
  cr_expect_float_eq(least, minimum, near, "%s: least %.17g, minimum %.17g", name, least, minimum);
}

/* Trials of (i,i): |W|_* >= sum |W_ii|, so only the diagonal matters. Absolute: sum |y| - radius. Square: the distance
 * to the ball of the 1-norm, y = (1, 1/2, 1/4) and radius 1: W = (3/4, 1/4, 0), 1/16 + 1/16 + 1/16. */
Test(best_trace_norm, diagonal) {
  static const double y[] = {1.0, -0.5, 0.25};
  for (int turned = 0; turned < 2; turned++) {
    played *p = play(turned ? 5 : 3, turned ? 3 : 5, loss_on(LOSS_ABSOLUTE, 1.0));
    for (size_t i = 0; i < 3; i++) add(p, i, i, y[i]);
    expect_minimum(&p->trials, 0.5, 1.25, 1e-9, "absolute");
    expect_minimum(&p->trials, 1.75, 0.0, 1e-9, "absolute, all of it");
    p->trials.loss.kind = LOSS_SQUARE;
    expect_minimum(&p->trials, 1.0, 3.0 / 16.0, 1e-9, "square");
    free(p);
  }
}

/* Linear losses far inside the interval: - radius |C|. C = a b^T + 0 has |C| = |a| |b|; with the interval one row is a
 * vector: the least <c,x> over |x| <= r, |x_j| <= 1/2, c = (4, 1, 1): x = -(1/2, 1/2, 1/2) for r = 1, and -(1/2, s, s)
 * with 1/4 + 2 s^2 = r^2 for r = 3/4. */
Test(best_trace_norm, linear) {
  static const double a[] = {1.0, -2.0, 2.0}, b[] = {0.5, 0.5, 0.5, -0.5};
  played *p = play(3, 4, loss_on(LOSS_LINEAR, 100.0));
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 4; j++) add(p, i, j, a[i] * b[j]);
  }
  expect_minimum(&p->trials, 7.0, -21.0, 1e-8, "rank one");
  free(p);
  p = play(1, 3, loss_on(LOSS_LINEAR, 0.5));
  add(p, 0, 0, 4.0);
  add(p, 0, 1, 1.0);
  add(p, 0, 2, 1.0);
  expect_minimum(&p->trials, 1.0, -3.0, 1e-8, "a vector in a box");
  expect_minimum(&p->trials, 0.75, -2.0 - 2.0 * sqrt((0.5625 - 0.25) / 2.0), 1e-8, "a vector in ball and box");
  free(p);
}

/* Labels of a matrix of rank one, repeated: the loss is 0 at its own norm. */
Test(best_trace_norm, rank_one_truth) {
  played *p = play(6, 9, loss_on(LOSS_ABSOLUTE, 1.0));
  double rows = 0.0, columns = 0.0, least;
  for (size_t i = 0; i < 6; i++) rows += ldexp((double)(i + 1), -3) * ldexp((double)(i + 1), -3);
  for (size_t j = 0; j < 9; j++) columns += (double)j * (double)j / 100.0;
  for (size_t e = 0; e < 108; e++) {
    const size_t i = e % 54 / 9, j = e % 9;
    add(p, i, j, ldexp((double)(i + 1), -3) * (double)j / 10.0);
  }
  expect_minimum(&p->trials, sqrt(rows * columns), 0.0, 1e-8, "its norm");
  cr_expect_geq(fit(&p->trials, 0.9 * sqrt(rows * columns), &least), 0.01);
  cr_expect_geq(least, 0.01);
  free(p);
}

/* argmin of the entry's losses + rho/2 (x - z)^2 over the interval, by bisection of the slope */
static double proximal(const entry_trials *trials, size_t i, size_t j, double z, double rho) {
  double low = trials->loss.low, high = trials->loss.high;
  for (int step = 0; step < 60; step++) {
    const double x = 0.5 * (low + high), width = 1e-9;
    double slope = rho * (x - z);
    for (size_t t = 0; t < trials->count; t++) {
      if (trials->row[t] != i || trials->column[t] != j) continue;
      slope += (loss_value(&trials->loss, x + width, trials->label[t]) -
                loss_value(&trials->loss, x - width, trials->label[t])) /
               (2.0 * width);
    }
    *(slope > 0.0 ? &high : &low) = x;
  }
  return 0.5 * (low + high);
}

/* z (m x n) = the point of the ball nearest to z; m >= n */
static void project(gsl_matrix *z, double radius) {
  const size_t n = z->size2;
  gsl_matrix *q = gsl_matrix_alloc(z->size1, n), *v = gsl_matrix_alloc(n, n);
  gsl_vector *s = gsl_vector_alloc(n);
  gsl_matrix_memcpy(q, z);
  decompose(q, v, s);
  double low = 0.0, high = gsl_vector_get(s, 0);
  for (int step = 0; step < 100; step++) {
    const double shift = 0.5 * (low + high);
    double sum = 0.0;
    for (size_t l = 0; l < n; l++) sum += fmax(0.0, gsl_vector_get(s, l) - shift);
    *(sum > radius ? &low : &high) = shift;
  }
  gsl_matrix_set_zero(z);
  for (size_t l = 0; l < n; l++) {
    const double value = fmax(0.0, gsl_vector_get(s, l) - high);
    for (size_t i = 0; i < z->size1; i++) {
      for (size_t j = 0; j < n; j++) {
        *gsl_matrix_ptr(z, i, j) += value * gsl_matrix_get(q, i, l) * gsl_matrix_get(v, j, l);
      }
    }
  }
  gsl_matrix_free(q);
  gsl_matrix_free(v);
  gsl_vector_free(s);
}

/* ADMM of two copies, x in the box and z in the ball; the loss of z at the end, clipped. */
static double alternating(const entry_trials *trials, double radius) {
  const size_t m = trials->m, n = trials->n;
  const double rho = 3.0;
  gsl_matrix *z = gsl_matrix_calloc(m, n);
  double x[TINY * TINY] = {0.0}, dual[TINY * TINY] = {0.0}, sum;
  for (int step = 0; step < 2000; step++) {
    for (size_t i = 0; i < m; i++) {
      for (size_t j = 0; j < n; j++) {
        const size_t e = i * n + j;
        x[e] = proximal(trials, i, j, gsl_matrix_get(z, i, j) - dual[e], rho);
      }
    }
    for (size_t e = 0; e < m * n; e++) gsl_matrix_set(z, e / n, e % n, x[e] + dual[e]);
    project(z, radius);
    for (size_t e = 0; e < m * n; e++) dual[e] += x[e] - gsl_matrix_get(z, e / n, e % n);
  }
  for (size_t e = 0; e < m * n; e++) x[e] = loss_clip(&trials->loss, gsl_matrix_get(z, e / n, e % n));
  sum = loss_of(trials, x);
  gsl_matrix_free(z);
  return sum;
}

Test(best_trace_norm, alternating_direction_method, .timeout = 120) {
  static const loss_kind kinds[] = {LOSS_ABSOLUTE, LOSS_SQUARE, LOSS_LOGISTIC, LOSS_HINGE, LOSS_LINEAR};
  random_stream *random;
  OK(random_stream_new(1, "trace norm tests", &random));
  for (size_t k = 0; k < 5; k++) {
    played *p = play(5, 4, loss_on(kinds[k], 0.5));
    for (size_t t = 0; t < 24; t++) {
      const double y = k < 2 ? random_range(random, -1.0, 1.0) : random_chance(random, 0.5) ? 1.0 : -1.0;
      add(p, random_index(random, 5), random_index(random, 4), y);
    }
    for (int power = -1; power < 2; power++) {
      const double radius = ldexp(1.0, power);
      expect_minimum(&p->trials, radius, alternating(&p->trials, radius), 1e-4, loss_kind_name(kinds[k]));
    }
    free(p);
  }
  random_stream_free(random);
}

/* Any weights give a bound: that of random ones is never above the minimum. */
Test(best_trace_norm, every_certificate_is_below) {
  random_stream *random;
  played *p = play(6, 7, loss_on(LOSS_HINGE, 1.0));
  fit_entries entries;
  double u[42], least, bound;
  OK(random_stream_new(2, "trace norm tests", &random));
  for (size_t t = 0; t < 80; t++) add(p, t % 6, random_index(random, 7), random_chance(random, 0.5) ? 1.0 : -1.0);
  const double own = fit(&p->trials, 3.0, &least);
  OK(fit_entries_new(&memory, &p->trials, &entries));
  cr_assert_eq(entries.count, 42);
  for (int round = 0; round < 50; round++) {
    for (size_t e = 0; e < 42; e++) u[e] = random_range(random, -2.0, 2.0);
    OK(fit_certificate(&entries, u, 3.0, &bound));
    cr_expect_leq(bound, own);
  }
  memset(u, 0, sizeof u);
  OK(fit_certificate(&entries, u, 3.0, &bound)); /* each entry alone */
  cr_expect(bound <= own && bound >= -1e-9);
  arena_free(&memory);
  random_stream_free(random);
  free(p);
}

/* 70 x 90: more entries than have trials, labels with noise. Both directions of the matrix agree. */
Test(best_trace_norm, sparse_trials, .timeout = 120) {
  random_stream *random;
  played *p = play(70, 90, loss_on(LOSS_ABSOLUTE, 1.0)), *turned = play(90, 70, loss_on(LOSS_ABSOLUTE, 1.0));
  double least, least_turned;
  OK(random_stream_new(3, "trace norm tests", &random));
  for (size_t t = 0; t < 1500; t++) {
    const size_t i = random_index(random, 70), j = random_index(random, 90);
    const double y = ((i + j) % 2 == 0 ? 0.5 : -0.5) + random_range(random, -0.4, 0.4);
    add(p, i, j, y);
    add(turned, j, i, y);
  }
  const double own = fit(&p->trials, 40.0, &least), own_turned = fit(&turned->trials, 40.0, &least_turned);
  cr_expect_leq(own - least, 1e-3 * own, "[%.10g, %.10g]", least, own);
  cr_expect_leq(least_turned, own);
  cr_expect_leq(least, own_turned);
  random_stream_free(random);
  free(p);
  free(turned);
}

/* Where the interval cuts the entries of the factors' product. */
Test(best_trace_norm, narrow_intervals) {
  random_stream *stream = NULL;
  OK(random_stream_new(5, "narrow", &stream));
  for (size_t k = 0; k < 60; k++) {
    const size_t n = 2 + k % 3;
    played *p = play(n, n, loss_on(k % 2 == 0 ? LOSS_ABSOLUTE : LOSS_LINEAR, 0.5));
    double least;
    for (size_t t = 0; t < 12; t++)
      add(p, random_index(stream, n), random_index(stream, n), random_range(stream, -1, 1));
    (void)fit(&p->trials, 0.5 * (double)n, &least);
    free(p);
  }
  random_stream_free(stream);
}

Test(best_trace_norm, refusals) {
  played *p = play(2, 2, loss_of_signs);
  comparator *u;
  add(p, 0, 0, 1.0);
  cr_expect_eq(best_trace_norm(&p->trials, 1.0, &u), STATUS_INVALID);
  p->trials.loss = loss_on(LOSS_SQUARE, 1.0);
  cr_expect_eq(best_trace_norm(&p->trials, 0.0, &u), STATUS_INVALID);
  cr_expect_eq(best_trace_norm(&p->trials, NAN, &u), STATUS_INVALID);
  p->trials.loss.low = 0.5;
  cr_expect_eq(best_trace_norm(&p->trials, 1.0, &u), STATUS_INVALID);
  p->trials.loss.low = 0.0;
  p->row[0] = 2;
  cr_expect_eq(best_trace_norm(&p->trials, 1.0, &u), STATUS_INVALID);
  free(p);
}

/* The first users of MovieLens, ratings on [-1, 1]. */
Test(best_trace_norm, ratings, .timeout = 300) {
  const char *data = getenv("DATA");
  char name[4096];
  if (data == NULL || *data == '\0') cr_skip_test("needs DATA=folder with movielens-small/ratings.csv");
  (void)snprintf(name, sizeof name, "%s/movielens-small/ratings.csv", data);
  FILE *file = fopen(name, "r");
  if (file == NULL) cr_skip_test("needs DATA=folder with movielens-small/ratings.csv");
  static size_t film[200000];
  size_t films = 0, user, id;
  double rating, least;
  played *p = play(20, 0, loss_on(LOSS_ABSOLUTE, 1.0));
  cr_assert_eq(fscanf(file, "%*[^\n]"), 0);
  while (fscanf(file, "%zu,%zu,%lf,%*d", &user, &id, &rating) == 3 && user <= 20) {
    if (film[id] == 0) film[id] = ++films;
    add(p, user - 1, film[id] - 1, (rating - 2.75) / 2.25);
  }
  (void)fclose(file);
  p->trials.n = films;
  const double own = fit(&p->trials, 20.0, &least);
  cr_expect_leq(own - least, 1e-3 * own, "[%.10g, %.10g]", least, own);
  free(p);
}
