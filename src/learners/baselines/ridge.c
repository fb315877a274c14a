/* Online ridge regression: w_t minimises lambda |w|^2 + sum of (w.x_s - y_s)^2 over the trials before t, and yhat =
 * clip(w_t.x_t), onto the interval of the loss. With
 *
 *   A_t = lambda I + sum_{s <= t} x_s x_s^T,  b = x_t^T A_{t-1}^{-1} x_t,
 *   min_t = min over u of lambda |u|^2 + sum_{s <= t} (u.x_s - y_s)^2:   (w_t.x_t - y_t)^2 / (1 + b) = min_t - min_{t-1}
 *
 * (Zhdanov & Kalnishkan 2013). forward: the forecaster of Vovk 2001 and Azoury & Warmuth 2001, which takes x_t for a
 * row with label 0 before it predicts: yhat = w_t.x_t / (1 + b).
 *
 * The state is the triangular factor of linalg/least_squares.h: O(n^2) a trial. Constants: "lambda", "forward", and
 * those of tuned_grid.h. */

#include "learners/tuned_grid.h"
#include "linalg/least_squares.h"
#include "spectral/instance/vector_arithmetic.h"

enum { LARGEST_ORDER = 4096 };

typedef struct ridge {
  least_squares *past;
  loss loss;
  size_t n;
  double lambda;
  bool forward;
  bool current;                 /* the weights are those of `past` */
  double *weights, *row, *work; /* n each */
} ridge;

static const parameter parameters[] = {
    OPTION_ABOVE(ridge, lambda, "1", 0, 1e12, "weight of |w|^2"),
    TUNED_GRID_PARAMETER,
    OPTION_FLAG(ridge, forward, "false",
                "the forecaster of Vovk, Azoury and Warmuth: the instance to be predicted counts with label 0"),
};

static status check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: the loss is %s, expected square", who, loss_kind_name(setting->loss.kind));
  }
  if (setting->n <= LARGEST_ORDER) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: n = %zu, expected at most %d", who, setting->n, (int)LARGEST_ORDER);
}

static status init(void *self, const learner_setting *setting) {
  ridge *made = self;
  made->loss = setting->loss;
  made->n = setting->n;
  TRY(OWN_ARRAY(self, made->n, made->weights));
  TRY(OWN_ARRAY(self, made->n, made->row));
  TRY(OWN_ARRAY(self, made->n, made->work));
  TRY(least_squares_new(made->n, made->lambda, &made->past));
  return OWN(self, made->past, least_squares_free);
}

static void unfold(ridge *made, const instance *x) {
  memset(made->row, 0, made->n * sizeof *made->row);
  vector_add_instance(made->row, 1.0, x);
}

static status predict(void *self, const instance *x, prediction *out) {
  ridge *made = self;
  if (!made->current) least_squares_solve(made->past, made->weights);
  made->current = true;
  out->score = vector_inner_instance(made->weights, x);
  if (made->forward) {
    unfold(made, x);
    out->score /= 1.0 + least_squares_leverage(made->past, made->row, made->work);
  }
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  ridge *made = self;
  unfold(made, x);
  made->current = false;
  *updated = true;
  return least_squares_add(made->past, made->row, label);
}

static status save(void *self, cJSON *state) {
  return least_squares_save(((const ridge *)self)->past, state);
}

static status load(void *self, const cJSON *state) {
  ridge *made = self;
  made->current = false;
  return least_squares_load(made->past, state);
}

static const field constants[] = {{FIELD(ridge, lambda, FIELD_NUMBER)}, {FIELD(ridge, forward, FIELD_FLAG)}};

static const learner_methods methods = {
    .size = sizeof(ridge),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
    FIELDS(constants, constants),
};

const learner_class learner_ridge = {
    .about = {.name = "ridge",
              .title = "Online ridge regression",
              .citation = "Hoerl & Kennard 1970; Vovk 2001; Azoury & Warmuth 2001",
              .help = "least squares of the past with lambda |w|^2, or the forward algorithm",
              .formula = "predicts $\\langle w_t,x_t\\rangle$, clipped, $w_t=\\arg\\min_w\\lambda|w|^2+\\sum_{s\\lt "
                         "t}(\\langle w,x_s\\rangle-y_s)^2$; forward: $\\frac{\\langle "
                         "w_t,x_t\\rangle}{1+x_t^TA^{-1}x_t}$, $A=\\lambda I+\\sum_{s\\lt t}x_sx_s^T$",
              .family = "ridge",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(ridge, lambda)},
};
