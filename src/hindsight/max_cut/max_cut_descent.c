#include "hindsight/max_cut/max_cut_descent.h"
#include "linalg/kernels.h"

enum { MEMORY = 8, MOST_HALVINGS = 12, LONGER = 4 };

struct descent {
  size_t count, unbounded;
  double *gradient, *trial, *trial_gradient, *direction;
  double *step[MEMORY], *change[MEMORY]; /* of point and gradient; the oldest is at `oldest` */
  double curvature[MEMORY];              /* step . change on the free variables */
  size_t kept, oldest;
};

status descent_new(arena *memory, size_t largest, descent **out) {
  descent *d = NULL;
  TRY(ARENA_ARRAY(memory, 1, d));
  TRY(ARENA_ARRAY(memory, largest, d->gradient));
  TRY(ARENA_ARRAY(memory, largest, d->trial));
  TRY(ARENA_ARRAY(memory, largest, d->trial_gradient));
  TRY(ARENA_ARRAY(memory, largest, d->direction));
  for (size_t k = 0; k < MEMORY; k++) {
    TRY(ARENA_ARRAY(memory, largest, d->step[k]));
    TRY(ARENA_ARRAY(memory, largest, d->change[k]));
  }
  *out = d;
  return STATUS_OK;
}

static bool held(const descent *d, const double *point, size_t i) {
  return i >= d->unbounded && point[i] <= 0 && d->gradient[i] >= 0;
}

static double projected_gradient(const descent *d, const double *point) {
  double largest = 0;
  for (size_t i = 0; i < d->count; i++) {
    if (!held(d, point, i)) largest = fmax(largest, fabs(d->gradient[i]));
  }
  return largest;
}

/* direction = -H gradient on the free variables, 0 on the others */
static void find_direction(descent *d, const double *point, double first_step) {
  double share[MEMORY] = {0}, scale = first_step;
  for (size_t i = 0; i < d->count; i++) d->direction[i] = held(d, point, i) ? 0 : -d->gradient[i];
  for (size_t back = 0; back < d->kept; back++) {
    const size_t k = (d->oldest + d->kept - 1 - back) % MEMORY;
    share[k] = kernel_dot(d->count, d->step[k], d->direction) / d->curvature[k];
    kernel_axpy(d->count, -share[k], d->change[k], d->direction);
    if (back == 0) scale = d->curvature[k] / kernel_dot(d->count, d->change[k], d->change[k]);
  }
  kernel_scale(d->count, scale, d->direction);
  for (size_t back = d->kept; back-- > 0;) {
    const size_t k = (d->oldest + d->kept - 1 - back) % MEMORY;
    const double other = kernel_dot(d->count, d->change[k], d->direction) / d->curvature[k];
    kernel_axpy(d->count, share[k] - other, d->step[k], d->direction);
  }
  for (size_t i = 0; i < d->count; i++) {
    if (held(d, point, i)) d->direction[i] = 0;
  }
}

/* Returns false and stores nothing unless the function curves along the step, so that H stays positive definite. */
static bool remember(descent *d, const double *point) {
  const size_t k = (d->oldest + d->kept) % MEMORY;
  for (size_t i = 0; i < d->count; i++) {
    d->step[k][i] = d->trial[i] - point[i];
    d->change[k][i] = d->trial_gradient[i] - d->gradient[i];
  }
  d->curvature[k] = kernel_dot(d->count, d->step[k], d->change[k]);
  if (d->curvature[k] <= 1e-10 * kernel_norm(d->count, d->step[k]) * kernel_norm(d->count, d->change[k])) return false;
  if (d->kept < MEMORY)
    d->kept++;
  else
    d->oldest = (d->oldest + 1) % MEMORY;
  return true;
}

/* Halves the projected step until the value falls by at least 1e-4 of what the slope predicts; *moved = false if it
 * never does. */
static status search_line(descent *d, const descent_function *function, double *value, const double *point,
                          bool *enough, bool *moved) {
  double length = 1;
  *moved = false;
  for (size_t halving = 0; halving < MOST_HALVINGS && !*moved; halving++, length /= 2) {
    double slope = 0, trial_value;
    for (size_t i = 0; i < d->count; i++) {
      d->trial[i] = point[i] + length * d->direction[i];
      if (i >= d->unbounded && d->trial[i] < 0) d->trial[i] = 0;
      slope += d->gradient[i] * (d->trial[i] - point[i]);
    }
    if (slope >= 0) return STATUS_OK;
    TRY(function->evaluate(function->self, d->trial, &trial_value, d->trial_gradient, enough));
    *moved = *enough || trial_value <= *value + 1e-4 * slope;
    if (*moved) *value = trial_value;
  }
  return STATUS_OK;
}

status descent_run(descent *d, const descent_function *function, size_t count, size_t unbounded, size_t steps,
                   double tolerance, double first_step, double *point) {
  double value;
  bool enough = false;
  d->count = count;
  d->unbounded = unbounded;
  d->kept = d->oldest = 0;
  TRY(function->evaluate(function->self, point, &value, d->gradient, &enough));
  for (size_t step = 0; step < steps && !enough && projected_gradient(d, point) > tolerance; step++) {
    bool moved;
    find_direction(d, point, first_step);
    TRY(search_line(d, function, &value, point, &enough, &moved));
    if (!moved && d->kept == 0) break;
    if (!moved) {
      d->kept = 0; /* the stored steps mislead: once more along the gradient */
      continue;
    }
    if (!remember(d, point)) first_step *= LONGER; /* linear so far */
    memcpy(point, d->trial, count * sizeof *point);
    memcpy(d->gradient, d->trial_gradient, count * sizeof *point);
  }
  return STATUS_OK;
}
