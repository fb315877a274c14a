#include "learners/boosting/boost_constraint.h"

#include <float.h>

/* Of the two decompositions behind the ends of low-rank instances and matrices, in units of DBL_EPSILON |X|_1; other ends are entries. */
static const double roundings = 256.0;

status boost_constraint_of(instance_square *work, const instance *x, double y, boost_constraint *out) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(work, x, &least, &largest));
  const bool decomposed = x->kind == INSTANCE_LOW_RANK || x->kind == INSTANCE_MATRIX;
  out->low = least - y;
  out->high = largest - y;
  out->error = decomposed ? roundings * DBL_EPSILON * instance_nuclear(x) : 0.0;
  out->sides = out->high <= out->error ? BOOST_ALWAYS_MET : out->low >= -out->error ? BOOST_NEVER_MET : BOOST_BOTH;
  return STATUS_OK;
}
