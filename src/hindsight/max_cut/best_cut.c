#include "hindsight/max_cut/best_cut.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "hindsight/max_cut/max_cut.h"

static status check(const entry_trials *trials) {
  if (trials->m != trials->n || trials->n == 0) {
    return FAIL(STATUS_INVALID, "cuts have square matrices of entries, not %zu x %zu", trials->m, trials->n);
  }
  if (trials->loss.low > -1 || trials->loss.high < 1) {
    return FAIL(STATUS_INVALID, "cuts predict -1 and 1, which must be in the loss's interval, not [%g, %g]",
                trials->loss.low, trials->loss.high);
  }
  for (size_t t = 0; t < trials->count; t++) {
    if (trials->row[t] >= trials->n || trials->column[t] >= trials->n) {
      return FAIL(STATUS_INVALID, "trial %zu: entry (%zu,%zu) of a matrix of order %zu", t + 1, trials->row[t] + 1,
                  trials->column[t] + 1, trials->n);
    }
  }
  return STATUS_OK;
}

/* The cut's loss, trial by trial; rounding errors are proportional to *size. */
static double loss_of(const entry_trials *trials, const double *signs, double *size) {
  double sum = 0;
  *size = 0;
  for (size_t t = 0; t < trials->count; t++) {
    const double prediction = -signs[trials->row[t]] * signs[trials->column[t]];
    sum += loss_value(&trials->loss, prediction, trials->label[t]);
    *size += fabs(loss_value(&trials->loss, 1.0, trials->label[t])) +
             fabs(loss_value(&trials->loss, -1.0, trials->label[t]));
  }
  return sum;
}

/* loss(w) = together - cut(w), so no cut has less than together - bound. */
static status answer(const entry_trials *trials, const cut_graph *graph, const double *signs,
                     const max_cut_found *found, comparator **out) {
  double size;
  const double own = loss_of(trials, signs, &size);
  const bool exact = graph->step > 0 && found->bound == found->value;
  const double rounding = 4 * ((double)trials->count + 2) * DBL_EPSILON * size;
  TRY(comparator_from_cut(COMPARATOR_INTERVAL, trials->n, signs, out));
  comparator_set_least(*out, exact ? own : fmin(own, graph->together - found->bound - rounding), own);
  return STATUS_OK;
}

status best_cut(const entry_trials *trials, comparator **out) {
  CLEANUP(cut_graph_free_at) cut_graph *graph = NULL;
  FREED double *signs = NULL;
  max_cut_found found;
  *out = NULL;
  TRY(check(trials));
  TRY(cut_graph_of_trials(trials, &graph));
  TRY(NEW_ARRAY(trials->n, signs));
  /* losses within 1e-9 count as exact; half of that is left for rounding */
  TRY(max_cut(graph, 0.5e-9 * fmax(1.0, fabs(graph->together) - graph->size), signs, &found));
  return answer(trials, graph, signs, &found, out);
}
