/* What was run, as manifests describe it: two manifests with equal descriptions belong to one run, or to parts of it. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* *what = NULL where the descriptions are equal; otherwise the first member that differs, as "seeds: 3 and 5". The caller frees it. The
 * comparison covers the scenario's name and text, the grid with all options, seeds, trials, what is observed, recorded and saved, the
 * plots, the eigensolver and the sha256 of data files; not when, where and with which program. */
status description_difference(const cJSON *manifest, const cJSON *other, char **what);
/* The same against the document of a plan, which has no data, eigensolver, --record and --save-state. */
status description_of_plan_difference(const cJSON *manifest, const cJSON *plan, char **what);

/* json_difference of two documents of equal standing: "mistakes: 3 and 5". */
status json_two_sided_difference(const cJSON *a, const cJSON *b, const char *const *ignored, char **what);
