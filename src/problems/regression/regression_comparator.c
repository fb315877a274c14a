#include "problems/regression/regression_comparator.h"

#include "hindsight/square_loss/regression_fit.h"

bool regression_hindsight_wanted(const options *values) {
  return option_is(values, "comparator", "least_squares") || option_is(values, "comparator", "simplex") ||
         option_is(values, "comparator", "l1_ball");
}

status regression_comparator_check(const options *values) {
  const bool ball = option_is(values, "comparator", "l1_ball");
  if (ball == option_given(values, "radius")) return STATUS_OK;
  return ball ? FAIL(STATUS_INVALID, "%s: radius is missing: comparator = \"l1_ball\" needs it", option_who(values))
              : FAIL(STATUS_INVALID, "%s: radius has no effect without comparator = \"l1_ball\"", option_who(values));
}

status regression_comparator_fit(const options *values, size_t n, size_t count, const instance *x, const double *y,
                                 comparator **out) {
  const regression_class kind = option_is(values, "comparator", "least_squares") ? REGRESSION_LEAST_SQUARES
                                : option_is(values, "comparator", "simplex")     ? REGRESSION_SIMPLEX
                                                                                 : REGRESSION_L1_BALL;
  const double radius = kind == REGRESSION_L1_BALL ? option_number(values, "radius") : 1.0;
  const status code = comparator_regression_fit(kind, radius, n, count, x, y, out);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: comparator", option_who(values));
}
