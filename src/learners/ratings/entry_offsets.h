/* Damped means of rows and columns, online (the biases of Koren, Bell & Volinsky 2009, equation 3, as running means):
 *
 *   mu  = (start + sum of all labels) / (1 + number of all),   start the middle of the interval
 *   b_i = sum of (y - mu - c_j) over the trials of row i / (damping + their number),   c_j likewise with b_i
 *
 * The summands have mu, b and c as they were before their trial. The offset of entry (i,j) is mu + b_i + c_j, without limits. */
#pragma once

#include "learners/learner.h"

typedef struct entry_offsets {
  size_t m, n;
  double damping;
  double count, sum; /* of all labels, with the start */
  double *row_sums, *row_counts, *column_sums, *column_counts;
} entry_offsets;

/* What it makes belongs to the learner `self` (registry/member.h). */
status entry_offsets_init(void *self, entry_offsets *offsets, const learner_setting *setting);
double entry_offsets_of(const entry_offsets *offsets, size_t i, size_t j);
void entry_offsets_learn(entry_offsets *offsets, size_t i, size_t j, double label);

/* A row of a parameter table, and rows of a state, for the member `offsets` of the struct. */
#define ENTRY_OFFSETS_OPTION(type)                               \
  OPTION_ABOVE_AS("damping", type, offsets.damping, "3", 0, 1e6, \
                  "labels 0 that each row and each column is taken to have had")

#define ENTRY_OFFSETS_STATE(type)                                                                                      \
  {FIELD_INSIDE(type, offsets, entry_offsets, count, FIELD_NUMBER), .low = 1, .high = 1e18},                           \
      {FIELD_INSIDE(type, offsets, entry_offsets, sum, FIELD_NUMBER)},                                                 \
      {FIELD_INSIDE(type, offsets, entry_offsets, row_sums, FIELD_LIST), FIELD_LENGTH(type, offsets.m)},               \
      {FIELD_INSIDE(type, offsets, entry_offsets, row_counts, FIELD_LIST), FIELD_LENGTH(type, offsets.m), .low = 0,    \
       .high = 1e18},                                                                                                  \
      {FIELD_INSIDE(type, offsets, entry_offsets, column_sums, FIELD_LIST), FIELD_LENGTH(type, offsets.n)}, {          \
    FIELD_INSIDE(type, offsets, entry_offsets, column_counts, FIELD_LIST), FIELD_LENGTH(type, offsets.n), .low = 0,    \
                                                                                                          .high = 1e18 \
  }
