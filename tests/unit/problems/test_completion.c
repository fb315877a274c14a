/* Entries of matrices: the instances, their comparators, binary matrix completion against its dense definition, biclusters, and their
 * sequence files. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "data/sequence_file.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "spectral/instance/vector_arithmetic.h"
#include "unit/check.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { M = 4, N = 6, ORDER = M + N };

/* sum u ln u over the eigenvalues of a symmetric matrix */
static double entropy_of(size_t n, const double *matrix) {
  double values[ORDER], vectors[ORDER * ORDER], sum = 0;
  eigen_of(n, matrix, values, vectors);
  for (size_t i = 0; i < n; i++) sum += values[i] > 1e-15 ? values[i] * log(values[i]) : 0;
  return sum;
}

static void hash_of(const instance *x, char text[33]) {
  stream_hash *hash = NULL;
  OK(stream_hash_new(&hash));
  instance_hash(x, hash);
  stream_hash_text(hash, text);
  stream_hash_free(hash);
}

/* ---- instances */

Test(completion, entries) {
  random_stream *stream = stream_of("entries");
  const size_t index[] = {1, 2, 5};
  double u[M * N], square[N * N], factors[2 * N], dense[N * N], rows[2 * N];
  const double weights[] = {0.5, -2}, sparse[] = {3, 0.25, -1};
  random_gaussian_vector(stream, M * N, u);
  random_gaussian_vector(stream, 2 * N, factors);
  random_gaussian_vector(stream, 2 * N, rows);
  for (size_t i = 0; i < N * N; i++) square[i] = random_gaussian(stream);
  random_stream_free(stream);
  const instance rectangular = instance_rectangular(M, N, u);
  const instance forms[] = {instance_dense_vector(N, factors),
                            instance_sparse(INSTANCE_VECTOR, N, 3, index, sparse),
                            instance_dense_dyad(N, factors),
                            instance_sparse(INSTANCE_DYAD, N, 3, index, sparse),
                            instance_low_rank(N, 2, factors, weights, 0.75),
                            instance_matrix(N, square),
                            instance_entry(N, N, 2, 5)};
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      const instance node_pair = instance_entry(N, N, i, j);
      for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        instance_to_dense(&forms[f], dense);
        near(instance_inner(&node_pair, &forms[f]), dense[i * N + j], 1e-15, "<E, U> of a square U");
        near(instance_inner(&forms[f], &node_pair), dense[i * N + j], 1e-15, "<U, E> of a square U");
      }
      near(instance_inner_rows(&node_pair, 2, rows, weights, NULL),
           weights[0] * rows[i] * rows[j] + weights[1] * rows[N + i] * rows[N + j], 1e-14, "rows");
      near(vector_inner_instance(rows, &node_pair), i == j ? rows[i] : 0, 0, "diagonal");
      if (i >= M) continue;
      const instance x = instance_entry(M, N, i, j);
      near(instance_inner(&x, &rectangular), u[i * N + j], 0, "<E, U>");
      near(instance_inner(&rectangular, &x), u[i * N + j], 0, "<U, E>");
      cr_expect(isnan(instance_inner(&x, &forms[5])) && isnan(instance_inner(&node_pair, &rectangular)));
      instance_to_dense(&x, dense);
      for (size_t l = 0; l < M * N; l++) cr_expect_eq(dense[l], l == i * N + j ? 1 : 0);
    }
  }
  const instance x = instance_entry(M, N, 1, 2);
  double worst = 0;
  cr_expect(instance_norm_within(&x, 0, NULL, &worst) && worst == 0 && instance_norm_work(&x) == 0);
  cr_expect(!instance_within_unit(&x, 1e-9, NULL, &worst) && worst == INFINITY);
  cr_expect(instance_nuclear(&x) == 1 && isnan(instance_trace(&x)) && instance_check_finite(&x) == STATUS_OK);
  instance_kind kind;
  cr_expect(instance_kind_by_name("entry", &kind) && kind == INSTANCE_ENTRY && instance_kind_has_rows(kind));
}

