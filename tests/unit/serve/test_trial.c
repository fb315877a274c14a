/* Learners that live on: what cannot be scored or learned is refused, and they are what they were before, bit for bit. */
#include "serve/trial.h"

#include "unit/check.h"
#include "unit/conformance_sequences.h"

/* The numbers of an instance, as a copy that can be changed. */
typedef struct changed {
  instance x;
  double *numbers;
  size_t count;
} changed;

static changed copy_of(const instance *x) {
  changed out = {.x = *x};
  const double *from = NULL;
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: from = x->value, out.count = x->count; break;
  case INSTANCE_LOW_RANK: from = x->weights, out.count = x->rank; break;
  case INSTANCE_MATRIX: from = x->matrix, out.count = x->n * x->n; break;
  case INSTANCE_RECTANGULAR: from = x->matrix, out.count = x->m * x->n; break;
  default: return out;
  }
  OK(NEW_ARRAY(out.count, out.numbers));
  if (out.count > 0) memcpy(out.numbers, from, out.count * sizeof *from);
  out.x.value = x->value != NULL ? out.numbers : NULL;
  out.x.weights = x->weights != NULL ? out.numbers : NULL;
  out.x.matrix = x->matrix != NULL ? out.numbers : NULL;
  return out;
}

static char *text_of(const learner *player, const saved_learner *saved) {
  cJSON *document = NULL;
  char *text = NULL;
  OK(learner_state_document(player, &saved->setting, saved->options, NULL, &document));
  OK(json_print(document, 0, 0, &text));
  cJSON_Delete(document);
  return text;
}

static void expect_equal(const saved_learner *saved, const learner *other, const char *when) {
  const char *name = other->class->about.name;
  FREED char *mine = text_of(&saved->learner, saved), *its = text_of(other, saved);
  cr_expect_str_eq(mine, its, "%s %s", name, when);
}

typedef struct refusals {
  size_t scores, updates;
} refusals;

/* A trial of the learner; the twin plays it only if it is not refused. */
static void play(saved_learner *saved, const learner *twin, const instance *x, double label, refusals *counts) {
  prediction predicted, its;
  bool updated, other;
  const char *name = twin->class->about.name;
  if (trial_predict(saved, x, &predicted) != STATUS_OK) {
    counts->scores++;
    return;
  }
  const status code = trial_update(saved, x, &predicted, label, &updated);
  if (code != STATUS_OK) {
    cr_expect_eq(code, STATUS_INVALID, "%s: %s", name, status_message());
    cr_expect(strncmp(status_message(), "the update is refused: ", 23) == 0, "%s: %s", name, status_message());
    counts->updates++;
    expect_equal(saved, twin, "after an update that was refused");
    return;
  }
  OK(learner_predict(twin, x, &its));
  cr_expect(its.score == predicted.score && its.value == predicted.value, "%s: another answer", name);
  OK(learner_update(twin, x, &its, label, &other));
  cr_expect_eq(other, updated, "%s", name);
}

static void play_bad(saved_learner *saved, const learner *twin, const instance *x, double label, refusals *counts) {
  static const double factors[] = {NAN, INFINITY, 1e200, -1e200, 1e140, 1e5, -1e5};
  prediction predicted;
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
    changed bad = copy_of(x);
    for (size_t j = 0; j < bad.count; j++) bad.numbers[j] *= j % 2 == 0 ? factors[i] : 0.5 * fabs(factors[i]);
    if (bad.count > 0 && isfinite(factors[i])) play(saved, twin, &bad.x, label, counts);
    if (bad.count > 0 && !isfinite(factors[i])) {
      cr_expect_eq(trial_predict(saved, &bad.x, &predicted), STATUS_INVALID, "%s: %g", twin->class->about.name,
                   factors[i]);
      cr_expect(isnan(predicted.score));
      cr_expect(strstr(status_message(), "expected a finite number") != NULL, "%s", status_message());
    }
    free(bad.numbers);
  }
  if (x->kind != INSTANCE_MATRIX || x->n < 2) return;
  changed bad = copy_of(x);
  bad.numbers[1] += 0.25;
  cr_expect_eq(trial_predict(saved, &bad.x, &predicted), STATUS_INVALID);
  cr_expect(strstr(status_message(), "entries (2,1) and (1,2) of the matrix differ by -0.25") != NULL, "%s",
            status_message());
  free(bad.numbers);
}

/* Whether the learner takes the sequence. */
static bool check_pair(const learner_class *class, const sequence *on, refusals *counts) {
  saved_learner saved = {.setting = problem_learner_setting(&on->problem.facts, 8 * TRIALS, SEED, &eigen_own)};
  learner twin;
  saved.options = make_learner(class, &on->problem.facts, &twin);
  if (saved.options == NULL) return false;
  learner_destroy(&twin);
  OK(learner_new(class, &saved.setting, saved.options, &saved.learner));
  OK(learner_new(class, &saved.setting, saved.options, &twin));
  for (size_t t = 0; t < on->count; t++) {
    play(&saved, &twin, &on->xs.items[t], on->labels[t], counts);
    if (t % 4 == 2) play_bad(&saved, &twin, &on->xs.items[t], on->labels[t], counts);
  }
  prediction asked; /* what a question computes is in some states */
  OK(learner_predict(&twin, &on->xs.items[0], &asked));
  OK(trial_predict(&saved, &on->xs.items[0], &asked));
  expect_equal(&saved, &twin, "at the end");
  saved_learner_free(&saved);
  learner_destroy(&twin);
  return true;
}

