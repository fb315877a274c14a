/* `winnow list scenarios NAME`: what a scenario is about, and its parameters. */
#ifndef LISTING_LISTING_SCENARIO_H
#define LISTING_LISTING_SCENARIO_H

#include <stdio.h>

#include "cell/plan.h"

/* Title, source, file, sizes, and each parameter with its values in the order of the grid, at most 16 of them. */
void listing_scenario(FILE *file, const plan *plan);

#endif
