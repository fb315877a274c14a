#include "learners/exponentiated_gradient/exponentiated_gradient.h"

#include <math.h>
#include <stdio.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "learners/exponentiated_gradient/implicit_step.h"
#include "linalg/kernels.h"
#include "registry/field.h"

/* ---- the first density, as a scenario writes it: a list of n numbers > 0, the diagonal of W_1, or n lists of n numbers, a symmetric positive
 * definite W_1. It is not normalised, though theorems require trace 1. Absent: I/n. */

typedef struct density_start {
  size_t n;
  double *logarithms; /* of the eigenvalues; NULL: I/n */
  double *vectors;    /* rows; NULL: W_1 is diagonal */
  double trace;
  double least; /* eigenvalue */
} density_start;

static const double asymmetry = 1e-9; /* times the largest of two entries that should be equal */

static void start_free(density_start *start) {
  free(start->logarithms);
  free(start->vectors);
  *start = (density_start){0};
}

static status read_row(const char *who, const cJSON *list, const char *what, size_t n, double *row) {
  size_t count = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, count++) {
    if (!cJSON_IsNumber(item)) {
      return FAIL(STATUS_INVALID, "%s: start: entry %zu%s, expected a number", who, count + 1, what);
    }
    if (count < n) row[count] = item->valuedouble;
  }
  if (count == n) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start: %zu numbers%s, expected n = %zu", who, count, what, n);
}

static status read_diagonal(const char *who, const cJSON *list, density_start *out) {
  TRY(read_row(who, list, "", out->n, out->logarithms));
  out->trace = 0.0;
  out->least = INFINITY;
  for (size_t i = 0; i < out->n; i++) {
    const double value = out->logarithms[i];
    if (!(value > 0.0)) {
      return FAIL(STATUS_INVALID, "%s: start: entry %zu is %g, expected a number > 0", who, i + 1, value);
    }
    out->trace += value;
    out->least = fmin(out->least, value);
    out->logarithms[i] = fixed_log(value);
  }
  return STATUS_OK;
}

static status read_rows(const char *who, const cJSON *list, size_t n, double *rows) {
  size_t i = 0;
  for (const cJSON *item = list->child; item != NULL && i < n; item = item->next, i++) {
    char what[48];
    (void)snprintf(what, sizeof what, " in row %zu", i + 1);
    if (!cJSON_IsArray(item)) {
      return FAIL(STATUS_INVALID, "%s: start: row %zu, expected a list of n = %zu numbers", who, i + 1, n);
    }
    TRY(read_row(who, item, what, n, rows + i * n));
  }
  if (i < n) return FAIL(STATUS_INVALID, "%s: start: %zu rows, expected n = %zu", who, i, n);
  for (i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      double *below = &rows[i * n + j], *above = &rows[j * n + i];
      if (fabs(*below - *above) > asymmetry * fmax(fabs(*below), fabs(*above))) {
        return FAIL(STATUS_INVALID, "%s: start: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix",
                    who, j + 1, i + 1, i + 1, j + 1);
      }
      *below = *above = 0.5 * (*below + *above);
    }
  }
  return STATUS_OK;
}

static status decompose(const char *who, const eigen_backend *eigen, const double *rows, density_start *out) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(eigen_solver_new(eigen, out->n, &solver));
  TRY(eigen_solve(solver, out->n, rows, out->n, out->logarithms, out->vectors, NULL));
  out->least = out->logarithms[0];
  if (!(out->least > 0.0)) {
    return FAIL(STATUS_INVALID, "%s: start: its least eigenvalue is %g, expected a positive definite matrix", who,
                out->least);
  }
  out->trace = 0.0;
  for (size_t i = 0; i < out->n; i++) out->trace += rows[i * (out->n + 1)];
  for (size_t i = 0; i < out->n; i++) out->logarithms[i] = fixed_log(out->logarithms[i]);
  return STATUS_OK;
}

