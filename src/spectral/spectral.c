#include "spectral/spectral.h"
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/frame.h"
#include "spectral/representation/dense.h"
#include "spectral/representation/score_panel.h"
#include <float.h>

enum { REASON = 256 };

struct spectral {
  const spectral_backend *class;
  void *self;
  arena memory; /* of self and what it has */
  size_t n, m;  /* m: rows of rectangular instances, otherwise 0 */
  spectral_link link;
  spectral_representation representation;
  bool failed;         /* half way through a change */
  char reason[REASON]; /* the message of the failure */
};

/* Each is defined in the file of its name in spectral/representation. */
extern const spectral_backend representation_diagonal, representation_low_rank, representation_rectangular;
extern const spectral_backend representation_updated, representation_sparse;

static const struct {
  const char *name;
  const spectral_backend *class;
} representations[] = {
    [REPRESENTATION_AUTO] = {"auto", NULL},
    [REPRESENTATION_DIAGONAL] = {"diagonal", &representation_diagonal},
    [REPRESENTATION_DENSE] = {"dense", &representation_dense},
    [REPRESENTATION_LOW_RANK] = {"low_rank", &representation_low_rank},
    [REPRESENTATION_RECTANGULAR] = {"rectangular", &representation_rectangular},
    [REPRESENTATION_UPDATED] = {"updated", &representation_updated},
    [REPRESENTATION_SPARSE] = {"sparse", &representation_sparse},
};
enum { REPRESENTATIONS = sizeof representations / sizeof representations[0] };

const char *spectral_representation_name(spectral_representation representation) {
  return (unsigned)representation < REPRESENTATIONS ? representations[representation].name : "unknown";
}

spectral_representation spectral_chosen(const spectral_options *options) {
  if (options->representation != REPRESENTATION_AUTO) return options->representation;
  if (options->link == LINK_SINH || instance_kind_has_rows(options->kind)) return REPRESENTATION_RECTANGULAR;
  if (options->kind == INSTANCE_VECTOR) return REPRESENTATION_DIAGONAL;
  if (options->kind == INSTANCE_DISTANCE && options->link == LINK_EXP) {
    return options->n <= SPECTRAL_UPDATED_ORDER ? REPRESENTATION_UPDATED : REPRESENTATION_SPARSE;
  }
  return options->kind == INSTANCE_MATRIX ? REPRESENTATION_DENSE : REPRESENTATION_LOW_RANK;
}

static status refuse_kind(spectral_representation refused, instance_kind kind) {
  return FAIL(STATUS_INVALID, "representation %s cannot take instances of kind %s; auto chooses one that can",
              spectral_representation_name(refused), instance_kind_name(kind));
}

status spectral_check(const spectral_options *options) {
  if (options->n < 1) return FAIL(STATUS_INVALID, "spectral parameter: order 0, expected at least 1");
  if (!isfinite(options->shift)) {
    return FAIL(STATUS_INVALID, "spectral parameter: initial shift is %g, expected a finite number", options->shift);
  }
  if ((unsigned)options->kind >= INSTANCE_KINDS) return FAIL(STATUS_INVALID, "unknown kind of instances");
  const spectral_representation representation = spectral_chosen(options);
  if ((unsigned)representation >= REPRESENTATIONS) return FAIL(STATUS_INVALID, "unknown representation");
  const spectral_backend *class = representations[representation].class;
  if (!(class->kinds & (1u << options->kind))) return refuse_kind(representation, options->kind);
  const bool exponential_only = representation == REPRESENTATION_UPDATED || representation == REPRESENTATION_SPARSE;
  if ((representation == REPRESENTATION_RECTANGULAR) != (options->link == LINK_SINH) ||
      (exponential_only && options->link != LINK_EXP)) {
    return FAIL(STATUS_INVALID, "representation %s does not go with link %s", class->name,
                spectral_link_name(options->link));
  }
  if (options->link == LINK_SINH && options->kind == INSTANCE_VECTOR && options->m != 0 && options->m != options->n) {
    return FAIL(STATUS_INVALID, "spectral parameter: %zu rows for diagonal instances, expected n = %zu", options->m,
                options->n);
  }
  if (options->link == LINK_SINH && options->shift != 0.0) {
    return FAIL(STATUS_INVALID, "spectral parameter: link sinh starts at 0, a shift was given");
  }
  if (class->decomposes && options->eigen == NULL) {
    return FAIL(STATUS_INVALID, "representation %s: no eigensolver was given", class->name);
  }
  return STATUS_OK;
}

void spectral_free(spectral *w) {
  if (w == NULL) return;
  arena_free(&w->memory);
  free(w);
}

