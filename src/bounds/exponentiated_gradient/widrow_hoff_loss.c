/* The loss of Widrow-Hoff against any U; proved in matrix_widrow_hoff.h. X is the largest |X_t| so far, L_U = sum of
 * e_U^2 (times the scale of the loss), norms are Frobenius norms (vectors: |x|_2), e the error that drives the update.
 *
 *   widrow_hoff_loss           L <= L_U/(1 - eta X^2) + |U|^2/eta, U the cell's comparator
 *   widrow_hoff_loss.tuned     L <= (sqrt K + R X)^2, if eta is tuned by length = X, loss_at_most = K and radius = R
 *   widrow_hoff_loss.best      L <= min over all U of sum e_U^2/(1 - eta |X_t|^2) + |U|^2/eta, up to 256 coordinates:
 *                              at most the first row for any U; not with projection, where the proof needs U >= 0
 *   widrow_hoff_loss.progress  |W - U|^2 - |W' - U|^2 >= eta e^2 - eta e_U^2/(1 - eta |X_t|^2) in each trial
 *
 * Premises: eta |X_t|^2 < 1, labels in the interval of the loss, one comparator for all trials, U >= 0 with projection;
 * of the tuned row |X_t| <= X, L_U <= K, |U| <= R. At K = 0 the tuned rate has eta X^2 = 1: the premise is then that U
 * fits each label to 1e-9, the value is |U|^2/eta, and 2 |e e_U| of each trial is its error. Tolerance 1e-9 max(1,
 * value), of the progress 1e-9 max(1, |W - U|^2, |U|^2). */
#include "bounds/loss_bound.h"
#include "bounds/potential.h"
#include "linalg/least_squares.h"
#include <float.h>

enum { LARGEST_BEST = 256 };
static const double relative = 1e-9;

typedef struct best_fit {
  least_squares *fit; /* NULL: no such row */
  size_t n, coordinates;
  double *row, *matrix; /* coordinates; n x n unless vectors */
} best_fit;

typedef struct widrow_hoff_loss {
  loss_bound lost;
  double eta, length, loss_at_most, radius;
  bool clipped, semidefinite;
  learner learner;
  const comparator *comparator;  /* NULL: none */
  double numbers;                /* of W: n, or n^2; sums of them run in eight parts (linalg/kernels.h) */
  double longest, square;        /* X^2; |U|^2 */
  double theirs;                 /* loss so far */
  double crossed, unfit;         /* sum of 2 |e e_U|; largest |e_U| / max(1, |y|) */
  double distance;               /* |W - U|^2 now, NaN: not known */
  bool limit;                    /* eta X^2 = 1 was met, up to rounding */
  failed_premise of_u, of_tuned; /* premises of the rows with U, of the tuned one */
  best_fit best;
  theorem_judge tuned, least;
  invariant_judge progress;
} widrow_hoff_loss;

static const ask asks[] = {ASK(loss_bound, tuned),
                           ASK(widrow_hoff_loss, eta),
                           ASK(widrow_hoff_loss, length),
                           ASK(widrow_hoff_loss, loss_at_most),
                           ASK(widrow_hoff_loss, radius),
                           ASK(widrow_hoff_loss, clipped),
                           ASK(widrow_hoff_loss, semidefinite)};

static status begin_best(widrow_hoff_loss *self, const problem_facts *facts) {
  best_fit *best = &self->best;
  const size_t n = facts->n;
  const bool vectors = facts->kind == INSTANCE_VECTOR;
  if (self->semidefinite || n > LARGEST_BEST) return STATUS_OK;
  best->n = n;
  best->coordinates = vectors ? n : n * (n + 1) / 2;
  if (best->coordinates > LARGEST_BEST) return STATUS_OK;
  TRY(OWN_ARRAY(self, best->coordinates, best->row));
  if (!vectors) TRY(OWN_ARRAY(self, n * n, best->matrix));
  TRY(least_squares_new(best->coordinates, 1.0 / self->eta, &best->fit));
  return OWN(self, best->fit, least_squares_free);
}

/* Every comparator of these instances is semidefinite by its making, but for signed vectors. */
static bool is_semidefinite(const comparator *u) {
  const instance *x = comparator_instance(u);
  for (size_t j = 0; x->kind == INSTANCE_VECTOR && j < x->count; j++) {
    if (x->value[j] < 0.0) return false;
  }
  return true;
}

