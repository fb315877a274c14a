#include "audit/compare.h"
#include "base/memory_stream.h"
#include "base/sorting.h"
#include "results/results_print.h"
#include "results/table_reader.h"

/* ---- one of the two folders: its tables, and rows found by what they are about */

typedef struct indexed_row {
  char *key; /* first, for order_texts */
  size_t row;
} indexed_row;

typedef struct side_tables {
  const char *folder;
  tsv_table cells, verdicts, quantities;     /* quantities: observations.tsv of a procedure, empty otherwise */
  size_t cell, learner, seed, state, stream; /* columns of cells.tsv */
  size_t first_parameter, parameter_count;   /* columns between `cell` and `learner` */
  indexed_row *by_seed;                      /* rows of cells.tsv by side_key, sorted */
  indexed_row *by_bound;    /* rows of verdicts.tsv by cell (joint over seeds: side_key) and bound, sorted */
  indexed_row *by_quantity; /* rows of quantities by cell and quantity, sorted */
} side_tables;

static const size_t NO_ROW = (size_t)-1;

/* Parameters, learner and, if there is one, seed of a row of a table with these columns, separated by tabs; the caller frees it. */
static status side_key(const tsv_table *table, size_t row, const char *seed, char **key) {
  size_t length = 0, first = 0, count = 0;
  FILE *file = memory_stream(key, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the name of a cell");
  result_parameters(table, &first, &count);
  for (size_t i = 0; i < count; i++) (void)fprintf(file, "%s\t", tsv_cell(table, row, first + i));
  (void)fputs(tsv_cell(table, row, tsv_column(table, "learner")), file);
  if (seed != NULL) (void)fprintf(file, "\t%s", seed);
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the name of a cell");
}

static status index_cells(side_tables *side) {
  TRY(NEW_ARRAY(side->cells.rows, side->by_seed));
  for (size_t i = 0; i < side->cells.rows; i++) {
    side->by_seed[i].row = i;
    TRY(side_key(&side->cells, i, tsv_cell(&side->cells, i, side->seed), &side->by_seed[i].key));
  }
  qsort(side->by_seed, side->cells.rows, sizeof *side->by_seed, order_texts);
  return STATUS_OK;
}

/* A cell of "-" is that of a row over all seeds. */
static status index_by_cell(const tsv_table *table, const char *column, indexed_row **rows) {
  const size_t cell = tsv_column(table, "cell"), about = tsv_column(table, column);
  TRY(memory_array(table->rows, sizeof **rows, rows));
  for (size_t i = 0; i < table->rows; i++) {
    indexed_row *row = &(*rows)[i];
    row->row = i;
    if (strcmp(tsv_cell(table, i, cell), "-") == 0) {
      TRY(side_key(table, i, tsv_cell(table, i, about), &row->key));
    } else {
      TRY(memory_format(&row->key, "%s\t%s", tsv_cell(table, i, cell), tsv_cell(table, i, about)));
    }
  }
  qsort(*rows, table->rows, sizeof **rows, order_texts);
  return STATUS_OK;
}

/* A procedure has quantities of its own in place of mistakes, loss and regret; its learner is "-". */
static status open_quantities(side_tables *side) {
  static const char *const needed[] = {"cell", "quantity", "value", NULL};
  if (side->cells.rows == 0 || strcmp(tsv_cell(&side->cells, 0, side->learner), "-") != 0) return STATUS_OK;
  TRY(result_table_read(side->folder, "observations", needed, &side->quantities));
  return index_by_cell(&side->quantities, "quantity", &side->by_quantity);
}

static status open_side(const char *folder, side_tables *side) {
  static const char *const of_cells[] = {"cell",     "learner", "seed",   "status", "stream",
                                         "mistakes", "loss",    "regret", NULL};
  static const char *const of_verdicts[] = {"cell", "learner", "bound", "used", "verdict", NULL};
  *side = (side_tables){.folder = folder};
  TRY(replacing_check(folder));
  TRY(result_table_read(folder, "cells", of_cells, &side->cells));
  TRY(result_table_read(folder, "verdicts", of_verdicts, &side->verdicts));
  side->cell = tsv_column(&side->cells, "cell");
  side->learner = tsv_column(&side->cells, "learner");
  side->seed = tsv_column(&side->cells, "seed");
  side->state = tsv_column(&side->cells, "status");
  side->stream = tsv_column(&side->cells, "stream");
  result_parameters(&side->cells, &side->first_parameter, &side->parameter_count);
  TRY(index_cells(side));
  TRY(index_by_cell(&side->verdicts, "bound", &side->by_bound));
  return open_quantities(side);
}

static void free_index(indexed_row *rows, size_t count) {
  for (size_t i = 0; rows != NULL && i < count; i++) free(rows[i].key);
  free(rows);
}

static void close_side(side_tables *side) {
  free_index(side->by_seed, side->cells.rows);
  free_index(side->by_bound, side->verdicts.rows);
  free_index(side->by_quantity, side->quantities.rows);
  tsv_free(&side->cells);
  tsv_free(&side->verdicts);
  tsv_free(&side->quantities);
}

/* NO_ROW if there is none. */
static size_t find(const indexed_row *rows, size_t count, const char *key) {
  const indexed_row *found = bsearch(&key, rows, count, sizeof *rows, order_texts);
  return found == NULL ? NO_ROW : found->row;
}

/* In what index_by_cell made; joint over seeds: the key without seed in place of the cell. */
static status find_by_cell(const indexed_row *rows, size_t count, const char *cell, const char *about, size_t *row) {
  FREED char *key = NULL;
  TRY(memory_format(&key, "%s\t%s", cell, about));
  *row = find(rows, count, key);
  return STATUS_OK;
}

/* What a procedure returned in the cell of a row of cells.tsv; NaN if there is no such quantity. */
static status find_quantity(const side_tables *side, size_t row, const char *quantity, double *value) {
  const tsv_table *table = &side->quantities;
  size_t found = NO_ROW;
  TRY(find_by_cell(side->by_quantity, table->rows, tsv_cell(&side->cells, row, side->cell), quantity, &found));
  *value = found == NO_ROW ? NAN : tsv_value(table, found, tsv_column(table, "value"));
  return STATUS_OK;
}

enum { A, B, SIDES, VERDICT_TEXT = 256 };

/* The rows of one grid point and learner that have a partner, and the differences of one measure. */
typedef struct comparison {
  FILE *out;
  side_tables sides[SIDES];
  size_t pairs, (*rows)[SIDES], (*group)[SIDES]; /* all pairs, in the order of a; those of the group */
  double *difference;
  paired_table table; /* what is printed */
  arena memory;       /* of the arrays */
} comparison;

/* ---- pairs */

static status refuse_streams(const comparison *c, const char *key, size_t a, size_t b) {
  char place[256];
  (void)snprintf(place, sizeof place, "%s", key);
  for (char *tab = strchr(place, '\t'); tab != NULL; tab = strchr(tab, '\t')) *tab = ' ';
  return FAIL(STATUS_INVALID, "unequal streams, expected the same sequences: %s: %s in %s, %s in %s", place,
              tsv_cell(&c->sides[A].cells, a, c->sides[A].stream), c->sides[A].folder,
              tsv_cell(&c->sides[B].cells, b, c->sides[B].stream), c->sides[B].folder);
}

static bool is_done(const side_tables *side, size_t row) {
  return row != NO_ROW && strcmp(tsv_cell(&side->cells, row, side->state), "done") == 0;
}

/* The row of the other side that has the same parameters, learner and seed. */
static status partner_of(const comparison *c, int side, size_t row, char **key, size_t *partner) {
  const side_tables *own = &c->sides[side];
  TRY(side_key(&own->cells, row, tsv_cell(&own->cells, row, own->seed), key));
  *partner = find(c->sides[1 - side].by_seed, c->sides[1 - side].cells.rows, *key);
  return STATUS_OK;
}

static status find_pairs(comparison *c) {
  const side_tables *a = &c->sides[A], *b = &c->sides[B];
  TRY(arena_array(&c->memory, a->cells.rows, sizeof *c->rows, &c->rows));
  TRY(arena_array(&c->memory, a->cells.rows, sizeof *c->group, &c->group));
  TRY(ARENA_ARRAY(&c->memory, a->cells.rows, c->difference));
  for (size_t i = 0; i < a->cells.rows; i++) {
    FREED char *key = NULL;
    size_t j = NO_ROW;
    TRY(partner_of(c, A, i, &key, &j));
    if (!is_done(a, i) || !is_done(b, j)) continue;
    if (strcmp(tsv_cell(&a->cells, i, a->stream), tsv_cell(&b->cells, j, b->stream)) != 0) {
      return refuse_streams(c, key, i, j);
    }
    c->rows[c->pairs][A] = i;
    c->rows[c->pairs++][B] = j;
  }
  if (c->pairs > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s and %s: no finished cell of one has the parameters, learner and seed of one of the other", a->folder,
              b->folder);
}

static status check_parameters(const comparison *c) {
  const side_tables *a = &c->sides[A], *b = &c->sides[B];
  bool same = a->parameter_count == b->parameter_count;
  for (size_t i = 0; same && i < a->parameter_count; i++) {
    same = strcmp(a->cells.names[a->first_parameter + i], b->cells.names[b->first_parameter + i]) == 0;
  }
  if (same) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s and %s have different parameters", a->folder, b->folder);
}

/* ---- rows of the answer */

enum { MEASURE, BOUND, PAIRS, NOTE = 9, VERDICT_A }; /* places in result_names */
static char *const result_names[] = {"measure", "bound", "pairs", "a",         "b",         "difference", "sd",
                                     "low",     "high",  "note",  "verdict_a", "verdict_b", NULL};

/* From c->difference[0..pairs-1]. */
static status put_statistics(const comparison *c, size_t pairs, const double sums[SIDES], char **cells) {
  const double count = (double)pairs;
  const paired_statistics of = paired_statistics_of(c->difference, pairs);
  const double values[] = {count, sums[A] / count, sums[B] / count, of.mean, of.sd, of.low, of.high};
  TRY(paired_put(values, sizeof values / sizeof values[0], &cells[PAIRS]));
  return memory_text(of.note, &cells[NOTE]);
}

static status measured(const side_tables *side, size_t row, const char *name, double *value) {
  if (side->quantities.names != NULL) return find_quantity(side, row, name, value);
  *value = tsv_value(&side->cells, row, tsv_column(&side->cells, name));
  return STATUS_OK;
}

/* A measure of cells.tsv, or a quantity of a procedure, over the group; no row where a value is missing. */
static status add_measure(comparison *c, size_t pairs, const char *name) {
  double sums[SIDES] = {0.0, 0.0};
  for (size_t i = 0; i < pairs; i++) {
    double value[SIDES];
    for (int s = 0; s < SIDES; s++) {
      TRY(measured(&c->sides[s], c->group[i][s], name, &value[s]));
      sums[s] += value[s];
    }
    c->difference[i] = value[B] - value[A];
    if (!isfinite(c->difference[i])) return STATUS_OK;
  }
  char **cells = NULL;
  TRY(paired_row(&c->table, c->group[0][A], &cells));
  TRY(memory_text(name, &cells[MEASURE]));
  TRY(memory_text("-", &cells[BOUND]));
  TRY(put_statistics(c, pairs, sums, cells));
  TRY(memory_text("-", &cells[VERDICT_A]));
  return memory_text("-", &cells[VERDICT_A + 1]);
}

/* "holds", or "holds 3 vacuous 1", worst first. */
static void verdict_text(const size_t counts[VERDICT_NONE + 1], size_t pairs, char text[VERDICT_TEXT]) {
  size_t used = 0;
  text[0] = 0;
  for (int v = 0; v <= (int)VERDICT_NONE; v++) {
    if (counts[v] == 0) continue;
    const char *name = verdict_name((verdict)v), *blank = used > 0 ? " " : "";
    const size_t room = VERDICT_TEXT - used;
    const int wrote = counts[v] == pairs ? snprintf(text + used, room, "%s%s", blank, name)
                                         : snprintf(text + used, room, "%s%s %zu", blank, name, counts[v]);
    used += (size_t)wrote < room ? (size_t)wrote : 0;
  }
}

/* Rows of verdicts.tsv of both cells of a pair; row[A] = NO_ROW if one has none. joint: over the seeds. */
static status bound_rows(const comparison *c, size_t pair, const char *name, bool joint, size_t row[SIDES]) {
  for (int s = 0; s < SIDES; s++) {
    const side_tables *side = &c->sides[s];
    FREED char *key = NULL;
    TRY(joint ? side_key(&side->cells, c->group[pair][s], NULL, &key)
              : memory_text(tsv_cell(&side->cells, c->group[pair][s], side->cell), &key));
    TRY(find_by_cell(side->by_bound, side->verdicts.rows, key, name, &row[s]));
  }
  if (row[B] == NO_ROW) row[A] = NO_ROW;
  return STATUS_OK;
}

static status add_bound(comparison *c, size_t pairs, const char *name, bool joint) {
  size_t counts[SIDES][VERDICT_NONE + 1] = {{0}}, found = 0, judged = 0;
  double sums[SIDES] = {0.0, 0.0};
  for (size_t i = 0; i < (joint ? 1 : pairs); i++) {
    size_t row[SIDES];
    double used[SIDES];
    TRY(bound_rows(c, i, name, joint, row));
    if (row[A] == NO_ROW) continue;
    for (int s = 0; s < SIDES; s++) {
      const tsv_table *table = &c->sides[s].verdicts;
      used[s] = tsv_value(table, row[s], tsv_column(table, "used"));
      counts[s][verdict_by_name(tsv_cell(table, row[s], tsv_column(table, "verdict")))]++;
    }
    found++;
    if (!isfinite(used[A]) || !isfinite(used[B])) continue;
    for (int s = 0; s < SIDES; s++) sums[s] += used[s];
    c->difference[judged++] = used[B] - used[A];
  }
  if (found == 0) return STATUS_OK;
  char **cells = NULL, text[VERDICT_TEXT];
  TRY(paired_row(&c->table, c->group[0][A], &cells));
  TRY(memory_text(joint ? "used, all seeds" : "used", &cells[MEASURE]));
  TRY(memory_text(name, &cells[BOUND]));
  if (judged > 0) {
    TRY(put_statistics(c, judged, sums, cells));
  } else {
    static const double none[] = {0.0, NAN, NAN, NAN, NAN, NAN, NAN};
    TRY(paired_put(none, sizeof none / sizeof none[0], &cells[PAIRS]));
    TRY(memory_text("not judged", &cells[NOTE]));
  }
  for (int s = 0; s < SIDES; s++) {
    verdict_text(counts[s], found, text);
    TRY(memory_text(text, &cells[VERDICT_A + s]));
  }
  return STATUS_OK;
}

typedef struct name_list {
  const char **name;
  size_t count;
} name_list;

/* What is in a column, each text once, in the order in which they come first. */
static status names_of(const tsv_table *table, const char *column_name, name_list *names) {
  const size_t column = tsv_column(table, column_name);
  TRY(memory_array(table->rows, sizeof *names->name, &names->name));
  for (size_t i = 0; i < table->rows; i++) {
    const char *name = tsv_cell(table, i, column);
    size_t k = 0;
    while (k < names->count && strcmp(names->name[k], name) != 0) k++;
    if (k == names->count) names->name[names->count++] = name;
  }
  return STATUS_OK;
}

static bool same_group(const comparison *c, size_t first, size_t second) {
  const side_tables *a = &c->sides[A];
  for (size_t i = 0; i <= a->parameter_count; i++) {
    const size_t column = a->first_parameter + i;
    if (strcmp(tsv_cell(&a->cells, c->rows[first][A], column), tsv_cell(&a->cells, c->rows[second][A], column)) != 0) {
      return false;
    }
  }
  return true;
}

static status add_group(comparison *c, size_t pairs, const name_list *measures, const name_list *bounds) {
  for (size_t i = 0; i < measures->count; i++) TRY(add_measure(c, pairs, measures->name[i]));
  for (size_t i = 0; i < bounds->count; i++) {
    TRY(add_bound(c, pairs, bounds->name[i], false));
    TRY(add_bound(c, pairs, bounds->name[i], true));
  }
  return STATUS_OK;
}

static void free_names(name_list *names) {
  free(names->name);
}

static status fill_table(comparison *c) {
  static const char *measure_names[] = {"mistakes", "loss", "regret"};
  const side_tables *a = &c->sides[A];
  CLEANUP(free_names) name_list bounds = {NULL, 0}, quantities = {NULL, 0};
  const name_list plain = {measure_names, 3};
  TRY(names_of(&a->verdicts, "bound", &bounds));
  if (a->quantities.names != NULL) TRY(names_of(&a->quantities, "quantity", &quantities));
  TRY(paired_begin(&c->table, &a->cells, a->first_parameter, a->parameter_count + 1, result_names));
  for (size_t first = 0, last = 0; first < c->pairs; first = last) {
    while (last < c->pairs && same_group(c, first, last)) last++;
    memcpy(c->group, &c->rows[first], (last - first) * sizeof *c->group);
    TRY(add_group(c, last - first, a->quantities.names != NULL ? &quantities : &plain, &bounds));
  }
  return STATUS_OK;
}

/* ---- printing */

/* How many cells of a side have no finished partner, and the first of them. */
static status print_alone(const comparison *c, int s, const char *before) {
  const side_tables *side = &c->sides[s];
  size_t count = 0, first = 0;
  for (size_t i = 0; i < side->cells.rows; i++) {
    FREED char *key = NULL;
    size_t partner = NO_ROW;
    if (!is_done(side, i)) continue;
    TRY(partner_of(c, s, i, &key, &partner));
    if (is_done(&c->sides[1 - s], partner)) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return STATUS_OK;
  (void)fprintf(c->out, "%sfinished in %s only: %zu cell%s, from ", before, side->folder, count, count == 1 ? "" : "s");
  for (size_t i = 0; i < side->parameter_count; i++) {
    const size_t column = side->first_parameter + i;
    (void)fprintf(c->out, "%s = %s, ", side->cells.names[column], tsv_cell(&side->cells, first, column));
  }
  (void)fprintf(c->out, "%s, seed %s on\n", tsv_cell(&side->cells, first, side->learner),
                tsv_cell(&side->cells, first, side->seed));
  return STATUS_OK;
}

static status print_tsv(const comparison *c) {
  tsv_writer writer = {.file = c->out};
  tsv_comment(&writer, "winnow-lab compare 1");
  tsv_comment(&writer, "a: %s", c->sides[A].folder);
  tsv_comment(&writer, "b: %s", c->sides[B].folder);
  TRY(print_alone(c, A, "# "));
  TRY(print_alone(c, B, "# "));
  paired_write(&c->table.table, &writer);
  return STATUS_OK;
}

static status print(const comparison *c, paired_form form) {
  static const char *const heads[] = {"measure", "pairs", NULL}, *const spares[] = {"sd", "note", NULL};
  if (form == PAIRED_LATEX) {
    return paired_latex(&c->table.table, "difference = b - a, with its 95 % interval (Student's t), paired by seed",
                        heads, spares, c->out);
  }
  (void)fprintf(c->out,
                "a: %s\nb: %s\ndifference = b - a; low, high: its 95 %% interval, Student's t, paired by seed\n\n",
                c->sides[A].folder, c->sides[B].folder);
  TRY(results_print_columns(&c->table.table, heads, spares, c->out));
  TRY(print_alone(c, A, ""));
  return print_alone(c, B, "");
}

static void free_comparison(comparison *c) {
  paired_free(&c->table);
  close_side(&c->sides[A]);
  close_side(&c->sides[B]);
  arena_free(&c->memory);
}

status compare_folders(const char *a, const char *b, paired_form form, FILE *out) {
  CLEANUP(free_comparison) comparison c = {.out = out};
  TRY(open_side(a, &c.sides[A]));
  TRY(open_side(b, &c.sides[B]));
  TRY(check_parameters(&c));
  TRY(find_pairs(&c));
  TRY(fill_table(&c));
  return form == PAIRED_TSV ? print_tsv(&c) : print(&c, form);
}