status spectral_new(const spectral_options *options, spectral **out) {
  CLEANUP(spectral_free_at) spectral *w = NULL;
  *out = NULL;
  TRY(spectral_check(options));
  TRY(NEW_ARRAY(1, w));
  w->representation = spectral_chosen(options);
  w->class = representations[w->representation].class;
  w->n = options->n;
  if (instance_kind_has_rows(options->kind)) w->m = options->m != 0 ? options->m : options->n;
  w->link = options->link;
  TRY(w->class->create(options, &w->memory, &w->self));
  return HAND_OVER(w, *out);
}

/* Records that a change failed half way: from now on every call fails. */
static status record_failure(spectral *w, status code) {
  if (code != STATUS_OK && !w->failed) {
    w->failed = true;
    snprintf(w->reason, sizeof w->reason, "%s", status_message());
  }
  return code;
}

static status refuse_missing(const spectral *w, const char *what) {
  return FAIL(STATUS_INVALID, "representation %s does not offer %s", w->class->name, what);
}

static status check_usable(const spectral *w) {
  if (!w->failed) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "the spectral parameter is unusable since it failed: %s", w->reason);
}

/* Instances may be of another kind than announced if the representation takes it. */
static status check_shape(const spectral *w, const instance *x, unsigned more_kinds) {
  if (x->n != w->n) {
    return FAIL(STATUS_INVALID, "spectral parameter: an instance of order %zu, expected %zu", x->n, w->n);
  }
  if ((unsigned)x->kind >= INSTANCE_KINDS) return FAIL(STATUS_INVALID, "unknown kind of instance");
  if (!((w->class->kinds | more_kinds) & (1u << x->kind))) return refuse_kind(w->representation, x->kind);
  if (x->m != w->m) {
    return FAIL(STATUS_INVALID, "spectral parameter: an instance with %zu rows, expected %zu", x->m, w->m);
  }
  return STATUS_OK;
}

static status check_value(const char *what, const instance *x, double value) {
  if (isfinite(value)) return STATUS_OK;
  if (x != NULL) TRY(instance_check_finite(x));
  return FAIL(STATUS_NUMERIC, "spectral parameter: %s is %g, beyond a double", what, value);
}

/* Ends a computation: returns finite results only. x = NULL: no instance was involved. */
static status check_result(status computed, const char *what, const instance *x, double value, double *out) {
  const status code = computed == STATUS_OK ? check_value(what, x, value) : computed;
  *out = code == STATUS_OK ? value : NAN;
  return code;
}

typedef status instance_function(void *self, const instance *x, double *value);
typedef status plain_function(void *self, double *value);

static status of_instance(spectral *w, instance_function *compute, const char *what, const instance *x, double *out) {
  double value = NAN;
  *out = NAN;
  TRY(check_usable(w));
  if (compute == NULL) return refuse_missing(w, what);
  TRY(check_shape(w, x, compute == w->class->argument ? w->class->argument_kinds : 0));
  const status code = compute(w->self, x, &value);
  return check_result(code, what, x, value, out);
}

static status of_parameter(spectral *w, plain_function *compute, const char *what, double *out) {
  double value = NAN;
  *out = NAN;
  TRY(check_usable(w));
  if (compute == NULL) return refuse_missing(w, what);
  const status code = compute(w->self, &value);
  return check_result(code, what, NULL, value, out);
}

status spectral_score(spectral *w, const instance *x, double *score) {
  return of_instance(w, w->class->score, "the score", x, score);
}

bool spectral_gains_from_blocks(const spectral *w, const instance *x) {
  const double products = (double)w->n * (double)w->class->rank(w->self);
  return w->class->score_block != NULL && score_panel_takes(x) && products >= SPECTRAL_BLOCK_PRODUCTS;
}

status spectral_score_block(spectral *w, size_t count, const instance *xs, double *scores) {
  for (size_t i = 0; i < count; i++) scores[i] = NAN;
  TRY(check_usable(w));
  if (w->class->score_block == NULL) return STATUS_OK;
  for (size_t i = 0, end; i < count; i = end + 1) { /* xs[end], if any, does not go into a block */
    for (end = i; end < count; end++) {
      if (!score_panel_takes(&xs[end]) || check_shape(w, &xs[end], 0) != STATUS_OK) break;
    }
    if (end > i) TRY(w->class->score_block(w->self, end - i, xs + i, scores + i));
  }
  return STATUS_OK;
}

status spectral_opposite_score(spectral *w, const instance *x, double *score) {
  double value = NAN;
  *score = NAN;
  TRY(check_usable(w));
  if (w->class->opposite_score == NULL) return refuse_missing(w, "the score of opposite vectors");
  if (x->kind != INSTANCE_VECTOR || w->n % 2 != 0 || x->n != w->n / 2) {
    return FAIL(STATUS_INVALID, "spectral parameter: a %s of order %zu, expected a vector of half the order %zu",
                instance_kind_name(x->kind), x->n, w->n);
  }
  const status code = w->class->opposite_score(w->self, x, &value);
  return check_result(code, "the score", x, value, score);
}

