/* The secular equation on any numbers: refused, or values in order and vectors that are orthonormal and solve the eigenproblem. The first
 * byte is the order; then come rho, d and z, as doubles in the machine's form, repeated when they are used up. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "linalg/eigen/secular.h"

enum { MOST = 24 };

static double number(const uint8_t *data, size_t size, size_t i) {
  double value = 0.0;
  if (size < sizeof value) return value;
  memcpy(&value, data + i % (size / sizeof value) * sizeof value, sizeof value);
  return value;
}

/* |(diag(d) + rho z z^T) v - value v| <= room, in long double */
static bool solves(size_t n, const double *d, double rho, const double *z, double value, const double *v, double room) {
  long double inner = 0.0L, square = 0.0L;
  for (size_t i = 0; i < n; i++) inner += (long double)z[i] * v[i];
  for (size_t i = 0; i < n; i++) {
    const long double entry = ((long double)d[i] - value) * v[i] + (long double)rho * inner * z[i];
    square += entry * entry;
  }
  return sqrtl(square) <= room;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  double d[MOST], z[MOST], values[MOST], vectors[MOST * MOST], largest = 0.0, square = 0.0;
  secular *s = NULL;
  if (size == 0) return 0;
  const size_t n = 1 + data[0] % MOST;
  const double rho = number(data + 1, size - 1, 0);
  for (size_t i = 0; i < n; i++) {
    d[i] = number(data + 1, size - 1, 1 + 2 * i);
    z[i] = number(data + 1, size - 1, 2 + 2 * i);
    largest = fmax(largest, fabs(d[i]));
    square += z[i] * z[i];
  }
  if (secular_new(n, &s) != STATUS_OK) abort();
  const bool solved = secular_solve(s, n, d, rho, z, values, vectors);
  secular_free(s);
  if (!solved) return 0;
  const double room = 64.0 * DBL_EPSILON * fmax(largest, fabs(rho) * square) + DBL_MIN;
  for (size_t l = 0; l < n; l++) {
    if (!isfinite(values[l]) || (l > 0 && values[l] < values[l - 1])) abort();
    if (!solves(n, d, rho, z, values[l], vectors + l * n, room)) abort();
    for (size_t m = 0; m <= l; m++) {
      long double inner = l == m ? -1.0L : 0.0L;
      for (size_t i = 0; i < n; i++) inner += (long double)vectors[l * n + i] * vectors[m * n + i];
      if (!(fabsl(inner) <= 64.0L * DBL_EPSILON)) abort();
    }
  }
  return 0;
}
