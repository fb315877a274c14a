#include "hindsight/trace_norm/trace_norm_factors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

struct fit_factors {
  const fit_entries *entries;
  double radius;
  size_t m, n, width;
  double *a, *b; /* W = A B^T */
  double *left;  /* m x width, orthonormal columns: the block */
  double *image; /* n x width: M^T left, M = W - step U */
  double *gram;  /* width x width, also as work */
  double *values, *vectors, *factor;
  double *frame, *column; /* width x m and work: to orthonormalise the block */
  eigen_solver *solver;
};

void fit_factors_free(fit_factors *f) {
  if (f == NULL) return;
  free(f->a);
  free(f->b);
  free(f->left);
  free(f->image);
  free(f->gram);
  free(f->values);
  free(f->vectors);
  free(f->factor);
  free(f->frame);
  free(f->column);
  eigen_solver_free(f->solver);
  free(f);
}

/* Fills the missing rows of `frame` with what is left of unit vectors. */
static void complete_frame(fit_factors *f, size_t rank) {
  double rest;
  for (size_t i = 0; i < f->m && rank < f->width; i++) {
    double *unit = f->column;
    memset(unit, 0, f->m * sizeof *unit);
    unit[i] = 1.0;
    rank += (size_t)frame_append(f->m, rank, f->frame, unit, f->factor, &rest, f->column + f->m);
  }
  for (size_t l = 0; l < f->width; l++) {
    for (size_t i = 0; i < f->m; i++) f->left[i * f->width + l] = f->frame[l * f->m + i];
  }
}

static status allocate(fit_factors *f) {
  const size_t m = f->m, n = f->n, width = f->width;
  TRY(NEW_ARRAY(m * width, f->a));
  TRY(NEW_ARRAY(n * width, f->b));
  TRY(NEW_ARRAY(m * width, f->left));
  TRY(NEW_ARRAY(n * width, f->image));
  TRY(NEW_ARRAY(width * width, f->gram));
  TRY(NEW_ARRAY(width, f->values));
  TRY(NEW_ARRAY(width * width, f->vectors));
  TRY(NEW_ARRAY(width + 1, f->factor));
  TRY(NEW_ARRAY(width * m, f->frame));
  TRY(NEW_ARRAY(3 * m + width, f->column));
  return eigen_solver_new(&eigen_gsl, width, &f->solver);
}

status fit_factors_new(const fit_entries *entries, double radius, size_t width, fit_factors **out) {
  fit_factors *f = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, f));
  f->entries = entries;
  f->radius = radius;
  f->m = entries->m;
  f->n = entries->n;
  f->width = width < entries->m ? width : entries->m;
  const status code = allocate(f);
  if (code != STATUS_OK) {
    fit_factors_free(f);
    return code;
  }
  complete_frame(f, 0);
  *out = f;
  return STATUS_OK;
}

/* product (width x width) = X^T Y for X, Y with `rows` rows of width numbers */
static void inner_products(size_t rows, size_t width, const double *x, const double *y, double *product) {
  memset(product, 0, width * width * sizeof *product);
  for (size_t i = 0; i < rows; i++) {
    for (size_t l = 0; l < width; l++) {
      if (x[i * width + l] != 0.0) kernel_axpy(width, x[i * width + l], y + i * width, product + l * width);
    }
  }
}

/* to += from * product */
static void add_product(size_t rows, size_t width, const double *from, const double *product, double *to) {
  for (size_t i = 0; i < rows; i++) {
    kernel_rows_combine(width, width, product, width, from + i * width, to + i * width);
  }
}

/* image = M^T left */
static void apply_transposed(fit_factors *f, const double *u, double step) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width;
  memset(f->image, 0, f->n * width * sizeof *f->image);
  inner_products(f->m, width, f->a, f->left, f->gram);
  add_product(f->n, width, f->b, f->gram, f->image);
  for (size_t e = 0; e < entries->count; e++) {
    kernel_axpy(width, -step * u[e], f->left + entries->row[e] * width, f->image + entries->column[e] * width);
  }
}

/* The next block: an orthonormal basis of M image, largest singular values first; image holds M^T left in the singular
 * directions. */
static void next_block(fit_factors *f, const double *u, double step, const double *a, const double *b,
                       const double *image) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width, m = f->m;
  double rest;
  size_t rank = 0;
  memset(f->left, 0, m * width * sizeof *f->left);
  inner_products(f->n, width, b, image, f->gram);
  add_product(m, width, a, f->gram, f->left);
  for (size_t e = 0; e < entries->count; e++) {
    kernel_axpy(width, -step * u[e], image + entries->column[e] * width, f->left + entries->row[e] * width);
  }
  for (size_t l = width; l-- > 0;) {
    for (size_t i = 0; i < m; i++) f->column[i] = f->left[i * width + l];
    rank += (size_t)frame_append(m, rank, f->frame, f->column, f->factor, &rest, f->column + m);
  }
  complete_frame(f, rank);
}

/* factor[l] = (s_l - shift)_+ / s_l with the least shift >= 0 for which the sum of (s_l - shift)_+ is at most radius;
 * values ascend. */
