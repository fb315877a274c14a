/* Ratings from a table: who (row i) rated what (column j). The label is 2 (rating - low)/(high - low) - 1, and its negative for the linear
 * loss, whose label is a slope. Rows and columns are numbered in the bytewise order of names.
 *
 * Streams: "order". */
#include <stdlib.h>

#include "data/ratings_file.h"
#include "problems/entries/entry_rows.h"
#include "problems/entries/entry_sequence.h"

static const parameter parameters[] = {
    RATINGS_PARAMETERS,
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

static status take_ratings(const ratings_data *data, const options *values, entry_rows *rows) {
  const double low = option_number(values, "low"), high = option_number(values, "high");
  const bool linear = option_is(values, "loss", "linear");
  TRY(entry_rows_new(data->count, rows));
  for (size_t t = 0; t < data->count; t++) {
    const double label = 2.0 * (data->rating[t].value - low) / (high - low) - 1.0;
    rows->row[t] = data->rating[t].row;
    rows->column[t] = data->rating[t].column;
    rows->label[t] = linear ? -label : label;
  }
  rows->m = data->who.count;
  rows->n = data->what.count;
  rows->class = ENTRY_TRACE_NORM;
  rows->loss = entry_sequence_loss(values, -1.0, 1.0);
  entry_rows_note(rows, "ratings in the file", (double)data->rows);
  entry_rows_note(rows, "ratings", (double)data->count);
  entry_rows_note(rows, "rows", (double)rows->m);
  entry_rows_note(rows, "columns", (double)rows->n);
  return STATUS_OK;
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
  ratings_data data = {0};
  char *path = NULL;
  TRY(check(values));
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  rows->trace_norm = option_number_or(values, "trace_norm", 0.0);
  status code = ratings_read(path, values, option_is(values, "order", "time"), &data);
  if (code == STATUS_OK) code = take_ratings(&data, values, rows);
  ratings_free(&data);
  free(path);
  return code;
}

static const entry_rows_reader reader = {load};

const problem_class problem_ratings = {
    .about = {.name = "ratings",
              .title = "Ratings",
              .citation =
                  "Hazan, Kale & Shalev-Shwartz 2012, section 2.2; Harper & Konstan 2015 (the form of the table)",
              .help = "ratings from a table in the order of time, scaled to [-1,1]: who likes what?",
              .formula = "$y=\\frac{2(\\mathrm{rating}-l)}{h-l}-1$ for the entry (who, what) and ratings from $l$ to "
                         "$h$; loss linear: minus that",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &entry_rows_methods,
    .variant = &reader,
};
