/* The dense representation, and what `updated` needs of the dense parameter that it holds (self): H = offset I + G. */
#pragma once

#include "spectral/representation/representation.h"

extern const spectral_backend representation_dense;

/* e^(G + at I) with at = minus the largest eigenvalue of G, so that its own is 1. */
typedef struct dense_exponential {
  double at;
  double low, high; /* the spectrum of G lies between them */
  double error;     /* bound of |computed - exact e^(G + at I)| (spectral norm) */
} dense_exponential;

/* The eigenpairs do not follow the steps: for a caller that makes many between two of which it needs them. */
void dense_decompose_seldom(void *self);
/* G += c I and offset -= c: the same H in another form, exact while G = 0. */
void dense_move_offset(void *self, double c);
const double *dense_matrix(const void *self); /* G, n x n */
double dense_offset(const void *self);
double dense_drift(const void *self); /* bound of the rounding errors that steps left in H */
/* function: n x n; decomposes G if necessary. */
status dense_exponentiate(void *self, double *function, dense_exponential *out);
