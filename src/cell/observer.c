#include "cell/observer.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "base/tsv.h"
#include "cell/curve.h"
#include "cell/kernel_view.h"
#include "linalg/angles.h"

/* What a scenario asks for; of: its row of the table, NULL for the learner's own. */
typedef struct asked_quantity {
  const char *name;
  const observed_quantity *of;
} asked_quantity;

struct observer {
  observer_setting setting;
  observations observed;
  asked_quantity *asked; /* those that are `last` at the end, otherwise as the scenario lists them */
  size_t asked_count;
  /* of the angles between subspaces */
  size_t rank;
  angles *angles;
  double *top, *target, *radians;
  /* of kernels */
  comparator *kernel; /* NULL: no comparator that is a symmetric matrix */
  bool *train;        /* of the splits */
  const size_t *classes;
  double *distances; /* n x n */
  arena memory;      /* of the arrays */
};

static void add(observer *self, const char *name, size_t t, double value) {
  observations_add(&self->observed, t, name, 0, value);
}

/* ---- what the engine knows of the trial */

/* Of the state after the trial; t = 0: before the first. */
static status take_potential(observer *self, const char *name, const observed_trial *trial) {
  add(self, name, trial->t, trial->potential);
  return STATUS_OK;
}

static status take_progress(observer *self, const char *name, const observed_trial *trial) {
  if (!isnan(trial->progress)) add(self, name, trial->t, trial->progress);
  return STATUS_OK;
}

static status take_score(observer *self, const char *name, const observed_trial *trial) {
  if (trial->t > 0) add(self, name, trial->t, trial->score);
  return STATUS_OK;
}

static status take_expected_mistakes(observer *self, const char *name, const observed_trial *trial) {
  add(self, name, trial->t, trial->expected_mistakes);
  return STATUS_OK;
}

/* ---- of the learner */

static status take_constant(observer *self, const char *name, const char *constant, size_t t) {
  double value = NAN;
  if (learner_constant(self->setting.learner, constant, &value)) add(self, name, t, value);
  return STATUS_OK;
}

/* A quantity that a learner defines, where it is this learner's. */
static status take_own(observer *self, const char *name, size_t t) {
  double value = NAN;
  bool known = false;
  TRY(learner_observe(self->setting.learner, name, &value, &known));
  if (known) add(self, name, t, value);
  return STATUS_OK;
}

static status take_trace(observer *self, const char *name, const observed_trial *trial) {
  spectral *w = learner_parameter(self->setting.learner);
  double value = NAN;
  if (w != NULL) TRY(spectral_trace(w, &value));
  add(self, name, trial->t, value);
  return STATUS_OK;
}

static status take_rank(observer *self, const char *name, const observed_trial *trial) {
  const spectral *w = learner_parameter(self->setting.learner);
  add(self, name, trial->t, w == NULL ? NAN : (double)spectral_rank(w));
  return STATUS_OK;
}

static status take_extreme(observer *self, const char *name, const observed_trial *trial, bool largest) {
  spectral *w = learner_parameter(self->setting.learner);
  double ends[2] = {NAN, NAN};
  if (w != NULL) TRY(spectral_extremes(w, &ends[0], &ends[1]));
  add(self, name, trial->t, ends[largest]);
  return STATUS_OK;
}

static status take_least_eigenvalue(observer *self, const char *name, const observed_trial *trial) {
  return take_extreme(self, name, trial, false);
}

static status take_largest_eigenvalue(observer *self, const char *name, const observed_trial *trial) {
  return take_extreme(self, name, trial, true);
}

/* ---- principal angles (radians, ascending, index 1..r) between the comparator's subspace and the top eigenspace of the parameter; only for
 * comparators that are projections */

static status prepare_angles(observer *self) {
  const comparator *u = self->setting.comparator;
  if (u == NULL || !observer_wants(self, "subspace_angle")) return STATUS_OK;
  if (!comparator_projection(u, &self->rank, NULL)) {
    self->rank = 0;
    return STATUS_OK;
  }
  const size_t n = comparator_order(u), r = self->rank;
  TRY(angles_new(n, r, &self->angles));
  TRY(ARENA_ARRAY(&self->memory, r * n, self->top));
  TRY(ARENA_ARRAY(&self->memory, r * n, self->target));
  return ARENA_ARRAY(&self->memory, r, self->radians);
}

