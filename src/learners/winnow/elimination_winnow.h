/* W = exp(H) in the limit of infinite rates on negative updates: a negative instance X removes its range from W
 * permanently.
 *
 * The limit of exp(H - beta X) for beta -> infinity is exp of H compressed to the null space of X. What is kept:
 *   vectors   a mask of removed coordinates and the arguments of the others; any n
 *   others    orthonormal rows E (m x n) of the removed subspace and, within its complement K = I - E^T E, the low-rank
 *             argument H = c K + Q^T A Q with orthonormal rows Q (p x n). With A = V^T diag(s) V
 *               tr(W z z^T) = e^c ( |Kz|^2 + sum_l (e^{s_l} - 1) (V Q z)_l^2 )
 *               tr W        = e^c ( n - m - p + sum_l e^{s_l} )
 *             A direction u is removed by a Householder reflection after which only one row of Q has a part along u;
 *             that part is taken out.
 * A direction belongs to the range of X if X is larger than elimination_tolerance on what is kept of it: instances are
 * at most I. */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance.h"
#include <cjson/cJSON.h>

/* Instances that need their eigenvectors (matrices; low rank with a multiple of I or negative weights) have at most
 * this order. */
enum { ELIMINATION_DENSE_LIMIT = 2048 };
extern const double elimination_tolerance; /* 1e-12 */

typedef struct elimination_options {
  size_t n;
  instance_kind kind;
  double shift;    /* H starts as shift * I */
  size_t capacity; /* not vectors: at most this many factors will be met */
  const eigen_backend *eigen;
} elimination_options;

typedef struct elimination_winnow elimination_winnow;

/* STATUS_INVALID for matrices of order above ELIMINATION_DENSE_LIMIT. */
status elimination_check(const elimination_options *wanted);
status elimination_new(arena *memory, const elimination_options *wanted, elimination_winnow **out);
/* *score = tr(W X). STATUS_NUMERIC if it is not finite. */
status elimination_score(elimination_winnow *w, const instance *x, double *score);
/* H += a X on what is kept. */
status elimination_step(elimination_winnow *w, double a, const instance *x);
/* Removes the range of X >= 0; *changed = something was removed. */
status elimination_remove(elimination_winnow *w, const instance *x, bool *changed);
/* H += c I, so that W *= e^c. */
status elimination_shift(elimination_winnow *w, double c);
status elimination_trace(elimination_winnow *w, double *trace);
/* As functions of a FIELD_PART (registry/field.h). */
status elimination_save(void *self, cJSON *state);
status elimination_load(void *self, const cJSON *state);
