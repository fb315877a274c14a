/* The adversary of the lower bound at gap 1 (Warmuth 2007, "Tightness of the bound", after Littlestone 1988; k = floor(log2(n/r)): rounding
 * up would need hypotheses that do not exist). */
#include "problems/adversaries/block_halving.h"
#include "problems/subspaces/planted.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e7, .meaning = "order of the instances"},
    PLANTED_RANK_PARAMETER(1e7, "rank of the hidden projection: number of blocks, at most n/2"),
    {.name = "form",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector matrix rotated rectangular",
     .meaning = "diag(x) as a vector or as a matrix, R diag(x) R^T with a fixed random rotation R, or m x n with x on "
                "its diagonal"},
    {.name = "m",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 2,
     .high = PLANTED_MATRIX_LIMIT,
     .meaning = "form = \"rectangular\": rows, absent: n; min(m, n) takes the place of n"},
};

const problem_class problem_forced_mistakes = {
    .about =
        {.name = "forced_mistakes",
         .title = "Forced mistakes",
         .citation = "Warmuth 2007, Tightness of the bound",
         .help =
             "contradicts every prediction, r floor(log2(n/r)) times, and stays consistent with a projection of rank r",
         .formula =
             "$x$ is the first half of those coordinates of a block that agree with the labels so far, $y=-\\hat y$; "
             "$r$ blocks of $2^k$ coordinates are halved $k=\\lfloor\\log_2(n/r)\\rfloor$ times each",
         .family = "forced_mistakes",
         .result_version = 2,
         PARAMETERS(parameters)},
    .methods = &block_halving_methods,
};
