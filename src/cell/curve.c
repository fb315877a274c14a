#include "cell/curve.h"
#include "base/fixed_math.h"
#include "base/memory.h"

enum { LARGEST_EVENTS = 512, PER_DECADE = 100 };

static size_t grid_trial(size_t step) {
  return (size_t)fixed_pow(10.0, (double)step / PER_DECADE);
}

size_t curve_capacity(size_t trials) {
  size_t decades = 1;
  for (size_t reach = trials; reach >= 10; reach /= 10) decades++;
  return LARGEST_EVENTS + decades * PER_DECADE + 3;
}

status curve_new(size_t trials, curve *out) {
  *out = (curve){.capacity = curve_capacity(trials)};
  return NEW_ARRAY(out->capacity, out->points);
}

void curve_free(curve *self) {
  free(self->points);
  self->points = NULL;
}

size_t curve_grid_after(curve *self, size_t t) {
  while (self->next_grid <= t) self->next_grid = grid_trial(self->grid_step++);
  return self->next_grid;
}

bool curve_keeps(curve *self, size_t t, bool event, bool *grid) {
  *grid = t == self->next_grid;
  if (*grid) {
    (void)curve_grid_after(self, t);
    return true;
  }
  if (!event || self->events == LARGEST_EVENTS) return false;
  self->events++;
  return true;
}

static bool same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

static bool same_values(const curve_point *a, const curve_point *b) {
  return a->mistakes == b->mistakes && same(a->loss, b->loss) && same(a->regret, b->regret) &&
         same(a->potential, b->potential);
}

void curve_add(curve *self, curve_point point, bool grid) {
  if (self->count > 0 && (self->repeats || self->points[self->count - 1].t == point.t)) self->count--;
  self->repeats = grid && self->count > 0 && same_values(&self->points[self->count - 1], &point);
  if (self->count < self->capacity) self->points[self->count++] = point;
}

status bound_curve_new(size_t trials, bound_curve *out) {
  *out = (bound_curve){.capacity = curve_capacity(trials) + 2 * CURVE_SHIFTS};
  TRY(NEW_ARRAY(out->capacity, out->t));
  return NEW_ARRAY(out->capacity, out->value);
}

void bound_curve_add(bound_curve *self, size_t t, double value, bool grid) {
  if (self->count > 0 && self->t[self->count - 1] == t) return;
  if (self->repeats) self->count--;
  self->repeats = grid && self->count > 0 && same(self->value[self->count - 1], value);
  if (self->count == self->capacity) return;
  self->t[self->count] = t;
  self->value[self->count++] = value;
}

void bound_curve_free(bound_curve *self) {
  free(self->t);
  free(self->value);
  self->t = NULL;
  self->value = NULL;
}