static status take_angles(observer *self, const char *name, const observed_trial *trial) {
  const comparator *u = self->setting.comparator;
  spectral *w = learner_parameter(self->setting.learner);
  size_t rank = 0;
  if (w == NULL || self->rank == 0 || spectral_order(w) != comparator_order(u)) return STATUS_OK;
  if (!comparator_projection(u, &rank, NULL) || rank != self->rank) return STATUS_OK;
  TRY(spectral_top(w, rank, self->top));
  comparator_rows(u, self->target);
  TRY(angles_between(self->angles, self->top, self->target, self->radians));
  for (size_t i = 0; i < rank; i++) observations_add(&self->observed, trial->t, name, i + 1, self->radians[i]);
  return STATUS_OK;
}

/* ---- predictions as chances (learners/forecast.h) */

/* The mean so far, from t = 1. */
static status take_forecast_score(observer *self, const char *name, const observed_trial *trial) {
  for (size_t k = 0; trial->t > 0 && forecast_scores[k] != NULL; k++) {
    if (strcmp(forecast_scores[k], name) == 0) add(self, name, trial->t, forecast_score(self->setting.forecast, k));
  }
  return STATUS_OK;
}

/* The mean label in each tenth of the interval that predictions fell into, both as numbers of [0,1], index from 1; calibration_forecast: the
 * mean prediction there; calibration_count: how many. */
static status finish_calibration(observer *self, const char *name, size_t t) {
  const forecast *f = self->setting.forecast;
  observations *observed = &self->observed;
  TRY(observations_reserve(observed, 3 * (size_t)FORECAST_BINS));
  for (size_t k = 0; k < FORECAST_BINS; k++) {
    if (f->count[k] == 0.0) continue;
    observations_add(observed, t, name, k + 1, f->came[k] / f->count[k]);
    observations_add(observed, t, "calibration_forecast", k + 1, f->said[k] / f->count[k]);
    observations_add(observed, t, "calibration_count", k + 1, f->count[k]);
  }
  return STATUS_OK;
}

/* ---- kernels, from the scores of distances, D_ab = 2 <W, X_ab> */

/* The learner's distances, or the comparator's. */
static status find_distances(observer *self, bool target) {
  const size_t n = self->setting.problem->facts.n;
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) {
      const instance x = instance_distance(n, a, b);
      double half = 0.0;
      if (target) {
        half = comparator_value(self->kernel, &x);
      } else {
        TRY(learner_score(self->setting.learner, &x, &half));
      }
      self->distances[a * n + b] = self->distances[b * n + a] = 2.0 * half;
    }
  }
  return STATUS_OK;
}

/* The class of each item, and the names of the classes. NULL: there are none. */
static const size_t *classes_of(const problem *source, const char *const **names) {
  const problem_methods *methods = source->class->methods;
  return methods->classes == NULL ? NULL : methods->classes(source->self, names);
}

static status prepare_splits(observer *self) {
  const problem *source = self->setting.problem;
  const size_t n = source->facts.n;
  self->classes = classes_of(source, NULL);
  if (self->classes == NULL || n < 2) {
    return FAIL(STATUS_INVALID, "observe: \"nearest_neighbour_error\": %s has no classes of items",
                source->class->about.name);
  }
  TRY(neighbour_splits_new(self->setting.seed, n, &self->train));
  if (self->kernel == NULL) return STATUS_OK;
  TRY(find_distances(self, true));
  add(self, "target_nearest_neighbour_error", 0,
      nearest_neighbour_error(n, self->train, self->classes, self->distances));
  return STATUS_OK;
}

/* The mean error of 1-nearest-neighbour classification over ten random halves (kernel_view.h). */
static status take_neighbour_error(observer *self, const char *name, const observed_trial *trial) {
  const size_t n = self->setting.problem->facts.n;
  TRY(find_distances(self, false));
  add(self, name, trial->t, nearest_neighbour_error(n, self->train, self->classes, self->distances));
  return STATUS_OK;
}

