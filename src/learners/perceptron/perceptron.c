/* The perceptron on vectors: the matrix perceptron on diagonal matrices. */
#include "learners/perceptron/matrix_perceptron.h"

static const parameter parameters[] = {
    PERCEPTRON_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "diagonal",
     .choices = "diagonal",
     .meaning = "always the diagonal one; matrix_perceptron offers the others"},
};

const learner_class learner_perceptron = {
    .about = {.name = "perceptron",
              .title = "Perceptron",
              .citation = "Rosenblatt 1958",
              .help = "additive weight updates w + eta y x on mistakes",
              .formula =
                  "predicts $+1$ iff $\\langle w,x\\rangle+b\\ge\\theta$, $w=0$ at first; on a mistake, or where "
                  "$y(\\langle w,x\\rangle+b-\\theta)\\le$ the margin asked for: $w\\leftarrow w+\\eta yx$, and with a "
                  "bias $b\\leftarrow b+\\eta y$",
              .family = "perceptron",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .check = matrix_perceptron_check,
    .create = matrix_perceptron_create,
    .destroy = matrix_perceptron_destroy,
    .predict = matrix_perceptron_predict,
    .update = matrix_perceptron_update,
    .score = matrix_perceptron_score,
    .save = matrix_perceptron_save,
    .load = matrix_perceptron_load,
    .parameter = matrix_perceptron_parameter,
    .constant = matrix_perceptron_constant,
};
