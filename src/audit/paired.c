#include "audit/paired.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "base/memory.h"
#include "base/text.h"

status paired_begin(paired_table *made, const tsv_table *from, size_t first, size_t count, char *const *names) {
  size_t own = 0;
  while (names[own] != NULL) own++;
  *made = (paired_table){.table.columns = count + own, .from = from, .first = first, .count = count};
  TRY(NEW_ARRAY(made->table.columns, made->table.names));
  for (size_t c = 0; c < count; c++) made->table.names[c] = from->names[first + c];
  for (size_t c = 0; c < own; c++) made->table.names[count + c] = names[c];
  return STATUS_OK;
}

status paired_row(paired_table *made, size_t of, char ***cells) {
  char **row = NULL;
  TRY(tsv_add_row(&made->table, &made->room, &row));
  for (size_t c = 0; c < made->count; c++) TRY(memory_text(tsv_cell(made->from, of, made->first + c), &row[c]));
  *cells = row + made->count;
  return STATUS_OK;
}

status paired_put(const double *values, size_t count, char **cells) {
  char text[NUMBER_TEXT];
  for (size_t i = 0; i < count; i++) TRY(memory_text(number_text(values[i], text), &cells[i]));
  return STATUS_OK;
}

void paired_free(paired_table *made) {
  tsv_free_rows(&made->table);
  free(made->table.names);
}

void paired_write(const tsv_table *table, tsv_writer *writer) {
  for (size_t c = 0; c < table->columns; c++) tsv_text(writer, table->names[c]);
  tsv_end(writer);
  for (size_t i = 0; i < table->rows; i++) {
    for (size_t c = 0; c < table->columns; c++) tsv_text(writer, tsv_cell(table, i, c));
    tsv_end(writer);
  }
}

/* Student's quantile that leaves 2.5 % above, rounded to 12 decimals, since libraries may differ in the last digits. */
static double quantile_of(size_t count) {
  return round(gsl_cdf_tdist_Qinv(0.025, (double)(count - 1)) * 1e12) / 1e12;
}

paired_statistics paired_statistics_of(const double *difference, size_t count) {
  double mean = 0.0, squares = 0.0;
  bool equal = true;
  for (size_t i = 0; i < count; i++) mean += difference[i] / (double)count;
  for (size_t i = 0; i < count; i++) equal = equal && difference[i] == difference[0];
  if (equal) mean = difference[0];
  for (size_t i = 0; i < count; i++) squares += (difference[i] - mean) * (difference[i] - mean);
  const double sd = count < 2 ? NAN : equal ? 0.0 : sqrt(squares / ((double)count - 1.0));
  const double half = count < 2 ? NAN : quantile_of(count) * sd / sqrt((double)count);
  const char *note = count < 2 ? "one pair" : !equal ? "-" : mean == 0.0 ? "all pairs equal" : "all differences equal";
  return (paired_statistics){mean, sd, mean - half, mean + half, note};
}

status paired_format(const char *format, bool *tsv) {
  *tsv = format != NULL && strcmp(format, "tsv") == 0;
  if (format == NULL || *tsv || strcmp(format, "text") == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--format %s: expected text or tsv", format);
}
