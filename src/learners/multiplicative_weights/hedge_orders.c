/* Hedge over all n! orders of n items: W(i,j) = high if i comes before j, or is j, otherwise low (hedge.h). */
#include "learners/multiplicative_weights/hedge.h"

static size_t count(size_t n) {
  size_t orders = 1;
  for (size_t k = 2; k <= n; k++) orders *= k;
  return orders;
}

static bool before(const unsigned char *places, size_t n, size_t e, size_t i, size_t j) {
  const unsigned char *place = places + e * n;
  return place[i] <= place[j];
}

/* Digit k of e in the factorial system is where item k goes among those before it. */
static void place_items(size_t n, size_t e, unsigned char *place) {
  for (size_t k = 0; k < n; k++) {
    const unsigned char at = (unsigned char)(e % (k + 1));
    e /= k + 1;
    for (size_t l = 0; l < k; l++) place[l] = (unsigned char)(place[l] + (place[l] >= at));
    place[k] = at;
  }
}

static const hedge_matrices orders = {.largest = 8, .count = count, .high = before, .place_items = place_items};

const learner_class learner_hedge_orders = {
    .about = {.name = "hedge_orders",
              .title = "Hedge on orders",
              .citation = "Freund & Schapire 1997",
              .help = "exponential weights on every order of up to 8 items",
              .formula = "predicts $\\sum_ep_eW_e(i,j)$, $p_e=e^{-\\eta L_e}/Z$, over the $N=n!$ orders $W_e$ with "
                         "losses $L_e$ so far; $\\eta=\\sqrt{\\frac{8\\ln N}{TR^2}}$, $R=G(p_1-p_0)$",
              .family = "hedge",
              .result_version = 1,
              .parameters = hedge_parameters,
              .parameter_count = HEDGE_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &hedge_methods,
    .variant = &orders,
};
