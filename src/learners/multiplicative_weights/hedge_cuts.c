/* Hedge over all 2^(n-1) cuts of n nodes: W(i,j) = high if the cut separates i and j, otherwise low (hedge.h). Bit k - 1
 * of a cut's number is set if node k is not on the side of node 0. */
#include "learners/multiplicative_weights/hedge.h"

static size_t count(size_t n) {
  return (size_t)1 << (n - 1);
}

static bool separated(const unsigned char *places, size_t n, size_t e, size_t i, size_t j) {
  const size_t sides = e << 1;
  return ((sides >> i ^ sides >> j) & 1u) != 0;
}

static const hedge_matrices cuts = {.largest = 20, .count = count, .high = separated};

const learner_class learner_hedge_cuts = {
    .about = {.name = "hedge_cuts",
              .title = "Hedge on cuts",
              .citation = "Freund & Schapire 1997",
              .help = "exponential weights on every cut of up to 20 nodes",
              .formula = "predicts $\\sum_ep_eW_e(i,j)$, $p_e=e^{-\\eta L_e}/Z$, over the $N=2^{n-1}$ cuts $W_e$ with "
                         "losses $L_e$ so far; $\\eta=\\sqrt{\\frac{8\\ln N}{TR^2}}$, $R=G(p_1-p_0)$",
              .family = "hedge",
              .result_version = 1,
              .parameters = hedge_parameters,
              .parameter_count = HEDGE_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &hedge_methods,
    .variant = &cuts,
};