Test(completion, hashes_of_entries) {
  const instance different[] = {instance_entry(4, 6, 1, 2), instance_entry(4, 6, 2, 1), instance_entry(6, 4, 1, 2),
                                instance_entry(6, 6, 1, 2), instance_entry(4, 6, 1, 3)};
  char text[5][33], again[33];
  for (size_t i = 0; i < 5; i++) hash_of(&different[i], text[i]);
  for (size_t i = 0; i < 5; i++) {
    for (size_t j = 0; j < i; j++) cr_expect_str_neq(text[i], text[j]);
  }
  hash_of(&different[0], again);
  cr_expect_str_eq(again, text[0]);
}

/* ---- comparators */

/* sum k_i q_i q_i^T + (1 - sum k_i) I/N, q_i = (v_i; u_i)/sqrt 2, blocks in the order (n, m) */
static void lift(size_t r, const double *k, const double *left, const double *right, double *matrix) {
  double rest = 1;
  for (size_t l = 0; l < r; l++) rest -= k[l];
  memset(matrix, 0, ORDER * ORDER * sizeof *matrix);
  for (size_t i = 0; i < ORDER; i++) matrix[i * (ORDER + 1)] = rest / ORDER;
  for (size_t l = 0; l < r; l++) {
    double q[ORDER];
    for (size_t j = 0; j < N; j++) q[j] = right[l * N + j] / sqrt(2);
    for (size_t i = 0; i < M; i++) q[N + i] = left[l * M + i] / sqrt(2);
    for (size_t i = 0; i < ORDER * ORDER; i++) matrix[i] += k[l] * q[i / ORDER] * q[i % ORDER];
  }
}

Test(completion, trace_norm) {
  static const double strengths[][2] = {{0.6, 0.4}, {0.5, 0.2}, {0.03, 0.01}};
  random_stream *stream = stream_of("trace norm");
  double left[2 * M], right[2 * N], k[M * N], other[M * N], matrix[ORDER * ORDER];
  for (size_t c = 0; c < 3; c++) {
    OK(frame_random(stream, M, 2, left));
    OK(frame_random(stream, N, 2, right));
    for (size_t i = 0; i < M * N; i++) {
      k[i] = 0;
      for (size_t l = 0; l < 2; l++) k[i] += strengths[c][l] * left[l * M + i / N] * right[l * N + i % N];
    }
    comparator *u = NULL;
    OK(comparator_from_rectangular(COMPARATOR_GIVEN, M, N, k, &u));
    lift(2, strengths[c], left, right, matrix);
    cr_expect_eq(comparator_kind_of(u), COMPARATOR_TRACE_NORM);
    cr_expect(comparator_order(u) == N && comparator_trace(u) == 1 && !comparator_projection(u, NULL, NULL));
    near(comparator_entropy(u), entropy_of(ORDER, matrix), 1e-13, "entropy of the lift");
    double squares = 0, inner = 0, value = 0;
    for (size_t i = 0; i < ORDER * ORDER; i++) squares += matrix[i] * matrix[i];
    near(comparator_squared_norm(u), squares, 1e-14, "squared norm of the lift");
    random_gaussian_vector(stream, M * N, other);
    for (size_t i = 0; i < M * N; i++) {
      inner += 2 * other[i] * matrix[(N + i / N) * ORDER + i % N]; /* <lift, Z(X)> */
      value += other[i] * k[i];
    }
    const instance x = instance_rectangular(M, N, other), entry = instance_entry(M, N, 2, 3);
    near(comparator_value(u, &x), value, 1e-14, "tr(K^T X)");
    near(inner, value, 1e-14, "<lift, Z(X)>");
    near(comparator_value(u, &entry), k[2 * N + 3], 0, "K_ij");
    comparator_free(u);
    for (size_t i = 0; i < M * N; i++) other[i] = k[i] * 1.1 / (strengths[c][0] + strengths[c][1]);
    cr_expect_eq(comparator_from_rectangular(COMPARATOR_GIVEN, M, N, other, &u), STATUS_INVALID);
    cr_expect_str_eq(status_message(),
                     "comparator: trace norm 1.1, expected a generalised projection or a trace norm of at most 1");
  }
  memset(other, 0, sizeof other);
  comparator *u = NULL;
  cr_expect_eq(comparator_from_rectangular(COMPARATOR_GIVEN, M, N, other, &u), STATUS_INVALID);
  random_stream_free(stream);
}

