#include "learners/winnow/constrained_matrix_winnow.h"

#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "learners/weights.h"
#include "learners/winnow/side_constraints.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"
#include "registry/field.h"

static const double largest_work = 134217728.0; /* constraints times entries of W, in doubles: 1 GiB */

typedef struct constrained_winnow {
  spectral *w;
  projection *projection;
  bool diagonal; /* W stays diagonal: the argument is a vector, instances take part with their diagonals */
  size_t n, entries;
  double *argument; /* log W: n x n or n */
  double *change;   /* what a projection adds to it */
  double *x;        /* the diagonal of an instance */
  size_t r;
  double gap, eta, theta, w0;
  const cJSON *constraints; /* until init */
  double residual, weight;
} constrained_winnow;

const parameter constrained_winnow_parameters[CONSTRAINED_WINNOW_PARAMETERS] = {
    WINNOW_RANK_OPTION(constrained_winnow, "rank of the hidden subspace"),
    WINNOW_GAP_OPTION(constrained_winnow, "positive instances have tr(PX) >= gap, negative ones 0"),
    WINNOW_RATE_OPTION(constrained_winnow, eta, "learning rate; absent: the theorem's"),
    WINNOW_THRESHOLD_OPTION(constrained_winnow, "threshold; absent: the theorem's for eta and the gap"),
    OPTION_STRUCTURE(
        constrained_winnow, constraints, ABSENT,
        "list of { type = \"trace\" | \"diagonal\" | \"entry\", i, j | \"dyad\", vector | \"matrix\", matrix; "
        "value or at_most }; absent: none"),
};
const option_rule constrained_winnow_rules[CONSTRAINED_WINNOW_RULES] = {RULE_AT_MOST_ORDER(constrained_winnow, r)};

/* Everything but the spectral parameter: the constraints and the log of W_1. */
static status build_of(constrained_winnow *self, const learner_setting *setting, const side_constraints *constraints) {
  const size_t n = setting->n;
  self->n = n;
  self->w0 = (double)self->r / (double)n;
  if (isnan(self->eta)) self->eta = winnow_rate();
  if (isnan(self->theta)) self->theta = winnow_threshold(self->eta, self->gap);
  self->diagonal = constraints->diagonal || (setting->kind == INSTANCE_VECTOR && constraints->diagonal_matrices);
  self->entries = self->diagonal ? n : n * n;
  const double work = (double)constraints->count * (double)self->entries;
  if (work > largest_work) {
    return FAIL(STATUS_INVALID, "%zu constraints of order n = %zu need %.3g numbers of work space, at most %.3g",
                constraints->count, n, work, largest_work);
  }
  TRY(projection_new(n, constraints->count, constraints->list, self->diagonal, setting->eigen, &self->projection));
  TRY(OWN(self, self->projection, projection_free));
  TRY(OWN_ARRAY(self, self->entries, self->argument));
  TRY(OWN_ARRAY(self, self->entries, self->change));
  TRY(OWN_ARRAY(self, n, self->x));
  const double start = fixed_log(self->w0);
  for (size_t i = 0; i < n; i++) self->argument[self->diagonal ? i : i * (n + 1)] = start;
  projection_report report;
  TRY(projection_apply(self->projection, self->argument, &report));
  self->residual = report.residual;
  self->weight = report.weight;
  return STATUS_OK;
}

static status build(constrained_winnow *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  CLEANUP(side_constraints_free) side_constraints constraints = {0};
  TRY(side_constraints_read(who, self->constraints, setting->n, &constraints));
  const status code = build_of(self, setting, &constraints);
  return code == STATUS_OK ? code : status_context(code, "%s", who);
}

static void member_free_at(void **self) {
  member_free(*self);
}

static status check(const void *self, const learner_setting *setting) {
  CLEANUP(member_free_at) void *tried = NULL;
  (void)self;
  TRY(member_new(sizeof(constrained_winnow), setting->options, &tried));
  return build(tried, setting);
}

/* H += the matrix or diagonal of `entries` numbers. */
static status add(constrained_winnow *self, const double *entries) {
  const instance x = self->diagonal ? instance_dense_vector(self->n, entries) : instance_matrix(self->n, entries);
  return spectral_step(self->w, 1.0, &x);
}

static status init(void *self, const learner_setting *setting) {
  constrained_winnow *winnow = self;
  TRY(build(winnow, setting));
  const bool vector = winnow->diagonal && setting->kind == INSTANCE_VECTOR;
  const spectral_options wanted = {.n = setting->n,
                                   .link = LINK_EXP,
                                   .representation = vector ? REPRESENTATION_DIAGONAL : REPRESENTATION_DENSE,
                                   .kind = setting->kind,
                                   .capacity = setting->n,
                                   .eigen = setting->eigen};
  TRY(weights_new(self, &wanted, &winnow->w));
  return add(winnow, winnow->argument);
}

static status predict(void *self, const instance *x, prediction *out) {
  const constrained_winnow *winnow = self;
  TRY(spectral_score(winnow->w, x, &out->score));
  out->value = out->score >= winnow->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const constrained_winnow *winnow = self;
  double scores[PREDICTION_BLOCK];
  TRY(spectral_score_block(winnow->w, count, xs, scores));
  for (size_t i = 0; i < count; i++) {
    out[i] = (prediction){.score = scores[i], .value = scores[i] >= winnow->theta ? 1.0 : -1.0};
  }
  return STATUS_OK;
}

