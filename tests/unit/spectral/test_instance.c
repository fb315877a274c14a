/* Instances: every compact form against the matrix it stands for; the premise 0 <= X <= I on both sides of its ends. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/frame.h"
#include "spectral/instance/instance.h"
#include "spectral/instance/instance_order.h"
#include "spectral/instance/instance_store.h"
#include "spectral/instance/vector_arithmetic.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"

enum { N = 7, RANK = 3, FORMS = 10 };

/* One instance of each form, over arrays of its own. */
typedef struct zoo {
  double dense[N], sparse[3], factors[RANK * N], weights[RANK], matrix[N * N];
  size_t index[3];
  instance form[FORMS];
} zoo;

static void zoo_fill(zoo *z, random_stream *stream) {
  static const size_t index[3] = {1, 4, 6};
  random_gaussian_vector(stream, N, z->dense);
  random_gaussian_vector(stream, 3, z->sparse);
  random_gaussian_vector(stream, RANK * N, z->factors);
  random_gaussian_vector(stream, RANK, z->weights);
  dense_draw(stream, N, 1, z->matrix);
  memcpy(z->index, index, sizeof index);
  z->form[0] = instance_dense_vector(N, z->dense);
  z->form[1] = instance_sparse(INSTANCE_VECTOR, N, 3, z->index, z->sparse);
  z->form[2] = instance_dense_dyad(N, z->dense);
  z->form[3] = instance_sparse(INSTANCE_DYAD, N, 3, z->index, z->sparse);
  z->form[4] = instance_low_rank(N, RANK, z->factors, z->weights, -0.75);
  z->form[5] = instance_matrix(N, z->matrix);
  z->form[6] = instance_low_rank(N, 0, NULL, NULL, 2.0);
  z->form[7] = instance_distance(N, random_index(stream, 4), 4);
  z->form[8] = instance_distance(N, 6, random_index(stream, 6));
  z->form[9] = instance_distance(N, 3, 3); /* the zero instance */
}

/* The definition, entry by entry. */
static double entry(const instance *x, size_t i, size_t j) {
  double dense[N] = {0}, sum = 0;
  if (x->kind == INSTANCE_MATRIX) return x->matrix[i * N + j];
  if (x->kind == INSTANCE_DISTANCE) { /* z z^T, z = (e_a - e_b)/sqrt2 */
    const double zi = (double)(i == x->row) - (double)(i == x->column),
                 zj = (double)(j == x->row) - (double)(j == x->column);
    return 0.5 * zi * zj;
  }
  if (x->kind == INSTANCE_LOW_RANK) {
    for (size_t q = 0; q < x->rank; q++) sum += x->weights[q] * x->factors[q * N + i] * x->factors[q * N + j];
    return i == j ? sum + x->shift : sum;
  }
  for (size_t a = 0; a < x->count; a++) dense[x->index != NULL ? x->index[a] : a] = x->value[a];
  if (x->kind == INSTANCE_VECTOR) return i == j ? dense[i] : 0.0;
  return dense[i] * dense[j];
}

static void check_near(double value, double expected, double tolerance, const char *what, size_t form) {
  cr_expect(fabs(value - expected) <= tolerance * fmax(1.0, fabs(expected)), "%s, form %zu: %.17g, expected %.17g",
            what, form, value, expected);
}

