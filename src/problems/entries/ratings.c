/* Ratings in a table, one a line: row i (who), column j (what), the rating, when. The label is 2 (rating - low)/(high - low) - 1, minus that
 * for the linear loss, whose label is a slope. Whoever and whatever was rated is numbered in the bytewise order of names.
 *
 * Streams: "order". */
#include <stdlib.h>

#include "base/memory.h"
#include "data/csv_file.h"
#include "problems/entries/entry_rows.h"
#include "problems/entries/entry_sequence.h"

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "table with a line of column names, separated by commas"},
    {.name = "row", .type = PARAMETER_TEXT, .value = "userId", .meaning = "column: who rates"},
    {.name = "column", .type = PARAMETER_TEXT, .value = "movieId", .meaning = "column: what is rated"},
    {.name = "rating", .type = PARAMETER_TEXT, .value = "rating", .meaning = "column: the rating, a number"},
    {.name = "time",
     .type = PARAMETER_TEXT,
     .value = "timestamp",
     .meaning = "column: a number, by which order = time sorts; ties stay in the order of the file"},
    {.name = "low",
     .type = PARAMETER_NUMBER,
     .value = "0.5",
     .meaning = "the lowest rating that there can be: label -1"},
    {.name = "high", .type = PARAMETER_NUMBER, .value = "5", .meaning = "the highest one, label 1"},
    {.name = "top_rows",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "only those who rated most in the whole file; absent: all"},
    {.name = "top_columns",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "only what was rated most in the whole file; absent: all"},
    {.name = "trace_norm",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e12,
     .open_low = true,
     .meaning = "comparator = hindsight: bound on its trace norm; needed there"},
    ENTRY_LOSS_PARAMETERS("1"),
    ENTRY_ROWS_PARAMETERS("time file shuffled", "time", "by time, the file's, or random and new in every pass"),
};

enum { ROW, COLUMN, RATING, TIME };

typedef struct timed {
  double time;
  size_t row; /* of the file */
} timed;

typedef struct ratings {
  csv_data table;
  entry_names columns;
  size_t *i, *j; /* rows of the table: numbers of who and what, or ENTRY_DROPPED */
  timed *sorted; /* rows of the table */
} ratings;

static void ratings_free(ratings *r) {
  csv_free(&r->table);
  entry_names_free(&r->columns);
  free(r->i);
  free(r->j);
  free(r->sorted);
}

static status number_column(ratings *r, size_t column, size_t most, size_t *number, entry_names *names) {
  const char **text = NULL;
  TRY(NEW_ARRAY(r->table.rows, text));
  for (size_t k = 0; k < r->table.rows; k++) text[k] = csv_cell(&r->table, k, column);
  status code = entry_names_new(r->table.rows, text, number, names);
  if (code == STATUS_OK) code = entry_names_keep(names, most, r->table.rows, number);
  free(text);
  return code;
}

static int compare_times(const void *a, const void *b) {
  const timed *x = a, *y = b;
  if (x->time != y->time) return x->time < y->time ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static status find_order(ratings *r, bool by_time) {
  TRY(NEW_ARRAY(r->table.rows, r->sorted));
  for (size_t k = 0; k < r->table.rows; k++) {
    r->sorted[k].row = k;
    if (by_time) TRY(csv_number(&r->table, k, TIME, &r->sorted[k].time));
  }
  qsort(r->sorted, r->table.rows, sizeof *r->sorted, compare_times);
  return STATUS_OK;
}

static status read_label(const ratings *r, size_t row, const options *values, double *label) {
  const double low = option_number(values, "low"), high = option_number(values, "high");
  double rating = 0.0;
  TRY(csv_number(&r->table, row, RATING, &rating));
  if (rating < low || rating > high) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %g, expected a rating from %g to %g (low, high)",
                r->table.lines.path, r->table.line[row], r->table.place[RATING], rating, low, high);
  }
  *label = 2.0 * (rating - low) / (high - low) - 1.0;
  if (option_is(values, "loss", "linear")) *label = -*label;
  return STATUS_OK;
}

