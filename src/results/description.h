/* What a result folder is of: two manifests with one description are of one run, or of parts of it. */
#ifndef RESULTS_DESCRIPTION_H
#define RESULTS_DESCRIPTION_H

#include <cjson/cJSON.h>

#include "base/status.h"

/* *what = NULL where the descriptions are equal; otherwise the first member that differs, as "seeds: 3 and 5". The caller frees it. Compared are
 * the scenario's name and text, the grid with all options, seeds, trials, what is observed, recorded and saved, the plots, the eigensolver
 * and the sha256 of data files; not when, where and with which program. */
status description_difference(const cJSON *manifest, const cJSON *other, char **what);
/* The same against the document of a plan, which knows nothing of data, eigensolver, --record and --save-state. */
status description_of_plan_difference(const cJSON *manifest, const cJSON *plan, char **what);

/* json_difference of two documents of equal standing: "mistakes: 3 and 5". */
status json_two_sided_difference(const cJSON *a, const cJSON *b, const char *const *ignored, char **what);

#endif
