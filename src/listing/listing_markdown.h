/* Members as Markdown. */
#ifndef LISTING_LISTING_MARKDOWN_H
#define LISTING_LISTING_MARKDOWN_H

#include <stdio.h>

#include "listing/member_list.h"

/* A table of the kind: name, help, source. */
void listing_table(FILE *file, const listed_kind *kind);

/* All that a reader needs to use a member, its parameters among it (docs/members.md). one: that member alone; NULL: all of the kind. */
void listing_reference(FILE *file, const listed_kind *kind, const listed_member *one);

#endif
