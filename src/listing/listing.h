/* `winnow list`: what exists, from the descriptors. */
#ifndef LISTING_LISTING_H
#define LISTING_LISTING_H

#include <stdbool.h>
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

/* Is it that kind, as "learners" or "learner"? */
bool listing_is(const char *word, const char *plural);

/* kind: "learners", "problems", "bounds", "scenarios" (or without the s), or NULL for all; or the name of a member, of any kind. name: one
 * member of the kind in full, or NULL. data: of --data, or NULL. (listing_scenario prints one scenario.) */
status listing_print(FILE *file, const char *kind, const char *name, const char *data, listing_format format);

#endif
