/* Proofs that no positive definite W satisfies the constraints of a projection; inside src/spectral only. */
#ifndef SPECTRAL_PROJECTION_PROJECTION_PROOF_H
#define SPECTRAL_PROJECTION_PROJECTION_PROOF_H

#include "spectral/projection/projection.h"

/* STATUS_INVALID, naming the constraints, if the duals' direction is a proof; constraints that it does not need are not named.
 * Overwrites `trial`, `work` and the decomposition. */
status projection_refuse_infeasible(projection *p, const double *direction);

#endif
