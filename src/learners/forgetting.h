/* Learners of positive definite W that never forget a direction, for comparators that change: after an update, for a share 0 < a < 1 and
 * a trace tau,
 *
 *   mix    W = (1 - a) W' + (a tau/n) I                                                (fixed share, Herbster & Warmuth 1998)
 *   floor  lambda_i(W) = max(gamma lambda_i(W'), a tau/n), gamma such that tr W = tau   (projection, Herbster & Warmuth 2001)
 *
 * so that W >= (a tau/n) I. The eigenvectors stay; gamma >= 1 - a. Either costs a comparator U at most -tr U ln(1 - a): D(U, W) is at most
 * that above D(U, W'), because W >= (1 - a) W' and ln is monotone. */
#pragma once

#include "registry/parameter.h"
#include "spectral/spectral.h"

/* Rows of parameter tables, bound to a member `forgetting`. */
#define FORGETTING_METHOD(type)                                           \
  OPTION_CHOICE_AS("method", type, forgetting.method, "mix", "mix floor", \
                   "mix the identity in, or raise small eigenvalues to a floor")
/* For a learner that forgets nothing unless it is told to. */
#define FORGETTING_SHARE(type)                                \
  OPTION_BELOW_AS("share", type, forgetting.share, "0", 0, 1, \
                  "of the identity, kept in after each update, for comparators that change; 0: nothing is forgotten")

typedef enum forgetting_method { FORGETTING_MIX, FORGETTING_FLOOR } forgetting_method;

typedef struct forgetting {
  forgetting_method method;
  double share; /* a; 0: nothing happens */
} forgetting;

/* W, of trace tau, after an update. eigenvalues: room for n numbers, for a floor; otherwise unused. */
status forgetting_apply(const forgetting *f, spectral *w, double tau, double *eigenvalues);

/* The gamma of `floor` for ascending eigenvalues with sum tau: with k of them at the floor, gamma = (tau - k floor)/(sum of the others).
 * 0 < n floor < tau. */
double forgetting_floor_scale(size_t n, const double *ascending, double floor, double tau);
