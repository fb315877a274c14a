#include "linalg/frame.h"
#include "linalg/kernels.h"
#include <float.h>

/* One pass of classical Gram-Schmidt: vector -= sum_l (frame_l . vector) frame_l. Leaves the negated products in
 * work. */
static void project_out(size_t n, size_t r, const double *frame, double *vector, double *work) {
  kernel_rows_dot(r, n, frame, n, vector, work);
  for (size_t l = 0; l < r; l++) work[l] = -work[l];
  kernel_rows_combine(r, n, frame, n, work, vector);
}

/* Two passes reduce a dependent vector to rounding errors of its entries: a few epsilons for any n. */
static const double dependent = 32 * DBL_EPSILON;

/* One pass is not enough if the vector is nearly in the span; two are (Giraud, Langou, Rozloznik, van den Eshof 2005),
 * unless the remainder is as small as the rounding errors of the first pass: then a third pass follows. */
int frame_append(size_t n, size_t k, double *basis, const double *vector, double *coefficient, double *rest,
                 double *work) {
  double *negative = work, *left = work + k;
  const double norm = kernel_norm(n, vector);
  double before = norm, after = norm;
  if (n > 0) memcpy(left, vector, n * sizeof *left);
  for (size_t l = 0; l < k; l++) coefficient[l] = 0;
  for (int pass = 1; pass <= 3 && norm > 0 && k > 0; pass++) {
    if (pass == 3 && after > 0.5 * before) break;
    before = after;
    project_out(n, k, basis, left, negative);
    for (size_t l = 0; l < k; l++) coefficient[l] -= negative[l];
    after = kernel_norm(n, left);
  }
  *rest = 0;
  if (k >= n || !(after > dependent * norm)) return 0;
  *rest = after;
  for (size_t i = 0; i < n; i++) basis[k * n + i] = left[i] / after;
  return 1;
}

status frame_random(random_stream *stream, size_t n, size_t r, double *frame) {
  FREED double *vector = NULL, *coefficient = NULL, *work = NULL;
  if (r < 1 || r > n) return FAIL(STATUS_INVALID, "a frame of %zu vectors in dimension %zu, expected 1 to n", r, n);
  TRY(NEW_ARRAY(n, vector));
  TRY(NEW_ARRAY(r, coefficient));
  TRY(NEW_ARRAY(r + n, work));
  for (size_t k = 0; k < r;) {
    double rest;
    random_gaussian_vector(stream, n, vector);
    if (frame_append(n, k, frame, vector, coefficient, &rest, work)) k++;
  }
  return STATUS_OK;
}

double frame_reject(size_t n, size_t r, const double *frame, double *vector, double *work) {
  project_out(n, r, frame, vector, work);
  project_out(n, r, frame, vector, work);
  return kernel_norm(n, vector);
}

double frame_defect(size_t n, size_t r, const double *frame) {
  double worst = 0;
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double defect = fabs(kernel_dot(n, frame + i * n, frame + j * n) - (i == j ? 1 : 0));
      if (!(defect <= worst)) worst = defect; /* keeps NaN */
      if (isnan(defect)) return defect;
    }
  }
  return worst;
}
