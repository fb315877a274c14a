/* Minimising a smooth convex function of (u, y), y >= 0: limited-memory quasi-Newton steps (Nocedal and Wright,
 * Numerical Optimization, 2nd edition, algorithm 7.4) on the variables that are not held at 0, projected back, each at
 * most halved until the value falls. */
#pragma once

#include "base/arena.h"

/* The function to minimise. *enough = true ends the descent at this point. */
typedef struct descent_function {
  status (*evaluate)(void *self, const double *point, double *value, double *gradient, bool *enough);
  void *self;
} descent_function;

typedef struct descent descent;
status descent_new(arena *memory, size_t largest, descent **out); /* up to `largest` variables */
/* From point, with the first `unbounded` of `count` variables free in sign, until no component of the projected
 * gradient exceeds `tolerance` or after `steps` steps. first_step: the length of the first step, as a multiple of the
 * negative gradient. */
status descent_run(descent *d, const descent_function *function, size_t count, size_t unbounded, size_t steps,
                   double tolerance, double first_step, double *point);