/* More dimensions than rows and columns. */
Test(completion, high_dimension) {
  enum { D = 2 * ORDER };
  random_stream *stream = stream_of("high dimension");
  double rows[ORDER * D], matrix[ORDER * ORDER] = {0};
  for (size_t i = 0; i < ORDER; i++) random_unit_vector(stream, D, rows + i * D);
  random_stream_free(stream);
  for (size_t i = 0; i < ORDER * ORDER; i++) {
    for (size_t l = 0; l < D; l++) matrix[i] += rows[i / ORDER * D + l] * rows[i % ORDER * D + l] / ORDER;
  }
  comparator *u = NULL;
  OK(comparator_from_embedding(COMPARATOR_PLANTED, M, N, D, rows, rows + M * D, &u));
  near(comparator_entropy(u), entropy_of(ORDER, matrix), 1e-13, "entropy");
  near(comparator_trace(u), 1, 1e-15, "trace");
  comparator_free(u);
}

Test(completion, embedding) {
  enum { D = 3 };
  random_stream *stream = stream_of("embedding");
  double p[M * D], q[N * D], matrix[ORDER * ORDER], squares = 0;
  for (size_t i = 0; i < M; i++) random_unit_vector(stream, D, p + i * D);
  for (size_t j = 0; j < N; j++) random_unit_vector(stream, D, q + j * D);
  random_stream_free(stream);
  comparator *u = NULL, *k = NULL;
  OK(comparator_from_embedding(COMPARATOR_PLANTED, M, N, D, p, q, &u));
  OK(comparator_rectangular_of_embedding(u, &k));
  for (size_t a = 0; a < ORDER; a++) {
    for (size_t b = 0; b < ORDER; b++) {
      const double *x = a < M ? p + a * D : q + (a - M) * D, *z = b < M ? p + b * D : q + (b - M) * D;
      const double product = x[0] * z[0] + x[1] * z[1] + x[2] * z[2];
      matrix[a * ORDER + b] = product / ORDER;
      squares += product * product / (ORDER * ORDER);
      if (a >= M || b < M) continue;
      const instance entry = instance_entry(M, N, a, b - M);
      near(comparator_value(u, &entry), product, 1e-15, "<p,q>");
      near(comparator_value(k, &entry), 2 * product / ORDER, 1e-16, "K");
      const size_t index[] = {a, b};
      const double ones[] = {1, 1};
      const instance dyad = instance_sparse(INSTANCE_DYAD, ORDER, 2, index, ones);
      near(0.5 * comparator_value(u, &dyad), (1 + product) / ORDER, 1e-15, "tr(UX)");
    }
  }
  double defect = 1;
  cr_expect(!comparator_projection(u, NULL, &defect) && defect < 1e-15 && comparator_order(u) == ORDER);
  near(comparator_trace(u), 1, 1e-15, "trace");
  near(comparator_squared_norm(u), squares, 1e-15, "squared norm");
  near(comparator_entropy(u), entropy_of(ORDER, matrix), 1e-13, "entropy");
  cr_expect_eq(comparator_kind_of(k), COMPARATOR_TRACE_NORM);
  const instance other = instance_entry(N, M, 0, 0);
  cr_expect(isnan(comparator_value(u, &other)));
  comparator_free(k);
  comparator_free(u);
  p[0] += 0.5;
  OK(comparator_from_embedding(COMPARATOR_PLANTED, M, N, D, p, q, &u));
  (void)comparator_projection(u, NULL, &defect);
  cr_expect(defect > 1e-3);
  comparator_free(u);
}

/* ---- the learner */

static learner_setting setting_of(size_t m, size_t n, size_t trials) {
  return (learner_setting){
      .n = n, .rows = m, .kind = INSTANCE_ENTRY, .rank = 1, .trials = trials, .seed = 1, .eigen = &eigen_own};
}

