/* Parameters that the learners of subspaces share; only their descriptions differ. */
#ifndef LEARNERS_WINNOW_WINNOW_PARAMETERS_H
#define LEARNERS_WINNOW_WINNOW_PARAMETERS_H

#include "registry/parameter.h"

#define WINNOW_RANK_PARAMETER(text) \
  { .name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 9007199254740992.0, .meaning = (text) }

#define WINNOW_GAP_PARAMETER(text) \
  { .name = "gap", .type = PARAMETER_NUMBER, .value = "0.5", .low = 0, .high = 1, .open_low = true, .meaning = (text) }

#define WINNOW_RATE_PARAMETER(rate, text) \
  { .name = (rate), .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .open_low = true, .meaning = (text) }

#define WINNOW_THRESHOLD_PARAMETER(text)                                                               \
  {                                                                                                    \
    .name = "theta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e300, .open_low = true, \
    .meaning = (text)                                                                                  \
  }

#define WINNOW_SCALE_PARAMETER(text) \
  { .name = "w0", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e300, .open_low = true, .meaning = (text) }

#endif
