/* Pictures as gnuplot writes them, made fit for an HTML page: with ids of their own, described, and without anything that
 * could run or load. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include "base/status.h"

typedef struct svg_request {
  const char *text;                /* an SVG file */
  const char *prefix;              /* letters, digits, '-': put before every id */
  const char *title, *description; /* plain text, for readers who do not see the picture */
} svg_request;

/* *out = the picture as one element <svg role="img" ...>; the caller frees it. Groups without content, titles and filters
 * that nothing uses are dropped. Labels of the scenario are in the picture, so only the elements of gnuplot's pictures pass
 * (svg g path rect circle polygon use text tspan defs filter ...): STATUS_INVALID for others, for references to anything
 * outside the picture and for text that is not XML. */
status svg_embed(const svg_request *request, char **out);

#endif