/* tr(exp(H) X), X = (1/2)(e_a + e_b)(e_a + e_b)^T */
static double definition(const double *h, size_t a, size_t b) {
  double values[ORDER], vectors[ORDER * ORDER], sum = 0;
  eigen_of(ORDER, h, values, vectors);
  for (size_t l = 0; l < ORDER; l++) {
    const double part = vectors[l * ORDER + a] + vectors[l * ORDER + b];
    sum += 0.5 * exp(values[l]) * part * part;
  }
  return sum;
}

/* Entries of a random sequence; repeated: the same one again and again, then one row only. */
static void against_definition(const char *json, bool repeated) {
  random_stream *stream = stream_of("scores");
  const learner_setting setting = setting_of(M, N, 150);
  played p = played_make("matrix_completion", json, &setting);
  const double eta = played_constant(&p, "eta"), theta = played_constant(&p, "theta");
  double h[ORDER * ORDER] = {0};
  for (size_t i = 0; i < ORDER; i++) h[i * (ORDER + 1)] = -log(ORDER);
  for (size_t t = 0; t < 150; t++) {
    const size_t i = repeated ? 1 : random_index(stream, M), j = repeated && t < 75 ? 2 : random_index(stream, N);
    const instance x = instance_entry(M, N, i, j);
    const double score = definition(h, i, M + j), found = played_score(&p, &x);
    near(found, score, 1e-12 * fmax(1, score), json);
    prediction said;
    OK(learner_predict(&p.learner, &x, &said));
    if (fabs(score - theta) > 1e-10) cr_expect_eq(said.value, score >= theta ? 1 : -1);
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    bool updated = false;
    OK(learner_update(&p.learner, &x, &said, label, &updated));
    cr_expect_eq(updated, said.value != label);
    if (!updated) continue;
    const size_t at[] = {i, M + j};
    for (size_t a = 0; a < 4; a++) h[at[a / 2] * ORDER + at[a % 2]] += 0.5 * eta * label;
  }
  cr_expect(spectral_rank(learner_parameter(&p.learner)) <= ORDER);
  played_free(&p);
  random_stream_free(stream);
}

Test(completion, scores_are_those_of_the_definition) {
  static const char *const cases[] = {"{\"gamma\":1}", "{\"gamma\":0.5,\"tuning\":\"published\"}",
                                      "{\"gamma\":0.3,\"representation\":\"dense\"}", "{\"gamma\":0.7,\"eta\":2}"};
  for (size_t i = 0; i < 4; i++) {
    against_definition(cases[i], false);
    against_definition(cases[i], true);
  }
}

/* With theta = 1/N an unseen pair is at the threshold: +1, in every representation and at every order. */
Test(completion, unseen_pairs) {
  static const char *const cases[] = {"{\"gamma\":0.5,\"tuning\":\"published\"}",
                                      "{\"gamma\":0.5,\"tuning\":\"published\",\"representation\":\"dense\"}"};
  for (size_t order = 1; order < 20; order++) {
    for (size_t c = 0; c < 2; c++) {
      const learner_setting setting = setting_of(order, order + 2, 10);
      played p = played_make("matrix_completion", cases[c], &setting);
      const instance first = instance_entry(order, order + 2, 0, 0);
      for (size_t t = 0; t < 3; t++) played_update(&p, &first, 1);
      prediction said;
      const instance unseen = instance_entry(order, order + 2, order - 1, order + 1);
      OK(learner_predict(&p.learner, &unseen, &said));
      cr_expect_eq(said.value, 1);
      played_free(&p);
    }
  }
}

