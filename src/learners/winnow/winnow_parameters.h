/* Parameters that the learners of subspaces share, bound to members of these names; only their descriptions differ. */
#pragma once

#include "registry/parameter.h"

#define WINNOW_RANK_OPTION(type, text) OPTION_COUNT(type, r, "1", 1, 9007199254740992.0, text)

#define WINNOW_GAP_OPTION(type, text) OPTION_ABOVE(type, gap, "0.5", 0, 1, text)

#define WINNOW_RATE_OPTION(type, rate, text) OPTION_ABOVE(type, rate, ABSENT, 0, 100, text)

#define WINNOW_THRESHOLD_OPTION(type, text) OPTION_ABOVE(type, theta, ABSENT, 0, 1e300, text)

#define WINNOW_SCALE_OPTION(type, text) OPTION_ABOVE(type, w0, ABSENT, 0, 1e300, text)

/* In the order of the choices of `normalize`, "none trace project" or the first two. */
typedef enum winnow_normalize { WINNOW_NONE, WINNOW_TRACE, WINNOW_PROJECT } winnow_normalize;