static status read_matrix(const char *who, const cJSON *list, const eigen_backend *eigen, density_start *out) {
  FREED double *rows = NULL;
  TRY(NEW_ARRAY(out->n * out->n, rows));
  TRY(NEW_ARRAY(out->n * out->n, out->vectors));
  TRY(read_rows(who, list, out->n, rows));
  return decompose(who, eigen, rows, out);
}

/* list: as above; NULL: absent. STATUS_INVALID "WHO: ..." for other shapes and for a W_1 that is not positive definite. After a failure, too, there
 * is something to free. */
static status start_read(const char *who, const cJSON *list, size_t n, const eigen_backend *eigen, density_start *out) {
  *out = (density_start){.n = n, .trace = 1.0, .least = 1.0 / (double)n};
  if (list == NULL) return STATUS_OK;
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)n) {
    return FAIL(STATUS_INVALID, "%s: start: expected a list of n = %zu numbers or of %zu lists of numbers", who, n, n);
  }
  TRY(NEW_ARRAY(n, out->logarithms));
  return cJSON_IsArray(list->child) ? read_matrix(who, list, eigen, out) : read_diagonal(who, list, out);
}

/* H += ln W_1 for a parameter that starts at 0, or that starts at -ln n if W_1 = I/n. */
static status start_set(const density_start *start, spectral *w) {
  if (start->logarithms == NULL) return STATUS_OK;
  const instance logarithm = start->vectors == NULL
                                 ? instance_dense_vector(start->n, start->logarithms)
                                 : instance_low_rank(start->n, start->n, start->vectors, start->logarithms, 0.0);
  return spectral_step(w, 1.0, &logarithm);
}

/* ---- the learner */

/* 2c/(r^2 (2+c)) */
static double rate_of(double range, double c) {
  return 2.0 / (range * range * (1.0 + 2.0 / c));
}

static exponentiated_form form_of(const learner_setting *setting) {
  return *(const exponentiated_form *)setting->class->variant;
}

static double range_of(const exponentiated *self, const learner_setting *setting) {
  if (form_of(setting).doubled) return 2.0 * self->radius * self->bound;
  return isnan(self->range) && setting->kind == INSTANCE_DISTANCE ? 1.0 : self->range;
}

/* A start needs the whole of H: dense, or updated for distances, unless both instances and start are diagonal. */
static spectral_representation representation_of(const exponentiated *self, const learner_setting *setting) {
  if (!form_of(setting).matrix) return REPRESENTATION_DIAGONAL;
  if (self->representation != REPRESENTATION_AUTO || self->start == NULL) return self->representation;
  if (setting->kind == INSTANCE_VECTOR && !cJSON_IsArray(self->start->child)) return REPRESENTATION_AUTO;
  return setting->kind == INSTANCE_DISTANCE ? REPRESENTATION_UPDATED : REPRESENTATION_DENSE;
}

static spectral_options spectral_of(const exponentiated *self, const learner_setting *setting) {
  const bool start = self->start != NULL;
  const size_t order = form_of(setting).doubled ? 2 * setting->n : setting->n;
  return (spectral_options){.n = order,
                            .link = LINK_EXP,
                            .representation = representation_of(self, setting),
                            .kind = setting->kind,
                            .shift = start ? 0.0 : -fixed_log((double)order),
                            .capacity = start ? order : weights_capacity(setting, order),
                            .eigen = setting->eigen};
}

