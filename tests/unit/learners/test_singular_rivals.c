/* Rivals of matrix prediction that act on singular values or eigenvalues: against matrix powers, power series and eigendecompositions. */
#include <math.h>
#include <string.h>

#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "unit/eigen_of.h"
#include "unit/rival_fixture.h"

typedef double square_matrix[N][N];

static double theta[M][N];

/* gram = Theta^T Theta, out = gram^power, and its trace */
static double gram_power(int power, square_matrix out) {
  square_matrix gram = {{0}};
  for (size_t a = 0; a < N; a++) {
    for (size_t b = 0; b < N; b++) {
      out[a][b] = a == b;
      for (size_t i = 0; i < M; i++) gram[a][b] += theta[i][a] * theta[i][b];
    }
  }
  for (int step = 0; step < power; step++) {
    square_matrix next = {{0}};
    for (size_t k = 0; k < (size_t)N * N * N; k++)
      next[k / N / N][k / N % N] += out[k / N / N][k % N] * gram[k % N][k / N % N];
    memcpy(out, next, sizeof next);
  }
  double trace = 0.0;
  for (size_t a = 0; a < N; a++) trace += out[a][a];
  return trace;
}

static double times(size_t i, size_t j, square_matrix right) {
  double sum = 0.0;
  for (size_t b = 0; b < N; b++) sum += theta[i][b] * right[b][j];
  return sum;
}

/* ---- Schatten: for q = 2h an even number, |Theta|_q^q = tr (Theta^T Theta)^h and W = Theta (Theta^T Theta)^(h-1) / |Theta|_q^(q-2) */

static double schatten_entry(size_t i, size_t j, int half, double radius) {
  square_matrix power;
  const double norm = pow(gram_power(half, power), 0.5 / half);
  (void)gram_power(half - 1, power);
  const double w = norm > 0.0 ? times(i, j, power) / pow(norm, 2.0 * half - 2.0) : 0.0;
  return norm > radius ? w * radius / norm : w;
}

static double schatten_definition(size_t t, size_t i, size_t j, double label, const loss *l, int half, double radius,
                                  double eta) {
  if (t == 1) memset(theta, 0, sizeof theta);
  const double z = 0.5 * (l->low + l->high) + schatten_entry(i, j, half, radius), said = clip(z, l);
  theta[i][j] -= eta * loss_extended_subgradient(l, z, label);
  return said;
}

static double frobenius(size_t t, size_t i, size_t j, double label, const loss *l) {
  return schatten_definition(t, i, j, label, l, 1, 1.5, 0.1);
}
static double four(size_t t, size_t i, size_t j, double label, const loss *l) {
  return schatten_definition(t, i, j, label, l, 2, 2.5, 0.3);
}
/* G = 8, radius 2 sqrt(20) 4^(1/p - 1/2) at p = 6/5 */
static double tuned_six(size_t t, size_t i, size_t j, double label, const loss *l) {
  const double radius = 2 * sqrt(20) * pow(4, 5.0 / 6 - 0.5);
  return schatten_definition(t, i, j, label, l, 3, radius, radius * sqrt(0.2 / TRIALS) / 8);
}

Test(singular_rivals, schatten) {
  agrees("schatten_mirror_descent", "{\"p\":2,\"radius\":1.5,\"eta\":0.1}", M, N, absolute, frobenius);
  agrees("schatten_mirror_descent", "{\"p\":1.3333333333333333,\"radius\":2.5,\"eta\":0.3}", M, N, logistic, four);
  agrees("schatten_mirror_descent", "{\"p\":1.2}", M, N, square, tuned_six);
}

/* Wide and tall are mirror images. */
Test(singular_rivals, transposed) {
  const learner_setting tall = setting_of(M, N, absolute), wide = setting_of(N, M, absolute);
  played p = played_make("schatten_mirror_descent", "{}", &tall),
         q = played_make("schatten_mirror_descent", "{}", &wide);
  near_in_trial(played_constant(&p, "p"), 1 + 1 / log(4), 1e-14, "p", 0);
  random_stream *stream = NULL;
  OK(random_stream_new(9, "transposed", &stream));
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = draw(stream, M, N, &absolute, &label), y = instance_entry(N, M, x.column, x.row);
    near_in_trial(play(&p, &x, label), play(&q, &y, label), 1e-12, "transposed", t);
  }
  random_stream_free(stream);
  played_free(&p);
  played_free(&q);
}

