#include "problems/rows/labelled_comparator.h"

#include <math.h>

#include "base/state.h"

bool labelled_margin_wanted(const options *values) {
  return option_is(values, "comparator", "l1_margin") || option_is(values, "comparator", "l1_margin_signed") ||
         option_is(values, "comparator", "l2_margin");
}

static margin_kind kind_of(const options *values) {
  return option_is(values, "comparator", "l2_margin")   ? MARGIN_L2
         : option_is(values, "comparator", "l1_margin") ? MARGIN_L1
                                                        : MARGIN_L1_SIGNED;
}

/* Refuses options of other comparators. */
static status check_needless(const options *values) {
  const char *who = option_who(values), *name = option_text(values, "comparator");
  const bool subspace = option_is(values, "comparator", "class_subspace"), margin = labelled_margin_wanted(values);
  static const char *const of_subspaces[] = {"rank", "gap_low"};
  for (size_t i = 0; i < 2 && !subspace; i++) {
    if (option_explicit(values, of_subspaces[i])) {
      return FAIL(STATUS_INVALID, "%s: %s has no effect without comparator = \"class_subspace\"", who, of_subspaces[i]);
    }
  }
  if (margin && option_explicit(values, "gap")) {
    return FAIL(STATUS_INVALID, "%s: gap has no effect with comparator = \"%s\": use margin", who, name);
  }
  if (option_given(values, "margin") && (!margin || kind_of(values) == MARGIN_L2)) {
    return FAIL(STATUS_INVALID, "%s: margin has no effect without comparator = \"l1_margin\" or \"l1_margin_signed\"",
                who);
  }
  return STATUS_OK;
}

static status check_margin(const options *values, bool dyads, double *gap_low, double *gap_high) {
  const char *who = option_who(values), *name = option_text(values, "comparator");
  if (dyads) return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" needs instances = \"vector\"", who, name);
  const status code = margin_available(kind_of(values));
  if (code != STATUS_OK) return status_context(code, "%s: comparator = \"%s\"", who, name);
  if (!option_given(values, "margin")) return STATUS_OK;
  *gap_high = option_number(values, "margin");
  *gap_low = -*gap_high;
  return STATUS_OK;
}

static status check_subspace(const options *values, size_t n, size_t positive, bool dyads, double *gap_low,
                             double *gap_high) {
  const char *who = option_who(values);
  if (!dyads) return FAIL(STATUS_INVALID, "%s: comparator = \"class_subspace\" needs instances = \"dyad\"", who);
  if (!option_given(values, "rank")) {
    return FAIL(STATUS_INVALID, "%s: rank is missing: comparator = \"class_subspace\" needs it", who);
  }
  const size_t most = n < positive ? n : positive;
  if (option_count(values, "rank") > most) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most %zu, the smaller of n and the number of positive rows",
                who, option_count(values, "rank"), most);
  }
  *gap_low = option_number(values, "gap_low");
  *gap_high = option_number(values, "gap");
  if (*gap_low < *gap_high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: gap_low = %g must be below gap = %g", who, *gap_low, *gap_high);
}

status labelled_comparator_check(const options *values, size_t n, size_t positive, bool dyads, double *gap_low,
                                 double *gap_high) {
  TRY(check_needless(values));
  if (labelled_margin_wanted(values)) return check_margin(values, dyads, gap_low, gap_high);
  if (!option_is(values, "comparator", "class_subspace")) return STATUS_OK;
  return check_subspace(values, n, positive, dyads, gap_low, gap_high);
}

status labelled_margin(const labelled_vectors *vectors, const options *values, comparator **out, double *gap_low,
                       double *gap_high, margin_found *found) {
  const double margin = option_number_or(values, "margin", NAN);
  const status code = margin_comparator(vectors, kind_of(values), margin, out, gap_high, found);
  if (code != STATUS_OK)
    return status_context(code, "%s: comparator = \"%s\"", option_who(values), option_text(values, "comparator"));
  *gap_low = -*gap_high;
  return STATUS_OK;
}

status labelled_margin_notes(const margin_found *found, cJSON *notes) {
  if (found->distinct == 0) return STATUS_OK;
  TRY(state_add_count(notes, "distinct labelled rows", found->distinct));
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"margin of the comparator", found->margin},
                 {"no margin above", found->most},
                 {"hinge sum of the comparator", found->hinge},
                 {"no hinge sum below", found->least}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (!isnan(numbers[i].value)) TRY(state_add_number(notes, numbers[i].name, numbers[i].value));
  }
  return STATUS_OK;
}
