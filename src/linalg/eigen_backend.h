/* What an eigensolver implements. */
#pragma once

#include "base/status.h"

/* A solver back-end: `solve` reads the full symmetric matrix a (n x n, row stride n), which it may overwrite, and
 * writes values in any order and vectors as rows; vectors may be NULL. Tests link their own. */
typedef struct eigen_backend {
  const char *name;                                   /* "own", "gsl" */
  status (*create)(size_t largest, void **workspace); /* a failure leaves NULL or what was made to destroy */
  status (*solve)(void *workspace, size_t n, double *a, double *values, double *vectors);
  void (*destroy)(void *workspace);
} eigen_backend;
