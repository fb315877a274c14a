/* Winnow for disjunctions and linear thresholds: Matrix Winnow on diagonal matrices. */
#include "learners/matrix_winnow.h"

static const parameter parameters[] = {
    WINNOW_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "diagonal",
     .choices = "diagonal",
     .meaning = "always the diagonal one; matrix_winnow offers the others"},
};

const learner_class learner_winnow = {
    .name = "winnow",
    .title = "Winnow",
    .citation = "Littlestone 1988; Warmuth 2007, Algorithm 1 on diagonal matrices",
    .help = "multiplicative weight updates w_i exp(eta y x_i) on mistakes",
    .family = "winnow",
    .result_version = 2,
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .check = matrix_winnow_check,
    .create = matrix_winnow_create,
    .destroy = matrix_winnow_destroy,
    .predict = matrix_winnow_predict,
    .update = matrix_winnow_update,
    .score = matrix_winnow_score,
    .save = matrix_winnow_save,
    .load = matrix_winnow_load,
    .parameter = matrix_winnow_parameter,
    .constant = matrix_winnow_constant,
};
