#include "hindsight/max_cut/max_cut_triangle_search.h"
#include "hindsight/max_cut/max_cut_descent.h"
#include "linalg/kernels.h"

enum {
  ROOM_PER_SIGN = 40,  /* triangles, as a multiple of n */
  ADDED_PER_SIGN = 5,  /* in a round, at most */
  STEPS_OF_ROUND = 40, /* of the descent */
  MOST_ROUNDS = 40,
  BINS = 128 /* of violations between LEAST_VIOLATION and 2 */
};
#define LEAST_VIOLATION 0.02
/* alpha as a multiple of |Q|_F / sqrt(n), the size of Q's eigenvalues */
#define FIRST_ALPHA 1e-2
#define LAST_ALPHA 1e-4
#define NEXT_ALPHA 0.5
#define FIRST_ALPHA_AGAIN 1e-3 /* starting from the duals of a problem with one sign more */
#define TOLERANCE 0.02         /* of the entries of X */
#define LEAST_PROGRESS 0.1

typedef uint64_t triangle_key;

struct triangle_search {
  size_t largest, room;
  dual_space *space;
  descent *descent;
  double *point, *gradient;
  triangle_key *keys; /* keys of the duals' triangles, ascending */
  sign_duals best;
  /* of the run */
  const sign_problem *problem;
  sign_duals *duals;
  double alpha, enough, *work;
  arena memory; /* of the arrays */
};

status triangle_search_new(size_t largest, triangle_search **out) {
  CLEANUP(triangle_search_free_at) triangle_search *search = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, search));
  search->largest = largest;
  search->room = ROOM_PER_SIGN * largest;
  TRY(dual_space_new(&search->memory, largest, &search->space));
  TRY(descent_new(&search->memory, largest + search->room, &search->descent));
  TRY(ARENA_ARRAY(&search->memory, largest + search->room, search->point));
  TRY(ARENA_ARRAY(&search->memory, largest + search->room, search->gradient));
  TRY(ARENA_ARRAY(&search->memory, search->room, search->keys));
  TRY(sign_duals_new(largest, search->room, &search->best));
  return HAND_OVER(search, *out);
}

void triangle_search_free(triangle_search *search) {
  if (search == NULL) return;
  sign_duals_clear(&search->best);
  arena_free(&search->memory);
  free(search);
}

size_t triangle_search_room(const triangle_search *search) {
  return search->room;
}

static double triangle_sum(const sign_triangle *t, size_t n, const double *x) {
  const double *sign = triangle_signs_of[t->odd];
  return sign[0] * x[t->i * n + t->j] + sign[1] * x[t->i * n + t->k] + sign[2] * x[t->j * n + t->k];
}

static status evaluate(void *self, const double *point, double *value, double *gradient, bool *enough) {
  triangle_search *search = self;
  sign_duals *duals = search->duals;
  dual_space *space = search->space;
  const size_t n = duals->n;
  double sum = 0;
  memcpy(duals->u, point, n * sizeof *point);
  for (size_t t = 0; t < duals->count; t++) duals->triangle[t].multiplier = point[n + t];
  for (size_t i = 0; i < n + duals->count; i++) sum += point[i];
  TRY(dual_space_evaluate(space, search->problem, duals));
  *search->work += (double)n * (double)n * (double)n;
  *value = sum + space->squared / (2 * search->alpha);
  *enough = space->bound < search->enough;
  dual_space_positive(space, n);
  for (size_t i = 0; i < n; i++) gradient[i] = 1 - space->positive[i * n + i] / search->alpha;
  for (size_t t = 0; t < duals->count; t++) {
    gradient[n + t] = 1 - triangle_sum(&duals->triangle[t], n, space->positive) / search->alpha;
  }
  return STATUS_OK;
}

static triangle_key key_of(const sign_triangle *t, size_t n) {
  return ((((triangle_key)t->i * n) + t->j) * n + t->k) * 4 + t->odd;
}

static int by_key(const void *a, const void *b) {
  const triangle_key x = *(const triangle_key *)a, y = *(const triangle_key *)b;
  return (x > y) - (x < y);
}

/* Removes triangles whose multiplier is (nearly) 0. */
static void drop_idle(sign_duals *duals, double least) {
  size_t kept = 0;
  for (size_t t = 0; t < duals->count; t++) {
    if (duals->triangle[t].multiplier > least) duals->triangle[kept++] = duals->triangle[t];
  }
  duals->count = kept;
}

typedef struct separation {
  size_t n, room, bins[BINS];
  double cut_off;  /* larger violations are added */
  const double *x; /* [M]_+ / alpha */
  double scale;
} separation;

static size_t bin_of(double violation) {
  const double place = (violation - LEAST_VIOLATION) / (2 - LEAST_VIOLATION) * BINS;
  return place >= BINS ? BINS - 1 : (size_t)place;
}