status spectral_normalized_score(spectral *w, const instance *x, double *score) {
  return of_instance(w, w->class->normalized_score, "the normalised score", x, score);
}

status spectral_argument(spectral *w, const instance *x, double *value) {
  return of_instance(w, w->class->argument, "the argument", x, value);
}

bool spectral_takes_argument(const spectral *w, instance_kind kind) {
  return w->class->argument != NULL && ((w->class->kinds | w->class->argument_kinds) & (1u << kind));
}

status spectral_trace(spectral *w, double *trace) {
  return of_parameter(w, w->class->trace, "the trace", trace);
}

status spectral_log_trace(spectral *w, double *value) {
  *value = NAN;
  TRY(check_usable(w));
  if (w->link == LINK_IDENTITY) {
    return FAIL(STATUS_INVALID, "the trace logarithm is defined only for the exp and sinh links");
  }
  return of_parameter(w, w->class->log_trace, "the log of the trace", value);
}

status spectral_step(spectral *w, double a, const instance *x) {
  TRY(check_usable(w));
  TRY(check_shape(w, x, 0));
  if (!isfinite(a)) return FAIL(STATUS_NUMERIC, "spectral parameter: a step of %g, expected a finite number", a);
  TRY(instance_check_finite(x));
  if (a == 0.0) return STATUS_OK;
  const double size = fabs(a) * instance_nuclear(x);
  if (!(size <= SPECTRAL_LARGEST_STEP)) {
    return FAIL(STATUS_NUMERIC, "spectral parameter: a step of size %g, expected at most %g", size,
                SPECTRAL_LARGEST_STEP);
  }
  return record_failure(w, w->class->step(w->self, a, x));
}

status spectral_shift(spectral *w, double c) {
  TRY(check_usable(w));
  if (!isfinite(c)) return FAIL(STATUS_NUMERIC, "spectral parameter: a shift of %g, expected a finite number", c);
  if (w->class->shift == NULL) return refuse_missing(w, "a shift");
  return c == 0.0 ? STATUS_OK : record_failure(w, w->class->shift(w->self, c));
}

/* LINK_EXP (Warmuth 2007, section 4): sum su ln(su) - s<U,H> + tr W - s tr U with sum su ln(su) = s sum u ln u + s ln s
 * tr U. LINK_IDENTITY: (s^2 |U|^2 - 2 s<U,H> + |H|^2) / 2. */
status spectral_divergence(spectral *w, const instance *u, double entropy, double squared_norm, double scale,
                           double *value) {
  double inner, size, result;
  *value = NAN;
  TRY(check_usable(w));
  if (!(scale > 0.0) || !isfinite(scale)) {
    return FAIL(STATUS_INVALID, "divergence: scale is %g, expected a positive number", scale);
  }
  TRY(spectral_argument(w, u, &inner));
  if (w->link == LINK_EXP) {
    TRY(spectral_trace(w, &size));
    const double trace = instance_trace(u);
    result = scale * (entropy + (fixed_log(scale) - 1.0) * trace - inner) + size;
  } else if (w->link == LINK_SINH) {
    TRY(spectral_log_trace(w, &size));
    result = scale * (entropy + fixed_log(scale) * squared_norm - inner) + size;
  } else {
    TRY(of_parameter(w, w->class->squared_norm, "the squared norm", &size));
    result = 0.5 * (scale * (scale * squared_norm - 2.0 * inner) + size);
  }
  return check_result(STATUS_OK, "the divergence", u, result, value);
}

status spectral_extremes(spectral *w, double *least, double *largest) {
  double low = NAN, high = NAN;
  *least = *largest = NAN;
  TRY(check_usable(w));
  if (w->class->extremes == NULL) return refuse_missing(w, "extreme eigenvalues");
  const status found = w->class->extremes(w->self, &low, &high);
  TRY(check_result(found, "the least eigenvalue", NULL, link_value(w->link, low), least));
  const status code = check_result(found, "the largest eigenvalue", NULL, link_value(w->link, high), largest);
  if (code != STATUS_OK) *least = NAN;
  return code;
}

static status find_eigenvalues(spectral *w, double *eigenvalues) {
  TRY(w->class->spectrum(w->self, eigenvalues));
  for (size_t i = 0; i < w->n; i++) {
    eigenvalues[i] = link_value(w->link, eigenvalues[i]);
    TRY(check_value("an eigenvalue", NULL, eigenvalues[i]));
  }
  return STATUS_OK;
}

