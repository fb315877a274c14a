/* Is a manifest's plan one that a run writes? Other readers of plans rely on it: they are given those of this program only. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* STATUS_INVALID "seeds: expected ..." if what a plan is made of is missing, or of another kind. */
status plan_form_check(const cJSON *manifest);
