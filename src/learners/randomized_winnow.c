/* Winnow with randomised predictions for disjunctions: the matrix learner on diagonal matrices. */
#include "learners/asymmetric_matrix_winnow.h"

const learner_class learner_randomized_winnow = {
    .name = "randomized_winnow",
    .title = "randomised Winnow",
    .citation = "Warmuth 2007, section 1, on diagonal matrices",
    .help = "predicts +1 with probability min(1, w.x/theta) and updates whatever the coin says",
    .instances = 1u << INSTANCE_VECTOR,
    .randomised = true,
    .parameter_count = ASYMMETRIC_VECTOR_PARAMETERS,
    .check = randomized_check,
    .create = randomized_create,
    ASYMMETRIC_MEMBERS,
};
