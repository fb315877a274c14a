#include "hindsight/trace_norm/trace_norm_entries.h"
#include <float.h>

enum { ALL_ENTRIES_MOST = 4096, SHORT_SIDE_MOST = 4096, NEWTON_STEPS = 100 };

typedef struct entry_label {
  size_t row, column, trial;
  double label, kink, jump;
} entry_label;

static const size_t no_trial = (size_t)-1;

static int order_of(size_t x, size_t y) {
  return (x > y) - (x < y);
}

static int compare_labels(const void *first, const void *second) {
  const entry_label *x = first, *y = second;
  if (x->row != y->row) return order_of(x->row, y->row);
  if (x->column != y->column) return order_of(x->column, y->column);
  if (x->kink != y->kink) return (x->kink > y->kink) - (x->kink < y->kink);
  return order_of(x->trial, y->trial);
}

status fit_entries_check(const entry_trials *trials) {
  const loss *l = &trials->loss;
  if (l->kind == LOSS_ZERO_ONE) return FAIL(STATUS_INVALID, "trace norm: loss zero_one, expected a convex one");
  if (!(l->low <= 0.0 && l->high >= 0.0)) {
    return FAIL(STATUS_INVALID, "trace norm: predictions in [%g, %g], expected an interval with 0", l->low, l->high);
  }
  if (trials->m < 1 || trials->n < 1 || (trials->m > SHORT_SIDE_MOST && trials->n > SHORT_SIDE_MOST)) {
    return FAIL(STATUS_INVALID, "trace norm: %zu x %zu, expected at most %d rows or columns", trials->m, trials->n,
                SHORT_SIDE_MOST);
  }
  for (size_t t = 0; t < trials->count; t++) {
    if (trials->row[t] < trials->m && trials->column[t] < trials->n && isfinite(trials->label[t])) continue;
    return FAIL(STATUS_INVALID, "trace norm: trial %zu is no finite label of an entry of %zu x %zu", t + 1, trials->m,
                trials->n);
  }
  return STATUS_OK;
}

/* Where the slope of one trial's loss jumps, and by how much. */
static void kink_of(const loss *l, entry_label *out) {
  const double y = out->label;
  if (l->kind == LOSS_ABSOLUTE) {
    out->kink = y;
    out->jump = 2.0 * l->scale;
  } else if (l->kind == LOSS_VIOLATION) {
    out->kink = y;
    out->jump = l->scale;
  } else if (l->kind == LOSS_HINGE && y != 0.0) {
    out->kink = 1.0 / y;
    out->jump = l->scale * fabs(y);
  }
}

/* The slope at minus infinity; of a parabola, at 0. */
static double slope_of(const loss *l, double y) {
  switch (l->kind) {
  case LOSS_ABSOLUTE: return -l->scale;
  case LOSS_SQUARE: return -2.0 * l->scale * y;
  case LOSS_HINGE: return y > 0.0 ? -l->scale * y : 0.0;
  case LOSS_LINEAR: return l->scale * y;
  default: return 0.0;
  }
}

static size_t list_labels(const entry_trials *trials, bool all, entry_label *list) {
  const bool turned = trials->m > trials->n;
  size_t count = 0;
  for (size_t t = 0; t < trials->count; t++) {
    const size_t i = trials->row[t], j = trials->column[t];
    list[count] = (entry_label){.row = turned ? j : i, .column = turned ? i : j, .trial = t, .label = trials->label[t]};
    kink_of(&trials->loss, &list[count++]);
  }
  for (size_t e = 0; all && e < trials->m * trials->n; e++) {
    const size_t i = e / trials->n, j = e % trials->n;
    list[count++] = (entry_label){.row = turned ? j : i, .column = turned ? i : j, .trial = no_trial, .kink = INFINITY};
  }
  if (count > 1) qsort(list, count, sizeof *list, compare_labels);
  return count;
}

static void add_label(fit_entries *entries, const entry_label *from) {
  const size_t e = entries->count - 1, place = entries->first[e + 1]++;
  if (from->trial == no_trial) {
    entries->first[e + 1]--;
    return;
  }
  entries->label[place] = from->label;
  entries->kink[place] = from->kink;
  entries->jump[place] = from->jump;
  entries->slope[e] += slope_of(&entries->loss, from->label);
  if (entries->loss.kind == LOSS_SQUARE) entries->curvature[e] += 2.0 * entries->loss.scale;
}