/* Eigenvalues are ascending; the largest comes first. */
static status add_spectrum(observer *self, size_t t, const char *name, size_t n, const double *eigenvalues) {
  TRY(observations_reserve(&self->observed, n));
  for (size_t i = 0; i < n; i++) observations_add(&self->observed, t, name, i + 1, eigenvalues[n - 1 - i]);
  return STATUS_OK;
}

/* Rounding errors become 0: a logarithmic axis would show nothing else. */
static void drop_rounding(size_t n, double *eigenvalues) {
  const double least = 1e-14 * eigenvalues[n - 1];
  for (size_t i = 0; i < n; i++) {
    if (fabs(eigenvalues[i]) < least) eigenvalues[i] = 0.0;
  }
}

static status target_spectrum(observer *self) {
  const size_t n = self->setting.problem->facts.n;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *matrix = NULL, *values = NULL;
  TRY(eigen_solver_new(self->setting.eigen, n, &solver));
  TRY(NEW_ARRAY(n * n, matrix));
  TRY(NEW_ARRAY(n, values));
  instance_to_dense(comparator_instance(self->kernel), matrix);
  TRY(eigen_solve(solver, n, matrix, n, values, NULL, NULL));
  drop_rounding(n, values);
  return add_spectrum(self, 0, "target_spectrum", n, values);
}

static status finish_spectrum(observer *self, const char *name, size_t t) {
  spectral *w = learner_parameter(self->setting.learner);
  const size_t n = self->setting.problem->facts.n;
  FREED double *values = NULL;
  if (w == NULL || spectral_link_of(w) == LINK_SINH) return STATUS_OK;
  TRY(NEW_ARRAY(n, values));
  TRY(spectral_eigenvalues(w, values));
  return add_spectrum(self, t, name, n, values);
}

static void write_class(FILE *file, const char *const *names, const size_t *classes, size_t item) {
  if (classes == NULL || names == NULL) {
    (void)fputs("-", file);
    return;
  }
  tsv_put_name(file, names[classes[item]]);
}

static void write_items(FILE *file, const observer *self, const char *kernel, const double *x, const double *y) {
  const char *const *names = NULL;
  const size_t *classes = classes_of(self->setting.problem, &names);
  for (size_t i = 0; i < self->setting.problem->facts.n; i++) {
    (void)fprintf(file, "%s\t%zu\t", kernel, i + 1);
    write_class(file, names, classes, i);
    (void)fputc('\t', file);
    number_write(file, x[i]);
    (void)fputc('\t', file);
    number_write(file, y[i]);
    (void)fputc('\n', file);
  }
}

/* Reflects the axis x if it points against the target. */
static void align(size_t n, const double *target, double *x) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += target[i] * x[i];
  for (size_t i = 0; i < n && sum < 0.0; i++) x[i] = -x[i];
}

/* For embeddings.tsv: two coordinates of each item for the learned kernel and for the comparator's; each axis is reflected where that brings it
 * closer to the comparator's. */
