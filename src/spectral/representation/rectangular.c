/* H m x n with its singular values, link sinh; made for vectors: H = diag(h) with m = n.
 *
 * B = H or H^T, whichever has fewer rows (k = min(m, n)), is rotated to J B with orthogonal rows b_i of norm a_i, the
 * singular values; then sinh(H) = J^T diag(sinh(a_i)/a_i) J B, which needs no singular vectors of small values.
 * Everything is stored times e^-top, top = max a_i, so that nothing overflows:
 *   tr e^Z(H) = e^top (sum (e^(a_i - top) + e^(-a_i - top)) + |m - n| e^-top)      (Warmuth 2007, section 6, with the
 * |m - n| eigenvalues 0 that its normalisation leaves out). */
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/kernels.h"
#include "linalg/pairwise_sum.h"
#include "linalg/singular.h"
#include "spectral/representation/representation.h"
#include <float.h>

typedef struct rectangular {
  bool diagonal;    /* H = diag(h), h of length n */
  size_t m, n, k;   /* k = min(m, n) */
  size_t entries;   /* of h */
  double *h;        /* m x n, or n */
  double *rows;     /* not diagonal: J B, k x max(m, n) */
  double *rotation; /* not diagonal: J, k x k */
  double *values;   /* k: a_i */
  double *scaled;   /* k: scratch */
  double *rest;     /* not diagonal: k x max(m, n), scratch */
  double *function; /* e^-top sinh(H), as h */
  double top;       /* largest a_i */
  double trace;     /* e^-top tr e^Z(H) */
  /* Frobenius norm of B - J^T (J B), plus the effect of the remaining cosines and of J's own defect */
  double residual;
  bool current; /* values, function, top, trace belong to H as it is */
  double drift; /* bound of the rounding errors of steps in H */
} rectangular;

static status rectangular_create(const spectral_options *options, arena *memory, void **self) {
  rectangular *d = NULL;
  TRY(ARENA_ARRAY(memory, 1, d));
  *self = d;
  d->diagonal = options->kind == INSTANCE_VECTOR;
  d->n = options->n;
  d->m = options->m != 0 ? options->m : options->n;
  d->k = d->m < d->n ? d->m : d->n;
  if (d->diagonal) {
    d->entries = d->n;
  } else if (__builtin_mul_overflow(d->m, d->n, &d->entries)) {
    return FAIL(STATUS_MEMORY, "no memory for a parameter of %zu rows and %zu columns", d->m, d->n);
  }
  TRY(ARENA_ARRAY(memory, d->entries, d->h));
  TRY(ARENA_ARRAY(memory, d->entries, d->function));
  TRY(ARENA_ARRAY(memory, d->k, d->values));
  TRY(ARENA_ARRAY(memory, d->k, d->scaled));
  if (!d->diagonal) {
    TRY(ARENA_ARRAY(memory, d->entries, d->rows));
    TRY(ARENA_ARRAY(memory, d->entries, d->rest));
    TRY(ARENA_ARRAY(memory, d->k * d->k, d->rotation));
  }
  return STATUS_OK;
}

/* e^-top sinh(a), |a| <= top */
static double scaled_sinh(double a, double top) {
  if (fabs(a) < 1.0) return fixed_exp(-top) * fixed_sinh(a);
  return 0.5 * (fixed_exp(a - top) - fixed_exp(-a - top));
}

/* The longer side, of B and J B. */
static size_t length_of(const rectangular *d) {
  return d->m < d->n ? d->n : d->m;
}

/* out = B from a matrix of H's shape, or a matrix of that shape from B */
static void copy_rows(const rectangular *d, const double *from, bool back, double *out) {
  if (d->m <= d->n) {
    memcpy(out, from, d->entries * sizeof *out);
    return;
  }
  for (size_t i = 0; i < d->m; i++) {
    for (size_t j = 0; j < d->n; j++) {
      if (back) {
        out[i * d->n + j] = from[j * d->m + i];
      } else {
        out[j * d->m + i] = from[i * d->n + j];
      }
    }
  }
}