/* out += scale * the diagonal of X */
static void add_diagonal(const instance *x, double scale, double *out) {
  const size_t n = x->n;
  if (x->kind == INSTANCE_MATRIX) {
    for (size_t i = 0; i < n; i++) out[i] += scale * x->matrix[i * (n + 1)];
  } else if (x->kind == INSTANCE_LOW_RANK) {
    for (size_t i = 0; i < n; i++) {
      double entry = x->shift;
      for (size_t q = 0; q < x->rank; q++) entry += x->weights[q] * (x->factors[q * n + i] * x->factors[q * n + i]);
      out[i] += scale * entry;
    }
  } else {
    for (size_t k = 0; k < x->count; k++) {
      const double value = x->kind == INSTANCE_DYAD ? x->value[k] * x->value[k] : x->value[k];
      out[x->index != NULL ? x->index[k] : k] += scale * value;
    }
  }
}

/* On diagonal matrices the projection of exp(H + a X) is that of exp(H + a diag(X)). */
static status step(constrained_winnow *self, double a, const instance *x) {
  if (!self->diagonal) {
    TRY(spectral_step(self->w, a, x));
    instance_add_to_dense(x, a, self->argument);
    return STATUS_OK;
  }
  memset(self->x, 0, self->n * sizeof *self->x);
  add_diagonal(x, 1.0, self->x);
  const instance diagonal = instance_dense_vector(self->n, self->x);
  TRY(spectral_step(self->w, a, &diagonal));
  for (size_t i = 0; i < self->n; i++) self->argument[i] += a * self->x[i];
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  constrained_winnow *winnow = self;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  projection_report report;
  TRY(step(winnow, winnow->eta * label, x));
  memcpy(winnow->change, winnow->argument, winnow->entries * sizeof *winnow->change);
  TRY(projection_apply(winnow->projection, winnow->argument, &report));
  winnow->residual = fmax(winnow->residual, report.residual);
  winnow->weight = report.weight;
  bool changed = false;
  for (size_t i = 0; i < winnow->entries; i++) {
    winnow->change[i] = winnow->argument[i] - winnow->change[i];
    if (winnow->change[i] != 0.0) changed = true;
  }
  return changed ? add(winnow, winnow->change) : STATUS_OK;
}

static bool constant(const void *self, const char *name, double *value) {
  const constrained_winnow *winnow = self;
  const bool scale = strcmp(name, "comparator_scale") == 0;
  if (!scale && strcmp(name, "constraint_scale") != 0) return false;
  *value = scale ? 1.0 : projection_scale(winnow->projection);
  return true;
}

static const field state[] = {
    {FIELD(constrained_winnow, residual, FIELD_NUMBER)},
    {FIELD(constrained_winnow, weight, FIELD_NUMBER)},
    {FIELD(constrained_winnow, argument, FIELD_LIST), FIELD_LENGTH(constrained_winnow, entries)},
    WEIGHTS_STATE(constrained_winnow, w),
};
static const field constants[] = {
    {FIELD(constrained_winnow, eta, FIELD_NUMBER)},
    {FIELD(constrained_winnow, theta, FIELD_NUMBER)},
    {FIELD(constrained_winnow, w0, FIELD_NUMBER)},
    {FIELD(constrained_winnow, r, FIELD_COUNT)},
    {FIELD(constrained_winnow, gap, FIELD_NUMBER)},
    {FIELD_NAMED("kkt_residual", constrained_winnow, residual, FIELD_NUMBER)},
    {FIELD_NAMED("projection_weight", constrained_winnow, weight, FIELD_NUMBER)},
};

WEIGHTS_FIRST(constrained_winnow, w);
const learner_methods constrained_winnow_methods = {
    .size = sizeof(constrained_winnow),
    .check = check,
    .init = init,
    .predict = predict,
    .predict_block = predict_block,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = weights_parameter,
};

status constrained_winnow_violation(void *self, const instance *u, double *violation) {
  return projection_violation(((constrained_winnow *)self)->projection, u, violation);
}

const learner_class learner_constrained_matrix_winnow = {
    .about = {.name = "constrained_matrix_winnow",
              .title = "constrained Matrix Winnow",
              .citation = "Warmuth 2007, side constraints; Herbster and Warmuth 2001",
              .help = "Matrix Winnow whose W is projected onto linear constraints after each update",
              .formula = "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W_1=\\Pi(\\frac rnI)$; on a mistake "
                         "$W\\leftarrow\\Pi(e^{\\ln W+\\eta yX})$; $\\Pi(V)=\\arg\\min_{W\\in C}\\Delta(W,V)$, $C$ the "
                         "matrices that meet the constraints; $\\theta=\\frac{\\eta g_1}{e^\\eta-e^{-\\eta}}$",
              .family = "constrained_winnow",
              .result_version = 1,
              PARAMETERS(constrained_winnow_parameters),
              RULES(constrained_winnow_rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &constrained_winnow_methods,
};
