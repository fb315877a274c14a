/* Widrow-Hoff on vectors: the matrix learner on diagonal matrices. */
#include "learners/exponentiated_gradient/matrix_widrow_hoff.h"

static const parameter parameters[] = {
    WIDROW_HOFF_OPTIONS(widrow_hoff),
    WEIGHTS_ALWAYS_DIAGONAL(widrow_hoff, "matrix_widrow_hoff"),
};

const learner_class learner_widrow_hoff = {
    .about = {.name = "widrow_hoff",
              .title = "Widrow-Hoff",
              .citation = "Widrow & Hoff 1960; Cesa-Bianchi, Long & Warmuth 1996",
              .help = "gradient descent on the square loss: w - eta (w.x - y) x",
              .formula = "predicts $z=\\langle w,x\\rangle$, clipped, $w=0$ at first; $w\\leftarrow w-\\eta(z-y)x$; "
                         "tuned, $\\eta X_{\\max}^2=\\frac{RX_{\\max}}{\\sqrt K+RX_{\\max}}$ for $|x|_2\\le "
                         "X_{\\max}$, $L_u\\le K$, $|u|_2\\le R$",
              .family = "widrow_hoff",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .methods = &tuned_grid_methods,
    .rated = &widrow_hoff_methods,
    .tuned = {TUNED(widrow_hoff, eta)},
};
