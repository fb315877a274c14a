#include "problems/drift.h"

status drift_check(const problem_setting *setting, size_t segments) {
  if (segments == 1 || setting->trials >= segments) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: segments = %zu must be at most the number of trials, %zu",
              setting->class->about.name, segments, setting->trials);
}

status drift_draw(size_t trials, size_t count, drift_answer draw, void *context, comparator **out) {
  FREED comparator **segments = NULL;
  FREED size_t *first = NULL;
  status code = STATUS_OK;
  TRY(NEW_ARRAY(count, segments));
  TRY(NEW_ARRAY(count, first));
  for (size_t j = 0; j < count && code == STATUS_OK; j++) {
    first[j] = 1 + j * trials / count;
    code = draw(context, j, &segments[j]);
  }
  if (code != STATUS_OK) {
    for (size_t j = 0; j < count; j++) comparator_free(segments[j]);
    return code;
  }
  if (count > 1) return comparator_from_segments(count, first, segments, out);
  *out = segments[0];
  return STATUS_OK;
}

status drift_shuffle(random_stream *stream, size_t count, size_t moved, size_t size, void *things) {
  FREED size_t *places = NULL, *order = NULL;
  FREED char *copy = NULL;
  char *at = things;
  TRY(NEW_ARRAY(moved, places));
  TRY(NEW_ARRAY(moved, order));
  TRY(NEW_ARRAY(moved * size, copy));
  random_subset(stream, count, moved, places);
  for (size_t k = 0; k < moved; k++) {
    order[k] = k;
    memcpy(copy + k * size, at + places[k] * size, size);
  }
  random_shuffle(stream, moved, order);
  for (size_t k = 0; k < moved; k++) memcpy(at + places[k] * size, copy + order[k] * size, size);
  return STATUS_OK;
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
