/* Gradient descent for online principal components, a competitor of capped_meg.c: the same W, 0 <= W <= I of trace m = n - k, and
 *
 *   W <- Pi(W - eta X), Pi the Euclidean projection: eigenvalues become min(1, max(0, h - t)), t so that the trace is m
 *
 * Zinkevich 2003 with |U - W_1|_F^2 <= m k/n and |X|_F <= 1: regret <= sqrt(m k T/n) at eta = sqrt(m k/(n T)) (Nie, Kotlowski and Warmuth 2016,
 * section 3). */

#include "learners/capped/capped_meg.h"
#include "learners/learning_rate.h"
#include "learners/weights.h"

static const parameter parameters[] = {
    CAPPED_DIMENSION,
    LEARNING_RATE(capped, "learning rate; absent: sqrt(m k/(n T)), for |X|_F <= 1, m = n - k"),
    WEIGHTS_CHOICE(capped, "of W; auto: by the kind of the instances"),
};

static double rate_of(double n, double k, double rounds, double loss_at_most) {
  return sqrt((n - k) * k / (n * rounds));
}

static const capped_kind euclidean = {LINK_IDENTITY, false, rate_of};

const learner_class learner_capped_gradient_descent = {
    .about =
        {.name = "capped_gradient_descent",
         .title = "Capped gradient descent",
         .citation = "Zinkevich 2003; Nie, Kotlowski & Warmuth 2016",
         .help = "online principal components by gradient descent with projection",
         .formula =
             "predicts $\\mathrm{tr}X-\\mathrm{tr}(WX)$, $W_1=\\frac mnI$, $m=n-k$; $W\\leftarrow W-\\eta X$, then "
             "$W\\leftarrow\\min(1,(W-tI)_+)$ on eigenvalues, $t$ so that $\\mathrm{tr}W=m$; "
             "$\\eta=\\sqrt{\\frac{mk}{nT}}$",
         .family = "capped_gradient_descent",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &capped_methods,
    .variant = &euclidean,
};
