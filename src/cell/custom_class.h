/* Descriptors of learners, problems and bounds that a scenario defines, from the plan (script.h, "custom"): names and what results and
 * plots show. They have no parameters, all their methods are NULL, and `definition` is not NULL. A worker has src/script complete a copy
 * (cell_members.h). */
#ifndef CELL_CUSTOM_CLASS_H
#define CELL_CUSTOM_CLASS_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* `member` is the member's object in the plan, which must outlive the class. The caller frees the class. */
status custom_learner_class(const cJSON *member, learner_class **out);
status custom_problem_class(const cJSON *member, problem_class **out);
status custom_bound_class(const cJSON *member, bound_class **out);

#endif
