/* The last few answers of max_cut.h, for all threads of the process. A memory of a function's values: what it returns depends on the key
 * alone. */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_CACHE_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_CACHE_H

#include <stdbool.h>

#include "hindsight/max_cut/max_cut.h"

/* key = hash of the question */
status max_cut_cache_key(const cut_graph *graph, double tolerance, char key[33]);
/* Fills signs (n) and *found if the answer is there. */
bool max_cut_cache_find(const char key[33], size_t n, double *signs, max_cut_found *found);
/* Keeps a copy, in place of the oldest one. */
status max_cut_cache_keep(const char key[33], size_t n, const double *signs, const max_cut_found *found);

#endif
