/* Matrix Winnow on dyads phi(x) phi(x)^T of a feature space, from a kernel k(x, x') = <phi(x), phi(x')> alone (Warmuth 2007,
 * section 5; Kuzmin and Warmuth 2007). The dimension of the feature space enters only w0 = r/dimension and, with
 * normalize = "trace", tr W = w0 (dimension + sum of e^s_l - 1). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/learner.h"
#include "learners/perceptron/kernel_choice.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"
#include "linalg/kernels.h"
#include "spectral/kernel_parameter.h"

static const parameter parameters[] = {
    KERNEL_PARAMETERS,
    {.name = "dimension",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 1,
     .high = 1e300,
     .meaning = "of the feature space, in w0 = r/dimension; absent: the kernel's own; needed for the Gaussian kernel"},
    WINNOW_RANK_PARAMETER("rank of the hidden subspace of the feature space"),
    WINNOW_GAP_PARAMETER("positive instances have tr(PX) >= gap, negative ones 0"),
    WINNOW_RATE_PARAMETER("eta", "learning rate; absent: the theorem's for the gap"),
    WINNOW_THRESHOLD_PARAMETER("threshold; absent: the theorem's for eta and the gap"),
    {.name = "normalize",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none trace",
     .meaning = "none, or trace: W is divided by its trace"},
};

typedef struct kernel_winnow {
  kernel_parameter *w; /* W = scale exp(S) */
  mercer_kernel kernel;
  double r, gap, eta, theta, dimension;
  double scale; /* w0, or 1/tr exp(S) with normalize = "trace" */
  bool normalized;
  double last_similarity; /* k(x, x) of the last update */
} kernel_winnow;

static double dimension_of(const options *values, size_t n) {
  const mercer_kernel kernel = kernel_choice_of(values);
  return option_given(values, "dimension") ? option_number(values, "dimension") : mercer_dimension(&kernel, n);
}

static status check(const learner_setting *setting, const options *values) {
  const char *who = option_who(values);
  const double dimension = dimension_of(values, setting->n);
  TRY(kernel_choice_check(values));
  if (!isfinite(dimension)) {
    return FAIL(STATUS_INVALID, "%s: the Gaussian kernel needs a dimension: its feature space has infinitely many",
                who);
  }
  if (option_is(values, "kernel", "linear") && dimension < (double)setting->n) {
    return FAIL(STATUS_INVALID, "%s: dimension = %g must be at least n = %zu with the linear kernel", who, dimension,
                setting->n);
  }
  if (option_number(values, "r") <= dimension) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: r = %zu must be at most the dimension = %g", who, option_count(values, "r"),
              dimension);
}

static void tune(kernel_winnow *self, const options *values) {
  const double delta = self->gap / self->r;
  const double rate = self->normalized ? winnow_normalized_rate(delta) : winnow_rate();
  self->eta = option_given(values, "eta") ? option_number(values, "eta") : rate;
  const double threshold =
      self->normalized ? winnow_normalized_threshold(self->eta, delta) : winnow_threshold(self->eta, self->gap);
  self->theta = option_given(values, "theta") ? option_number(values, "theta") : threshold;
}

static status create(const learner_setting *setting, const options *values, void **self) {
  kernel_winnow *winnow = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, winnow));
  winnow->kernel = kernel_choice_of(values);
  winnow->r = option_number(values, "r");
  winnow->gap = option_number(values, "gap");
  winnow->dimension = dimension_of(values, setting->n);
  winnow->normalized = option_is(values, "normalize", "trace");
  winnow->scale = (winnow->normalized ? 1.0 : winnow->r) / winnow->dimension;
  tune(winnow, values);
  const status code = kernel_parameter_new(&winnow->kernel, setting->n, setting->trials, setting->eigen, &winnow->w);
  if (code != STATUS_OK) {
    free(winnow);
    return code;
  }
  *self = winnow;
  return STATUS_OK;
}

static void destroy(void *self) {
  kernel_winnow *winnow = self;
  if (winnow == NULL) return;
  kernel_parameter_free(winnow->w);
  free(winnow);
}

