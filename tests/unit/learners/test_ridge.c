/* Least squares row by row, online ridge regression, the leader among weights, and predictions that do not look at
 * instances; against normal equations solved in long double. */
#include "unit/regression_fixture.h"

#include "linalg/least_squares.h"
#include "unit/state_fixture.h"

/* a (n x n), b <- a^{-1} b by Gaussian elimination with pivots; returns det a. */
static long double solve_dense(size_t n, long double *a, long double *b) {
  long double det = 1;
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k; i < n; i++) pivot = fabsl(a[i * n + k]) > fabsl(a[pivot * n + k]) ? i : pivot;
    for (size_t j = 0; j < n && pivot != k; j++) {
      const long double keep = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = keep;
    }
    const long double keep = b[k];
    b[k] = b[pivot];
    b[pivot] = keep;
    det *= pivot != k ? -a[k * n + k] : a[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
      const long double f = a[i * n + k] / a[k * n + k];
      for (size_t j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return det;
}

typedef struct normal_equations {
  long double a[ORDER * ORDER], b[ORDER], squares; /* lambda I + sum x x^T, sum y x, sum y^2 */
} normal_equations;

static normal_equations normal_begin(double lambda) {
  normal_equations e = {.squares = 0};
  for (size_t i = 0; i < ORDER; i++) e.a[i * (ORDER + 1)] = lambda;
  return e;
}

static void normal_add(normal_equations *e, const double *x, double y) {
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) e->a[i * ORDER + j] += (long double)x[i] * x[j];
    e->b[i] += (long double)y * x[i];
  }
  e->squares += (long double)y * y;
}

static long double normal_solve(const normal_equations *e, long double *w) {
  normal_equations copy = *e;
  const long double det = solve_dense(ORDER, copy.a, copy.b);
  memcpy(w, copy.b, sizeof copy.b);
  return det;
}

Test(least_squares, against_normal_equations) {
  static const double lambdas[] = {0.01, 1, 30};
  for (size_t k = 0; k < 3; k++) {
    least_squares *s = NULL;
    OK(least_squares_new(ORDER, lambdas[k], &s));
    normal_equations e = normal_begin(lambdas[k]);
    regression_source source = regression_begin(INSTANCE_VECTOR, on_line, 0.3);
    for (size_t t = 1; t <= TRIALS; t++) {
      double label = 0.0, row[ORDER], w[ORDER], work[ORDER];
      (void)regression_draw(&source, &label);
      if (t % 3 == 0) source.x[0] = source.x[t % ORDER] = 0.0;
      long double exact[ORDER], inverse[ORDER], least, leverage = 0, pushed[ORDER * ORDER];
      memcpy(pushed, e.a, sizeof pushed);
      for (size_t i = 0; i < ORDER; i++) inverse[i] = source.x[i];
      (void)solve_dense(ORDER, pushed, inverse);
      for (size_t i = 0; i < ORDER; i++) leverage += inverse[i] * source.x[i];
      near_in_trial(least_squares_leverage(s, source.x, work), (double)leverage, 1e-12, "leverage", t);
      memcpy(row, source.x, sizeof row);
      OK(least_squares_add(s, row, label));
      normal_add(&e, source.x, label);
      const long double det = normal_solve(&e, exact);
      least = e.squares;
      for (size_t i = 0; i < ORDER; i++) least -= exact[i] * e.b[i];
      least_squares_solve(s, w);
      for (size_t i = 0; i < ORDER; i++) near_in_trial(w[i], (double)exact[i], 1e-11, "solution", t);
      near_in_trial(least_squares_minimum(s), (double)least, 1e-12, "minimum", t);
      near_in_trial(least_squares_log_det(s), (double)logl(det), 1e-12, "log det", t);
    }
    random_stream_free(source.stream);
    least_squares_free(s);
  }
}

