/* The comparator of exponentiated gradient as a density of the order of the learner's parameter. */
#ifndef BOUNDS_EXPONENTIATED_GRADIENT_EXPONENTIATED_COMPARATOR_H
#define BOUNDS_EXPONENTIATED_GRADIENT_EXPONENTIATED_COMPARATOR_H

#include "bounds/bound.h"

typedef struct exponentiated_comparator {
  const char *premise; /* what is wrong with it: static text, NULL if nothing */
  double premise_value;
  instance density; /* over `numbers`, or the comparator's own */
  double entropy;   /* sum u ln u; NaN: not known, and `density` is nothing */
  double *numbers;
} exponentiated_comparator;

/* context->comparator is not NULL; radius: of a doubled learner, otherwise 0. A whole matrix becomes a low-rank instance of its eigenvectors
 * where the parameter is not dense. `self`, the bound, owns what is made. */
status exponentiated_comparator_of(void *self, const bound_context *context, double radius,
                                   exponentiated_comparator *out);

#endif
