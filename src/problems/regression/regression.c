/* Linear regression with a planted target: y = <u,x> + noise, loss (p - y)^2.
 *
 * The entries of x that are drawn (all n, or `active` ones at random places) form a chain z_1, z_2, ... with correlation rho^|i-j|:
 * gaussian entries by z_{i+1} = rho z_i + sqrt(1 - rho^2) g, uniform ones and signs by taking sign(rho) z_i with probability |rho| and a
 * new draw otherwise, which keeps their distribution.
 * Streams: "target" (u), "instances" (x), "noise". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/regression/regression_comparator.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

/* Limit of the numbers that are kept to find a comparator in hindsight. */
static const size_t most_kept = (size_t)1 << 27;

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e6, .meaning = "number of inputs"},
    {.name = "relevant",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "number of inputs where u is not 0, at random places; absent: all n"},
    {.name = "target",
     .type = PARAMETER_CHOICE,
     .value = "signed",
     .choices = "signed positive",
     .meaning = "entries of u of random signs, or >= 0"},
    {.name = "weights",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal random",
     .meaning = "moduli of the entries of u that are not 0"},
    {.name = "norm",
     .type = PARAMETER_CHOICE,
     .value = "l1",
     .choices = "l1 l2",
     .meaning = "which norm of u is `length`"},
    {.name = "length",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .open_low = true,
     .high = 1e12,
     .meaning = "|u|_1 or |u|_2; a positive target with |u|_1 = 1 is on the simplex"},
    {.name = "inputs",
     .type = PARAMETER_CHOICE,
     .value = "uniform",
     .choices = "uniform gaussian signs",
     .meaning = "entries of x: from [-scale,scale], normal with standard deviation `scale`, or scale times a sign"},
    {.name = "scale",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .open_low = true,
     .high = 1e12,
     .meaning = "of the entries of x; with normalize the norm of x"},
    {.name = "correlation",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = -1,
     .open_low = true,
     .high = 1,
     .open_high = true,
     .meaning = "of neighbouring entries of x"},
    {.name = "active",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "number of entries of x that are drawn, at random places; the others are 0; absent: all n"},
    {.name = "normalize",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none inf l2",
     .meaning = "each x is scaled so that |x|_inf or |x|_2 is `scale`"},
    {.name = "noise",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1e12,
     .meaning = "standard deviation of the normal noise in the labels"},
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "planted",
     .choices = "planted " REGRESSION_COMPARATOR_CHOICES " none",
     .meaning = "planted: the target u; " REGRESSION_COMPARATOR_MEANING},
    REGRESSION_RADIUS_PARAMETER,
};

/* Both in the order of the choices. */
typedef enum input_kind { INPUT_UNIFORM, INPUT_GAUSSIAN, INPUT_SIGNS } input_kind;
typedef enum input_norm { NORM_NONE, NORM_INF, NORM_L2 } input_norm;

typedef struct regression {
  threshold_target target; /* its u has the wanted norm; its comparator is that of |u|_1 = 1 and not used */
  input_kind inputs;
  input_norm normalize;
  size_t active;
  double scale, correlation, noise, label;
  random_stream *instances, *errors;
  double *x;     /* active */
  size_t *index; /* active; NULL: all n */
  comparator *comparator;
} regression;

static size_t active_of(const options *values) {
  return option_count(values, option_given(values, "active") ? "active" : "n");
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n"), active = active_of(values);
  if (option_given(values, "relevant")) TRY(planted_at_most(values, "relevant", "n"));
  if (option_given(values, "active")) TRY(planted_at_most(values, "active", "n"));
  TRY(regression_comparator_check(values));
  if (regression_hindsight_wanted(values) && (setting->trials == 0 || setting->trials > most_kept / active)) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" needs a known number of trials, at most %zu of %zu numbers",
                option_who(values), option_text(values, "comparator"), most_kept / active, active);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = active,
                         .labels = LABEL_REAL,
                         .exchangeable = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  regression *source = self;
  threshold_target_end(&source->target);
  random_stream_free(source->instances);
  random_stream_free(source->errors);
  comparator_free(source->comparator);
  free(source->x);
  free(source->index);
}

/* Scales u, which has |u|_1 = 1, to the wanted norm. */
static void set_length(const options *values, threshold_target *target) {
  const double norm = option_is(values, "norm", "l2") ? kernel_norm(target->n, target->u) : 1.0;
  for (size_t i = 0; i < target->n; i++) target->u[i] *= option_number(values, "length") / norm;
}

/* Everything but the comparator. */
static status begin(regression *source, uint64_t seed, const options *values) {
  const size_t n = option_count(values, "n"),
               relevant = option_count(values, option_given(values, "relevant") ? "relevant" : "n");
  source->active = active_of(values);
  source->scale = option_number(values, "scale");
  source->correlation = option_number(values, "correlation");
  source->noise = option_number(values, "noise");
  source->inputs = option_choice(values, "inputs");
  source->normalize = option_choice(values, "normalize");
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(random_stream_new(seed, "noise", &source->errors));
  TRY(NEW_ARRAY(source->active, source->x));
  if (source->active < n) TRY(NEW_ARRAY(source->active, source->index));
  TRY(threshold_target_begin(seed, n, relevant, option_is(values, "weights", "random"),
                             option_is(values, "target", "signed"), &source->target));
  set_length(values, &source->target);
  return STATUS_OK;
}