/* A row of length 1e-200 or 1e200 leaves numbers that are numbers. */
Test(least_squares, sizes) {
  least_squares *s = NULL;
  double w[2], small[2] = {1e-200, 1e-200}, large[2] = {1e200, -1e200};
  OK(least_squares_new(2, 1.0, &s));
  OK(least_squares_add(s, small, 1.0));
  least_squares_solve(s, w);
  cr_expect(fabs(w[0] - 1e-200) < 1e-214 && fabs(w[1] - 1e-200) < 1e-214, "%g %g", w[0], w[1]);
  OK(least_squares_add(s, large, 2e200));
  least_squares_solve(s, w);
  cr_expect(fabs(w[0] - w[1] - 2.0) < 1e-14 && fabs(w[0] + w[1]) < 1e-14, "%g %g", w[0], w[1]);
  double beyond[2] = {INFINITY, 0.0};
  cr_expect_eq(least_squares_add(s, beyond, 1.0), STATUS_NUMERIC);
  least_squares_free(s);
}

/* ---- ridge regression */

static void ridge_against_definition(double lambda, bool forward, loss l) {
  const learner_setting setting = regression_setting(ORDER, INSTANCE_VECTOR, l);
  char json[100];
  snprintf(json, sizeof json, "{\"lambda\":%g,\"forward\":%s}", lambda, forward ? "true" : "false");
  played p = played_make("ridge", json, &setting);
  normal_equations e = normal_begin(lambda);
  regression_source s = regression_begin(INSTANCE_VECTOR, l, 0.3);
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = regression_draw(&s, &label);
    normal_equations seen = e;
    if (forward) normal_add(&seen, s.x, 0.0);
    long double w[ORDER], score = 0;
    (void)normal_solve(&seen, w);
    for (size_t i = 0; i < ORDER; i++) score += w[i] * s.x[i];
    const prediction said = regression_play(&p, &x, label);
    near_in_trial(said.score, (double)score, 1e-12, json, t);
    near_in_trial(said.value, fmin(fmax((double)score, l.low), l.high), 1e-12, json, t);
    normal_add(&e, s.x, label);
  }
  random_stream_free(s.stream);
  played_free(&p);
}

Test(ridge, against_definition) {
  for (int forward = 0; forward < 2; forward++) {
    ridge_against_definition(1.0, forward == 1, on_line);
    ridge_against_definition(0.05, forward == 1, on_interval);
  }
}

/* ---- the shortest of the leaders: solves the normal equations, and lies in the span of the past */

Test(least_squares_leader, shortest_solution) {
  const learner_setting setting = regression_setting(ORDER, INSTANCE_VECTOR, on_line);
  for (size_t rank = 1; rank <= ORDER; rank++) {
    played p = played_make("least_squares_leader", "{}", &setting);
    regression_source s = regression_begin(INSTANCE_VECTOR, on_line, 0.3);
    normal_equations e = normal_begin(0.0);
    double directions[ORDER][ORDER];
    for (size_t k = 0; k < rank; k++) random_gaussian_vector(s.stream, ORDER, directions[k]);
    for (size_t t = 1; t <= 60; t++) {
      double w[ORDER], x[ORDER] = {0}, y = random_range(s.stream, -1, 1), inside = 0.0;
      for (size_t k = 0; k < rank; k++) { /* one direction more every five trials */
        const double factor = random_range(s.stream, -1, 1);
        for (size_t i = 0; i < ORDER && k <= t / 5; i++) x[i] += factor * directions[k][i];
      }
      const instance seen = instance_dense_vector(ORDER, x);
      (void)regression_play(&p, &seen, y);
      normal_add(&e, x, y);
      for (size_t i = 0; i < ORDER; i++) {
        double unit[ORDER] = {0};
        unit[i] = 1.0;
        const instance coordinate = instance_dense_vector(ORDER, unit);
        w[i] = played_score(&p, &coordinate);
      }
      for (size_t i = 0; i < ORDER; i++) { /* A w = b */
        long double left = 0;
        for (size_t j = 0; j < ORDER; j++) left += e.a[i * ORDER + j] * w[j];
        near_in_trial((double)left, (double)e.b[i], 1e-9, "normal equations", t);
      }
      /* w is in the span of the directions: what is left of it after Gram-Schmidt is 0 */
      double basis[ORDER][ORDER], length = 0.0;
      for (size_t i = 0; i < ORDER; i++) length += w[i] * w[i];
      for (size_t k = 0; k < rank && k <= t / 5; k++) {
        memcpy(basis[k], directions[k], sizeof basis[k]);
        for (size_t pass = 0; pass < 2; pass++) {
          for (size_t j = 0; j < k; j++) {
            double dot = 0.0;
            for (size_t i = 0; i < ORDER; i++) dot += basis[k][i] * basis[j][i];
            for (size_t i = 0; i < ORDER; i++) basis[k][i] -= dot * basis[j][i];
          }
        }
        double norm = 0.0, along = 0.0;
        for (size_t i = 0; i < ORDER; i++) norm += basis[k][i] * basis[k][i];
        for (size_t i = 0; i < ORDER; i++) along += w[i] * (basis[k][i] /= sqrt(norm));
        inside += along * along;
      }
      near_in_trial(length, inside, 1e-9, "the span of the past", t);
    }
    random_stream_free(s.stream);
    played_free(&p);
  }
}

