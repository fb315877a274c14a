#include "problems/adversaries/coordinate_heap.h"
#include "base/sorting.h"

static bool goes_before(const void *context, size_t a, size_t b) {
  const coordinate_heap *heap = context;
  const double wa = heap->weight[a], wb = heap->weight[b];
  if (wa < wb) return !heap->heaviest;
  if (wa > wb) return heap->heaviest;
  return a < b;
}

void coordinate_heap_make(coordinate_heap *heap) {
  heap_build(heap->items, heap->count, goes_before, heap);
}

size_t coordinate_heap_take(coordinate_heap *heap) {
  const size_t first = heap->items[0];
  heap->count--;
  heap->items[0] = heap->items[heap->count];
  heap->items[heap->count] = first;
  heap_sift_down(heap->items, heap->count, 0, goes_before, heap);
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
