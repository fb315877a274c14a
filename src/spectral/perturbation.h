/* Error budget: bounds of the error of a function of H computed from an inexact eigendecomposition. */
#pragma once

#include "linalg/eigen.h"
#include "spectral/link.h"

/* Upper bound of |f(H+E) - f(H)| (spectral norm) for |E| <= size; largest = greatest |eigenvalue| of f(H).
 * exp: (e^|E| - 1) lambda_max, from e^(H+E) - e^H = int_0^1 e^(s(H+E)) E e^((1-s)H) ds. identity: |E|. */
double perturbation_of_link(spectral_link link, double size, double largest);

/* Computed pairs (values, rows V) of a symmetric matrix A are exact pairs of A + E for the orthogonal matrix nearest to
 * V: |E| <= (residual + 2 d span) / (1 - d),  d = |V V^T - I| >= |V - nearest|, span = max |value|. Infinity when d >=
 * 1/2. */
double perturbation_of_decomposition(eigen_quality quality, double span);

/* V^T diag(f) V for that nearest orthogonal matrix and for V itself differ by at most (2 d + d^2) max |f|. */
double perturbation_of_vectors(eigen_quality quality);
