/* The comparator in the header of a sequence file (sequence_file.h). */
#pragma once

#include "comparators/comparator.h"
#include "data/sequence_fields.h"
#include "learners/loss.h"

/* What a header says about its trials. Reading a comparator depends on kind, m, n and real. */
typedef struct sequence_header {
  instance_kind kind;
  size_t m, n;   /* m: rows of rectangular instances and entries, otherwise 0 */
  size_t rank;   /* largest number of factors (vector: of stored entries) of an instance */
  bool real;     /* labels are real numbers, otherwise 1 and -1 */
  loss loss;     /* of real labels; LOSS_ZERO_ONE: not given */
  size_t trials; /* number of trials */
  /* Of signs: tr(UX) <= gap_low on negative instances, >= gap_high on positive ones; NaN: not given. */
  double gap_low, gap_high;
} sequence_header;

/* An object with one of frame, low_rank, coordinates, vector, matrix, for dyads also embedding; rectangular instances: matrix; entries: matrix,
 * embedding; with real labels matrix, cut, order. Or with segments: a list of such objects that also have `first`, the trial from which on each is the
 * comparator: 1 and ascending. */
status sequence_read_comparator(const field_place *at, const cJSON *object, const sequence_header *header,
                                comparator **out);