/* Every learner of the registry, on each kind of instance that it takes. */
Test(trial, one_bad_row_does_not_end_a_learner) {
  sequence *made = NULL;
  refusals counts = {0, 0};
  const size_t count = make_sequences(&made, NULL);
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    unsigned met = 0;
    for (size_t k = 0; k < count && learner_saves(class) && strcmp(class->about.name, "external") != 0; k++) {
      const unsigned kind = 1U << made[k].problem.facts.kind;
      if ((met & kind) == 0 && check_pair(class, &made[k], &counts)) met |= kind;
    }
  }
  cr_expect_gt(counts.scores, 20);
  cr_expect_gt(counts.updates, 20);
  free_sequences(made, count);
}

/* Long after the first states were kept: at any trial the learner is made again. */
Test(trial, a_long_past) {
  static const char *const names[] = {"winnow", "perceptron", "matrix_winnow", "eg"};
  enum { ORDER = 6, LONG = 12000 };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const bool dyads = i == 2, real = i == 3;
    const problem_facts facts = {.n = ORDER,
                                 .kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR,
                                 .rank = dyads ? 1 : ORDER,
                                 .labels = real ? LABEL_REAL : LABEL_SIGN,
                                 .loss = {.kind = LOSS_SQUARE, .high = 1.0, .label_high = 1.0, .scale = 1.0},
                                 .gap_low = NAN,
                                 .gap_high = NAN};
    saved_learner saved = {.setting = problem_learner_setting(&facts, 2 * LONG, SEED, &eigen_own)};
    learner twin;
    refusals counts = {0, 0};
    double x[ORDER];
    unsigned state = 7;
    const learner_class *class = learner_find(names[i]);
    saved.options = make_learner(class, &facts, &twin);
    cr_assert_not_null(saved.options, "%s: %s", names[i], status_message());
    learner_destroy(&twin);
    OK(learner_new(class, &saved.setting, saved.options, &saved.learner));
    OK(learner_new(class, &saved.setting, saved.options, &twin));
    for (size_t t = 0; t < LONG; t++) {
      for (size_t j = 0; j < ORDER; j++) x[j] = (double)((state = state * 1103515245U + 12345U) >> 16 & 1U);
      const instance row = dyads ? instance_dense_dyad(ORDER, x) : instance_dense_vector(ORDER, x);
      const double low = real ? 0.0 : -1.0, label = state >> 20 & 1U ? 1.0 : low;
      play(&saved, &twin, &row, label, &counts);
      if (t % 2999 != 2998) continue;
      x[0] = 1e160;
      x[1] = -0.9e160;
      play(&saved, &twin, &row, -1.0 + (real ? 1.0 : 0.0), &counts);
    }
    cr_expect_gt(saved.past.size, 0.0, "%s: no state was kept", names[i]);
    cr_expect_lt(saved.past.count, LONG, "%s: everything was kept", names[i]);
    cr_expect_gt(counts.scores + counts.updates, 1, "%s", names[i]);
    expect_equal(&saved, &twin, "at the end");
    saved_learner_free(&saved);
    learner_destroy(&twin);
  }
}

static void learn_class(saved_learner *saved, double first, double second, const char *class, status expected) {
  FREED char *before = NULL, *after = NULL;
  cJSON *document = NULL;
  const double numbers[] = {first, second};
  const instance x = instance_dense_vector(2, numbers);
  OK(saved_learner_document(saved, &document));
  OK(json_print(document, 0, 0, &before));
  cJSON_Delete(document);
  cr_expect_eq(trial_update_class(saved, &x, class), expected, "%g, %g, %s: %s", first, second, class,
               status_message());
  OK(saved_learner_document(saved, &document));
  OK(json_print(document, 0, 0, &after));
  cJSON_Delete(document);
  if (expected != STATUS_OK) cr_expect_str_eq(before, after, "%g, %g, %s", first, second, class);
}

/* Winnow of eta = 1, whose w starts at (1/2, 1/2). The class a gets w_1 > 1/2, c gets w_1 < 1/2: on x = (712, -700) both are wrong, a's update is finite,
 * and c's is not, exp(712). */
Test(trial, classes_are_refused_together) {
  const problem_facts facts = {
      .n = 2, .kind = INSTANCE_VECTOR, .rank = 1, .labels = LABEL_SIGN, .gap_low = NAN, .gap_high = NAN};
  saved_learner saved = {.setting = problem_learner_setting(&facts, 100, SEED, &eigen_own)};
  const learner_class *class = learner_find("winnow");
  cJSON *given = cJSON_Parse("{\"eta\":1,\"theta\":0.2}");
  OK(options_new(&class->about, given, &saved.options));
  cJSON_Delete(given);
  OK(learner_new(class, &saved.setting, saved.options, &saved.learner));
  learn_class(&saved, 1.0, 0.0, "c", STATUS_OK);
  learn_class(&saved, 1.0, 0.0, "a", STATUS_OK);
  learn_class(&saved, 0.2, 0.0, "a", STATUS_OK);
  learn_class(&saved, 712.0, -700.0, "c", STATUS_INVALID);
  learn_class(&saved, 712.0, -713.0, "d", STATUS_INVALID);
  cr_expect_str_eq(saved.next->class, "a");
  cr_expect_str_eq(saved.next->next->class, "c");
  cr_expect_null(saved.next->next->next);
  saved_learner_free(&saved);
}
