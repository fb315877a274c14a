#include "spectral/kernel_parameter.h"
#include "base/fixed_math.h"
#include "base/json.h"
#include "base/state.h"
#include "linalg/eigen_pairs.h"
#include "linalg/kernels.h"
#include "spectral/perturbation.h"
#include <float.h>

static const double dependent = 1e-13; /* a smaller share of k(x, x) outside the span is rounding */

struct kernel_parameter {
  mercer_kernel kernel;
  size_t n, capacity, rank;
  double *points;    /* rank x n */
  double *squares;   /* |b_i|^2 */
  double *factor;    /* lower triangle of L, row by row */
  double *exponent;  /* S, row by row, stride `capacity` */
  double *lower;     /* its lower triangle, of a saved state */
  double *dense;     /* x as a dense vector */
  double *z, *image; /* coordinates of the last point; U z */
  eigen_pairs pairs; /* of S */
  double drift;      /* bound of the rounding errors that steps left in S */
  double least_pivot;
  double travelled; /* sum of |a| k(x, x) over the steps */
  bool dropped;     /* a point counted as dependent */
};

static size_t triangle(size_t i) {
  return i * (i + 1) / 2;
}

status kernel_parameter_new(arena *memory, const mercer_kernel *kernel, size_t n, size_t capacity,
                            const eigen_backend *eigen, kernel_parameter **out) {
  kernel_parameter *w = NULL;
  TRY(ARENA_ARRAY(memory, 1, w));
  const double dimension = mercer_dimension(kernel, n);
  size_t c = (double)capacity > dimension ? (size_t)dimension : capacity;
  if (c == 0) c = 1;
  w->kernel = *kernel;
  w->n = n;
  w->least_pivot = 1.0;
  TRY(ARENA_RESERVED(memory, c * n, w->points));
  w->capacity = c;
  TRY(ARENA_RESERVED(memory, triangle(c), w->factor));
  TRY(ARENA_RESERVED(memory, c * c, w->exponent));
  TRY(ARENA_RESERVED(memory, triangle(c), w->lower));
  TRY(ARENA_ARRAY(memory, c, w->squares));
  TRY(ARENA_ARRAY(memory, n, w->dense));
  TRY(ARENA_ARRAY(memory, c + 1, w->z));
  TRY(ARENA_ARRAY(memory, c, w->image));
  TRY(eigen_pairs_new(memory, eigen, c, &w->pairs));
  *out = w;
  return STATUS_OK;
}

static double self_product(const instance *x) {
  return kernel_dot(x->count, x->value, x->value);
}

/* z = L^-1 k(b, x). *self_value = k(x, x); *rest = what is left of it outside the span, not below 0. */
static status coordinates(kernel_parameter *w, const instance *x, double *self_value, double *rest) {
  if (x->kind != INSTANCE_DYAD || x->n != w->n) return FAIL(STATUS_INVALID, "a kernel takes dyads of order %zu", w->n);
  TRY(instance_check_finite(x));
  const double square = self_product(x);
  *self_value = mercer_value(&w->kernel, square, square, square);
  *rest = *self_value;
  if (x->index == NULL) kernel_rows_dot(w->rank, w->n, w->points, w->n, x->value, w->z);
  for (size_t i = 0; i < w->rank; i++) {
    double inner = w->z[i];
    if (x->index != NULL) {
      inner = 0.0;
      for (size_t j = 0; j < x->count; j++) inner += x->value[j] * w->points[i * w->n + x->index[j]];
    }
    const double *row = w->factor + triangle(i);
    const double similarity = mercer_value(&w->kernel, inner, w->squares[i], square);
    w->z[i] = (similarity - kernel_dot(i, row, w->z)) / row[i];
    *rest -= w->z[i] * w->z[i];
  }
  *rest = fmax(*rest, 0.0);
  return STATUS_OK;
}

static status decompose(kernel_parameter *w) {
  return eigen_pairs_of(&w->pairs, w->rank, w->exponent, w->capacity);
}

