#include "audit/compare_learners.h"
#include "results/results_print.h"
#include "results/table_reader.h"

/* A learner at a grid point: its rows of cells.tsv, which stand together. */
typedef struct contender {
  size_t first, count, done;
  double mean;              /* over finished cells; NaN without one */
  paired_statistics behind; /* the best one */
  size_t rank;
} contender;

/* Two of them: their row of `pairs`, and which is better. */
typedef struct judged_pair {
  size_t row, worse, better; /* rows of cells.tsv */
  double p;                  /* of paired_statistics */
} judged_pair;

/* A learner over all grid points. */
typedef struct standing {
  size_t row; /* the first of cells.tsv that is its own */
  size_t points, ranks, firsts, better, worse;
} standing;

typedef struct ranking {
  tsv_table cells;
  size_t learner, seed, state, stream, measure; /* columns of cells.tsv */
  size_t parameters;                            /* columns 1..parameters */
  contender *contenders;                        /* of the grid point */
  size_t count;
  double *difference;
  judged_pair *judged; /* those with a p */
  size_t judged_count, judged_room;
  standing *standings;
  size_t standing_count, point_count;
  paired_table ranks, pairs, overall;
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
      r->contenders[r->count++] = (contender){.first = i, .rank = 1};
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

/* "learner", "against", "measure", "pairs", "mean", "its mean", "difference", "sd", "low", "high", "p", "note"; p comes in correct_pairs. */
static status add_pair(ranking *r, const contender *a, const contender *b, paired_statistics *of) {
  char **cells = NULL;
  double means[2];
  const size_t pairs = pair(r, a, b, means);
  *of = (paired_statistics){NAN, NAN, NAN, NAN, NAN, a->done > 0 && b->done > 0 ? "other sequences" : "failed"};
  if (pairs > 0) *of = paired_statistics_of(r->difference, pairs);
  if (pairs == 0) means[0] = means[1] = NAN;
  if (!isnan(of->p)) {
    const bool swap = of->mean < 0.0; /* on the sequences of both; each mean is over its own */
    TRY(memory_room(&r->judged, &r->judged_room, r->judged_count + 1, sizeof *r->judged));
    r->judged[r->judged_count++] =
        (judged_pair){r->pairs.table.rows, swap ? a->first : b->first, swap ? b->first : a->first, of->p};
  }
  TRY(paired_row(&r->pairs, a->first, &cells));
  TRY(memory_text(tsv_cell(&r->cells, b->first, r->learner), &cells[0]));
  TRY(memory_text(tsv_cell(&r->cells, a->first, r->learner), &cells[1]));
  TRY(memory_text(r->cells.names[r->measure], &cells[2]));
  const double values[] = {(double)pairs, means[1], means[0], of->mean, of->sd, of->low, of->high};
  TRY(paired_put(values, sizeof values / sizeof values[0], &cells[3]));
  return memory_text(of->note, &cells[11]);
}

/* "learner", "rank", "seeds", "measure", "mean", "behind", "low", "high", "note" */
static status add_rank(ranking *r, const contender *of) {
  char **cells = NULL;
  TRY(paired_row(&r->ranks, of->first, &cells));
  TRY(memory_text(tsv_cell(&r->cells, of->first, r->learner), &cells[0]));
  const double counts[] = {of->done > 0 ? (double)of->rank : NAN, (double)of->done};
  TRY(paired_put(counts, 2, &cells[1]));
  TRY(memory_text(r->cells.names[r->measure], &cells[3]));
  const double values[] = {of->mean, of->behind.mean, of->behind.low, of->behind.high};
  TRY(paired_put(values, 4, &cells[4]));
  return memory_text(of->behind.note, &cells[8]);
}

/* That of the learner of a row of cells.tsv. */
static standing *standing_of(ranking *r, size_t row) {
  size_t k = 0;
  while (k < r->standing_count && !is_same(r, row, r->standings[k].row, r->learner, r->learner + 1)) k++;
  if (k == r->standing_count) r->standings[r->standing_count++] = (standing){.row = row};
  return &r->standings[k];
}

/* The rank of a learner is one more than the number of those that are better: whose mean is lower, and the interval of whose differences, if there is
 * one, does not hold 0. */
static status add_point(ranking *r) {
  for (size_t i = 0; i < r->count; i++) {
    contender *of = &r->contenders[i];
    if (i == 0) of->behind = (paired_statistics){0.0, 0.0, 0.0, 0.0, NAN, "-"};
    for (size_t k = i + 1; k < r->count; k++) {
      contender *other = &r->contenders[k];
      paired_statistics difference;
      TRY(add_pair(r, of, other, &difference));
      if (i == 0) other->behind = difference;
      other->rank += of->mean < other->mean && !(difference.low <= 0.0);
    }
    TRY(add_rank(r, of));
    if (of->done == 0) continue;
    standing *all = standing_of(r, of->first);
    all->points++;
    all->ranks += of->rank;
    all->firsts += of->rank == 1;
  }
  r->point_count++;
  return STATUS_OK;
}

/* ---- all grid points */

static int compare_p(const void *a, const void *b) {
  const judged_pair *first = a, *second = b;
  return (first->p > second->p) - (first->p < second->p);
}

/* Holm's correction: of m pairs the i-th smallest p, from 0, is multiplied by m - i, and none is below those before it. */
static status correct_pairs(ranking *r) {
  const paired_table *pairs = &r->pairs;
  const size_t place = pairs->count + 10;
  double p = 0.0;
  qsort(r->judged, r->judged_count, sizeof *r->judged, compare_p);
  for (size_t i = 0; i < r->judged_count; i++) {
    const judged_pair *of = &r->judged[i];
    p = fmin(1.0, fmax(p, of->p * (double)(r->judged_count - i)));
    TRY(paired_put(&p, 1, &pairs->table.cells[of->row * pairs->table.columns + place]));
    if (p >= 0.05) continue;
    standing_of(r, of->better)->better++;
    standing_of(r, of->worse)->worse++;
  }
  for (size_t row = 0; row < pairs->table.rows; row++) {
    char **cell = &pairs->table.cells[row * pairs->table.columns + place];
    if (*cell == NULL) TRY(memory_text("nan", cell));
  }
  return STATUS_OK;
}

/* "learner", "points", "mean_rank", "first", "better", "worse" */
static status add_standings(ranking *r) {
  for (size_t k = 0; k < r->standing_count; k++) {
    const standing *of = &r->standings[k];
    const double points = (double)of->points;
    const double values[] = {points, (double)of->ranks / points, (double)of->firsts, (double)of->better,
                             (double)of->worse};
    char **cells = NULL;
    TRY(paired_row(&r->overall, of->row, &cells));
    TRY(memory_text(tsv_cell(&r->cells, of->row, r->learner), &cells[0]));
    TRY(paired_put(values, sizeof values / sizeof values[0], &cells[1]));
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

static status print(const ranking *r, paired_form form, FILE *out) {
  static const char *const heads[] = {"seeds", "measure", "pairs", NULL}, *const spares[] = {"sd", "note", NULL};
  const struct {
    const tsv_table *table;
    const char *title;
  } parts[] = {{&r->ranks.table,
                "ranking, equal where the interval of the differences holds 0; behind: their mean to the "
                "best, 95 % (Student's t)"},
               {&r->overall.table, "all grid points; first: at how many; better, worse: pairs with p below 0.05"},
               {&r->pairs.table, "pairs; difference = learner - against, paired by seed; p by Student's t and Holm's "
                                 "correction for all pairs"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].table->rows == 0 || (i == 1 && r->point_count == 1)) continue;
    if (form == PAIRED_LATEX) {
      TRY(paired_latex(parts[i].table, parts[i].title, heads, spares, out));
    } else {
      (void)fprintf(out, "%s%s\n\n", i > 0 ? "\n" : "", parts[i].title);
      TRY(results_print_columns(parts[i].table, heads, spares, out));
    }
  }
  return STATUS_OK;
}

static status rank_all(ranking *r) {
  static char *const ranks[] = {"learner", "rank", "seeds", "measure", "mean", "behind", "low", "high", "note", NULL};
  static char *const pairs[] = {"learner", "against", "measure", "pairs", "mean", "its_mean", "difference",
                                "sd",      "low",     "high",    "p",     "note", NULL};
  static char *const overall[] = {"learner", "points", "mean_rank", "first", "better", "worse", NULL};
  TRY(paired_begin(&r->ranks, &r->cells, 1, r->parameters, ranks));
  TRY(paired_begin(&r->pairs, &r->cells, 1, r->parameters, pairs));
  TRY(paired_begin(&r->overall, &r->cells, 1, 0, overall));
  TRY(NEW_ARRAY(r->cells.rows, r->contenders));
  TRY(NEW_ARRAY(r->cells.rows, r->standings));
  TRY(NEW_ARRAY(r->cells.rows, r->difference));
  for (size_t first = 0, last = 0; first < r->cells.rows; first = last) {
    while (last < r->cells.rows && is_same(r, first, last, 1, r->learner)) last++;
    find_contenders(r, first, last);
    TRY(add_point(r));
  }
  TRY(correct_pairs(r));
  return add_standings(r);
}

static void free_ranking(ranking *r) {
  paired_free(&r->ranks);
  paired_free(&r->pairs);
  paired_free(&r->overall);
  free(r->contenders);
  free(r->judged);
  free(r->standings);
  free(r->difference);
  tsv_free(&r->cells);
}

status compare_learners(const char *folder, paired_form form, FILE *out) {
  CLEANUP(free_ranking) ranking r = {.count = 0};
  TRY(open_cells(folder, &r));
  TRY(rank_all(&r));
  if (form != PAIRED_TSV) return print(&r, form, out);
  print_tsv(folder, &r.pairs.table, out);
  return STATUS_OK;
}
