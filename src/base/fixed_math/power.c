#include "base/fixed_math.h"
#include "base/fixed_math/twofold_exponential.h"
#include "base/fixed_math/twofold_logarithm.h"
#include <stdbool.h>

/* x^y of x > 0, neither end infinite: y ln x errs by 2^-67 |y ln x| < 2^-57, so that the result is within 0.6 ulp. */
static double power(double x, double y) {
  const twofold logarithm = twofold_logarithm((twofold){x, 0.0}, 0);
  const double about = y * logarithm.high;
  if (!(fabs(about) < 1000.0)) return about > 0.0 ? INFINITY : 0.0;
  if (fabs(about) < 0x1p-60) return 1.0;
  int k;
  const twofold product = exact_product(y, logarithm.high);
  const twofold value = twofold_exponential((twofold){product.high, product.low + y * logarithm.low}, &k);
  return twofold_scaled(value, k);
}

/* The cases of C11, F.10.4.4. */
double fixed_pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (isnan(x) || isnan(y)) return isnan(x) ? x : y;
  const double size = fabs(x);
  if (isinf(y)) return size == 1.0 ? 1.0 : (size > 1.0) == (y > 0.0) ? INFINITY : 0.0;
  const bool is_whole = floor(y) == y, is_odd = is_whole && floor(0.5 * y) != 0.5 * y;
  if (x < 0.0 && !is_whole && !isinf(x)) return NAN;
  const double value = size == 0.0 || isinf(size) ? ((size == 0.0) == (y < 0.0) ? INFINITY : 0.0) : power(size, y);
  return is_odd ? copysign(value, x) : value;
}

/* The operator `^` of scenarios is inside Lua's virtual machine, which calls pow() of the C library; that picks variants by CPU and changes last
 * digits. So this file defines pow(): the dynamic linker resolves the symbol for the shared Lua library (and for GSL) from the program first.
 * (Lua squares by itself: x^2 is x*x.) */
double pow(double x, double y) {
  return fixed_pow(x, y);
}
