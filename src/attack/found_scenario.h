/* Writes what an attack found as a scenario that plays it. */
#pragma once

#include "attack/search.h"

/* "learner.winnow { r = 2 }", as the plan describes it; labelled: with its label, if it has one of its own. */
void attack_put_member(FILE *file, const char *kind, const cJSON *described, bool labelled);
/* "4 of 15 trials contradict the comparator, by 3.5 in all". */
void attack_put_noise(FILE *file, size_t trials, const attack_noise *noise);
/* "premises checked: ..." */
void attack_put_premises(FILE *file, const char *premises);

/* Writes <folder>/<name>.lua, and <folder>/<name>.jsonl where a sequence was found. A scenario that defines
 * members is repeated in the file, with the found problem in place of its own. *path = that of the scenario; the
 * caller frees it. */
status attack_write_scenario(const attack_search *search, const attack_found *found, const char *folder,
                             const char *name, char **path);

/* Whether the learner has the options that the scenario gave it. Otherwise its label may no longer describe it. */
bool attack_same_learner(const attack_found *found);
