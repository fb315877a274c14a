/* Members as annotations of the Lua language server, for editors (scenarios/types/members.lua): for each member a class of its options and
 * the function that takes them. */
#ifndef LISTING_LISTING_TYPES_H
#define LISTING_LISTING_TYPES_H

#include <stdio.h>

#include "listing/member_list.h"

/* What the kinds share; comes first. */
void listing_types_head(FILE *file);

/* one: that member alone; NULL: all of the kind. */
void listing_types(FILE *file, const listed_kind *kind, const listed_member *one);

#endif
