#include "audit/paired.h"
#include "base/text.h"
#include "plot/page/latex_text.h"
#include "report/latex.h"
#include <gsl/gsl_cdf.h>

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

/* Of a number whose Student's t is so far from 0, on both sides. */
static double tails_of(double t, size_t count) {
  return round(2.0 * gsl_cdf_tdist_Q(fabs(t), (double)(count - 1)) * 1e12) / 1e12;
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
  const double p = count < 2     ? NAN
                   : !equal      ? tails_of(mean / (sd / sqrt((double)count)), count)
                   : mean == 0.0 ? 1.0
                                 : ldexp(1.0, 1 - (int)count);
  return (paired_statistics){mean, sd, mean - half, mean + half, p, note};
}

status paired_form_of(const char *format, bool latex, paired_form *form) {
  const bool tsv = format != NULL && strcmp(format, "tsv") == 0;
  if (latex && format != NULL) return FAIL(STATUS_INVALID, "--latex: expected without --format");
  *form = latex ? PAIRED_LATEX : tsv ? PAIRED_TSV : PAIRED_TEXT;
  if (format == NULL || tsv || strcmp(format, "text") == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--format %s: expected text or tsv", format);
}

/* ---- LaTeX */

static bool is_one_of(const char *name, const char *const *names) {
  while (*names != NULL && strcmp(name, *names) != 0) names++;
  return *names != NULL;
}

static bool is_constant(const tsv_table *table, size_t column) {
  for (size_t r = 1; r < table->rows; r++) {
    if (strcmp(tsv_cell(table, 0, column), tsv_cell(table, r, column)) != 0) return false;
  }
  return true;
}

/* Told once, in the title. */
static bool is_head(const tsv_table *table, size_t column, const char *const *heads) {
  return (column < tsv_column(table, "learner") || is_one_of(table->names[column], heads)) &&
         is_constant(table, column);
}

static void put_row(const tsv_table *table, char *const *cells, const int *shares, const char *end, FILE *out) {
  const char *before = "";
  for (size_t c = 0; c < table->columns; c++) {
    double number;
    if (shares[c] < 0) continue;
    (void)fputs(before, out);
    (number_parse(cells[c], &number) ? latex_number : latex_text)(out, cells[c]);
    before = " & ";
  }
  (void)fputs(end, out);
}

/* Letters of the widest cell of a column, of numbers as latex_number writes them. */
static size_t widest(const tsv_table *table, size_t column, bool *text) {
  enum { DIGITS = 7, WITH_POWER = 11 };
  const size_t name = strlen(table->names[column]);
  size_t letters = name, digits = name;
  double number;
  *text = false;
  for (size_t r = 0; r < table->rows; r++) {
    const char *cell = tsv_cell(table, r, column);
    const size_t length = strlen(cell), most = strchr(cell, 'e') != NULL ? WITH_POWER : DIGITS;
    const size_t shown = length < most ? length : most;
    *text = *text || (strcmp(cell, "-") != 0 && !number_parse(cell, &number));
    if (length > letters) letters = length;
    if (shown > digits) digits = shown;
  }
  return *text ? letters : digits;
}

/* Of latex_columns; -1: left out. Columns of text share what those of numbers leave. False: that is less than they want. */
static bool share(const tsv_table *table, const char *const *heads, const char *const *spares, int letter,
                  int *shares) {
  enum { BETWEEN = 12, LEAST = 200 };
  int texts = 0, left = 1000;
  for (size_t c = 0; c < table->columns; c++) {
    bool text = false;
    const int width = letter * (int)widest(table, c, &text);
    const bool out = is_head(table, c, heads) || is_one_of(table->names[c], spares);
    shares[c] = out ? -1 : text ? width : 0;
    texts += !out && text ? width : 0;
    left -= out ? 0 : BETWEEN + (text ? 0 : width);
  }
  if (left < LEAST) left = LEAST;
  for (size_t c = 0; c < table->columns && texts > left; c++) {
    if (shares[c] > 0) shares[c] = shares[c] * left / texts;
  }
  return texts <= left;
}

status paired_latex(const tsv_table *table, const char *title, const char *const *heads, const char *const *spares,
                    FILE *out) {
  enum { LETTER = 13, SMALL_LETTER = 11 };
  FREED int *shares = NULL;
  TRY(NEW_ARRAY(table->columns, shares));
  const bool small = !share(table, heads, spares, LETTER, shares);
  if (small) (void)share(table, heads, spares, SMALL_LETTER, shares);
  (void)fputs("% Needs \\usepackage{array,booktabs,longtable}.\n", out);
  latex_columns(out, small ? "scriptsize" : "footnotesize", shares, table->columns);
  latex_text(out, title);
  for (size_t c = 0; c < table->columns; c++) {
    if (!is_head(table, c, heads)) continue;
    (void)fputs(", ", out);
    latex_text(out, table->names[c]);
    (void)fputs(" = ", out);
    latex_text(out, tsv_cell(table, 0, c));
  }
  (void)fputs(".}\\\\\n\\toprule\n", out);
  put_row(table, table->names, shares, LATEX_HEAD, out);
  for (size_t r = 0; r < table->rows; r++) put_row(table, &table->cells[r * table->columns], shares, " \\\\\n", out);
  (void)fputs(LATEX_END, out);
  return STATUS_OK;
}