static status fill_entries(arena *memory, const entry_label *list, size_t labels, fit_entries *out) {
  TRY(ARENA_ARRAY(memory, labels, out->row));
  TRY(ARENA_ARRAY(memory, labels, out->column));
  TRY(ARENA_ARRAY(memory, labels + 1, out->first));
  TRY(ARENA_ARRAY(memory, labels, out->label));
  TRY(ARENA_ARRAY(memory, labels, out->slope));
  TRY(ARENA_ARRAY(memory, labels, out->curvature));
  TRY(ARENA_ARRAY(memory, labels, out->kink));
  TRY(ARENA_ARRAY(memory, labels, out->jump));
  for (size_t l = 0; l < labels; l++) {
    if (l == 0 || list[l].row != list[l - 1].row || list[l].column != list[l - 1].column) {
      const size_t e = out->count++;
      out->row[e] = list[l].row;
      out->column[e] = list[l].column;
      out->first[e + 1] = out->first[e];
    }
    add_label(out, &list[l]);
  }
  const double constant = loss_lipschitz(&out->loss);
  double sum = 0.0;
  for (size_t e = 0; e < out->count; e++) {
    const double times = (double)(out->first[e + 1] - out->first[e]);
    sum += times * times;
  }
  out->lipschitz = constant * sqrt(sum);
  return STATUS_OK;
}

status fit_entries_new(arena *memory, const entry_trials *trials, fit_entries *out) {
  FREED entry_label *list = NULL;
  *out = (fit_entries){.loss = trials->loss};
  TRY(fit_entries_check(trials));
  const bool all = trials->m <= ALL_ENTRIES_MOST && trials->n <= ALL_ENTRIES_MOST / trials->m;
  out->m = trials->m < trials->n ? trials->m : trials->n;
  out->n = trials->m < trials->n ? trials->n : trials->m;
  TRY(NEW_ARRAY(trials->count + (all ? trials->m * trials->n : 0), list));
  return fill_entries(memory, list, list_labels(trials, all, list), out);
}

double fit_entry_value(const fit_entries *entries, size_t e, double x) {
  double sum = 0.0;
  for (size_t l = entries->first[e]; l < entries->first[e + 1]; l++) {
    sum += loss_value(&entries->loss, x, entries->label[l]);
  }
  return sum;
}

static double logistic_slope(const fit_entries *entries, size_t e, double x, double *curvature) {
  double sum = 0.0;
  *curvature = 0.0;
  for (size_t l = entries->first[e]; l < entries->first[e + 1]; l++) {
    const double y = entries->label[l], slope = loss_subgradient(&entries->loss, x, y);
    sum += slope;
    *curvature += -slope * (y + slope / entries->loss.scale); /* s y^2 p (1 - p), slope = -s y p */
  }
  return sum;
}

/* Newton's method, kept within a bracket. */
static double logistic_minimiser(const fit_entries *entries, size_t e, double linear, double quadratic) {
  double low = entries->loss.low, high = entries->loss.high, curvature;
  if (logistic_slope(entries, e, low, &curvature) + linear + quadratic * low >= 0.0) return low;
  if (logistic_slope(entries, e, high, &curvature) + linear + quadratic * high <= 0.0) return high;
  double x = 0.5 * (low + high);
  for (int step = 0; step < NEWTON_STEPS; step++) {
    const double slope = logistic_slope(entries, e, x, &curvature) + linear + quadratic * x;
    if (slope == 0.0) return x;
    *(slope > 0.0 ? &high : &low) = x;
    const double newton = x - slope / (curvature + quadratic);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (fabs(next - x) <= DBL_EPSILON * fabs(x)) return next;
    x = next;
  }
  return x;
}

double fit_entry_minimiser(const fit_entries *entries, size_t e, double linear, double quadratic) {
  if (entries->loss.kind == LOSS_LOGISTIC) return logistic_minimiser(entries, e, linear, quadratic);
  const double curvature = entries->curvature[e] + quadratic;
  double slope = entries->slope[e] + linear, x = entries->loss.low;
  for (size_t l = entries->first[e]; l <= entries->first[e + 1]; l++) {
    const bool last = l == entries->first[e + 1];
    const double end = last ? INFINITY : entries->kink[l];
    if (curvature > 0.0 && -slope <= curvature * end) return loss_clip(&entries->loss, fmax(x, -slope / curvature));
    if (curvature <= 0.0 && slope >= 0.0) return x;
    if (end >= entries->loss.high) return entries->loss.high;
    x = fmax(x, end);
    slope += entries->jump[l];
  }
  return entries->loss.high;
}

double fit_entry_least(const fit_entries *entries, size_t e, double linear) {
  const double x = fit_entry_minimiser(entries, e, linear, 0.0);
  const double value = fit_entry_value(entries, e, x) + linear * x;
  const double labels = (double)(entries->first[e + 1] - entries->first[e]);
  const double width = entries->loss.high - entries->loss.low;
  double lost = 0.0, curvature;
  /* the tangent at x, as x is not exactly the minimiser */
  if (entries->loss.kind == LOSS_LOGISTIC && x > entries->loss.low && x < entries->loss.high) {
    lost = fabs(logistic_slope(entries, e, x, &curvature) + linear) * width;
  }
  const double size = fabs(value) + fabs(linear * x) + (fabs(linear) + labels * loss_lipschitz(&entries->loss)) * width;
  return value - lost - 8.0 * (labels + 2.0) * DBL_EPSILON * size;
}