Test(instance, forms_agree_with_their_matrices) {
  random_stream *stream = stream_of("forms");
  zoo a, b;
  zoo_fill(&a, stream);
  zoo_fill(&b, stream);
  double rows[2 * N], diagonal[N], work[2 * RANK + N];
  const double weights[2] = {1.5, -0.25};
  random_gaussian_vector(stream, 2 * N, rows);
  random_gaussian_vector(stream, N, diagonal);
  for (size_t f = 0; f < FORMS; f++) {
    const instance *x = &a.form[f];
    double matrix[N * N], trace = 0, with_rows = 0, with_ones = 0, with_diagonal = 0, squares = 0;
    instance_to_dense(x, matrix);
    for (size_t i = 0; i < N; i++) {
      trace += entry(x, i, i);
      with_diagonal += entry(x, i, i) * diagonal[i];
      for (size_t j = 0; j < N; j++) {
        check_near(matrix[i * N + j], entry(x, i, j), 1e-14, "entry", f);
        cr_expect_eq(matrix[i * N + j], matrix[j * N + i], "symmetric to the last digit");
        squares += entry(x, i, j) * entry(x, i, j);
        for (size_t r = 0; r < 2; r++) {
          with_rows += weights[r] * rows[r * N + i] * entry(x, i, j) * rows[r * N + j];
          with_ones += rows[r * N + i] * entry(x, i, j) * rows[r * N + j];
        }
      }
    }
    check_near(instance_trace(x), trace, 1e-13, "trace", f);
    check_near(vector_inner_instance(diagonal, x), with_diagonal, 1e-13, "inner_diagonal", f);
    check_near(instance_inner_rows(x, 2, rows, weights, work), with_rows, 1e-13, "inner_rows", f);
    check_near(instance_inner_rows(x, 2, rows, NULL, work), with_ones, 1e-13, "inner_rows, ones", f);
    /* |X|_F <= |X|_1, |tr X| <= |X|_1 */
    cr_expect(instance_nuclear(x) >= sqrt(squares) * (1 - 1e-14), "nuclear %.17g, norm %.17g", instance_nuclear(x),
              sqrt(squares));
    cr_expect(instance_nuclear(x) >= fabs(trace) * (1 - 1e-14));
    for (size_t g = 0; g < FORMS; g++) {
      double inner = 0;
      for (size_t i = 0; i < N * N; i++) inner += matrix[i] * entry(&b.form[g], i / N, i % N);
      check_near(instance_inner(x, &b.form[g]), inner, 1e-13, "inner", FORMS * f + g);
    }
  }
  random_stream_free(stream);
}

static void hash_of(const instance *x, char text[33]) {
  stream_hash *hash = NULL;
  cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
  instance_hash(x, hash);
  stream_hash_text(hash, text);
  stream_hash_free(hash);
}

Test(instance, hash_sees_entries_not_their_form) {
  const double dense[5] = {0.0, 1.5, -0.0, 2.0, 0.0}, sparse[2] = {1.5, 2.0}, with_zero[3] = {1.5, 0.0, 2.0};
  const size_t index[2] = {1, 3}, longer[3] = {1, 2, 3}, other[2] = {1, 2};
  const instance same[3] = {instance_dense_vector(5, dense), instance_sparse(INSTANCE_VECTOR, 5, 2, index, sparse),
                            instance_sparse(INSTANCE_VECTOR, 5, 3, longer, with_zero)};
  const instance different[4] = {
      instance_sparse(INSTANCE_DYAD, 5, 2, index, sparse), instance_sparse(INSTANCE_VECTOR, 6, 2, index, sparse),
      instance_sparse(INSTANCE_VECTOR, 5, 2, other, sparse), instance_sparse(INSTANCE_VECTOR, 5, 1, index, sparse)};
  char first[33], text[33];
  hash_of(&same[0], first);
  for (size_t i = 1; i < 3; i++) {
    hash_of(&same[i], text);
    cr_expect_str_eq(text, first);
  }
  for (size_t i = 0; i < 4; i++) {
    hash_of(&different[i], text);
    cr_expect_str_neq(text, first, "case %zu", i);
  }
}

/* Of 1300 entries some blocks have zeros and some have none. Every entry, its place and its sign count. */
Test(instance, hash_sees_every_entry_of_long_vectors) {
  enum { LONG = 1300 };
  random_stream *stream = NULL;
  static double x[LONG], value[LONG];
  static size_t index[LONG];
  char first[33], text[33];
  cr_assert_eq(random_stream_new(1, "hash", &stream), STATUS_OK);
  for (size_t zeros = 0; zeros <= 1; zeros++) {
    random_gaussian_vector(stream, LONG, x);
    if (zeros > 0) {
      x[0] = x[700] = x[LONG - 1] = 0.0;
      x[701] = -0.0;
    }
    size_t count = 0;
    for (size_t i = 0; i < LONG; i++) {
      if (x[i] == 0.0 && i != 700) continue;
      index[count] = i;
      value[count++] = x[i];
    }
    const instance dense = instance_dense_vector(LONG, x),
                   sparse = instance_sparse(INSTANCE_VECTOR, LONG, count, index, value);
    hash_of(&dense, first);
    hash_of(&sparse, text);
    cr_expect_str_eq(text, first);
    for (size_t i = 0; i < LONG; i++) {
      const double kept = x[i], next = x[(i + 1) % LONG];
      x[i] = -kept;
      hash_of(&dense, text);
      cr_expect((kept == 0.0) == (strcmp(text, first) == 0), "entry %zu changes its sign", i);
      x[i] = nextafter(kept, 10.0);
      hash_of(&dense, text);
      cr_expect_str_neq(text, first, "entry %zu by a bit", i);
      x[i] = next;
      x[(i + 1) % LONG] = kept;
      hash_of(&dense, text);
      cr_expect((kept == next) == (strcmp(text, first) == 0), "entry %zu and the next", i);
      x[i] = kept;
      x[(i + 1) % LONG] = next;
    }
  }
  random_stream_free(stream);
}

