/* Members as JSON, for programs. */
#ifndef LISTING_LISTING_JSON_H
#define LISTING_LISTING_JSON_H

#include <stdio.h>

#include "base/status.h"
#include "listing/member_list.h"

/* {"learners":[..],"problems":[..],"bounds":[..]}, or of one kind (NULL: all), or one member of it (NULL: all): what the descriptors say.
 * What a member does not have is left out: a "default" where the parameter is required or has none, a family where a bound speaks of any. */
status listing_json(FILE *file, const listed_kind *kind, const listed_member *one);

#endif
