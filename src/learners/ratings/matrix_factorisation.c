/* Biased matrix factorisation by stochastic gradient descent (Koren, Bell & Volinsky 2009, equations 4 and 5):
 *
 *   z_ij = mu + b_i + c_j + <p_i, q_j>, the prediction z_ij clipped to its interval
 *   mu -= eta g;  b_i -= eta (g + decay b_i);  c_j -= eta (g + decay c_j)
 *   p_i -= eta (g q_j + decay p_i),  q_j -= eta (g p_i + decay q_j)  at once
 *
 * g is the slope of the extended loss (loss.h) at z. mu starts in the middle of the interval, b and c at 0, the factors as Gaussian
 * numbers of deviation `start`. Stream: "matrix factorisation". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "learners/tuned_grid.h"
#include "linalg/kernels.h"

static const parameter parameters[] = {
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "0.05",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "learning rate"},
    {.name = "rank",
     .type = PARAMETER_INTEGER,
     .value = "4",
     .low = 0,
     .high = 1000,
     .meaning = "length of the factors"},
    {.name = "decay",
     .type = PARAMETER_NUMBER,
     .value = "0.02",
     .low = 0,
     .high = 1,
     .meaning = "weight of the ridge penalty on biases and factors"},
    {.name = "start",
     .type = PARAMETER_NUMBER,
     .value = "0.1",
     .low = 0,
     .high = 10,
     .meaning = "standard deviation of the factors at first"},
    TUNED_GRID_PARAMETER,
};

typedef struct factorisation {
  size_t m, n, rank;
  loss loss;
  double eta, decay;
  double mean;
  double *row_biases, *column_biases; /* m; n */
  double *rows, *columns;             /* m x rank; n x rank */
} factorisation;

static void destroy(void *self) {
  factorisation *made = self;
  if (made == NULL) return;
  free(made->row_biases);
  free(made->column_biases);
  free(made->rows);
  free(made->columns);
  free(made);
}

static status make(factorisation *made, uint64_t seed, double start) {
  random_stream *stream = NULL;
  TRY(NEW_ARRAY(made->m, made->row_biases));
  TRY(NEW_ARRAY(made->n, made->column_biases));
  TRY(NEW_ARRAY(made->m * made->rank, made->rows));
  TRY(NEW_ARRAY(made->n * made->rank, made->columns));
  TRY(random_stream_new(seed, "matrix factorisation", &stream));
  random_gaussian_vector(stream, made->m * made->rank, made->rows);
  random_gaussian_vector(stream, made->n * made->rank, made->columns);
  kernel_scale(made->m * made->rank, start, made->rows);
  kernel_scale(made->n * made->rank, start, made->columns);
  random_stream_free(stream);
  return STATUS_OK;
}

static status create_rated(const learner_setting *setting, const options *options, double rate, void **self) {
  factorisation *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->m = setting->rows;
  made->n = setting->n;
  made->rank = option_count(options, "rank");
  made->loss = setting->loss;
  made->eta = rate;
  made->decay = option_number(options, "decay");
  made->mean = 0.5 * (made->loss.low + made->loss.high);
  const status code = make(made, setting->seed, option_number(options, "start"));
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static double raw(const factorisation *self, const instance *x) {
  return self->mean + self->row_biases[x->row] + self->column_biases[x->column] +
         kernel_dot(self->rank, self->rows + x->row * self->rank, self->columns + x->column * self->rank);
}

static status predict(void *self, const instance *x, prediction *out) {
  const factorisation *made = self;
  const double z = raw(made, x);
  if (!isfinite(z)) return FAIL(STATUS_NUMERIC, "matrix_factorisation: the prediction is not finite");
  out->score = out->value = loss_clip(&made->loss, z);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  factorisation *made = self;
  (void)predicted;
  const double g = loss_extended_subgradient(&made->loss, raw(made, x), label);
  double *p = made->rows + x->row * made->rank, *q = made->columns + x->column * made->rank;
  made->mean -= made->eta * g;
  made->row_biases[x->row] -= made->eta * (g + made->decay * made->row_biases[x->row]);
  made->column_biases[x->column] -= made->eta * (g + made->decay * made->column_biases[x->column]);
  for (size_t l = 0; l < made->rank; l++) {
    const double old = p[l];
    p[l] -= made->eta * (g * q[l] + made->decay * old);
    q[l] -= made->eta * (g * old + made->decay * q[l]);
  }
  *updated = g != 0.0 || made->decay != 0.0;
  return STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const factorisation *made = self;
  TRY(state_add_number(state, "mean", made->mean));
  TRY(state_add_numbers(state, "row_biases", made->m, made->row_biases));
  TRY(state_add_numbers(state, "column_biases", made->n, made->column_biases));
  TRY(state_add_rows(state, "rows", made->m, made->rank, made->rank, made->rows));
  return state_add_rows(state, "columns", made->n, made->rank, made->rank, made->columns);
}

static status load(void *self, const cJSON *state) {
  factorisation *made = self;
  TRY(state_check_names(state, "mean row_biases column_biases rows columns"));
  TRY(state_get_number(state, "mean", &made->mean));
  TRY(state_get_numbers(state, "row_biases", made->m, made->row_biases));
  TRY(state_get_numbers(state, "column_biases", made->n, made->column_biases));
  TRY(state_get_rows(state, "rows", made->m, made->rank, made->rank, made->rows));
  return state_get_rows(state, "columns", made->n, made->rank, made->rank, made->columns);
}

static const rated_learner rated = {
    .create = create_rated, .destroy = destroy, .predict = predict, .update = update, .save = save, .load = load};

static status check(const learner_setting *setting, const options *options) {
  return tuned_grid_check(setting, options, "eta");
}

static status create(const learner_setting *setting, const options *options, void **self) {
  return tuned_grid_create(setting, options, "eta", &rated, self);
}

const learner_class learner_matrix_factorisation = {
    .about = {.name = "matrix_factorisation",
              .title = "Matrix factorisation",
              .citation = "Koren, Bell & Volinsky 2009",
              .help = "a mean, biases of rows and columns and products of factors, by stochastic gradient descent",
              .formula =
                  "predicts $z=\\mu+b_i+c_j+\\langle p_i,q_j\\rangle$, clipped; $\\mu\\leftarrow\\mu-\\eta\\ell'$, "
                  "$b_i\\leftarrow b_i-\\eta(\\ell'+\\lambda b_i)$, $c_j\\leftarrow c_j-\\eta(\\ell'+\\lambda c_j)$, "
                  "$p_i\\leftarrow p_i-\\eta(\\ell'q_j+\\lambda p_i)$ and $q_j\\leftarrow q_j-\\eta(\\ell'p_i+\\lambda "
                  "q_j)$ at once; $\\ell'$ at $z$, $\\lambda$ the decay",
              .family = "factorisation",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .check = check,
    .create = create,
    .destroy = tuned_grid_destroy,
    .predict = tuned_grid_predict,
    .update = tuned_grid_update,
    .score = tuned_grid_score,
    .save = tuned_grid_save,
    .load = tuned_grid_load,
    .constant = tuned_grid_constant,
};
