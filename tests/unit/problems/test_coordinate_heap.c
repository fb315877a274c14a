/* Coordinates in the order of their weights, against a sort by definition: equal weights by position. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/random.h"
#include "problems/adversaries/coordinate_heap.h"

enum { MOST = 40 };

static bool goes_before(const double *weight, bool heaviest, size_t a, size_t b) {
  if (weight[a] != weight[b]) return heaviest ? weight[a] > weight[b] : weight[a] < weight[b];
  return a < b;
}

static void expect_order(const double *weight, bool heaviest, size_t count, const size_t *items) {
  for (size_t i = 1; i < count; i++) {
    cr_assert(goes_before(weight, heaviest, items[i - 1], items[i]), "%zu items: %zu before %zu", count, items[i - 1],
              items[i]);
  }
}

Test(coordinate_heap, orders) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(7, "heap", &stream), STATUS_OK);
  for (size_t count = 0; count <= MOST; count++) {
    double weight[MOST];
    size_t items[MOST], taken[MOST];
    for (size_t i = 0; i < MOST; i++) weight[i] = (double)random_index(stream, 10); /* many are equal */
    for (int heaviest = 0; heaviest < 2; heaviest++) {
      coordinate_heap heap = {.weight = weight, .heaviest = heaviest != 0, .items = items, .count = count};
      for (size_t i = 0; i < count; i++) items[i] = i;
      coordinate_heap_make(&heap);
      for (size_t i = 0; i < count; i++) {
        taken[i] = coordinate_heap_take(&heap);
        cr_assert_eq(items[heap.count], taken[i]);
      }
      cr_assert_eq(heap.count, 0);
      expect_order(weight, heaviest != 0, count, taken);
    }
    for (size_t i = 0; i < count; i++) items[i] = count - 1 - i;
    coordinates_sort(weight, count, items);
    expect_order(weight, true, count, items);
  }
  random_stream_free(stream);
}