static status check_finite(const char *what, double value) {
  if (isfinite(value)) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "kernel parameter: %s is %g, beyond a double", what, value);
}

status kernel_parameter_score(kernel_parameter *w, const instance *x, double *score, double *self_value) {
  double rest = 0.0;
  *score = NAN;
  TRY(decompose(w));
  TRY(coordinates(w, x, self_value, &rest));
  kernel_rows_dot(w->rank, w->rank, w->pairs.vectors, w->rank, w->z, w->image);
  double sum = *self_value;
  for (size_t l = 0; l < w->rank; l++) sum += fixed_expm1(w->pairs.values[l]) * (w->image[l] * w->image[l]);
  TRY(check_finite("a score", sum));
  *score = sum;
  return STATUS_OK;
}

/* The point becomes a basis point: a new row of L, and of S, which is 0 there. */
static void append(kernel_parameter *w, const instance *x, double pivot) {
  const size_t k = w->rank;
  double *row = w->factor + triangle(k), *point = w->points + k * w->n;
  memcpy(row, w->z, k * sizeof *row);
  row[k] = w->z[k] = pivot;
  for (size_t i = 0; i <= k; i++) w->exponent[i * w->capacity + k] = w->exponent[k * w->capacity + i] = 0.0;
  memset(point, 0, w->n * sizeof *point);
  for (size_t j = 0; j < x->count; j++) point[x->index != NULL ? x->index[j] : j] = x->value[j];
  w->squares[k] = kernel_dot(w->n, point, point);
  w->least_pivot = fmin(w->least_pivot, pivot);
  w->rank++;
}

status kernel_parameter_step(kernel_parameter *w, double a, const instance *x) {
  double self_value = 0.0, rest = 0.0;
  TRY(check_finite("a step", a));
  TRY(eigen_pairs_before(&w->pairs, 1, w->rank, w->exponent, w->capacity));
  TRY(coordinates(w, x, &self_value, &rest));
  if (rest > dependent * self_value) {
    /* A full basis of the whole feature space: what remains is rounding. */
    const bool whole = (double)w->rank >= mercer_dimension(&w->kernel, w->n);
    if (!whole && w->rank == w->capacity) {
      return FAIL(STATUS_INVALID, "kernel parameter: more than %zu independent points", w->capacity);
    }
    if (!whole) append(w, x, sqrt(rest));
  } else {
    w->dropped = true;
  }
  if (w->rank == 0) return STATUS_OK; /* a point at 0 */
  double size = 0.0;
  for (size_t i = 0; i < w->rank; i++) {
    double *row = w->exponent + i * w->capacity;
    for (size_t j = 0; j < w->rank; j++) row[j] += a * (w->z[i] * w->z[j]);
    size += kernel_dot(w->rank, row, row);
  }
  TRY(check_finite("the exponent", size));
  w->travelled += fabs(a) * self_value;
  w->drift += DBL_EPSILON * (2.0 * sqrt(size) + 2.0 * fabs(a) * self_value);
  eigen_pairs_change(&w->pairs, a, w->rank, w->z);
  eigen_pairs_after(&w->pairs, w->exponent, w->capacity);
  return STATUS_OK;
}

status kernel_parameter_trace_excess(kernel_parameter *w, double *excess) {
  *excess = NAN;
  TRY(decompose(w));
  double sum = 0.0;
  for (size_t l = 0; l < w->rank; l++) sum += fixed_expm1(w->pairs.values[l]);
  TRY(check_finite("the trace", sum));
  *excess = sum;
  return STATUS_OK;
}

/* A bound of the distance, in feature space, between the points that the coordinates represent and the true ones. The
 * coordinates belong to a Gram matrix that is off by at most (k + 8)(k + 1) epsilon (sums of k products) plus the parts
 * dropped as dependent. Two Gram matrices whose difference has norm d belong to points at a distance of at most
 * sqrt(d), since |A^(1/2) - B^(1/2)| <= |A - B|^(1/2); where no pivot is small, d / (least pivot)^2 is smaller. */