static status begin_comparator(widrow_hoff_loss *self) {
  const comparator *u = self->comparator;
  if (u == NULL) return STATUS_OK;
  const size_t segments = comparator_segments(u);
  if (segments > 1) premise_fail(&self->of_u, "one comparator for all trials", 0, (double)segments);
  if (segments > 1) return STATUS_OK;
  self->square = comparator_squared_norm(u);
  const double norm = sqrt(self->square);
  if (self->semidefinite && !is_semidefinite(u)) premise_fail(&self->of_u, "U >= 0", 0, NAN);
  if (norm > self->radius * (1.0 + relative)) premise_fail(&self->of_tuned, "|U| <= radius", 0, norm);
  TRY(potential_of(&self->learner, u, 1.0, &self->distance));
  self->distance *= 2.0;
  return STATUS_OK;
}

static status init(void *data, const bound_context *context) {
  widrow_hoff_loss *self = data;
  const problem_facts *facts = &context->problem->facts;
  self->learner = *context->learner;
  self->comparator = context->comparator;
  loss_begin(&self->lost, context);
  self->numbers = (double)facts->n * (facts->kind == INSTANCE_VECTOR ? 1.0 : (double)facts->n);
  self->distance = NAN;
  self->progress.direction = BOUND_LOWER;
  TRY(begin_best(self, facts));
  return begin_comparator(self);
}

/* ---- values */

/* NaN where the theorem has none: eta X^2 > 1, or = 1 and a label that U does not fit. */
static double value_of(const widrow_hoff_loss *self) {
  const double start = self->lost.loss.scale * self->square / self->eta, reach = self->eta * self->longest;
  if (!self->limit) return self->theirs / (1.0 - reach) + start;
  return reach < 1.0 + relative && self->unfit <= relative ? start : NAN;
}

static double tuned_value(const widrow_hoff_loss *self) {
  const double root = sqrt(self->loss_at_most) + sqrt(self->lost.loss.scale) * self->radius * self->length;
  return root * root;
}

static double best_value(const widrow_hoff_loss *self) {
  return self->lost.loss.scale * least_squares_minimum(self->best.fit);
}

/* Of the rows with U at eta X^2 = 1. */
static double limit_error(const widrow_hoff_loss *self) {
  return self->limit ? self->crossed + relative * self->lost.own : 0.0;
}

/* ---- trials */

static void check_premises(widrow_hoff_loss *self, const trial_event *event, double square) {
  const double reach = self->eta * square;
  self->longest = fmax(self->longest, square);
  self->limit = self->limit || reach > 1.0 - relative;
  if (reach >= 1.0 + relative) premise_fail(&self->lost.failed, "eta |X|^2 < 1", event->t, reach);
  premise_of_label(&self->lost.failed, &self->lost.loss, event);
  premise_at_most(&self->of_tuned, "|X| <= length", event->t, sqrt(square), self->length * (1.0 + relative));
}

static status judge_progress(widrow_hoff_loss *self, size_t t, double e, double e_u, double square, double sizes) {
  const double before = self->distance, gap = 1.0 - self->eta * square;
  if (isnan(before)) return STATUS_OK;
  TRY(potential_of(&self->learner, self->comparator, 1.0, &self->distance));
  const double after = self->distance *= 2.0;
  const double charge = gap > relative ? e_u * e_u / gap : 2.0 * fabs(e * e_u) + relative * e * e;
  invariant_judge_trial(&self->progress, (trial_figures){.trial = t,
                                                         .measured = before - after,
                                                         .value = self->eta * (e * e - charge),
                                                         .tolerance = relative * fmax(1.0, fmax(before, self->square)),
                                                         .error = DBL_EPSILON * (64.0 + self->numbers / 8.0) *
                                                                  (3.0 * self->square + 2.0 * (before + fabs(after)) +
                                                                   self->eta * sizes)});
  return STATUS_OK;
}

static status watch_comparator(widrow_hoff_loss *self, const trial_event *event, double square) {
  if (self->comparator == NULL || self->of_u.name != NULL) return STATUS_OK;
  const double y = event->label, z = event->predicted.score, u = comparator_value(self->comparator, event->x);
  const double e = (self->clipped ? event->predicted.value : z) - y, e_u = u - y;
  self->theirs += self->lost.loss.scale * e_u * e_u;
  self->crossed += 2.0 * self->lost.loss.scale * fabs(e * e_u);
  self->unfit = fmax(self->unfit, fabs(e_u) / fmax(1.0, fabs(y)));
  if (self->limit && self->unfit > relative) {
    premise_fail(&self->of_u, "eta |X|^2 < 1", event->t, self->eta * self->longest);
    return STATUS_OK;
  }
  premise_at_most(&self->of_tuned, "L_U <= loss_at_most", event->t, self->theirs,
                  self->loss_at_most + relative * fmax(1.0, self->loss_at_most));
  loss_judge(&self->lost, &self->lost.theorem, value_of(self), limit_error(self));
  if (self->of_tuned.name == NULL && !isnan(self->loss_at_most)) {
    loss_judge(&self->lost, &self->tuned, tuned_value(self), limit_error(self));
  }
  return judge_progress(self, event->t, e, e_u, square, z * z + y * y + u * u);
}

