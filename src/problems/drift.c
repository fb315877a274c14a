#include "problems/drift.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

status drift_check(const problem_setting *setting, const options *values) {
  const size_t segments = option_count(values, "segments");
  if (segments == 1 || setting->trials >= segments) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: segments = %zu must be at most the number of trials, %zu", option_who(values),
              segments, setting->trials);
}

status drift_draw(const problem_setting *setting, const options *values, drift_answer draw, void *context,
                  comparator **out) {
  const size_t count = option_count(values, "segments");
  comparator **segments = NULL;
  size_t *first = NULL, drawn = 0;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(count, segments));
  CHECK(NEW_ARRAY(count, first));
  for (; drawn < count; drawn++) {
    first[drawn] = 1 + drawn * setting->trials / count;
    CHECK(draw(context, drawn, &segments[drawn]));
  }
  drawn = 0; /* they are given away */
  if (count == 1) {
    *out = segments[0];
  } else {
    code = comparator_from_segments(count, first, segments, out);
  }
end:
  for (size_t j = 0; j < drawn; j++) comparator_free(segments[j]);
  free(segments);
  free(first);
  return code;
}

status drift_shuffle(random_stream *stream, size_t count, size_t moved, size_t size, void *things) {
  size_t *places = NULL, *order = NULL;
  char *copy = NULL, *at = things;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(moved, places));
  CHECK(NEW_ARRAY(moved, order));
  CHECK(NEW_ARRAY(moved * size, copy));
  random_subset(stream, count, moved, places);
  for (size_t k = 0; k < moved; k++) {
    order[k] = k;
    memcpy(copy + k * size, at + places[k] * size, size);
  }
  random_shuffle(stream, moved, order);
  for (size_t k = 0; k < moved; k++) memcpy(at + places[k] * size, copy + order[k] * size, size);
end:
  free(places);
  free(order);
  free(copy);
  return code;
}

const comparator *drift_next(drift *now, const comparator *u) {
  size_t first = 0;
  now->t++;
  if (now->place + 1 < comparator_segments(u)) {
    (void)comparator_segment(u, now->place + 1, &first);
    now->place += first == now->t;
  }
  return comparator_segment(u, now->place, &first);
}
