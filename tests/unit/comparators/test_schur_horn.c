/* Projections with a given diagonal. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"
#include "comparators/schur_horn.h"

enum { MOST = 40 };

/* rows orthonormal, diagonal as wanted; 1e-13: 40 rotations of a few roundings each */
static void check(size_t n, size_t r, const double *diagonal) {
  double frame[MOST * MOST];
  cr_assert_eq(schur_horn_frame(n, r, diagonal, frame), STATUS_OK, "n = %zu, r = %zu", n, r);
  for (size_t a = 0; a < r; a++) {
    for (size_t b = 0; b < r; b++) {
      double sum = 0;
      for (size_t i = 0; i < n; i++) sum += frame[a * n + i] * frame[b * n + i];
      cr_expect_float_eq(sum, a == b, 1e-13, "n = %zu, r = %zu: rows %zu, %zu: %.17g", n, r, a, b, sum);
    }
  }
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t a = 0; a < r; a++) sum += frame[a * n + i] * frame[a * n + i];
    cr_expect_float_eq(sum, diagonal[i], 1e-13, "n = %zu, r = %zu: entry %zu: %.17g for %.17g", n, r, i, sum,
                       diagonal[i]);
  }
}

Test(schur_horn, by_hand) {
  check(1, 1, (double[]){1});
  check(2, 1, (double[]){0, 1});
  check(2, 1, (double[]){0.5, 0.5});
  check(3, 2, (double[]){2.0 / 3, 2.0 / 3, 2.0 / 3});
  check(4, 2, (double[]){1, 0, 1, 0});
  check(4, 2, (double[]){0.1, 0.9, 0.25, 0.75});
  check(3, 3, (double[]){1, 1, 1});
}

/* Random diagonals with the sum r: uniform ones scaled, and where one is above 1 brought back to their mean. */
Test(schur_horn, any_diagonal) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(5, "test", &stream), STATUS_OK);
  for (int round = 0; round < 300; round++) {
    const size_t n = 1 + random_index(stream, MOST), r = 1 + random_index(stream, n);
    double diagonal[MOST], sum = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
      diagonal[i] = round % 3 == 0 && random_chance(stream, 0.5) ? 0 : random_uniform(stream);
      sum += diagonal[i];
    }
    if (sum == 0) continue;
    for (size_t i = 0; i < n; i++) {
      diagonal[i] *= (double)r / sum;
      largest = fmax(largest, diagonal[i]);
    }
    const double mean = (double)r / (double)n, keep = largest > 1 ? (1 - mean) / (largest - mean) : 1;
    for (size_t i = 0; i < n; i++) diagonal[i] = fmin(1, mean + keep * (diagonal[i] - mean));
    check(n, r, diagonal);
  }
  random_stream_free(stream);
}

Test(schur_horn, refusals) {
  double frame[4];
  cr_expect_eq(schur_horn_frame(2, 1, (double[]){0.5, 0.4}, frame), STATUS_INVALID);
  cr_expect_eq(schur_horn_frame(2, 1, (double[]){1.5, -0.5}, frame), STATUS_INVALID);
  cr_expect_eq(schur_horn_frame(1, 2, (double[]){2}, frame), STATUS_INVALID);
}
