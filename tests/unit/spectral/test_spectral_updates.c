/* Ten thousand steps, as a learner makes on noisy labels, in the forms that follow the eigenpairs, against the definition:
 * H summed in long double and decomposed by GSL when it is looked at. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "spectral/spectral.h"
#include "unit/check.h"

enum { ORDER = 24, UPDATES = 10000, EVERY = 125, SPAN = 9 };

typedef enum shape { DYADS, IN_A_SUBSPACE, SPARSE, DISTANCES, FACTORS, SHIFTED, SHAPES } shape;

typedef struct maker {
  shape shape;
  random_stream *stream;
  double frame[SPAN * ORDER], x[2 * ORDER], weights[2];
  size_t index[3];
} maker;

static instance make(maker *m) {
  double part[SPAN];
  random_unit_vector(m->stream, ORDER, m->x);
  random_unit_vector(m->stream, ORDER, m->x + ORDER);
  switch (m->shape) {
  case IN_A_SUBSPACE:
    random_unit_vector(m->stream, SPAN, part);
    memset(m->x, 0, ORDER * sizeof *m->x);
    for (size_t l = 0; l < SPAN; l++) {
      for (size_t i = 0; i < ORDER; i++) m->x[i] += part[l] * m->frame[l * ORDER + i];
    }
    return instance_dense_dyad(ORDER, m->x);
  case SPARSE:
    random_subset(m->stream, ORDER, 3, m->index);
    return instance_sparse(INSTANCE_DYAD, ORDER, 3, m->index, m->x);
  case DISTANCES: return instance_distance(ORDER, random_index(m->stream, ORDER), random_index(m->stream, ORDER));
  case FACTORS:
  case SHIFTED:
    m->weights[0] = 0.7;
    m->weights[1] = -0.4;
    return instance_low_rank(ORDER, 2, m->x, m->weights, m->shape == SHIFTED ? 0.05 : 0.0);
  default: return instance_dense_dyad(ORDER, m->x);
  }
}

static instance_kind kind_of(shape given) {
  return given == DISTANCES ? INSTANCE_DISTANCE : given >= FACTORS ? INSTANCE_LOW_RANK : INSTANCE_DYAD;
}

typedef struct definition {
  long double h[ORDER * ORDER];
  double rounded[ORDER * ORDER], values[ORDER], vectors[ORDER * ORDER];
  eigen_solver *solver;
} definition;

static void definition_step(definition *w, double a, const instance *x) {
  double dense[ORDER * ORDER];
  instance_to_dense(x, dense);
  for (size_t i = 0; i < ORDER * ORDER; i++) w->h[i] += (long double)a * dense[i];
}

/* tr(e^H X) and the largest eigenvalue of e^H */
static double definition_score(definition *w, const instance *x, double *largest) {
  double dense[ORDER * ORDER], sum = 0.0;
  instance_to_dense(x, dense);
  for (size_t l = 0; l < ORDER; l++) {
    const double *v = w->vectors + l * ORDER;
    double form = 0.0;
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < ORDER; j++) form += v[i] * dense[i * ORDER + j] * v[j];
    }
    sum += exp(w->values[l]) * form;
  }
  *largest = exp(w->values[ORDER - 1]);
  return sum;
}

static void compare(definition *defined, spectral *w, maker *m, size_t t) {
  double largest, score, trace, expected = 0.0;
  for (size_t i = 0; i < ORDER * ORDER; i++) defined->rounded[i] = (double)defined->h[i];
  OK(eigen_solve(defined->solver, ORDER, defined->rounded, ORDER, defined->values, defined->vectors, NULL));
  for (size_t i = 0; i < 3; i++) {
    const instance x = make(m);
    const double should = definition_score(defined, &x, &largest);
    OK(spectral_score(w, &x, &score));
    cr_assert(fabs(score - should) <= 1e-12 * largest, "shape %u, %zu updates: score %.17g, by definition %.17g",
              m->shape, t, score, should);
    cr_assert(fabs(score - should) <= (spectral_error(w) + 1e-13 * largest) * instance_nuclear(&x),
              "shape %u, %zu updates: beyond the budget %.3g", m->shape, t, spectral_error(w));
  }
  for (size_t l = 0; l < ORDER; l++) expected += exp(defined->values[l]);
  OK(spectral_trace(w, &trace));
  cr_assert(fabs(trace - expected) <= 1e-12 * expected, "shape %u, %zu updates: trace %.17g, by definition %.17g",
            m->shape, t, trace, expected);
}

static void run(spectral_representation representation, shape given) {
  const spectral_options options = {ORDER, 0, LINK_EXP, representation, kind_of(given), -1.5, ORDER, &eigen_own};
  maker m = {.shape = given};
  spectral *w = NULL;
  definition *defined = calloc(1, sizeof *defined);
  OK(random_stream_new(1, "updates", &m.stream));
  OK(frame_random(m.stream, ORDER, SPAN, m.frame));
  OK(spectral_new(&options, &w));
  OK(eigen_solver_new(&eigen_own, ORDER, &defined->solver));
  for (size_t i = 0; i < ORDER; i++) defined->h[i * (ORDER + 1)] = -1.5L;
  for (size_t t = 1; t <= UPDATES; t++) {
    double argument;
    const instance x = make(&m);
    OK(spectral_argument(w, &x, &argument));
    const double a = argument > random_range(m.stream, -2.0, 0.0) ? -0.6 : 0.6; /* keeps H in bounds */
    OK(spectral_step(w, a, &x));
    definition_step(defined, a, &x);
    if (t % EVERY == 0) compare(defined, w, &m, t);
  }
  eigen_solver_free(defined->solver);
  free(defined);
  spectral_free(w);
  random_stream_free(m.stream);
}

Test(spectral_updates, low_rank_as_defined) {
  for (shape given = 0; given < SHAPES; given++) run(REPRESENTATION_LOW_RANK, given);
}

Test(spectral_updates, dense_as_defined) {
  for (shape given = 0; given < SHAPES; given++) run(REPRESENTATION_DENSE, given);
}