static double distance_of_points(const kernel_parameter *w) {
  const double k = (double)w->rank, rounding = DBL_EPSILON * (k + 8.0);
  const double worst = sqrt(rounding * (k + 1.0) + dependent);
  return w->dropped ? worst : fmin(worst, 8.0 * rounding / (w->least_pivot * w->least_pivot));
}

/* Points that are off by d move S by at most 2 d sum |a| k(x, x), and a score by 2 d times the norm. */
status kernel_parameter_error(kernel_parameter *w, double *of_score, double *of_trace) {
  const double k = (double)w->rank;
  *of_score = *of_trace = DBL_EPSILON;
  TRY(decompose(w));
  if (w->rank == 0) return STATUS_OK;
  const eigen_quality quality = eigen_pairs_quality(&w->pairs, w->exponent, w->capacity);
  const double last = w->pairs.values[w->rank - 1], span = fmax(fabs(w->pairs.values[0]), fabs(last));
  const double distance = 2.0 * distance_of_points(w);
  const double argument = w->drift + perturbation_of_decomposition(quality, span) + distance * w->travelled;
  const double largest = fixed_exp(fmax(last, 0.0));
  *of_score =
      perturbation_of_link(LINK_EXP, argument, largest) + largest * (perturbation_of_vectors(quality) + distance);
  *of_trace = k * perturbation_of_link(LINK_EXP, argument, largest) + DBL_EPSILON * k * largest;
  return STATUS_OK;
}

status kernel_parameter_save(kernel_parameter *w, cJSON *state) {
  TRY(state_add_count(state, "rank", w->rank));
  TRY(state_add_number(state, "drift", w->drift));
  TRY(state_add_number(state, "travelled", w->travelled));
  TRY(state_add_count(state, "dropped", w->dropped));
  TRY(state_add_rows(state, "points", w->rank, w->n, w->n, w->points));
  TRY(state_add_numbers(state, "factor", triangle(w->rank), w->factor));
  for (size_t i = 0; i < w->rank; i++) {
    memcpy(w->lower + triangle(i), w->exponent + i * w->capacity, (i + 1) * sizeof *w->lower);
  }
  TRY(state_add_numbers(state, "exponent", triangle(w->rank), w->lower));
  return eigen_pairs_save(&w->pairs, state);
}

status kernel_parameter_load(kernel_parameter *w, const cJSON *state) {
  size_t rank = 0, dropped = 0;
  const bool paired = json_member(state, "eigenpairs") != NULL;
  TRY(state_check_names(state, paired ? "rank drift travelled dropped points factor exponent eigenpairs"
                                      : "rank drift travelled dropped points factor exponent"));
  TRY(state_get_count(state, "rank", 0, w->capacity, &rank));
  TRY(state_get_number(state, "drift", &w->drift));
  TRY(state_get_number(state, "travelled", &w->travelled));
  TRY(state_get_count(state, "dropped", 0, 1, &dropped));
  w->dropped = dropped != 0;
  TRY(state_get_rows(state, "points", rank, w->n, w->n, w->points));
  TRY(state_get_numbers(state, "factor", triangle(rank), w->factor));
  TRY(state_get_numbers(state, "exponent", triangle(rank), w->lower));
  for (size_t i = 0; i < rank; i++) {
    for (size_t j = 0; j <= i; j++) {
      w->exponent[i * w->capacity + j] = w->exponent[j * w->capacity + i] = w->lower[triangle(i) + j];
    }
  }
  w->least_pivot = 1.0;
  for (size_t i = 0; i < rank; i++) {
    const double pivot = w->factor[triangle(i) + i];
    if (!(pivot > 0.0)) return FAIL(STATUS_INVALID, "factor: a pivot is %g, expected a positive number", pivot);
    w->least_pivot = fmin(w->least_pivot, pivot);
  }
  w->rank = rank;
  for (size_t i = 0; i < rank; i++) w->squares[i] = kernel_dot(w->n, w->points + i * w->n, w->points + i * w->n);
  return eigen_pairs_load(&w->pairs, rank, w->exponent, w->capacity, state);
}
