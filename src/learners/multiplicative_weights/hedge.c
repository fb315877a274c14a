#include "learners/multiplicative_weights/hedge.h"
#include "learners/learning_rate.h"

typedef struct hedge {
  hedge_matrices class;
  size_t matrices, n;
  bool cuts;
  unsigned char *places; /* orders: matrices x n */
  loss loss;
  double eta;
  double *logarithms; /* of the weights, the largest 0 */
  double *weights;    /* their exponentials */
  double shift;       /* sum of what was subtracted from the logarithms: eta times a loss */
  double total;       /* of the weights */
} hedge;

const parameter hedge_parameters[HEDGE_PARAMETERS] = {
    LEARNING_RATE(hedge, "learning rate; absent: the theorem's for the number of trials"),
};

static status check(const void *self, const learner_setting *setting) {
  const hedge_matrices *class = setting->class->variant;
  const char *who = setting->class->about.name;
  if (setting->rows != setting->n) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected a square matrix", who, setting->rows,
                setting->n);
  }
  if (setting->n < 2 || setting->n > class->largest) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be from 2 to %zu: every matrix of the class has a weight", who,
                setting->n, class->largest);
  }
  return STATUS_OK;
}

/* The exponentials and their sum; the largest logarithm is 0. */
static void weigh(hedge *self) {
  fixed_exp_all(self->matrices, self->logarithms, self->weights);
  self->total = 0.0;
  for (size_t e = 0; e < self->matrices; e++) self->total += self->weights[e];
}

static status init(void *self, const learner_setting *setting) {
  hedge *made = self;
  made->class = *(const hedge_matrices *)setting->class->variant;
  made->n = setting->n;
  made->matrices = made->class.count(made->n);
  made->cuts = made->class.place_items == NULL;
  made->loss = setting->loss;
  if (!made->cuts) {
    TRY(OWN_ARRAY(self, made->matrices * made->n, made->places));
    for (size_t e = 0; e < made->matrices; e++) made->class.place_items(made->n, e, made->places + e * made->n);
  }
  const double range = loss_lipschitz(&made->loss) * (made->loss.high - made->loss.low);
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  if (isnan(made->eta)) made->eta = sqrt(8.0 * fixed_log((double)made->matrices) / rounds) / range;
  TRY(OWN_ARRAY(self, made->matrices, made->logarithms));
  TRY(OWN_ARRAY(self, made->matrices, made->weights));
  weigh(made);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const hedge *made = self;
  double high = 0.0;
  for (size_t e = 0; e < made->matrices; e++) {
    if (made->class.high(made->places, made->n, e, x->row, x->column)) high += made->weights[e];
  }
  const double share = high / made->total;
  out->score = out->value = loss_clip(&made->loss, made->loss.low + share * (made->loss.high - made->loss.low));
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  hedge *made = self;
  const double at_high = made->eta * loss_value(&made->loss, made->loss.high, label);
  const double at_low = made->eta * loss_value(&made->loss, made->loss.low, label);
  double largest = -INFINITY;
  for (size_t e = 0; e < made->matrices; e++) {
    made->logarithms[e] -= made->class.high(made->places, made->n, e, x->row, x->column) ? at_high : at_low;
    if (made->logarithms[e] > largest) largest = made->logarithms[e];
  }
  if (!isfinite(largest)) return FAIL(STATUS_NUMERIC, "hedge: a loss is not finite");
  for (size_t e = 0; e < made->matrices; e++) made->logarithms[e] -= largest;
  made->shift -= largest;
  weigh(made);
  *updated = at_high != 0.0 || at_low != 0.0;
  return STATUS_OK;
}

static status loaded(void *self) {
  hedge *made = self;
  double largest = -INFINITY;
  for (size_t e = 0; e < made->matrices; e++) largest = fmax(largest, made->logarithms[e]);
  if (largest != 0.0) return FAIL(STATUS_INVALID, "logarithms: the largest is %g, expected 0", largest);
  weigh(made);
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(hedge, eta, FIELD_NUMBER), .open_low = true},
    {FIELD(hedge, shift, FIELD_NUMBER)},
    {FIELD(hedge, logarithms, FIELD_LIST), FIELD_LENGTH(hedge, matrices), .loaded = loaded},
};

static const field constants[] = {
    {FIELD(hedge, eta, FIELD_NUMBER)},
    {FIELD(hedge, matrices, FIELD_COUNT)},
    {FIELD(hedge, cuts, FIELD_FLAG)},
};

static bool constant(const void *self, const char *name, double *value) {
  const hedge *made = self;
  if (strcmp(name, "potential") != 0) return false;
  *value = (made->shift - fixed_log(made->total / (double)made->matrices)) / made->eta;
  return true;
}

const learner_methods hedge_methods = {
    .size = sizeof(hedge),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
};
