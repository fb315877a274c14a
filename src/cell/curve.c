#include "cell/curve.h"

#include <stdlib.h>

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

void curve_free(curve *curve) {
  free(curve->points);
  curve->points = NULL;
}

bool curve_keeps(curve *curve, size_t t, bool event, bool *grid) {
  *grid = t == curve->next_grid;
  if (*grid) {
    while (curve->next_grid <= t) curve->next_grid = grid_trial(curve->grid_step++);
    return true;
  }
  if (!event || curve->events == LARGEST_EVENTS) return false;
  curve->events++;
  return true;
}

void curve_add(curve *curve, curve_point point) {
  if (curve->count > 0 && curve->points[curve->count - 1].t == point.t) curve->count--;
  if (curve->count < curve->capacity) curve->points[curve->count++] = point;
}

status bound_curve_new(size_t trials, bound_curve *out) {
  *out = (bound_curve){.capacity = curve_capacity(trials) + 2 * CURVE_SHIFTS};
  TRY(NEW_ARRAY(out->capacity, out->t));
  return NEW_ARRAY(out->capacity, out->value);
}

void bound_curve_add(bound_curve *curve, size_t t, double value) {
  if (curve->count == curve->capacity || (curve->count > 0 && curve->t[curve->count - 1] == t)) return;
  curve->t[curve->count] = t;
  curve->value[curve->count++] = value;
}

void bound_curve_free(bound_curve *curve) {
  free(curve->t);
  free(curve->value);
  curve->t = NULL;
  curve->value = NULL;
}