/* Orthonormal coordinates of X, times `weight`. */
static void unfold(best_fit *best, const instance *x, double weight) {
  const size_t n = best->n;
  if (best->matrix == NULL) {
    memset(best->row, 0, n * sizeof *best->row);
    for (size_t j = 0; j < x->count; j++) best->row[x->index == NULL ? j : x->index[j]] = weight * x->value[j];
    return;
  }
  instance_to_dense(x, best->matrix);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    best->row[at++] = weight * best->matrix[i * (n + 1)];
    for (size_t j = 0; j < i; j++) best->row[at++] = weight * M_SQRT2 * best->matrix[i * n + j];
  }
}

static status watch_best(widrow_hoff_loss *self, const trial_event *event, double square) {
  if (self->best.fit == NULL || self->limit) return STATUS_OK;
  const double weight = 1.0 / sqrt(1.0 - self->eta * square);
  unfold(&self->best, event->x, weight);
  TRY(least_squares_add(self->best.fit, self->best.row, weight * event->label));
  loss_judge(&self->lost, &self->least, best_value(self), 0.0);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  widrow_hoff_loss *self = data;
  const double square = instance_inner(event->x, event->x);
  loss_add(&self->lost, event);
  check_premises(self, event, square);
  if (self->lost.failed.name != NULL) return STATUS_OK;
  TRY(watch_comparator(self, event, square));
  return watch_best(self, event, square);
}

static double current(void *data) {
  const widrow_hoff_loss *self = data;
  const bool known = self->comparator != NULL && self->lost.failed.name == NULL && self->of_u.name == NULL;
  return known ? value_of(self) : NAN;
}

static bound_row *add_row(const widrow_hoff_loss *self, bound_row_list *rows, const char *name,
                          const failed_premise *own, double value, const theorem_judge *judge) {
  bound_row *row = loss_row(&self->lost, rows, name, value, limit_error(self));
  premise_row(own, row);
  theorem_judge_row(judge, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const widrow_hoff_loss *self = data;
  const failed_premise none = {.name = NULL}, limit = {.name = "eta |X|^2 < 1", .value = self->eta * self->longest};
  const failed_premise *tuned = self->of_u.name != NULL ? &self->of_u : &self->of_tuned;
  const bool unknown = self->comparator == NULL;
  add_row(self, rows, NULL, &self->of_u, value_of(self), &self->lost.theorem)->unchecked = unknown;
  if (!isnan(self->loss_at_most)) {
    add_row(self, rows, "tuned", tuned, tuned_value(self), &self->tuned)->unchecked = unknown;
  }
  if (self->best.fit != NULL) {
    (void)add_row(self, rows, "best", self->limit ? &limit : &none, self->limit ? NAN : best_value(self), &self->least);
  }
  bound_row *progress = invariant_judge_row(&self->progress, rows, "progress", "|W - U|^2");
  if (progress == NULL) return STATUS_OK;
  premise_row(&self->lost.failed, progress);
  premise_row(&self->of_u, progress);
  return STATUS_OK;
}

static const line_name line_names[] = {{.row = "tuned", .name = "Cesa-Bianchi et al. (tuned)"}, {.name = NULL}};

const bound_class bound_widrow_hoff_loss = {
    .about = {.name = "widrow_hoff_loss",
              .short_name = "Cesa-Bianchi et al.",
              .line_names = line_names,
              .symbols = "L_U: loss of the target U, X: longest instance",
              .title = "Widrow-Hoff: L_U/(1 - eta X^2) + |U|^2/eta",
              .citation = "Cesa-Bianchi, Long & Warmuth 1996; Schapire, COS 511, lecture 17",
              .help = "loss of Widrow-Hoff against the comparator, and against the best of all matrices",
              .formula = "$L\\le\\frac{L_U}{1-\\eta X_{\\max}^2}+\\frac{\\Vert U\\Vert_F^2}\\eta$, "
                         "$X_{\\max}=\\max_t\\Vert X_t\\Vert_F$; tuned, $L\\le(\\sqrt K+RX_{\\max})^2$",
              .result_version = 3},
    .premises = "$\\eta\\Vert X_t\\Vert_F^2\\lt1$ in every trial; labels are in their range; one comparator for all "
                "trials; with projection $U\\succeq0$; tuned: $\\Vert X_t\\Vert_F\\le X_{\\max}$, $L_U\\le K$, $\\Vert "
                "U\\Vert_F\\le R$",
    .learner_family = "widrow_hoff",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = loss_of_one_rate,
    .methods = &(const bound_methods){.size = sizeof(widrow_hoff_loss),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
