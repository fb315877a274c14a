/* Widrow-Hoff on vectors and symmetric matrices against plain loops in long double, with and without projection. */
#include "unit/regression_fixture.h"

#include "unit/dense_matrix.h"

enum { SQUARE = ORDER * ORDER };

/* ---- without projection: every kind, in every representation that takes it */

static void against_definition(const char *name, const char *json, instance_kind kind, loss l, double eta,
                               bool clipped) {
  const learner_setting setting = regression_setting(ORDER, kind, l);
  played p = played_make(name, json, &setting);
  regression_source s = regression_begin(kind, l, 0.2);
  long double w[SQUARE] = {0};
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0, dense[SQUARE];
    const instance x = regression_draw(&s, &label);
    long double score = 0;
    instance_to_dense(&x, dense);
    for (size_t i = 0; i < SQUARE; i++) score += w[i] * dense[i];
    const prediction said = regression_play(&p, &x, label);
    const double value = fmin(fmax((double)score, l.low), l.high);
    near_in_trial(said.score, (double)score, 1e-12, json, t);
    near_in_trial(said.value, value, 1e-12, json, t);
    for (size_t i = 0; i < SQUARE; i++) {
      w[i] -= (long double)eta * ((clipped ? (long double)value : score) - label) * dense[i];
    }
  }
  random_stream_free(s.stream);
  played_free(&p);
}

Test(widrow_hoff, vectors) {
  against_definition("widrow_hoff", "{\"eta\":0.2}", INSTANCE_VECTOR, on_line, 0.2, false);
  against_definition("widrow_hoff", "{\"eta\":0.2}", INSTANCE_VECTOR, on_interval, 0.2, false);
  against_definition("widrow_hoff", "{\"eta\":0.2,\"error\":\"clipped\"}", INSTANCE_VECTOR, on_interval, 0.2, true);
}

Test(widrow_hoff, matrices) {
  for (size_t k = 0; k < KINDS; k++) {
    against_definition("matrix_widrow_hoff", "{\"eta\":0.1}", symmetric_kinds[k], on_line, 0.1, false);
    against_definition("matrix_widrow_hoff", "{\"eta\":0.1,\"representation\":\"dense\",\"error\":\"clipped\"}",
                       symmetric_kinds[k], on_interval, 0.1, true);
    if (symmetric_kinds[k] == INSTANCE_MATRIX) continue;
    against_definition("matrix_widrow_hoff", "{\"eta\":0.1,\"representation\":\"low_rank\"}", symmetric_kinds[k],
                       on_line, 0.1, false);
  }
}

/* Diagonal matrices are vectors; entries that are stored and those that are not are the same. */
Test(widrow_hoff, diagonal_is_vector) {
  const learner_setting vectors = regression_setting(ORDER, INSTANCE_VECTOR, on_line),
                        matrices = regression_setting(ORDER, INSTANCE_MATRIX, on_line);
  played v = played_make("widrow_hoff", "{\"eta\":0.3}", &vectors),
         sparse = played_make("widrow_hoff", "{\"eta\":0.3}", &vectors),
         m = played_make("matrix_widrow_hoff", "{\"eta\":0.3}", &matrices);
  regression_source s = regression_begin(INSTANCE_VECTOR, on_line, 0.2);
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0, dense[SQUARE], kept[ORDER];
    size_t index[ORDER], count = 0;
    instance x = regression_draw(&s, &label);
    s.x[t % ORDER] = 0.0;
    for (size_t i = 0; i < ORDER; i++) {
      if (s.x[i] == 0.0) continue;
      index[count] = i;
      kept[count++] = s.x[i];
    }
    instance_to_dense(&x, dense);
    const instance matrix = instance_matrix(ORDER, dense),
                   few = instance_sparse(INSTANCE_VECTOR, ORDER, count, index, kept);
    const double said = regression_play(&v, &x, label).score;
    near_in_trial(regression_play(&m, &matrix, label).score, said, 1e-13, "matrix", t);
    near_in_trial(regression_play(&sparse, &few, label).score, said, 1e-14, "sparse", t);
  }
  random_stream_free(s.stream);
  played_free(&v);
  played_free(&sparse);
  played_free(&m);
}

/* ---- projection */

static void read_matrix(played *p, double *w) {
  double e[SQUARE] = {0};
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j <= i; j++) {
      e[i * ORDER + j] = e[j * ORDER + i] = i == j ? 1.0 : 0.5;
      const instance x = instance_matrix(ORDER, e);
      w[i * ORDER + j] = w[j * ORDER + i] = played_score(p, &x);
      e[i * ORDER + j] = e[j * ORDER + i] = 0.0;
    }
  }
}

