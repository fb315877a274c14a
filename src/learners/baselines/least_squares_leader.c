/* Follow the leader with the square loss on vectors: of all w with the least sum of (w.x_s - y_s)^2 over the past, the
 * shortest one (lambda -> 0 in ridge regression); 0 before the first trial. The prediction is clipped to the interval
 * of the loss.
 *
 * The past is kept in an orthonormal basis of what its instances span, where the least squares are unique
 * (linalg/least_squares.h): O(n k + k^2) a trial, k the rank so far. An instance adds a direction to the basis if more
 * than 1e-9 of its length is outside: below that, the prediction would depend on rounding. */

#include "base/state.h"
#include "learners/learner.h"
#include "linalg/frame.h"
#include "linalg/least_squares.h"
#include "spectral/instance/vector_arithmetic.h"

enum { LARGEST_ORDER = 4096 };
static const double outside = 1e-9;

typedef struct leader {
  size_t n;
  loss loss;
  double *basis; /* k x n, orthonormal rows */
  least_squares *past;
  bool current;                /* the weights are those of `past` */
  double *weights, *row;       /* n each */
  double *coefficients, *work; /* n + 1 and 2 n */
} leader;

static status check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: the loss is %s, expected square", who, loss_kind_name(setting->loss.kind));
  }
  if (setting->n <= LARGEST_ORDER) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: n = %zu, expected at most %d", who, setting->n, (int)LARGEST_ORDER);
}

static status init(void *self, const learner_setting *setting) {
  leader *made = self;
  made->n = setting->n;
  made->loss = setting->loss;
  TRY(OWN_RESERVED(self, made->n * made->n, made->basis));
  TRY(OWN_ARRAY(self, made->n, made->weights));
  TRY(OWN_ARRAY(self, made->n, made->row));
  TRY(OWN_ARRAY(self, made->n + 1, made->coefficients));
  TRY(OWN_ARRAY(self, 2 * made->n, made->work));
  TRY(least_squares_new(made->n, 0.0, &made->past));
  return OWN(self, made->past, least_squares_free);
}

static void solve(leader *made) {
  const size_t k = least_squares_order(made->past);
  least_squares_solve(made->past, made->coefficients);
  memset(made->weights, 0, made->n * sizeof *made->weights);
  kernel_rows_combine(k, made->n, made->basis, made->n, made->coefficients, made->weights);
  made->current = true;
}

static status predict(void *self, const instance *x, prediction *out) {
  leader *made = self;
  if (!made->current) solve(made);
  out->score = vector_inner_instance(made->weights, x);
  out->value = loss_clip(&made->loss, out->score);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  leader *made = self;
  const size_t n = made->n, k = least_squares_order(made->past);
  memset(made->row, 0, n * sizeof *made->row);
  vector_add_instance(made->row, 1.0, x);
  const double length = kernel_norm(n, made->row);
  *updated = length > 0.0;
  if (!*updated) return STATUS_OK; /* w.0 is 0 for every w */
  made->current = false;
  double *c = made->coefficients, rest = 0.0;
  const int appended = frame_append(n, k, made->basis, made->row, c, &rest, made->work);
  if (!appended || rest <= outside * length) return least_squares_add(made->past, c, label);
  c[k] = rest;
  return least_squares_extend(made->past, c, label);
}

static status save(void *self, cJSON *state) {
  const leader *made = self;
  cJSON *past = NULL;
  TRY(state_add_rows(state, "basis", least_squares_order(made->past), made->n, made->n, made->basis));
  TRY(state_add_object(state, "past", &past));
  return least_squares_save(made->past, past);
}

static status load(void *self, const cJSON *state) {
  leader *made = self;
  const cJSON *past = NULL;
  TRY(state_check_names(state, "basis past"));
  TRY(state_get_object(state, "past", &past));
  TRY(status_context(least_squares_load(made->past, past), "past"));
  const size_t k = least_squares_order(made->past);
  TRY(state_get_rows(state, "basis", k, made->n, made->n, made->basis));
  made->current = false;
  const double defect = frame_defect(made->n, k, made->basis);
  if (defect <= outside) return STATUS_OK;
  return FAIL(STATUS_INVALID, "basis: an inner product is wrong by %g, expected orthonormal rows", defect);
}

static const learner_methods methods = {
    .size = sizeof(leader),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
};

const learner_class learner_least_squares_leader = {
    .about = {.name = "least_squares_leader",
              .title = "Follow the leader (least squares)",
              .citation = "baseline",
              .help = "the shortest of the weights that fit the past best by the square loss",
              .formula = "predicts $\\langle w_t,x_t\\rangle$, clipped, $w_t$ the shortest minimiser of $\\sum_{s\\lt "
                         "t}(\\langle w,x_s\\rangle-y_s)^2$",
              .family = "baseline",
              .result_version = 1},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_VECTOR_ROTATION,
    .methods = &methods,
};