/* The words that a hash is of, written down one by one. */
Test(instance, hash_is_of_the_documented_words) {
  const double dense[3] = {1.0, -2.0, 0.5}, some[3] = {0.0, 1.0, -0.0}, most[3] = {0.0, 1.0, -2.0};
  const double nothing[1] = {-0.0};
  const struct {
    instance x;
    size_t count;
    uint64_t words[10];
  } cases[] = {
      {instance_dense_vector(3, dense),
       7,
       {0x3ff0000000000000, 0xc000000000000000, 0x3fe0000000000000, 3, 0, 3, INSTANCE_VECTOR}},
      {instance_dense_dyad(3, some), 6, {0x3ff0000000000000, 1, 1, 0, 3, INSTANCE_DYAD}},
      {instance_dense_vector(3, most), 8, {0x3ff0000000000000, 0xc000000000000000, 1, 2, 2, 0, 3, INSTANCE_VECTOR}},
      {instance_entry(4, 5, 2, 3), 5, {2, 3, 4, 5, INSTANCE_ENTRY}},
      {instance_distance(5, 3, 2), 5, {2, 3, 0, 5, INSTANCE_DISTANCE}},
      {instance_low_rank(3, 1, dense, nothing, 1.0),
       10,
       {0x3ff0000000000000, 0xc000000000000000, 0x3fe0000000000000, 3, 0, 0x3ff0000000000000, 1, 0, 3,
        INSTANCE_LOW_RANK}},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    unsigned char bytes[10 * 8];
    char expected[33], text[33];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(cases[c].words[i / 8] >> i % 8 * 8);
    hash_text((const char *)bytes, 8 * cases[c].count, expected);
    hash_of(&cases[c].x, text);
    cr_expect_str_eq(text, expected, "case %zu", c);
  }
}

Test(instance, hash_of_distances) {
  const size_t index[2] = {1, 3};
  const double value[2] = {M_SQRT1_2, -M_SQRT1_2};
  const instance x = instance_distance(5, 1, 3), turned = instance_distance(5, 3, 1);
  const instance others[] = {instance_distance(5, 1, 2), instance_distance(5, 0, 3),
                             instance_distance(6, 1, 3), instance_distance(5, 1, 1),
                             instance_entry(5, 5, 1, 3), instance_sparse(INSTANCE_DYAD, 5, 2, index, value)};
  char first[33], text[33];
  hash_of(&x, first);
  hash_of(&turned, text);
  cr_expect_str_eq(text, first, "(a,b) and (b,a)");
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    hash_of(&others[i], text);
    cr_expect_str_neq(text, first, "case %zu", i);
  }
}

Test(instance, hash_of_long_instances_and_of_factors) {
  double x[1000], y[1000];
  const double one[2] = {1.0, 1.0}, two[2] = {1.0, 2.0};
  char first[33], text[33];
  for (size_t i = 0; i < 1000; i++) x[i] = y[i] = (double)i;
  y[999] = nextafter(999.0, 0.0);
  const instance a = instance_low_rank(500, 2, x, one, 0.5);
  const instance others[3] = {instance_low_rank(500, 2, y, one, 0.5), instance_low_rank(500, 2, x, two, 0.5),
                              instance_low_rank(500, 2, x, one, 0.25)};
  hash_of(&a, first);
  for (size_t i = 0; i < 3; i++) {
    hash_of(&others[i], text);
    cr_expect_str_neq(text, first, "case %zu", i);
  }
  const double minus = -0.0, plus = 0.0;
  const instance signs[2] = {instance_low_rank(9, 1, x, &minus, -0.0), instance_low_rank(9, 1, x, &plus, 0.0)};
  hash_of(&signs[0], first);
  hash_of(&signs[1], text);
  cr_expect_str_eq(text, first, "-0 as 0");
}

Test(instance, names) {
  instance_kind kind;
  cr_expect_str_eq(instance_kind_name(INSTANCE_LOW_RANK), "low_rank");
  cr_expect(instance_kind_by_name("dyad", &kind) && kind == INSTANCE_DYAD);
  cr_expect_str_eq(instance_kind_name(INSTANCE_DISTANCE), "distance");
  cr_expect(instance_kind_by_name("distance", &kind) && kind == INSTANCE_DISTANCE);
  cr_expect_not(instance_kind_has_rows(INSTANCE_DISTANCE));
  cr_expect_not(instance_kind_by_name("dyads", &kind));
}

