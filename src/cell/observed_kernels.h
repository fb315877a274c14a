/* What is observed of learners of kernels, from the scores of distances, D_ab = 2 <W, X_ab>:
 *
 *   nearest_neighbour_error  at kept trials: mean error of 1-nearest-neighbour classification over ten random halves (kernel_view.h).
 *                            target_nearest_neighbour_error, at t = 0: the same with the comparator's distances
 *   spectrum                 at the end: the eigenvalues of the learner's parameter, largest first; index: from 1 to n.
 *                            target_spectrum, at t = 0: those of the comparator, 0 if they are below 1e-14 of the largest
 *   embedding                at the end, for embeddings.tsv: two coordinates of each item for the learned kernel and for the comparator's;
 *                            axes are turned so that an item's two coordinates agree in sign with the comparator's as far as one sign
 *                            for an axis can do that */
#ifndef CELL_OBSERVED_KERNELS_H
#define CELL_OBSERVED_KERNELS_H

#include "cell/observations.h"
#include "comparators/comparator.h"
#include "learners/learner.h"
#include "problems/problem.h"

typedef struct observed_kernels observed_kernels;

bool observed_of_kernels(const char *name); /* is it one of these quantities? */
/* *out = NULL if none of them is asked for. Adds what is known of the comparator (NULL: none) at t = 0. The problem, its comparator
 * and the learner outlive it. */
status observed_kernels_new(observations *observed, const problem *problem, comparator *comparator,
                            const learner *learner, uint64_t seed, const eigen_backend *eigen, observed_kernels **out);
void observed_kernels_free(observed_kernels *kernels);
/* NULL kernels: nothing. At a kept trial; does not allocate. */
status observed_kernels_take(observed_kernels *kernels, observations *observed, size_t t);
/* After the last trial t. */
status observed_kernels_finish(observed_kernels *kernels, observations *observed, size_t t);

#endif
