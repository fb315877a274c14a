/* Descriptors of members that are written in the scenario, from what the plan says of them (script.h, "custom"): names, parameters and
 * what results and plots show. They have no functions, and `definition` is not NULL; a worker lets src/script add the functions to a copy
 * (cell_members). */
#ifndef ENGINE_CUSTOM_CLASS_H
#define ENGINE_CUSTOM_CLASS_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* `member` is the member's object in the plan, which must outlive the class. The caller frees the class with custom_class_free. */
status custom_learner_class(const cJSON *member, learner_class **out);
status custom_problem_class(const cJSON *member, problem_class **out);
status custom_bound_class(const cJSON *member, bound_class **out);
/* The parameters and the class itself; safe on NULL. */
void custom_class_free(const parameter *parameters, const void *class);

#endif