/* Half the squared distance in the feature space of a kernel K: (K_aa + K_bb)/2 - K_ab, not the whole one. */
Test(instance, distance_in_feature_space) {
  random_stream *stream = stream_of("features");
  double phi[N * 3], kernel[N * N];
  random_gaussian_vector(stream, N * 3, phi);
  for (size_t i = 0; i < N * N; i++) {
    kernel[i] = 0.0;
    for (size_t l = 0; l < 3; l++) kernel[i] += phi[i / N * 3 + l] * phi[i % N * 3 + l];
  }
  const instance k = instance_matrix(N, kernel);
  for (size_t a = 0; a < N; a++) {
    for (size_t b = 0; b < N; b++) {
      double squared = 0.0;
      for (size_t l = 0; l < 3; l++) squared += (phi[a * 3 + l] - phi[b * 3 + l]) * (phi[a * 3 + l] - phi[b * 3 + l]);
      const instance x = instance_distance(N, a, b);
      check_near(instance_inner(&x, &k), 0.5 * squared, 1e-14, "half the squared distance", a);
    }
  }
  random_stream_free(stream);
}

Test(instance, distance_as_a_dyad) {
  const size_t pairs[3][2] = {{1, 4}, {5, 2}, {3, 3}};
  for (size_t p = 0; p < 3; p++) {
    const instance x = instance_distance(N, pairs[p][0], pairs[p][1]);
    size_t index[2];
    double value[2], matrix[N * N], worst = -1.0, work[1];
    const instance dyad = instance_distance_dyad(&x, index, value);
    cr_expect(dyad.kind == INSTANCE_DYAD && dyad.n == N && dyad.m == 0);
    cr_expect_eq(dyad.count, p == 2 ? 0 : 2);
    if (dyad.count == 2) cr_expect_lt(index[0], index[1]);
    instance_to_dense(&dyad, matrix);
    for (size_t i = 0; i < N * N; i++) check_near(matrix[i], entry(&x, i / N, i % N), 1e-15, "dyad", p);
    cr_expect_eq(instance_check_finite(&x), STATUS_OK);
    check_near(instance_nuclear(&x), p == 2 ? 0.0 : 1.0, 0.0, "nuclear", p);
    cr_expect_eq(instance_range_work(&x), 0);
    cr_expect(instance_within_unit(&x, 0.0, work, &worst) && worst == 0.0);
    worst = -1.0;
    cr_expect_eq(instance_norm_work(&x), 0);
    cr_expect(instance_norm_within(&x, 0.0, work, &worst) && worst == 0.0);
  }
}

/* Copies, and the order of learners that sort: by the places, smaller first. */
Test(instance, distances_stored_and_ordered) {
  instance_store store = {0};
  const instance x[4] = {instance_distance(N, 2, 5), instance_distance(N, 1, 6), instance_distance(N, 5, 2),
                         instance_distance(N, 1, 3)};
  instance_place order[4];
  cr_assert_eq(instance_store_new(4, &x[0], &store), STATUS_OK);
  for (size_t i = 0; i < 4; i++) cr_assert_eq(instance_store_add(&store, &x[i]), STATUS_OK, "%s", status_message());
  cr_expect_eq(store.count, 4);
  for (size_t i = 0; i < 4; i++) {
    cr_expect_eq(store.items[i].kind, INSTANCE_DISTANCE);
    cr_expect_eq(instance_compare(&store.items[i], &x[i]), 0);
  }
  cr_expect_eq(instance_compare(&x[0], &x[2]), 0, "(a,b) and (b,a) are one instance");
  instance_sort(4, store.items, order);
  const size_t expected[4] = {3, 1, 0, 2};
  for (size_t i = 0; i < 4; i++) cr_expect_eq(order[i].position, expected[i], "place %zu: %zu", i, order[i].position);
  instance_store_free(&store);
}

