/* Coordinates in the order of their weights, heaviest or lightest first, equal ones by position. Works in place, unlike qsort, and as a
 * heap, because often only the first few are needed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct coordinate_heap {
  const double *weight; /* of every coordinate */
  bool heaviest;        /* first; otherwise the lightest */
  size_t *items;        /* a heap of the remaining ones, then those taken */
  size_t count;         /* of the remaining ones */
} coordinate_heap;

/* Makes a heap of the first `count` items, once they and their weights are set. */
void coordinate_heap_make(coordinate_heap *heap);
/* Takes the first of the remaining ones (there must be one); it moves behind them in `items`. */
size_t coordinate_heap_take(coordinate_heap *heap);
/* Sorts the first `count` items, the heaviest first. */
void coordinates_sort(const double *weight, size_t count, size_t *items);
