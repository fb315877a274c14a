/* Comparators: U in each form against the matrix it stands for. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "comparators/comparator.h"
#include "linalg/frame.h"
#include "unit/check.h"

enum { N = 6 };

/* tr(U X), |U|_F^2 and tr U from both matrices. */
static void check_values(random_stream *stream, comparator *u) {
  double x[N], matrix[N * N], dense_u[N * N], dense_x[N * N], weights[2] = {0.5, -1.5}, factors[2 * N];
  double trace = 0, squares = 0;
  random_gaussian_vector(stream, N, x);
  random_gaussian_vector(stream, 2 * N, factors);
  const instance dyad = instance_dense_dyad(N, x);
  instance_to_dense(&dyad, matrix);
  const size_t index[2] = {0, 4};
  const instance cases[6] = {instance_dense_vector(N, x),
                             dyad,
                             instance_sparse(INSTANCE_DYAD, N, 2, index, x),
                             instance_sparse(INSTANCE_VECTOR, N, 2, index, x),
                             instance_low_rank(N, 2, factors, weights, 0.25),
                             instance_matrix(N, matrix)};
  cr_assert_eq(comparator_prepare(u, INSTANCE_LOW_RANK, 2), STATUS_OK);
  instance_to_dense(comparator_instance(u), dense_u);
  for (size_t f = 0; f < 6; f++) {
    double expected = 0;
    instance_to_dense(&cases[f], dense_x);
    for (size_t i = 0; i < N * N; i++) expected += dense_u[i] * dense_x[i];
    const double value = comparator_value(u, &cases[f]);
    cr_expect(fabs(value - expected) <= 1e-13 * fmax(1, fabs(expected)), "case %zu: %.17g, expected %.17g", f, value,
              expected);
  }
  for (size_t i = 0; i < N * N; i++) squares += dense_u[i] * dense_u[i];
  for (size_t i = 0; i < N; i++) trace += dense_u[i * (N + 1)];
  cr_expect(fabs(comparator_trace(u) - trace) <= 1e-13, "%.17g, expected %.17g", comparator_trace(u), trace);
  cr_expect(fabs(comparator_squared_norm(u) - squares) <= 1e-13 * squares, "%.17g, expected %.17g",
            comparator_squared_norm(u), squares);
}

Test(comparator, low_rank) {
  random_stream *stream = stream_of("low rank");
  static const double weights[] = {0.5, 0.0, 0.25};
  double frame[3 * N];
  comparator *u = NULL;
  cr_assert_eq(frame_random(stream, N, 3, frame), STATUS_OK);
  cr_assert_eq(comparator_from_low_rank(COMPARATOR_PLANTED, N, 3, frame, weights, &u), STATUS_OK);
  check_values(stream, u);
  cr_expect_eq(comparator_kind_of(u), COMPARATOR_LOW_RANK);
  cr_expect_not(comparator_projection(u, NULL, NULL));
  cr_expect_null(comparator_frame(u, NULL));
  const double entropy = -0.5 * log(2.0) - 0.25 * log(4.0);
  cr_expect(fabs(comparator_entropy(u) - entropy) <= 1e-15, "%.17g, expected %.17g", comparator_entropy(u), entropy);
  comparator_free(u);
  frame[0] += 1e-8;
  cr_expect_eq(comparator_from_low_rank(COMPARATOR_PLANTED, N, 3, frame, weights, &u), STATUS_INVALID);
  cr_expect_null(u);
  random_stream_free(stream);
}

/* A vector of few entries reads these alone; the value is that of all. */
Test(comparator, vector_of_few_entries) {
  enum { MANY = 203 };
  random_stream *stream = stream_of("few");
  double x[MANY], numbers[MANY] = {0};
  const size_t few[] = {0, 17, 18, 200, MANY - 1};
  random_gaussian_vector(stream, MANY, x);
  for (size_t count = 0; count <= sizeof few / sizeof *few; count++) {
    comparator *u = NULL;
    cr_assert_eq(comparator_from_signed_vector(COMPARATOR_PLANTED, MANY, numbers, &u), STATUS_OK);
    const instance dense = instance_dense_vector(MANY, x);
    double expected = 0;
    for (size_t i = 0; i < MANY; i++) expected += x[i] * numbers[i];
    cr_expect(fabs(comparator_value(u, &dense) - expected) <= 1e-14, "%.17g, expected %.17g",
              comparator_value(u, &dense), expected);
    comparator_free(u);
    if (count < sizeof few / sizeof *few) numbers[few[count]] = random_gaussian(stream);
  }
  random_stream_free(stream);
}

