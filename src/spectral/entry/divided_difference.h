/* (e^u - e^v)/(u - v), for second derivatives of tr exp (Daleckii and Krein 1965). */
#pragma once

#include <math.h>

/* From u, v and their exponentials, or e^c times these; accurate to 1e-8, which is enough for derivatives. */
static inline double divided_difference(double u, double v, double exp_u, double exp_v) {
  const double gap = u - v;
  return fabs(gap) > 1e-5 ? (exp_u - exp_v) / gap : 0.5 * (exp_u + exp_v);
}
