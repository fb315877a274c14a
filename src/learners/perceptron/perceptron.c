/* The perceptron on vectors: the matrix perceptron on diagonal matrices. */
#include "learners/perceptron/matrix_perceptron.h"

static const parameter parameters[] = {
    PERCEPTRON_OPTIONS(matrix_perceptron),
    WEIGHTS_ALWAYS_DIAGONAL(matrix_perceptron, "matrix_perceptron"),
};

const learner_class learner_perceptron = {
    .about = {.name = "perceptron",
              .title = "Perceptron",
              .citation = "Rosenblatt 1958",
              .help = "additive weight updates w + eta y x on mistakes",
              .formula = "predicts $+1$ iff $\\langle w,x\\rangle+b\\ge\\theta$, $w=0$ at first; on a mistake, or "
                         "where $y(\\langle w,x\\rangle+b-\\theta)\\le$ the margin asked for: $w\\leftarrow w+\\eta "
                         "yx$, and with a bias $b\\leftarrow b+\\eta y$",
              .family = "perceptron",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .methods = &matrix_perceptron_methods,
};
