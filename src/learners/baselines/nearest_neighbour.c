/* The label of the nearest of the past instances, by Euclidean distance; of the earliest of several. Before the first label: +1. Every instance is
 * kept: O(n t) in trial t, and for each trial n numbers of memory.
 *
 * |z - x|^2 = |x|^2 + (|z|^2 - 2 z.x): the bracket is compared, which is exact for whole numbers. */

#include "base/state.h"
#include "base/text.h"
#include "learners/learner.h"
#include "spectral/instance/vector_arithmetic.h"

typedef struct neighbours {
  size_t n, count, capacity;
  double *rows; /* capacity x n, of which `count` are used */
  double *squares, *labels, *products;
  double *row; /* n */
} neighbours;

static status init(void *self, const learner_setting *setting) {
  neighbours *made = self;
  made->n = setting->n;
  size_t numbers = 0;
  if (__builtin_mul_overflow(setting->trials, setting->n, &numbers)) {
    return FAIL(STATUS_MEMORY, "no memory for %zu instances of %zu numbers", setting->trials, setting->n);
  }
  made->capacity = setting->trials;
  TRY(OWN_RESERVED(self, numbers, made->rows));
  TRY(OWN_RESERVED(self, made->capacity, made->squares));
  TRY(OWN_RESERVED(self, made->capacity, made->labels));
  TRY(OWN_RESERVED(self, made->capacity, made->products));
  return OWN_ARRAY(self, made->n, made->row);
}

static void spread(const neighbours *made, const instance *x, double *row) {
  memset(row, 0, made->n * sizeof *row);
  vector_add_instance(row, 1.0, x);
}

static status predict(void *self, const instance *x, prediction *out) {
  const neighbours *made = self;
  double least = 0.0, label = 0.0;
  spread(made, x, made->row);
  kernel_rows_dot(made->count, made->n, made->rows, made->n, made->row, made->products);
  for (size_t i = 0; i < made->count; i++) {
    const double distance = made->squares[i] - 2.0 * made->products[i];
    if (i > 0 && distance >= least) continue;
    least = distance;
    label = made->labels[i];
  }
  out->score = label;
  out->value = label >= 0.0 ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  neighbours *made = self;
  if (made->count == made->capacity) return FAIL(STATUS_MEMORY, "more than %zu trials", made->capacity);
  double *row = made->rows + made->count * made->n;
  spread(made, x, row);
  made->squares[made->count] = kernel_dot(made->n, row, row);
  made->labels[made->count++] = label;
  *updated = true;
  return STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const neighbours *made = self;
  TRY(state_add_count(state, "count", made->count));
  TRY(state_add_numbers(state, "labels", made->count, made->labels));
  return state_add_rows(state, "instances", made->count, made->n, made->n, made->rows);
}

static status load(void *self, const cJSON *state) {
  neighbours *made = self;
  TRY(state_check_names(state, "count labels instances"));
  TRY(state_get_count(state, "count", 0, made->capacity, &made->count));
  TRY(state_get_numbers(state, "labels", made->count, made->labels));
  TRY(state_get_rows(state, "instances", made->count, made->n, made->n, made->rows));
  for (size_t i = 0; i < made->count; i++) {
    const double *row = made->rows + i * made->n;
    if (made->labels[i] != 1.0 && made->labels[i] != -1.0) {
      return FAIL(STATUS_INVALID, "labels: %s, expected 1 or -1", number_text(made->labels[i], (char[NUMBER_TEXT]){0}));
    }
    made->squares[i] = kernel_dot(made->n, row, row);
  }
  return STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(neighbours), .init = init, .predict = predict, .update = update, .save = save, .load = load};

const learner_class learner_nearest_neighbour = {
    .about = {.name = "nearest_neighbour",
              .title = "Nearest neighbour",
              .citation = "Cover & Hart 1967; baseline",
              .help = "the label of the nearest of the past instances",
              .formula = "predicts $y_s$, $s\\lt t$ the first with the least $|x_s-x_t|_2$; $+1$ in the first trial",
              .family = "baseline",
              .result_version = 1},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION, /* not rotation: it decides ties of distances by rounding */
    .methods = &methods,
};
