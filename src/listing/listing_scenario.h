/* `winnow list scenarios`: the scenarios there are, and what one is about. */
#pragma once

#include "cell/plan.h"

/* Title, source, file, sizes, and each parameter with its values in the order of the grid, at most 16 of them. */
void listing_scenario(FILE *file, const plan *planned);

/* Names and titles of the scenarios in ./scenarios and the installed folder, each evaluated; "(minutes)" where a comment
 * says `It takes minutes.` (on two cores; the others take seconds); below one that is refused stands why. data: of
 * --data, or NULL; then a scenario whose data are not there is not refused. */
status listing_scenarios(FILE *file, const char *data);
