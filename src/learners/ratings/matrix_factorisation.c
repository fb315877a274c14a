/* Biased matrix factorisation by stochastic gradient descent (Koren, Bell & Volinsky 2009, equations 4 and 5):
 *
 *   z_ij = mu + b_i + c_j + <p_i, q_j>, the prediction z_ij clipped to its interval
 *   mu -= eta g;  b_i -= eta (g + decay b_i);  c_j -= eta (g + decay c_j)
 *   p_i -= eta (g q_j + decay p_i),  q_j -= eta (g p_i + decay q_j)  at once
 *
 * g is the slope of the extended loss (loss.h) at z. mu starts in the middle of the interval, b and c at 0, the factors
 * as Gaussian numbers with standard deviation `start`. Stream: "matrix factorisation". */

#include "learners/tuned_grid.h"

typedef struct factorisation {
  size_t m, n, rank;
  loss loss;
  double eta, decay, start;
  double mean;
  double *row_biases, *column_biases; /* m; n */
  double *rows, *columns;             /* m x rank; n x rank */
} factorisation;

static const parameter parameters[] = {
    OPTION_ABOVE(factorisation, eta, "0.05", 0, 1, "learning rate"),
    OPTION_COUNT(factorisation, rank, "4", 0, 1000, "length of the factors"),
    OPTION_NUMBER(factorisation, decay, "0.02", 0, 1, "weight of the ridge penalty on biases and factors"),
    OPTION_NUMBER(factorisation, start, "0.1", 0, 10, "standard deviation of the factors at first"),
    TUNED_GRID_PARAMETER,
};

static status init(void *self, const learner_setting *setting) {
  factorisation *made = self;
  random_stream *stream = NULL;
  made->m = setting->rows;
  made->n = setting->n;
  made->loss = setting->loss;
  made->mean = 0.5 * (made->loss.low + made->loss.high);
  TRY(OWN_ARRAY(self, made->m, made->row_biases));
  TRY(OWN_ARRAY(self, made->n, made->column_biases));
  TRY(OWN_ARRAY(self, made->m * made->rank, made->rows));
  TRY(OWN_ARRAY(self, made->n * made->rank, made->columns));
  TRY(member_stream(self, setting->seed, "matrix factorisation", &stream));
  random_gaussian_vector(stream, made->m * made->rank, made->rows);
  random_gaussian_vector(stream, made->n * made->rank, made->columns);
  kernel_scale(made->m * made->rank, made->start, made->rows);
  kernel_scale(made->n * made->rank, made->start, made->columns);
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

static const field state[] = {
    {FIELD(factorisation, mean, FIELD_NUMBER)},
    {FIELD(factorisation, row_biases, FIELD_LIST), FIELD_LENGTH(factorisation, m)},
    {FIELD(factorisation, column_biases, FIELD_LIST), FIELD_LENGTH(factorisation, n)},
    {FIELD(factorisation, rows, FIELD_ROWS), FIELD_SHAPE(factorisation, m, rank)},
    {FIELD(factorisation, columns, FIELD_ROWS), FIELD_SHAPE(factorisation, n, rank)},
};

static const learner_methods methods = {
    .size = sizeof(factorisation),
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

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
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(factorisation, eta)},
};
