/* `winnow list`: what exists, from the descriptors. */
#pragma once

#include "base/status.h"

/* *json: it is "json", everything for programs, and not "text"; STATUS_INVALID for anything else. */
status listing_format_read(const char *text, bool *json);

/* Is it that kind, as "learners" or "learner"? */
bool listing_is(const char *word, const char *plural);

/* kind: "learners", "problems", "bounds", "scenarios" (or without the s), or NULL for all; or the name of a member, of any kind. name: one
 * member of the kind in full, or NULL. data: of --data, or NULL. (listing_scenario prints one scenario.) */
status listing_print(FILE *file, const char *kind, const char *name, const char *data, bool json);