static status score(void *self, const instance *x, double *value) {
  kernel_winnow *winnow = self;
  double similarity;
  TRY(kernel_parameter_score(winnow->w, x, value, &similarity));
  *value *= winnow->scale;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = out->score >= ((kernel_winnow *)self)->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status rescale(kernel_winnow *self) {
  double excess;
  if (!self->normalized) return STATUS_OK;
  TRY(kernel_parameter_trace_excess(self->w, &excess));
  self->scale = 1.0 / (self->dimension + excess);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  kernel_winnow *winnow = self;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  const double square = kernel_dot(x->count, x->value, x->value);
  winnow->last_similarity = mercer_value(&winnow->kernel, square, square, square);
  TRY(kernel_parameter_step(winnow->w, winnow->eta * label, x));
  return rescale(winnow);
}

static status save(void *self, cJSON *state) {
  kernel_winnow *winnow = self;
  cJSON *parameter = NULL;
  TRY(state_add_number(state, "last_similarity", winnow->last_similarity));
  TRY(state_add_object(state, "parameter", &parameter));
  return kernel_parameter_save(winnow->w, parameter);
}

static status load(void *self, const cJSON *state) {
  kernel_winnow *winnow = self;
  const cJSON *parameter = NULL;
  TRY(state_check_names(state, "last_similarity parameter"));
  TRY(state_get_number(state, "last_similarity", &winnow->last_similarity));
  TRY(state_get_object(state, "parameter", &parameter));
  TRY(kernel_parameter_load(winnow->w, parameter));
  return rescale(winnow);
}

/* "eta", "theta", "w0", "r", "gap", "dimension", "normalize" (winnow_normalize), "linear" (1: the feature space is the space
 * of the instances); "trace" and "trace_error" of exp(S); "score_error" per unit of k(x, x); "last_similarity" (k(x, x) of the
 * last update) */
static bool constant(const void *self, const char *name, double *value) {
  const kernel_winnow *winnow = self;
  double excess = NAN, score_error = INFINITY, trace_error = INFINITY;
  (void)kernel_parameter_trace_excess(winnow->w, &excess);
  (void)kernel_parameter_error(winnow->w, &score_error, &trace_error);
  const struct {
    const char *name;
    double value;
  } constants[] = {{"eta", winnow->eta},
                   {"theta", winnow->theta},
                   {"w0", (winnow->normalized ? 1.0 : winnow->r) / winnow->dimension},
                   {"r", winnow->r},
                   {"gap", winnow->gap},
                   {"dimension", winnow->dimension},
                   {"normalize", winnow->normalized ? WINNOW_TRACE : WINNOW_NONE},
                   {"linear", winnow->kernel.kind == MERCER_LINEAR ? 1.0 : 0.0},
                   {"trace", winnow->dimension + excess},
                   {"trace_error", trace_error},
                   {"score_error", winnow->scale * score_error},
                   {"last_similarity", winnow->last_similarity}};
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (strcmp(constants[i].name, name) != 0) continue;
    *value = constants[i].value;
    return true;
  }
  return false;
}

const learner_class learner_kernel_matrix_winnow = {
    .about = {.name = "kernel_matrix_winnow",
              .title = "kernel Matrix Winnow",
              .citation = "Warmuth 2007, section 5; Kuzmin and Warmuth 2007",
              .help = "Matrix Winnow on dyads of a kernel's feature space, from inner products alone",
              .formula =
                  "predicts $+1$ iff $w_0\\left(k(x,x)+k_x^TFk_x\\right)\\ge\\theta$, $F=K^{-1/2}\\left(e^{\\eta "
                  "K^{1/2}DK^{1/2}}-I\\right)K^{-1/2}$, with the Gram matrix $K$ of the mistakes $x_i$ so far, "
                  "$D=\\mathrm{diag}(y_i)$ and $k_x=(k(x_i,x))_i$; on a mistake $(x,y)$ is added; $w_0=r/d$, $d$ the "
                  "dimension of the feature space; normalised: $w_0$ such that $\\mathrm{tr}W=1$",
              .family = "kernel_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    .constant = constant,
};
