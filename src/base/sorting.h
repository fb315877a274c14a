/* Orders of numbers and texts for qsort and bsearch; a search in numbers; binary heaps of indices, and heapsort in place (qsort may
 * allocate). The functions of heaps are inline so that the compiler can inline the comparison, too. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Ascending. */
static inline int order_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline int order_sizes(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Of pointers to texts, or of items that begin with one; a key is the address of a pointer. */
static inline int order_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* How many of ascending numbers are below a value. */
static inline size_t count_below(size_t count, const size_t *ascending, size_t value) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ascending[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Whether a comes before b: a strict total order of the items. context: what the order depends on. */
typedef bool heap_before(const void *context, size_t a, size_t b);

/* Restores the heap items[0..count-1], the first in the order on top, after items[root] changed. */
static inline void heap_sift_down(size_t *items, size_t count, size_t root, heap_before *before, const void *context) {
  const size_t item = items[root];
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && before(context, items[child + 1], items[child])) child++;
    if (!before(context, items[child], item)) break;
    items[root] = items[child];
    root = child;
  }
  items[root] = item;
}

static inline void heap_build(size_t *items, size_t count, heap_before *before, const void *context) {
  for (size_t root = count / 2; root > 0; root--) heap_sift_down(items, count, root - 1, before, context);
}

/* Sorts the items, the first in the order last. */
static inline void heap_sort_reverse(size_t *items, size_t count, heap_before *before, const void *context) {
  heap_build(items, count, before, context);
  for (size_t last = count; last > 1; last--) {
    const size_t top = items[0];
    items[0] = items[last - 1];
    items[last - 1] = top;
    heap_sift_down(items, last - 1, 0, before, context);
  }
}
