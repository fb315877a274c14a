/* Problems with the options that their declarations suggest, the sequences that oblivious ones play, and learners made for them. */
#pragma once

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance_store.h"
#include "unit/conformance.h"

enum { TRIALS = 12, SEED = 5 };

/* ---- problems and what they play */

typedef struct sequence {
  problem problem;
  options *values;
  instance_store xs;
  double labels[TRIALS];
  size_t count;
} sequence;

static inline declared of_problem(const problem_class *class) {
  return (declared){class->about.name, class->about.parameters, class->about.parameter_count};
}

static inline declared of_learner(const learner_class *class) {
  return (declared){class->about.name, class->about.parameters, class->about.parameter_count};
}

static const problem_setting setting_of_test = {.seed = SEED, .trials = TRIALS};

/* The first options, from an attempt on, with which the problem can be made; NULL: it needs a file. */
static inline options *make_problem_from(const problem_class *class, size_t attempt, problem *out) {
  const declared of = of_problem(class);
  for (; attempt < CONFORMANCE_ATTEMPTS; attempt++) {
    options *values = conformance_options(&of, attempt);
    if (values == NULL) continue;
    if (problem_new(class, &setting_of_test, values, out) == STATUS_OK) return values;
    options_free(values);
  }
  return NULL;
}

static inline options *make_problem(const problem_class *class, problem *out) {
  return make_problem_from(class, 0, out);
}

static inline double other_answer(const problem_facts *facts, bool high) {
  const loss l = problem_loss(facts);
  if (isinf(l.low)) return high ? 1.0 : -1.0;
  return high ? l.high : l.low;
}

/* Plays an oblivious problem against a player that always says the same. */
static inline void play_problem(problem *source, bool high, sequence *out) {
  const prediction said = {.value = other_answer(&source->facts, high)};
  const instance shape = {
      .kind = source->facts.kind, .n = source->facts.n, .m = source->facts.rows, .rank = source->facts.rank};
  cr_assert_eq(instance_store_new(TRIALS, &shape, &out->xs), STATUS_OK);
  for (out->count = 0; out->count < TRIALS; out->count++) {
    instance x;
    const status code = problem_next(source, NULL, &x);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK, "%s: %s", source->class->about.name, status_message());
    cr_assert_eq(instance_store_add(&out->xs, &x), STATUS_OK, "%s: %s", source->class->about.name, status_message());
    cr_assert_eq(problem_reveal(source, &said, &out->labels[out->count]), STATUS_OK);
  }
}

/* A learner with the options of an attempt that it takes for these facts. */
static inline options *make_learner(const learner_class *class, const problem_facts *facts, learner *out) {
  const declared of = of_learner(class);
  const bool signs = facts->labels == LABEL_SIGN;
  const learner_setting setting = problem_learner_setting(facts, TRIALS, SEED, &eigen_own);
  if (!(class->instances & 1u << facts->kind)) return NULL;
  if (class->predicts != PREDICTION_EITHER && (class->predicts == PREDICTION_SIGN) != signs) return NULL;
  for (size_t attempt = 0; attempt < CONFORMANCE_ATTEMPTS; attempt++) {
    options *values = conformance_options(&of, attempt);
    if (values == NULL) continue;
    if (learner_new(class, &setting, values, out) == STATUS_OK) return values;
    options_free(values);
  }
  return NULL;
}

/* The sequences that learners meet: of each oblivious problem that can be made without a file, of those of entries also a small one. */
static inline size_t make_sequences(sequence **out, const problem_class *more) {
  size_t count = 0;
  cr_assert_eq(memory_array(2 * registry_problem_count + 1, sizeof **out, out), STATUS_OK);
  for (size_t i = 0; i <= 2 * registry_problem_count; i++) {
    const bool small = i < 2 * registry_problem_count && i % 2 == 1;
    const problem_class *class = i < 2 * registry_problem_count ? registry_problems[i / 2] : more;
    sequence *made = &(*out)[count];
    if (class == NULL) continue;
    made->values = make_problem_from(class, small ? CONFORMANCE_SMALL : 0, &made->problem);
    if (made->values == NULL) continue;
    if (made->problem.facts.adaptive || (small && made->problem.facts.kind != INSTANCE_ENTRY)) {
      problem_destroy(&made->problem);
      options_free(made->values);
      continue;
    }
    play_problem(&made->problem, true, made);
    count++;
  }
  return count;
}

static inline void free_sequences(sequence *made, size_t count) {
  for (size_t i = 0; i < count; i++) {
    instance_store_free(&made[i].xs);
    problem_destroy(&made[i].problem);
    options_free(made[i].values);
  }
  free(made);
}
