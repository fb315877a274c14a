#include "linalg/eigen/secular.h"
#include "base/arena.h"
#include "linalg/kernels.h"
#include "linalg/pair.h"
#include <float.h>

static const double LARGEST = 0x1p300; /* of |d| and |rho z z^T|; the smallest is its inverse */
static const double AGREEMENT = 1e-12; /* of zhat with z */
enum { ITERATIONS = 200 };             /* four or five are usual */

/* Sorted: d ascending (that of -A for rho < 0), z of norm 1. The m that remain after deflation are `pole`, `weight` (z)
 * and `square` (z^2), at the sorted places `kept`, which are `column` of the caller. Root j is pole[origin[j]] + mu[j]. */
struct secular {
  size_t *order, *kept, *column, *origin, *root, *rank; /* root[kept[j]] = j, else m */
  double *d, *z, *pole, *weight, *square, *mu, *found;
  secular_turn *turn; /* of the caller's columns */
  size_t turns, m;
  double strength; /* |rho| |z|^2 */
  arena memory;    /* of the arrays */
};

void secular_free(secular *s) {
  if (s == NULL) return;
  arena_free(&s->memory);
  free(s);
}

status secular_new(size_t largest, secular **out) {
  CLEANUP(secular_free_at) secular *s = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, s));
  size_t **const counts[] = {&s->order, &s->kept, &s->column, &s->origin, &s->root, &s->rank};
  double **const numbers[] = {&s->d, &s->z, &s->pole, &s->weight, &s->square, &s->mu, &s->found};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) TRY(ARENA_ARRAY(&s->memory, largest, *counts[i]));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) TRY(ARENA_ARRAY(&s->memory, largest, *numbers[i]));
  TRY(ARENA_ARRAY(&s->memory, largest, s->turn));
  return HAND_OVER(s, *out);
}

/* order = the indices of x, ascending, ties by index: quick where x is nearly sorted. */
static void sort_ascending(size_t n, const double *x, size_t *order) {
  for (size_t i = 0; i < n; i++) {
    size_t at = i;
    for (; at > 0 && x[order[at - 1]] > x[i]; at--) order[at] = order[at - 1];
    order[at] = i;
  }
}

/* Sorts and scales. Returns false for numbers out of range. */
static bool prepare(secular *s, size_t n, const double *d, double rho, const double *z) {
  const double sign = rho < 0.0 ? -1.0 : 1.0, norm = kernel_norm(n, z);
  s->strength = fabs(rho) * norm * norm;
  double size = s->strength;
  for (size_t i = 0; i < n; i++) {
    if (!(fabs(d[i]) <= LARGEST)) return false;
    s->found[i] = sign * d[i];
    size = fmax(size, fabs(d[i]));
  }
  if (!(s->strength <= LARGEST && norm <= LARGEST)) return false;
  if (s->strength > 0.0 && !(size >= 1.0 / LARGEST && norm >= 1.0 / LARGEST)) return false;
  sort_ascending(n, s->found, s->order);
  for (size_t i = 0; i < n; i++) {
    s->d[i] = s->found[s->order[i]];
    s->z[i] = norm > 0.0 ? z[s->order[i]] / norm : 0.0;
  }
  return true;
}

/* Neither overflows: z has norm 1. */
static double root_of_squares(double x, double y) {
  return sqrt(x * x + y * y);
}

/* Makes z[low] = 0 by a rotation of the two entries. What it puts beside the diagonal, (d_high - d_low) c s, is dropped.
 * Returns false if that is more than a rounding error. */
static bool join_poles(secular *s, size_t low, size_t high, double tolerance) {
  const double length = root_of_squares(s->z[low], s->z[high]), c = s->z[high] / length, sine = -s->z[low] / length;
  const double near = s->d[low], far = s->d[high];
  if (!(fabs((far - near) * c * sine) <= tolerance)) return false;
  s->z[low] = 0.0;
  s->z[high] = length;
  s->d[low] = near + (far - near) * (sine * sine); /* c^2 + sine^2 = 1: equal ones stay equal, and the order stays */
  s->d[high] = far - (far - near) * (sine * sine);
  s->turn[s->turns++] = (secular_turn){s->order[low], s->order[high], c, sine};
  return true;
}

static void deflate(secular *s, size_t n) {
  const double size = fmax(s->strength, fmax(fabs(s->d[0]), fabs(s->d[n - 1]))), tolerance = DBL_EPSILON * size;
  s->m = s->turns = 0;
  for (size_t i = 0; i < n; i++) {
    if (s->strength * fabs(s->z[i]) <= tolerance) continue;
    if (s->m > 0 && join_poles(s, s->kept[s->m - 1], i, tolerance)) s->m--;
    s->kept[s->m++] = i;
  }
  for (size_t i = 0; i < s->m; i++) {
    s->column[i] = s->order[s->kept[i]];
    s->pole[i] = s->d[s->kept[i]];
    s->weight[i] = s->z[s->kept[i]];
    s->square[i] = s->weight[i] * s->weight[i];
  }
}

