/* A certified lower bound for orders of many items. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "hindsight/linear_ordering/linear_ordering.h"

/* The smoothing |x| ~ huber(x) goes down from the mean modulus by these steps. */
enum { STAGES = 11 };
static const double pass_budget = 1.2e9; /* coordinate steps in all, whatever k */
enum { LEAST_PASSES = 3, MOST_PASSES = 150 };

typedef struct dual {
  size_t k;
  double *margin;   /* d' of i < j at i * k + j */
  double *multiple; /* t of the triples, in the order of the loops */
} dual;

static double clip(double x) {
  return x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x;
}

/* One majorised coordinate step on every t: the smoothed function has curvature at most 3 / width along it. */
static void pass(dual *d, double width) {
  const size_t k = d->k;
  const double third = width / 3.0, inverse = 1.0 / width;
  double *t = d->multiple;
  for (size_t i = 0; i < k; i++) {
    double *row_i = d->margin + i * k;
    for (size_t j = i + 1; j < k; j++) {
      double *row_j = d->margin + j * k;
      double ij = row_i[j];
      for (size_t l = j + 1; l < k; l++, t++) {
        const double slope = clip(ij * inverse) + clip(row_j[l] * inverse) - clip(row_i[l] * inverse);
        const double free = *t + third * slope;
        const double next = free > third ? free - third : free < -third ? free + third : 0.0;
        const double change = next - *t;
        *t = next;
        ij -= change;
        row_j[l] -= change;
        row_i[l] += change;
      }
      row_i[j] = ij;
    }
  }
}

/* The bound of the numbers t as they are: d' made anew, every sum charged with its rounding. */
static double value_of(dual *d, const double *excess) {
  const size_t k = d->k;
  const double *t = d->multiple;
  double multiples = 0.0, gained = 0.0, size = 0.0;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) d->margin[i * k + j] = excess[j * k + i] - excess[i * k + j];
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) {
      double of_pair = 0.0;
      for (size_t l = j + 1; l < k; l++, t++) {
        d->margin[i * k + j] -= *t;
        d->margin[j * k + l] -= *t;
        d->margin[i * k + l] += *t;
        of_pair += fabs(*t);
      }
      multiples += of_pair;
    }
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) {
      const double before = fabs(excess[j * k + i] - excess[i * k + j]);
      gained += before - fabs(d->margin[i * k + j]);
      size += before;
    }
  }
  /* no number is in more than k^2 / 2 + 2 k additions, whose results are at most size + 4 multiples */
  const double rounding = ((double)k * (double)k + 4.0 * (double)k) * DBL_EPSILON * (size + 4.0 * multiples);
  return 0.5 * (gained - multiples) - rounding;
}

static double mean_modulus(size_t k, const double *excess) {
  double sum = 0.0, count = 0.0;
  for (size_t e = 0; e < k * k; e++) {
    sum += excess[e];
    count += excess[e] > 0.0 ? 1.0 : 0.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

static int passes_of(size_t k) {
  const double triples = (double)k * (double)k * (double)k / 6.0;
  const double passes = pass_budget / (triples * STAGES);
  return passes < LEAST_PASSES ? LEAST_PASSES : passes > MOST_PASSES ? MOST_PASSES : (int)passes;
}

status ordering_bound(size_t k, const double *excess, double *least) {
  dual d = {.k = k};
  status code = STATUS_OK;
  double width = mean_modulus(k, excess);
  *least = 0.0;
  if (k < 3 || width <= 0.0) return STATUS_OK;
  CHECK(NEW_ARRAY(k * k, d.margin));
  CHECK(NEW_ARRAY(k * (k - 1) / 2 * (k - 2) / 3, d.multiple));
  (void)value_of(&d, excess);
  for (int stage = 0; stage < STAGES; stage++, width *= 0.5) {
    for (int p = passes_of(k); p > 0; p--) pass(&d, width);
    const double value = value_of(&d, excess);
    if (value > *least) *least = value;
  }
end:
  free(d.margin);
  free(d.multiple);
  return code;
}
