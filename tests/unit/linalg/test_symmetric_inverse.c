/* A matrix whose inverse is changed on two rows at a time, against that inverse. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/symmetric_inverse.h"
#include "unit/check.h"
#include "unit/near.h"

enum { P = 12 };

/* Some change that keeps Y positive definite: |ij| below 1/sqrt(Y_ii Y_jj). */
static pair_block draw(random_stream *stream, const pair_block *before) {
  return (pair_block){.ii = random_chance(stream, 0.3) ? 0.1 : 0.0,
                      .ij = random_range(stream, -0.4, 0.4) / sqrt(before->ii * before->jj),
                      .jj = random_chance(stream, 0.3) ? 0.2 : 0.0};
}

static void change(symmetric_inverse *y, size_t i, size_t j, const pair_block *k, double *a) {
  const pair_block before = symmetric_inverse_pair(y, i, j), after = pair_block_changed(&before, k);
  OK(symmetric_inverse_change(y, i, j, k));
  const pair_block now = symmetric_inverse_pair(y, i, j);
  a[i * P + i] += k->ii;
  a[j * P + j] += k->jj;
  a[i * P + j] += k->ij;
  a[j * P + i] += k->ij;
  near(now.ii, after.ii, 1e-13 * before.ii, "ii");
  near(now.ij, after.ij, 1e-13 * sqrt(before.ii * before.jj), "ij");
  near(now.jj, after.jj, 1e-13 * before.jj, "jj");
}

Test(symmetric_inverse, drift) {
  random_stream *stream = NULL;
  symmetric_inverse *y = NULL;
  double a[P * P] = {0};
  OK(random_stream_new(1, "drift", &stream));
  OK(symmetric_inverse_new(P, 1.5, &y));
  for (size_t i = 0; i < P; i++) a[i * P + i] = 1.0 / 1.5;
  for (size_t t = 0; t < 5000; t++) {
    const size_t i = t % 3 == 0 ? 2 : random_index(stream, P), j = (i + 1 + random_index(stream, P - 1)) % P;
    const pair_block before = symmetric_inverse_pair(y, i, j), k = draw(stream, &before);
    change(y, i, j, &k, a);
  }
  for (size_t i = 0; i < P; i++) {
    for (size_t j = 0; j < P; j++) {
      double sum = 0.0;
      for (size_t l = 0; l < P; l++) sum += symmetric_inverse_pair(y, i, l).ij * a[l * P + j];
      near(sum, i == j ? 1.0 : 0.0, 1e-10, "Y Y^{-1}");
      cr_expect_eq(symmetric_inverse_pair(y, i, j).ij, symmetric_inverse_pair(y, j, i).ij);
    }
  }
  random_stream_free(stream);
  symmetric_inverse_free(y);
}

/* Changes that remove the curvature along one direction of the plane, and along both. */
Test(symmetric_inverse, indefinite) {
  symmetric_inverse *y = NULL;
  const pair_block bend = {.ii = 0.1, .ij = 0.2, .jj = 0.3};
  OK(symmetric_inverse_new(4, 2.0, &y));
  OK(symmetric_inverse_change(y, 0, 1, &bend));
  const pair_block now = symmetric_inverse_pair(y, 0, 1);
  const double curvature = now.jj / pair_block_determinant(&now); /* of Y^{-1} in row 0 */
  near(curvature, 0.6, 1e-15, "1/2 + 0.1");
  const pair_block one = {.ii = -1.01 * curvature}, both = {.ii = -3.0, .jj = -3.0};
  cr_expect_eq(symmetric_inverse_change(y, 0, 1, &one), STATUS_NUMERIC);
  cr_expect_eq(symmetric_inverse_change(y, 0, 1, &both), STATUS_NUMERIC);
  cr_expect_eq(symmetric_inverse_pair(y, 0, 0).ij, now.ii);
  symmetric_inverse_free(y);
}
