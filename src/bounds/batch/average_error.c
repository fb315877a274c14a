/* The average error of the states of an online learner: for exchangeable trials, err(h) the probability of an error of state h on
 * another trial, and h_0, h_1, ... the states before trial 1, 2, ...,
 *
 *   E[ (1/m) sum over t of err(h_{t-1}) ] = E[mistakes]/m      the theorem, in the mean over seeds
 *   "a_priori": E[ ... ] <= M/m                                if a bound on mistakes is named, without noise
 *   "sampled": ... <= mistakes/m + i sqrt(ln(1/delta)/(2m))    with probability at least 1 - delta (Azuma), i as below
 *
 * measured on a test sample. The theorem is an equality: half of all runs are above it.
 *
 * Let q_t be the error of h_{t-1} on what is left of a population of N after the m trials. Drawing the s-th trial adds its mistake less the
 * probability of one, and moves the expectations of q_t for t <= s, means over N - s, by at most s/(N - s) together: steps of width N/(N - s) at
 * most. So mistakes - sum of q_t is a martingale of spread i sqrt(m)/2, i = N/(N - m) (Azuma and Hoeffding), i = 1 for independent draws. The
 * test sample adds 1/(2 sqrt(test)) (Hoeffding, also without replacement): the spread of the first two rows. "sampled" allows
 * sqrt(ln(10^6)/(2 test)), by which the error on the test sample exceeds the true one with probability 1e-6, which is added to delta. */

#include "bounds/batch/batch_bound.h"

static const double rounding = 1e-12;

static const parameter parameters[] = {BATCH_PARAMETERS("probability of a sample for which the row \"sampled\" fails")};

static bound_row *error_row(const batch_bound *self, bound_row_list *rows, const char *name, const cell_totals *totals,
                            double value) {
  const double steps = batch_inflation(self->facts, totals->trials);
  bound_row *row = bound_row_add(rows, name);
  row->measured = totals->batch.average_error;
  row->value = fmin(1.0, value);
  row->spread = 0.5 * sqrt(steps * steps / (double)totals->trials + 1.0 / (double)totals->batch.test);
  row->tolerance = rounding;
  row->trivial = 1.0;
  (void)batch_premise(self->facts, row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const batch_bound *self = data;
  const double m = (double)totals->trials, made = (double)totals->mistakes / m;
  const double steps = batch_inflation(self->facts, totals->trials);
  const double deviation = steps * sqrt(-fixed_log(self->delta) / (2.0 * m)) +
                           sqrt(-fixed_log(BATCH_SAMPLING) / (2.0 * (double)totals->batch.test));
  bound_row against;
  TRY(batch_bound_finish(self, totals, &against));
  (void)error_row(self, rows, NULL, totals, made);
  bound_row *sampled = error_row(self, rows, "sampled", totals, made + deviation);
  sampled->level = LEVEL_PROBABILITY;
  sampled->confidence = 1.0 - self->delta - BATCH_SAMPLING;
  if (!self->known) return STATUS_OK;
  const double most = isnan(self->start) ? NAN : (double)self->most / m;
  bound_row *a_priori = error_row(self, rows, "a_priori", totals, most);
  if (a_priori->premise == NULL) bound_row_copy_premise(&against, a_priori);
  return STATUS_OK;
}

const bound_class bound_average_error = {
    .about =
        {.name = "average_error",
         .short_name = "Cesa-Bianchi & Gentile",
         .title = "mistakes/m",
         .citation = "Littlestone 1989; Cesa-Bianchi & Gentile 2006",
         .help = "mean error of the learner's states on further trials: that of its predictions (needs test)",
         .formula =
             "$\\mathbb{E}\\left[\\frac1m\\sum_{t=1}^m\\mathrm{err}(h_{t-1})\\right]=\\frac{\\mathbb{E}M}m$"
             ", $h_t$ the state after trial $t$; with probability at least $1-\\delta$ the mean is at most "
             "$\\frac Mm+\\frac N{N-m}\\sqrt{\\frac{\\ln(1/\\delta)}{2m}}$ for a population of $N$ ($\\frac N{N-m}=1$ "
             "for independent draws); the value allows the error of the test sample besides",
         .result_version = 3,
         PARAMETERS(parameters)},
    .premises = "the trials are exchangeable: independent draws, or rows in a random order; of the row with a mistake "
                "bound: its premises",
    .status = BOUND_PROVED,
    .level = LEVEL_MEAN,
    .measure = "average_error",
    .applies = batch_applies,
    .methods = &(const bound_methods){.size = sizeof(batch_bound),
                                      .init = batch_bound_init,
                                      .before = batch_bound_before,
                                      .watch = batch_bound_watch,
                                      .finish = finish},
};
