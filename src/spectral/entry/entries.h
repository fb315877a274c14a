/* A step on the entries of diag(g). x: a vector; entries where it is 0 do not change. */
#ifndef SPECTRAL_ENTRY_ENTRIES_H
#define SPECTRAL_ENTRY_ENTRIES_H

#include <stdbool.h>

#include "base/status.h"
#include "spectral/instance/instance.h"

/* g += a x. Returns the largest absolute value of the sums and increments; NaN or infinite if a sum is not finite. */
double entries_add(double *restrict g, double a, const instance *x);
/* STATUS_NUMERIC with the first entry that x touched and that is not finite. */
status entries_refuse(const double *g, const instance *x);
/* Whether an entry that x touched exceeds the limit in absolute value. */
bool entries_beyond(const double *g, const instance *x, double limit);
void entries_extremes(size_t n, const double *g, double *least, double *largest); /* n >= 1 */

#endif
