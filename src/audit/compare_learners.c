#include "audit/compare_learners.h"

#include <math.h>

#include "audit/paired.h"
#include "base/memory.h"
#include "results/replacing.h"
#include "results/results_print.h"
#include "results/table_reader.h"

/* A learner at a grid point: its rows of cells.tsv, which stand together. */
typedef struct contender {
  size_t first, count, done;
  double mean; /* over finished cells; NaN without one */
} contender;

typedef struct ranking {
  tsv_table cells;
  size_t learner, seed, state, stream, measure; /* columns of cells.tsv */
  size_t parameters;                            /* columns 1..parameters */
  contender *contenders;                        /* of the grid point */
  size_t count;
  double *difference;
  paired_table ranks, pairs;
} ranking;

static bool is_done(const ranking *r, size_t row) {
  return strcmp(tsv_cell(&r->cells, row, r->state), "done") == 0;
}

static bool is_same(const ranking *r, size_t a, size_t b, size_t from, size_t to) {
  for (size_t c = from; c < to; c++) {
    if (strcmp(tsv_cell(&r->cells, a, c), tsv_cell(&r->cells, b, c)) != 0) return false;
  }
  return true;
}

static status open_cells(const char *folder, ranking *r) {
  static const char *const needed[] = {"learner", "seed", "status", "mistakes", "loss", "stream", NULL};
  size_t first = 0;
  TRY(replacing_check(folder));
  TRY(result_table_read(folder, "cells", needed, &r->cells));
  const tsv_table *cells = &r->cells;
  r->learner = tsv_column(cells, "learner");
  r->seed = tsv_column(cells, "seed");
  r->state = tsv_column(cells, "status");
  r->stream = tsv_column(cells, "stream");
  const size_t mistakes = tsv_column(cells, "mistakes"), losses = tsv_column(cells, "loss");
  result_parameters(cells, &first, &r->parameters);
  r->measure = mistakes;
  for (size_t i = 0; i < cells->rows; i++) { /* the same where labels are signs */
    if (is_done(r, i) && tsv_value(cells, i, mistakes) != tsv_value(cells, i, losses)) r->measure = losses;
  }
  if (cells->rows == 0) return FAIL(STATUS_INVALID, "%s: no cell has run", folder);
  if (strcmp(tsv_cell(cells, 0, r->learner), "-") != 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: a procedure has no learners to compare", folder);
}

/* ---- a grid point */

static int compare_contenders(const void *a, const void *b) {
  const contender *first = a, *second = b;
  if (isnan(first->mean) || isnan(second->mean)) return isnan(first->mean) - isnan(second->mean);
  if (first->mean != second->mean) return first->mean < second->mean ? -1 : 1;
  return (first->first > second->first) - (first->first < second->first);
}

/* The contenders of rows first..last-1, the best one first. */
static void find_contenders(ranking *r, size_t first, size_t last) {
  r->count = 0;
  for (size_t i = first; i < last; i++) {
    if (i == first || !is_same(r, i, i - 1, r->learner, r->learner + 1)) {
      r->contenders[r->count++] = (contender){.first = i, .mean = 0.0};
    }
    contender *of = &r->contenders[r->count - 1];
    of->count++;
    if (!is_done(r, i)) continue;
    of->done++;
    of->mean += tsv_value(&r->cells, i, r->measure);
  }
  for (size_t k = 0; k < r->count; k++) {
    contender *of = &r->contenders[k];
    of->mean = of->done > 0 ? of->mean / (double)of->done : NAN;
  }
  qsort(r->contenders, r->count, sizeof *r->contenders, compare_contenders);
}

/* r->difference[0..pairs-1] = b - a on equal sequences. means: of these pairs. */
static size_t pair(ranking *r, const contender *a, const contender *b, double means[2]) {
  size_t pairs = 0;
  means[0] = means[1] = 0.0;
  for (size_t i = a->first; i < a->first + a->count; i++) {
    for (size_t k = b->first; k < b->first + b->count; k++) {
      if (!is_same(r, i, k, r->seed, r->seed + 1) || !is_done(r, i) || !is_done(r, k)) continue;
      if (!is_same(r, i, k, r->stream, r->stream + 1)) continue;
      const double first = tsv_value(&r->cells, i, r->measure), second = tsv_value(&r->cells, k, r->measure);
      means[0] += first;
      means[1] += second;
      r->difference[pairs++] = second - first;
    }
  }
  if (pairs > 0) means[0] /= (double)pairs, means[1] /= (double)pairs;
  return pairs;
}

/* "learner", "against", "measure", "pairs", "mean", "its mean", "difference", "sd", "low", "high", "note" */
static status add_pair(ranking *r, const contender *a, const contender *b, paired_statistics *of, size_t *pairs) {
  char **cells = NULL;
  double means[2];
  *pairs = pair(r, a, b, means);
  *of = (paired_statistics){NAN, NAN, NAN, NAN, a->done > 0 && b->done > 0 ? "other sequences" : "failed"};
  if (*pairs > 0) *of = paired_statistics_of(r->difference, *pairs);
  if (*pairs == 0) means[0] = means[1] = NAN;
  TRY(paired_row(&r->pairs, a->first, &cells));
  TRY(memory_text(tsv_cell(&r->cells, b->first, r->learner), &cells[0]));
  TRY(memory_text(tsv_cell(&r->cells, a->first, r->learner), &cells[1]));
  TRY(memory_text(r->cells.names[r->measure], &cells[2]));
  const double values[] = {(double)*pairs, means[1], means[0], of->mean, of->sd, of->low, of->high};
  TRY(paired_put(values, sizeof values / sizeof values[0], &cells[3]));
  return memory_text(of->note, &cells[10]);
}

/* "learner", "rank", "seeds", "measure", "mean", "behind", "low", "high", "note" */
static status add_rank(ranking *r, size_t k, const paired_statistics *behind) {
  const contender *of = &r->contenders[k];
  char **cells = NULL;
  size_t rank = k;
  while (rank > 0 && r->contenders[rank - 1].mean == of->mean) rank--;
  TRY(paired_row(&r->ranks, of->first, &cells));
  TRY(memory_text(tsv_cell(&r->cells, of->first, r->learner), &cells[0]));
  const double counts[] = {of->done > 0 ? (double)(rank + 1) : NAN, (double)of->done};
  TRY(paired_put(counts, 2, &cells[1]));
  TRY(memory_text(r->cells.names[r->measure], &cells[3]));
  const double values[] = {of->mean, behind->mean, behind->low, behind->high};
  TRY(paired_put(values, 4, &cells[4]));
  return memory_text(behind->note, &cells[8]);
}

static status add_point(ranking *r) {
  const paired_statistics best = {0.0, 0.0, 0.0, 0.0, "-"};
  for (size_t i = 0; i < r->count; i++) {
    if (i == 0) TRY(add_rank(r, 0, &best));
    for (size_t k = i + 1; k < r->count; k++) {
      paired_statistics of;
      size_t pairs = 0;
      TRY(add_pair(r, &r->contenders[i], &r->contenders[k], &of, &pairs));
      if (i == 0) TRY(add_rank(r, k, &of));
    }
  }
  return STATUS_OK;
}

/* ---- the answer */

static void print_tsv(const char *folder, const tsv_table *table, FILE *out) {
  tsv_writer writer = {.file = out};
  tsv_comment(&writer, "winnow-lab compare-learners 1");
  tsv_comment(&writer, "folder: %s", folder);
  paired_write(table, &writer);
}

static status print_text(const ranking *r, FILE *out) {
  static const char *const heads[] = {"seeds", "measure", "pairs", NULL}, *const spares[] = {"sd", NULL};
  (void)fputs("ranking; behind: the mean of the differences to the best, paired by seed, with its 95 % interval "
              "(Student's t)\n\n",
              out);
  TRY(results_print_columns(&r->ranks.table, heads, spares, out));
  if (r->pairs.table.rows == 0) return STATUS_OK;
  (void)fputs("\npairs; difference = learner - against\n\n", out);
  return results_print_columns(&r->pairs.table, heads, spares, out);
}

static status rank_all(ranking *r) {
  static char *const ranks[] = {"learner", "rank", "seeds", "measure", "mean", "behind", "low", "high", "note", NULL};
  static char *const pairs[] = {"learner",    "against", "measure", "pairs", "mean", "its_mean",
                                "difference", "sd",      "low",     "high",  "note", NULL};
  TRY(paired_begin(&r->ranks, &r->cells, 1, r->parameters, ranks));
  TRY(paired_begin(&r->pairs, &r->cells, 1, r->parameters, pairs));
  TRY(NEW_ARRAY(r->cells.rows, r->contenders));
  TRY(NEW_ARRAY(r->cells.rows, r->difference));
  for (size_t first = 0, last = 0; first < r->cells.rows; first = last) {
    while (last < r->cells.rows && is_same(r, first, last, 1, r->learner)) last++;
    find_contenders(r, first, last);
    TRY(add_point(r));
  }
  return STATUS_OK;
}

static void free_ranking(ranking *r) {
  paired_free(&r->ranks);
  paired_free(&r->pairs);
  free(r->contenders);
  free(r->difference);
  tsv_free(&r->cells);
}

status compare_learners(const char *folder, const char *format, FILE *out) {
  CLEANUP(free_ranking) ranking r = {.count = 0};
  bool tsv = false;
  TRY(paired_format(format, &tsv));
  TRY(open_cells(folder, &r));
  TRY(rank_all(&r));
  if (!tsv) return print_text(&r, out);
  print_tsv(folder, &r.pairs.table, out);
  return STATUS_OK;
}