Test(completion, tuning) {
  const learner_setting setting = setting_of(3, 5, 10);
  played p = played_make("matrix_completion", "{\"gamma\":1}", &setting);
  double eta = played_constant(&p, "eta");
  near(eta, 1.2784645427610738, 1e-14, "eta at margin 1 is 1 + LambertW(1/e)");
  near(1 / (eta * (1 - tanh(eta / 2))), 0.5 / 0.27846454276107379511, 1e-13, "factor of N ln N");
  near(played_constant(&p, "theta"), eta / (8 * sinh(eta)), 1e-16, "theta");
  near(played_constant(&p, "w0"), 0.125, 0, "w0");
  near(played_constant(&p, "comparator_scale"), 1, 1e-15, "zeta");
  near(played_constant(&p, "tuning"), 1, 0, "tuning");
  played_free(&p);
  p = played_make("matrix_completion", "{\"gamma\":0.4}", &setting);
  eta = played_constant(&p, "eta");
  const double cosh2 = cosh(eta / 2) * cosh(eta / 2);
  near(0.4 - tanh(eta / 2) - eta / (2 * cosh2), 0, 1e-14, "the derivative of eta (gamma - tanh(eta/2))");
  played_free(&p);
  p = played_make("matrix_completion", "{\"gamma\":0.4,\"tuning\":\"published\"}", &setting);
  near(played_constant(&p, "eta"), 0.4, 0, "published rate");
  near(played_constant(&p, "theta"), 0.125, 0, "published threshold");
  near(played_constant(&p, "comparator_scale"), sinh(0.4) / 0.4, 1e-15, "zeta");
  played_free(&p);
  p = played_make("matrix_completion", "{\"gamma\":0.4,\"eta\":0.2}", &setting);
  near(played_constant(&p, "tuning"), 0, 0, "given");
  near(played_constant(&p, "theta"), 0.2 / (8 * sinh(0.2)), 1e-16, "theta for a given rate");
  played_free(&p);
}

/* ---- the problem */

Test(completion, biclusters) {
  static const char *const cases[] = {"{\"m\":7,\"n\":9,\"row_classes\":3,\"column_classes\":5,\"repetition\":false}",
                                      "{\"m\":9,\"n\":7,\"row_classes\":4,\"column_classes\":2,\"repetition\":false}",
                                      "{\"m\":5,\"n\":5,\"row_classes\":1,\"column_classes\":5,\"repetition\":false}"};
  static const double fewer[] = {3, 2, 1};
  for (size_t c = 0; c < 3; c++) {
    fixture f = fixture_make("biclusters", cases[c], 2 + c);
    const size_t m = f.problem.facts.rows, n = f.problem.facts.n;
    bool seen[63] = {false};
    double sign[63], label, defect = 1;
    instance x;
    cr_assert(f.problem.facts.kind == INSTANCE_ENTRY && f.problem.facts.trials == m * n);
    near(f.problem.facts.gap_high, 1 / sqrt(fewer[c]), 1e-16, "margin");
    near(f.problem.facts.gap_low, -1 / sqrt(fewer[c]), 1e-16, "margin");
    (void)comparator_projection(f.u, NULL, &defect);
    cr_expect_lt(defect, 1e-15);
    for (size_t t = 0; t < m * n; t++) {
      OK(fixture_trial(&f, &x, &label));
      cr_assert(x.row < m && x.column < n && !seen[x.row * n + x.column]);
      seen[x.row * n + x.column] = true;
      sign[x.row * n + x.column] = label;
      near(label * comparator_value(f.u, &x), 1 / sqrt(fewer[c]), 1e-15, "margin of an entry");
    }
    cr_expect_eq(fixture_trial(&f, &x, &label), STATUS_END);
    size_t kinds = 0; /* of rows: at most row_classes */
    for (size_t i = 0; i < m; i++) {
      bool known = false;
      for (size_t h = 0; h < i && !known; h++) known = memcmp(sign + i * n, sign + h * n, n * sizeof *sign) == 0;
      kinds += !known;
    }
    cr_expect(kinds <= (c == 0 ? 3 : c == 1 ? 4 : 1));
    fixture_free(&f);
  }
  fixture noisy = fixture_make("biclusters", "{\"m\":20,\"n\":20,\"noise\":0.25}", 1);
  size_t flipped = 0;
  for (size_t t = 0; t < 4000; t++) {
    instance x;
    double label;
    OK(fixture_trial(&noisy, &x, &label));
    flipped += label * comparator_value(noisy.u, &x) < 0;
  }
  cr_expect(flipped > 850 && flipped < 1150, "%zu of 4000", flipped); /* 1000, standard deviation 27 */
  fixture_free(&noisy);
  fixture_refused("biclusters", "{\"m\":3,\"n\":9,\"row_classes\":4}",
                  "biclusters: row_classes = 4 must be at most m = 3");
  fixture_refused("biclusters", "{\"m\":9,\"n\":3,\"column_classes\":4}",
                  "biclusters: column_classes = 4 must be at most n = 3");
  fixture_refused("biclusters", "{\"m\":100000,\"n\":100000,\"repetition\":false}",
                  "biclusters: m n = 1e+10 must be at most 1e+08 with repetition = false");
}

