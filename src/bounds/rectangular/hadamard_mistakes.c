/* The lower bounds for rectangular instances: `hadamard_adversary` makes every learner err (r/gap)^2 times, `product_hadamard` that many times for
 * each of its b copies, at the order (2 (r/gap)^2)^b. Proofs: docs/constants.md. */
#include "bounds/subspaces/forced_count.h"

const bound_class bound_hadamard_mistakes = {
    .about = {.name = "hadamard_mistakes",
              .short_name = "ours, Hadamard rows",
              .title = "(r/g)^2",
              .citation = "docs/constants.md",
              .help = "mistakes that Hadamard rows force on every learner of rectangular instances; half of it in "
                      "expectation where labels are coins",
              .formula = "$M\\ge\\left(\\frac r{g_1}\\right)^2$; labels that are coins: $\\mathbb{E}[M]$ is half of it",
              .result_version = 2},
    .premises = "the adversary could play to its end",
    .problem_family = "hadamard_adversary",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &forced_count_methods,
};

const bound_class bound_product_hadamard_mistakes = {
    .about = {.name = "product_hadamard_mistakes",
              .short_name = "ours, products of Hadamard rows",
              .title = "(r/g)^2 floor(ln n/ln(2 (r/g)^2))",
              .citation = "docs/constants.md",
              .help =
                  "mistakes that products of Hadamard rows force on every learner of rectangular instances; half of "
                  "it in expectation where labels are coins",
              .formula =
                  "$M\\ge N\\frac{\\ln n}{\\ln2N}$, $N=\\left(\\frac r{g_1}\\right)^2$, $n=(2N)^b$; labels that are "
                  "coins: $\\mathbb{E}[M]$ is half of it",
              .result_version = 1},
    .premises = "the adversary could play to its end",
    .problem_family = "product_hadamard",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &forced_count_methods,
};