/* out += J^T diag(weight) J B; weight NULL: minus ones */
static void combine(const rectangular *d, const double *weight, double *out) {
  const size_t length = length_of(d);
  for (size_t i = 0; i < d->k; i++) {
    for (size_t l = 0; l < d->k; l++) {
      const double factor = d->rotation[l * d->k + i] * (weight != NULL ? weight[l] : -1.0);
      if (factor != 0.0) kernel_axpy(length, factor, d->rows + l * length, out + i * length);
    }
  }
}

static void set_trace(rectangular *d) {
  d->top = 0.0;
  for (size_t i = 0; i < d->k; i++) d->top = fmax(d->top, d->values[i]);
  for (size_t i = 0; i < d->k; i++) {
    d->scaled[i] = fixed_exp(d->values[i] - d->top) + fixed_exp(-d->values[i] - d->top);
  }
  d->trace = pairwise_sum(d->k, d->scaled) + (double)(length_of(d) - d->k) * fixed_exp(-d->top);
}

/* Values, function and trace of H as it is. */
static status decompose(rectangular *d) {
  if (d->current) return STATUS_OK;
  if (d->diagonal) {
    for (size_t i = 0; i < d->n; i++) d->values[i] = fabs(d->h[i]);
    set_trace(d);
    for (size_t i = 0; i < d->n; i++) d->function[i] = scaled_sinh(d->h[i], d->top);
    d->current = true;
    return STATUS_OK;
  }
  copy_rows(d, d->h, false, d->rows);
  memcpy(d->rest, d->rows, d->entries * sizeof *d->rest);
  TRY(singular_rotate(d->k, length_of(d), d->rows, d->rotation, d->values));
  combine(d, NULL, d->rest); /* B - J^T (J B) */
  d->residual = kernel_norm(d->entries, d->rest);
  set_trace(d);
  for (size_t i = 0; i < d->k; i++) {
    const double a = d->values[i];
    d->scaled[i] = a > 0.0 ? scaled_sinh(a, d->top) / a : fixed_exp(-d->top);
  }
  memset(d->rest, 0, d->entries * sizeof *d->rest);
  combine(d, d->scaled, d->rest);
  copy_rows(d, d->rest, true, d->function);
  d->current = true;
  return STATUS_OK;
}

static instance view_of(const rectangular *d, const double *entries) {
  return d->diagonal ? instance_dense_vector(d->n, entries) : instance_rectangular(d->m, d->n, entries);
}

static status rectangular_argument(void *self, const instance *x, double *value) {
  const rectangular *d = self;
  const instance h = view_of(d, d->h);
  *value = instance_inner(x, &h);
  return STATUS_OK;
}

/* 2 e^-top <sinh(H), X> */
static status scaled_score(rectangular *d, const instance *x, double *value) {
  TRY(decompose(d));
  const instance function = view_of(d, d->function);
  *value = 2.0 * instance_inner(x, &function);
  return STATUS_OK;
}

static status rectangular_score(void *self, const instance *x, double *value) {
  rectangular *d = self;
  TRY(scaled_score(d, x, value));
  *value *= fixed_exp(d->top);
  return STATUS_OK;
}

static status rectangular_normalized_score(void *self, const instance *x, double *value) {
  rectangular *d = self;
  TRY(scaled_score(d, x, value));
  *value /= d->trace;
  return STATUS_OK;
}

static status rectangular_step(void *self, double a, const instance *x) {
  rectangular *d = self;
  if (d->diagonal) {
    for (size_t j = 0; j < x->count; j++) d->h[x->index != NULL ? x->index[j] : j] += a * x->value[j];
  } else {
    instance_add_to_dense(x, a, d->h);
  }
  d->current = false;
  const double size = kernel_norm(d->entries, d->h);
  if (!isfinite(size)) return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is beyond a double after a step");
  d->drift += DBL_EPSILON * (size + 2.0 * fabs(a) * instance_nuclear(x));
  return STATUS_OK;
}

