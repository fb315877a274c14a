/* Fractional hitting sets: weights 0 <= w_i <= c_i with sum w_i = total whose least weight of a set is as large as possible, by GLPK's simplex
 * method in a process of its own (base/process/isolated.h), which many questions share. What the library answers is not rounded here, and nobody
 * may rely on it: the caller checks the weights. */
#pragma once

#include "base/status.h"

enum { HITTING_WORDS = 4, HITTING_SETS = 64 * HITTING_WORDS };

/* Which sets an element is in: bit t % 64 of word t / 64 for set t. */
typedef struct hitting_element {
  uint64_t sets[HITTING_WORDS];
  double capacity; /* c_i */
} hitting_element;

/* STATUS_ABSENT, with what to install, if the program was built without GLPK. */
status fractional_hitting_available(void);
/* Writes question number k, its elements and how many there are, and returns the number of its sets. Called in the other process, where what it
 * changes is lost. */
typedef size_t hitting_question(void *context, size_t k, hitting_element *elements, size_t *count);

/* *first: the first of the questions 0, 1, ..., asked - 1 with an answer in which every set has weight `least`, but for 1e-9; `asked`: none. answer
 * (1 + room) = a number of no meaning, then the weights. At most `room` elements and HITTING_SETS sets. */
status fractional_hitting(hitting_question *question, void *context, size_t asked, size_t room, double total,
                          double least, size_t *first, double *answer);
