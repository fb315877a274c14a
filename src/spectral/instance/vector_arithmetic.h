/* Arithmetic between a plain vector w, an array of n doubles, and an instance. */
#pragma once

#include "spectral/instance/instance.h"

/* w . x of a vector; tr(diag(w) X) of any instance, NaN where X is not square. */
double vector_inner_instance(const double *w, const instance *x);

/* A step on w; x: a vector; entries where it is 0 do not change. */

/* w += a x. Returns the largest absolute value of the sums and increments; NaN or infinite if a sum is not finite. */
double vector_add_instance(double *restrict w, double a, const instance *x);
/* STATUS_NUMERIC with the first entry that x touched and that is not finite. */
status vector_refuse(const double *w, const instance *x);
/* Whether an entry that x touched exceeds the limit in absolute value. */
bool vector_exceeds(const double *w, const instance *x, double limit);
void vector_extremes(size_t n, const double *w, double *least, double *largest); /* n >= 1 */
