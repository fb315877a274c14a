/* The last answers of entry_trials.h, for all threads of the process. A memory of functions' values: what it returns depends on
 * the question alone. */
#ifndef HINDSIGHT_HINDSIGHT_CACHE_H
#define HINDSIGHT_HINDSIGHT_CACHE_H

#include <stdbool.h>

#include "hindsight/entry_trials.h"

/* What an answer is made of: `count` numbers, and its certified interval. */
typedef struct hindsight_answer {
  size_t count;
  double *numbers;
  double least, own;
} hindsight_answer;

/* key = hash of the question: which best of (its name), the trials and a parameter */
status hindsight_cache_key(const char *name, const entry_trials *trials, double parameter, char key[33]);
/* true: *out is a copy of the answer, whose numbers the caller frees with free(); false: not there, or no memory for the copy. */
bool hindsight_cache_find(const char key[33], hindsight_answer *out);
/* Keeps a copy, in place of the oldest ones. */
status hindsight_cache_keep(const char key[33], const hindsight_answer *found);

#endif
