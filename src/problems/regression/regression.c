/* Linear regression with a planted target: y = <u,x> + noise, loss (p - y)^2.
 *
 * The entries of x that are drawn (all n, or `active` ones at random places) form a chain z_1, z_2, ... with correlation rho^|i-j|:
 * gaussian entries by z_{i+1} = rho z_i + sqrt(1 - rho^2) g, uniform ones and signs by taking sign(rho) z_i with probability |rho| and a
 * new draw otherwise, which keeps their distribution.
 * Streams: "target" (u), "instances" (x), "noise". */

#include "problems/regression/regression_comparator.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

/* Limit of the numbers that are kept to find a comparator in hindsight. */
static const size_t most_kept = (size_t)1 << 27;

typedef enum target_choice { TARGET_SIGNED, TARGET_POSITIVE } target_choice;
typedef enum norm_choice { LENGTH_L1, LENGTH_L2 } norm_choice;
typedef enum input_kind { INPUT_UNIFORM, INPUT_GAUSSIAN, INPUT_SIGNS } input_kind;
typedef enum input_norm { NORM_NONE, NORM_INF, NORM_L2 } input_norm;
typedef enum answer_choice {
  ANSWER_PLANTED,
  ANSWER_LEAST_SQUARES, /* from here on as in regression_class */
  ANSWER_SIMPLEX,
  ANSWER_L1_BALL,
  ANSWER_NONE
} answer_choice;

typedef struct regression {
  size_t n, relevant, active;
  target_choice target;
  threshold_weights weights;
  norm_choice norm;
  double length, scale, correlation, noise;
  input_kind inputs;
  input_norm normalize;
  answer_choice comparator;
  double radius;
  threshold_target hidden; /* its u has the wanted norm; its comparator is that of |u|_1 = 1 and not used */
  double label;
  random_stream *stream, *errors;
  double *x;     /* active */
  size_t *index; /* active; NULL: all n */
  comparator *u;
} regression;

static const parameter parameters[] = {
    OPTION_COUNT(regression, n, REQUIRED, 1, 1e6, "number of inputs"),
    OPTION_COUNT(regression, relevant, ABSENT, 1, 1e6,
                 "number of inputs where u is not 0, at random places; absent: all n"),
    OPTION_CHOICE(regression, target, "signed", "signed positive", "entries of u of random signs, or >= 0"),
    OPTION_CHOICE(regression, weights, "equal", "equal random", "moduli of the entries of u that are not 0"),
    OPTION_CHOICE(regression, norm, "l1", "l1 l2", "which norm of u is `length`"),
    OPTION_ABOVE(regression, length, "1", 0, 1e12,
                 "|u|_1 or |u|_2; a positive target with |u|_1 = 1 is on the simplex"),
    OPTION_CHOICE(regression, inputs, "uniform", "uniform gaussian signs",
                  "entries of x: from [-scale,scale], normal with standard deviation `scale`, or scale times a sign"),
    OPTION_ABOVE(regression, scale, "1", 0, 1e12, "of the entries of x; with normalize the norm of x"),
    OPTION_BETWEEN(regression, correlation, "0", -1, 1, "of neighbouring entries of x"),
    OPTION_COUNT(regression, active, ABSENT, 1, 1e6,
                 "number of entries of x that are drawn, at random places; the others are 0; absent: all n"),
    OPTION_CHOICE(regression, normalize, "none", "none inf l2", "each x is scaled so that |x|_inf or |x|_2 is `scale`"),
    OPTION_NUMBER(regression, noise, "0", 0, 1e12, "standard deviation of the normal noise in the labels"),
    OPTION_CHOICE(regression, comparator, "planted", "planted " REGRESSION_COMPARATOR_CHOICES " none",
                  "planted: the target u; " REGRESSION_COMPARATOR_MEANING),
    REGRESSION_RADIUS(regression),
};

static const option_rule rules[] = {
    RULE_AT_MOST(regression, relevant, n),
    RULE_AT_MOST(regression, active, n),
    REGRESSION_RADIUS_WITH(regression, ANSWER_L1_BALL),
};

static bool in_hindsight(answer_choice answer) {
  return answer != ANSWER_PLANTED && answer != ANSWER_NONE;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  regression *source = self;
  const char *who = setting->class->about.name;
  const size_t n = source->n;
  if (source->active == 0) source->active = n;
  const size_t active = source->active, most = most_kept / active;
  TRY(regression_comparator_check(who, source->comparator == ANSWER_L1_BALL, source->radius));
  if (in_hindsight(source->comparator) && (setting->trials == 0 || setting->trials > most)) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" needs a known number of trials, at most %zu of %zu numbers",
                who, options_word(setting->options, PLACE(regression, comparator)), most, active);
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

