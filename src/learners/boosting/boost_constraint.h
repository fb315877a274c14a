/* A constraint <W,X> <= y of boosting, that is <W,C> <= 0 for C = X - y I: on which sides of 0 C has eigenvalues, and where they end. */
#ifndef LEARNERS_BOOSTING_BOOST_CONSTRAINT_H
#define LEARNERS_BOOSTING_BOOST_CONSTRAINT_H

#include "base/status.h"
#include "spectral/instance/instance_square.h"

typedef enum boost_sides {
  BOOST_BOTH,      /* low < 0 < high */
  BOOST_NEVER_MET, /* low >= 0: no positive definite density has <W,C> <= 0, unless C = 0 */
  BOOST_ALWAYS_MET /* high <= 0 */
} boost_sides;

typedef struct boost_constraint {
  double low, high; /* least and largest eigenvalue of C */
  double error;     /* what rounding may do to them; 0 within it */
  boost_sides sides;
} boost_constraint;

/* C = 0 is always met. `work` is made for the instances that come. */
status boost_constraint_of(instance_square *work, const instance *x, double y, boost_constraint *out);

#endif
