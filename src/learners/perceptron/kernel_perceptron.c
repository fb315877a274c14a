/* The perceptron in the feature space of a kernel k(x, x') = <phi(x), phi(x')>, from inner products alone (Aizerman, Braverman &
 * Rozonoer 1964): the mistakes (x_i, y_i) are kept,
 *
 *   score = sum over mistakes of y_i K(x_i, x); predict +1 iff score >= 0; on a mistake (x, y) is added
 *
 * Vectors: K = k, the perceptron on phi(x). Dyads: the instance is phi(x) phi(x)^T, as for kernel_matrix_winnow, so
 * K = <phi phi^T, phi' phi'^T> = k^2, the matrix perceptron on them. O(M nnz(x)) for M mistakes so far. */
#include "base/text.h"
#include "learners/learner.h"
#include "learners/perceptron/kernel_choice.h"
#include <float.h>

typedef struct kernel_perceptron {
  mercer_kernel kernel;
  size_t n, capacity, mistakes;
  bool squares_kernel; /* dyads: K = k^2 */
  bool linear;         /* the feature space is the space of the instances */
  double *points;      /* mistakes x n */
  double *squares;     /* |x_i|^2 */
  double *signs;       /* y_i */
  double *inner;       /* <x_i, x> */
  double squared_norm; /* of the weights in feature space */
  double travelled;    /* sum of K(x_i, x_i)^(1/2): the norm is at most this */
} kernel_perceptron;

static const parameter parameters[] = {
    KERNEL_OPTIONS(kernel_perceptron),
};

static const option_rule rules[] = {
    KERNEL_RULES(kernel_perceptron),
};

static status init(void *data, const learner_setting *setting) {
  kernel_perceptron *self = data;
  size_t entries = 0;
  self->kernel = kernel_choice_of(self->kernel);
  self->linear = self->kernel.kind == MERCER_LINEAR;
  self->n = setting->n;
  self->capacity = setting->trials > 0 ? setting->trials : 1;
  self->squares_kernel = setting->kind == INSTANCE_DYAD;
  if (__builtin_mul_overflow(self->capacity, self->n, &entries)) {
    return FAIL(STATUS_MEMORY, "%s: no memory for mistakes in %zu trials", setting->class->about.name, setting->trials);
  }
  TRY(OWN_RESERVED(self, entries, self->points));
  TRY(OWN_RESERVED(self, self->capacity, self->squares));
  TRY(OWN_RESERVED(self, self->capacity, self->signs));
  return OWN_RESERVED(self, self->capacity, self->inner);
}

static double similarity(const kernel_perceptron *self, double inner, double square, double other_square) {
  const double value = mercer_value(&self->kernel, inner, square, other_square);
  return self->squares_kernel ? value * value : value;
}

static status score(kernel_perceptron *self, const instance *x, double *value) {
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
  TRY(score(self, x, &value));
  for (size_t j = 0; j < x->count; j++) point[x->index == NULL ? j : x->index[j]] = x->value[j];
  const double square = kernel_dot(x->count, x->value, x->value);
  lengthen(self, similarity(self, square, square, square), value, label);
  self->squares[self->mistakes] = square;
  self->signs[self->mistakes++] = label;
  return STATUS_OK;
}

static status loaded(void *data) {
  const kernel_perceptron *self = data;
  for (size_t i = 0; i < self->mistakes; i++) {
    if (fabs(self->signs[i]) != 1.0) {
      return FAIL(STATUS_INVALID, "signs: entry %zu is %s, expected 1 or -1", i + 1,
                  number_text(self->signs[i], (char[NUMBER_TEXT]){0}));
    }
  }
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(kernel_perceptron, mistakes, FIELD_COUNT), FIELD_MOST(kernel_perceptron, capacity)},
    {FIELD(kernel_perceptron, squared_norm, FIELD_NUMBER)},
    {FIELD(kernel_perceptron, travelled, FIELD_NUMBER)},
    {FIELD(kernel_perceptron, squares, FIELD_LIST), FIELD_LENGTH(kernel_perceptron, mistakes)},
    {FIELD(kernel_perceptron, signs, FIELD_LIST), FIELD_LENGTH(kernel_perceptron, mistakes), .loaded = loaded},
    {FIELD(kernel_perceptron, points, FIELD_ROWS), FIELD_SHAPE(kernel_perceptron, mistakes, n)},
};

/* Rounding of a score per unit of |X|: sums of n products and of as many terms as there are mistakes. */
static double score_error(const kernel_perceptron *self) {
  return DBL_EPSILON * (2.0 * (double)self->n + (double)self->mistakes + 16.0) * self->travelled;
}

static const field constants[] = {
    {FIELD(kernel_perceptron, linear, FIELD_FLAG)},
    {FIELD(kernel_perceptron, squared_norm, FIELD_NUMBER)},
};

/* "eta" 1, "theta" 0, "bias" 0, as of a perceptron; "score_error": a bound of |computed - exact| of a score per unit of |X|_F */
static bool constant(const void *data, const char *name, double *value) {
  if (strcmp(name, "eta") == 0) {
    *value = 1.0;
  } else if (strcmp(name, "theta") == 0 || strcmp(name, "bias") == 0) {
    *value = 0.0;
  } else if (strcmp(name, "score_error") == 0) {
    *value = score_error(data);
  } else {
    return false;
  }
  return true;
}

static const learner_methods methods = {
    .size = sizeof(kernel_perceptron),
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
};

const learner_class learner_kernel_perceptron = {
    .about = {.name = "kernel_perceptron",
              .title = "kernel Perceptron",
              .citation = "Aizerman, Braverman & Rozonoer 1964",
              .help = "the perceptron in a kernel's feature space, from inner products with its past mistakes",
              .formula = "predicts $+1$ iff $\\sum_iy_iK(x_i,x)\\ge0$ over the mistakes so far; on a mistake $(x,y)$ "
                         "is added; $K=k$ on vectors, $K=k^2$ on dyads",
              .family = "perceptron",
              .result_version = 1,
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .methods = &methods,
};
