#include "cell/online_to_batch.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "spectral/instance/instance_order.h"

enum { CYCLED_UPDATES = 1000 }; /* beyond the number of examples: then the sample counts as noisy */

status sample_new(const problem_facts *facts, size_t capacity, sample *out) {
  const instance shape = {.kind = facts->kind, .n = facts->n, .m = facts->rows, .rank = facts->rank};
  *out = (sample){.label = NULL};
  TRY(NEW_ARRAY(capacity, out->label));
  const status code = instance_store_new(capacity, &shape, &out->instances);
  if (code != STATUS_OK) sample_free(out);
  return code;
}

void sample_free(sample *sample) {
  instance_store_free(&sample->instances);
  free(sample->label);
  sample->label = NULL;
}

status sample_add(sample *sample, const instance *x, double label) {
  const size_t place = sample->instances.count;
  TRY(instance_store_add(&sample->instances, x));
  sample->label[place] = label;
  return STATUS_OK;
}

status sample_draw(problem *problem, size_t count, sample *out) {
  TRY(sample_new(&problem->facts, count, out));
  status code = STATUS_OK;
  for (size_t i = 0; i < count; i++) {
    const prediction none = {.value = 1.0, .probability = 1.0};
    instance x;
    double label = 0.0;
    code = problem_next(problem, NULL, &x);
    if (code == STATUS_END) {
      code =
          FAIL(STATUS_FAILED, "%s ended after %zu of the %zu trials of the test", problem->class->about.name, i, count);
    }
    if (code == STATUS_OK) code = instance_check_finite(&x);
    if (code == STATUS_OK) code = problem_reveal(problem, &none, &label);
    if (code == STATUS_OK) code = sample_add(out, &x, label);
    if (code != STATUS_OK) break;
  }
  if (code != STATUS_OK) sample_free(out);
  return code;
}

static status is_right(const learner *learner, const instance *x, double label, bool *right) {
  prediction predicted;
  TRY(learner_predict(learner, x, &predicted));
  *right = predicted.value == label;
  return STATUS_OK;
}

/* A trial on a copied example. */
static status play(const learner *learner, const instance *x, double label, bool *updated) {
  prediction predicted;
  *updated = false;
  TRY(learner_predict(learner, x, &predicted));
  return learner_update(learner, x, &predicted, label, updated);
}

/* Errors of the learner in its current state. */
static status count_errors(const learner *learner, const sample *on, size_t *errors) {
  *errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) {
    bool right = false;
    TRY(is_right(learner, &on->instances.items[i], on->label[i], &right));
    *errors += !right;
  }
  return STATUS_OK;
}

static double share(size_t errors, const sample *of) {
  return (double)errors / (double)of->instances.count;
}

/* Every state of the run is tested once, when it arises, and counts for each trial until the next update. */
static status average_errors(const learner *learner, const sample *examples, const sample *test, double *average) {
  const size_t m = examples->instances.count;
  bool changed = true;
  size_t errors = 0;
  double sum = 0.0; /* of whole numbers */
  for (size_t t = 0; t < m; t++) {
    if (changed) TRY(count_errors(learner, test, &errors));
    sum += (double)errors;
    TRY(play(learner, &examples->instances.items[t], examples->label[t], &changed));
  }
  *average = sum / ((double)m * (double)test->instances.count);
  return STATUS_OK;
}

static status cycle(const learner *learner, const sample *examples, const sample *test, batch_totals *out) {
  const size_t m = examples->instances.count;
  size_t updates = 0, passes = 0, errors = 0;
  bool clean = false;
  while (!clean && updates <= m + CYCLED_UPDATES) {
    clean = true;
    passes++;
    for (size_t i = 0; i < m && updates <= m + CYCLED_UPDATES; i++) {
      bool updated = false;
      TRY(play(learner, &examples->instances.items[i], examples->label[i], &updated));
      updates += updated;
      clean = clean && !updated;
    }
  }
  if (!clean) return STATUS_OK;
  TRY(count_errors(learner, test, &errors));
  out->cycled_updates = (double)updates;
  out->cycled_passes = (double)passes;
  out->cycled_test_error = share(errors, test);
  return STATUS_OK;
}

/* The sorted sample, and the places of its kept examples. */
typedef struct compression {
  const sample *examples;
  instance_place *order, *kept;
  size_t kept_count;
} compression;