/* ---- roots */

/* A half of the sum z_i^2 / (d_i - x), and its derivative; its terms have one sign. */
typedef struct half {
  double sum, slope;
} half;

static half half_sum(const secular *s, size_t from, size_t to, double origin, double mu) {
  const pair at = both(origin), shift = both(mu), one = both(1.0);
  pair sum = both(0.0), slope = both(0.0);
  size_t i = from;
  for (; i + 2 <= to; i += 2) {
    const pair inverse = one / ((load(s->pole + i) - at) - shift), term = load(s->square + i) * inverse;
    sum += term;
    slope += term * inverse;
  }
  half result = {sum[0] + sum[1], slope[0] + slope[1]};
  if (i < to) {
    const double inverse = 1.0 / ((s->pole[i] - origin) - mu), term = s->square[i] * inverse;
    result.sum += term;
    result.slope += term * inverse;
  }
  return result;
}

/* Where the root is: the function is < 0 at low and > 0 at high; 0 stands for the pole, until the root's other side was
 * seen. */
typedef struct bracket {
  double low, high;
} bracket;

/* A point inside: halfway in size, or far nearer to the pole. */
static double inside(bracket b) {
  const double sign = b.high > 0.0 ? 1.0 : -1.0, one = fabs(b.low), two = fabs(b.high);
  return one > 0.0 && two > 0.0 ? sign * sqrt(one) * sqrt(two) : 0x1p-10 * (b.low + b.high);
}

/* Of c x^2 - a x + b = 0, without cancellation: the root that tends to b/a with c -> 0, */
static double near_root(double a, double b, double c) {
  const double root = sqrt(fabs(a * a - 4.0 * b * c));
  return a <= 0.0 ? (a - root) / (2.0 * c) : 2.0 * b / (a + root);
}

/* and the other one. */
static double far_root(double a, double b, double c) {
  const double root = sqrt(fabs(a * a - 4.0 * b * c));
  return a >= 0.0 ? (a + root) / (2.0 * c) : 2.0 * b / (a - root);
}

/* The secular function at pole[origin] + mu: halves below and from `split` on. */
typedef struct point {
  half left, right;
  double value, size; /* of the sum, and of its terms */
} point;

static point evaluate(const secular *s, size_t split, size_t origin, double mu) {
  point at = {half_sum(s, 0, split, s->pole[origin], mu), half_sum(s, split, s->m, s->pole[origin], mu), 0.0, 0.0};
  at.value = (1.0 / s->strength + at.left.sum) + at.right.sum;
  at.size = (1.0 / s->strength + fabs(at.left.sum)) + fabs(at.right.sum);
  return at;
}

/* The step of the middle way: to the zero of c + p/(a - x) + q/(b - x), whose poles a and b lie beside `split` and whose
 * terms have the value and the derivative of one half each. The last root lies beyond both poles. */
static double middle_way(const secular *s, const point *at, size_t split, size_t origin, double mu, bool last) {
  const double left = (s->pole[split - 1] - s->pole[origin]) - mu, right = (s->pole[split] - s->pole[origin]) - mu;
  const double a = (left + right) * at->value - left * right * (at->left.slope + at->right.slope);
  const double b = left * right * at->value;
  const double c = at->value - left * at->left.slope - right * at->right.slope;
  return last ? far_root(a, b, fabs(c)) : near_root(a, b, c);
}

/* The zero of the rational function that has the two nearest terms as they are and the value of the others halfway. */
static double first_guess(const secular *s, size_t j, double gap, const point *halfway) {
  const double p = s->square[j], q = s->square[j + 1], rest = halfway->value + (p - q) / (0.5 * gap);
  if (s->origin[j] == j) return near_root(rest * gap + p + q, p * gap, rest);
  return -near_root(p + q - rest * gap, q * gap, -rest);
}

/* Sets origin[j] and mu[j]. Returns false if that does not converge. */
static bool find_root(secular *s, size_t j, double squares) {
  const bool last = j + 1 == s->m;
  const size_t split = last ? j : j + 1;
  const double gap = last ? s->strength * squares : s->pole[j + 1] - s->pole[j];
  bracket b = {0.0, gap};
  double mu = gap, before = INFINITY;
  s->origin[j] = j;
  if (split > 0) {
    mu = 0.5 * gap;
    const point halfway = evaluate(s, split, j, mu);
    if (!last && halfway.value < 0.0) s->origin[j] = j + 1;
    if (!last) b = s->origin[j] == j ? (bracket){0.0, mu} : (bracket){-mu, 0.0};
    if (!last) mu = first_guess(s, j, gap, &halfway);
    if (!(mu > b.low && mu < b.high)) mu = inside(b);
  }
  s->mu[j] = mu;
  for (size_t i = 0; split > 0 && i < ITERATIONS; i++) {
    const point at = evaluate(s, split, s->origin[j], mu);
    const double size = fabs(at.value), room = DBL_EPSILON * at.size;
    s->mu[j] = mu;
    if (size <= room || (size <= (1.0 + 0.25 * (double)s->m) * room && size > 0.5 * before)) return true;
    if (at.value < 0.0) b.low = mu;
    if (at.value > 0.0) b.high = mu;
    double next = mu + middle_way(s, &at, split, s->origin[j], mu, last);
    if (next == mu) return true;
    if (!(next > b.low && next < b.high) || (i > 5 && size > 0.1 * before)) next = inside(b);
    if (!(next > b.low && next < b.high)) return true; /* the bracket holds no other number */
    mu = next;
    before = size;
  }
  return split == 0;
}

