/* The adversary of the lower bound at any gap: as forced_mistakes with r/gap blocks, which is twice the mistakes at gap 1/2. */
#include "problems/adversaries/block_halving.h"
#include "problems/subspaces/planted.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e7, .meaning = "order of the instances"},
    PLANTED_RANK_PARAMETER(1e7, "rank of the hidden projection; r/gap, the number of blocks, is at most n/2"),
    PLANTED_GAP_PARAMETER("tr(PX) of positive instances; negative ones have 0; r/gap is a whole number"),
    {.name = "form",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector matrix rotated",
     .meaning = "diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R"},
    FORCED_LABELS_PARAMETER,
};

const problem_class problem_block_adversary = {
    .about = {.name = "block_adversary",
              .title = "Blocks",
              .citation = "after Littlestone 1988 (docs/constants.md)",
              .help = "contradicts every prediction, (r/gap) floor(log2(gap n/r)) times, and stays consistent with a "
                      "projection of rank r",
              .formula = "$x$ is the first half of those coordinates of a block that agree with the labels so far, "
                         "$y=-\\hat y$; $\\frac r{g_1}$ blocks of $2^k$ coordinates are halved "
                         "$k=\\lfloor\\log_2\\frac{g_1n}r\\rfloor$ times each; $P$ has the diagonal $g_1$ on the "
                         "survivors",
              .family = "block_adversary",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &block_halving_methods,
};
