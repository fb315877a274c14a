#include "learners/winnow/doubling_guesses.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "learners/winnow/winnow_tuning.h"

double doubling_bound(size_t n, size_t r, size_t tuned, double gap) {
  const double eta = winnow_rate(), rank = (double)r, start = (double)tuned;
  const double potential = rank * fixed_log((double)n / start) + start - rank;
  return potential / winnow_progress(eta, winnow_threshold(eta, gap), 0.0, gap);
}

/* The potential is linear in r: largest at one of the ends. */
static double largest_bound(size_t n, size_t tuned, double gap) {
  return fmax(doubling_bound(n, 1, tuned, gap), doubling_bound(n, tuned, tuned, gap));
}

static int compare(const void *left, const void *right) {
  const doubling_guess *a = left, *b = right;
  if (a->bound != b->bound) return a->bound < b->bound ? -1 : 1;
  if (a->gap != b->gap) return a->gap > b->gap ? -1 : 1;
  return a->r < b->r ? -1 : a->r > b->r;
}

size_t doubling_guesses(size_t n, double first_gap, double least_gap, doubling_guess *guesses) {
  size_t count = 0;
  double gap = first_gap;
  while (gap >= least_gap) {
    bool last = false;
    for (size_t r = 1; !last && count < DOUBLING_GUESSES; r *= 2) {
      last = r >= n;
      const size_t rank = last ? n : r;
      guesses[count++] = (doubling_guess){rank, gap, largest_bound(n, rank, gap)};
    }
    gap /= 2.0;
  }
  qsort(guesses, count, sizeof *guesses, compare);
  return count;
}
