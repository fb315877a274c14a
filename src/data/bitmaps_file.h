/* Reader of bitmaps of digits as text, the format of the original optdigits files: header lines, among them `entwidth = 32`,
 * `entheight = 32` and `ntot = 1934`, up to the first line that begins with 0 or 1; then for each digit entheight lines of
 * entwidth characters 0 or 1, and a line with its class. */
#pragma once

#include "base/status.h"

enum { BITMAPS_SIDE = 512 }; /* largest width and height */

typedef struct bitmaps_data {
  size_t width, height;
  size_t count, room;
  unsigned char *pixel; /* count x (height * width): 0 or 1, row by row */
  unsigned char *class; /* count: 0 to 9 */
} bitmaps_data;

/* Messages: "FILE:LINE: column C is 'x', expected 0 or 1" and the like; columns are characters from 1. */
status bitmaps_read(const char *path, bitmaps_data *data);
void bitmaps_free(bitmaps_data *data);