/* The nearest semidefinite matrix W of V is the one with W >= 0, W - V >= 0 and <W, W - V> = 0. */
static void expect_projection(const double *v, const double *w, const char *what, size_t t) {
  double values[ORDER], rest[SQUARE], inner = 0.0, size = 1.0;
  for (size_t i = 0; i < SQUARE; i++) {
    rest[i] = w[i] - v[i];
    inner += w[i] * rest[i];
    size += v[i] * v[i];
  }
  cr_assert(fabs(inner) < 1e-12 * size, "%s, trial %zu: <W, W - V> = %g", what, t, inner);
  dense_eigenvalues(ORDER, w, values, NULL);
  for (size_t i = 0; i < ORDER; i++) cr_assert(values[i] > -1e-12 * size, "%s, trial %zu: W: %g", what, t, values[i]);
  dense_eigenvalues(ORDER, rest, values, NULL);
  for (size_t i = 0; i < ORDER; i++) {
    cr_assert(values[i] > -1e-12 * size, "%s, trial %zu: W - V: %g", what, t, values[i]);
  }
}

static void projects(instance_kind kind, const char *representation) {
  char json[200];
  snprintf(json, sizeof json, "{\"eta\":0.2,\"project\":\"semidefinite\",\"representation\":\"%s\"}", representation);
  const learner_setting setting = regression_setting(ORDER, kind, on_line);
  /* W is read as scores of matrices, which the dense representation takes */
  played p = played_make("matrix_widrow_hoff", json, &setting);
  regression_source s = regression_begin(kind, on_line, 0.5);
  double before[SQUARE] = {0}, after[SQUARE];
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = regression_draw(&s, &label);
    const double said = regression_play(&p, &x, label).score;
    instance_add_to_dense(&x, -0.2 * (said - label), before);
    read_matrix(&p, after);
    expect_projection(before, after, json, t);
    memcpy(before, after, sizeof before);
  }
  random_stream_free(s.stream);
  played_free(&p);
}

Test(widrow_hoff, projection) {
  for (size_t k = 0; k < KINDS; k++) projects(symmetric_kinds[k], "dense");
}

/* The representations with projection, and on vectors the positive part of each entry. */
Test(widrow_hoff, projected_representations) {
  static const instance_kind kinds[] = {INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_DISTANCE, INSTANCE_VECTOR};
  for (size_t k = 0; k < 4; k++) {
    const learner_setting setting = regression_setting(ORDER, kinds[k], on_line);
    const bool vectors = kinds[k] == INSTANCE_VECTOR;
    played dense = played_make("matrix_widrow_hoff",
                               "{\"eta\":0.2,\"project\":\"semidefinite\",\"representation\":\"dense\"}", &setting),
           other = played_make("matrix_widrow_hoff",
                               vectors ? "{\"eta\":0.2,\"project\":\"semidefinite\",\"representation\":\"diagonal\"}"
                                       : "{\"eta\":0.2,\"project\":\"semidefinite\",\"representation\":\"low_rank\"}",
                               &setting);
    regression_source s = regression_begin(kinds[k], on_line, 0.5);
    double w[ORDER] = {0};
    for (size_t t = 1; t <= TRIALS; t++) {
      double label = 0.0, score = 0.0;
      const instance x = regression_draw(&s, &label);
      for (size_t i = 0; vectors && i < ORDER; i++) score += w[i] * s.x[i];
      const double said = regression_play(&dense, &x, label).score;
      near_in_trial(regression_play(&other, &x, label).score, said, 1e-11, instance_kind_name(kinds[k]), t);
      if (!vectors) continue;
      near_in_trial(said, score, 1e-11, "positive parts", t);
      for (size_t i = 0; i < ORDER; i++) w[i] = fmax(0.0, w[i] - 0.2 * (score - label) * s.x[i]);
    }
    random_stream_free(s.stream);
    played_free(&dense);
    played_free(&other);
  }
}

/* ---- rates, states, degenerate cases, refusals */

Test(widrow_hoff, tuned_rate) {
  const learner_setting line = regression_setting(ORDER, INSTANCE_VECTOR, on_line),
                        interval = regression_setting(ORDER, INSTANCE_VECTOR, on_interval);
  /* eta X^2 = U X / (sqrt K + U X): X = 2, U = 3, K = 16: 6/10; at scale 2 sqrt K = sqrt 8; K = 0: 1 */
  const char *json = "{\"length\":2,\"loss_at_most\":16,\"radius\":3}";
  played p = played_make("widrow_hoff", json, &line), q = played_make("widrow_hoff", json, &interval),
         r = played_make("widrow_hoff", "{\"length\":2,\"loss_at_most\":0,\"radius\":3}", &line);
  near_in_trial(played_constant(&p, "eta"), 0.15, 1e-15, "eta", 0);
  near_in_trial(played_constant(&q, "eta"), 6 / (sqrt(8) + 6) / 4, 1e-15, "eta", 0);
  cr_expect_eq(played_constant(&r, "eta"), 0.25);
  cr_expect_eq(played_constant(&p, "length"), 2);
  cr_expect_eq(played_constant(&p, "loss_at_most"), 16);
  cr_expect_eq(played_constant(&p, "radius"), 3);
  played_free(&p);
  played_free(&q);
  played_free(&r);
}