/* Two instances that differ by rounding are one direction; 0 teaches nothing; before the first trial all is 0. */
Test(least_squares_leader, degenerate) {
  const learner_setting setting = regression_setting(3, INSTANCE_VECTOR, on_line);
  played p = played_make("least_squares_leader", "{}", &setting);
  const double a[3] = {1, 1, 1}, b[3] = {1, 1, 1 + 4e-16}, zero[3] = {0}, e[3] = {1, 0, 0};
  const instance first = instance_dense_vector(3, a), second = instance_dense_vector(3, b),
                 nothing = instance_dense_vector(3, zero), unit = instance_dense_vector(3, e);
  cr_expect_eq(regression_play(&p, &nothing, 5).value, 0);
  cr_expect_eq(regression_play(&p, &first, 3).value, 0);
  near_in_trial(regression_play(&p, &second, 6).value, 3, 1e-14, "the same direction", 3);
  near_in_trial(played_score(&p, &unit), 1.5, 1e-14, "shortest weights: 3/2 each", 3);
  played_free(&p);
}

/* ---- states */

Test(ridge, states) {
  for (size_t before = 0; before <= 150; before += 75) {
    regression_goes_on("ridge", "{}", INSTANCE_VECTOR, on_line, before);
    regression_goes_on("ridge", "{\"forward\":true,\"lambda\":0.1}", INSTANCE_VECTOR, on_interval, before);
    regression_goes_on("ridge", "{\"grid\":[0.1,10]}", INSTANCE_VECTOR, on_interval, before);
    regression_goes_on("least_squares_leader", "{}", INSTANCE_VECTOR, on_line, before);
    for (size_t k = 0; k < KINDS; k++) {
      regression_goes_on("running_mean", "{}", symmetric_kinds[k], on_interval, before);
      regression_goes_on("constant", "{\"value\":0.4}", symmetric_kinds[k], on_line, before);
    }
  }
  regression_goes_on("least_squares_leader", "{}", INSTANCE_VECTOR, on_interval, 3); /* of rank 3 */
}

static void refuses_state(const char *name, const char *old, const char *new, const char *message) {
  const learner_setting setting = regression_setting(ORDER, INSTANCE_VECTOR, on_line);
  played p = played_make(name, "{}", &setting);
  saved_learner saved;
  char *text = state_written(&p.learner, &setting, p.values, NULL), changed[8000] = "", said[500];
  const char *found = strstr(text, old);
  cr_assert_not_null(found, "no %s", old);
  const size_t at = (size_t)(found - text);
  snprintf(changed, sizeof changed, "%.*s%s%s", (int)at, text, new, text + at + strlen(old));
  cr_expect_eq(state_read(changed, 0, &saved, said), STATUS_INVALID);
  cr_expect_str_eq(said, message, "%s", said);
  free(text);
  saved_learner_free(&saved);
  played_free(&p);
}

