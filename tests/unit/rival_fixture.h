/* Learners on random entries: against a definition written in a test, tuned on a grid, and states that go on. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { M = 5, N = 4, TRIALS = 300 };

static const loss absolute = {LOSS_ABSOLUTE, -1, 1, -1, 1, 0.5}, game = {LOSS_ABSOLUTE, 0, 1, 0, 1, 1},
                  square = {LOSS_SQUARE, 1, 5, 1, 5, 1}, hinge = {LOSS_HINGE, -2, 2, -1, 1, 1},
                  slopes = {LOSS_LINEAR, -1, 1, -1, 1, 1}, logistic = {LOSS_LOGISTIC, -2, 2, -1, 1, 1};

static inline learner_setting setting_of(size_t m, size_t n, loss l) {
  return (learner_setting){.n = n,
                           .rows = m,
                           .kind = INSTANCE_ENTRY,
                           .rank = 1,
                           .trials = TRIALS,
                           .loss = l,
                           .seed = 3,
                           .eigen = &eigen_own};
}

/* Pairs uniform, labels uniform in their range: no ties, no entry at an end. */
static inline instance draw(random_stream *stream, size_t m, size_t n, const loss *l, double *label) {
  const size_t i = random_index(stream, m), j = random_index(stream, n);
  *label = random_range(stream, l->label_low, l->label_high);
  return instance_entry(m, n, i, j);
}

static inline double play(played *p, const instance *x, double label) {
  prediction said = {0};
  bool updated = false;
  OK(learner_predict(&p->learner, x, &said));
  cr_assert_eq(said.value, said.score);
  OK(learner_update(&p->learner, x, &said, label, &updated));
  return said.value;
}

/* A definition predicts entry (i, j) in trial t from its own state, and then learns. */
typedef double (*definition)(size_t t, size_t i, size_t j, double label, const loss *l);

static inline void agrees(const char *name, const char *json, size_t m, size_t n, loss l, definition says) {
  const learner_setting setting = setting_of(m, n, l);
  played p = played_make(name, json, &setting);
  random_stream *stream = NULL;
  OK(random_stream_new(5, name, &stream));
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = draw(stream, m, n, &l, &label);
    const double expected = says(t, x.row, x.column, label, &l);
    near_in_trial(play(&p, &x, label), expected, 1e-11, json, t);
  }
  random_stream_free(stream);
  played_free(&p);
}

static inline double clip(double z, const loss *l) {
  return fmin(fmax(z, l->low), l->high);
}

static inline void tuned(const char *name, const char *rate, const double rates[3], const char *more, size_t m,
                         size_t n, loss l) {
  const learner_setting setting = setting_of(m, n, l);
  char json[200];
  played alone[3];
  double losses[3] = {0};
  snprintf(json, sizeof json, "{\"grid\":[%g,%g,%g]%s}", rates[0], rates[1], rates[2], more);
  played p = played_make(name, json, &setting);
  for (size_t k = 0; k < 3; k++) {
    snprintf(json, sizeof json, "{\"%s\":%g%s}", rate, rates[k], more);
    alone[k] = played_make(name, json, &setting);
  }
  random_stream *stream = NULL;
  OK(random_stream_new(6, name, &stream));
  size_t leader = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0, said[3];
    const instance x = draw(stream, m, n, &l, &label);
    for (size_t k = 0; k < 3; k++) said[k] = play(&alone[k], &x, label);
    cr_assert_eq(play(&p, &x, label), said[leader], "%s, trial %zu", name, t);
    if (t > TRIALS / 10) continue;
    for (size_t k = 0; k < 3; k++) losses[k] += loss_value(&l, said[k], label);
    for (size_t k = leader = 0; k < 3; k++) leader = losses[k] < losses[leader] ? k : leader;
  }
  cr_expect_eq(played_constant(&p, "rate_index"), (double)leader);
  cr_expect_eq(played_constant(&p, "tuned"), 1);
  cr_expect_eq(played_constant(&alone[0], "tuned"), 0);
  for (size_t k = 0; k < 3; k++) played_free(&alone[k]);
  random_stream_free(stream);
  played_free(&p);
}

/* Saved after `before` trials and read for as many as the sequence has: the rest is the same to the bit. */
static inline void goes_on(const char *name, const char *json, size_t m, size_t n, loss l, size_t before) {
  learner_setting setting = setting_of(m, n, l);
  played p = played_make(name, json, &setting);
  random_stream *stream = NULL;
  OK(random_stream_new(8, name, &stream));
  for (size_t t = 1; t <= before; t++) {
    double label = 0.0;
    const instance x = draw(stream, m, n, &l, &label);
    (void)play(&p, &x, label);
  }
  setting.trials = before;
  saved_learner saved = state_again(&p, &setting, TRIALS - before);
  played q = {.learner = saved.learner};
  for (size_t t = before + 1; t <= TRIALS; t++) {
    double label = 0.0;
    const instance x = draw(stream, m, n, &l, &label);
    const double said = play(&p, &x, label), again = play(&q, &x, label);
    cr_assert_eq(memcmp(&said, &again, sizeof said), 0, "%s %s, trial %zu: %.17g, expected %.17g", name, json, t, again,
                 said);
  }
  saved_learner_free(&saved);
  random_stream_free(stream);
  played_free(&p);
}
