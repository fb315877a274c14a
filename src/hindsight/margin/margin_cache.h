/* The last few answers of margin_programme.h, for all threads of the process. A memory of a function's values: what it returns
 * depends on the key alone. */
#ifndef HINDSIGHT_MARGIN_MARGIN_CACHE_H
#define HINDSIGHT_MARGIN_MARGIN_CACHE_H

#include <stdbool.h>

#include "hindsight/margin/margin_programme.h"

/* key = hash of the question */
status margin_cache_key(const labelled_vectors *vectors, int kind, double margin, char key[33]);
/* Fills u (n entries) and *found if the answer is there. */
bool margin_cache_find(const char key[33], size_t n, double *u, margin_found *found);
/* Keeps a copy, in place of the oldest one. */
status margin_cache_keep(const char key[33], size_t n, const double *u, const margin_found *found);

#endif
