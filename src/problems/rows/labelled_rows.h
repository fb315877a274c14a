/* Rows of a file with a label 1 or -1, and the comparators that are known of them. */
#pragma once

#include "hindsight/margin/margin_programme.h"
#include "problems/rows/file_rows.h"

typedef enum labelled_comparator {
  LABELLED_OTHER, /* none, or what the problem makes by itself */
  LABELLED_CLASS_SUBSPACE,
  LABELLED_L1_MARGIN,
  LABELLED_L1_MARGIN_SIGNED,
  LABELLED_L2_MARGIN
} labelled_comparator;

/* The first member of a problem's state. */
typedef struct labelled_rows {
  row_trials trials; /* first */
  labelled_comparator comparator;
  size_t rank;
  double gap_low, gap, margin; /* options; margin NaN: the largest one */
  double known_low, known_gap; /* gap of the comparator; NaN: none, or its margin is not yet known */
  size_t positive;             /* rows */
  margin_found found;
} labelled_rows;

/* Members of problem_methods, for a state that begins with its labelled_rows. */
#define LABELLED_ROWS_METHODS(type)                                                                    \
  ROW_TRIALS_METHODS(type, row_trials_next), .init = labelled_rows_init, .notes = labelled_rows_notes, \
                                             .refine = labelled_rows_refine
/* With the gap, where the options determine it. Checks the options of the comparator, and that the library for a margin is there
 * (STATUS_ABSENT). */
status labelled_rows_facts(void *self, const problem_setting *setting, problem_facts *out);
/* The order, and the comparators that are computed from the rows. */
status labelled_rows_init(void *self, const problem_setting *setting);
/* With what was found of a margin. */
status labelled_rows_notes(void *self, cJSON *out);
void labelled_rows_refine(const void *self, problem_facts *out);

/* Rows for parameter tables. other: the word for LABELLED_OTHER, which is the default, and its meaning. */
#define LABELLED_COMPARATOR_PARAMETERS(other, other_meaning)                                                        \
  OPTION_CHOICE(labelled_rows, comparator, other, other " class_subspace l1_margin l1_margin_signed l2_margin",     \
                other_meaning "; class_subspace: the leading directions of the positive class, computed from the "  \
                              "file; l1_margin: u >= 0, |u|_1 = 1 of the largest margin (GLPK); l1_margin_signed: " \
                              "of any sign; l2_margin: |u|_2 = 1 (LIBSVM)"),                                        \
      OPTION_COUNT(labelled_rows, rank, ABSENT, 1, 1e6,                                                             \
                   "of the class subspace; needed for comparator = class_subspace"),                                \
      OPTION_NUMBER(labelled_rows, gap_low, "0", 0, 1e7,                                                            \
                    "margin of the comparator: tr(PX) <= gap_low on negative instances, or a violation"),           \
      OPTION_ABOVE(labelled_rows, gap, "1", 0, 1e7,                                                                 \
                   "margin of the comparator: tr(PX) >= gap on positive instances, or a violation is charged"),     \
      OPTION_ABOVE(                                                                                                 \
          labelled_rows, margin, ABSENT, 0, 1e7,                                                                    \
          "l1 margins: u has the least sum of [margin - y <u,x>]_+; absent: the largest margin, which must be "     \
          "positive")

/* Rows of rules. */
#define LABELLED_RULES                                                 \
  RULE_WITH(labelled_rows, rank, comparator, LABELLED_CLASS_SUBSPACE), \
      RULE_WITH(labelled_rows, gap_low, comparator, LABELLED_CLASS_SUBSPACE)

/* Rows of dense numbers, as dyads or vectors. */
typedef enum dense_instances { DENSE_DYAD, DENSE_VECTOR } dense_instances;
typedef struct dense_options {
  dense_instances instances;
  bool centre;
} dense_options;
/* After values and labels are set: centring and lengths, as the options say. */
status dense_rows_finish(file_rows *rows, const dense_options *asked);

/* Rows for parameter tables: member is a dense_options of the type. */
#define DENSE_ROWS_PARAMETERS(type, member)                                    \
  OPTION_CHOICE_AS("instances", type, member.instances, "dyad", "dyad vector", \
                   "x x^T with |x| = 1, or diag(x) with entries in [0,1]"),    \
      OPTION_FLAG_AS("centre", type, member.centre, "false",                   \
                     "dyads: subtract the mean of all rows first (known in hindsight only)")