Test(singular_rivals, norms) {
  const double values[3] = {3, 0, 4};
  near_in_trial(schatten_norm(3, values, 2), 5, 1e-15, "Frobenius", 0);
  near_in_trial(schatten_norm(3, values, 1), 7, 1e-15, "trace", 0);
  near_in_trial(schatten_norm(3, values, 4), pow(337, 0.25), 1e-15, "four", 0);
  near_in_trial(schatten_norm(1, values + 1, 4), 0, 0, "none", 0);
}

/* ---- hypentropy: beta sinh(Theta) = beta sum of Theta (Theta^T Theta)^k / (2k+1)! */

static double hypentropy_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  if (t == 1) memset(theta, 0, sizeof theta);
  double w = 0.0, factorial = 1.0;
  for (int k = 0; k < 20; k++) {
    square_matrix power;
    (void)gram_power(k, power);
    if (k > 0) factorial *= 2.0 * k * (2.0 * k + 1.0);
    w += times(i, j, power) / factorial;
  }
  const double z = 0.5 * (l->low + l->high) + 0.5 * w, said = clip(z, l);
  theta[i][j] -= 0.1 * loss_extended_subgradient(l, z, label);
  return said;
}

Test(singular_rivals, hypentropy) {
  agrees("spectral_hypentropy", "{\"beta\":0.5,\"eta\":0.1}", M, N, game, hypentropy_definition);
  agrees("spectral_hypentropy", "{\"beta\":0.5,\"eta\":0.1}", M, N, square, hypentropy_definition);
}

/* ---- parameter-free: the regret matrix of order m + n itself, and erfi by its series */

enum { P = M + N };

static double erfi_of(double x) {
  double term = x, sum = 0.0;
  for (int k = 0; k < 400; k++) {
    sum += term / (2 * k + 1);
    term *= x * x / (k + 1);
  }
  return 2.0 / sqrt(acos(-1)) * sum;
}

static double parameter_free_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double s[P * P];
  double values[P], vectors[P * P], sum = 0.0, rho = 0.0;
  if (t == 1) memset(s, 0, sizeof s);
  eigen_of(P, s, values, vectors);
  for (size_t k = 0; k < P; k++) {
    const double weight = t == 1 ? 0.0 : fmax(0, erfi_of(values[k] / (2 * sqrt((double)t - 1))));
    sum += weight;
    rho += weight * vectors[k * P + i] * vectors[k * P + M + j];
  }
  rho = sum > 0 ? rho / sum : 0.0;
  const double tau = 3.0, z = 0.5 * (l->low + l->high) + 2 * tau * rho, said = clip(z, l);
  const double g = loss_extended_subgradient(l, z, label) / loss_lipschitz(l);
  for (size_t k = 0; k < P; k++) s[k * P + k] += 2 * g * rho;
  s[i * P + M + j] -= g;
  s[(M + j) * P + i] -= g;
  return said;
}

Test(singular_rivals, parameter_free) {
  agrees("parameter_free_multiplicative_weights", "{\"trace_norm\":3}", M, N, absolute, parameter_free_definition);
  agrees("parameter_free_multiplicative_weights", "{\"trace_norm\":3}", M, N, square, parameter_free_definition);
  agrees("parameter_free_multiplicative_weights", "{\"trace_norm\":3}", M, N, slopes, parameter_free_definition);
}

