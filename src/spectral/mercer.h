/* Mercer kernels of vectors: k(x, x') = <phi(x), phi(x')>. */
#pragma once

#include <stddef.h>

typedef enum mercer_kind {
  MERCER_LINEAR,     /* <x, x'> */
  MERCER_POLYNOMIAL, /* ((<x, x'> + offset) / (1 + offset))^degree: at most 1 for |x| <= 1 */
  MERCER_GAUSSIAN    /* exp(-|x - x'|^2 / (2 width^2)) */
} mercer_kind;

typedef struct mercer_kernel {
  mercer_kind kind;
  size_t degree;
  double offset, width;
} mercer_kernel;

/* From <x, x'>, |x|^2 and |x'|^2. */
double mercer_value(const mercer_kernel *kernel, double inner, double square, double other_square);
/* The dimension of the feature space for vectors of length n; polynomial: C(n + degree, degree), or C(n + degree - 1,
 * degree) without an offset; Gaussian: infinity. */
double mercer_dimension(const mercer_kernel *kernel, size_t n);