static status finish_embedding(observer *self, const char *name, size_t t) {
  const size_t n = self->setting.problem->facts.n;
  FREED double *places = NULL; /* x, y of the learned kernel, x, y of the target */
  size_t length = 0;
  TRY(NEW_ARRAY(4 * n, places));
  TRY(find_distances(self, false));
  TRY(kernel_embedding(self->setting.eigen, n, self->distances, places, places + n));
  if (self->kernel != NULL) {
    TRY(find_distances(self, true));
    TRY(kernel_embedding(self->setting.eigen, n, self->distances, places + 2 * n, places + 3 * n));
    align(n, places + 2 * n, places);
    align(n, places + 3 * n, places + n);
  }
  FILE *file = memory_stream(&self->observed.embedding, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for an embedding");
  write_items(file, self, "learned", places, places + n);
  if (self->kernel != NULL) write_items(file, self, "target", places + 2 * n, places + 3 * n);
  const bool failed = ferror(file) != 0;
  return fclose(file) != 0 || failed ? FAIL(STATUS_MEMORY, "no memory for an embedding") : STATUS_OK;
}

static bool is_symmetric_matrix(const comparator *u) {
  if (u == NULL) return false;
  const comparator_kind kind = comparator_kind_of(u);
  return kind == COMPARATOR_FRAME || kind == COMPARATOR_COORDINATES || kind == COMPARATOR_VECTOR ||
         kind == COMPARATOR_MATRIX;
}

/* Adds what is known of the target: its error and its spectrum, at t = 0, eigenvalues below 1e-14 of the largest as 0. */
static status prepare_kernels(observer *self) {
  const size_t n = self->setting.problem->facts.n;
  const bool error = observer_wants(self, "nearest_neighbour_error"), spectrum = observer_wants(self, "spectrum");
  if (!error && !spectrum && !observer_wants(self, "embedding")) return STATUS_OK;
  if (is_symmetric_matrix(self->setting.comparator)) self->kernel = self->setting.comparator;
  TRY(ARENA_ARRAY(&self->memory, n * n, self->distances));
  if (error) TRY(prepare_splits(self));
  return spectrum && self->kernel != NULL ? target_spectrum(self) : STATUS_OK;
}

/* ---- what a learner of entries with real labels has learned, asked at the end of the run. Places are those of the planted order: of a cut the
 * nodes of side +1 first, by number; of an order first to last; otherwise by number.
 *
 *   prediction_matrix  index (a - 1) n + b for the row at place a and the column at place b, from 1 to m n
 *   ordering           of each row the mean of its scores over the columns; index: its place, from 1 to m. Without prediction_matrix
 *                      observed, only over 64 columns, evenly spaced in the planted order, where there are more: each score costs time
 *
 * With `ordering` the rows are also listed in the learned order, best score first (ties by number): place, number, name, score, planted
 * place, the learner's rating (- if it has none); for orderings.tsv. */

/* items[place] = the row or column at that place. */
static void planted_order(const comparator *u, size_t count, size_t *items) {
  const bool known = u != NULL && comparator_order(u) == count;
  const double *signs = known ? comparator_signs(u) : NULL;
  const size_t *order = known ? comparator_order_items(u) : NULL;
  size_t place = 0;
  for (size_t i = 0; i < count; i++) {
    if (order != NULL) items[place++] = order[i];
    if (order == NULL && (signs == NULL || signs[i] > 0.0)) items[place++] = i;
  }
  for (size_t i = 0; i < count && signs != NULL; i++) {
    if (!(signs[i] > 0.0)) items[place++] = i;
  }
}

enum { ORDERING_COLUMNS = 64 };

/* scores (m x asked), row by row, rows in the planted order, and `asked` of the n columns, evenly spaced in it. */
static status ask_scores(const observer *self, size_t m, size_t n, size_t asked, double *scores) {
  FREED size_t *rows = NULL, *columns = NULL;
  TRY(NEW_ARRAY(m, rows));
  TRY(NEW_ARRAY(n, columns));
  planted_order(self->setting.comparator, m, rows);
  planted_order(self->setting.comparator, n, columns);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < asked; j++) {
      const instance entry = instance_entry(m, n, rows[i], columns[j * n / asked]);
      TRY(learner_score(self->setting.learner, &entry, &scores[i * asked + j]));
    }
  }
  return STATUS_OK;
}

static double mean(const double *values, size_t count) {
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  return sum / (double)count;
}

typedef struct learned {
  size_t item, planted;
  double score;
} learned;

