/* The aligned summary on stdout. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/tsv.h"
#include "engine/results.h"
#include "engine/summary.h"

enum { DIGITS = 5 };

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

static void print_cell(const char *text, int width, bool right, bool last) {
  const int pad = width - columns_of(text);
  if (right) (void)printf("%*s", pad, "");
  (void)fputs(text, stdout);
  if (!right && !last) (void)printf("%*s", pad, "");
  if (!last) (void)fputs("  ", stdout);
}

static void print_table(const tsv_table *table, int *widths, bool *right) {
  char buffer[NUMBER_TEXT];
  for (size_t c = 0; c < table->columns; c++) {
    widths[c] = columns_of(table->names[c]);
    right[c] = is_number_column(table, c);
    for (size_t r = 0; r < table->rows; r++) {
      const int columns = is_main(table, r) ? columns_of(shown(table, r, c, buffer)) : 0;
      if (columns > widths[c]) widths[c] = columns;
    }
  }
  for (size_t c = 0; c < table->columns; c++) print_cell(table->names[c], widths[c], right[c], c + 1 == table->columns);
  (void)putchar('\n');
  for (size_t r = 0; r < table->rows; r++) {
    if (!is_main(table, r)) continue;
    for (size_t c = 0; c < table->columns; c++) {
      print_cell(shown(table, r, c, buffer), widths[c], right[c], c + 1 == table->columns);
    }
    (void)putchar('\n');
  }
}

static void print_invariants(const tsv_table *table) {
  size_t counts[VERDICT_NONE + 1] = {0};
  size_t total = 0;
  const size_t verdict_column = tsv_column(table, "verdict");
  for (size_t r = 0; r < table->rows; r++) {
    if (is_main(table, r)) continue;
    counts[verdict_by_name(tsv_cell(table, r, verdict_column))]++;
    total++;
  }
  if (total == 0) return;
  (void)printf("invariants of the proofs: %zu", total);
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] > 0) (void)printf(", %zu %s", counts[i], verdict_name((verdict)i));
  }
  (void)putchar('\n');
}

status results_print_columns(const tsv_table *table) {
  int *widths = NULL;
  bool *right = NULL;
  status code = NEW_ARRAY(table->columns, widths);
  if (code == STATUS_OK) code = NEW_ARRAY(table->columns, right);
  if (code == STATUS_OK) print_table(table, widths, right);
  free(widths);
  free(right);
  return code;
}

status results_print(const char *folder) {
  char *path = NULL;
  tsv_table table;
  TRY(memory_format(&path, "%s/summary.tsv", folder));
  status code = tsv_read(path, &table);
  free(path);
  TRY(code);
  code = results_print_columns(&table);
  if (code == STATUS_OK) print_invariants(&table);
  tsv_free(&table);
  return code;
}
