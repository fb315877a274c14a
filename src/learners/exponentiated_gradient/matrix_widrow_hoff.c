#include "learners/exponentiated_gradient/matrix_widrow_hoff.h"

#include "registry/field.h"

#include <math.h>

/* Up to this order W is dense: O(n^2) a trial, without the decompositions of low rank. */
enum { LARGEST_DENSE = 1024 };

static const parameter parameters[] = {
    WIDROW_HOFF_PARAMETERS,
    {.name = "project",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none semidefinite",
     .meaning = "semidefinite: negative eigenvalues become 0 after each update"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning =
         "of W; auto: diagonal for vectors, otherwise dense, but low rank for dyads and distances of order above 1024"},
};

typedef struct widrow_hoff {
  spectral *w;
  loss loss;
  double eta, length, loss_at_most, radius;
  bool clipped, semidefinite;
} widrow_hoff;

static spectral_options spectral_of(const learner_setting *setting, const options *options) {
  spectral_options wanted = weights_options(setting, options, LINK_IDENTITY);
  if (wanted.representation == REPRESENTATION_AUTO && setting->kind != INSTANCE_VECTOR && setting->n <= LARGEST_DENSE) {
    wanted.representation = REPRESENTATION_DENSE;
  }
  return wanted;
}

/* All three numbers that determine the rate are given, or none. */
static status check_rate(const options *options) {
  static const char *const names[] = {"length", "loss_at_most", "radius"};
  const char *rate = option_given(options, "eta") ? "eta" : option_given(options, "grid") ? "grid" : NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const bool given = option_given(options, names[i]);
    if (rate != NULL && given) {
      return FAIL(STATUS_INVALID, "%s: %s is given, expected no %s beside it", option_who(options), rate, names[i]);
    }
    if (rate == NULL && !given) {
      return FAIL(STATUS_INVALID, "%s: %s is missing, expected eta, grid, or length with loss_at_most and radius",
                  option_who(options), names[i]);
    }
  }
  return STATUS_OK;
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: the loss is %s, expected square", option_who(options),
                loss_kind_name(setting->loss.kind));
  }
  TRY(check_rate(options));
  const spectral_options parameter = spectral_of(setting, options);
  return weights_check(option_who(options), &parameter);
}

/* eta X^2 = U X / (sqrt K + U X) */
static double tuned_rate(const widrow_hoff *made) {
  const double reach = made->radius * made->length;
  return reach / ((sqrt(made->loss_at_most / made->loss.scale) + reach) * made->length * made->length);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  widrow_hoff *made = self;
  const double rate = tuned_grid_rate(setting, options, "eta");
  made->loss = setting->loss;
  made->length = option_number_or(options, "length", NAN);
  made->loss_at_most = option_number_or(options, "loss_at_most", NAN);
  made->radius = option_number_or(options, "radius", NAN);
  made->clipped = option_is(options, "error", "clipped");
  made->semidefinite = option_is(options, "project", "semidefinite");
  made->eta = isnan(rate) ? tuned_rate(made) : rate;
  const spectral_options parameter = spectral_of(setting, options);
  return spectral_new(&parameter, &made->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const widrow_hoff *made = self;
  TRY(spectral_score(made->w, x, &out->score));
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static double positive_part(void *context, double eigenvalue) {
  (void)context;
  return eigenvalue > 0.0 ? eigenvalue : 0.0;
}

/* W + a X of a semidefinite W needs no projection where a X is semidefinite, too. */
static status project(widrow_hoff *made, double a, instance_kind kind) {
  if (a >= 0.0 && (kind == INSTANCE_DYAD || kind == INSTANCE_DISTANCE)) return STATUS_OK;
  double least = 0.0, largest = 0.0;
  TRY(spectral_extremes(made->w, &least, &largest));
  return least >= 0.0 ? STATUS_OK : spectral_map_eigenvalues(made->w, positive_part, NULL);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  widrow_hoff *made = self;
  const double e = (made->clipped ? predicted->value : predicted->score) - label;
  *updated = e != 0.0;
  if (!*updated) return STATUS_OK;
  TRY(spectral_step(made->w, -made->eta * e, x));
  return made->semidefinite ? project(made, -made->eta * e, x->kind) : STATUS_OK;
}

static const field state[] = {WEIGHTS_STATE(widrow_hoff, w)};
static const field constants[] = {
    {FIELD(widrow_hoff, eta, FIELD_NUMBER)},          {FIELD(widrow_hoff, length, FIELD_NUMBER)},
    {FIELD(widrow_hoff, loss_at_most, FIELD_NUMBER)}, {FIELD(widrow_hoff, radius, FIELD_NUMBER)},
    {FIELD(widrow_hoff, clipped, FIELD_FLAG)},        {FIELD(widrow_hoff, semidefinite, FIELD_FLAG)},
};

WEIGHTS_FIRST(widrow_hoff, w);
const learner_methods widrow_hoff_methods = {
    .size = sizeof(widrow_hoff),
    .check = check,
    .init = init,
    .clear = weights_clear,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};

const learner_class learner_matrix_widrow_hoff = {
    .about = {.name = "matrix_widrow_hoff",
              .title = "Matrix Widrow-Hoff",
              .citation = "Widrow & Hoff 1960, on matrices with the trace inner product",
              .help = "gradient descent on the square loss, W - eta (tr(W X) - y) X, with or without projection to the "
                      "semidefinite cone",
              .formula = "predicts $z=\\mathrm{tr}(WX)$, clipped, $W_1=0$; $W\\leftarrow\\Pi(W-\\eta(z-y)X)$, $\\Pi$ "
                         "the identity or $W\\mapsto W_+$; tuned, $\\eta X_{\\max}^2=\\frac{RX_{\\max}}{\\sqrt "
                         "K+RX_{\\max}}$ for $\\Vert X\\Vert_F\\le X_{\\max}$, $L_U\\le K$, $\\Vert U\\Vert_F\\le R$",
              .family = "widrow_hoff",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = WEIGHTS_INSTANCES | 1u << INSTANCE_DISTANCE,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .methods = &tuned_grid_methods,
    .rated = &widrow_hoff_methods,
    .rate = "eta",
};
