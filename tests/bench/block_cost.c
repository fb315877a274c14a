/* What a trial costs where the engine predicts blocks of trials, and where it predicts them one by one.
 *
 *   block_cost FILE     FILE is written: a table of 200 rows, which are played in many passes
 *
 * Prints for each case one line: name n trials updates rank predict_us predict_single_us cell_us cell_single_us same
 *
 *   rank     of what was added to the parameter, at the end
 *   predict  the learner's predictions, those that are forgotten after an update included, for each trial played; bringing the
 *            parameter up to date after an update is not counted
 *   cell     the whole cell: generator or reader, checks, hash, updates, bounds and curves included
 *   same     1 if both records of the cell are the same text (times apart)
 *
 * Microseconds of processor time, medians of rounds that alternate. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/timing.h"
#include "cell/cell.h"

typedef struct block_case {
  const char *name;
  size_t n;
  const char *problem, *problem_options; /* NULL: those of the table */
  const char *learner, *learner_options;
  size_t trials;
} block_case;

#define SUBSPACE "close_to_subspace"
#define WINNOW "matrix_winnow"

static const block_case cases[] = {
    {"subspace,r=2", 16, SUBSPACE, "{\"n\":16,\"r\":2}", WINNOW, "{\"r\":2}", 100000},
    {"subspace,r=8", 1000, SUBSPACE, "{\"n\":1000,\"r\":8}", WINNOW, "{\"r\":8}", 4000},
    {"subspace,r=16", 4000, SUBSPACE, "{\"n\":4000,\"r\":16}", WINNOW, "{\"r\":16}", 6000},
    {"subspace,r=4,noise=0.05", 4000, SUBSPACE, "{\"n\":4000,\"r\":4,\"noise\":0.05}", WINNOW, "{\"r\":4}", 2000},
    {"subspace,r=16", 16000, SUBSPACE, "{\"n\":16000,\"r\":16}", WINNOW, "{\"r\":16}", 1200},
    {"table", 4000, "table", NULL, WINNOW, "{\"r\":4}", 8000},
    {"dense,r=1", 256, SUBSPACE, "{\"n\":256,\"r\":1}", WINNOW, "{\"r\":1,\"representation\":\"dense\"}", 4000},
    {"dense,r=1", 512, SUBSPACE, "{\"n\":512,\"r\":1}", WINNOW, "{\"r\":1,\"representation\":\"dense\"}", 4000},
};

enum { ROUNDS = 3, ROWS = 200 };

/* The learner's own functions, with a clock; one cell at a time. */
static struct {
  const learner_class *real;
  learner_class class; /* with the clock */
  learner_methods methods;
  double predict;
  size_t updates, rank;
} watch;

static double now(void) {
  return 1e-3 * clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static status watched_predict(void *self, const instance *x, prediction *out) {
  const double start = now();
  const status code = watch.real->methods->predict(self, x, out);
  watch.predict += now() - start;
  return code;
}

static status watched_predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const double start = now();
  const status code = watch.real->methods->predict_block(self, count, xs, out);
  watch.predict += now() - start;
  return code;
}

static status watched_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const status code = watch.real->methods->update(self, x, predicted, label, updated);
  double again;
  const learner real = {watch.real, self};
  watch.rank = spectral_rank(learner_parameter(&real));
  watch.updates += *updated;
  return code == STATUS_OK && *updated ? learner_score(&real, x, &again) : code;
}

typedef struct cost {
  double predict, cell; /* us a trial */
} cost;

/* The record of the plan's cell without its times; the caller frees it. */
static status record_of(const plan *planned, bool one_by_one, char **text) {
  cell_settings settings = {.plan = planned, .one_by_one = one_by_one, .folder = ".", .results = "."};
  const cell_address address = plan_cell(planned, 0);
  cJSON *record = NULL;
  TRY(eigen_backend_by_name("own", &settings.eigen));
  TRY(cell_run(&settings, &address, "0123456789abcdef", &record));
  const cJSON *reason = cJSON_GetObjectItemCaseSensitive(record, "reason");
  status code = reason == NULL ? STATUS_OK : FAIL(STATUS_FAILED, "%s", cJSON_GetStringValue(reason));
  cJSON_DeleteItemFromObjectCaseSensitive(record, "seconds");
  cJSON_DeleteItemFromObjectCaseSensitive(record, "memory");
  if (code == STATUS_OK) code = json_print(record, 0, 0, text);
  cJSON_Delete(record);
  return code;
}