/* The rate is given in one way only. */
static status check_rate(const exponentiated *self, const learner_setting *setting) {
  const struct {
    const char *name;
    bool given;
  } ways[] = {{"tuning", self->tuning == TUNING_SEPARABLE},
              {"eta", !isnan(self->eta)},
              {"c", !isnan(self->c)},
              {"loss_at_most", !isnan(self->loss_at_most)}};
  const char *who = setting->class->about.name, *used = NULL;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!ways[i].given) continue;
    if (used != NULL) {
      return FAIL(STATUS_INVALID, "%s: %s and %s both set the rate: leave one out", who, used, ways[i].name);
    }
    used = ways[i].name;
  }
  if (!isnan(self->divergence_at_most) && isnan(self->loss_at_most)) {
    return FAIL(STATUS_INVALID, "%s: divergence_at_most has no effect without loss_at_most", who);
  }
  if (!isnan(self->eta)) return STATUS_OK;
  if (setting->loss.kind != LOSS_SQUARE) {
    return FAIL(STATUS_INVALID, "%s: eta is needed: the theorem's rates are for square losses, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  if (!isnan(range_of(self, setting))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s is needed for the theorem's rate, or eta", who,
              form_of(setting).doubled ? "bound" : "range");
}

static status check_start(const exponentiated *self, const learner_setting *setting, const spectral_options *wanted) {
  const char *who = setting->class->about.name;
  CLEANUP(start_free) density_start start = {0};
  TRY(start_read(who, self->start, setting->n, setting->eigen, &start));
  if (start.vectors == NULL || wanted->representation != REPRESENTATION_DIAGONAL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start is a matrix, expected a list of n = %zu numbers: the parameter is diagonal",
              who, setting->n);
}

