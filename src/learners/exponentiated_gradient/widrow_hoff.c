/* Widrow-Hoff on vectors: the matrix learner on diagonal matrices. */
#include "learners/exponentiated_gradient/matrix_widrow_hoff.h"

static const parameter parameters[] = {
    WIDROW_HOFF_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "diagonal",
     .choices = "diagonal",
     .meaning = "always the diagonal one; matrix_widrow_hoff offers the others"},
};

const learner_class learner_widrow_hoff = {
    .about =
        {.name = "widrow_hoff",
         .title = "Widrow-Hoff",
         .citation = "Widrow & Hoff 1960; Cesa-Bianchi, Long & Warmuth 1996",
         .help = "gradient descent on the square loss: w - eta (w.x - y) x",
         .formula =
             "predicts $z=\\langle w,x\\rangle$, clipped, $w=0$ at first; $w\\leftarrow w-\\eta(z-y)x$; tuned, $\\eta "
             "X_{\\max}^2=\\frac{RX_{\\max}}{\\sqrt K+RX_{\\max}}$ for $|x|_2\\le X_{\\max}$, $L_u\\le K$, $|u|_2\\le "
             "R$",
         .family = "widrow_hoff",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .check = matrix_widrow_hoff_check,
    .create = matrix_widrow_hoff_create,
    .destroy = tuned_grid_destroy,
    .predict = tuned_grid_predict,
    .update = tuned_grid_update,
    .score = tuned_grid_score,
    .save = tuned_grid_save,
    .load = tuned_grid_load,
    .parameter = tuned_grid_parameter,
    .constant = tuned_grid_constant,
};