/* The largest violation of the four inequalities on i, j, k. */
static double violation_of(const separation *s, size_t i, size_t j, size_t k, uint32_t *odd) {
  const double a = s->x[i * s->n + j] * s->scale, b = s->x[i * s->n + k] * s->scale, c = s->x[j * s->n + k] * s->scale;
  const double sum[4] = {-a - b - c, b + c - a, a + c - b, a + b - c};
  *odd = 0;
  for (uint32_t l = 1; l < 4; l++) {
    if (sum[l] > sum[*odd]) *odd = l;
  }
  return sum[*odd] - 1;
}

static void count_violations(separation *s) {
  uint32_t odd;
  memset(s->bins, 0, sizeof s->bins);
  for (size_t i = 0; i < s->n; i++) {
    for (size_t j = i + 1; j < s->n; j++) {
      for (size_t k = j + 1; k < s->n; k++) {
        const double violation = violation_of(s, i, j, k, &odd);
        if (violation > LEAST_VIOLATION) s->bins[bin_of(violation)]++;
      }
    }
  }
}

/* The bin above which about `wanted` triangles are violated. */
static size_t first_bin(const separation *s, size_t wanted) {
  size_t bin = BINS, sum = 0;
  while (bin > 0 && sum + s->bins[bin - 1] <= wanted) sum += s->bins[--bin];
  return bin == BINS ? BINS - 1 : bin;
}

/* Adds the most violated triangles that are missing, with multiplier 0; returns their number. */
static size_t separate(triangle_search *search, sign_duals *duals) {
  const size_t n = duals->n, there = duals->count, wanted = ADDED_PER_SIGN * n;
  separation s = {.n = n, .x = search->space->positive, .scale = 1 / search->alpha};
  for (size_t t = 0; t < there; t++) search->keys[t] = key_of(&duals->triangle[t], n);
  qsort(search->keys, there, sizeof *search->keys, by_key);
  count_violations(&s);
  const size_t bin = first_bin(&s, wanted + there / 4);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) {
      for (size_t k = j + 1; k < n; k++) {
        sign_triangle found = {(uint32_t)i, (uint32_t)j, (uint32_t)k, 0, 0.0};
        const double violation = violation_of(&s, i, j, k, &found.odd);
        if (violation <= LEAST_VIOLATION || bin_of(violation) < bin) continue;
        if (duals->count == duals->room || duals->count - there == wanted) return duals->count - there;
        const triangle_key key = key_of(&found, n);
        if (bsearch(&key, search->keys, there, sizeof key, by_key) == NULL) duals->triangle[duals->count++] = found;
      }
    }
  }
  return duals->count - there;
}

/* The two signs whose product is least decided. */
static void least_decided(const dual_space *space, size_t n, size_t pair[2]) {
  double least = INFINITY;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) {
      const double size = fabs(space->positive[i * n + j]);
      if (size >= least) continue;
      least = size;
      pair[0] = i;
      pair[1] = j;
    }
  }
}

/* Leaves *duals and the space at the last point. */
static status round_of_descent(triangle_search *search, sign_duals *duals, double tolerance) {
  const size_t n = duals->n;
  double value;
  bool enough;
  const descent_function function = {evaluate, search};
  memcpy(search->point, duals->u, n * sizeof *search->point);
  for (size_t t = 0; t < duals->count; t++) search->point[n + t] = duals->triangle[t].multiplier;
  TRY(descent_run(search->descent, &function, n + duals->count, n, STEPS_OF_ROUND, tolerance, search->alpha,
                  search->point));
  return evaluate(search, search->point, &value, search->gradient, &enough);
}

static void begin(triangle_search *search, const sign_problem *problem, double enough, sign_duals *duals,
                  double *work) {
  search->problem = problem;
  search->duals = duals;
  search->enough = enough;
  search->work = work;
}

status triangle_search_run(triangle_search *search, const sign_problem *problem, double enough, sign_duals *duals,
                           double *bound, size_t pair[2], double *work) {
  const size_t n = problem->n;
  const double scale = kernel_norm(n * n, problem->q) / sqrt((double)n);
  double share = duals->count == 0 ? FIRST_ALPHA : FIRST_ALPHA_AGAIN, before = INFINITY;
  *bound = INFINITY;
  if (!(scale > 0)) return FAIL(STATUS_INVALID, "a bound of no weights at all");
  begin(search, problem, enough, duals, work);
  for (size_t round = 0; round < MOST_ROUNDS; round++) {
    search->alpha = share * scale;
    TRY(round_of_descent(search, duals, TOLERANCE));
    if (search->space->bound < *bound) {
      *bound = search->space->bound;
      sign_duals_set(duals, &search->best);
      least_decided(search->space, n, pair);
    }
    if (*bound < enough) break;
    /* at the pace of the last round, the rest would take too many */
    if (share <= LAST_ALPHA && before - *bound < LEAST_PROGRESS * (*bound - enough)) break;
    before = *bound;
    drop_idle(duals, 1e-9 * scale);
    const size_t added = separate(search, duals);
    if (added == 0 && share <= LAST_ALPHA) break;
    share = fmax(LAST_ALPHA, share * NEXT_ALPHA);
  }
  sign_duals_set(&search->best, duals);
  return STATUS_OK;
}
