/* The error of the hypothesis that the compression scheme of an online learner finds (compression.h, Floyd & Warmuth 1995; Warmuth
 * 2007, generalization bounds): with probability at least 1 - delta over the sample of m examples
 *
 *   err(h) <= eps,  sum over i = 0..M of C(m,i) (1-eps)^(m-i) = delta
 *   "closed": err(h) <= (M ln(e m/M) + ln(1/delta)) / (m-M)
 *   "observed": err(h) <= eps_k, C(m,k) (1-eps_k)^(m-k) = delta/(M+1) for the k kept examples; without M, for M = m
 *   "consistent": h errs nowhere on its sample
 *   "kept": k <= M
 *
 * M is the mistake bound without noise: the rows that need it are there if one is named, and it speaks of the learner. Of N rows
 * in random order the values are N/(N-m) times as large (batch_bound.h).
 * Measured is the error on the test sample. Tolerance: by how much the frequency of errors in so many trials exceeds their
 * probability with probability 1e-6 (Chernoff), which is added to delta. */

#include "bounds/batch/batch_bound.h"
#include "bounds/batch/compression.h"

static const char two_labels[] = "the sample gives no instance two labels";

static const parameter parameters[] = {BATCH_PARAMETERS("probability of a sample for which the bound fails")};

/* A row on the test error. */
static void error_row(const batch_bound *self, bound_row_list *rows, const char *name, const cell_totals *totals,
                      const bound_row *against, double eps) {
  bound_row *row = bound_row_add(rows, name);
  bound_row_copy_premise(against, row);
  row->measured = totals->batch.test_error;
  row->value = fmin(1.0, eps * batch_inflation(self->facts, totals->trials));
  row->tolerance = frequency_deviation(totals->batch.test, row->value, BATCH_SAMPLING);
  row->trivial = 1.0;
  row->confidence = 1.0 - self->delta - BATCH_SAMPLING;
  if (batch_premise(self->facts, row) || row->premise != NULL || totals->batch.sample_errors == 0) return;
  row->premise = two_labels;
  row->premise_value = (double)totals->batch.contradictions;
}

/* A row of level cell, on a number of examples. */
static bound_row *count_row(bound_row_list *rows, const char *name, const char *measure, size_t measured,
                            double value) {
  bound_row *row = bound_row_add(rows, name);
  row->level = LEVEL_CELL;
  row->measure = measure;
  row->measured = (double)measured;
  row->value = value;
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const batch_bound *self = data;
  const size_t m = totals->trials, kept = totals->batch.kept;
  const bound_row nothing = {.premise_value = NAN};
  bound_row against;
  TRY(batch_bound_finish(self, totals, &against));
  if (self->known) {
    error_row(self, rows, NULL, totals, &against, compression_error_root(m, self->most, self->delta));
    error_row(self, rows, "closed", totals, &against, compression_error_closed(m, self->most, self->delta));
  }
  const double eps = compression_error_kept(m, kept, self->known && self->most < m ? self->most : m, self->delta);
  error_row(self, rows, "observed", totals, self->known ? &against : &nothing, eps);
  bound_row *consistent = count_row(rows, "consistent", "sample_errors", totals->batch.sample_errors, 0.0);
  if (totals->batch.contradictions > 0) {
    consistent->premise = two_labels;
    consistent->premise_value = (double)totals->batch.contradictions;
  }
  if (self->bound.class == NULL) return STATUS_OK;
  bound_row *limit = count_row(rows, "kept", "kept", kept, isnan(self->start) ? NAN : (double)self->most);
  bound_row_copy_premise(&against, limit);
  limit->trivial = (double)m;
  return STATUS_OK;
}

static const line_name line_names[] = {{.row = "closed", .name = "Floyd & Warmuth (closed)"},
                                       {.row = "observed", .name = "Floyd & Warmuth (observed)"},
                                       {.name = NULL}};

const bound_class bound_compression_error = {
    .about =
        {.name = "compression_error",
         .short_name = "Floyd & Warmuth",
         .line_names = line_names,
         .title = "eps(m, M, delta)",
         .citation = "Warmuth 2007; Floyd & Warmuth 1995",
         .help =
             "test error of the hypothesis made of the few examples that a mistake-bounded learner keeps (needs test)",
         .formula = "$\\mathrm{err}(h)\\le\\epsilon$ with probability at least $1-\\delta$, $\\sum_{i=0}^M\\binom "
                    "mi(1-\\epsilon)^{m-i}=\\delta$ for $m$ examples and a bound $M$ on mistakes; closed form: "
                    "$\\epsilon\\le\\frac{M\\ln(em/M)+\\ln(1/\\delta)}{m-M}$; observed, $k$ examples kept: $\\binom "
                    "mk(1-\\epsilon)^{m-k}=\\frac\\delta{M+1}$",
         .result_version = 1,
         PARAMETERS(parameters)},
    .premises = "the trials are exchangeable; the sample gives no instance two labels; those of the mistake bound, "
                "without noise",
    .status = BOUND_PROVED,
    .level = LEVEL_PROBABILITY,
    .measure = "test_error",
    .applies = batch_applies,
    .methods = &(const bound_methods){.size = sizeof(batch_bound),
                                      .init = batch_bound_init,
                                      .before = batch_bound_before,
                                      .watch = batch_bound_watch,
                                      .finish = finish},
};
