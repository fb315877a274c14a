#include "results/results_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/tsv.h"
#include "results/summary.h"
#include "results/table_reader.h"

enum { DIGITS = 5, SHOWN_ROWS = 200 };

/* Characters on the terminal: bytes that do not continue a UTF-8 sequence. */
static int columns_of(const char *text) {
  int columns = 0;
  for (; *text != 0; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
  return columns;
}

static const char *shown(const tsv_table *table, size_t row, size_t column, char buffer[NUMBER_TEXT]) {
  const char *text = tsv_cell(table, row, column);
  double number = 0.0;
  if (strcmp(text, "nan") == 0) return "-";
  if (strlen(text) < 12 && strspn(text, "-0123456789") == strlen(text)) return text; /* whole numbers in full */
  return number_parse(text, &number) ? number_short(number, DIGITS, buffer) : text;
}

/* Invariants have names "<bound>.<invariant>". */
static bool is_main(const tsv_table *table, size_t row) {
  const size_t column = tsv_column(table, "bound");
  return column == (size_t)-1 || strchr(tsv_cell(table, row, column), '.') == NULL;
}

static bool is_number_column(const tsv_table *table, size_t column) {
  double number = 0.0;
  for (size_t i = 0; i < table->rows; i++) {
    const char *text = tsv_cell(table, i, column);
    if (!number_parse(text, &number) && strcmp(text, "nan") != 0) return false;
  }
  return true;
}

static void print_cell(FILE *out, const char *text, int width, bool right, bool last) {
  const int pad = width - columns_of(text);
  if (right) (void)fprintf(out, "%*s", pad, "");
  (void)fputs(text, out);
  if (!right && !last) (void)fprintf(out, "%*s", pad, "");
  if (!last) (void)fputs("  ", out);
}

static void print_table(FILE *out, const tsv_table *table, int *widths, bool *right) {
  char buffer[NUMBER_TEXT];
  for (size_t c = 0; c < table->columns; c++) {
    widths[c] = columns_of(table->names[c]);
    right[c] = is_number_column(table, c);
    for (size_t r = 0; r < table->rows; r++) {
      const int columns = is_main(table, r) ? columns_of(shown(table, r, c, buffer)) : 0;
      if (columns > widths[c]) widths[c] = columns;
    }
  }
  for (size_t c = 0; c < table->columns; c++)
    print_cell(out, table->names[c], widths[c], right[c], c + 1 == table->columns);
  (void)fputc('\n', out);
  for (size_t r = 0; r < table->rows; r++) {
    if (!is_main(table, r)) continue;
    for (size_t c = 0; c < table->columns; c++) {
      print_cell(out, shown(table, r, c, buffer), widths[c], right[c], c + 1 == table->columns);
    }
    (void)fputc('\n', out);
  }
}

/* What a run shows of a table: its first main rows, and the verdicts of the others. */
typedef struct shown_table {
  tsv_table table; /* the cells are owned */
  size_t room;
  size_t left_out, verdicts[VERDICT_NONE + 1]; /* of main rows that are not shown */
  size_t invariants, of_invariants[VERDICT_NONE + 1];
} shown_table;

static status keep_row(shown_table *shown, char *const *cells) {
  tsv_table *table = &shown->table;
  if (table->rows == shown->room) {
    shown->room = shown->room == 0 ? 64 : 2 * shown->room;
    TRY(memory_grow(&table->cells, shown->room * table->columns, sizeof *table->cells));
  }
  char **row = table->cells + table->rows * table->columns;
  memset(row, 0, table->columns * sizeof *row);
  table->rows++;
  for (size_t c = 0; c < table->columns; c++) TRY(memory_text(cells[c], &row[c]));
  return STATUS_OK;
}

static status read_shown(const char *path, shown_table *shown) {
  line_reader reader = {0};
  status code = STATUS_OK;
  CHECK(reader_open(path, &reader));
  shown->table.columns = reader.columns;
  CHECK(NEW_ARRAY(reader.columns, shown->table.names));
  for (size_t c = 0; c < reader.columns; c++) CHECK(memory_text(reader.cells[c], &shown->table.names[c]));
  const int bound = reader_column(&reader, "bound"), verdict = reader_column(&reader, "verdict");
  if (bound < 0 || verdict < 0) CHECK(FAIL(STATUS_INVALID, "%s: expected the columns bound and verdict", path));
  while ((code = reader_row(&reader)) == STATUS_OK) {
    const size_t place = verdict_by_name(reader.cells[verdict]);
    if (strchr(reader.cells[bound], '.') != NULL) {
      shown->invariants++;
      shown->of_invariants[place]++;
    } else if (shown->table.rows < SHOWN_ROWS) {
      CHECK(keep_row(shown, reader.cells));
    } else {
      shown->left_out++;
      shown->verdicts[place]++;
    }
  }
  if (code == STATUS_END) code = STATUS_OK;
end:
  reader_close(&reader);
  return code;
}

static void free_shown(shown_table *shown) {
  for (size_t i = 0; i < shown->table.rows * shown->table.columns; i++) free(shown->table.cells[i]);
  for (size_t c = 0; shown->table.names != NULL && c < shown->table.columns; c++) free(shown->table.names[c]);
  tsv_free(&shown->table);
}

static void print_counts(FILE *out, const size_t counts[VERDICT_NONE + 1]) {
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] > 0) (void)fprintf(out, ", %zu %s", counts[i], verdict_name((verdict)i));
  }
  (void)fputc('\n', out);
}

status results_print_columns(const tsv_table *table, FILE *out) {
  int *widths = NULL;
  bool *right = NULL;
  status code = NEW_ARRAY(table->columns, widths);
  if (code == STATUS_OK) code = NEW_ARRAY(table->columns, right);
  if (code == STATUS_OK) print_table(out, table, widths, right);
  free(widths);
  free(right);
  return code;
}

status results_print(const char *folder, FILE *out) {
  char *path = NULL;
  shown_table shown = {.room = 0};
  TRY(memory_format(&path, "%s/summary.tsv", folder));
  status code = read_shown(path, &shown);
  if (code == STATUS_OK) code = results_print_columns(&shown.table, out);
  if (code == STATUS_OK && shown.left_out > 0) {
    (void)fprintf(out, "%zu rows more, in %s", shown.left_out, path);
    print_counts(out, shown.verdicts);
  }
  if (code == STATUS_OK && shown.invariants > 0) {
    (void)fprintf(out, "invariants of the proofs: %zu", shown.invariants);
    print_counts(out, shown.of_invariants);
  }
  free_shown(&shown);
  free(path);
  return code;
}
