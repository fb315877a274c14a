/* winnow run --watch: a scenario that runs as it is written. */
#pragma once

#include "commands/command_line.h"

/* Runs and draws the scenario of the line, again whenever it or a data file that it names is saved, until a signal ends the program. Long runs are cut
 * into parts, each twice as long as the last; after each the table is printed anew and the pictures are drawn. The page index.html beside them
 * shows them, says how far the run is and what is wrong with the scenario, and loads them again by itself. */
status watch_scenario(const command_line *line);
