/* What a trial of a whole cell costs beside the learner's work in it.
 *
 * Prints for each case one line: problem n trials updates cell_us learner_us pass_us making_us
 *
 *   cell     a trial of the whole cell: generator, checks, hash, prediction, update, bounds and curves
 *   learner  the learner's predictions and updates in the cell, for each trial played; predictions that are forgotten after an
 *            update included, and bringing the parameter up to date, which an update leaves to whoever asks first
 *   pass     reading the instance once, to add up the squares of its entries
 *   making   what no cell can do without: drawing n numbers of the instance's distribution, and the hash of n numbers
 *
 * Microseconds of processor time, medians of rounds, without what reading the clock takes. Vectors are too short for a clock around each
 * prediction: trials are drawn 32 at a time and the learner then plays them, one clock for all of them. Cells are long enough for what begins and
 * ends them, a third of a millisecond, to count for little. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/check.h"
#include "bench/game.h"
#include "bench/timing.h"
#include "cell/cell.h"
#include "linalg/kernels.h"
#include "spectral/instance/instance_store.h"

typedef struct cell_case {
  size_t n;
  const char *problem, *problem_options, *learner, *learner_options, *bound;
  size_t trials;
  bool vectors;
} cell_case;

#define DYADS(n, r, trials)                                                                                        \
  {                                                                                                                \
    n, "close_to_subspace", "{\"n\":" #n ",\"r\":" #r "}", "matrix_winnow", "{\"r\":" #r "}", "subspace_mistakes", \
        trials, false                                                                                              \
  }
#define VECTORS(n, trials)                                                                           \
  {                                                                                                  \
    n, "linear_threshold", "{\"n\":" #n ",\"relevant\":8}", "winnow_normalized", "{\"margin\":0.2}", \
        "cos_winnow_mistakes", trials, true                                                          \
  }

static const cell_case cases[] = {DYADS(1000, 8, 4000), DYADS(4000, 16, 6000), DYADS(16000, 16, 1200),
                                  VECTORS(64, 65536),   VECTORS(250, 16384),   VECTORS(1000, 4096)};

enum { ROUNDS = 9, CHUNK = 32 };

typedef struct cost {
  double cell, learner, pass, making; /* us a trial */
  size_t updates;
} cost;

static double now(void) {
  return 1e-3 * clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static double clock_cost; /* of now() */

static double since(double start) {
  return now() - start - clock_cost;
}

/* ---- the learner's own functions, with a clock */

static struct {
  const learner_class *real;
  learner_class class;
  learner_methods methods;
  double spent;
  size_t updates;
} watch;

static status watched_predict(void *self, const instance *x, prediction *out) {
  const double start = now();
  const status code = watch.real->methods->predict(self, x, out);
  watch.spent += since(start);
  return code;
}

static status watched_predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const double start = now();
  const status code = watch.real->methods->predict_block(self, count, xs, out);
  watch.spent += since(start);
  return code;
}

static status watched_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const double start = now();
  const learner real = {watch.real, self};
  double trace;
  status code = watch.real->methods->update(self, x, predicted, label, updated);
  if (code == STATUS_OK && *updated) code = spectral_trace(learner_parameter(&real), &trace);
  watch.spent += since(start);
  watch.updates += *updated;
  return code;
}

static status run_cell(const plan *planned) {
  cell_settings settings = {.plan = planned, .folder = ".", .results = "."};
  const cell_address address = plan_cell(planned, 0);
  cJSON *record = NULL;
  TRY(eigen_backend_by_name("own", &settings.eigen));
  TRY(cell_run(&settings, &address, "0123456789abcdef", &record));
  const cJSON *reason = cJSON_GetObjectItemCaseSensitive(record, "reason");
  const status code = reason == NULL ? STATUS_OK : FAIL(STATUS_FAILED, "%s", cJSON_GetStringValue(reason));
  cJSON_Delete(record);
  return code;
}

static double sum_of_squares(const instance *x) {
  volatile double sum = kernel_dot(x->count, x->value, x->value);
  return sum;
}

/* ---- the learner alone, and passes over the instances */

static status play_chunk(const game *self, instance_store *drawn, cost *out) {
  double labels[CHUNK];
  prediction predicted = {.value = 1.0, .probability = 1.0};
  bool updated = false;
  instance_store_clear(drawn);
  for (size_t i = 0; i < CHUNK; i++) {
    instance x;
    TRY(problem_next(&self->problem, &self->learner, &x));
    TRY(instance_store_add(drawn, &x));
    TRY(problem_reveal(&self->problem, &predicted, &labels[i]));
  }
  const double start = now();
  for (size_t i = 0; i < CHUNK; i++) (void)sum_of_squares(&drawn->items[i]);
  out->pass += since(start);
  const double passed = now();
  for (size_t i = 0; i < CHUNK; i++) {
    TRY(learner_predict(&self->learner, &drawn->items[i], &predicted));
    TRY(learner_update(&self->learner, &drawn->items[i], &predicted, labels[i], &updated));
    out->updates += updated;
  }
  out->learner += since(passed);
  return STATUS_OK;
}

