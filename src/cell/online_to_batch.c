#include "cell/online_to_batch.h"
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

void sample_free(sample *examples) {
  instance_store_free(&examples->instances);
  free(examples->label);
  examples->label = NULL;
}

status sample_add(sample *examples, const instance *x, double label) {
  const size_t place = examples->instances.count;
  TRY(instance_store_add(&examples->instances, x));
  examples->label[place] = label;
  return STATUS_OK;
}

status sample_draw(problem *source, size_t count, sample *out) {
  CLEANUP(sample_free) sample drawn = {.label = NULL};
  *out = drawn;
  TRY(sample_new(&source->facts, count, &drawn));
  for (size_t i = 0; i < count; i++) {
    const prediction none = {.value = 1.0, .probability = 1.0};
    instance x;
    double label = 0.0;
    const status code = problem_next(source, NULL, &x);
    if (code == STATUS_END)
      return FAIL(STATUS_FAILED, "%s ended after %zu of the %zu trials of the test", source->class->about.name, i,
                  count);
    TRY(code);
    TRY(instance_check_finite(&x));
    TRY(problem_reveal(source, &none, &label));
    TRY(sample_add(&drawn, &x, label));
  }
  return HAND_OVER(drawn, *out);
}

static status is_right(const learner *player, const instance *x, double label, bool *right) {
  prediction predicted;
  TRY(learner_predict(player, x, &predicted));
  *right = predicted.value == label;
  return STATUS_OK;
}

/* A trial on a copied example. */
static status play(const learner *player, const instance *x, double label, bool *updated) {
  prediction predicted;
  *updated = false;
  TRY(learner_predict(player, x, &predicted));
  return learner_update(player, x, &predicted, label, updated);
}

/* Errors of the learner in its current state. */
static status count_errors(const learner *player, const sample *on, size_t *errors) {
  *errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) {
    bool right = false;
    TRY(is_right(player, &on->instances.items[i], on->label[i], &right));
    *errors += !right;
  }
  return STATUS_OK;
}

static double share(size_t errors, const sample *of) {
  return (double)errors / (double)of->instances.count;
}

/* Every state of the run is tested once, when it arises, and counts for each trial until the next update. */
static status average_errors(const learner *player, const sample *examples, const sample *test, double *average) {
  const size_t m = examples->instances.count;
  bool changed = true;
  size_t errors = 0;
  double sum = 0.0; /* of whole numbers */
  for (size_t t = 0; t < m; t++) {
    if (changed) TRY(count_errors(player, test, &errors));
    sum += (double)errors;
    TRY(play(player, &examples->instances.items[t], examples->label[t], &changed));
  }
  *average = sum / ((double)m * (double)test->instances.count);
  return STATUS_OK;
}

static status cycle(const learner *player, const sample *examples, const sample *test, batch_totals *out) {
  const size_t m = examples->instances.count;
  size_t updates = 0, passes = 0, errors = 0;
  bool clean = false;
  while (!clean && updates <= m + CYCLED_UPDATES) {
    clean = true;
    passes++;
    for (size_t i = 0; i < m && updates <= m + CYCLED_UPDATES; i++) {
      bool updated = false;
      TRY(play(player, &examples->instances.items[i], examples->label[i], &updated));
      updates += updated;
      clean = clean && !updated;
    }
  }
  if (!clean) return STATUS_OK;
  TRY(count_errors(player, test, &errors));
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

static status compress(const learner *player, compression *scheme) {
  const sample *examples = scheme->examples;
  for (size_t i = 0; i < examples->instances.count; i++) {
    const instance_place *place = &scheme->order[i];
    bool updated = false;
    TRY(play(player, place->x, examples->label[place->position], &updated));
    if (updated) scheme->kept[scheme->kept_count++] = *place;
  }
  return STATUS_OK;
}

/* Errors of the hypothesis on a sorted sample: both are walked through together, so that each kept example is replayed once. */
static status hypothesis_errors(const learner *player, const compression *scheme, const sample *on,
                                const instance_place *order, size_t *errors) {
  const double *labels = scheme->examples->label;
  size_t next = 0;
  *errors = 0;
  for (size_t i = 0; i < on->instances.count; i++) {
    int place = 1; /* of the next kept example against the instance */
    while (next < scheme->kept_count && (place = instance_compare(scheme->kept[next].x, order[i].x)) < 0) {
      bool updated = false;
      TRY(play(player, scheme->kept[next].x, labels[scheme->kept[next].position], &updated));
      if (!updated) return FAIL(STATUS_FAILED, "the learner is not a function of the examples at which it updated");
      next++;
    }
    const double label = on->label[order[i].position];
    bool right = next < scheme->kept_count && place == 0 && labels[scheme->kept[next].position] == label;
    if (next == scheme->kept_count || place > 0) TRY(is_right(player, order[i].x, label, &right));
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

static status renew(bench *self) {
  learner_destroy(&self->learner);
  return learner_new(self->maker->class, &self->setting, self->maker->options, &self->learner);
}

static status measure_compression(bench *self, compression *scheme, const sample *test, const instance_place *probes,
                                  batch_totals *out) {
  size_t errors = 0;
  TRY(renew(self));
  TRY(compress(&self->learner, scheme));
  out->kept = scheme->kept_count;
  TRY(count_errors(&self->learner, scheme->examples, &out->final_sample_errors));
  TRY(count_errors(&self->learner, test, &errors));
  out->final_test_error = share(errors, test);
  TRY(renew(self));
  TRY(hypothesis_errors(&self->learner, scheme, scheme->examples, scheme->order, &out->sample_errors));
  TRY(renew(self));
  TRY(hypothesis_errors(&self->learner, scheme, test, probes, &errors));
  out->test_error = share(errors, test);
  return STATUS_OK;
}

static status measure(bench *self, compression *scheme, const sample *test, const instance_place *probes,
                      batch_totals *out) {
  TRY(renew(self));
  TRY(average_errors(&self->learner, scheme->examples, test, &out->average_error));
  TRY(measure_compression(self, scheme, test, probes, out));
  out->contradictions = count_contradictions(scheme->examples, scheme->order);
  self->setting.trials += scheme->examples->instances.count + CYCLED_UPDATES; /* room for all updates of the cycles */
  TRY(renew(self));
  return cycle(&self->learner, scheme->examples, test, out);
}

static void free_bench(bench *self) {
  learner_destroy(&self->learner);
}

static void free_compression(compression *scheme) {
  free(scheme->order);
  free(scheme->kept);
}

status online_to_batch(const batch_learner *maker, const sample *examples, const sample *test, batch_totals *out) {
  CLEANUP(free_bench) bench self = {.maker = maker, .setting = *maker->setting};
  CLEANUP(free_compression) compression scheme = {.examples = examples};
  FREED instance_place *probes = NULL;
  *out = (batch_totals){
      .test = test->instances.count, .cycled_updates = NAN, .cycled_passes = NAN, .cycled_test_error = NAN};
  TRY(NEW_ARRAY(examples->instances.count, scheme.order));
  TRY(NEW_ARRAY(examples->instances.count, scheme.kept));
  TRY(NEW_ARRAY(test->instances.count, probes));
  instance_sort(examples->instances.count, examples->instances.items, scheme.order);
  instance_sort(test->instances.count, test->instances.items, probes);
  return measure(&self, &scheme, test, probes, out);
}