/* Signs of a matrix of trace norm 1, in rectangular_targets. */
Test(completion, low_rank_targets) {
  static const char *const cases[] = {
      "{\"m\":5,\"n\":8,\"r\":2,\"rank\":4,\"gap\":0.25,\"target\":\"low_rank\"}",
      "{\"m\":8,\"n\":5,\"r\":3,\"gap\":0.1,\"margin\":\"uniform\",\"target\":\"low_rank\"}",
      "{\"m\":6,\"n\":6,\"r\":2,\"gap\":1,\"block\":true,\"target\":\"low_rank\"}"};
  for (size_t c = 0; c < 3; c++) {
    fixture f = fixture_make("rectangular_targets", cases[c], 3);
    const double gap = f.problem.facts.gap_high;
    double work[2 * 64], label, worst;
    cr_expect(comparator_kind_of(f.u) == COMPARATOR_TRACE_NORM && f.problem.facts.gap_low == -gap);
    for (size_t t = 0; t < 100; t++) {
      instance x;
      OK(fixture_trial(&f, &x, &label));
      cr_expect(instance_norm_within(&x, 1e-12, work, &worst), "norm above 1 by %g", worst);
      const double agreement = label * comparator_value(f.u, &x);
      if (c != 1) near(agreement, gap, 1e-13, "margin");
      cr_expect(agreement >= gap - 1e-13 && agreement <= 1 + 1e-13);
    }
    fixture_free(&f);
  }
  fixture_refused("rectangular_targets", "{\"m\":5,\"n\":5,\"r\":2,\"gap\":1.5,\"target\":\"low_rank\"}",
                  "rectangular_targets: gap = 1.5 must be at most 1 with target = \"low_rank\"");
}

/* ---- files */

static sequence *read_text(const char *text, size_t length) {
  char *path = fixture_file(text, length);
  sequence *file = NULL;
  OK(sequence_open(path, &file));
  unlink(path);
  free(path);
  return file;
}

Test(completion, sequence_file) {
  fixture f = fixture_make("biclusters", "{\"m\":4,\"n\":6,\"row_classes\":3,\"column_classes\":3}", 5);
  const double small[] = {0.25, 0, 0, 0, 0, 0.5};
  comparator *matrix = NULL;
  OK(comparator_from_rectangular(COMPARATOR_PLANTED, 2, 3, small, &matrix));
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  instance x, given[20];
  double label, labels[20];
  const sequence_header written_header = problem_header(&f.problem.facts);
  OK(sequence_write_header(memory, &written_header, f.u));
  for (size_t t = 0; t < 20; t++) {
    OK(fixture_trial(&f, &given[t], &labels[t]));
    OK(sequence_write_trial(memory, t + 1, &given[t], labels[t], NULL));
  }
  cr_assert_eq(fclose(memory), 0);
  sequence *file = read_text(text, length);
  free(text);
  const sequence_header header = sequence_header_of(file);
  const problem_facts facts = problem_facts_of(&header);
  cr_expect(facts.kind == INSTANCE_ENTRY && facts.rows == 4 && facts.n == 6 && facts.rank == 1 && facts.trials == 20);
  const comparator *u = sequence_comparator(file);
  cr_assert_eq(comparator_kind_of(u), COMPARATOR_EMBEDDING);
  near(comparator_entropy(u), comparator_entropy(f.u), 0, "entropy");
  for (size_t t = 0; t < 20; t++) {
    sequence_trial(file, t, &x, &label);
    cr_expect(x.row == given[t].row && x.column == given[t].column && x.m == 4 && x.n == 6 && label == labels[t]);
    near(comparator_value(u, &x), comparator_value(f.u, &x), 0, "value");
  }
  sequence_close(file);
  fixture_free(&f);
  /* the form that the documentation gives */
  const problem_facts two = {.n = 3, .rows = 2, .kind = INSTANCE_ENTRY, .labels = LABEL_SIGN};
  x = instance_entry(2, 3, 1, 2);
  memory = open_memstream(&text, &length);
  const sequence_header written_header2 = problem_header(&two);
  OK(sequence_write_header(memory, &written_header2, matrix));
  OK(sequence_write_trial(memory, 1, &x, 1, NULL));
  cr_assert_eq(fclose(memory), 0);
  cr_expect_str_eq(text, "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":2,\"n\":3,"
                         "\"labels\":\"sign\",\"comparator\":{\"matrix\":[[0.25,0,0],[0,0,0.5]]}}\n"
                         "{\"t\":1,\"i\":2,\"j\":3,\"y\":1}\n");
  file = read_text(text, length);
  cr_expect_eq(comparator_kind_of(sequence_comparator(file)), COMPARATOR_TRACE_NORM);
  sequence_close(file);
  free(text);
  comparator_free(matrix);
}

