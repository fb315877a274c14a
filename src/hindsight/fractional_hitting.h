/* Fractional hitting sets: weights 0 <= w_i <= c_i with sum w_i = total whose least weight of a set is as large as possible, by GLPK's simplex
 * method in a process of its own (base/process/isolated.h). What the library answers is not rounded here, and nobody may rely on it: the caller
 * checks the weights. */
#ifndef HINDSIGHT_FRACTIONAL_HITTING_H
#define HINDSIGHT_FRACTIONAL_HITTING_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { HITTING_WORDS = 4, HITTING_SETS = 64 * HITTING_WORDS };

/* Which sets an element is in: bit t % 64 of word t / 64 for set t. */
typedef struct hitting_element {
  uint64_t sets[HITTING_WORDS];
  double capacity; /* c_i */
} hitting_element;

/* STATUS_ABSENT, with what to install, if the program was built without GLPK. */
status fractional_hitting_available(void);
/* weight (count) = the answer. At most HITTING_SETS sets. STATUS_NUMERIC if there is none: the capacities are below the total. */
status fractional_hitting(size_t count, const hitting_element *elements, size_t sets, double total, double *weight);

#endif
