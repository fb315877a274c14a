/* Hedge over all 2^(n-1) cuts of n nodes: W(i,j) = high if the cut parts i from j, otherwise low (hedge.h). Bit k - 1 of a cut's number
 * says that node k is not on the side of node 0. */
#include "learners/multiplicative_weights/hedge.h"

enum { LARGEST_CUTS = 20 };

static bool parted(const hedge_class *class, size_t e, size_t i, size_t j) {
  (void)class;
  const size_t sides = e << 1;
  return ((sides >> i ^ sides >> j) & 1u) != 0;
}

static status check(const learner_setting *setting, const options *options) {
  return hedge_check(setting, options, LARGEST_CUTS);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  const hedge_class class = {.matrices = (size_t)1 << (setting->n - 1), .n = setting->n, .high = parted};
  return hedge_create(setting, options, &class, NULL, self);
}

const learner_class learner_hedge_cuts = {
    .about = {.name = "hedge_cuts",
              .title = "Hedge on cuts",
              .citation = "Freund & Schapire 1997",
              .help = "exponential weights on every cut of up to 20 nodes",
              .formula =
                  "predicts $\\sum_ep_eW_e(i,j)$, $p_e=e^{-\\eta L_e}/Z$, over the $N=2^{n-1}$ cuts $W_e$ with losses "
                  "$L_e$ so far; $\\eta=\\sqrt{\\frac{8\\ln N}{TR^2}}$, $R=G(p_1-p_0)$",
              .family = "hedge",
              .result_version = 1,
              .parameters = hedge_parameters,
              .parameter_count = HEDGE_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .check = check,
    .create = create,
    .destroy = hedge_destroy,
    .predict = hedge_predict,
    .update = hedge_update,
    .score = hedge_score,
    .save = hedge_save,
    .load = hedge_load,
    .constant = hedge_constant,
};