/* ---- vectors */

/* weight <- zhat, with the signs of z. */
static bool recompute_weights(secular *s) {
  const size_t m = s->m;
  double *product = s->found, difference = 0.0;
  for (size_t i = 0; i < m; i++) product[i] = 1.0;
  for (size_t j = 0; j < m; j++) {
    const double origin = s->pole[s->origin[j]], mu = s->mu[j];
    const bool last = j + 1 == m;
    for (size_t i = 0; i <= j; i++) {
      const double distance = (s->pole[i] - origin) - mu;
      product[i] *= -distance / (last ? s->strength : s->pole[j + 1] - s->pole[i]);
    }
    for (size_t i = j + 1; i < m; i++) product[i] *= ((s->pole[i] - origin) - mu) / (s->pole[i] - s->pole[j]);
  }
  for (size_t i = 0; i < m; i++) {
    const double value = copysign(sqrt(product[i]), s->weight[i]);
    difference = root_of_squares(difference, value - s->weight[i]);
    s->weight[i] = value;
  }
  return difference <= AGREEMENT;
}

void secular_vector(const secular *s, size_t root, double *entries) {
  const double origin = s->pole[s->origin[root]], mu = s->mu[root];
  for (size_t i = 0; i < s->m; i++) entries[i] = s->weight[i] / ((s->pole[i] - origin) - mu);
  const double norm = kernel_norm(s->m, entries);
  for (size_t i = 0; i < s->m; i++) entries[i] /= norm;
}

/* The vector of values[l] in the caller's coordinates. */
static void write_vector(secular *s, size_t n, size_t l, double *row) {
  size_t which = 0;
  memset(row, 0, n * sizeof *row);
  if (secular_is_root(s, l, &which)) {
    secular_vector(s, which, s->found);
    for (size_t i = 0; i < s->m; i++) row[s->column[i]] = s->found[i];
  } else {
    row[which] = 1.0;
  }
  for (size_t r = s->turns; r > 0; r--) {
    const secular_turn *g = &s->turn[r - 1];
    const double low = row[g->low], high = row[g->high];
    row[g->low] = g->c * low - g->s * high;
    row[g->high] = g->c * high + g->s * low;
  }
}

/* Puts the roots in the places of their poles in d. */
static bool find_roots(secular *s, size_t n) {
  double squares = 0.0;
  for (size_t i = 0; i < n; i++) s->root[i] = s->m;
  for (size_t i = 0; i < s->m; i++) squares += s->square[i];
  for (size_t j = 0; j < s->m; j++) {
    if (!find_root(s, j, squares)) return false;
    s->d[s->kept[j]] = s->pole[s->origin[j]] + s->mu[j];
    s->root[s->kept[j]] = j;
  }
  return true;
}

bool secular_values(secular *s, size_t n, const double *d, double rho, const double *z, double *values) {
  const double sign = rho < 0.0 ? -1.0 : 1.0;
  if (!prepare(s, n, d, rho, z)) return false;
  deflate(s, n);
  if (!find_roots(s, n) || !recompute_weights(s)) return false;
  for (size_t i = 0; i < n; i++) s->z[i] = sign * s->d[i];
  sort_ascending(n, s->z, s->rank);
  for (size_t l = 0; l < n; l++) values[l] = s->z[s->rank[l]];
  return true;
}

size_t secular_turns(const secular *s, const secular_turn **turns) {
  *turns = s->turn;
  return s->turns;
}

size_t secular_kept(const secular *s, const size_t **columns) {
  *columns = s->column;
  return s->m;
}

bool secular_is_root(const secular *s, size_t l, size_t *which) {
  const size_t place = s->rank[l], root = s->root[place];
  *which = root < s->m ? root : s->order[place];
  return root < s->m;
}

bool secular_solve(secular *s, size_t n, const double *d, double rho, const double *z, double *values,
                   double *vectors) {
  if (!secular_values(s, n, d, rho, z, values)) return false;
  for (size_t l = 0; l < n; l++) write_vector(s, n, l, vectors + l * n);
  return true;
}
