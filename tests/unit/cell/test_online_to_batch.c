/* From online to batch: copies and order of instances, the measurements against their definitions by brute force. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "cell/online_to_batch.h"
#include "spectral/instance/instance_order.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"

enum { ORDER = 5, EXAMPLES = 60, PROBES = 80 };

/* ---- order and copies */

static double small_number(random_stream *stream) {
  static const double values[] = {0, -0.0, 0, 1, -1, 0.5};
  return values[random_index(stream, 6)];
}

/* Lexicographic order of dense vectors. */
static int dense_order(const double *a, const double *b) {
  for (size_t i = 0; i < ORDER; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

static int sign_of(int value) {
  return (value > 0) - (value < 0);
}

/* The sparse form of x: entries that are not 0, and some that are. */
static instance sparse_of(random_stream *stream, const double *x, size_t *index, double *value) {
  size_t count = 0;
  for (size_t i = 0; i < ORDER; i++) {
    if (x[i] == 0 && random_chance(stream, 0.7)) continue;
    index[count] = i;
    value[count++] = x[i];
  }
  return instance_sparse(INSTANCE_VECTOR, ORDER, count, index, value);
}

Test(online_to_batch, order_of_instances_is_that_of_dense_vectors) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(1, "order", &stream), STATUS_OK);
  size_t equal = 0;
  for (size_t k = 0; k < 5000; k++) {
    double a[ORDER], b[ORDER], values[2][ORDER];
    size_t indices[2][ORDER];
    for (size_t i = 0; i < ORDER; i++) {
      a[i] = small_number(stream);
      b[i] = random_chance(stream, 0.7) ? a[i] : small_number(stream);
    }
    const int expected = dense_order(a, b);
    const instance dense_a = instance_dense_vector(ORDER, a), dense_b = instance_dense_vector(ORDER, b);
    const instance thin_a = sparse_of(stream, a, indices[0], values[0]);
    const instance thin_b = sparse_of(stream, b, indices[1], values[1]);
    const instance *const first[] = {&dense_a, &thin_a}, *const second[] = {&dense_b, &thin_b};
    for (size_t i = 0; i < 4; i++) {
      cr_expect_eq(sign_of(instance_compare(first[i / 2], second[i % 2])), expected);
      cr_expect_eq(sign_of(instance_compare(second[i % 2], first[i / 2])), -expected);
    }
    equal += expected == 0;
  }
  cr_expect(equal > 100 && equal < 4900);
  random_stream_free(stream);
}

Test(online_to_batch, sorting_is_stable_and_ascending) {
  static const double values[] = {1, 0, -1, 1, 0, -1, 1, 0};
  instance x[8];
  instance_place order[8];
  for (size_t i = 0; i < 8; i++) x[i] = instance_dense_dyad(1, &values[i]);
  instance_sort(8, x, order);
  static const size_t expected[] = {2, 5, 1, 4, 7, 0, 3, 6};
  for (size_t i = 0; i < 8; i++) cr_expect_eq(order[i].position, expected[i]);
}

Test(online_to_batch, copies_stay_when_the_original_changes) {
  double numbers[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, weights[2] = {0.5, 0.25};
  size_t index[2] = {1, 3};
  const instance forms[] = {instance_dense_vector(4, numbers), instance_sparse(INSTANCE_DYAD, 4, 2, index, numbers),
                            instance_low_rank(4, 2, numbers, weights, 0.125), instance_matrix(3, numbers),
                            instance_rectangular(4, 3, numbers)};
  for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
    instance_store store;
    cr_assert_eq(instance_store_new(2, &forms[k], &store), STATUS_OK, "%s", status_message());
    cr_assert_eq(instance_store_add(&store, &forms[k]), STATUS_OK, "%s", status_message());
    cr_assert_eq(instance_store_add(&store, &forms[k]), STATUS_OK, "%s", status_message());
    cr_expect_eq(instance_compare(&store.items[0], &forms[k]), 0);
    numbers[0] += 1;
    cr_expect_eq(sign_of(instance_compare(&store.items[1], &forms[k])), -1, "%s", instance_kind_name(forms[k].kind));
    numbers[0] -= 1;
    if (forms[k].index != NULL) {
      index[0] = 2; /* (0, 1, 0, 2) comes after (0, 0, 1, 2) */
      cr_expect_eq(sign_of(instance_compare(&store.items[1], &forms[k])), 1);
      index[0] = 1;
    }
    cr_expect_eq(instance_store_add(&store, &forms[k]), STATUS_MEMORY);
    instance_store_free(&store);
  }
}

