#include "bounds/batch/compression.h"
#include "base/fixed_math.h"
#include <math.h>

enum { HALVINGS = 200 }; /* more than the doubles between 0 and 1 need */

/* ln C(m,k), k <= m; time O(k) */
static double log_binomial(size_t m, size_t k) {
  double sum = 0.0;
  for (size_t i = 1; i <= k; i++) sum += fixed_log((double)(m - k + i) / (double)i);
  return sum;
}

/* ln of the sum over i = 0..most of C(m,i) q^(m-i), q = 1 - eps: the largest term is taken out. */
static double log_tail(size_t m, size_t most, double eps) {
  const double log_q = fixed_log1p(-eps);
  double choices = 0.0, largest = -INFINITY, sum = 0.0;
  for (size_t i = 0; i <= most; i++) {
    if (i > 0) choices += fixed_log((double)(m - i + 1) / (double)i);
    const double term = choices + (double)(m - i) * log_q;
    if (term > largest) {
      sum = sum * fixed_exp(largest - term) + 1.0;
      largest = term;
    } else {
      sum += fixed_exp(term - largest);
    }
  }
  return largest + fixed_log(sum);
}

double compression_error_root(size_t m, size_t most, double delta) {
  double low = 0.0, high = 1.0; /* the sum falls from at least 1 to 0 */
  if (most >= m) return 1.0;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    if (log_tail(m, most, middle) > fixed_log(delta)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

double compression_error_closed(size_t m, size_t most, double delta) {
  const double size = (double)m, kept = (double)most;
  if (most >= m) return 1.0;
  if (most == 0) return -fixed_log(delta) / size;
  return (kept * (1.0 + fixed_log(size / kept)) - fixed_log(delta)) / (size - kept);
}

double compression_error_kept(size_t m, size_t kept, size_t most, double delta) {
  if (kept >= m) return 1.0;
  const double choices = fixed_log((double)most + 1.0) + log_binomial(m, kept);
  return -fixed_expm1((fixed_log(delta) - choices) / (double)(m - kept));
}

/* D(q || p), 0 < p < q < 1 */
static double divergence(double q, double p) {
  return q * fixed_log(q / p) + (1.0 - q) * fixed_log((1.0 - q) / (1.0 - p));
}

double frequency_deviation(size_t count, double p, double failure) {
  const double needed = -fixed_log(failure) / (double)count;
  double low = p, high = 1.0;
  if (!(p > 0.0 && p < 1.0)) return 0.0;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    if (divergence(middle, p) < needed) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high - p;
}
