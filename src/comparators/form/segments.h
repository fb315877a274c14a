/* A comparator that changes: from trial first[j] on it is segment[j]. */
#pragma once

#include "comparators/form/form.h"

typedef struct segmented {
  comparator common;
  size_t count, current; /* current: chosen last, from 0 */
  size_t *first;         /* count trials, ascending from 1 */
  comparator **segment;  /* count, owned */
} segmented;

extern const comparator_form form_segments;

/* NULL unless u is made of segments. */
static inline const segmented *segments_of(const comparator *u) {
  return u->form == &form_segments ? (const segmented *)u : NULL;
}

/* comparator_shift_distance */
status segments_shift_distance(const segmented *all, double *distance);