static double draw_entry(regression *source) {
  switch (source->inputs) {
  case INPUT_UNIFORM: return random_range(source->instances, -1.0, 1.0);
  case INPUT_GAUSSIAN: return random_gaussian(source->instances);
  default: return random_chance(source->instances, 0.5) ? 1.0 : -1.0;
  }
}

/* The entry of the chain that follows z. */
static double draw_neighbour(regression *source, double z) {
  const double rho = source->correlation;
  if (source->inputs == INPUT_GAUSSIAN) return rho * z + sqrt(1.0 - rho * rho) * draw_entry(source);
  if (random_chance(source->instances, fabs(rho))) return rho > 0.0 ? z : -z;
  return draw_entry(source);
}

static double norm_of(const regression *source) {
  double largest = 0.0;
  if (source->normalize == NORM_NONE) return 1.0;
  if (source->normalize == NORM_L2) return kernel_norm(source->active, source->x);
  for (size_t i = 0; i < source->active; i++) largest = fmax(largest, fabs(source->x[i]));
  return largest;
}

/* The next x, in source->x and source->index, and its label. */
static void draw_trial(regression *source) {
  const size_t n = source->target.n;
  const double *u = source->target.u;
  double *x = source->x, value = 0.0;
  if (source->index != NULL) random_subset(source->instances, n, source->active, source->index);
  for (size_t i = 0; i < source->active; i++) {
    x[i] = i == 0 || source->correlation == 0.0 ? draw_entry(source) : draw_neighbour(source, x[i - 1]);
  }
  const double norm = norm_of(source);
  if (norm > 0.0) kernel_scale(source->active, source->scale / norm, x);
  for (size_t i = 0; i < source->active; i++) value += u[source->index == NULL ? i : source->index[i]] * x[i];
  source->label = value + source->noise * random_gaussian(source->errors);
}

/* The trials that will be played, from a second source with the same streams. */
typedef struct known_trials {
  regression source;
  size_t *index; /* count x active; NULL: all n */
  double *value; /* count x active */
  instance *x;
  double *y;
} known_trials;

static void known_end(known_trials *known) {
  clear(&known->source);
  free(known->index);
  free(known->value);
  free(known->x);
  free(known->y);
}

static status draw_known(const problem_setting *setting, const options *values, known_trials *known) {
  regression *source = &known->source;
  TRY(begin(source, setting->seed, values));
  const size_t n = source->target.n, active = source->active;
  TRY(NEW_ARRAY(setting->trials * active, known->value));
  TRY(NEW_ARRAY(setting->trials, known->x));
  TRY(NEW_ARRAY(setting->trials, known->y));
  if (source->index != NULL) TRY(NEW_ARRAY(setting->trials * active, known->index));
  for (size_t t = 0; t < setting->trials; t++) {
    double *value = known->value + t * active;
    draw_trial(source);
    memcpy(value, source->x, active * sizeof *value);
    known->x[t] = instance_dense_vector(n, value);
    known->y[t] = source->label;
    if (known->index == NULL) continue;
    memcpy(known->index + t * active, source->index, active * sizeof *known->index);
    known->x[t] = instance_sparse(INSTANCE_VECTOR, n, active, known->index + t * active, value);
  }
  return STATUS_OK;
}

static status make_comparator(regression *source, const problem_setting *setting, const options *values) {
  const size_t n = source->target.n;
  if (option_is(values, "comparator", "none")) return STATUS_OK;
  if (option_is(values, "comparator", "planted")) {
    return comparator_from_signed_vector(COMPARATOR_PLANTED, n, source->target.u, &source->comparator);
  }
  known_trials known = {.value = NULL};
  status code = draw_known(setting, values, &known);
  if (code == STATUS_OK) {
    code = regression_comparator_fit(values, n, setting->trials, known.x, known.y, &source->comparator);
  }
  known_end(&known);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  TRY(begin(self, setting->seed, values));
  return make_comparator(self, setting, values);
}

static status next(void *self, const learner *player, instance *x) {
  regression *source = self;
  (void)player;
  draw_trial(source);
  *x = source->index == NULL
           ? instance_dense_vector(source->target.n, source->x)
           : instance_sparse(INSTANCE_VECTOR, source->target.n, source->active, source->index, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(regression),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(regression, label),
    .comparator_at = PLACE(regression, comparator),
};

const problem_class problem_regression = {
    .about =
        {.name = "regression",
         .title = "Linear regression",
         .citation = "Kivinen & Warmuth 1997; Schapire 2018, COS 511, lecture 17",
         .help = "real labels <u,x> + noise of a hidden dense or sparse u, loss (p - y)^2",
         .formula =
             "$y=\\langle u,x\\rangle+\\sigma z$ for a hidden $u$, dense or sparse, $z$ Gaussian; loss $(\\hat y-y)^2$",
         .family = "regression",
         .result_version = 2,
         PARAMETERS(parameters)},
    .methods = &methods,
};