/* Everything but the streams and the comparator. The target's u, which has |u|_1 = 1, is scaled to the wanted norm. */
static status begin(regression *source, uint64_t seed) {
  const size_t n = source->n, relevant = source->relevant > 0 ? source->relevant : n;
  TRY(OWN_ARRAY(source, source->active, source->x));
  if (source->active < n) TRY(OWN_ARRAY(source, source->active, source->index));
  TRY(OWN(source, &source->hidden, threshold_target_end));
  TRY(threshold_target_begin(seed, n, relevant, source->weights, source->target == TARGET_SIGNED, &source->hidden));
  const double norm = source->norm == LENGTH_L2 ? kernel_norm(n, source->hidden.u) : 1.0;
  for (size_t i = 0; i < n; i++) source->hidden.u[i] *= source->length / norm;
  return STATUS_OK;
}

static double draw_entry(regression *source) {
  switch (source->inputs) {
  case INPUT_UNIFORM: return random_range(source->stream, -1.0, 1.0);
  case INPUT_GAUSSIAN: return random_gaussian(source->stream);
  default: return random_chance(source->stream, 0.5) ? 1.0 : -1.0;
  }
}

/* The entry of the chain that follows z. */
static double draw_neighbour(regression *source, double z) {
  const double rho = source->correlation;
  if (source->inputs == INPUT_GAUSSIAN) return rho * z + sqrt(1.0 - rho * rho) * draw_entry(source);
  if (random_chance(source->stream, fabs(rho))) return rho > 0.0 ? z : -z;
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
  const size_t n = source->n;
  const double *u = source->hidden.u;
  double *x = source->x, value = 0.0;
  if (source->index != NULL) random_subset(source->stream, n, source->active, source->index);
  for (size_t i = 0; i < source->active; i++) {
    x[i] = i == 0 || source->correlation == 0.0 ? draw_entry(source) : draw_neighbour(source, x[i - 1]);
  }
  const double norm = norm_of(source);
  if (norm > 0.0) kernel_scale(source->active, source->scale / norm, x);
  for (size_t i = 0; i < source->active; i++) value += u[source->index == NULL ? i : source->index[i]] * x[i];
  source->label = value + source->noise * random_gaussian(source->errors);
}

/* The trials that will be played, from streams of their own. */
typedef struct known_trials {
  size_t *index; /* count x active; NULL: all n */
  double *value; /* count x active */
  instance *x;
  double *y;
  arena memory; /* of the arrays */
} known_trials;

static void known_end(known_trials *known) {
  arena_free(&known->memory);
}

static status draw_known(regression *source, const problem_setting *setting, known_trials *known) {
  const size_t n = source->n, active = source->active, trials = setting->trials;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL, *errors = NULL;
  TRY(random_stream_new(setting->seed, "instances", &stream));
  TRY(random_stream_new(setting->seed, "noise", &errors));
  source->stream = stream;
  source->errors = errors;
  TRY(ARENA_ARRAY(&known->memory, trials * active, known->value));
  TRY(ARENA_ARRAY(&known->memory, trials, known->x));
  TRY(ARENA_ARRAY(&known->memory, trials, known->y));
  if (source->index != NULL) TRY(ARENA_ARRAY(&known->memory, trials * active, known->index));
  for (size_t t = 0; t < trials; t++) {
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

static status make_comparator(regression *source, const problem_setting *setting) {
  const size_t n = source->n;
  TRY(OWN(source, &source->u, comparator_free_at));
  if (source->comparator == ANSWER_NONE) return STATUS_OK;
  if (source->comparator == ANSWER_PLANTED) {
    return comparator_from_signed_vector(COMPARATOR_PLANTED, n, source->hidden.u, &source->u);
  }
  const regression_class kind = (regression_class)(source->comparator - ANSWER_LEAST_SQUARES);
  CLEANUP(known_end) known_trials known = {0};
  TRY(draw_known(source, setting, &known));
  return regression_comparator_fit(setting->class->about.name, kind, source->radius, n, setting->trials, known.x,
                                   known.y, &source->u);
}

static status init(void *self, const problem_setting *setting) {
  regression *source = self;
  TRY(begin(source, setting->seed));
  TRY(make_comparator(source, setting));
  TRY(member_stream(source, setting->seed, "instances", &source->stream));
  return member_stream(source, setting->seed, "noise", &source->errors);
}

static status next(void *self, const learner *player, instance *x) {
  regression *source = self;
  draw_trial(source);
  *x = source->index == NULL ? instance_dense_vector(source->n, source->x)
                             : instance_sparse(INSTANCE_VECTOR, source->n, source->active, source->index, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(regression),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(regression, label),
    .comparator_at = PLACE(regression, u),
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
         PARAMETERS(parameters),
         RULES(rules)},
    .methods = &methods,
};