Test(ridge, damaged_states) {
  refuses_state("ridge", "\"minimum\": 0", "\"minimum\": -1", "F: state: minimum: -1, expected a number >= 0");
  refuses_state("ridge", "[1, 0", "[-1, 0", "F: state: factor: diagonal entry 1 is -1, expected a number > 0");
  refuses_state("ridge", "[0, 1", "[3, 1", "F: state: factor: entry (2,1) is 3, expected 0 below the diagonal");
  refuses_state("least_squares_leader", "\"order\": 0", "\"order\": 9",
                "F: state: past: order: expected a whole number from 0 to 6");
  refuses_state("running_mean", "\"count\": 0", "\"count\": -1",
                "F: state: count: expected a whole number from 0 to 9007199254740992");
}

/* ---- predictions that do not look at instances */

Test(running_mean, mean) {
  const learner_setting line = regression_setting(ORDER, INSTANCE_DISTANCE, on_line),
                        interval = regression_setting(ORDER, INSTANCE_DYAD, on_interval);
  played p = played_make("running_mean", "{}", &line), q = played_make("running_mean", "{}", &interval),
         r = played_make("running_mean", "{\"start\":-3}", &line), c = played_make("constant", "{\"value\":7}", &line);
  regression_source s = regression_begin(INSTANCE_DISTANCE, on_line, 0.3);
  long double sum = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = regression_draw(&s, &label);
    const double mean = t == 1 ? 0 : (double)(sum / (long double)(t - 1));
    near_in_trial(regression_play(&p, &x, label).value, mean, 1e-14, "mean", t);
    near_in_trial(regression_play(&r, &x, label).value, t == 1 ? -3 : mean, 1e-14, "mean with a start", t);
    cr_expect_eq(regression_play(&c, &x, label).value, 7);
    sum += label;
  }
  const double vector[ORDER] = {0};
  const instance dyad = instance_dense_dyad(ORDER, vector);
  cr_expect_eq(regression_play(&q, &dyad, 1).value, 0.25, "the middle of the interval");
  learner_setting half_line = interval; /* no middle: the number next to 0 */
  half_line.loss.high = INFINITY;
  half_line.loss.low = 0.5;
  played h = played_make("running_mean", "{}", &half_line);
  cr_expect_eq(regression_play(&h, &dyad, 1).value, 0.5);
  played_free(&h);
  random_stream_free(s.stream);
  played_free(&p);
  played_free(&q);
  played_free(&r);
  played_free(&c);
}

Test(ridge, refusals) {
  learner_setting line = regression_setting(ORDER, INSTANCE_VECTOR, on_line);
  const learner_setting interval = regression_setting(ORDER, INSTANCE_VECTOR, on_interval);
  played_refused("ridge", "{\"grid\":[1,2],\"lambda\":3}", &line,
                 "ridge: lambda has no effect with grid: leave it out");
  played_refused("random", "{}", &line, "random: needs predictions on an interval, this problem has none");
  played_refused("running_mean", "{\"start\":2}", &interval, "running_mean: start = 2 must be from -0.5 to 1");
  played_refused("constant", "{\"value\":2}", &interval, "constant: value = 2 must be from -0.5 to 1");
  line.n = 5000;
  played_refused("ridge", "{}", &line, "ridge: n = 5000, expected at most 4096");
  played_refused("least_squares_leader", "{}", &line, "least_squares_leader: n = 5000, expected at most 4096");
  line.n = ORDER;
  line.loss = (loss){LOSS_LOGISTIC, -1, 1, -1, 1, 1};
  played_refused("ridge", "{}", &line, "ridge: the loss is logistic, expected square");
  played_refused("least_squares_leader", "{}", &line, "least_squares_leader: the loss is logistic, expected square");
}