static status rectangular_trace(void *self, double *value) {
  rectangular *d = self;
  TRY(decompose(d));
  *value = d->trace * fixed_exp(d->top);
  return STATUS_OK;
}

static status rectangular_log_trace(void *self, double *value) {
  rectangular *d = self;
  TRY(decompose(d));
  *value = d->top + fixed_log(d->trace);
  return STATUS_OK;
}

static status rectangular_squared_norm(void *self, double *value) {
  const rectangular *d = self;
  *value = kernel_dot(d->entries, d->h, d->h);
  return STATUS_OK;
}

/* |J J^T - I|_F */
static double rotation_defect(const rectangular *d) {
  double squares = 0.0;
  for (size_t i = 0; i < d->k; i++) {
    for (size_t j = 0; j < d->k; j++) {
      const double entry = kernel_dot(d->k, d->rotation + i * d->k, d->rotation + j * d->k) - (i == j ? 1.0 : 0.0);
      squares += entry * entry;
    }
  }
  return sqrt(squares);
}

/* A bound of |E| such that the stored function is exactly that of H + E: rounding of the steps; the residual; defects
 * of orthogonality of J and of the rows, each relative to H. */
static double argument_error(const rectangular *d) {
  if (d->diagonal) return d->drift + DBL_EPSILON * d->top;
  const double orthogonal = 2.0 * rotation_defect(d) + (double)d->k * singular_cosine(length_of(d));
  return d->drift + d->residual + orthogonal * d->top;
}

/* Of the normalised score, per unit of |X|_1 = |Z(X)|_1 / 2. With W = e^Z/tr e^Z: |W' - W| <= 2 (e^|E| - 1), twice for
 * the two blocks; rounding of sums of k terms in the function, and of the score's own. */
static double rectangular_error(void *self) {
  rectangular *d = self;
  if (decompose(d) != STATUS_OK) return INFINITY;
  const double k = d->diagonal ? 1.0 : (double)d->k;
  return 4.0 * fixed_expm1(argument_error(d)) + DBL_EPSILON * (k * (0.5 * k + 16.0) + (double)length_of(d) + 64.0);
}

/* Of ln tr e^Z: at most |E|, and rounding. */
static double rectangular_trace_error(void *self) {
  rectangular *d = self;
  if (decompose(d) != STATUS_OK) return INFINITY;
  return argument_error(d) + DBL_EPSILON * (64.0 + d->top + fabs(fixed_log(d->trace)));
}

static size_t rectangular_rank(const void *self) {
  return ((const rectangular *)self)->k;
}

static status rectangular_save(const void *self, cJSON *state) {
  const rectangular *d = self;
  TRY(state_add_number(state, "drift", d->drift));
  return state_add_rows(state, "matrix", d->diagonal ? 1 : d->m, d->n, d->n, d->h);
}

static status rectangular_load(void *self, const cJSON *state) {
  rectangular *d = self;
  TRY(state_check_names(state, "representation link order drift matrix"));
  TRY(state_get_number(state, "drift", &d->drift));
  if (d->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", d->drift);
  d->current = false;
  return state_get_rows(state, "matrix", d->diagonal ? 1 : d->m, d->n, d->n, d->h);
}

const spectral_backend representation_rectangular = {
    .name = "rectangular",
    .kinds = (1u << INSTANCE_VECTOR) | (1u << INSTANCE_RECTANGULAR) | (1u << INSTANCE_ENTRY),
    .create = rectangular_create,
    .score = rectangular_score,
    .normalized_score = rectangular_normalized_score,
    .step = rectangular_step,
    .trace = rectangular_trace,
    .log_trace = rectangular_log_trace,
    .argument = rectangular_argument,
    .squared_norm = rectangular_squared_norm,
    .error = rectangular_error,
    .trace_error = rectangular_trace_error,
    .rank = rectangular_rank,
    .save = rectangular_save,
    .load = rectangular_load,
};