/* One pair for ever: the regret matrix grows, and the weights with e^t; nothing overflows and the loss stops growing. */
Test(singular_rivals, parameter_free_long) {
  learner_setting setting = setting_of(M, N, absolute);
  played p = played_make("parameter_free_multiplicative_weights", "{}", &setting);
  const instance x = instance_entry(M, N, 2, 1);
  double total = 0.0;
  for (size_t t = 1; t <= 20000; t++) {
    const double said = play(&p, &x, 1.0);
    cr_assert(said >= -1 && said <= 1);
    total += 1.0 - said;
  }
  cr_expect_lt(total, 20);
  played_free(&p);
}

/* ---- matrix exponentiated gradient without projections: P = exp(H) scaled to tr P <= tau, prediction 2 P_{i,m+j} clipped */

static double exponentiated_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double h[P * P];
  const double tau = 5.0, eta = 0.2;
  double values[P], vectors[P * P], trace = 0.0, entry = 0.0;
  if (t == 1) {
    memset(h, 0, sizeof h);
    for (size_t k = 0; k < P; k++) h[k * P + k] = log(tau / P);
  }
  eigen_of(P, h, values, vectors);
  for (size_t k = 0; k < P; k++) {
    trace += exp(values[k]);
    entry += exp(values[k]) * vectors[k * P + i] * vectors[k * P + M + j];
  }
  const double scale = fmin(1, tau / trace), z = 2 * scale * entry, said = clip(z, l);
  for (size_t k = 0; k < P; k++) h[k * P + k] += log(scale);
  h[i * P + M + j] -= eta * loss_extended_subgradient(l, z, label);
  h[(M + j) * P + i] -= eta * loss_extended_subgradient(l, z, label);
  return said;
}

Test(singular_rivals, exponentiated_gradient) {
  for (size_t form = 0; form < 3; form++) {
    static const char *const forms[] = {"definition", "dense", "sparse"};
    char json[200];
    snprintf(
        json, sizeof json,
        "{\"class\":\"collaborative_filtering\",\"trace_norm\":5,\"eta\":0.2,\"box\":\"clip\",\"diagonal\":\"none\","
        "\"representation\":\"%s\"}",
        forms[form]);
    agrees("online_matrix_prediction", json, M, N, absolute, exponentiated_definition);
  }
}

Test(singular_rivals, grids_and_states) {
  tuned("schatten_mirror_descent", "eta", (const double[]){1, 0.1, 0.01}, ",\"p\":1.5", M, N, absolute);
  tuned("spectral_hypentropy", "eta", (const double[]){0.5, 0.1, 0.01}, ",\"beta\":0.5", M, N, square);
  tuned("online_matrix_prediction", "eta", (const double[]){0.01, 0.1, 1}, ",\"class\":\"gambling\"", M, M, game);
  tuned("log_det", "eta", (const double[]){0.01, 0.1, 0.03}, ",\"class\":\"gambling\"", M, M, game);
  for (size_t before = 10; before <= 100; before += 90) {
    goes_on("online_matrix_prediction", "{\"class\":\"max_cut\",\"grid\":[0.1,0.3]}", M, M, absolute, before);
    goes_on("log_det", "{\"class\":\"collaborative_filtering\",\"trace_norm\":5,\"grid\":[0.01,0.03]}", M, N, absolute,
            before);
    goes_on("schatten_mirror_descent", "{}", M, N, absolute, before);
    goes_on("schatten_mirror_descent", "{\"grid\":[0.1,1]}", M, N, absolute, before);
    goes_on("spectral_hypentropy", "{\"eta\":0.1}", M, N, game, before);
    goes_on("spectral_hypentropy", "{\"grid\":[0.1,0.3]}", M, N, game, before);
    goes_on("parameter_free_multiplicative_weights", "{}", M, N, absolute, before);
  }
}

Test(singular_rivals, refusals) {
  const learner_setting large = setting_of(200, 100, absolute);
  played_refused("schatten_mirror_descent", "{}", &large,
                 "schatten_mirror_descent: 200 x 100 entries, expected at most 16384: each trial has a singular value "
                 "decomposition");
  played_refused("parameter_free_multiplicative_weights", "{}", &large,
                 "parameter_free_multiplicative_weights: 200 x 100 entries, expected at most 16384: each trial has a "
                 "singular value decomposition");
}
