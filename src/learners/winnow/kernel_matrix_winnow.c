/* Matrix Winnow on dyads phi(x) phi(x)^T of a feature space, from a kernel k(x, x') = <phi(x), phi(x')> alone (Warmuth 2007,
 * section 5; Kuzmin and Warmuth 2007). The dimension of the feature space matters only for w0 = r/dimension and, with
 * normalize = "trace", tr W = w0 (dimension + sum of e^s_l - 1). */

#include "learners/learner.h"
#include "learners/perceptron/kernel_choice.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct kernel_winnow {
  kernel_parameter *w; /* W = scale exp(S) */
  mercer_kernel kernel;
  size_t r;
  double gap, eta, theta, w0, dimension;
  double scale; /* w0, or 1/tr exp(S) with normalize = "trace" */
  winnow_normalize normalize;
  bool linear;            /* the feature space is the space of the instances */
  double last_similarity; /* k(x, x) of the last update */
} kernel_winnow;

static const parameter parameters[] = {
    KERNEL_OPTIONS(kernel_winnow),
    OPTION_NUMBER(
        kernel_winnow, dimension, ABSENT, 1, 1e300,
        "of the feature space, in w0 = r/dimension; absent: the kernel's own; needed for the Gaussian kernel"),
    WINNOW_RANK_OPTION(kernel_winnow, "rank of the hidden subspace of the feature space"),
    WINNOW_GAP_OPTION(kernel_winnow, "positive instances have tr(PX) >= gap, negative ones 0"),
    WINNOW_RATE_OPTION(kernel_winnow, eta, "learning rate; absent: the theorem's for the gap"),
    WINNOW_THRESHOLD_OPTION(kernel_winnow, "threshold; absent: the theorem's for eta and the gap"),
    OPTION_CHOICE(kernel_winnow, normalize, "none", "none trace", "none, or trace: W is divided by its trace"),
};

static const option_rule rules[] = {
    KERNEL_RULES(kernel_winnow),
};

static double dimension_of(const kernel_winnow *self, size_t n) {
  const mercer_kernel kernel = kernel_choice_of(self->kernel);
  return isnan(self->dimension) ? mercer_dimension(&kernel, n) : self->dimension;
}

static status check(const void *self, const learner_setting *setting) {
  const kernel_winnow *winnow = self;
  const char *who = setting->class->about.name;
  const double dimension = dimension_of(winnow, setting->n);
  if (!isfinite(dimension)) {
    return FAIL(STATUS_INVALID, "%s: the Gaussian kernel needs a dimension: that of its feature space is infinite",
                who);
  }
  if (winnow->kernel.kind == MERCER_LINEAR && dimension < (double)setting->n) {
    return FAIL(STATUS_INVALID, "%s: dimension = %g must be at least n = %zu with the linear kernel", who, dimension,
                setting->n);
  }
  if ((double)winnow->r <= dimension) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: r = %zu must be at most the dimension = %g", who, winnow->r, dimension);
}

static void tune(kernel_winnow *self) {
  const double r = (double)self->r, delta = self->gap / r;
  const bool trace = self->normalize == WINNOW_TRACE;
  self->w0 = (trace ? 1.0 : r) / self->dimension;
  if (isnan(self->eta)) self->eta = trace ? winnow_normalized_rate(delta) : winnow_rate();
  if (isnan(self->theta)) {
    self->theta = trace ? winnow_normalized_threshold(self->eta, delta) : winnow_threshold(self->eta, self->gap);
  }
}

static status init(void *self, const learner_setting *setting) {
  kernel_winnow *winnow = self;
  winnow->dimension = dimension_of(winnow, setting->n);
  winnow->kernel = kernel_choice_of(winnow->kernel);
  winnow->linear = winnow->kernel.kind == MERCER_LINEAR;
  tune(winnow);
  winnow->scale = winnow->w0;
  return kernel_parameter_new(member_memory(self), &winnow->kernel, setting->n, setting->trials, setting->eigen,
                              &winnow->w);
}

static status predict(void *self, const instance *x, prediction *out) {
  const kernel_winnow *winnow = self;
  double similarity;
  TRY(kernel_parameter_score(winnow->w, x, &out->score, &similarity));
  out->score *= winnow->scale;
  out->value = out->score >= winnow->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status rescale(void *self) {
  kernel_winnow *winnow = self;
  double excess;
  if (winnow->normalize != WINNOW_TRACE) return STATUS_OK;
  TRY(kernel_parameter_trace_excess(winnow->w, &excess));
  winnow->scale = 1.0 / (winnow->dimension + excess);
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

static status save_parameter(void *w, cJSON *state) {
  return kernel_parameter_save(w, state);
}

static status load_parameter(void *w, const cJSON *state) {
  return kernel_parameter_load(w, state);
}

static const field state[] = {
    {FIELD(kernel_winnow, last_similarity, FIELD_NUMBER)},
    {FIELD_NAMED("parameter", kernel_winnow, w, FIELD_PART), .save = save_parameter, .load = load_parameter,
     .loaded = rescale},
};

/* "normalize" is a winnow_normalize; "last_similarity": k(x, x) of the last update. */
static const field constants[] = {
    {FIELD(kernel_winnow, eta, FIELD_NUMBER)},
    {FIELD(kernel_winnow, theta, FIELD_NUMBER)},
    {FIELD(kernel_winnow, w0, FIELD_NUMBER)},
    {FIELD(kernel_winnow, r, FIELD_COUNT)},
    {FIELD(kernel_winnow, gap, FIELD_NUMBER)},
    {FIELD(kernel_winnow, dimension, FIELD_NUMBER)},
    {FIELD(kernel_winnow, normalize, FIELD_CHOICE)},
    {FIELD(kernel_winnow, linear, FIELD_FLAG)},
    {FIELD(kernel_winnow, last_similarity, FIELD_NUMBER)},
};

/* "trace" and "trace_error" of exp(S); "score_error" per unit of k(x, x). */
static bool constant(const void *self, const char *name, double *value) {
  const kernel_winnow *winnow = self;
  double excess = NAN, score_error = INFINITY, trace_error = INFINITY;
  if (strcmp(name, "trace") == 0) {
    (void)kernel_parameter_trace_excess(winnow->w, &excess);
    *value = winnow->dimension + excess;
    return true;
  }
  const bool of_trace = strcmp(name, "trace_error") == 0;
  if (!of_trace && strcmp(name, "score_error") != 0) return false;
  (void)kernel_parameter_error(winnow->w, &score_error, &trace_error);
  *value = of_trace ? trace_error : winnow->scale * score_error;
  return true;
}

static const learner_methods methods = {
    .size = sizeof(kernel_winnow),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
};

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
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &methods,
};
