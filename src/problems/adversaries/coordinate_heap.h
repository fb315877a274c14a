/* Coordinates by their weights, heaviest or lightest first, equal ones by position. In place, unlike qsort, and a heap, because often few of many
 * are needed. */
#ifndef PROBLEMS_ADVERSARIES_COORDINATE_HEAP_H
#define PROBLEMS_ADVERSARIES_COORDINATE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct coordinate_heap {
  const double *weight; /* of every coordinate */
  bool heaviest;        /* first; otherwise the lightest */
  size_t *items;        /* those that are left come first, as a heap */
  size_t count;         /* of those left */
} coordinate_heap;

/* Makes a heap of the first `count` items, once they and their weights are set. */
void coordinate_heap_make(coordinate_heap *heap);
/* The first of those left, of which there is at least one. It goes behind them in `items`. */
size_t coordinate_heap_take(coordinate_heap *heap);
/* Sorts the first `count` items, the heaviest first. */
void coordinates_sort(const double *weight, size_t count, size_t *items);

#endif
