/* The average error of the states of an online learner: for exchangeable trials, err(h) the probability of an error of state h on
 * another trial, and h_0, h_1, ... the states before trial 1, 2, ...,
 *
 *   E[ (1/m) sum over t of err(h_{t-1}) ] = E[mistakes]/m      the theorem, in the mean over seeds
 *   "a_priori": E[ ... ] <= M/m                                if a bound on mistakes is named, without noise
 *   "sampled": ... <= mistakes/m + sqrt(ln(1/delta)/(2m))      with probability at least 1 - delta (Azuma)
 *
 * measured on a test sample. The theorem is an equality: half of all runs are above it. In the mean over seeds a row is broken
 * beyond four standard errors, which says little of few seeds or few mistakes; the first two rows therefore allow three
 * standard deviations of the mistakes of a run, 3 sqrt(max(mistakes, 25))/m, and "sampled" sqrt(ln(10^6)/(2 test)), by
 * which the error on the test sample exceeds the true one with probability 1e-6 (Hoeffding), which is added to delta. The value of a row is
 * the theorem's with what it allows: what is measured is compared with nothing else. */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/batch/batch_bound.h"

static const double rounding = 1e-12;

static const parameter parameters[] = {BATCH_PARAMETERS("probability of a sample for which the row \"sampled\" fails")};

static bound_row *error_row(const batch_bound *self, bound_row_list *rows, const char *name, const cell_totals *totals,
                            double value, double allowed) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = totals->batch.average_error;
  row->value = fmin(1.0, value + allowed);
  row->tolerance = rounding;
  row->trivial = 1.0;
  (void)batch_premise(self->facts, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const batch_bound *self = data;
  const double m = (double)totals->trials, made = (double)totals->mistakes / m;
  const double deviations = 3.0 * sqrt(fmax((double)totals->mistakes, 25.0)) / m,
               test = sqrt(-fixed_log(BATCH_SAMPLING) / (2.0 * (double)totals->batch.test));
  bound_row against;
  TRY(batch_bound_finish(self, totals, &against));
  (void)error_row(self, rows, NULL, totals, made, deviations);
  bound_row *sampled = error_row(self, rows, "sampled", totals, made + sqrt(-fixed_log(self->delta) / (2.0 * m)), test);
  sampled->level = LEVEL_PROBABILITY;
  sampled->confidence = 1.0 - self->delta - BATCH_SAMPLING;
  if (!self->known) return STATUS_OK;
  const double most = isnan(self->start) ? NAN : (double)self->most / m;
  bound_row *a_priori = error_row(self, rows, "a_priori", totals, most, deviations);
  if (a_priori->premise == NULL) bound_row_copy_premise(&against, a_priori);
  return STATUS_OK;
}

const bound_class bound_average_error = {
    .about = {.name = "average_error",
              .short_name = "average state",
              .title = "mistakes/m + 3 sqrt(mistakes)/m",
              .citation = "Littlestone 1989; Cesa-Bianchi & Gentile 2006",
              .help = "mean error of the learner's states on further trials: that of its predictions (needs test)",
              .formula =
                  "$\\mathbb{E}\\left[\\frac1m\\sum_{t=1}^m\\mathrm{err}(h_{t-1})\\right]=\\frac{\\mathbb{E}M}m$"
                  ", $h_t$ the state after trial $t$; with probability at least $1-\\delta$ the mean is at most "
                  "$\\frac Mm+\\sqrt{\\frac{\\ln(1/\\delta)}{2m}}$; the values allow three standard deviations of the "
                  "mistakes besides, $\\frac3m\\sqrt{\\max(M,25)}$, and the error of the test sample",
              .result_version = 2,
              PARAMETERS(parameters)},
    .premises = "the trials are exchangeable: independent draws, or rows in a random order; of the row with a mistake "
                "bound: its premises",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_MEAN,
    .measure = "average_error",
    .applies = batch_applies,
    .methods = &(const bound_methods){.size = sizeof(batch_bound),
                                      .init = batch_bound_init,
                                      .before = batch_bound_before,
                                      .watch = batch_bound_watch,
                                      .finish = finish},
};
