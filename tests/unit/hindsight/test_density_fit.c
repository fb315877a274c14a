/* Best density matrices in hindsight: order 2 by its disk of densities, planted ones, commuting instances against the
 * simplex, and the certificate against the conditional gradient's gap by Jacobi's rotations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "hindsight/square_loss.h"
#include "hindsight/square_loss/density_fit.h"
#include "hindsight/square_loss/regression_fit.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"

enum { MOST_N = 12, MOST_TRIALS = 3000 };

typedef struct played {
  size_t n, count;
  instance x[MOST_TRIALS];
  double y[MOST_TRIALS], number[MOST_TRIALS][MOST_N * MOST_N], weights[2];
} played;

static played *play(size_t n) {
  played *p = calloc(1, sizeof *p);
  p->n = n;
  p->weights[0] = 0.75;
  p->weights[1] = -0.5;
  return p;
}

/* The next instance, of each kind in turn, and its label. */
static void add(played *p, random_stream *stream, instance_kind kind, double y) {
  const size_t n = p->n, t = p->count++;
  double *z = p->number[t];
  random_gaussian_vector(stream, kind == INSTANCE_LOW_RANK ? 2 * n : n, z);
  if (kind == INSTANCE_MATRIX) {
    random_gaussian_vector(stream, n * n, z);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i; j++) z[i * n + j] = z[j * n + i];
    }
    p->x[t] = instance_matrix(n, z);
  } else if (kind == INSTANCE_DISTANCE) {
    p->x[t] = instance_distance(n, random_index(stream, n), random_index(stream, n));
  } else if (kind == INSTANCE_LOW_RANK) {
    p->x[t] = instance_low_rank(n, 2, z, p->weights, 0.25);
  } else {
    p->x[t] = kind == INSTANCE_DYAD ? instance_dense_dyad(n, z) : instance_dense_vector(n, z);
  }
  p->y[t] = y;
}

static long double inner(const instance *x, size_t n, const double *u) {
  double dense[MOST_N * MOST_N];
  long double sum = 0;
  instance_to_dense(x, dense);
  for (size_t i = 0; i < n * n; i++) sum += (long double)dense[i] * u[i];
  return sum;
}

static long double loss_at(const played *p, const double *u) {
  long double sum = 0;
  for (size_t t = 0; t < p->count; t++) {
    const long double e = inner(&p->x[t], p->n, u) - p->y[t];
    sum += e * e;
  }
  return sum;
}

typedef struct answer {
  double u[MOST_N * MOST_N], least;
  long double loss;
  comparator_origin origin;
} answer;

/* With the checks that hold for every answer: a density, a loss above its bound, and a gap consistent with the
 * bound. */
static answer fit(const played *p) {
  answer out = {.least = NAN};
  comparator *best = NULL;
  const size_t n = p->n;
  double values[MOST_N], gradient[MOST_N * MOST_N] = {0}, here = 0;
  OK(comparator_density_fit(n, p->count, p->x, p->y, &eigen_own, &best));
  instance_to_dense(comparator_instance(best), out.u);
  out.least = comparator_least(best);
  out.origin = comparator_origin_of(best);
  comparator_free(best);
  out.loss = loss_at(p, out.u);
  dense_eigenvalues(n, out.u, values, NULL);
  for (size_t i = 0; i < n; i++) cr_assert_geq(values[i], -1e-15);
  cr_assert_float_eq(dense_trace(n, out.u), 1, 1e-14);
  for (size_t t = 0; t < p->count; t++) {
    const double e = (double)inner(&p->x[t], n, out.u) - p->y[t];
    instance_add_to_dense(&p->x[t], e, gradient);
  }
  dense_eigenvalues(n, gradient, values, NULL);
  double least = INFINITY;
  for (size_t i = 0; i < n; i++) least = fmin(least, values[i]);
  for (size_t i = 0; i < n * n; i++) here += gradient[i] * out.u[i];
  cr_assert_leq(2 * (here - least), 1e-9 * fmax(1, (double)out.loss), "gap %g", 2 * (here - least));
  cr_assert_leq(out.least, (double)out.loss * (1 + 1e-14));
  cr_assert_eq(out.origin, COMPARATOR_EXACT);
  return out;
}

