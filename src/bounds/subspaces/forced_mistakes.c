/* The lower bound: the adversary `forced_mistakes` makes every learner err r floor(log2(n/r)) times (Littlestone 1988; Warmuth 2007,
 * "Tightness of the bound", with the floor in place of the printed ceiling: docs/errata.md). */
#include "bounds/subspaces/forced_count.h"

const bound_class bound_forced_mistakes = {
    .about = {.name = "forced_mistakes",
              .short_name = "Littlestone, forced",
              .title = "r floor(log2(n/r))",
              .citation = "Littlestone 1988",
              .help = "mistakes that the adversary forces on every learner",
              .formula = "$M\\ge r\\left\\lfloor\\log_2\\frac nr\\right\\rfloor$",
              .result_version = 1},
    .premises = "the adversary could play to its end",
    .problem_family = "forced_mistakes",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &forced_count_methods,
};
