/* Winnow as gradient descent (Amid & Warmuth 2020, "Winnowing with gradient descent"): the weights are squares, w_i = u_i^2, and u
 * descends the linear loss -y <w,x>, whose gradient is -2 y x o u, on mistakes. With steps of size eta/4
 *
 *   u_i <- u_i (1 + (eta/2) y x_i),     w_i <- w_i (1 + (eta/2) y x_i)^2 = w_i e^(eta y x_i) (1 - (eta x_i)^2/4 + O(eta^3)):
 *
 * Winnow's factor e^(eta y x_i) to first order. Doubled: weights u^2 - v^2, that is u on (x, -x). normalize = "trace": u is scaled to
 * |u| = 1 after each update. With a margin it updates if y <w,x> <= 0, as winnow_normalized does. An update costs O(nnz(x)), normalised O(n). */

#include "learners/winnow/simplex_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct gradient_winnow {
  size_t r, n, order; /* order: n, or 2n when doubled */
  double gap, margin, eta, theta, w0;
  winnow_normalize normalize;
  bool sign, doubled; /* sign: for a linear threshold with a margin */
  double *u;          /* order */
} gradient_winnow;

static const parameter parameters[] = {
    OPTION_COUNT(gradient_winnow, r, "1", 1, 1e7, "number of literals of the disjunction that winnow is tuned for"),
    WINNOW_GAP_OPTION(gradient_winnow, "positive instances have <u,x> >= gap, negative ones 0"),
    OPTION_BETWEEN(gradient_winnow, margin, ABSENT, 0, 1,
                   "given: a linear threshold with y <u,x> >= margin, |u|_1 = 1, instead of a disjunction; needs "
                   "normalize = \"trace\""),
    WINNOW_RATE_OPTION(
        gradient_winnow, eta,
        "rate of the Winnow that is followed; absent: that of winnow for gap, or of winnow_normalized for margin"),
    OPTION_NUMBER(gradient_winnow, theta, ABSENT, -1e300, 1e300,
                  "threshold; absent: that of winnow for eta and gap, or 0 with margin"),
    WINNOW_SCALE_OPTION(gradient_winnow, "every weight starts as w0; absent: r/n"),
    OPTION_CHOICE(gradient_winnow, normalize, "none", "none trace",
                  "none, or trace: weights of sum 1, equal ones to start with"),
    OPTION_FLAG(gradient_winnow, doubled, "false",
                "two weights for each attribute, for x and -x: comparators of any sign"),
};

static const option_rule rules[] = {
    RULE_AT_MOST_ORDER(gradient_winnow, r),
    RULE_NEEDS(gradient_winnow, margin, normalize, WINNOW_TRACE),
    RULE_WITHOUT(gradient_winnow, w0, normalize, WINNOW_TRACE),
};

static void tune(gradient_winnow *self) {
  const double r = (double)self->r;
  const bool sign = self->sign = !isnan(self->margin), normalized = self->normalize == WINNOW_TRACE;
  if (isnan(self->eta)) {
    self->eta = sign         ? simplex_winnow_rate(1.0, self->margin, 0.0)
                : normalized ? winnow_normalized_rate(self->gap / r)
                             : winnow_rate();
  }
  if (isnan(self->theta)) {
    self->theta = sign         ? 0.0
                  : normalized ? winnow_normalized_threshold(self->eta, self->gap / r)
                               : winnow_threshold(self->eta, self->gap);
  }
}

static status init(void *self, const learner_setting *setting) {
  gradient_winnow *winnow = self;
  winnow->n = setting->n;
  winnow->order = winnow->doubled ? 2 * winnow->n : winnow->n;
  tune(winnow);
  TRY(OWN_ARRAY(self, winnow->order, winnow->u));
  const double start = isnan(winnow->w0) ? (double)winnow->r / (double)winnow->n : winnow->w0;
  const double weight = winnow->normalize == WINNOW_TRACE ? 1.0 / (double)winnow->order : start;
  for (size_t i = 0; i < winnow->order; i++) winnow->u[i] = sqrt(weight);
  return STATUS_OK;
}

static status score(const gradient_winnow *winnow, const instance *x, double *value) {
  double sum = 0.0;
  for (size_t j = 0; j < x->count; j++) {
    const double *u = winnow->u + (x->index == NULL ? j : x->index[j]);
    const double weight = winnow->doubled ? u[0] * u[0] - u[winnow->n] * u[winnow->n] : u[0] * u[0];
    sum += weight * x->value[j];
  }
  *value = sum;
  return isfinite(sum) ? STATUS_OK : FAIL(STATUS_NUMERIC, "winnow_gradient_descent: a score is %g", sum);
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = out->score >= ((const gradient_winnow *)self)->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  gradient_winnow *winnow = self;
  const double step = 0.5 * winnow->eta * label;
  *updated = predicted->value != label || (winnow->sign && label * predicted->score <= 0.0);
  if (!*updated) return STATUS_OK;
  for (size_t j = 0; j < x->count; j++) {
    double *u = winnow->u + (x->index == NULL ? j : x->index[j]);
    u[0] *= 1.0 + step * x->value[j];
    if (winnow->doubled) u[winnow->n] *= 1.0 - step * x->value[j];
  }
  if (winnow->normalize != WINNOW_TRACE) return STATUS_OK;
  const double norm = kernel_norm(winnow->order, winnow->u);
  if (!(norm > 0.0) || !isfinite(norm)) {
    return FAIL(STATUS_NUMERIC, "winnow_gradient_descent: |u| is %g after an update, expected a number > 0", norm);
  }
  kernel_scale(winnow->order, 1.0 / norm, winnow->u);
  return STATUS_OK;
}

static const field state[] = {{FIELD(gradient_winnow, u, FIELD_LIST), FIELD_LENGTH(gradient_winnow, order)}};
static const field constants[] = {
    {FIELD(gradient_winnow, eta, FIELD_NUMBER)},
    {FIELD(gradient_winnow, theta, FIELD_NUMBER)},
    {FIELD(gradient_winnow, doubled, FIELD_FLAG)},
};

static const learner_methods methods = {
    .size = sizeof(gradient_winnow),
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_winnow_gradient_descent = {
    .about =
        {.name = "winnow_gradient_descent",
         .title = "Winnow by gradient descent",
         .citation = "Amid & Warmuth 2020",
         .help =
             "gradient descent on u for weights w = u^2: factors (1 + eta y x_i/2)^2 on mistakes; no bound is asserted",
         .formula = "predicts $+1$ iff $\\langle w,x\\rangle\\ge\\theta$, $w_i=u_i^2$, $w_i=\\frac rn$ at first; on a "
                    "mistake $u_i\\leftarrow u_i(1+\\frac\\eta2yx_i)$; doubled, $w_i=u_i^2-v_i^2$ and $v_i\\leftarrow "
                    "v_i(1-\\frac\\eta2yx_i)$; normalised, then $|u|=1$ (doubled: $|(u,v)|=1$); with a margin "
                    "$\\theta=0$, and updates where $y\\langle w,x\\rangle\\le0$",
         .family = "winnow_gradient",
         .result_version = 1,
         PARAMETERS(parameters),
         RULES(rules)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &methods,
};
