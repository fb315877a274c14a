#include "spectral/representation/window.h"
#include "linalg/kernels.h"

/* t <- P t P with P = I - beta v v^T: t - v w^T - w v^T, w = p - (beta/2)(v.p) v, p = beta t v (Golub & Van Loan,
 * section 8.3). */
static void reflect_both_sides(size_t order, double *t, const double *v, double beta, double *work) {
  kernel_rows_dot(order, order, t, order, v, work);
  kernel_scale(order, beta, work);
  kernel_axpy(order, -0.5 * beta * kernel_dot(order, v, work), v, work);
  for (size_t i = 0; i < order; i++) {
    double *row = t + i * order;
    for (size_t j = 0; j < order; j++) row[j] -= v[i] * work[j] + work[i] * v[j];
  }
}

static void negate_coordinate(size_t order, double *t, size_t j) {
  for (size_t i = 0; i < order; i++) {
    if (i == j) continue;
    t[i * order + j] = -t[i * order + j];
    t[j * order + i] = -t[j * order + i];
  }
}

void window_rotate(size_t order, double *t, size_t count, double *rows, double *work) {
  for (size_t j = 0; j < count; j++) {
    double *v = rows + j * order; /* becomes the reflection's vector: coordinates j.. */
    for (size_t i = 0; i < j; i++) v[i] = 0.0;
    const double norm = kernel_norm(order, v);
    if (!(norm > 0.0)) continue;
    const double image = v[j] > 0.0 ? -norm : norm;
    v[j] -= image;
    const double beta = 2.0 / kernel_dot(order, v, v);
    for (size_t i = j + 1; i < count; i++) {
      double *row = rows + i * order;
      kernel_axpy(order, -beta * kernel_dot(order, v, row), v, row);
    }
    reflect_both_sides(order, t, v, beta, work);
    if (image < 0.0) negate_coordinate(order, t, j);
  }
}
