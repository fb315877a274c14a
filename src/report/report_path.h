/* Paths of SVG, made short. */
#ifndef REPORT_REPORT_PATH_H
#define REPORT_REPORT_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the path data of `length` bytes with relative coordinates in tenths. Each point is rounded by itself, so errors do not add up.
 * Left out: points where they were, points between two others that go on in the same direction, places where nothing is drawn.
 * Returns false, having written nothing, if the data hold other commands than M, L and Z with absolute coordinates below 1e7. */
bool path_shorten(FILE *file, const char *data, size_t length);

/* The same for the "points" of a polygon: absolute coordinates in tenths. */
bool points_shorten(FILE *file, const char *data, size_t length);

#endif