static status compress(const learner *learner, compression *scheme) {
  const sample *examples = scheme->examples;
  for (size_t i = 0; i < examples->instances.count; i++) {
    const instance_place *place = &scheme->order[i];
    bool updated = false;
    TRY(play(learner, place->x, examples->label[place->position], &updated));
    if (updated) scheme->kept[scheme->kept_count++] = *place;
  }
  return STATUS_OK;
}

/* Errors of the hypothesis on a sorted sample: both are walked through together, so that each kept example is replayed once. */
static status hypothesis_errors(const learner *learner, const compression *scheme, const sample *on,
                                const instance_place *order, size_t *errors) {
  const double *labels = scheme->examples->label;
  size_t next = 0;
  *errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) {
    int place = 1; /* of the next kept example against the instance */
    while (next < scheme->kept_count && (place = instance_compare(scheme->kept[next].x, order[i].x)) < 0) {
      bool updated = false;
      TRY(play(learner, scheme->kept[next].x, labels[scheme->kept[next].position], &updated));
      if (!updated) return FAIL(STATUS_FAILED, "the learner is not a function of the examples at which it updated");
      next++;
    }
    const double label = on->label[order[i].position];
    bool right = next < scheme->kept_count && place == 0 && labels[scheme->kept[next].position] == label;
    if (next == scheme->kept_count || place > 0) TRY(is_right(learner, order[i].x, label, &right));
    *errors += !right;
  }
  return STATUS_OK;
}

static size_t count_contradictions(const sample *examples, const instance_place *order) {
  size_t count = 0;
  for (size_t i = 1; i < examples->instances.count; i++) {
    const bool differ = examples->label[order[i].position] != examples->label[order[i - 1].position];
    count += differ && instance_compare(order[i - 1].x, order[i].x) == 0;
  }
  return count;
}

/* Makes a new learner for each measurement. */
typedef struct bench {
  const batch_learner *maker;
  learner_setting setting;
  learner learner;
} bench;

static status renew(bench *bench) {
  learner_destroy(&bench->learner);
  return learner_new(bench->maker->class, &bench->setting, bench->maker->options, &bench->learner);
}

static status measure_compression(bench *bench, compression *scheme, const sample *test, const instance_place *probes,
                                  batch_totals *out) {
  size_t errors = 0;
  TRY(renew(bench));
  TRY(compress(&bench->learner, scheme));
  out->kept = scheme->kept_count;
  TRY(count_errors(&bench->learner, scheme->examples, &out->final_sample_errors));
  TRY(count_errors(&bench->learner, test, &errors));
  out->final_test_error = share(errors, test);
  TRY(renew(bench));
  TRY(hypothesis_errors(&bench->learner, scheme, scheme->examples, scheme->order, &out->sample_errors));
  TRY(renew(bench));
  TRY(hypothesis_errors(&bench->learner, scheme, test, probes, &errors));
  out->test_error = share(errors, test);
  return STATUS_OK;
}

static status measure(bench *bench, compression *scheme, const sample *test, const instance_place *probes,
                      batch_totals *out) {
  TRY(renew(bench));
  TRY(average_errors(&bench->learner, scheme->examples, test, &out->average_error));
  TRY(measure_compression(bench, scheme, test, probes, out));
  out->contradictions = count_contradictions(scheme->examples, scheme->order);
  bench->setting.trials += scheme->examples->instances.count + CYCLED_UPDATES; /* room for all updates of the cycles */
  TRY(renew(bench));
  return cycle(&bench->learner, scheme->examples, test, out);
}

status online_to_batch(const batch_learner *maker, const sample *examples, const sample *test, batch_totals *out) {
  bench bench = {.maker = maker, .setting = *maker->setting};
  compression scheme = {.examples = examples};
  instance_place *probes = NULL;
  status code = STATUS_OK;
  *out = (batch_totals){
      .test = test->instances.count, .cycled_updates = NAN, .cycled_passes = NAN, .cycled_test_error = NAN};
  CHECK(NEW_ARRAY(examples->instances.count, scheme.order));
  CHECK(NEW_ARRAY(examples->instances.count, scheme.kept));
  CHECK(NEW_ARRAY(test->instances.count, probes));
  instance_sort(examples->instances.count, examples->instances.items, scheme.order);
  instance_sort(test->instances.count, test->instances.items, probes);
  CHECK(measure(&bench, &scheme, test, probes, out));
end:
  learner_destroy(&bench.learner);
  free(scheme.order);
  free(scheme.kept);
  free(probes);
  return code;
}