Test(online_to_batch, entries_by_row_then_column) {
  const instance shape = instance_entry(3, 4, 0, 0);
  instance_store store;
  instance_place order[4];
  cr_assert_eq(instance_store_new(4, &shape, &store), STATUS_OK, "%s", status_message());
  static const size_t rows[] = {2, 0, 2, 1}, columns[] = {0, 3, 0, 1}, expected[] = {1, 3, 0, 2};
  for (size_t i = 0; i < 4; i++) {
    const instance entry = instance_entry(3, 4, rows[i], columns[i]);
    cr_assert_eq(instance_store_add(&store, &entry), STATUS_OK, "%s", status_message());
  }
  instance_sort(4, store.items, order);
  for (size_t i = 0; i < 4; i++) {
    const size_t at = expected[i];
    cr_expect_eq(order[i].position, at);
    cr_expect(order[i].x->row == rows[at] && order[i].x->column == columns[at]);
  }
  instance_store_free(&store);
}

/* ---- measurements */

typedef struct lab {
  fixture source;
  sample examples, test;
  const char *name, *options;
  learner_setting setting;
} lab;

static lab lab_make(const char *source, const char *problem_options, const char *player, const char *json) {
  lab made = {.source = fixture_make(source, problem_options, 1), .name = player, .options = json};
  const problem_facts *facts = &made.source.problem.facts;
  made.setting = problem_learner_setting(facts, 10 * EXAMPLES, 1, &eigen_own);
  cr_assert_eq(sample_draw(&made.source.problem, EXAMPLES, &made.examples), STATUS_OK, "%s", status_message());
  cr_assert_eq(sample_draw(&made.source.problem, PROBES, &made.test), STATUS_OK, "%s", status_message());
  return made;
}

static void lab_free(lab *made) {
  sample_free(&made->examples);
  sample_free(&made->test);
  fixture_free(&made->source);
}

static bool learn(const played *p, const instance *x, double label) {
  prediction predicted;
  bool updated = false;
  cr_assert_eq(learner_predict(&p->learner, x, &predicted), STATUS_OK);
  cr_assert_eq(learner_update(&p->learner, x, &predicted, label, &updated), STATUS_OK);
  return updated;
}

static double answer(const played *p, const instance *x) {
  prediction predicted;
  cr_assert_eq(learner_predict(&p->learner, x, &predicted), STATUS_OK);
  return predicted.value;
}

static size_t errors_of(const played *p, const sample *on) {
  size_t errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) errors += answer(p, &on->instances.items[i]) != on->label[i];
  return errors;
}

/* The places of the examples in ascending order, by insertion. */
static void sort_by_insertion(const sample *examples, size_t *order) {
  for (size_t i = 0; i < examples->instances.count; i++) {
    size_t j = i;
    for (; j > 0 && instance_compare(&examples->instances.items[order[j - 1]], &examples->instances.items[i]) > 0;
         j--) {
      order[j] = order[j - 1];
    }
    order[j] = i;
  }
}

/* h(x) by its definition: a new learner is fed the kept examples before x. */
static double hypothesis(const lab *made, const size_t *order, const bool *kept, const instance *x) {
  const sample *examples = &made->examples;
  for (size_t i = 0; i < EXAMPLES; i++) {
    if (kept[i] && instance_compare(&examples->instances.items[order[i]], x) == 0) return examples->label[order[i]];
  }
  played p = played_make(made->name, made->options, &made->setting);
  for (size_t i = 0; i < EXAMPLES; i++) {
    const instance *example = &examples->instances.items[order[i]];
    if (kept[i] && instance_compare(example, x) < 0) learn(&p, example, examples->label[order[i]]);
  }
  const double value = answer(&p, x);
  played_free(&p);
  return value;
}

static size_t hypothesis_errors(const lab *made, const size_t *order, const bool *kept, const sample *on) {
  size_t errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) {
    errors += hypothesis(made, order, kept, &on->instances.items[i]) != on->label[i];
  }
  return errors;
}

static void check_scheme(const lab *made, const batch_totals *totals) {
  size_t order[EXAMPLES] = {0}, count = 0;
  bool kept[EXAMPLES];
  sort_by_insertion(&made->examples, order);
  played p = played_make(made->name, made->options, &made->setting);
  for (size_t i = 0; i < EXAMPLES; i++) {
    kept[i] = learn(&p, &made->examples.instances.items[order[i]], made->examples.label[order[i]]);
    count += kept[i];
  }
  cr_expect_eq(totals->kept, count, "%s: %zu kept, expected %zu", made->name, totals->kept, count);
  cr_expect_eq(totals->final_sample_errors, errors_of(&p, &made->examples));
  cr_expect_eq(totals->final_test_error, (double)errors_of(&p, &made->test) / PROBES);
  cr_expect_eq(totals->sample_errors, hypothesis_errors(made, order, kept, &made->examples));
  cr_expect_eq(totals->test_error, (double)hypothesis_errors(made, order, kept, &made->test) / PROBES);
  played_free(&p);
}

static void check_average(const lab *made, const batch_totals *totals) {
  size_t errors = 0;
  for (size_t t = 0; t < EXAMPLES; t++) { /* the state before trial t + 1, from the start each time */
    played p = played_make(made->name, made->options, &made->setting);
    for (size_t i = 0; i < t; i++) learn(&p, &made->examples.instances.items[i], made->examples.label[i]);
    errors += errors_of(&p, &made->test);
    played_free(&p);
  }
  cr_expect_eq(totals->average_error, (double)errors / (EXAMPLES * PROBES));
}

