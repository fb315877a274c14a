/* Ratings from a table: who (row i) rated what (column j). The label is 2 (rating - low)/(high - low) - 1, and its negative for the linear
 * loss, whose label is a slope. Rows and columns are numbered in the bytewise order of names.
 *
 * Streams: "order". */

#include "base/state.h"
#include "data/ratings_file.h"
#include "problems/entries/entry_rows.h"
#include "problems/entries/entry_sequence.h"

typedef enum ratings_order { RATINGS_TIME, RATINGS_FILE, RATINGS_SHUFFLED } ratings_order;

typedef struct ratings {
  entry_rows rows; /* first */
  ratings_options read;
  double trace_norm;
  unsigned loss; /* among the kinds from LOSS_ABSOLUTE on */
  double scale;
  ratings_order order;
} ratings;

static const parameter parameters[] = {
    RATINGS_PARAMETERS(ratings),
    OPTION_ABOVE(ratings, trace_norm, ABSENT, 0, 1e12, "comparator = hindsight: bound on its trace norm; needed there"),
    ENTRY_LOSS_AS(ratings, loss, scale, "1"),
    ENTRY_ROWS_PARAMETERS(ratings, "time file shuffled", "time",
                          "by time, the file's, or random and new in every pass"),
};

/* Rows, columns and labels, without names. */
static status take_ratings(const ratings_data *found, const ratings_options *asked, entry_data *data) {
  TRY(entry_data_room(found->count, data));
  for (size_t t = 0; t < found->count; t++) {
    data->row[t] = found->rating[t].row;
    data->column[t] = found->rating[t].column;
    data->label[t] = 2.0 * (found->rating[t].value - asked->low) / (asked->high - asked->low) - 1.0;
  }
  return STATUS_OK;
}

/* The names go to `data`. */
static void take_names(ratings_data *found, entry_data *data) {
  data->names = found->who;
  data->column_names = found->what;
  data->m = found->who.count;
  data->n = found->what.count;
  found->who = found->what = (entry_names){0};
}

static status read_ratings(entry_data *data, const char *path, const ratings_options *asked, bool by_time) {
  CLEANUP(ratings_free) ratings_data found = {0};
  TRY(ratings_read(path, asked, by_time, &found));
  TRY(take_ratings(&found, asked, data));
  take_names(&found, data);
  entry_data_note(data, "ratings in the file", (double)found.rows);
  entry_data_note(data, "ratings", (double)found.count);
  entry_data_note(data, "rows", (double)data->m);
  entry_data_note(data, "columns", (double)data->n);
  if (found.latin1 > 0) entry_data_note(data, "letters of Latin-1", (double)found.latin1);
  return STATUS_OK;
}

static status read_in_order(void *data, const char *path, const char *second, const void *how) {
  return read_ratings(data, path, how, false);
}

static status read_by_time(void *data, const char *path, const char *second, const void *how) {
  return read_ratings(data, path, how, true);
}

static status check(const ratings *made, const char *who) {
  const double low = made->read.low, high = made->read.high;
  const bool hindsight = made->rows.comparator == ENTRY_COMPARATOR_HINDSIGHT;
  if (!(low < high)) return FAIL(STATUS_INVALID, "%s: low = %g must be below high = %g", who, low, high);
  if (hindsight != isnan(made->trace_norm)) return STATUS_OK;
  return hindsight ? FAIL(STATUS_INVALID, "%s: trace_norm is missing: comparator = hindsight needs it", who)
                   : FAIL(STATUS_INVALID, "%s: trace_norm has no effect without comparator = hindsight", who);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader in_order = {sizeof(entry_data), read_in_order, entry_data_clear},
                           by_time = {sizeof(entry_data), read_by_time, entry_data_clear};
  ratings *made = self;
  TRY(check(made, setting->class->about.name));
  made->rows.shuffled = made->order == RATINGS_SHUFFLED;
  made->rows.class = ENTRY_TRACE_NORM;
  made->rows.trace_norm = made->trace_norm;
  made->rows.loss = entry_loss(made->loss, made->scale, -1.0, 1.0);
  made->rows.negated = made->rows.loss.kind == LOSS_LINEAR;
  return entry_rows_facts(&made->rows, setting, made->order == RATINGS_TIME ? &by_time : &in_order,
                          PLACE(ratings, read), PLACE(ratings, trace_norm), &made->read, out);
}

static status init(void *self, const problem_setting *setting) {
  return entry_rows_init(&((ratings *)self)->rows, setting);
}

/* ---- pairs without a rating: the names of "rows" and "columns" */

static status reading(void *self, cJSON *out) {
  const entry_data *data = ((const ratings *)self)->rows.data;
  TRY(entry_names_add(out, "rows", &data->names));
  return entry_names_add(out, "columns", &data->column_names);
}

static status reopen(void *self, const problem_class *class, const char *who, const char *path, const cJSON *given,
                     size_t more) {
  ratings *made = self;
  CLEANUP(ratings_free) ratings_data known = {0}, found = {0};
  entry_data *data = NULL;
  TRY(OWN_ARRAY(self, 1, data));
  TRY(OWN(self, data, entry_data_clear));
  TRY(status_context(state_check_names(given, "rows columns"), "%s: reading", who));
  TRY(entry_names_of(who, given, "rows", 1, &known.who));
  TRY(entry_names_of(who, given, "columns", 1, &known.what));
  if (path != NULL) TRY(ratings_read_more(path, &made->read, &known, &found));
  TRY(take_ratings(&found, &made->read, data));
  take_names(&known, data);
  TRY(entry_names_append(&data->names, &found.who)); /* whose numbers are m and more */
  TRY(entry_names_append(&data->column_names, &found.what));
  return entry_rows_reopen(&made->rows, data);
}

static const problem_methods methods = {ENTRY_ROWS_METHODS(ratings), .facts = facts, .init = init, .reading = reading,
                                        .reopen = reopen};

const problem_class problem_ratings = {
    .about = {.name = "ratings",
              .title = "Ratings",
              .citation =
                  "Hazan, Kale & Shalev-Shwartz 2012, section 2.2; Harper & Konstan 2015 (the form of the table)",
              .help = "ratings from a table in the order of time, scaled to [-1,1]: who likes what?",
              .formula = "$y=\\frac{2(\\mathrm{rating}-l)}{h-l}-1$ for the entry (who, what) and ratings from $l$ to "
                         "$h$; loss linear: minus that",
              .family = "entries",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
