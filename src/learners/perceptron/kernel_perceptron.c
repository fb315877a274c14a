/* The perceptron in the feature space of a kernel k(x, x') = <phi(x), phi(x')>, from inner products alone (Aizerman, Braverman &
 * Rozonoer 1964): the mistakes (x_i, y_i) are kept,
 *
 *   score = sum over mistakes of y_i K(x_i, x); predict +1 iff score >= 0; on a mistake (x, y) is added
 *
 * Vectors: K = k, the perceptron on phi(x). Dyads: the instance is phi(x) phi(x)^T, as for kernel_matrix_winnow, so
 * K = <phi phi^T, phi' phi'^T> = k^2, the matrix perceptron on them. O(M nnz(x)) for M mistakes so far. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/learner.h"
#include "learners/perceptron/kernel_choice.h"
#include "linalg/kernels.h"

static const parameter parameters[] = {
    KERNEL_PARAMETERS,
};

typedef struct kernel_perceptron {
  mercer_kernel kernel;
  size_t n, capacity, mistakes;
  bool squares_kernel; /* dyads: K = k^2 */
  double *points;      /* mistakes x n */
  double *squares;     /* |x_i|^2 */
  double *signs;       /* y_i */
  double *inner;       /* <x_i, x> */
  double squared_norm; /* of the weights in feature space */
  double travelled;    /* sum of K(x_i, x_i)^(1/2): the norm is at most this */
} kernel_perceptron;

static status check(const learner_setting *setting, const options *values) {
  (void)setting;
  return kernel_choice_check(values);
}

static void destroy(void *data) {
  kernel_perceptron *self = data;
  if (self == NULL) return;
  memory_unreserve(self->points, self->capacity * self->n, sizeof *self->points);
  memory_unreserve(self->squares, self->capacity, sizeof *self->squares);
  memory_unreserve(self->signs, self->capacity, sizeof *self->signs);
  memory_unreserve(self->inner, self->capacity, sizeof *self->inner);
  free(self);
}

static status create(const learner_setting *setting, const options *values, void **out) {
  kernel_perceptron *self = NULL;
  status code = STATUS_OK;
  size_t capacity = setting->trials > 0 ? setting->trials : 1, entries = 0;
  *out = NULL;
  if (__builtin_mul_overflow(capacity, setting->n, &entries)) {
    return FAIL(STATUS_MEMORY, "%s: no memory for mistakes in %zu trials", option_who(values), setting->trials);
  }
  TRY(NEW_ARRAY(1, self));
  self->kernel = kernel_choice_of(values);
  self->n = setting->n;
  self->capacity = capacity;
  self->squares_kernel = setting->kind == INSTANCE_DYAD;
  CHECK(memory_reserve(entries, sizeof *self->points, &self->points));
  CHECK(memory_reserve(capacity, sizeof *self->squares, &self->squares));
  CHECK(memory_reserve(capacity, sizeof *self->signs, &self->signs));
  CHECK(memory_reserve(capacity, sizeof *self->inner, &self->inner));
  *out = self;
  return STATUS_OK;
end:
  destroy(self);
  return code;
}

static double similarity(const kernel_perceptron *self, double inner, double square, double other_square) {
  const double value = mercer_value(&self->kernel, inner, square, other_square);
  return self->squares_kernel ? value * value : value;
}

static status score(void *data, const instance *x, double *value) {
  kernel_perceptron *self = data;
  const double square = kernel_dot(x->count, x->value, x->value);
  double sum = 0.0;
  if (x->index == NULL) kernel_rows_dot(self->mistakes, self->n, self->points, self->n, x->value, self->inner);
  for (size_t i = 0; i < self->mistakes; i++) {
    double inner = self->inner[i];
    if (x->index != NULL) {
      const double *point = self->points + i * self->n;
      inner = 0.0;
      for (size_t j = 0; j < x->count; j++) inner += x->value[j] * point[x->index[j]];
    }
    sum += self->signs[i] * similarity(self, inner, self->squares[i], square);
  }
  *value = sum;
  return isfinite(sum) ? STATUS_OK : FAIL(STATUS_NUMERIC, "kernel_perceptron: a score is %g", sum);
}

static status predict(void *data, const instance *x, prediction *out) {
  TRY(score(data, x, &out->score));
  out->value = out->score >= 0.0 ? 1.0 : -1.0;
  return STATUS_OK;
}

