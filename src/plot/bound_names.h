/* Short names of bounds, for their place beside a line: "Theorem 2". */
#ifndef PLOT_BOUND_NAMES_H
#define PLOT_BOUND_NAMES_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/status.h"

/* *out = the name of a row: the descriptor's `short` and, of an invariant, "(data)" after it. A bound of a scenario is
 * named by its title in the manifest (may be NULL), or by its own name if that is long. */
status bound_short_name(arena *arena, const cJSON *manifest, const char *bound, const char **out);

#endif
