/* Numbers by their ranks: each becomes its share, the part of its column's fitted numbers that are below it plus half of those equal to it,
 * in [0,1]. A NaN is a gap: no share counts it, and it stays. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* Every number of `value`, rows x columns, becomes its share of the first `fitted` rows, which are added to `reading` as
 *
 *   "ranks":{"distinct":[numbers of each column],"numbers":[those, ascending],"at_most":[how many fitted ones are at most each]}
 *
 * or, if `given` is not NULL, of the rows that this reading of other data has. Messages: "ranks: MEMBER: what was expected". */
status ranks_scale(size_t fitted, size_t rows, size_t columns, double *value, const cJSON *given, cJSON *reading);
