/* Spectral hypentropy (Ghai, Hazan & Singer 2020): mirror descent on rectangular matrices, or on vectors as diagonal ones, with the
 * link of hyperbolic entropy on singular values.
 *
 *   W = beta U sinh(s) V^T for Theta = U s V^T, Theta starts as 0; predict +1 iff <W, X> >= theta;
 *   on a mistake Theta += eta y X: a step against the gradient -y X of the linear loss
 *
 * Real labels: z = c + <W, X>, c the middle of the interval; predict clip(z), and Theta -= eta g X with the slope g of the
 * extended loss (loss.h) at z.
 *
 * beta interpolates: with eta = c/beta and beta -> infinity W -> c sum of y X, the perceptron (gradient descent); with beta -> 0 it is
 * matrix exponentiated gradient on the embedding. beta = 2 w0: the repaired form of Algorithm 2 (general_matrix_winnow.h). */

#include "learners/tuned_grid.h"
#include "learners/weights.h"

typedef struct hypentropy {
  spectral *w; /* f(Theta) = 2 U sinh(s) V^T */
  double beta, eta, theta;
  loss loss; /* of real labels */
  bool real;
} hypentropy;

static const parameter parameters[] = {
    OPTION_ABOVE(hypentropy, beta, "1", 0, 1e100,
                 "scale of the weights: small, multiplicative updates; large, with eta = c/beta, additive ones"),
    OPTION_ABOVE(hypentropy, eta, "1", 0, 100, "learning rate"),
    OPTION_NUMBER(hypentropy, theta, "0", -1e100, 1e100, "threshold"),
    TUNED_GRID_PARAMETER,
};

static spectral_options spectral_of(const learner_setting *setting) {
  return (spectral_options){.n = setting->n,
                            .m = instance_kind_has_rows(setting->kind) ? setting->rows : setting->n,
                            .link = LINK_SINH,
                            .representation = REPRESENTATION_RECTANGULAR,
                            .kind = setting->kind,
                            .eigen = setting->eigen};
}

static status check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  if (isinf(setting->loss.low)) {
    return FAIL(STATUS_INVALID, "%s: needs predictions on an interval, this problem has none", who);
  }
  const spectral_options wanted = spectral_of(setting);
  return weights_check(who, &wanted);
}

static status init(void *self, const learner_setting *setting) {
  hypentropy *made = self;
  made->loss = setting->loss;
  made->real = setting->loss.kind != LOSS_ZERO_ONE;
  const spectral_options wanted = spectral_of(setting);
  return weights_new(self, &wanted, &made->w);
}

static status weight(const hypentropy *made, const instance *x, double *value) {
  TRY(spectral_score(made->w, x, value));
  *value *= 0.5 * made->beta;
  return STATUS_OK;
}

/* z, before it is clipped */
static status raw(const hypentropy *made, const instance *x, double *z) {
  TRY(weight(made, x, z));
  *z += 0.5 * (made->loss.low + made->loss.high);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const hypentropy *made = self;
  if (made->real) {
    TRY(raw(made, x, &out->score));
    out->value = out->score = loss_clip(&made->loss, out->score);
    return STATUS_OK;
  }
  TRY(weight(made, x, &out->score));
  out->value = out->score >= made->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const hypentropy *made = self;
  if (made->real) {
    double z = 0.0;
    TRY(raw(made, x, &z));
    const double g = loss_extended_subgradient(&made->loss, z, label);
    *updated = g != 0.0;
    return *updated ? spectral_step(made->w, -made->eta * g, x) : STATUS_OK;
  }
  *updated = predicted->value != label;
  return *updated ? spectral_step(made->w, made->eta * label, x) : STATUS_OK;
}

static const field state[] = {WEIGHTS_STATE(hypentropy, w)};
static const field constants[] = {
    {FIELD(hypentropy, beta, FIELD_NUMBER)},
    {FIELD(hypentropy, eta, FIELD_NUMBER)},
    {FIELD(hypentropy, theta, FIELD_NUMBER)},
};

WEIGHTS_FIRST(hypentropy, w);
static const learner_methods methods = {
    .size = sizeof(hypentropy),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};

const learner_class learner_spectral_hypentropy = {
    .about = {.name = "spectral_hypentropy",
              .title = "spectral hypentropy",
              .citation = "Ghai, Hazan & Singer 2020",
              .help = "weights beta U sinh(s) V^T of rectangular matrices, between gradient descent and matrix "
                      "exponentiated gradient",
              .formula = "predicts $+1$ iff $\\langle W,X\\rangle\\ge\\theta$, $W=\\beta U\\mathrm{diag}(\\sinh s)V^T$ "
                         "for $\\Theta=U\\mathrm{diag}(s)V^T$, $\\Theta_1=0$; on a mistake "
                         "$\\Theta\\leftarrow\\Theta+\\eta yX$; real labels: predicts $\\frac{p_0+p_1}2+\\langle "
                         "W,X\\rangle$, clipped, and $\\Theta\\leftarrow\\Theta-\\eta\\ell'X$",
              .family = "hypentropy",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_RECTANGULAR | 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_EITHER,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(hypentropy, eta)},
};
