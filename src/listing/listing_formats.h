/* The longer forms of `winnow list`. `one`: that member alone; NULL: all of the kind. */
#ifndef LISTING_LISTING_FORMATS_H
#define LISTING_LISTING_FORMATS_H

#include <stdio.h>

#include "base/status.h"
#include "listing/member_list.h"

/* A cell of a table of Markdown, where | parts the columns. */
void listing_cell(FILE *file, const char *text);

/* Markdown with all parameters (docs/members.md). */
void listing_reference(FILE *file, const listed_kind *kind, const listed_member *one);

/* Annotations of the Lua language server, for editors (scenarios/types/members.lua): for each member a class of its options and the
 * function that takes them. The head has what the kinds share, and comes first. */
void listing_types_head(FILE *file);
void listing_types(FILE *file, const listed_kind *kind, const listed_member *one);

/* {"learners":[..],"problems":[..],"bounds":[..]}, or of one kind (NULL: all): what the descriptors say, as JSON. Absent members have no
 * value: a "default" where the parameter is required or has none, a family where a bound speaks of any. */
status listing_json(FILE *file, const listed_kind *kind, const listed_member *one);

#endif
