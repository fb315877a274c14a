#include "spectral/link.h"
#include "base/fixed_math.h"

const char *spectral_link_name(spectral_link link) {
  return link == LINK_EXP ? "exp" : link == LINK_SINH ? "sinh" : "identity";
}

double link_value(spectral_link link, double argument) {
  return link == LINK_EXP ? fixed_exp(argument) : argument;
}

double link_difference(spectral_link link, double base, double increment) {
  if (link == LINK_IDENTITY) return increment;
  /* Beyond 30 nothing cancels (e^-30 = 1e-13), and e^c may underflow where e^(c+s) does not. */
  if (increment > 30.0) return fixed_exp(base + increment) - fixed_exp(base);
  return fixed_exp(base) * fixed_expm1(increment);
}

status link_map(spectral_link link, double (*map)(void *context, double eigenvalue), void *context, double *argument) {
  const double before = link_value(link, *argument);
  const double after = map(context, before);
  if (after == before) return STATUS_OK;
  if (!isfinite(after) || (link == LINK_EXP && !(after > 0.0))) {
    return FAIL(STATUS_NUMERIC, "spectral parameter: eigenvalue %.17g was mapped to %.17g, expected a finite%s number",
                before, after, link == LINK_EXP ? " positive" : "");
  }
  *argument = link == LINK_EXP ? fixed_log(after) : after;
  return STATUS_OK;
}