/* A cut has predictions of its entries alone. */
Test(comparator, a_cut_says_nothing_of_others) {
  static const double signs[N] = {1, -1, 1, 1, -1, 1};
  const instance outside[] = {instance_entry(N + 1, N, N, 0), instance_entry(N, N + 1, 0, N),
                              instance_dense_vector(N, signs)};
  const instance inside = instance_entry(N, N, 1, 4);
  comparator *u = NULL;
  cr_assert_eq(comparator_from_cut(COMPARATOR_GIVEN, N, signs, &u), STATUS_OK);
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
    cr_expect(isnan(comparator_value(u, &outside[i])), "%zu: %g", i, comparator_value(u, &outside[i]));
  }
  cr_expect_eq(comparator_value(u, &inside), -1); /* on one side */
  comparator_free(u);
}

Test(comparator, frame) {
  random_stream *stream = stream_of("frame");
  double frame[2 * N], defect;
  size_t rank;
  comparator *u = NULL;
  cr_assert_eq(frame_random(stream, N, 2, frame), STATUS_OK);
  cr_assert_eq(comparator_from_frame(COMPARATOR_PLANTED, N, 2, frame, &u), STATUS_OK);
  cr_expect_neq(comparator_frame(u, &rank), frame, "a copy");
  for (size_t i = 0; i < 2 * N; i++) cr_expect_eq(comparator_frame(u, NULL)[i], frame[i]);
  cr_expect(comparator_projection(u, &rank, &defect) && rank == 2 && defect < 1e-14);
  cr_expect_eq(comparator_entropy(u), 0.0);
  cr_expect_eq(comparator_kind_of(u), COMPARATOR_FRAME);
  cr_expect_eq(comparator_order(u), N);
  cr_expect_null(comparator_coordinates(u, &rank));
  check_values(stream, u);
  comparator_free(u);
  frame[0] += 1e-6;
  cr_assert_eq(comparator_from_frame(COMPARATOR_GIVEN, N, 2, frame, &u), STATUS_OK);
  cr_expect_not(comparator_projection(u, &rank, &defect));
  cr_expect(isnan(comparator_entropy(u)));
  check_values(stream, u);
  comparator_free(u);
  random_stream_free(stream);
}

Test(comparator, coordinates_and_vector) {
  random_stream *stream = stream_of("coordinates");
  const size_t coordinates[3] = {0, 2, 5};
  const double vector[N] = {0.0, 0.5, 1.0, 2.0, 0.0, 0.25};
  size_t rank;
  comparator *u = NULL;
  cr_assert_eq(comparator_from_coordinates(COMPARATOR_GIVEN, N, 3, coordinates, &u), STATUS_OK);
  cr_expect(comparator_projection(u, &rank, NULL) && rank == 3);
  cr_expect_eq(memcmp(comparator_coordinates(u, &rank), coordinates, sizeof coordinates), 0);
  cr_expect_eq(comparator_entropy(u), 0.0);
  cr_expect_eq(comparator_origin_of(u), COMPARATOR_GIVEN);
  check_values(stream, u);
  comparator_free(u);
  cr_assert_eq(comparator_from_vector(COMPARATOR_EXACT, N, vector, &u), STATUS_OK);
  /* (1/2) ln(1/2) + 2 ln 2 + (1/4) ln(1/4) = ln 2 */
  cr_expect(fabs(comparator_entropy(u) - 0.69314718055994531) < 1e-15, "%.17g", comparator_entropy(u));
  cr_expect_not(comparator_projection(u, NULL, NULL));
  check_values(stream, u);
  comparator_free(u);
  random_stream_free(stream);
}

Test(comparator, matrix) {
  random_stream *stream = stream_of("matrix");
  double factors[3 * N], matrix[N * N];
  const double weights[3] = {1.0, 0.5, 2.0};
  comparator *u = NULL;
  random_gaussian_vector(stream, 3 * N, factors);
  const instance x = instance_low_rank(N, 3, factors, weights, 0.0); /* singular: still semidefinite */
  instance_to_dense(&x, matrix);
  cr_assert_eq(comparator_from_matrix(COMPARATOR_INTERVAL, N, matrix, &u), STATUS_OK, "%s", status_message());
  check_values(stream, u);
  comparator_free(u);
  random_stream_free(stream);
}