status spectral_eigenvalues(spectral *w, double *eigenvalues) {
  for (size_t i = 0; i < w->n; i++) eigenvalues[i] = NAN;
  TRY(check_usable(w));
  if (w->class->spectrum == NULL) return refuse_missing(w, "eigenvalues");
  const status code = find_eigenvalues(w, eigenvalues);
  if (code == STATUS_OK) return STATUS_OK;
  for (size_t i = 0; i < w->n; i++) eigenvalues[i] = NAN;
  return code;
}

status spectral_top(spectral *w, size_t r, double *rows) {
  for (size_t i = 0; i < r * w->n; i++) rows[i] = NAN;
  TRY(check_usable(w));
  if (w->class->top == NULL) return refuse_missing(w, "eigenvectors");
  if (r < 1 || r > w->n) return FAIL(STATUS_INVALID, "%zu eigenvectors, expected 1 to n = %zu", r, w->n);
  return w->class->top(w->self, r, rows);
}

status spectral_map_eigenvalues(spectral *w, double (*map)(void *context, double eigenvalue), void *context) {
  TRY(check_usable(w));
  if (w->class->map == NULL) return refuse_missing(w, "a map of eigenvalues");
  return record_failure(w, w->class->map(w->self, map, context));
}

size_t spectral_window_order(const spectral *w, size_t count) {
  return w->class->window_order != NULL ? w->class->window_order(w->self, count) : 0;
}

/* The vectors may be orthonormal up to rounding only; for others the window would be wrong, unnoticed. */
static status check_window(const spectral *w, size_t count, const double *vectors) {
  const size_t most = w->n < SPECTRAL_WINDOW_VECTORS ? w->n : SPECTRAL_WINDOW_VECTORS;
  if (count < 1 || count > most) {
    return FAIL(STATUS_INVALID, "window: %zu vectors, expected 1 to %zu", count, most);
  }
  const double defect = frame_defect(w->n, count, vectors);
  if (defect <= 1e-9) return STATUS_OK;
  return FAIL(isfinite(defect) ? STATUS_INVALID : STATUS_NUMERIC,
              "window: vectors are not orthonormal (an inner product is wrong by %g)", defect);
}

static status find_window(spectral *w, size_t count, const double *vectors, size_t *order, double *t) {
  TRY(check_window(w, count, vectors));
  TRY(w->class->window(w->self, count, vectors, order, t));
  for (size_t i = 0; i < *order * *order; i++) {
    if (!isfinite(t[i])) return FAIL(STATUS_NUMERIC, "window: an entry is %g, beyond a double", t[i]);
  }
  return STATUS_OK;
}

status spectral_window(spectral *w, size_t count, const double *vectors, size_t *order, double *t) {
  *order = 0;
  TRY(check_usable(w));
  if (w->class->window == NULL) return refuse_missing(w, "a window");
  const status code = find_window(w, count, vectors, order, t);
  if (code == STATUS_OK) return STATUS_OK;
  for (size_t i = 0; i < *order * *order; i++) t[i] = NAN;
  return code;
}

/* Never 0; nothing is known of a failed parameter. */
static double budget(const spectral *w, double (*bound)(void *self)) {
  if (w->failed || bound == NULL) return INFINITY;
  const double error = bound(w->self);
  return isnan(error) ? INFINITY : fmax(error, DBL_MIN);
}

double spectral_error(const spectral *w) {
  return budget(w, w->class->error);
}

double spectral_trace_error(const spectral *w) {
  return budget(w, w->class->trace_error);
}

spectral_representation spectral_representation_of(const spectral *w) {
  return w->representation;
}

spectral_link spectral_link_of(const spectral *w) {
  return w->link;
}

size_t spectral_order(const spectral *w) {
  return w->n;
}

size_t spectral_rank(const spectral *w) {
  return w->class->rank(w->self);
}

status spectral_save(spectral *w, cJSON *state) {
  TRY(check_usable(w));
  if (w->class->save == NULL) return refuse_missing(w, "its state");
  TRY(state_add_text(state, "representation", w->class->name));
  TRY(state_add_text(state, "link", spectral_link_name(w->link)));
  TRY(state_add_count(state, "order", w->n));
  return w->class->save(w->self, state);
}

static status load(spectral *w, const cJSON *state) {
  TRY(state_expect_text(state, "representation", w->class->name));
  TRY(state_expect_text(state, "link", spectral_link_name(w->link)));
  TRY(state_expect_count(state, "order", w->n));
  return w->class->load(w->self, state);
}

status spectral_load(spectral *w, const cJSON *state) {
  TRY(check_usable(w));
  if (w->class->load == NULL) return refuse_missing(w, "its state");
  return record_failure(w, load(w, state));
}
