#include "data/ratings_file.h"
#include "base/text.h"
#include "data/columns/moments.h"

enum { ROW, COLUMN, RATING, TIME };

typedef struct ratings_reader {
  text_table table;
  size_t *row, *column; /* rows of the table: numbers of who and what, or ENTRY_DROPPED */
  moment *sorted;       /* rows of the table */
} ratings_reader;

void ratings_free(ratings_data *data) {
  entry_names_free(&data->who);
  entry_names_free(&data->what);
  free(data->rating);
  *data = (ratings_data){0};
}

static status number_column(const ratings_reader *r, size_t column, size_t most, size_t *number, entry_names *names) {
  FREED const char **text = NULL;
  TRY(NEW_ARRAY(r->table.rows, text));
  for (size_t k = 0; k < r->table.rows; k++) text[k] = text_table_cell(&r->table, k, column);
  TRY(entry_names_new(r->table.rows, text, number, names));
  return entry_names_keep(names, most, r->table.rows, number);
}

static status find_order(ratings_reader *r, bool by_time) {
  TRY(NEW_ARRAY(r->table.rows, r->sorted));
  for (size_t k = 0; k < r->table.rows; k++) r->sorted[k].row = k;
  if (by_time) TRY(moments_read(&r->table, TIME, r->table.rows, r->sorted));
  moments_sort(r->table.rows, r->sorted);
  return STATUS_OK;
}

static bool has_names(const text_table *table, size_t row) {
  return *text_table_cell(table, row, ROW) != '\0' && *text_table_cell(table, row, COLUMN) != '\0';
}

static status read_rating(const ratings_reader *r, size_t row, const ratings_options *asked, double *value) {
  const double low = asked->low, high = asked->high;
  if (!has_names(&r->table, row)) {
    const size_t empty = *text_table_cell(&r->table, row, ROW) == '\0' ? ROW : COLUMN;
    return text_table_refuse(&r->table, row, empty, "expected a name; missing = \"drop\" leaves out such rows");
  }
  if (text_is_gap(text_table_cell(&r->table, row, RATING))) {
    return text_table_refuse(&r->table, row, RATING, "expected a rating; missing = \"drop\" leaves out such rows");
  }
  TRY(text_table_number(&r->table, row, RATING, value));
  if (*value >= low && *value <= high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %s, expected a rating from %g to %g (low, high)",
              r->table.lines.path, r->table.line[row], r->table.place[RATING] + 1,
              number_text(*value, (char[NUMBER_TEXT]){0}), low, high);
}

static bool is_kept(const ratings_reader *r, size_t row) {
  return r->row[row] != ENTRY_DROPPED && r->column[row] != ENTRY_DROPPED;
}

static status take_ratings(const ratings_reader *r, const ratings_options *asked, ratings_data *data) {
  double unused = 0.0;
  size_t count = 0;
  for (size_t k = 0; k < r->table.rows; k++) {
    TRY(read_rating(r, k, asked, &unused)); /* checks those that are left out, too */
    count += is_kept(r, k);
  }
  if (count == 0) {
    return FAIL(STATUS_INVALID, "%s: no rating of top_rows and top_columns, expected one", r->table.lines.path);
  }
  TRY(NEW_ARRAY(count, data->rating));
  for (size_t t = 0; t < r->table.rows; t++) {
    const size_t k = r->sorted[t].row;
    if (!is_kept(r, k)) continue;
    rating *next = &data->rating[data->count++];
    *next = (rating){.row = r->row[k], .column = r->column[k]};
    TRY(read_rating(r, k, asked, &next->value));
  }
  return STATUS_OK;
}

/* Without the rows that have no rating, or no time where that is asked for. */
static status drop_gaps(text_table *table, bool by_time) {
  const size_t rows = table->rows, columns = table->columns;
  table->rows = 0;
  for (size_t k = 0; k < rows; k++) {
    const char **cell = table->cell + k * columns;
    if (!has_names(table, k) || text_is_gap(cell[RATING]) || (by_time && text_is_gap(cell[TIME]))) continue;
    memmove(table->cell + table->rows * columns, cell, columns * sizeof *cell);
    table->line[table->rows++] = table->line[k];
  }
  if (table->rows > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: missing = \"drop\" leaves no rating, expected one", table->lines.path);
}

static status read_columns(ratings_reader *r, const char *path, const ratings_options *asked, size_t count, bool open) {
  const wanted_column wanted[] = {
      {asked->row, false}, {asked->column, false}, {asked->rating, open}, {asked->time, false}};
  const table_form form = {.separator = text_separators[asked->separator],
                           .decimal_comma = asked->decimal == DECIMAL_COMMA};
  return text_table_read_columns(path, &form, count, wanted, &r->table);
}

static status read_table(ratings_reader *r, const char *path, const ratings_options *asked, bool by_time,
                         ratings_data *data) {
  TRY(read_columns(r, path, asked, by_time ? 4 : 3, false));
  data->rows = r->table.rows;
  data->latin1 = r->table.lines.latin1;
  if (asked->missing == MISSING_DROP) TRY(drop_gaps(&r->table, by_time));
  TRY(NEW_ARRAY(r->table.rows, r->row));
  TRY(NEW_ARRAY(r->table.rows, r->column));
  TRY(number_column(r, ROW, asked->top_rows, r->row, &data->who));
  TRY(number_column(r, COLUMN, asked->top_columns, r->column, &data->what));
  TRY(find_order(r, by_time));
  return take_ratings(r, asked, data);
}

static status read_more(ratings_reader *r, const char *path, const ratings_options *asked, const ratings_data *known,
                        ratings_data *data) {
  const text_table *table = &r->table;
  TRY(read_columns(r, path, asked, 3, true));
  TRY(NEW_ARRAY(table->rows, data->rating));
  for (size_t k = 0; k < table->rows; k++) {
    rating *next = &data->rating[data->count++];
    next->value = NAN;
    TRY(entry_names_find(&known->who, text_table_cell(table, k, ROW), &data->who, &next->row));
    TRY(entry_names_find(&known->what, text_table_cell(table, k, COLUMN), &data->what, &next->column));
    if (!text_is_gap(text_table_cell(table, k, RATING))) TRY(read_rating(r, k, asked, &next->value));
  }
  return STATUS_OK;
}

static status finish(ratings_reader *r, status code, ratings_data *data) {
  text_table_free(&r->table);
  free(r->row);
  free(r->column);
  free(r->sorted);
  if (code != STATUS_OK) ratings_free(data);
  return code;
}

status ratings_read(const char *path, const ratings_options *asked, bool by_time, ratings_data *data) {
  ratings_reader r = {.row = NULL};
  *data = (ratings_data){0};
  return finish(&r, read_table(&r, path, asked, by_time, data), data);
}

status ratings_read_more(const char *path, const ratings_options *asked, const ratings_data *known,
                         ratings_data *data) {
  ratings_reader r = {.row = NULL};
  *data = (ratings_data){0};
  return finish(&r, read_more(&r, path, asked, known, data), data);
}
