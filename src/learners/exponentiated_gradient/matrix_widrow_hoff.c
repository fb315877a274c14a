#include "learners/exponentiated_gradient/matrix_widrow_hoff.h"

/* Up to this order W is dense: O(n^2) a trial, without the decompositions of low rank. */
enum { LARGEST_DENSE = 1024 };

static const parameter parameters[] = {
    WIDROW_HOFF_OPTIONS(widrow_hoff),
    OPTION_CHOICE(widrow_hoff, project, "none", "none semidefinite",
                  "semidefinite: negative eigenvalues become 0 after each update"),
    OPTION_CHOICE(
        widrow_hoff, representation, "auto", "auto diagonal dense low_rank",
        "of W; auto: diagonal for vectors, otherwise dense, but low rank for dyads and distances of order above 1024"),
};

static spectral_options spectral_of(const widrow_hoff *self, const learner_setting *setting) {
  spectral_options wanted = weights_wanted(setting, self->representation, LINK_IDENTITY);
  if (wanted.representation == REPRESENTATION_AUTO && setting->kind != INSTANCE_VECTOR && setting->n <= LARGEST_DENSE) {
    wanted.representation = REPRESENTATION_DENSE;
  }
  return wanted;
}

/* All three numbers that determine the rate are given, or none. */
static status check_rate(const widrow_hoff *self, const learner_setting *setting) {
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"length", self->length}, {"loss_at_most", self->loss_at_most}, {"radius", self->radius}};
  const char *who = setting->class->about.name, *rate = isnan(self->eta) ? NULL : "eta";
  const double *rates = NULL;
  if (tuned_grid_values(setting, PLACE(widrow_hoff, eta), &rates) > 0 && rate == NULL) rate = "grid";
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    const bool given = !isnan(numbers[i].value);
    if (rate != NULL && given) {
      return FAIL(STATUS_INVALID, "%s: %s is given, expected no %s beside it", who, rate, numbers[i].name);
    }
    if (rate == NULL && !given) {
      return FAIL(STATUS_INVALID, "%s: %s is missing, expected eta, grid, or length with loss_at_most and radius", who,
                  numbers[i].name);
    }
  }
  return STATUS_OK;
}

static status check(const void *self, const learner_setting *setting) {
  const widrow_hoff *made = self;
  const char *who = setting->class->about.name;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: the loss is %s, expected square", who, loss_kind_name(setting->loss.kind));
  }
  TRY(check_rate(made, setting));
  const spectral_options wanted = spectral_of(made, setting);
  return weights_check(who, &wanted);
}

/* eta X^2 = U X / (sqrt K + U X) */
static double tuned_rate(const widrow_hoff *made) {
  const double reach = made->radius * made->length;
  return reach / ((sqrt(made->loss_at_most / made->loss.scale) + reach) * made->length * made->length);
}

static status init(void *self, const learner_setting *setting) {
  widrow_hoff *made = self;
  made->loss = setting->loss;
  if (isnan(made->eta)) made->eta = tuned_rate(made);
  const spectral_options wanted = spectral_of(made, setting);
  return weights_new(self, &wanted, &made->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const widrow_hoff *made = self;
  TRY(spectral_score(made->w, x, &out->score));
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static double positive_part(void *context, double eigenvalue) {
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
  const double e = (made->error == ERROR_CLIPPED ? predicted->value : predicted->score) - label;
  *updated = e != 0.0;
  if (!*updated) return STATUS_OK;
  TRY(spectral_step(made->w, -made->eta * e, x));
  return made->project == PROJECT_SEMIDEFINITE ? project(made, -made->eta * e, x->kind) : STATUS_OK;
}

static const field state[] = {WEIGHTS_STATE(widrow_hoff, w)};
static const field constants[] = {
    {FIELD(widrow_hoff, eta, FIELD_NUMBER)},
    {FIELD(widrow_hoff, length, FIELD_NUMBER)},
    {FIELD(widrow_hoff, loss_at_most, FIELD_NUMBER)},
    {FIELD(widrow_hoff, radius, FIELD_NUMBER)},
    {FIELD_NAMED("clipped", widrow_hoff, error, FIELD_CHOICE)},
    {FIELD_NAMED("semidefinite", widrow_hoff, project, FIELD_CHOICE)},
};

WEIGHTS_FIRST(widrow_hoff, w);
const learner_methods widrow_hoff_methods = {
    .size = sizeof(widrow_hoff),
    .check = check,
    .init = init,
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
    .tuned = {TUNED(widrow_hoff, eta)},
};
