/* exp(S) in the feature space of a kernel, S = sum_t a_t phi(x_t) phi(x_t)^T, from values k(x, x') = <phi(x), phi(x')>
 * alone (Kuzmin and Warmuth 2007; Warmuth 2007, section 5: "kernelised").
 *
 * Kept: the points b_1..b_k whose features are a basis of everything added so far, the Cholesky factor L of their Gram
 * matrix and S in the orthonormal basis that belongs to it. The coordinates of phi(x) are z = L^-1 (k(b_i, x))_i, and
 * with S = U^T diag(s) U
 *
 *   <exp(S), phi(x) phi(x)^T> = k(x, x) + sum_l (e^{s_l} - 1) (U z)_l^2,
 *   tr exp(S) = dimension + sum_l (e^{s_l} - 1).
 *
 * A point whose feature already lies in the span (up to 1e-13 of k(x, x)) only adds to S, so repeated points and
 * singular Gram matrices are exact. O(k n + k^2) per score; after a step one product of matrices of
 * order k (linalg/eigen_pairs.h). Only kernel_parameter_new
 * allocates. */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance.h"
#include "spectral/mercer.h"
#include <cjson/cJSON.h>

typedef struct kernel_parameter kernel_parameter;

/* capacity: the largest number of steps; k is at most this and the dimension. */
status kernel_parameter_new(arena *memory, const mercer_kernel *kernel, size_t n, size_t capacity,
                            const eigen_backend *eigen, kernel_parameter **out);

/* x: a dyad. *self_value = k(x, x). */
status kernel_parameter_score(kernel_parameter *w, const instance *x, double *score, double *self_value);
status kernel_parameter_step(kernel_parameter *w, double a, const instance *x); /* S += a phi phi^T */
status kernel_parameter_trace_excess(kernel_parameter *w, double *excess);      /* sum_l (e^{s_l} - 1) */
/* Bounds of |computed - exact|: of a score per unit of k(x, x); of the trace excess. */
status kernel_parameter_error(kernel_parameter *w, double *of_score, double *of_trace);

status kernel_parameter_save(kernel_parameter *w, cJSON *state);
status kernel_parameter_load(kernel_parameter *w, const cJSON *state);
