#include "learners/multiplicative_weights/matrix_multiplicative_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"

static const double rounding = 1e-9; /* of predictions at the ends of their interval, times tau */

const parameter multiplicative_weights_parameters[MULTIPLICATIVE_WEIGHTS_PARAMETERS] = {
    {.name = "tau",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e9,
     .open_low = true,
     .meaning = "trace of the matrices played"},
    {.name = "trace",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal at_most",
     .meaning = "the trace is tau, or at most tau"},
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "learning rate; absent: sqrt(ln(n)/T), for losses of norm at most 1"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument H; auto: by the kind of the instances"},
};

typedef struct multiplicative_weights {
  spectral *w;
  loss loss;
  double tau, log_tau, eta, slope;
  bool equal;
} multiplicative_weights;

static spectral_options spectral_of(const learner_setting *setting, const options *options) {
  spectral_options wanted = {.n = setting->n,
                             .link = LINK_EXP,
                             .representation = REPRESENTATION_AUTO,
                             .kind = setting->kind,
                             .shift = fixed_log(option_number(options, "tau") / (double)setting->n),
                             .eigen = setting->eigen};
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  wanted.capacity = setting->trials > setting->n / per_trial ? setting->n : setting->trials * per_trial;
  (void)spectral_representation_by_name(option_text(options, "representation"), &wanted.representation);
  return wanted;
}

status multiplicative_weights_check(const learner_setting *setting, const options *options) {
  const char *who = option_who(options);
  const double tau = option_number(options, "tau");
  const loss *loss = &setting->loss;
  if (loss->kind != LOSS_LINEAR) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with the loss linear, this one is %s", who,
                loss_kind_name(loss->kind));
  }
  if (tau > loss->high || -tau < loss->low) {
    return FAIL(STATUS_INVALID, "%s: tau = %g needs predictions from %g to %g, the problem asks for %g to %g", who, tau,
                -tau, tau, loss->low, loss->high);
  }
  const spectral_options wanted = spectral_of(setting, options);
  const status code = spectral_check(&wanted);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

status multiplicative_weights_create(const learner_setting *setting, const options *options, void **self) {
  multiplicative_weights *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  const double logarithm = fixed_log(setting->n > 1 ? (double)setting->n : 2.0);
  made->loss = setting->loss;
  made->tau = option_number(options, "tau");
  made->log_tau = fixed_log(made->tau);
  made->equal = option_is(options, "trace", "equal");
  made->slope = loss_lipschitz(&setting->loss);
  made->eta = option_given(options, "eta") ? option_number(options, "eta") : sqrt(logarithm / rounds) / made->slope;
  const spectral_options wanted = spectral_of(setting, options);
  const status code = spectral_new(&wanted, &made->w);
  if (code != STATUS_OK) {
    multiplicative_weights_destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

void multiplicative_weights_destroy(void *self) {
  multiplicative_weights *made = self;
  if (made == NULL) return;
  spectral_free(made->w);
  free(made);
}

status multiplicative_weights_score(void *self, const instance *x, double *score) {
  return spectral_score(((multiplicative_weights *)self)->w, x, score);
}

status multiplicative_weights_predict(void *self, const instance *x, prediction *out) {
  const multiplicative_weights *made = self;
  TRY(multiplicative_weights_score(self, x, &out->score));
  const double clipped = loss_clip(&made->loss, out->score);
  out->value = fabs(clipped - out->score) <= rounding * made->tau ? clipped : out->score;
  return STATUS_OK;
}

status multiplicative_weights_update(void *self, const instance *x, const prediction *predicted, double label,
                                     bool *updated) {
  multiplicative_weights *made = self;
  double log_trace = 0.0;
  const double g = loss_subgradient(&made->loss, predicted->value, label);
  *updated = g != 0.0;
  if (!*updated) return STATUS_OK;
  TRY(spectral_step(made->w, -made->eta * g, x));
  TRY(spectral_log_trace(made->w, &log_trace));
  if (!made->equal && log_trace <= made->log_tau) return STATUS_OK;
  return spectral_shift(made->w, made->log_tau - log_trace);
}

status multiplicative_weights_save(void *self, cJSON *state) {
  multiplicative_weights *made = self;
  cJSON *parameter = NULL;
  TRY(state_add_number(state, "eta", made->eta));
  TRY(state_add_object(state, "parameter", &parameter));
  return spectral_save(made->w, parameter);
}

status multiplicative_weights_load(void *self, const cJSON *state) {
  multiplicative_weights *made = self;
  const cJSON *parameter = NULL;
  TRY(state_check_names(state, "eta parameter"));
  TRY(state_get_number(state, "eta", &made->eta));
  if (!(made->eta > 0.0)) return FAIL(STATUS_INVALID, "eta: %g, expected a positive number", made->eta);
  TRY(state_get_object(state, "parameter", &parameter));
  const status code = spectral_load(made->w, parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "parameter");
}

spectral *multiplicative_weights_parameter(void *self) {
  return ((multiplicative_weights *)self)->w;
}

bool multiplicative_weights_constant(const void *self, const char *name, double *value) {
  const multiplicative_weights *made = self;
  const struct {
    const char *name;
    double value;
  } known[] = {{"eta", made->eta}, {"tau", made->tau}, {"equal", made->equal ? 1.0 : 0.0}, {"slope", made->slope}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].name, name) != 0) continue;
    *value = known[i].value;
    return true;
  }
  return false;
}

const learner_class learner_matrix_multiplicative_weights = {
    .about =
        {.name = "matrix_multiplicative_weights",
         .title = "Matrix Multiplicative Weights",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1",
         .help = "plays a matrix of given trace against symmetric loss matrices: X = tau exp(-eta sum of losses)/trace",
         .formula = "predicts $\\mathrm{tr}(WX)$, $W=e^H$, $W_1=\\frac\\tau nI$; $H\\leftarrow H-\\eta\\ell'X$, then "
                    "$W\\leftarrow\\frac\\tau{\\mathrm{tr}W}W$ (at most: where $\\mathrm{tr}W\\gt\\tau$); "
                    "$\\eta=\\frac1G\\sqrt{\\frac{\\ln n}T}$",
         .family = "matrix_multiplicative_weights",
         .result_version = 1,
         .parameters = multiplicative_weights_parameters,
         .parameter_count = MULTIPLICATIVE_WEIGHTS_PARAMETERS},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .check = multiplicative_weights_check,
    .create = multiplicative_weights_create,
    .destroy = multiplicative_weights_destroy,
    .predict = multiplicative_weights_predict,
    .update = multiplicative_weights_update,
    .score = multiplicative_weights_score,
    .save = multiplicative_weights_save,
    .load = multiplicative_weights_load,
    .parameter = multiplicative_weights_parameter,
    .constant = multiplicative_weights_constant,
};
