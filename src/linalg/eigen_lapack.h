/* The optional eigensolver of LAPACK. */
#pragma once

#include "linalg/eigen_backend.h"

/* LAPACK's dsyevd loaded by dlopen(RTLD_NOW | RTLD_LOCAL) from liblapack.so.3; STATUS_ABSENT with the reason if that
 * fails. BLAS is limited to one thread, by environment variables set before loading. */
status eigen_lapack(const eigen_backend **out);
