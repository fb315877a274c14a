/* The optional eigensolver of LAPACK. */
#ifndef LINALG_EIGEN_LAPACK_H
#define LINALG_EIGEN_LAPACK_H

#include "linalg/eigen_backend.h"

/* LAPACK's dsyevd loaded by dlopen(RTLD_NOW | RTLD_LOCAL) from liblapack.so.3; STATUS_ABSENT with the reason when it is
 * not there. BLAS threads are pinned to one (environment of the library set before loading). */
status eigen_lapack(const eigen_backend **out);

#endif
