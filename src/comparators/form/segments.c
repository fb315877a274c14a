#include "comparators/form/segments.h"
#include "linalg/angles.h"

static void clear(void *self) {
  segmented *all = self;
  for (size_t j = 0; j < all->count; j++) form_free(all->segment[j]);
}

static status init(void *self, const comparator_parts *parts) {
  segmented *all = self;
  const size_t count = parts->r;
  if (count < 1 || parts->first[0] != 1) return FAIL(STATUS_INVALID, "segments must begin with trial 1");
  for (size_t j = 1; j < count; j++) {
    if (parts->first[j] <= parts->first[j - 1]) {
      return FAIL(STATUS_INVALID, "segments must begin at ascending trials");
    }
    if (parts->segments[j]->n != parts->segments[0]->n) {
      return FAIL(STATUS_INVALID, "segments must have one order");
    }
  }
  TRY(FORM_ARRAY(all, count, parts->first, all->first));
  TRY(FORM_ARRAY(all, count, parts->segments, all->segment));
  all->count = count;
  return STATUS_OK;
}

static status prepare(void *self, size_t rank) {
  const segmented *all = self;
  for (size_t j = 0; j < all->count; j++) {
    comparator *u = all->segment[j];
    if (u->form->prepare != NULL) TRY(u->form->prepare(u, rank));
  }
  return STATUS_OK;
}

status segments_shift_distance(const segmented *all, double *distance) {
  const size_t n = all->segment[0]->n, r = all->segment[0]->rank;
  for (size_t j = 0; j < all->count; j++) {
    if (all->segment[j]->projection && all->segment[j]->rank == r && r > 0) continue;
    return FAIL(STATUS_INVALID, "comparator: segment %zu is no projection of rank %zu", j + 1, r);
  }
  FREED double *rows = NULL;
  CLEANUP(angles_free_at) angles *work = NULL;
  TRY(NEW_ARRAY(2 * r * n, rows));
  TRY(angles_new(n, r, &work));
  for (size_t j = 1; j < all->count; j++) {
    const comparator *before = all->segment[j - 1], *after = all->segment[j];
    double moved = 0.0;
    before->form->rows(before, rows);
    after->form->rows(after, rows + r * n);
    TRY(angles_positive_part(work, rows, rows + r * n, &moved));
    *distance += moved;
  }
  return STATUS_OK;
}

const comparator_form form_segments = {.size = sizeof(segmented), .init = init, .clear = clear, .prepare = prepare};
