/* Small dense matrices by their definitions, for tests: no code is shared with the library's but for random numbers. */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

static inline void dense_multiply(size_t n, const long double *a, const long double *b, long double *c) {
  memset(c, 0, n * n * sizeof *c);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < n; k++) {
      for (size_t j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
}

/* out = exp(a): Taylor's series of a / 2^s, squared s times, with 64 bits. */
static inline void dense_exponential_wide(size_t n, const long double *a, long double *out) {
  const size_t square = n * n;
  long double *base = malloc(3 * square * sizeof *base), *term = base + square, *next = term + square, norm = 0;
  for (size_t i = 0; i < n; i++) {
    long double row = 0;
    for (size_t j = 0; j < n; j++) row += fabsl(a[i * n + j]);
    norm = row > norm ? row : norm;
  }
  int halvings = 0;
  for (; norm > 0.5L; norm *= 0.5L) halvings++;
  for (size_t i = 0; i < square; i++) base[i] = ldexpl(a[i], -halvings);
  for (size_t i = 0; i < square; i++) out[i] = term[i] = i % (n + 1) == 0 ? 1.0L : 0.0L;
  for (int k = 1; k <= 22; k++) {
    dense_multiply(n, term, base, next);
    for (size_t i = 0; i < square; i++) out[i] += term[i] = next[i] / k;
  }
  for (int k = 0; k < halvings; k++) {
    dense_multiply(n, out, out, next);
    memcpy(out, next, square * sizeof *out);
  }
  free(base);
}

/* The same, rounded. */
static inline void dense_exponential(size_t n, const double *a, double *out) {
  if (n == 0) return;
  const size_t square = n * n;
  long double *wide = calloc(2 * square, sizeof *wide), *grown = wide + square;
  for (size_t i = 0; i < square; i++) wide[i] = a[i];
  dense_exponential_wide(n, wide, grown);
  for (size_t i = 0; i < square; i++) out[i] = (double)grown[i];
  free(wide);
}

/* a of order n, symmetric: size times Gaussians, row by row up to the diagonal. */
static inline void dense_draw(random_stream *stream, size_t n, double size, double *a) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = size * random_gaussian(stream);
  }
}

static inline double dense_inner(size_t count, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

static inline double dense_trace(size_t n, const double *a) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i * n + i];
  return sum;
}

/* One of Jacobi's rotations of symmetric a, and of the columns of v. */
static inline void dense_rotate(size_t n, double *a, double *v, size_t p, size_t q) {
  if (a[p * n + q] == 0) return;
  const double angle = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  const double t = (angle >= 0 ? 1 : -1) / (fabs(angle) + sqrt(angle * angle + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
  for (size_t k = 0; k < n; k++) {
    const double kp = a[k * n + p], kq = a[k * n + q], vp = v[k * n + p], vq = v[k * n + q];
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
    v[k * n + p] = c * vp - s * vq;
    v[k * n + q] = s * vp + c * vq;
  }
  for (size_t k = 0; k < n; k++) {
    const double pk = a[p * n + k], qk = a[q * n + k];
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
  }
}

/* Eigenvalues of symmetric a, in no order, by Jacobi's rotations; eigenvectors in the columns of `vectors` unless NULL. */
static inline void dense_eigenvalues(size_t n, const double *a, double *values, double *vectors) {
  if (n == 0) return;
  double *work = malloc(2 * n * n * sizeof *work), *v = work + n * n;
  memcpy(work, a, n * n * sizeof *work);
  for (size_t i = 0; i < n * n; i++) v[i] = i % (n + 1) == 0 ? 1 : 0;
  for (int sweep = 0; sweep < 30; sweep++) {
    for (size_t p = 0; p < n; p++) {
      for (size_t q = p + 1; q < n; q++) dense_rotate(n, work, v, p, q);
    }
  }
  for (size_t i = 0; i < n; i++) values[i] = work[i * n + i];
  if (vectors != NULL) memcpy(vectors, v, n * n * sizeof *v);
  free(work);
}