/* Two runs of the cell: as it is, and with a clock around predictions. */
static status measure(const block_case *which, plan *planned, bool one_by_one, cost *out, char **text) {
  char *again = NULL;
  const double start = now();
  planned->points[0].learners[0].class = watch.real;
  TRY(record_of(planned, one_by_one, text));
  out->cell = (now() - start) / (double)which->trials;
  planned->points[0].learners[0].class = &watch.class;
  watch.predict = 0.0;
  watch.updates = 0;
  TRY(record_of(planned, one_by_one, &again));
  free(again);
  out->predict = watch.predict / (double)which->trials;
  return STATUS_OK;
}

static status run_rounds(const block_case *which, plan *planned) {
  double predict[2][ROUNDS], cell[2][ROUNDS];
  bool same = true;
  for (size_t round = 0; round < ROUNDS; round++) {
    char *texts[2] = {NULL, NULL};
    status code = STATUS_OK;
    for (size_t i = 0; i < 2 && code == STATUS_OK; i++) {
      cost spent = {0.0, 0.0};
      code = measure(which, planned, i == 1, &spent, &texts[i]);
      predict[i][round] = spent.predict;
      cell[i][round] = spent.cell;
    }
    same = same && code == STATUS_OK && strcmp(texts[0], texts[1]) == 0;
    free(texts[0]);
    free(texts[1]);
    TRY(code);
  }
  printf("%s %zu %zu %zu %zu %.6g %.6g %.6g %.6g %d\n", which->name, which->n, which->trials, watch.updates, watch.rank,
         median_of(ROUNDS, predict[0]), median_of(ROUNDS, predict[1]), median_of(ROUNDS, cell[0]),
         median_of(ROUNDS, cell[1]), same);
  return STATUS_OK;
}

/* Rows of length about 1; those of class 1 have one of four directions in them. */
static status write_table(const char *file, size_t n) {
  random_stream *stream = NULL;
  FILE *out = fopen(file, "we");
  if (out == NULL) return FAIL(STATUS_IO, "%s: cannot be written", file);
  status code = random_stream_new(1, "block_cost", &stream);
  for (size_t row = 0; row < ROWS && code == STATUS_OK; row++) {
    for (size_t i = 0; i < n; i++) {
      const double rest = random_gaussian(stream) / sqrt((double)n), hidden = i == row / 2 % 4 ? 1.0 : 0.0;
      (void)fprintf(out, "%.6f,", row % 2 == 0 ? 0.8 * hidden + 0.6 * rest : rest);
    }
    (void)fprintf(out, "%d\n", row % 2 == 0);
  }
  random_stream_free(stream);
  const bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed) return FAIL(STATUS_IO, "%s: cannot be written", file);
  return code;
}

static status describe(const block_case *which, const char *file, cJSON **document) {
  char *text = NULL, *table = NULL;
  const size_t passes = which->trials / ROWS;
  TRY(memory_format(&table, "{\"file\":\"%s\",\"positive\":\"1\",\"instances\":\"dyad\",\"passes\":%zu}", file,
                    passes));
  status code =
      memory_format(&text,
                    "{\"scenario\":\"blocks\",\"seeds\":1,\"parameters\":[],\"observe\":[],\"points\":[{"
                    "\"parameters\":{},\"trials\":%zu,\"problem\":{\"name\":\"%s\",\"options\":%s},"
                    "\"learners\":[{\"name\":\"%s\",\"label\":\"learner\",\"options\":%s}],\"bounds\":["
                    "{\"name\":\"subspace_mistakes\",\"options\":{}}]}]}",
                    which->trials, which->problem, which->problem_options != NULL ? which->problem_options : table,
                    which->learner, which->learner_options);
  if (code == STATUS_OK) code = json_parse(text, document);
  free(table);
  free(text);
  return code;
}

static status run_case(const block_case *which, const char *file) {
  cJSON *document = NULL;
  plan planned;
  if (which->problem_options == NULL) TRY(write_table(file, which->n));
  TRY(describe(which, file, &document));
  TRY(plan_open(document, &planned));
  const cell_address address = plan_cell(&planned, 0);
  watch.real = address.learner->class;
  watch.class = *watch.real;
  watch.methods = *watch.real->methods;
  watch.methods.predict = watched_predict;
  watch.methods.predict_block = watched_predict_block;
  watch.methods.update = watched_update;
  watch.class.methods = &watch.methods;
  const status code = run_rounds(which, &planned);
  plan_close(&planned);
  return code;
}

int main(int argc, char **argv) {
  status code = argc == 2 ? STATUS_OK : FAIL(STATUS_INVALID, "usage: block_cost FILE");
  gsl_set_error_handler_off();
  for (size_t i = 0; i < sizeof cases / sizeof *cases && code == STATUS_OK; i++) code = run_case(&cases[i], argv[1]);
  if (code != STATUS_OK) fprintf(stderr, "block_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
