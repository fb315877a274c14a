/* Pictures as gnuplot writes them, made fit to stand in an HTML page: smaller, with ids of their own, described, and without anything
 * that could run or load. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stddef.h>

#include "base/status.h"

typedef struct svg_request {
  const char *text;                /* an SVG file */
  const char *prefix;              /* letters, digits, '-': stands before every id */
  const char *title, *description; /* plain text: what a reader who does not see the picture is told */
} svg_request;

/* *out = the picture as one element <svg role="img" ...>; the caller frees. Coordinates of lines are rounded to 0.1 pixels and points
 * on a straight line between their neighbours left out; groups without content, titles and filters that nothing uses are dropped.
 * STATUS_INVALID for elements other than those of pictures (svg g path rect circle polygon use text tspan defs filter ...), for
 * references to anything outside the picture and for text that is no XML: such a file is no plot of ours. */
status svg_embed(const svg_request *request, char **out);

#endif
