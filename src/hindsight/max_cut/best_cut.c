#include "hindsight/max_cut/best_cut.h"
#include "hindsight/max_cut/max_cut.h"
#include <float.h>

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

/* loss(w) = scale (together - cut(w)), so no cut has less than scale (together - bound). */
static status answer(const entry_trials *trials, double scale, const cut_graph *graph, const double *signs,
                     const max_cut_found *found, comparator **out) {
  double size;
  const double own = loss_of(trials, signs, &size);
  const bool exact = graph->step > 0 && found->bound == found->value;
  const double rounding = 4 * ((double)trials->count + 2) * DBL_EPSILON * size;
  TRY(comparator_from_cut(COMPARATOR_INTERVAL, trials->n, signs, out));
  comparator_set_least(*out, exact ? own : fmin(own, scale * (graph->together - found->bound) - rounding), own);
  return STATUS_OK;
}

/* The graph of the losses divided by *scale: by their own where they are no multiples of a step, and are then. */
static status graph_of(const entry_trials *trials, double *scale, cut_graph **out) {
  CLEANUP(cut_graph_free_at) cut_graph *scaled = NULL, *unscaled = NULL;
  entry_trials divided = *trials;
  divided.loss.scale = 1.0;
  *scale = 1.0;
  TRY(cut_graph_of_trials(trials, &scaled));
  if (!(scaled->step > 0)) TRY(cut_graph_of_trials(&divided, &unscaled));
  const bool takes_unscaled = unscaled != NULL && unscaled->step > 0;
  if (takes_unscaled) *scale = trials->loss.scale;
  *out = takes_unscaled ? unscaled : scaled;
  *(takes_unscaled ? &unscaled : &scaled) = NULL;
  return STATUS_OK;
}

status best_cut(const entry_trials *trials, comparator **out) {
  CLEANUP(cut_graph_free_at) cut_graph *graph = NULL;
  FREED double *signs = NULL;
  max_cut_found found;
  double scale;
  *out = NULL;
  TRY(check(trials));
  TRY(graph_of(trials, &scale, &graph));
  TRY(NEW_ARRAY(trials->n, signs));
  /* losses within 1e-9 count as exact; half of that is left for rounding */
  TRY(max_cut(graph, 0.5e-9 * fmax(1.0, fabs(graph->together) - graph->size), signs, &found));
  return answer(trials, scale, graph, signs, &found, out);
}
