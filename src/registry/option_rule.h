/* What the options of a member must be to each other, as rows of data. A row names options by their places in the member's struct:
 *
 *   static const option_rule rules[] = {
 *       RULE_AT_MOST(disjunction, r, n),                       r = 70 must be at most n = 64
 *       RULE_BELOW(planted, gap_low, gap),                     gap_low = 1 must be below gap = 0.5
 *       RULE_AT_MOST_ORDER(winnow, r),                         r = 70 must be at most n = 64, the order of the instances
 *       RULE_LIMIT(disjunction, n, 4096, form, FORM_MATRIX),   n = 5000 must be at most 4096 with form = matrix
 *       RULE_WITHOUT(winnow, w0, normalize, WINNOW_TRACE),     w0 has no effect with normalize = "trace": leave it out
 *       RULE_WITH(labelled, rank, comparator, CLASS_SUBSPACE), rank has no effect without comparator = "class_subspace"
 *       RULE_NEEDS(planted, m, form, FORM_RECTANGULAR),        m needs form = "rectangular"
 *       RULE_ALONE(winnow, hinge, eta),                        hinge has no effect with a given eta: leave one of them out
 *   };
 *
 * Numbers that are absent break no rule. An option that is given as its default counts as not given. Rows of options that the member's table
 * does not have say nothing. */
#pragma once

#include "registry/parameter.h"

typedef enum option_rule_kind {
  OPTION_AT_MOST,
  OPTION_BELOW,
  OPTION_AT_MOST_ORDER,
  OPTION_LIMIT,
  OPTION_WITHOUT,
  OPTION_WITH,
  OPTION_NEEDS,
  OPTION_ALONE
} option_rule_kind;

typedef struct option_rule {
  option_rule_kind kind;
  size_t option, other; /* places; other: the larger number, or the choice */
  unsigned word;        /* of the choice */
  double limit;
} option_rule;

#define RULE_AT_MOST(type, small, large) \
  { OPTION_AT_MOST, PLACE(type, small), PLACE(type, large), 0, 0 }
#define RULE_BELOW(type, small, large) \
  { OPTION_BELOW, PLACE(type, small), PLACE(type, large), 0, 0 }
#define RULE_AT_MOST_ORDER(type, small) \
  { OPTION_AT_MOST_ORDER, PLACE(type, small), 0, 0, 0 }
#define RULE_LIMIT(type, small, limit, choice, word) \
  { OPTION_LIMIT, PLACE(type, small), PLACE(type, choice), (word), (limit) }
#define RULE_WITHOUT(type, option, choice, word) \
  { OPTION_WITHOUT, PLACE(type, option), PLACE(type, choice), (word), 0 }
#define RULE_WITH(type, option, choice, word) \
  { OPTION_WITH, PLACE(type, option), PLACE(type, choice), (word), 0 }
#define RULE_NEEDS(type, option, choice, word) \
  { OPTION_NEEDS, PLACE(type, option), PLACE(type, choice), (word), 0 }
#define RULE_ALONE(type, option, other) \
  { OPTION_ALONE, PLACE(type, option), PLACE(type, other), 0, 0 }

/* Checks the rules in their order on the struct `self` that the options were written into. order: of the instances, for AT_MOST_ORDER.
 * STATUS_INVALID "WHO: ..." as above. */
status option_rules_check(const options *values, const option_rule *rules, size_t count, const void *self,
                          size_t order);

/* STATUS_INVALID "WHO: OPTION has no effect WHY" for the first of these places whose option is given. */
status options_needless(const options *values, size_t count, const size_t *places, const char *why);