/* U = (I + a Z + b X)/2, a^2 + b^2 <= 1: tr(U M) = (M_11 + M_22)/2 + a (M_11 - M_22)/2 + b M_12. */
static long double disk_loss(const played *p, long double a, long double b) {
  const double u[] = {(double)(0.5L + a / 2), (double)(b / 2), (double)(b / 2), (double)(0.5L - a / 2)};
  return loss_at(p, u);
}

static long double least_of_disk(const played *p) {
  long double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
  for (size_t t = 0; t < p->count; t++) {
    double m[4];
    instance_to_dense(&p->x[t], m);
    const long double a = (m[0] - (long double)m[3]) / 2, b = m[1], r = p->y[t] - (m[0] + (long double)m[3]) / 2;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ra += a * r;
    rb += b * r;
  }
  const long double determinant = aa * bb - ab * ab;
  const long double a = (bb * ra - ab * rb) / determinant, b = (aa * rb - ab * ra) / determinant;
  if (a * a + b * b <= 1) return disk_loss(p, a, b);
  const long double turn = acosl(-1) / 500;
  long double best = 0, least = INFINITY;
  for (int k = 0; k < 1000; k++) {
    const long double here = disk_loss(p, cosl(k * turn), sinl(k * turn));
    if (here >= least) continue;
    least = here;
    best = k * turn;
  }
  for (int k = 0; k < 40; k++) {
    const long double width = ldexpl(turn, -k);
    for (int side = -1; side <= 1; side += 2) {
      const long double here = disk_loss(p, cosl(best + side * width), sinl(best + side * width));
      if (here >= least) continue;
      least = here;
      best += side * width;
    }
  }
  return least;
}

Test(density_fit, order_two_is_a_disk) {
  random_stream *stream;
  OK(random_stream_new(1, "density", &stream));
  const instance_kind kinds[] = {INSTANCE_DYAD, INSTANCE_MATRIX, INSTANCE_LOW_RANK, INSTANCE_VECTOR};
  for (size_t round = 0; round < 40; round++) {
    played *p = play(2);
    for (size_t t = 0; t < 3 + 2 * round; t++) add(p, stream, kinds[(t + round) % 4], 2 * random_gaussian(stream));
    const answer found = fit(p);
    const double least = (double)least_of_disk(p);
    cr_assert_float_eq((double)found.loss, least, 1e-9 * fmax(1, least), "%.17Lg, not %.17g", found.loss, least);
    cr_assert_leq(found.least, least * (1 + 1e-13));
    free(p);
  }
  random_stream_free(stream);
}

static void random_density(random_stream *stream, size_t n, size_t rank, double *u) {
  memset(u, 0, n * n * sizeof *u);
  for (size_t k = 0; k < rank; k++) {
    double z[MOST_N];
    random_gaussian_vector(stream, n, z);
    for (size_t i = 0; i < n * n; i++) u[i] += z[i / n] * z[i % n];
  }
  const double trace = dense_trace(n, u);
  for (size_t i = 0; i < n * n; i++) u[i] /= trace;
}

Test(density_fit, planted_densities_have_no_loss) {
  random_stream *stream;
  OK(random_stream_new(2, "density", &stream));
  const instance_kind kinds[] = {INSTANCE_DYAD, INSTANCE_MATRIX, INSTANCE_DISTANCE, INSTANCE_LOW_RANK, INSTANCE_VECTOR};
  for (size_t round = 0; round < 15; round++) {
    double target[MOST_N * MOST_N];
    played *p = play(8);
    random_density(stream, 8, 1 + round % 8, target);
    for (size_t t = 0; t < 40 * (1 + round); t++) {
      add(p, stream, kinds[(t + round) % 5], 0);
      p->y[t] = (double)inner(&p->x[t], 8, target);
    }
    const answer found = fit(p);
    cr_assert_leq((double)found.loss, 1e-12);
    cr_assert_leq(found.least, 1e-12);
    free(p);
  }
  random_stream_free(stream);
}

