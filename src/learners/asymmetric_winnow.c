/* Winnow with two rates for disjunctions: the matrix learner on diagonal matrices. */
#include "learners/asymmetric_matrix_winnow.h"

const learner_class learner_asymmetric_winnow = {
    .name = "asymmetric_winnow",
    .title = "Winnow, two rates",
    .citation = "Littlestone 1988 (Winnow1 eliminates); Warmuth 2007, section 1",
    .help = "Winnow with different rates for positive and negative updates, up to elimination",
    .instances = 1u << INSTANCE_VECTOR,
    .parameter_count = ASYMMETRIC_VECTOR_PARAMETERS,
    .check = asymmetric_check,
    .create = asymmetric_create,
    ASYMMETRIC_MEMBERS,
};
