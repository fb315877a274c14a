/* What the bounds for batch learning share: the premise on how the sample came about, and what testing on a sample allows. */
#ifndef BOUNDS_BATCH_BATCH_PREMISES_H
#define BOUNDS_BATCH_BATCH_PREMISES_H

#include "bounds/bound.h"

#define BATCH_SAMPLING 1e-6 /* probability with which the test sample misleads by more than a row's tolerance */

/* Is there a test? */
bool batch_applies(const bound_context *context);
/* The row's premise "exchangeable trials" where the problem does not promise them; true if it was set. */
bool batch_premise(const problem_facts *facts, bound_row *row);
/* Of N rows in random order m are the sample. A hypothesis without an error there that errs on a share eps of the N has at most
 * eps N/(N-m) on the others, which test it. 1 for independent draws. */
double batch_inflation(const problem_facts *facts, size_t m);

#endif