/* Diagonal matrices are vectors, and those have the simplex. */
Test(density_fit, commuting_instances_have_the_simplex) {
  random_stream *stream;
  OK(random_stream_new(3, "density", &stream));
  for (size_t round = 0; round < 6; round++) {
    played *vectors = play(9), *matrices = play(9);
    comparator *best = NULL;
    for (size_t t = 0; t < 50; t++) {
      add(vectors, stream, INSTANCE_VECTOR, random_gaussian(stream));
      instance_to_dense(&vectors->x[t], matrices->number[t]);
      matrices->x[t] = instance_matrix(9, matrices->number[t]);
      matrices->y[t] = vectors->y[t];
    }
    matrices->count = 50;
    const answer by_matrices = fit(matrices), by_vectors = fit(vectors);
    OK(comparator_regression_fit(REGRESSION_SIMPLEX, 1, 9, 50, vectors->x, vectors->y, &best));
    cr_assert_eq(comparator_least(best), by_vectors.least);
    cr_assert_float_eq((double)by_matrices.loss, (double)by_vectors.loss, 1e-9 * (double)by_vectors.loss);
    comparator_free(best);
    free(vectors);
    free(matrices);
  }
  random_stream_free(stream);
}

/* No density is better than the bound, and distances give the same answer as dyads and matrices. */
Test(density_fit, distances_in_three_forms) {
  random_stream *stream;
  OK(random_stream_new(4, "density", &stream));
  for (size_t round = 0; round < 4; round++) {
    played *p = play(10), *as_dyads = play(10), *as_matrices = play(10);
    static size_t index[MOST_TRIALS][2];
    for (size_t t = 0; t < 600; t++) {
      add(p, stream, INSTANCE_DISTANCE, random_gaussian(stream));
      as_dyads->x[t] = instance_distance_dyad(&p->x[t], index[t], as_dyads->number[t]);
      instance_to_dense(&p->x[t], as_matrices->number[t]);
      as_matrices->x[t] = instance_matrix(10, as_matrices->number[t]);
      as_dyads->y[t] = as_matrices->y[t] = p->y[t];
    }
    p->count = as_dyads->count = as_matrices->count = 600;
    const answer found = fit(p);
    cr_assert_float_eq((double)fit(as_dyads).loss, (double)found.loss, 1e-9 * (double)found.loss);
    cr_assert_float_eq((double)fit(as_matrices).loss, (double)found.loss, 1e-9 * (double)found.loss);
    for (size_t k = 0; k < 50; k++) {
      double u[MOST_N * MOST_N];
      random_density(stream, 10, 1 + k % 10, u);
      cr_assert_geq((double)loss_at(p, u), found.least);
    }
    free(p);
    free(as_dyads);
    free(as_matrices);
  }
  random_stream_free(stream);
}

/* Any numbers in place of residuals prove a bound; those of a density that is not the best prove a smaller one. */
Test(density_fit, certificates_of_any_numbers) {
  random_stream *stream;
  OK(random_stream_new(5, "density", &stream));
  played *p = play(6);
  for (size_t t = 0; t < 200; t++)
    add(p, stream, t % 2 == 0 ? INSTANCE_DYAD : INSTANCE_DISTANCE, random_gaussian(stream));
  const answer found = fit(p);
  const square_trials trials = {.n = 6, .count = 200, .x = p->x, .y = p->y};
  density_groups groups;
  OK(density_groups_new(&trials, &groups));
  cr_assert_leq(groups.count, 100 + 15 + 6); /* dyads, pairs, and items with themselves */
  double e[200], bound;
  for (size_t round = 0; round < 30; round++) {
    double u[MOST_N * MOST_N];
    random_density(stream, 6, 3, u);
    for (size_t t = 0; t < 200; t++) {
      e[t] = round % 3 == 0 ? random_gaussian(stream) : (double)inner(&p->x[t], 6, u) * (double)round - p->y[t];
    }
    OK(density_certificate(&groups, e, &eigen_own, &bound));
    cr_assert_leq(bound, 0.9999 * found.least, "%.17g", bound);
  }
  for (size_t t = 0; t < 200; t++) e[t] = (double)inner(&p->x[t], 6, found.u) - p->y[t];
  OK(density_certificate(&groups, e, &eigen_own, &bound));
  cr_assert_float_eq(bound, (double)found.loss, 1e-9 * (double)found.loss);
  cr_assert_leq(bound, (double)found.loss);
  density_groups_free(&groups);
  free(p);
  random_stream_free(stream);
}

