/* Curves with as many points as the eye can tell apart. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SIMPLIFY_COLUMNS = 3 };

/* Marks the points to keep of curves over common x, ascending (a jump has two equal ones), in pixels: without the others no curve moves by more
 * than `tolerance` up or down (steps also not by more than half of that, or
 * half a pixel, across). The first and the last are kept, and both ends of a jump. `steps`: a curve keeps its
 * value up to the next point; otherwise points are joined by lines. Values that are not finite are kept, with their
 * neighbours. */
void simplify(const double *x, const double *const *y, size_t columns, size_t count, bool steps, double tolerance,
              bool *keep);
