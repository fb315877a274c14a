/* The lower bounds at any gap: `block_adversary` makes every learner err (r/gap) floor(log2(gap n/r)) times, and where 1/gap is a whole number
 * `matrix_block_adversary` another r (1/gap - 1) times. Proofs: docs/constants.md. */
#include "bounds/subspaces/forced_count.h"

const bound_class bound_block_mistakes = {
    .about = {.name = "block_mistakes",
              .short_name = "ours, blocks",
              .title = "(r/g) floor(log2(g n/r))",
              .citation = "after Littlestone 1988 (docs/constants.md)",
              .help = "mistakes that blocks force on every learner; half of it in expectation where labels are coins",
              .formula = "$M\\ge\\frac r{g_1}\\left\\lfloor\\log_2\\frac{g_1n}r\\right\\rfloor$; labels that are "
                         "coins: $\\mathbb{E}[M]$ is half of it",
              .result_version = 2},
    .premises = "the adversary could play to its end",
    .problem_family = "block_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &forced_count_methods,
};

const bound_class bound_matrix_block_mistakes = {
    .about =
        {.name = "matrix_block_mistakes",
         .short_name = "ours, blocks and dyads",
         .title = "(r/g) floor(log2(g n/r)) + r (1/g - 1)",
         .citation = "docs/constants.md",
         .help = "mistakes that blocks and dyads force on every learner of matrices; half of it in expectation "
                 "where labels are coins",
         .formula =
             "$M\\ge\\frac r{g_1}\\left\\lfloor\\log_2\\frac{g_1n}r\\right\\rfloor+r\\left(\\frac1{g_1}-1\\right)$; "
             "labels that are coins: $\\mathbb{E}[M]$ is half of it",
         .result_version = 1},
    .premises = "the adversary could play to its end",
    .problem_family = "matrix_block_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &forced_count_methods,
};
