/* Comparators of labelled rows of real data, for all problems that read them. */
#ifndef PROBLEMS_ROWS_LABELLED_COMPARATOR_H
#define PROBLEMS_ROWS_LABELLED_COMPARATOR_H

#include "hindsight/margin/margin_programme.h"
#include "problems/problem.h"

/* Checks the options of LABELLED_COMPARATOR_PARAMETERS, and that the library for a margin is there (STATUS_ABSENT). Sets the gap where the
 * options determine it: for class_subspace, and for a given margin. */
status labelled_comparator_check(const options *values, size_t n, size_t positive, bool dyads, double *gap_low,
                                 double *gap_high);

/* Is the comparator one of margin_programme.h? */
bool labelled_margin_wanted(const options *values);
/* The comparator, its gap from -margin to margin, and what is known of it. */
status labelled_margin(const labelled_vectors *vectors, const options *values, comparator **out, double *gap_low,
                       double *gap_high, margin_found *found);
/* Adds what was found to the notes; nothing if no margin was asked for (found->distinct = 0). */
status labelled_margin_notes(const margin_found *found, cJSON *notes);

#define LABELLED_MARGIN_CHOICES "l1_margin l1_margin_signed l2_margin"
#define LABELLED_MARGIN_MEANING                                                                                     \
  "l1_margin: u >= 0, |u|_1 = 1 of the largest margin (GLPK); l1_margin_signed: of any sign; l2_margin: |u|_2 = 1 " \
  "(LIBSVM)"

#define LABELLED_COMPARATOR_PARAMETERS                                                                                \
  {.name = "rank",                                                                                                    \
   .type = PARAMETER_INTEGER,                                                                                         \
   .value = "",                                                                                                       \
   .low = 1,                                                                                                          \
   .high = 1e6,                                                                                                       \
   .meaning = "of the class subspace; needed for comparator = class_subspace"},                                       \
      {.name = "gap_low",                                                                                             \
       .type = PARAMETER_NUMBER,                                                                                      \
       .value = "0",                                                                                                  \
       .low = 0,                                                                                                      \
       .high = 1e7,                                                                                                   \
       .meaning = "margin of the comparator: tr(PX) <= gap_low on negative instances, or a violation"},               \
      {.name = "gap",                                                                                                 \
       .type = PARAMETER_NUMBER,                                                                                      \
       .value = "1",                                                                                                  \
       .low = 0,                                                                                                      \
       .open_low = true,                                                                                              \
       .high = 1e7,                                                                                                   \
       .meaning = "margin of the comparator: tr(PX) >= gap on positive instances, or a violation is charged"},        \
  {                                                                                                                   \
    .name = "margin", .type = PARAMETER_NUMBER, .value = "", .low = 0, .open_low = true, .high = 1e7,                 \
    .meaning =                                                                                                        \
        "l1 margins: u has the least sum of [margin - y <u,x>]_+; absent: the largest margin, which must be positive" \
  }

#endif
