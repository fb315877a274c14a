#include "comparators/schur_horn.h"
#include "base/memory.h"
#include "linalg/pairwise_sum.h"

typedef struct columns {
  size_t n, r;
  double *frame;  /* r x n */
  double *length; /* n: squared lengths of the columns, now */
} columns;

static double inner(const columns *all, size_t i, size_t j) {
  double sum = 0.0;
  for (size_t l = 0; l < all->r; l++) sum += all->frame[l * all->n + i] * all->frame[l * all->n + j];
  return sum;
}

/* Rotates columns i and j so that column i has the squared length `wanted`, which lies between those of the two:
 * tan = t with (d_j - wanted) t^2 + 2 <c_i,c_j> t - (wanted - d_i) = 0. */
static void rotate(columns *all, size_t i, size_t j, double wanted) {
  const double dot = inner(all, i, j), up = wanted - all->length[i], down = all->length[j] - wanted;
  if (up == 0.0) return;
  const double root = sqrt(fmax(0.0, dot * dot + up * down));
  const double t = up / (dot + (dot < 0.0 ? -root : root)), cosine = 1.0 / sqrt(1.0 + t * t), sine = t * cosine;
  for (size_t l = 0; l < all->r; l++) {
    double *row = all->frame + l * all->n;
    const double a = row[i], b = row[j];
    row[i] = cosine * a + sine * b;
    row[j] = cosine * b - sine * a;
  }
  const double sum = all->length[i] + all->length[j];
  all->length[i] = wanted;
  all->length[j] = sum - wanted;
}

typedef struct ranked {
  double value;
  size_t place;
} ranked;

static int larger_first(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value > y->value ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* The r columns with the largest d start as unit vectors, the others as 0. A column that is too long gives to one that is too short,
 * until one of the two is right: its d lies between their lengths, because d of a unit column is at least that of any other. */
static void give_and_take(columns *all, const double *diagonal, const ranked *order) {
  for (size_t q = 0; q < all->r; q++) {
    all->frame[q * all->n + order[q].place] = 1.0;
    all->length[order[q].place] = 1.0;
  }
  size_t giver = 0, taker = all->r;
  while (giver < all->r && taker < all->n) {
    const size_t i = order[taker].place, j = order[giver].place;
    const double missing = diagonal[i] - all->length[i], spare = all->length[j] - diagonal[j];
    if (missing <= spare) {
      rotate(all, i, j, diagonal[i]);
      taker++;
    } else {
      rotate(all, j, i, diagonal[j]);
      giver++;
    }
  }
}

status schur_horn_frame(size_t n, size_t r, const double *diagonal, double *frame) {
  FREED double *length = NULL;
  FREED ranked *order = NULL;
  const double sum = pairwise_sum(n, diagonal);
  if (r > n || !(fabs(sum - (double)r) <= 1e-9 * (double)r)) {
    return FAIL(STATUS_INVALID, "no projection of rank %zu has a diagonal of sum %.17g", r, sum);
  }
  memset(frame, 0, r * n * sizeof *frame);
  TRY(NEW_ARRAY(n, length));
  TRY(NEW_ARRAY(n, order));
  for (size_t i = 0; i < n; i++) {
    if (!(diagonal[i] >= 0.0 && diagonal[i] <= 1.0 + 1e-12)) {
      return FAIL(STATUS_INVALID, "no projection has %.17g on its diagonal", diagonal[i]);
    }
    order[i] = (ranked){diagonal[i], i};
  }
  qsort(order, n, sizeof *order, larger_first);
  give_and_take(&(columns){.n = n, .r = r, .frame = frame, .length = length}, diagonal, order);
  return STATUS_OK;
}