/* Matrices and vectors that are projections are known as such, and entropies come from the eigenvalues. */
Test(comparator, spectrum_of_given_ones) {
  random_stream *stream = stream_of("spectrum");
  double frame[3 * N], matrix[N * N], rows[2 * N];
  const double weights[3] = {2.0, 0.5, 0.0}, ones[2] = {1.0, 1.0}, binary[4] = {0.0, 1.0, 0.0, 1.0};
  size_t rank = 0;
  comparator *u = NULL;
  cr_assert_eq(frame_random(stream, N, 3, frame), STATUS_OK);
  const instance x = instance_low_rank(N, 3, frame, weights, 0.0), p = instance_low_rank(N, 2, frame, ones, 0.0);
  instance_to_dense(&x, matrix);
  cr_assert_eq(comparator_from_matrix(COMPARATOR_GIVEN, N, matrix, &u), STATUS_OK, "%s", status_message());
  cr_expect_not(comparator_projection(u, NULL, NULL));
  cr_expect(fabs(comparator_entropy(u) - 1.5 * log(2.0)) <= 1e-12, "%.17g", comparator_entropy(u));
  comparator_free(u);
  instance_to_dense(&p, matrix);
  cr_assert_eq(comparator_from_matrix(COMPARATOR_GIVEN, N, matrix, &u), STATUS_OK, "%s", status_message());
  cr_expect(comparator_projection(u, &rank, NULL) && rank == 2);
  cr_expect_eq(comparator_kind_of(u), COMPARATOR_FRAME);
  comparator_rows(u, rows);
  for (size_t i = 0; i < 2; i++) { /* the same range: nothing of the given frame is outside */
    double left[N], work[2];
    memcpy(left, frame + i * N, sizeof left);
    cr_expect(frame_reject(N, 2, rows, left, work) <= 1e-12);
  }
  comparator_free(u);
  cr_assert_eq(comparator_from_vector(COMPARATOR_GIVEN, 4, binary, &u), STATUS_OK);
  cr_expect(comparator_projection(u, &rank, NULL) && rank == 2);
  comparator_free(u);
  random_stream_free(stream);
}

Test(comparator, refusals) {
  comparator *u = NULL;
  const size_t twice[2] = {1, 1}, beyond[1] = {N};
  const double frame[2] = {1.0, NAN}, negative[2] = {1.0, -0.5};
  const double skew[4] = {1.0, 0.5, -0.5, 1.0}, indefinite[4] = {1.0, 2.0, 2.0, 1.0};
  cr_expect_eq(comparator_from_coordinates(COMPARATOR_GIVEN, N, 2, twice, &u), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "comparator: coordinate 2 after 2, expected ascending ones");
  cr_expect_eq(comparator_from_coordinates(COMPARATOR_GIVEN, N, 1, beyond, &u), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "comparator: coordinate 7, expected 1 to 6");
  cr_expect_eq(comparator_from_frame(COMPARATOR_GIVEN, 2, 3, frame, &u), STATUS_INVALID);
  cr_expect_eq(comparator_from_frame(COMPARATOR_GIVEN, 2, 1, frame, &u), STATUS_NUMERIC);
  cr_expect_eq(comparator_from_vector(COMPARATOR_GIVEN, 2, negative, &u), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "comparator: entry 2 is -0.5, expected a number >= 0");
  cr_expect_eq(comparator_from_matrix(COMPARATOR_GIVEN, 2, skew, &u), STATUS_INVALID);
  cr_expect_eq(comparator_from_matrix(COMPARATOR_GIVEN, 2, indefinite, &u), STATUS_INVALID);
  cr_expect_null(u);
}

Test(comparator, origins) {
  cr_expect_str_eq(comparator_origin_name(COMPARATOR_PLANTED), "planted");
  cr_expect_str_eq(comparator_origin_name(COMPARATOR_INTERVAL), "interval");
}

/* The sum of sines between subspaces, by comparator_shift_distance, is that of matrices; diagonals by hand. */
Test(comparator, moved) {
  random_stream *stream = stream_of("moved");
  const size_t first[] = {1, 2};
  double frame[2 * N], moved = NAN, distance = NAN;
  comparator *pair[2], *both = NULL;
  for (size_t j = 0; j < 2; j++) {
    cr_assert_eq(frame_random(stream, N, 2, frame), STATUS_OK);
    cr_assert_eq(comparator_from_frame(COMPARATOR_PLANTED, N, 2, frame, &pair[j]), STATUS_OK);
  }
  cr_assert_eq(comparator_moved(pair[0], pair[1], &moved), STATUS_OK);
  cr_assert_eq(comparator_from_segments(2, first, pair, &both), STATUS_OK);
  cr_assert_eq(comparator_shift_distance(both, &distance), STATUS_OK);
  cr_expect_float_eq(moved, distance, 1e-12, "%.17g, expected %.17g", moved, distance);
  cr_expect(moved > 0.1);
  comparator_free(both);
  const double u[] = {1, 0, 2, 0.5}, v[] = {0.25, 1, 2, 2};
  for (size_t n = 4; n <= 2000; n += 1996) { /* diagonals have no limit */
    double large[2][2000] = {{0}};
    memcpy(large[0], u, sizeof u);
    memcpy(large[1], v, sizeof v);
    for (size_t j = 0; j < 2; j++) {
      cr_assert_eq(comparator_from_vector(COMPARATOR_PLANTED, n, large[j], &pair[j]), STATUS_OK);
    }
    cr_assert_eq(comparator_moved(pair[0], pair[1], &moved), STATUS_OK);
    cr_expect_float_eq(moved, 2.5, 1e-15);
    comparator_free(pair[0]);
    comparator_free(pair[1]);
  }
  random_stream_free(stream);
}
