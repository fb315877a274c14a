/* Kernels for square matrices that fit in cache and change a little at a time. As in kernels.h the order of summation
 * is fixed: results do not depend on CPU, compiler or alignment. */
#pragma once

#include <stddef.h>

/* y = A x for a symmetric n x n matrix A, both triangles stored, row stride n. Each entry of y is one sum over the
 * columns of A, in order (n <= 128), or of four rows at a time (kernel_rows_combine). x and y must not overlap. */
void kernel_symmetric_multiply(size_t n, const double *a, const double *x, double *y);

/* C += L^T R for count x n matrices L and R (rows, of stride `stride`) whose product is symmetric: the lower triangle
 * is computed, the upper one of C is made its mirror image. Rows must be readable up to the next multiple of 8 above n,
 * which stride must reach. C: n x n, row stride n. */
void kernel_symmetric_update(size_t n, size_t count, const double *left, const double *right, size_t stride, double *c);

/* y = A x, n x n, row stride `stride`, of which the lower triangle is read, each entry once for both of its places: sign = 1
 * where A is symmetric, -1 where the entry above the diagonal is minus the one below. x and y must not overlap. */
void kernel_lower_multiply(size_t n, double sign, const double *a, size_t stride, const double *x, double *y);
/* The same without AVX on any CPU, for tests. */
void kernel_lower_multiply_plain(size_t n, double sign, const double *a, size_t stride, const double *x, double *y);

/* The lower triangle of C += L R^T, n x n, row stride `stride`, L and R n x width; some entries above it are changed, too. */
void kernel_lower_update(size_t n, size_t width, const double *left, const double *right, double *c, size_t stride);