static status check(const void *self, const learner_setting *setting) {
  const exponentiated *made = self;
  const char *who = setting->class->about.name;
  if (setting->loss.kind == LOSS_ZERO_ONE) {
    return FAIL(STATUS_INVALID, "%s: needs real labels with a convex loss, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  TRY(check_rate(made, setting));
  const spectral_options wanted = spectral_of(made, setting);
  TRY(weights_check(who, &wanted));
  return check_start(made, setting, &wanted);
}

/* Lmax and Dmax are of the loss as it is, eta and r of squares with scale 1. */
static void tune_from_loss(exponentiated *made) {
  made->tuned = RATE_FROM_LOSS;
  if (isnan(made->divergence_at_most)) made->divergence_at_most = made->start_divergence;
  made->c = made->range * sqrt(2.0 * made->loss.scale * made->divergence_at_most / made->loss_at_most);
  if (made->loss_at_most == 0.0) made->c = INFINITY;
}

static void tune(exponentiated *made) {
  if (!isnan(made->eta)) {
    made->tuned = RATE_GIVEN;
    return;
  }
  if (made->tuning == TUNING_SEPARABLE) {
    made->tuned = RATE_SEPARABLE;
    made->eta = 2.0 / (made->range * made->range * made->loss.scale);
    return;
  }
  if (!isnan(made->loss_at_most)) {
    tune_from_loss(made);
  } else {
    made->tuned = RATE_FROM_C;
    if (isnan(made->c)) made->c = 1.0;
  }
  made->eta = made->c > 0.0 ? rate_of(made->range, made->c) / made->loss.scale : 0.0;
  if (!isinf(made->c)) return;
  made->tuned = RATE_SEPARABLE; /* Lmax = 0 */
  made->c = NAN;
}

static status begin(exponentiated *made, const learner_setting *setting) {
  const spectral_options wanted = spectral_of(made, setting);
  CLEANUP(start_free) density_start start = {0};
  TRY(start_read(setting->class->about.name, made->start, wanted.n, setting->eigen, &start));
  made->start_trace = start.trace;
  made->start_divergence = -fixed_log(start.least);
  TRY(weights_new(made, &wanted, &made->w));
  TRY(start_set(&start, made->w));
  if (!made->doubled) return STATUS_OK;
  TRY(OWN_ARRAY(made, wanted.n, made->index));
  return OWN_ARRAY(made, wanted.n, made->value);
}

static status init(void *self, const learner_setting *setting) {
  exponentiated *made = self;
  made->loss = setting->loss;
  made->n = setting->n;
  made->doubled = form_of(setting).doubled;
  made->range = range_of(made, setting);
  if (!made->doubled) made->radius = made->bound = NAN;
  TRY(begin(made, setting));
  tune(made);
  made->saved_eta = made->eta;
  return STATUS_OK;
}

/* X as the parameter sees it, without the factor `radius`. */
static instance seen(const exponentiated *made, const instance *x) {
  const size_t m = x->count;
  if (!made->doubled) return *x;
  kernel_opposite(m, x->value, made->value);
  if (x->index == NULL) return instance_dense_vector(2 * m, made->value);
  memcpy(made->index, x->index, m * sizeof *made->index);
  for (size_t j = 0; j < m; j++) made->index[m + j] = made->n + x->index[j];
  return instance_sparse(INSTANCE_VECTOR, 2 * made->n, 2 * m, made->index, made->value);
}

static status score(void *self, const instance *x, double *value) {
  const exponentiated *made = self;
  if (!made->doubled) return spectral_score(made->w, x, value);
  TRY(spectral_opposite_score(made->w, x, value));
  *value *= made->radius;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = loss_clip(&((const exponentiated *)self)->loss, out->score);
  return STATUS_OK;
}

/* For the square loss the theorem needs no interval: the slope is that of the raw score. */
static double slope_at(const loss *cost, double score, double label) {
  return cost->kind == LOSS_SQUARE ? loss_subgradient(cost, score, label)
                                   : loss_extended_subgradient(cost, score, label);
}

typedef struct slope_context {
  const loss *loss;
  double label, radius;
} slope_context;

static double slope_of_score(void *context, double score) {
  const slope_context *at = context;
  return at->radius * slope_at(at->loss, at->radius * score, at->label);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  exponentiated *made = self;
  const double g = slope_at(&made->loss, predicted->score, label), radius = made->doubled ? made->radius : 1.0;
  *updated = g != 0.0;
  if (!*updated) return STATUS_OK;
  if (!isfinite(g)) return FAIL(STATUS_NUMERIC, "exponentiated gradient: the slope of the loss is %g", g);
  const instance view = seen(made, x);
  if (made->update == UPDATE_IMPLICIT) {
    slope_context at = {.loss = &made->loss, .label = label, .radius = radius};
    return implicit_step(made->w, &view, made->eta, predicted->score / radius, slope_of_score, &at);
  }
  double log_trace = 0.0;
  TRY(spectral_step(made->w, -made->eta * radius * g, &view));
  TRY(spectral_log_trace(made->w, &log_trace));
  return spectral_shift(made->w, -log_trace);
}

static status loaded(void *self) {
  const exponentiated *made = self;
  if (made->saved_eta == made->eta) return STATUS_OK;
  return FAIL(STATUS_INVALID, "eta: %.17g, expected %.17g of the options", made->saved_eta, made->eta);
}

static const field state[] = {
    {FIELD_NAMED("eta", exponentiated, saved_eta, FIELD_NUMBER), .loaded = loaded},
    WEIGHTS_STATE(exponentiated, w),
};

static const field constants[] = {
    {FIELD(exponentiated, eta, FIELD_NUMBER)},
    {FIELD(exponentiated, range, FIELD_NUMBER)},
    {FIELD(exponentiated, c, FIELD_NUMBER)},
    {FIELD(exponentiated, tuned, FIELD_CHOICE)},
    {FIELD(exponentiated, loss_at_most, FIELD_NUMBER)},
    {FIELD(exponentiated, divergence_at_most, FIELD_NUMBER)},
    {FIELD_NAMED("implicit", exponentiated, update, FIELD_CHOICE)},
    {FIELD(exponentiated, doubled, FIELD_FLAG)},
    {FIELD(exponentiated, radius, FIELD_NUMBER)},
    {FIELD(exponentiated, bound, FIELD_NUMBER)},
    {FIELD(exponentiated, start_trace, FIELD_NUMBER)},
    {FIELD(exponentiated, start_divergence, FIELD_NUMBER)},
};

WEIGHTS_FIRST(exponentiated, w);
const learner_methods exponentiated_methods = {
    .size = sizeof(exponentiated),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .score = score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};