Test(density_fit, nothing_to_choose) {
  random_stream *stream;
  OK(random_stream_new(6, "density", &stream));
  played *p = play(5);
  cr_assert_eq(fit(p).least, 0);                  /* no trials */
  p->x[0] = p->x[1] = instance_distance(5, 2, 2); /* X = 0, labels 1 and 3 */
  p->y[0] = 1;
  p->y[1] = 3;
  p->count = 2;
  answer found = fit(p);
  cr_assert_float_eq(found.least, 10, 1e-13);
  free(p);
  p = play(1); /* U = 1 */
  for (size_t t = 0; t < 4; t++) add(p, stream, INSTANCE_DYAD, 1);
  found = fit(p);
  cr_assert_float_eq(found.u[0], 1, 1e-15);
  free(p);
  p = play(3); /* far labels: the projection of one direction */
  for (size_t t = 0; t < 7; t++) add(p, stream, INSTANCE_DYAD, 1e6);
  (void)fit(p);
  free(p);
  random_stream_free(stream);
}

/* Coordinates of very different lengths, where gradient steps alone fail. And the barrier by itself, against the
 * complete method.
 * */
Test(density_fit, instances_of_very_different_sizes) {
  random_stream *stream;
  OK(random_stream_new(8, "density", &stream));
  for (size_t round = 0; round < 6; round++) {
    const size_t n = 3 + round;
    played *p = play(n);
    for (size_t t = 0; t < 60; t++) {
      add(p, stream, INSTANCE_DYAD, 0);
      for (size_t i = 0; i < n; i++) p->number[t][i] *= pow(10, -3.0 * (double)i / (double)n);
      p->y[t] = 0.2 + 0.1 * random_gaussian(stream);
    }
    const answer found = fit(p);
    const square_trials trials = {.n = n, .count = 60, .x = p->x, .y = p->y};
    density_groups groups;
    double u[MOST_N * MOST_N], values[MOST_N];
    OK(density_groups_new(&trials, &groups));
    OK(density_barrier(&groups, 1000, 1e-10, u));
    density_groups_free(&groups);
    cr_assert_float_eq(dense_trace(n, u), 1, 1e-14);
    dense_eigenvalues(n, u, values, NULL);
    for (size_t i = 0; i < n; i++) cr_assert_geq(values[i], -1e-15);
    cr_assert_float_eq((double)loss_at(p, u), (double)found.loss, 1e-9);
    free(p);
  }
  random_stream_free(stream);
}

/* The same bytes for the same question, and nearly the same answer for another order of the trials. */
Test(density_fit, order_of_trials) {
  random_stream *stream;
  OK(random_stream_new(7, "density", &stream));
  played *p = play(7), *turned = play(7);
  for (size_t t = 0; t < 90; t++) add(p, stream, INSTANCE_DISTANCE, random_gaussian(stream));
  for (size_t t = 0; t < 90; t++) {
    turned->x[t] = p->x[89 - t];
    turned->y[t] = p->y[89 - t];
  }
  turned->count = 90;
  const answer first = fit(p), again = fit(p), other = fit(turned);
  cr_assert_arr_eq(first.u, again.u, 49 * sizeof *first.u);
  cr_assert_float_eq(first.least, other.least, 1e-9 * fmax(1, first.least));
  free(p);
  free(turned);
  random_stream_free(stream);
}

Test(density_fit, questions_that_have_no_answer) {
  const double x[] = {1, 2}, bad[] = {1, INFINITY}, y = 1, none = NAN;
  comparator *out = (comparator *)&out;
  instance one = instance_entry(2, 2, 0, 1);
  cr_assert_eq(comparator_density_fit(2, 1, &one, &y, &eigen_own, &out), STATUS_INVALID);
  cr_assert_str_eq(status_message(),
                   "best in hindsight: trial 1 has an instance of kind entry, expected symmetric ones");
  cr_assert_null(out);
  one = instance_dense_dyad(2, x);
  cr_assert_eq(comparator_density_fit(2, 1, &one, &none, &eigen_own, &out), STATUS_INVALID);
  cr_assert_eq(comparator_density_fit(4, 1, &one, &y, &eigen_own, &out), STATUS_INVALID);
  one = instance_dense_dyad(2, bad);
  cr_assert_eq(comparator_density_fit(2, 1, &one, &y, &eigen_own, &out), STATUS_INVALID);
}