static void play(played *p, random_stream *stream, size_t trials, double *scores) {
  for (size_t t = 0; t < trials; t++) {
    const instance x = instance_entry(M, N, random_index(stream, M), random_index(stream, N));
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    prediction said;
    bool updated;
    OK(learner_predict(&p->learner, &x, &said));
    OK(learner_update(&p->learner, &x, &said, label, &updated));
    if (scores != NULL) scores[t] = said.score;
  }
}

/* A state that is written after 40 trials and read again goes on bit for bit. */
static void goes_on(const char *name, const char *json) {
  random_stream *stream = stream_of("state"), *again = stream_of("state");
  const learner_setting setting = setting_of(M, N, 100);
  played p = played_make(name, json, &setting);
  double whole[60], resumed[60];
  play(&p, stream, 40, NULL);
  saved_learner saved = state_again(&p, &setting, 0);
  play(&p, stream, 60, whole);
  played q = {.learner = saved.learner};
  played skipped = played_make(name, json, &setting);
  play(&skipped, again, 40, NULL);
  play(&q, again, 60, resumed);
  cr_expect_eq(memcmp(whole, resumed, sizeof whole), 0, "%s %s", name, json);
  saved_learner_free(&saved);
  played_free(&skipped);
  played_free(&p);
  random_stream_free(stream);
  random_stream_free(again);
}

Test(completion, states_go_on) {
  goes_on("matrix_completion", "{\"gamma\":0.5}");
  goes_on("matrix_completion", "{\"gamma\":0.5,\"tuning\":\"published\",\"representation\":\"dense\"}");
  goes_on("general_matrix_winnow", "{\"gap\":0.1,\"gap_low\":-0.1}");
  goes_on("general_matrix_winnow", "{\"variant\":\"repaired\"}");
  goes_on("random", "{}");
}

/* General Matrix Winnow on an entry is what it is on the matrix with a single one. */
Test(completion, general_on_entries) {
  random_stream *stream = stream_of("general");
  const learner_setting entries = setting_of(M, N, 100);
  learner_setting matrices = entries;
  matrices.kind = INSTANCE_RECTANGULAR;
  played p = played_make("general_matrix_winnow", "{\"gap\":0.2,\"gap_low\":-0.2}", &entries);
  played q = played_make("general_matrix_winnow", "{\"gap\":0.2,\"gap_low\":-0.2}", &matrices);
  for (size_t t = 0; t < 100; t++) {
    double dense[M * N];
    const instance x = instance_entry(M, N, random_index(stream, M), random_index(stream, N));
    instance_to_dense(&x, dense);
    const instance z = instance_rectangular(M, N, dense);
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    near(played_score(&p, &x), played_score(&q, &z), 1e-16, "score");
    played_update(&p, &x, label);
    played_update(&q, &z, label);
  }
  played_free(&p);
  played_free(&q);
  random_stream_free(stream);
}
