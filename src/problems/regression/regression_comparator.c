#include "problems/regression/regression_comparator.h"

status regression_comparator_check(const char *who, bool ball, double radius) {
  if (!ball || !isnan(radius)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: radius is missing: comparator = \"l1_ball\" needs it", who);
}

status regression_comparator_fit(const char *who, regression_class kind, double radius, size_t n, size_t count,
                                 const instance *x, const double *y, comparator **out) {
  const double within = kind == REGRESSION_L1_BALL ? radius : 1.0;
  return status_context(comparator_regression_fit(kind, within, n, count, x, y, out), "%s: comparator", who);
}
