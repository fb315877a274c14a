#include "learners/matrix_prediction/online_matrix_prediction.h"

const learner_class learner_randomized_matrix_prediction = {
    .about = {.name = "randomized_matrix_prediction",
              .title = "Randomised online matrix prediction",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1 and section 6",
              .help = "predicts an end of the interval with the probability that online_matrix_prediction says",
              .formula = "predicts $p_1$ with probability $\\frac{v-p_0}{p_1-p_0}$, otherwise $p_0$, for the "
                         "prediction $v$ of online_matrix_prediction; learns as it does",
              .family = "matrix_prediction",
              .result_version = 3,
              .parameters = online_matrix_prediction_parameters,
              .parameter_count = ONLINE_MATRIX_PREDICTION_PARAMETERS - 2},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .randomised = true, /* no grid */
    .methods = &online_matrix_prediction_methods,
};