Test(widrow_hoff, states) {
  for (size_t before = 0; before <= 150; before += 150) {
    regression_goes_on("widrow_hoff", "{\"eta\":0.2}", INSTANCE_VECTOR, on_line, before);
    regression_goes_on("widrow_hoff", "{\"grid\":[0.2,0.1]}", INSTANCE_VECTOR, on_interval, before);
    for (size_t k = 0; k < KINDS; k++) {
      regression_goes_on("matrix_widrow_hoff", "{\"eta\":0.1}", symmetric_kinds[k], on_interval, before);
      regression_goes_on("matrix_widrow_hoff", "{\"eta\":0.1,\"project\":\"semidefinite\"}", symmetric_kinds[k],
                         on_line, before);
    }
    regression_goes_on("matrix_widrow_hoff",
                       "{\"eta\":0.1,\"project\":\"semidefinite\",\"representation\":\"low_rank\"}", INSTANCE_DYAD,
                       on_line, before);
  }
}

/* n = 1 by hand: w = 0, 1/2, 3/4 for x = 1, y = 1, eta = 1/2. No error, and instances that are 0, change nothing. */
Test(widrow_hoff, degenerate) {
  const learner_setting one = regression_setting(1, INSTANCE_VECTOR, on_line),
                        pairs = regression_setting(4, INSTANCE_DISTANCE, on_line);
  const double unit = 1.0, half = 0.5;
  const instance x = instance_dense_vector(1, &unit), y = instance_dense_vector(1, &half);
  played p = played_make("widrow_hoff", "{\"eta\":0.5}", &one),
         d = played_make("matrix_widrow_hoff", "{\"eta\":1}", &pairs);
  cr_expect_eq(regression_play(&p, &x, 1).value, 0);
  cr_expect_eq(regression_play(&p, &x, 1).value, 0.5);
  cr_expect_eq(regression_play(&p, &x, 0.75).value, 0.75);
  prediction said = {0};
  bool updated = true;
  OK(learner_predict(&p.learner, &y, &said));
  OK(learner_update(&p.learner, &y, &said, said.value, &updated));
  cr_expect_not(updated);
  cr_expect_eq(regression_play(&p, &x, 0.75).value, 0.75);
  const instance same = instance_distance(4, 2, 2), other = instance_distance(4, 0, 2);
  cr_expect_eq(regression_play(&d, &other, 1).value, 0);
  cr_expect_eq(regression_play(&d, &same, 1).value, 0);
  /* W = X: <X, X> = 1 */
  cr_expect_eq(regression_play(&d, &other, 1).value, 1);
  played_free(&p);
  played_free(&d);
}

Test(widrow_hoff, refusals) {
  learner_setting line = regression_setting(ORDER, INSTANCE_VECTOR, on_line);
  played_refused("widrow_hoff", "{}", &line,
                 "widrow_hoff: length is missing, expected eta, grid, or length with loss_at_most and radius");
  played_refused("widrow_hoff", "{\"length\":1,\"loss_at_most\":1}", &line,
                 "widrow_hoff: radius is missing, expected eta, grid, or length with loss_at_most and radius");
  played_refused("widrow_hoff", "{\"eta\":1,\"radius\":1}", &line,
                 "widrow_hoff: eta is given, expected no radius beside it");
  played_refused("widrow_hoff", "{\"grid\":[1,2],\"length\":1}", &line,
                 "widrow_hoff: grid is given, expected no length beside it");
  played_refused("widrow_hoff", "{\"grid\":[1,2],\"eta\":1}", &line,
                 "widrow_hoff: eta has no effect with grid: leave it out");
  line.loss = (loss){LOSS_ABSOLUTE, 0, 1, 0, 1, 1};
  played_refused("widrow_hoff", "{\"eta\":1}", &line, "widrow_hoff: the loss is absolute, expected square");
  line.kind = INSTANCE_ENTRY;
  played_refused("widrow_hoff", "{\"eta\":1}", &line, "widrow_hoff does not take entry instances");
  const learner_setting matrices = regression_setting(ORDER, INSTANCE_MATRIX, on_line);
  played_refused(
      "matrix_widrow_hoff", "{\"eta\":1,\"representation\":\"low_rank\"}", &matrices,
      "matrix_widrow_hoff: representation low_rank cannot take instances of kind matrix; auto chooses one that can");
}