/* |w + y phi|^2 = |w|^2 + 2 y <w, phi> + K(x, x) */
static void lengthen(kernel_perceptron *self, double self_similarity, double score, double label) {
  self->squared_norm += 2.0 * label * score + self_similarity;
  self->travelled += sqrt(self_similarity);
}

static status update(void *data, const instance *x, const prediction *predicted, double label, bool *updated) {
  kernel_perceptron *self = data;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  if (self->mistakes == self->capacity) {
    return FAIL(STATUS_INVALID, "kernel_perceptron: more than %zu mistakes", self->capacity);
  }
  TRY(instance_check_finite(x));
  double *point = self->points + self->mistakes * self->n, value = 0.0;
  TRY(score(data, x, &value));
  for (size_t j = 0; j < x->count; j++) point[x->index == NULL ? j : x->index[j]] = x->value[j];
  const double square = kernel_dot(x->count, x->value, x->value);
  lengthen(self, similarity(self, square, square, square), value, label);
  self->squares[self->mistakes] = square;
  self->signs[self->mistakes++] = label;
  return STATUS_OK;
}

static status save(void *data, cJSON *state) {
  const kernel_perceptron *self = data;
  TRY(state_add_count(state, "mistakes", self->mistakes));
  TRY(state_add_number(state, "squared_norm", self->squared_norm));
  TRY(state_add_number(state, "travelled", self->travelled));
  TRY(state_add_numbers(state, "squares", self->mistakes, self->squares));
  TRY(state_add_numbers(state, "signs", self->mistakes, self->signs));
  return state_add_rows(state, "points", self->mistakes, self->n, self->n, self->points);
}

static status load(void *data, const cJSON *state) {
  kernel_perceptron *self = data;
  size_t mistakes = 0;
  TRY(state_check_names(state, "mistakes squared_norm travelled squares signs points"));
  TRY(state_get_count(state, "mistakes", 0, self->capacity, &mistakes));
  TRY(state_get_number(state, "squared_norm", &self->squared_norm));
  TRY(state_get_number(state, "travelled", &self->travelled));
  TRY(state_get_numbers(state, "squares", mistakes, self->squares));
  TRY(state_get_numbers(state, "signs", mistakes, self->signs));
  for (size_t i = 0; i < mistakes; i++) {
    if (fabs(self->signs[i]) != 1.0) {
      return FAIL(STATUS_INVALID, "signs: entry %zu is %g, expected 1 or -1", i + 1, self->signs[i]);
    }
  }
  TRY(state_get_rows(state, "points", mistakes, self->n, self->n, self->points));
  self->mistakes = mistakes;
  return STATUS_OK;
}

/* Rounding of a score per unit of |X|: sums of n products and of as many terms as there are mistakes. */
static double score_error(const kernel_perceptron *self) {
  return DBL_EPSILON * (2.0 * (double)self->n + (double)self->mistakes + 16.0) * self->travelled;
}

/* "eta" 1, "theta" 0, "bias" 0, as of a perceptron; "linear" (1: the feature space is the space of the instances); "squared_norm" of
 * the weights; "score_error": a bound of |computed - exact| of a score per unit of |X|_F */
static bool constant(const void *data, const char *name, double *value) {
  const kernel_perceptron *self = data;
  const struct {
    const char *name;
    double value;
  } constants[] = {{"eta", 1.0},
                   {"theta", 0.0},
                   {"bias", 0.0},
                   {"linear", self->kernel.kind == MERCER_LINEAR ? 1.0 : 0.0},
                   {"squared_norm", self->squared_norm},
                   {"score_error", score_error(self)}};
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (strcmp(constants[i].name, name) != 0) continue;
    *value = constants[i].value;
    return true;
  }
  return false;
}

const learner_class learner_kernel_perceptron = {
    .about =
        {.name = "kernel_perceptron",
         .title = "kernel Perceptron",
         .citation = "Aizerman, Braverman & Rozonoer 1964",
         .help = "the perceptron in a kernel's feature space, from inner products with its past mistakes",
         .formula =
             "predicts $+1$ iff $\\sum_iy_iK(x_i,x)\\ge0$ over the mistakes so far; on a mistake $(x,y)$ is added; "
             "$K=k$ on vectors, $K=k^2$ on dyads",
         .family = "perceptron",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    .constant = constant,
};
