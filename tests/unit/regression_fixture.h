/* Learners of regression on random instances with real labels: played beside a definition, saved and read again. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "unit/allocation_counter.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { ORDER = 6, TRIALS = 300, KINDS = 5 };

static const loss on_line = {LOSS_SQUARE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1},
                  on_interval = {LOSS_SQUARE, -0.5, 1, -0.5, 1, 2};
static const instance_kind symmetric_kinds[KINDS] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX,
                                                     INSTANCE_DISTANCE};

static inline learner_setting regression_setting(size_t n, instance_kind kind, loss l) {
  return (learner_setting){.n = n,
                           .kind = kind,
                           .rank = kind == INSTANCE_LOW_RANK ? 2
                                   : kind == INSTANCE_VECTOR ? n
                                                             : 1,
                           .trials = TRIALS,
                           .loss = l,
                           .seed = 3,
                           .eigen = &eigen_own};
}

/* Random instances of a kind; the label is tr(X U) for a fixed U plus noise, clipped to the interval. */
typedef struct regression_source {
  random_stream *stream;
  instance_kind kind;
  loss loss;
  double noise;
  double x[ORDER * ORDER], weights[2];
  size_t index[ORDER];
} regression_source;

static inline regression_source regression_begin(instance_kind kind, loss l, double noise) {
  regression_source s = {.kind = kind, .loss = l, .noise = noise};
  OK(random_stream_new(17, "regression", &s.stream));
  return s;
}

static inline instance regression_instance(regression_source *s) {
  const size_t n = ORDER;
  for (size_t i = 0; i < n * n; i++) s->x[i] = random_range(s->stream, -1, 1);
  switch (s->kind) {
  case INSTANCE_VECTOR: return instance_dense_vector(n, s->x);
  case INSTANCE_DYAD: return instance_dense_dyad(n, s->x);
  case INSTANCE_LOW_RANK:
    s->weights[0] = 0.7;
    s->weights[1] = -0.2;
    return instance_low_rank(n, 2, s->x, s->weights, 0.1);
  case INSTANCE_DISTANCE: return instance_distance(n, random_index(s->stream, n), random_index(s->stream, n));
  default:
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i; j++) s->x[i * n + j] = s->x[j * n + i];
    }
    return instance_matrix(n, s->x);
  }
}

static inline instance regression_draw(regression_source *s, double *label) {
  const instance x = regression_instance(s);
  double dense[ORDER * ORDER], sum = s->noise * random_range(s->stream, -1, 1);
  instance_to_dense(&x, dense);
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) sum += dense[i * ORDER + j] * (i == j ? 0.3 * ((double)i - 2) : 0.1);
  }
  *label = fmin(fmax(sum, s->loss.label_low), s->loss.label_high);
  return x;
}

static inline prediction regression_counted(played *p, const instance *x, double label, size_t *allocations) {
  prediction said = {0};
  bool updated = false;
  const size_t before = allocation_count();
  const status first = learner_predict(&p->learner, x, &said);
  const status second = learner_update(&p->learner, x, &said, label, &updated);
  *allocations += allocation_count() - before;
  OK(first);
  OK(second);
  return said;
}

static inline prediction regression_play(played *p, const instance *x, double label) {
  size_t allocations = 0;
  return regression_counted(p, x, label, &allocations);
}

/* Saved after `before` trials and read for as many as the sequence has: the rest is the same to the bit, and nothing is
 * allocated. */
static inline void regression_goes_on(const char *name, const char *json, instance_kind kind, loss l, size_t before) {
  learner_setting setting = regression_setting(ORDER, kind, l);
  played p = played_make(name, json, &setting);
  regression_source s = regression_begin(kind, l, 0.2);
  double label = 0.0;
  for (size_t t = 1; t <= before; t++) {
    const instance x = regression_draw(&s, &label);
    (void)regression_play(&p, &x, label);
  }
  setting.trials = before;
  saved_learner saved = state_again(&p, &setting, TRIALS - before);
  played q = {.learner = saved.learner};
  size_t allocations = 0;
  for (size_t t = before + 1; t <= TRIALS; t++) {
    const instance x = regression_draw(&s, &label);
    const double said = regression_counted(&p, &x, label, &allocations).score,
                 again = regression_play(&q, &x, label).score;
    cr_assert_eq(memcmp(&said, &again, sizeof said), 0, "%s %s, trial %zu: %.17g, expected %.17g", name, json, t, again,
                 said);
  }
  if (allocation_counter_works()) cr_expect_eq(allocations, 0, "%s %s: %zu allocations", name, json, allocations);
  saved_learner_free(&saved);
  random_stream_free(s.stream);
  played_free(&p);
}