static status play_alone(const cell_case *which, cost *out) {
  const game_request request = {which->problem, which->problem_options, which->learner, which->learner_options,
                                which->trials};
  const size_t chunks = which->trials / CHUNK;
  game played;
  instance_store drawn = {.items = NULL};
  status code = game_new(&request, &played);
  const instance shape = {.kind = played.problem.facts.kind, .n = which->n, .rank = 1};
  if (code == STATUS_OK) code = instance_store_new(CHUNK, &shape, &drawn);
  for (size_t i = 0; code == STATUS_OK && i < chunks; i++) code = play_chunk(&played, &drawn, out);
  out->pass /= (double)(chunks * CHUNK);
  out->learner /= (double)(chunks * CHUNK);
  instance_store_free(&drawn);
  game_free(&played);
  return code;
}

/* ---- numbers and their hash alone */

static status make_numbers(const cell_case *which, cost *out) {
  random_stream *stream = NULL;
  stream_hash *hash = NULL;
  double *numbers = NULL;
  status code = STATUS_OK;
  CHECK(random_stream_new(1, "instances", &stream));
  CHECK(stream_hash_new(&hash));
  CHECK(NEW_ARRAY(which->n, numbers));
  const double start = now();
  for (size_t t = 0; t < which->trials; t++) {
    if (which->vectors) random_range_vector(stream, -1.0, 1.0, which->n, numbers);
    if (!which->vectors) random_gaussian_vector(stream, which->n, numbers);
    stream_hash_words(hash, numbers, which->n);
  }
  out->making = since(start) / (double)which->trials;
end:
  free(numbers);
  stream_hash_free(hash);
  random_stream_free(stream);
  return code;
}

/* ---- all of it */

static status measure(const cell_case *which, plan *planned, cost *out) {
  *out = (cost){0.0, 0.0, 0.0, 0.0, 0};
  planned->points[0].learners[0].class = watch.real;
  const double start = now();
  TRY(run_cell(planned));
  out->cell = since(start) / (double)which->trials;
  TRY(play_alone(which, out));
  TRY(make_numbers(which, out));
  if (which->vectors) return STATUS_OK;
  planned->points[0].learners[0].class = &watch.class;
  watch.spent = 0.0;
  watch.updates = 0;
  TRY(run_cell(planned));
  out->learner = watch.spent / (double)which->trials;
  out->updates = watch.updates;
  return STATUS_OK;
}

static status describe(const cell_case *which, cJSON **document) {
  char *text = NULL;
  TRY(memory_format(&text,
                    "{\"scenario\":\"cells\",\"seeds\":1,\"parameters\":[],\"observe\":[],\"points\":[{"
                    "\"parameters\":{},\"trials\":%zu,\"problem\":{\"name\":\"%s\",\"options\":%s},"
                    "\"learners\":[{\"name\":\"%s\",\"label\":\"learner\",\"options\":%s}],\"bounds\":["
                    "{\"name\":\"%s\",\"options\":{}}]}]}",
                    which->trials, which->problem, which->problem_options, which->learner, which->learner_options,
                    which->bound));
  const status code = json_parse(text, document);
  free(text);
  return code;
}

static status run_case(const cell_case *which) {
  cJSON *document = NULL;
  plan planned;
  double cells[ROUNDS], learners[ROUNDS], passes[ROUNDS], makings[ROUNDS];
  cost spent = {0.0, 0.0, 0.0, 0.0, 0};
  status code = STATUS_OK;
  TRY(describe(which, &document));
  TRY(plan_open(document, &planned));
  const cell_address address = plan_cell(&planned, 0);
  watch.real = address.learner->class;
  watch.class = *watch.real;
  watch.methods = *watch.real->methods;
  watch.methods.predict = watched_predict;
  if (watch.methods.predict_block != NULL) watch.methods.predict_block = watched_predict_block;
  watch.methods.update = watched_update;
  watch.class.methods = &watch.methods;
  for (size_t round = 0; code == STATUS_OK && round < ROUNDS; round++) {
    code = measure(which, &planned, &spent);
    cells[round] = spent.cell;
    learners[round] = spent.learner;
    passes[round] = spent.pass;
    makings[round] = spent.making;
  }
  plan_close(&planned);
  TRY(code);
  printf("%s %zu %zu %zu %.6g %.6g %.6g %.6g\n", which->problem, which->n, which->trials, spent.updates,
         median_of(ROUNDS, cells), median_of(ROUNDS, learners), median_of(ROUNDS, passes), median_of(ROUNDS, makings));
  return STATUS_OK;
}

int main(void) {
  status code = STATUS_OK;
  gsl_set_error_handler_off();
  clock_cost = 1e-3 * clock_cost_ns(CLOCK_THREAD_CPUTIME_ID);
  for (size_t i = 0; i < sizeof cases / sizeof *cases && code == STATUS_OK; i++) code = run_case(&cases[i]);
  if (code != STATUS_OK) fprintf(stderr, "cell_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