static int compare_learned(const void *a, const void *b) {
  const learned *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

static status write_ordering(observer *self, size_t count, const learned *rows) {
  size_t length = 0;
  const problem *source = self->setting.problem;
  const problem_methods *methods = source->class->methods;
  FILE *file = memory_stream(&self->observed.ordering, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for an ordering");
  for (size_t place = 0; place < count; place++) {
    const learned *row = &rows[place];
    (void)fprintf(file, "%zu\t%zu\t", place + 1, row->item + 1);
    const char *name = methods->name_of == NULL ? NULL : methods->name_of(source->self, false, row->item);
    tsv_put_name(file, name == NULL ? "-" : name);
    (void)fputc('\t', file);
    number_write(file, row->score);
    (void)fprintf(file, "\t%zu\t", row->planted + 1);
    const double rating = learner_rating(self->setting.learner, row->item);
    if (!isnan(rating)) number_write(file, rating);
    (void)fputs(isnan(rating) ? "-\n" : "\n", file);
  }
  const bool failed = ferror(file) != 0;
  const bool unclosed = fclose(file) != 0;
  return failed || unclosed ? FAIL(STATUS_MEMORY, "no memory for an ordering") : STATUS_OK;
}

static status list_ordering(observer *self, size_t asked, const double *scores) {
  const size_t m = self->setting.problem->facts.rows;
  FREED size_t *items = NULL;
  FREED learned *rows = NULL;
  TRY(NEW_ARRAY(m, items));
  TRY(NEW_ARRAY(m, rows));
  planted_order(self->setting.comparator, m, items);
  for (size_t i = 0; i < m; i++) rows[i] = (learned){items[i], i, mean(scores + i * asked, asked)};
  qsort(rows, m, sizeof *rows, compare_learned);
  return write_ordering(self, m, rows);
}

/* Both quantities of entries: they share the scores. */
static status finish_entries(observer *self, size_t t) {
  const problem_facts *facts = &self->setting.problem->facts;
  const size_t m = facts->rows, n = facts->n;
  const bool matrix = observer_wants(self, "prediction_matrix");
  if (!matrix && !observer_wants(self, "ordering")) return STATUS_OK;
  FREED double *scores = NULL;
  const size_t asked = matrix || n <= ORDERING_COLUMNS ? n : ORDERING_COLUMNS;
  TRY(NEW_ARRAY(m * asked, scores));
  TRY(ask_scores(self, m, n, asked, scores));
  TRY(observations_reserve(&self->observed, m * asked + m));
  for (size_t k = 0; k < self->asked_count; k++) {
    const observed_quantity *of = self->asked[k].of;
    if (of == NULL || !(of->needs & NEEDS_ENTRIES)) continue;
    const bool all = of->place == ON_A_MAP;
    for (size_t i = 0; i < (all ? m * n : m); i++) {
      observations_add(&self->observed, t, of->name, i + 1, all ? scores[i] : mean(scores + i * asked, asked));
    }
    if (!all) TRY(list_ordering(self, asked, scores));
  }
  return STATUS_OK;
}

/* ---- the table, in the order in which messages list it */

const observed_quantity observed_quantities[] = {
    {.name = "potential",
     .meaning = "the divergence of the comparator from the learner's parameter",
     .needs = NEEDS_COMPARATOR | NEEDS_PARAMETER,
     .take = take_potential},
    {.name = "trace", .meaning = "the trace of the parameter", .needs = NEEDS_PARAMETER, .take = take_trace},
    {.name = "progress",
     .meaning = "the drop of the potential in a trial",
     .needs = NEEDS_COMPARATOR,
     .words = "progress at a mistake",
     .result_version = 2,
     .take = take_progress},
    {.name = "least_eigenvalue",
     .meaning = "the least eigenvalue of the parameter",
     .needs = NEEDS_PARAMETER,
     .take = take_least_eigenvalue},
    {.name = "largest_eigenvalue",
     .meaning = "the largest eigenvalue of the parameter",
     .needs = NEEDS_PARAMETER,
     .take = take_largest_eigenvalue},
    {.name = "rank",
     .meaning = "how many directions have been added to the parameter",
     .needs = NEEDS_PARAMETER,
     .take = take_rank},
    {.name = "score", .meaning = "the score of the trial's instance", .result_version = 2, .take = take_score},
    {.name = "expected_mistakes",
     .meaning = "the sum of the conditional error probabilities; mistakes for deterministic learners",
     .take = take_expected_mistakes},
    {.name = "subspace_angle",
     .meaning =
         "the principal angles, in radians, between the hidden subspace and the top eigenspace of the parameter; "
         "column `index` counts from the smallest",
     .needs = NEEDS_COMPARATOR | NEEDS_PARAMETER,
     .words = "angle to the subspace",
     .take = take_angles},
    {.name = "prediction_matrix",
     .meaning = "after the last trial: the learner's score of every entry",
     .needs = NEEDS_ENTRIES,
     .limit = 4096, /* entries */
     .place = ON_A_MAP},
    {.name = "ordering",
     .meaning = "after the last trial: for each row the mean of its scores over the columns",
     .needs = NEEDS_ENTRIES,
     .limit = 4096, /* rows */
     .place = OVER_PLACES,
     .place_words = "place in the planted order"},
    {.name = "spectrum",
     .meaning = "after the last trial: the eigenvalues of the parameter, the largest first",
     .needs = NEEDS_SYMMETRIC,
     .limit = 1024,
     .place = OVER_PLACES,
     .place_words = "number of the eigenvalue",
     .finish = finish_spectrum},
    {.name = "embedding",
     .meaning = "after the last trial: two coordinates of each item, for the learned kernel and for the target",
     .needs = NEEDS_ITEMS,
     .limit = 1024,
     .place = ON_A_MAP,
     .finish = finish_embedding},
    {.name = "nearest_neighbour_error",
     .meaning = "the mean error of 1-nearest-neighbour classification by the learned distances",
     .needs = NEEDS_ITEMS | NEEDS_CLASSES,
     .limit = 1024,
     .last = true,
     .take = take_neighbour_error},
    {.name = "absolute_error",
     .meaning = "of the predictions so far, as numbers of [0,1], the mean of |p - y|",
     .needs = NEEDS_FORECASTS,
     .take = take_forecast_score},
    {.name = "brier",
     .meaning = "the mean of (p - y)^2",
     .needs = NEEDS_FORECASTS,
     .words = "Brier score",
     .take = take_forecast_score},
    {.name = "log_loss",
     .meaning = "the mean of -y ln p - (1 - y) ln(1 - p)",
     .needs = NEEDS_FORECASTS,
     .take = take_forecast_score},
    {.name = "accuracy",
     .meaning = "the share of predictions on the side of their labels",
     .needs = NEEDS_FORECASTS,
     .take = take_forecast_score},
    {.name = "result_log_loss",
     .meaning = "the log loss of win, draw and loss at the predicted outcome",
     .needs = NEEDS_FORECASTS,
     .take = take_forecast_score},
    {.name = "calibration",
     .meaning = "after the last trial: the mean label in each tenth that predictions fell into",
     .needs = NEEDS_FORECASTS,
     .place = OVER_FORECASTS,
     .words = "what came, mean",
     .finish = finish_calibration},
};
const size_t observed_quantity_count = sizeof observed_quantities / sizeof *observed_quantities;

const observed_quantity *observed_find(const char *name) {
  for (size_t i = 0; i < observed_quantity_count; i++) {
    if (strcmp(observed_quantities[i].name, name) == 0) return &observed_quantities[i];
  }
  return NULL;
}

/* ---- what a problem must have */

static status check_entries(const observed_quantity *quantity, const problem_facts *facts, const char *source) {
  const size_t m = facts->rows, n = facts->n;
  if (facts->kind != INSTANCE_ENTRY || facts->labels != LABEL_REAL)
    return FAIL(STATUS_INVALID, "\"%s\" is for entries with real labels, not for %s", quantity->name, source);
  if (quantity->place == ON_A_MAP && m > quantity->limit / n) {
    return FAIL(STATUS_INVALID, "\"%s\": %s has %zu x %zu entries, at most %zu are asked at the end of a run",
                quantity->name, source, m, n, quantity->limit);
  }
  if (m <= quantity->limit) return STATUS_OK;
  return FAIL(STATUS_INVALID, "\"%s\": %s has %zu rows, expected at most %zu", quantity->name, source, m,
              quantity->limit);
}

static status check_kernel(const observed_quantity *quantity, const problem_facts *facts, const char *source) {
  const bool distances = facts->classes > 0 || facts->kind == INSTANCE_DISTANCE, items = quantity->needs & NEEDS_ITEMS;
  if (!distances && (items || instance_kind_has_rows(facts->kind))) {
    return FAIL(STATUS_INVALID, "\"%s\" is for %s, not for %s", quantity->name,
                items ? "distances of items" : "symmetric matrices", source);
  }
  if (facts->n > quantity->limit) {
    return FAIL(STATUS_INVALID, "\"%s\": %s has order %zu, expected at most %zu", quantity->name, source, facts->n,
                quantity->limit);
  }
  if (!(quantity->needs & NEEDS_CLASSES) || facts->classes > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "\"%s\": the items of %s have no classes", quantity->name, source);
}

status observed_check(const observed_quantity *quantity, const problem_facts *facts, const char *source) {
  const loss cost = problem_loss(facts);
  if (quantity->needs & NEEDS_ENTRIES) return check_entries(quantity, facts, source);
  if (quantity->needs & (NEEDS_SYMMETRIC | NEEDS_ITEMS)) return check_kernel(quantity, facts, source);
  if (!(quantity->needs & NEEDS_FORECASTS) || (facts->labels == LABEL_REAL && forecast_suits(&cost))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "\"%s\" is for predictions in the interval of their labels, not for %s", quantity->name,
              source);
}

/* ---- a run */

/* A learner that the scenario defines may have a quantity of this name: its own number counts. For other learners of that scenario the table's
 * quantity counts, and where the problem lacks what it needs there are no rows; without such a learner the scenario is refused. */
static status choose_quantity(observer *self, const char *name, const observed_quantity *of) {
  const problem *source = self->setting.problem;
  double value = NAN;
  bool own = false;
  if (of != NULL) TRY(learner_observe(self->setting.learner, name, &value, &own));
  if (of != NULL && !own && observed_check(of, &source->facts, source->class->about.name) != STATUS_OK)
    return STATUS_OK;
  self->asked[self->asked_count++] = (asked_quantity){name, own ? NULL : of};
  return STATUS_OK;
}

static status choose_quantities(observer *self) {
  TRY(ARENA_ARRAY(&self->memory, self->setting.name_count, self->asked));
  for (int last = 0; last <= 1; last++) {
    for (size_t i = 0; i < self->setting.name_count; i++) {
      const char *name = self->setting.names[i];
      const observed_quantity *of = observed_find(name);
      if ((of != NULL && of->last) == last) TRY(choose_quantity(self, name, of));
    }
  }
  return STATUS_OK;
}

static status prepare(observer *self) {
  TRY(choose_quantities(self));
  TRY(prepare_angles(self));
  const size_t quantities = self->asked_count + self->rank; /* at most, of a trial */
  TRY(observations_reserve(&self->observed, quantities * curve_capacity(self->setting.trials) + OBSERVER_EXTRA));
  return prepare_kernels(self);
}

status observer_new(const observer_setting *setting, observer **out) {
  TRY(NEW_ARRAY(1, *out));
  (*out)->setting = *setting;
  return prepare(*out);
}

void observer_free(observer *self) {
  if (self == NULL) return;
  observations_free(&self->observed);
  angles_free(self->angles);
  free(self->train);
  arena_free(&self->memory);
  free(self);
}

observations *observer_observed(observer *self) {
  return &self->observed;
}

bool observer_wants(const observer *self, const char *name) {
  for (size_t i = 0; i < self->asked_count; i++) {
    if (self->asked[i].of != NULL && strcmp(self->asked[i].name, name) == 0) return true;
  }
  return false;
}

bool observer_wants_forecasts(const observer *self) {
  for (size_t i = 0; i < self->asked_count; i++) {
    if (self->asked[i].of != NULL && self->asked[i].of->needs & NEEDS_FORECASTS) return true;
  }
  return false;
}

status observer_take(observer *self, const observed_trial *trial) {
  for (size_t i = 0; i < self->asked_count; i++) {
    const char *name = self->asked[i].name, *constant = learner_observed_constant(name);
    const observed_quantity *of = self->asked[i].of;
    if (constant != NULL) {
      TRY(take_constant(self, name, constant, trial->t));
    } else if (of == NULL) {
      TRY(take_own(self, name, trial->t));
    } else if (of->take != NULL) {
      TRY(of->take(self, name, trial));
    }
  }
  return STATUS_OK;
}

/* In the order of the table; entries come last. */
status observer_finish(observer *self, size_t t) {
  for (size_t i = 0; i < observed_quantity_count; i++) {
    const observed_quantity *of = &observed_quantities[i];
    if (of->finish != NULL && observer_wants(self, of->name)) TRY(of->finish(self, of->name, t));
  }
  return finish_entries(self, t);
}
