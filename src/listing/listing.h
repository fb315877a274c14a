/* `winnow list`: what exists, from the descriptors. */
#ifndef LISTING_LISTING_H
#define LISTING_LISTING_H

#include <stdio.h>

#include "base/status.h"

typedef enum listing_format {
  LISTING_TEXT,
  LISTING_MARKDOWN,  /* a table for each kind; one member as text */
  LISTING_REFERENCE, /* Markdown with all parameters */
  LISTING_TYPES,     /* annotations of the Lua language server */
  LISTING_JSON       /* everything, for programs */
} listing_format;

/* Of "text", "markdown", "reference", "luals" and "json"; STATUS_INVALID for anything else. */
status listing_format_read(const char *text, listing_format *format);

/* kind: "learners", "problems", "bounds", "scenarios" or NULL for all. name: one member in full, or NULL. (listing_scenario prints one
 * scenario.) */
status listing_print(FILE *file, const char *kind, const char *name, listing_format format);

#endif