Test(instance, what_is_not_finite_is_named) {
  const double bad[4] = {0.0, 1.0, NAN, 0.0}, factor[4] = {1.0, 0.0, -INFINITY, 0.0}, one = 1.0;
  const size_t index[2] = {3, 9};
  const instance vector = instance_dense_vector(4, bad), dyad = instance_sparse(INSTANCE_DYAD, 10, 2, index, bad + 1);
  const instance low = instance_low_rank(4, 1, factor, &one, 0.0), matrix = instance_matrix(2, bad);
  cr_expect_eq(instance_check_finite(&vector), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 3 of the vector is nan") != NULL, "%s", status_message());
  cr_expect_eq(instance_check_finite(&dyad), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 10 of the dyad") != NULL, "%s", status_message());
  cr_expect_eq(instance_check_finite(&low), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 3 of factor 1 is -inf") != NULL, "%s", status_message());
  cr_expect_eq(instance_check_finite(&matrix), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry (2,1) of the matrix") != NULL, "%s", status_message());
}

static bool within(const instance *x, double tolerance, double *worst) {
  double *work = calloc(instance_range_work(x) + 1, sizeof *work);
  const bool inside = instance_within_unit(x, tolerance, work, worst);
  free(work);
  return inside;
}

/* X = sum_l value_l b_l b_l^T + rest (I - sum b_l b_l^T) in the low-rank form, with redundant factors, and as a matrix.
 */
static void check_range(random_stream *stream, size_t k, const double *values, double rest, double outside) {
  const double tolerance = 1e-9;
  double frame[N * N], factors[2 * N * N], weights[2 * N], matrix[N * N], worst;
  cr_assert_eq(frame_random(stream, N, k, frame), STATUS_OK);
  for (size_t l = 0; l < k; l++) {
    for (size_t half = 0; half < 2; half++) { /* every direction twice: the factors are dependent */
      weights[2 * l + half] = (values[l] - rest) * (half == 0 ? 1.75 : -0.75);
      memcpy(factors + (2 * l + half) * N, frame + l * N, N * sizeof *frame);
    }
  }
  const instance low = instance_low_rank(N, 2 * k, factors, weights, rest);
  instance_to_dense(&low, matrix);
  const instance full = instance_matrix(N, matrix);
  const instance *both[2] = {&low, &full};
  for (size_t f = 0; f < 2; f++) {
    const bool inside = within(both[f], tolerance, &worst);
    cr_expect_eq(inside, outside <= tolerance, "k %zu form %zu: outside %.17g, worst %.17g", k, f, outside, worst);
    if (inside) cr_expect(worst <= outside + 1e-14, "worst %.17g, outside %.17g", worst, outside);
    if (inside) continue;
    cr_expect(worst <= outside + 1e-14 && worst >= 0.97 * outside, "worst %.17g, outside %.17g", worst, outside);
  }
}

Test(instance, range_near_its_ends) {
  random_stream *stream = stream_of("range");
  const double beyond[5] = {0.0, 0.9e-9, 1.1e-9, 1e-4, 0.5};
  for (size_t i = 0; i < 5; i++) {
    const double e = beyond[i];
    const double high[3] = {1.0 + e, 0.5, 0.0}, low[3] = {-e, 1.0, 0.3};
    double all[N] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1.0 + e};
    const double single[N] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -e};
    check_range(stream, 3, high, 0.0, e);
    check_range(stream, 3, low, 0.25, e);
    check_range(stream, 2, high, 1.0, e);
    check_range(stream, 2, low + 1, 1.0 + e, e); /* the shift alone is outside */
    check_range(stream, N, all, 0.0, e);
    check_range(stream, N, single, -3.0, e); /* full rank: the shift is no eigenvalue */
  }
  random_stream_free(stream);
}

Test(instance, range_of_vectors_and_dyads) {
  double worst;
  const size_t index[2] = {0, 5};
  const double inside[2] = {0.0, 1.0 + 0.9e-9}, above[2] = {1.0 + 1.1e-9, 0.5}, below[2] = {0.5, -2e-9};
  const double unit[2] = {0.6, 0.8}, long_one[2] = {0.6, 0.8000001}, broken[2] = {0.5, NAN};
  const instance cases[8] = {instance_dense_vector(2, inside), instance_sparse(INSTANCE_VECTOR, 9, 2, index, above),
                             instance_dense_vector(2, below),  instance_dense_dyad(2, unit),
                             instance_dense_dyad(2, long_one), instance_sparse(INSTANCE_DYAD, 9, 2, index, long_one),
                             instance_dense_vector(2, broken), instance_dense_dyad(2, broken)};
  const bool expected[8] = {true, false, false, true, false, false, false, false};
  for (size_t i = 0; i < 8; i++) {
    cr_expect_eq(within(&cases[i], 1e-9, &worst), expected[i], "case %zu: %.17g", i, worst);
  }
  const double nan_matrix[4] = {0.5, NAN, NAN, 0.5}, one = 1.0;
  const instance matrix = instance_matrix(2, nan_matrix), low = instance_low_rank(2, 1, broken, &one, 0.0);
  cr_expect_not(within(&matrix, 1e-9, &worst));
  cr_expect_not(within(&low, 1e-9, &worst));
}
