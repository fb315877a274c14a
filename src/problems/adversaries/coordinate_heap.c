#include "problems/adversaries/coordinate_heap.h"

static bool goes_before(const coordinate_heap *heap, size_t a, size_t b) {
  const double wa = heap->weight[a], wb = heap->weight[b];
  if (wa < wb) return !heap->heaviest;
  if (wa > wb) return heap->heaviest;
  return a < b;
}

/* Restores the heap after items[root] changed. */
static void sift_down(coordinate_heap *heap, size_t root) {
  size_t *items = heap->items;
  const size_t item = items[root];
  for (size_t child = 2 * root + 1; child < heap->count; child = 2 * root + 1) {
    if (child + 1 < heap->count && goes_before(heap, items[child + 1], items[child])) child++;
    if (!goes_before(heap, items[child], item)) break;
    items[root] = items[child];
    root = child;
  }
  items[root] = item;
}

void coordinate_heap_make(coordinate_heap *heap) {
  for (size_t root = heap->count / 2; root > 0; root--) sift_down(heap, root - 1);
}

size_t coordinate_heap_take(coordinate_heap *heap) {
  const size_t first = heap->items[0];
  heap->count--;
  heap->items[0] = heap->items[heap->count];
  heap->items[heap->count] = first;
  sift_down(heap, 0);
  return first;
}

void coordinates_sort(const double *weight, size_t count, size_t *items) {
  coordinate_heap heap = {.weight = weight, .heaviest = true, .items = items, .count = count};
  coordinate_heap_make(&heap);
  while (heap.count > 0) (void)coordinate_heap_take(&heap);
  for (size_t i = 0; i < count / 2; i++) { /* the first one was put last */
    const size_t item = items[i];
    items[i] = items[count - 1 - i];
    items[count - 1 - i] = item;
  }
}