static void check_cycles(const lab *made, const batch_totals *totals) {
  played p = played_make(made->name, made->options, &made->setting);
  size_t updates = 0, passes = 0;
  for (bool clean = false; !clean && passes < 200; passes++) {
    clean = true;
    for (size_t i = 0; i < EXAMPLES; i++) {
      const bool updated = learn(&p, &made->examples.instances.items[i], made->examples.label[i]);
      updates += updated;
      clean = clean && !updated;
    }
  }
  cr_expect_eq(totals->cycled_updates, (double)updates, "%s: %g updates, expected %zu", made->name,
               totals->cycled_updates, updates);
  cr_expect_eq(totals->cycled_passes, (double)passes);
  cr_expect_eq(errors_of(&p, &made->examples), 0);
  cr_expect_eq(totals->cycled_test_error, (double)errors_of(&p, &made->test) / PROBES);
  played_free(&p);
}

static batch_totals measure(const lab *made) {
  batch_totals totals;
  played p = played_make(made->name, made->options, &made->setting);
  const batch_learner maker = {p.learner.class, &made->setting, p.values};
  cr_assert_eq(online_to_batch(&maker, &made->examples, &made->test, &totals), STATUS_OK, "%s: %s", made->name,
               status_message());
  played_free(&p);
  return totals;
}

static const struct {
  const char *problem, *problem_options, *learner, *options;
} pairs[] = {
    {"close_to_subspace", "{\"n\":6,\"r\":2}", "matrix_winnow", "{\"r\":2}"},
    {"close_to_subspace", "{\"n\":6,\"r\":2,\"instances\":\"full\"}", "matrix_winnow",
     "{\"r\":2,\"normalize\":\"trace\"}"},
    {"close_to_subspace", "{\"n\":6,\"form\":\"matrix\"}", "matrix_perceptron", "{}"},
    {"disjunction", "{\"n\":4,\"r\":2}", "winnow", "{\"r\":2,\"gap\":1}"}, /* with many equal instances */
    {"linear_threshold", "{\"n\":6,\"margin\":0.2}", "balanced_winnow", "{\"margin\":0.2}"},
    {"rectangular_targets", "{\"m\":3,\"n\":4}", "general_matrix_winnow", "{}"},
    {"close_to_subspace", "{\"n\":6,\"r\":2}", "kernel_matrix_winnow", "{\"r\":2}"},
};

Test(online_to_batch, measurements_are_those_of_the_definitions) {
  for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
    lab made = lab_make(pairs[k].problem, pairs[k].problem_options, pairs[k].learner, pairs[k].options);
    const batch_totals totals = measure(&made);
    check_scheme(&made, &totals);
    check_average(&made, &totals);
    check_cycles(&made, &totals);
    cr_expect_eq(totals.sample_errors, 0);
    cr_expect_eq(totals.contradictions, 0);
    cr_expect_eq(totals.test, PROBES);
    lab_free(&made);
  }
}

Test(online_to_batch, instances_with_two_labels) {
  lab made = lab_make("disjunction", "{\"n\":4,\"r\":2,\"noise\":0.3}", "winnow", "{\"r\":2,\"gap\":1}");
  const batch_totals totals = measure(&made);
  check_scheme(&made, &totals);
  check_average(&made, &totals);
  cr_expect(totals.contradictions > 0);
  cr_expect(totals.sample_errors > 0);
  cr_expect(isnan(totals.cycled_test_error) && isnan(totals.cycled_updates) && isnan(totals.cycled_passes));
  lab_free(&made);
}

Test(online_to_batch, a_problem_that_ends) {
  fixture f = fixture_make("hadamard", "{\"n\":4}", 1);
  sample drawn;
  cr_expect_eq(sample_draw(&f.problem, 100000, &drawn), STATUS_FAILED);
  cr_expect_not_null(strstr(status_message(), "of the 100000 trials of the test"), "%s", status_message());
  fixture_free(&f);
}

Test(online_to_batch, every_quantity_has_a_value) {
  const batch_totals totals = {.average_error = 1,
                               .kept = 2,
                               .sample_errors = 3,
                               .test_error = 4,
                               .final_sample_errors = 5,
                               .final_test_error = 7,
                               .cycled_updates = 8,
                               .cycled_passes = 9,
                               .cycled_test_error = 10};
  static const double expected[] = {1, 2, 3, 4, 5, 1, 7, 8, 9, 10};
  size_t i = 0;
  for (; batch_quantities[i] != NULL; i++)
    cr_expect_eq(batch_quantity(&totals, i), expected[i], "%s", batch_quantities[i]);
  cr_expect_eq(i, sizeof expected / sizeof expected[0]);
  cr_expect(isnan(batch_quantity(&totals, i)));
}
