#include "learners/multiplicative_weights/hedge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"

const parameter hedge_parameters[HEDGE_PARAMETERS] = {
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "learning rate; absent: the theorem's for the number of trials"},
};

typedef struct hedge {
  hedge_class class;
  void *owned;
  loss loss;
  double eta;
  double *logarithms; /* of the weights, the largest 0 */
  double *weights;    /* their exponentials */
  double shift;       /* what was taken from the logarithms so far: eta times a loss */
  double total;       /* of the weights */
} hedge;

status hedge_check(const learner_setting *setting, const options *options, size_t largest) {
  if (setting->rows != setting->n) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected as many of both",
                option_who(options), setting->rows, setting->n);
  }
  if (setting->n < 2 || setting->n > largest) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be from 2 to %zu: every matrix of the class has a weight",
                option_who(options), setting->n, largest);
  }
  return STATUS_OK;
}

/* The exponentials and their sum; the largest logarithm is 0. */
static void weigh(hedge *self) {
  fixed_exp_all(self->class.matrices, self->logarithms, self->weights);
  self->total = 0.0;
  for (size_t e = 0; e < self->class.matrices; e++) self->total += self->weights[e];
}

static status make(hedge *made, const learner_setting *setting, const options *options) {
  const double matrices = (double)made->class.matrices;
  const double range = loss_lipschitz(&made->loss) * (made->loss.high - made->loss.low);
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  made->eta =
      option_given(options, "eta") ? option_number(options, "eta") : sqrt(8.0 * fixed_log(matrices) / rounds) / range;
  TRY(NEW_ARRAY(made->class.matrices, made->logarithms));
  TRY(NEW_ARRAY(made->class.matrices, made->weights));
  weigh(made);
  return STATUS_OK;
}

status hedge_create(const learner_setting *setting, const options *options, const hedge_class *class, void *owned,
                    void **self) {
  hedge *made = NULL;
  *self = NULL;
  const status allocated = NEW_ARRAY(1, made);
  if (allocated != STATUS_OK) {
    free(owned);
    return allocated;
  }
  made->class = *class;
  made->owned = owned;
  made->loss = setting->loss;
  const status code = make(made, setting, options);
  if (code != STATUS_OK) {
    hedge_destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

void hedge_destroy(void *self) {
  hedge *made = self;
  if (made == NULL) return;
  free(made->owned);
  free(made->logarithms);
  free(made->weights);
  free(made);
}

status hedge_score(void *self, const instance *x, double *score) {
  const hedge *made = self;
  double high = 0.0;
  for (size_t e = 0; e < made->class.matrices; e++) {
    if (made->class.high(&made->class, e, x->row, x->column)) high += made->weights[e];
  }
  const double share = high / made->total;
  *score = loss_clip(&made->loss, made->loss.low + share * (made->loss.high - made->loss.low));
  return STATUS_OK;
}

status hedge_predict(void *self, const instance *x, prediction *out) {
  TRY(hedge_score(self, x, &out->score));
  out->value = out->score;
  return STATUS_OK;
}

status hedge_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  hedge *made = self;
  (void)predicted;
  const double at_high = made->eta * loss_value(&made->loss, made->loss.high, label);
  const double at_low = made->eta * loss_value(&made->loss, made->loss.low, label);
  double largest = -INFINITY;
  for (size_t e = 0; e < made->class.matrices; e++) {
    made->logarithms[e] -= made->class.high(&made->class, e, x->row, x->column) ? at_high : at_low;
    if (made->logarithms[e] > largest) largest = made->logarithms[e];
  }
  if (!isfinite(largest)) return FAIL(STATUS_NUMERIC, "hedge: a loss is not finite");
  for (size_t e = 0; e < made->class.matrices; e++) made->logarithms[e] -= largest;
  made->shift -= largest;
  weigh(made);
  *updated = at_high != 0.0 || at_low != 0.0;
  return STATUS_OK;
}

status hedge_save(void *self, cJSON *state) {
  const hedge *made = self;
  TRY(state_add_number(state, "eta", made->eta));
  TRY(state_add_number(state, "shift", made->shift));
  return state_add_numbers(state, "logarithms", made->class.matrices, made->logarithms);
}

status hedge_load(void *self, const cJSON *state) {
  hedge *made = self;
  TRY(state_check_names(state, "eta shift logarithms"));
  TRY(state_get_number(state, "eta", &made->eta));
  if (!(made->eta > 0.0)) return FAIL(STATUS_INVALID, "eta: %g, expected a positive number", made->eta);
  TRY(state_get_number(state, "shift", &made->shift));
  TRY(state_get_numbers(state, "logarithms", made->class.matrices, made->logarithms));
  double largest = -INFINITY;
  for (size_t e = 0; e < made->class.matrices; e++) largest = fmax(largest, made->logarithms[e]);
  if (largest != 0.0) return FAIL(STATUS_INVALID, "logarithms: the largest is %g, expected 0", largest);
  weigh(made);
  return STATUS_OK;
}

bool hedge_constant(const void *self, const char *name, double *value) {
  const hedge *made = self;
  const double matrices = (double)made->class.matrices;
  if (strcmp(name, "eta") == 0) {
    *value = made->eta;
  } else if (strcmp(name, "matrices") == 0) {
    *value = matrices;
  } else if (strcmp(name, "cuts") == 0) {
    *value = made->class.places == NULL ? 1.0 : 0.0;
  } else if (strcmp(name, "potential") == 0) {
    *value = (made->shift - fixed_log(made->total / matrices)) / made->eta;
  } else {
    return false;
  }
  return true;
}
