/* Dense kernels with a fixed order of summation, so that results do not depend on CPU, BLAS or alignment.
 * Vectors are contiguous; matrices are row-major with an explicit row stride. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

double kernel_dot(size_t n, const double *x, const double *y);
/* The same bits, where y is 0 beyond the `count` entries at `index`, ascending, and x is finite. */
double kernel_dot_at(size_t n, size_t count, const size_t *index, const double *x, const double *y);
double kernel_norm(size_t n, const double *x);                    /* sqrt(x.x) */
void kernel_axpy(size_t n, double a, const double *x, double *y); /* y += a x */
void kernel_scale(size_t n, double a, double *x);
double kernel_largest(size_t n, const double *x);             /* max |x_i| of finite numbers, 0 of none */
bool kernel_finite(size_t n, const double *x);                /* no NaN, no infinity */
bool kernel_nonzero(size_t n, const double *x);               /* no 0, no -0 */
void kernel_opposite(size_t n, const double *x, double *out); /* out = (x, -x), 2n numbers */
/* x . (p - q): bit for bit kernel_dot with that vector, without forming it; 0 where p = q, whatever x is */
double kernel_dot_difference(size_t n, const double *x, const double *p, const double *q);
/* out[i] = rows_i . x for i < count; rows have `stride` doubles. Reads the rows once, with x in cache. */
void kernel_rows_dot(size_t count, size_t n, const double *rows, size_t stride, const double *x, double *out);
/* y += sum_i coefficient[i] rows_i */
void kernel_rows_combine(size_t count, size_t n, const double *rows, size_t stride, const double *coefficient,
                         double *y);
/* x^T A x with A symmetric n x n, both triangles stored */
double kernel_quadratic(size_t n, const double *a, size_t stride, const double *x);
/* C = A B^T, A m x k, B n x k, C m x n; blocked. */
void kernel_multiply_transposed(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                size_t b_stride, double *c, size_t c_stride);
/* C += A B^T */
void kernel_add_multiply_transposed(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                    size_t b_stride, double *c, size_t c_stride);
/* C = A B^T without AVX on any CPU, for tests. */
void kernel_multiply_transposed_plain(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                      size_t b_stride, double *c, size_t c_stride);
