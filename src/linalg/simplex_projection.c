#include "linalg/simplex_projection.h"
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

/* t with sum max(x_i - t, 0) = radius: by the largest k entries for which x_(k) > (x_(1) + ... + x_(k) - radius)/k.
 * Sorts x. */
static double threshold(size_t n, double radius, double *x) {
  gsl_sort(x, 1, n); /* equal numbers are interchangeable, so the sorting algorithm does not matter */
  double sum = 0.0, t = 0.0;
  for (size_t k = 1; k <= n; k++) {
    const double entry = x[n - k];
    sum += entry;
    const double next = (sum - radius) / (double)k;
    if (k > 1 && !(entry > next)) break;
    t = next;
  }
  return t;
}

void project_simplex(size_t n, double radius, double *x, double *work) {
  memcpy(work, x, n * sizeof *x);
  const double t = threshold(n, radius, work);
  for (size_t i = 0; i < n; i++) x[i] = fmax(x[i] - t, 0.0);
}

void project_l1_ball(size_t n, double radius, double *x, double *work) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += work[i] = fabs(x[i]);
  if (sum <= radius) return;
  const double t = threshold(n, radius, work);
  for (size_t i = 0; i < n; i++) x[i] = copysign(fmax(fabs(x[i]) - t, 0.0), x[i]);
}
