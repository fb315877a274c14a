/* What a trial of the vector learners costs beside the arithmetic of one pass over the features.
 *
 * Prints for each case one line: learner form trials updates trial_ns pass_ns update_ns
 *
 *   form       dense: 1000 features, all of them real numbers; sparse: 50 of 100,000 features, entries 1 (balanced and
 *              simplex learners: 1 or -1)
 *   trial_ns   mean over the trials of a run of predict and update, the learner alone; median of the rounds
 *   pass_ns    the same mean of the arithmetic: x and w read once, a multiply-add for each stored feature of x (the dot product; the two
 *              weights of a feature of balanced_winnow are two features), and on
 *              the learner's updates w += a x as well; median of the rounds, which alternate with those of the learner
 *   update_ns  mean over the updates of update alone, median of the rounds */
#include <gsl/gsl_errno.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/check.h"
#include "bench/timing.h"
#include "learners/learner.h"
#include "linalg/kernels.h"

/* Rows are played again and again, in order: they stay in the cache, as an instance does that a problem has just made. */
enum { TRIALS = 4000, DENSE_ROWS = 64, SPARSE_ROWS = 1000, ROUNDS = 41, DENSE = 1000, SPARSE = 100000, ACTIVE = 50 };

typedef struct bench_case {
  const char *learner, *options;
  bool sparse, negative, doubled; /* negative: entries of both signs; doubled: two weights a feature */
} bench_case;

static const bench_case cases[] = {
    {"winnow", "{\"r\":1,\"gap\":0.9,\"gap_low\":0.1}", false, false, false},
    {"perceptron", "{\"bias\":true}", false, true, false},
    {"winnow_normalized", "{\"margin\":0.5}", false, true, false},
    {"balanced_winnow", "{\"margin\":0.5}", false, true, true},
    {"winnow", "{\"r\":1}", true, false, false},
    {"perceptron", "{\"bias\":true}", true, true, false},
    {"winnow_normalized", "{\"margin\":0.9}", true, true, false},
    {"balanced_winnow", "{\"margin\":0.9}", true, true, true},
};

/* Feature 0 has the label in its sign, or in being there. */
typedef struct data {
  size_t rows, n, count; /* count: entries of a row */
  size_t *index;         /* NULL: dense */
  double *value, *label;
  double *w;    /* the pass's own: halves x n */
  bool *update; /* what the learner did */
  size_t updates, halves;
} data;

static double now(void) {
  return clock_ns(CLOCK_MONOTONIC);
}

static void draw_dense(random_stream *stream, bool negative, double label, double *x) {
  const double size = 0.9 + 0.1 * random_uniform(stream);
  for (size_t i = 0; i < DENSE; i++) x[i] = negative ? 2.0 * random_uniform(stream) - 1.0 : random_uniform(stream);
  x[0] = negative ? label * size : label > 0.0 ? size : 1.0 - size;
}

static void draw_sparse(random_stream *stream, bool negative, double label, size_t *index, double *x) {
  const size_t stride = SPARSE / ACTIVE;
  for (size_t j = 0; j < ACTIVE; j++) {
    index[j] = j * stride + 1 + random_index(stream, stride - 1);
    x[j] = negative && random_chance(stream, 0.5) ? -1.0 : 1.0;
  }
  if (negative || label > 0.0) index[0] = 0;
  if (negative) x[0] = label;
}

static status draw(const bench_case *which, data *out) {
  random_stream *stream = NULL;
  *out = (data){.rows = which->sparse ? SPARSE_ROWS : DENSE_ROWS,
                .n = which->sparse ? SPARSE : DENSE,
                .count = which->sparse ? ACTIVE : DENSE};
  TRY(NEW_ARRAY(out->rows * out->count, out->value));
  if (which->sparse) TRY(NEW_ARRAY(out->rows * out->count, out->index));
  TRY(NEW_ARRAY(out->rows, out->label));
  out->halves = which->doubled ? 2 : 1;
  TRY(NEW_ARRAY(out->halves * out->n, out->w));
  TRY(NEW_ARRAY(TRIALS, out->update));
  TRY(random_stream_new(1, "vector_cost", &stream));
  for (size_t t = 0; t < out->rows; t++) {
    double *x = out->value + t * out->count;
    out->label[t] = random_chance(stream, 0.5) ? 1.0 : -1.0;
    if (which->sparse) {
      draw_sparse(stream, which->negative, out->label[t], out->index + t * ACTIVE, x);
    } else {
      draw_dense(stream, which->negative, out->label[t], x);
    }
  }
  random_stream_free(stream);
  return STATUS_OK;
}

static void free_data(data *rows) {
  free(rows->index);
  free(rows->value);
  free(rows->label);
  free(rows->w);
  free(rows->update);
}

