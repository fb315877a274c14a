/* The ends of the spectrum of symmetric instances: vectors, dyads, distances, low rank, matrices. */
#ifndef SPECTRAL_INSTANCE_SPECTRUM_H
#define SPECTRAL_INSTANCE_SPECTRUM_H

#include "base/status.h"
#include "linalg/eigen.h"
#include "spectral/instance.h"

typedef struct instance_spectrum instance_spectrum;

/* rank: largest number of factors of the low-rank instances that will come; otherwise not read. STATUS_INVALID for a kind that is not
 * symmetric. */
status instance_spectrum_new(instance_kind kind, size_t n, size_t rank, const eigen_backend *eigen,
                             instance_spectrum **out);
void instance_spectrum_free(instance_spectrum *work);

/* *least and *largest eigenvalue of X, exact but for low rank and matrices, where *error bounds what rounding may do to them (otherwise
 * it is 0). Low rank: shift I + F^T D F for orthonormal rows F, found by orthonormalising the factors; it has the eigenvalues of D plus
 * shift and, where F does not span everything, shift itself. Allocates nothing. */
status instance_spectrum_ends(instance_spectrum *work, const instance *x, double *least, double *largest,
                              double *error);

#endif