static status take_ratings(ratings *r, const options *values, entry_rows *rows) {
  size_t count = 0, used = 0;
  double unused = 0.0;
  for (size_t k = 0; k < r->table.rows; k++) {
    TRY(read_label(r, k, values, &unused)); /* those left out, too */
    count += r->i[k] != ENTRY_DROPPED && r->j[k] != ENTRY_DROPPED;
  }
  if (count == 0) {
    return FAIL(STATUS_INVALID, "%s: no rating of top_rows and top_columns, expected one", r->table.lines.path);
  }
  TRY(entry_rows_new(count, rows));
  for (size_t t = 0; t < r->table.rows; t++) {
    const size_t k = r->sorted[t].row;
    if (r->i[k] == ENTRY_DROPPED || r->j[k] == ENTRY_DROPPED) continue;
    rows->row[used] = r->i[k];
    rows->column[used] = r->j[k];
    TRY(read_label(r, k, values, &rows->label[used++]));
  }
  rows->m = rows->names.count;
  rows->n = r->columns.count;
  rows->class = ENTRY_TRACE_NORM;
  rows->loss = entry_sequence_loss(values, -1.0, 1.0);
  entry_rows_note(rows, "ratings in the file", (double)r->table.rows);
  entry_rows_note(rows, "ratings", (double)count);
  entry_rows_note(rows, "rows", (double)rows->m);
  entry_rows_note(rows, "columns", (double)rows->n);
  return STATUS_OK;
}

static status read_ratings(const char *path, const options *values, ratings *r, entry_rows *rows) {
  const bool by_time = option_is(values, "order", "time");
  const char *names[] = {option_text(values, "row"), option_text(values, "column"), option_text(values, "rating"),
                         option_text(values, "time")};
  TRY(csv_read(path, ',', by_time ? 4 : 3, names, &r->table));
  TRY(NEW_ARRAY(r->table.rows, r->i));
  TRY(NEW_ARRAY(r->table.rows, r->j));
  TRY(number_column(r, ROW, option_count(values, "top_rows"), r->i, &rows->names));
  TRY(number_column(r, COLUMN, option_count(values, "top_columns"), r->j, &r->columns));
  TRY(find_order(r, by_time));
  return take_ratings(r, values, rows);
}

static status check(const options *values) {
  const double low = option_number(values, "low"), high = option_number(values, "high");
  const bool hindsight = option_is(values, "comparator", "hindsight");
  if (!(low < high)) {
    return FAIL(STATUS_INVALID, "%s: low = %g must be below high = %g", option_who(values), low, high);
  }
  if (hindsight == option_given(values, "trace_norm")) return STATUS_OK;
  return hindsight
             ? FAIL(STATUS_INVALID, "%s: trace_norm is missing: comparator = hindsight needs it", option_who(values))
             : FAIL(STATUS_INVALID, "%s: trace_norm has no effect without comparator = hindsight", option_who(values));
}

static status load(entry_rows *rows, const problem_setting *setting, const options *values) {
  ratings r = {0};
  char *path = NULL;
  TRY(check(values));
  status code = problem_data_path(setting, option_text(values, "file"), &path);
  if (code != STATUS_OK) return status_context(code, "%s: file", option_who(values));
  rows->trace_norm = option_given(values, "trace_norm") ? option_number(values, "trace_norm") : 0.0;
  code = read_ratings(path, values, &r, rows);
  ratings_free(&r);
  free(path);
  return code;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  return entry_rows_facts(load, setting, values, out);
}

static status create(const problem_setting *setting, const options *values, void **self) {
  return entry_rows_create(load, setting, values, self);
}

const problem_class problem_ratings = {
    .about =
        {.name = "ratings",
         .title = "Ratings",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.2; Harper & Konstan 2015 (the form of the table)",
         .help = "ratings from a table in the order of time, scaled to [-1,1]: who likes what?",
         .formula =
             "$y=\\frac{2(\\mathrm{rating}-l)}{h-l}-1$ for the entry (who, what) and ratings from $l$ to $h$; loss "
             "linear: minus that",
         .family = "entries",
         .result_version = 1,
         PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    ENTRY_ROWS_FUNCTIONS,
};