static void shrink(fit_factors *f) {
  const size_t width = f->width;
  double sum = 0.0, shift = 0.0;
  for (size_t l = 0; l < width; l++) f->factor[l] = sqrt(fmax(f->values[l], 0.0));
  for (size_t l = width; l-- > 0;) {
    sum += f->factor[l];
    const double candidate = (sum - f->radius) / (double)(width - l);
    if (candidate >= f->factor[l]) break;
    shift = fmax(0.0, candidate);
  }
  for (size_t l = 0; l < width; l++) f->factor[l] = f->factor[l] > shift ? 1.0 - shift / f->factor[l] : 0.0;
}

/* turned = block E^T, E the eigenvectors as rows */
static void rotate_block(const fit_factors *f, size_t rows, const double *block, double *turned) {
  for (size_t i = 0; i < rows; i++) {
    kernel_rows_dot(f->width, f->width, f->vectors, f->width, block + i * f->width, turned + i * f->width);
  }
}

status fit_factors_step(fit_factors *f, const double *u, double step, double *w) {
  const fit_entries *entries = f->entries;
  const size_t width = f->width, m = f->m, n = f->n;
  double *a = NULL, *b = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m * width, a));
  CHECK(NEW_ARRAY(n * width, b));
  apply_transposed(f, u, step);
  inner_products(n, width, f->image, f->image, f->gram);
  for (size_t k = 0; k < width; k++) {
    for (size_t l = 0; l < k; l++) f->gram[k * width + l] = f->gram[l * width + k];
  }
  CHECK(eigen_solve(f->solver, width, f->gram, width, f->values, f->vectors, NULL));
  shrink(f);
  rotate_block(f, m, f->left, a);
  rotate_block(f, n, f->image, b);
  for (size_t i = 0; i < m; i++) {
    for (size_t l = 0; l < width; l++) a[i * width + l] *= f->factor[l];
  }
  for (size_t e = 0; e < entries->count; e++) {
    w[e] = kernel_dot(width, a + entries->row[e] * width, b + entries->column[e] * width);
  }
  if (width < m) next_block(f, u, step, f->a, f->b, b);
  memcpy(f->a, a, m * width * sizeof *a);
  memcpy(f->b, b, n * width * sizeof *b);
end:
  free(a);
  free(b);
  return code;
}

static double column_norm(size_t rows, size_t width, const double *block, size_t l) {
  double sum = 0.0;
  for (size_t i = 0; i < rows; i++) sum += block[i * width + l] * block[i * width + l];
  return sqrt(sum);
}

/* The part that clipping removes has a trace norm of at most the sum of its columns' norms; *most = max(1, entry / end
 * of the interval). */
static double clipped_norm(const fit_factors *f, double scale, const double *dense, double *most) {
  const double low = f->entries->loss.low, high = f->entries->loss.high;
  double sum = 0.0;
  *most = 1.0;
  for (size_t j = 0; j < f->n; j++) {
    double square = 0.0;
    for (size_t i = 0; i < f->m; i++) {
      const double x = scale * dense[i * f->n + j], out = x > high ? x - high : x < low ? low - x : 0.0;
      square += out * out;
      if (out > 0.0) *most = fmax(*most, x > high ? x / high : x / low);
    }
    sum += sqrt(square);
  }
  return sum;
}

static double loss_of(const fit_factors *f, const double *dense, double before, double after) {
  double sum = 0.0;
  for (size_t e = 0; e < f->entries->count; e++) {
    const double x = before * dense[f->entries->row[e] * f->n + f->entries->column[e]];
    sum += fit_entry_value(f->entries, e, after * loss_clip(&f->entries->loss, x));
  }
  return sum;
}

void fit_factors_feasible(const fit_factors *f, double *dense) {
  const loss *l = &f->entries->loss;
  double norm = 0.0, most;
  for (size_t i = 0; i < f->m; i++) {
    kernel_rows_dot(f->n, f->width, f->b, f->width, f->a + i * f->width, dense + i * f->n);
  }
  for (size_t k = 0; k < f->width; k++) {
    norm += column_norm(f->m, f->width, f->a, k) * column_norm(f->n, f->width, f->b, k);
  }
  /* rounding of an entry is at most (width + 4) DBL_EPSILON of the product of its factors' columns; of norms, (n +
   * 4) */
  const double rounding = (sqrt((double)f->m) + 1.0) * (double)(f->width + 8) + (double)f->n;
  const double radius = f->radius * (1.0 - rounding * DBL_EPSILON);
  const double before = norm > radius ? radius / norm : 1.0;
  const double outside = clipped_norm(f, before, dense, &most) * (1.0 + ((double)f->n + 8.0) * DBL_EPSILON);
  const double clipped = fmin(1.0, radius / (norm * before + outside)), scaled = before / most;
  const bool clip = loss_of(f, dense, before, clipped) <= loss_of(f, dense, scaled, 1.0);
  for (size_t e = 0; e < f->m * f->n; e++) {
    dense[e] = loss_clip(l, (clip ? clipped : 1.0) * loss_clip(l, (clip ? before : scaled) * dense[e]));
  }
}