static instance instance_of(const data *rows, size_t row) {
  const double *x = rows->value + row * rows->count;
  if (rows->index == NULL) return instance_dense_vector(rows->n, x);
  return instance_sparse(INSTANCE_VECTOR, rows->n, rows->count, rows->index + row * rows->count, x);
}

/* *update_ns: of the updates alone; NULL: not measured. */
static status play(const bench_case *which, data *rows, double *trial_ns, double *update_ns) {
  const learner_class *class = learner_find(which->learner);
  cJSON *given = NULL;
  options *values = NULL;
  learner player = {NULL, NULL};
  const learner_setting setting = {.n = rows->n, .rank = rows->count, .trials = TRIALS, .seed = 1, .eigen = &eigen_own};
  status code = STATUS_OK;
  double updates_ns = 0.0;
  CHECK(json_parse(which->options, &given));
  CHECK(options_new(&class->about, given, &values));
  CHECK(learner_new(class, &setting, values, &player));
  rows->updates = 0;
  const double start = now();
  for (size_t t = 0; t < TRIALS; t++) {
    prediction predicted;
    const size_t row = t % rows->rows;
    const instance x = instance_of(rows, row);
    CHECK(learner_predict(&player, &x, &predicted));
    const double before = update_ns == NULL ? 0.0 : now();
    CHECK(learner_update(&player, &x, &predicted, rows->label[row], &rows->update[t]));
    if (update_ns != NULL && rows->update[t]) updates_ns += now() - before;
    rows->updates += rows->update[t];
  }
  if (trial_ns != NULL) *trial_ns = (now() - start) / TRIALS;
  if (update_ns != NULL) *update_ns = rows->updates > 0 ? updates_ns / (double)rows->updates : NAN;
end:
  learner_destroy(&player);
  options_free(values);
  cJSON_Delete(given);
  return code;
}

static double sparse_dot(size_t count, const size_t *index, const double *x, const double *w) {
  double sum = 0.0;
  for (size_t j = 0; j < count; j++) sum += x[j] * w[index[j]];
  return sum;
}

static void sparse_add(size_t count, const size_t *index, double a, const double *x, double *w) {
  for (size_t j = 0; j < count; j++) w[index[j]] += a * x[j];
}

static double pass(data *rows) {
  volatile double sink = 0.0;
  memset(rows->w, 0, rows->halves * rows->n * sizeof *rows->w);
  const double start = now();
  for (size_t t = 0; t < TRIALS; t++) {
    const size_t row = t % rows->rows;
    const double *x = rows->value + row * rows->count;
    const size_t *index = rows->index == NULL ? NULL : rows->index + row * rows->count;
    double sum = 0.0;
    for (size_t half = 0; half < rows->halves; half++) {
      const double *w = rows->w + half * rows->n;
      const double part = index == NULL ? kernel_dot(rows->n, x, w) : sparse_dot(rows->count, index, x, w);
      sum += half == 0 ? part : -part;
    }
    sink = sum;
    for (size_t half = 0; rows->update[t] && half < rows->halves; half++) {
      const double a = half == 0 ? rows->label[row] : -rows->label[row];
      double *w = rows->w + half * rows->n;
      if (index == NULL) {
        kernel_axpy(rows->n, a, x, w);
      } else {
        sparse_add(rows->count, index, a, x, w);
      }
    }
  }
  (void)sink;
  return (now() - start) / TRIALS;
}

static status measure(const bench_case *which) {
  data rows;
  double trials[ROUNDS], passes[ROUNDS], updates[ROUNDS];
  status code = draw(which, &rows);
  for (size_t round = 0; code == STATUS_OK && round < ROUNDS; round++) {
    code = play(which, &rows, &trials[round], NULL);
    if (code != STATUS_OK) break;
    passes[round] = pass(&rows);
    code = play(which, &rows, NULL, &updates[round]);
  }
  if (code == STATUS_OK) {
    printf("%s %s %d %zu %.6g %.6g %.6g\n", which->learner, which->sparse ? "sparse" : "dense", TRIALS, rows.updates,
           median_of(ROUNDS, trials), median_of(ROUNDS, passes), median_of(ROUNDS, updates));
  }
  free_data(&rows);
  return code;
}

int main(void) {
  gsl_set_error_handler_off();
  /* Memory is given back to the system by no round: what the next one allocates has been touched. */
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 30);
  (void)mallopt(M_TRIM_THRESHOLD, 1 << 30);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (measure(&cases[i]) == STATUS_OK) continue;
    fprintf(stderr, "vector_cost: %s\n", status_message());
    return 2;
  }
  return 0;
}
