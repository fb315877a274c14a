#include "problems/entries/entry_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "problems/rows/row_order.h"

status entry_rows_new(size_t count, entry_rows *rows) {
  rows->count = count;
  TRY(NEW_ARRAY(count, rows->row));
  TRY(NEW_ARRAY(count, rows->column));
  return NEW_ARRAY(count, rows->label);
}

void entry_rows_note(entry_rows *rows, const char *name, double value) {
  if (rows->note_count == ENTRY_NOTES) return;
  rows->note[rows->note_count].name = name;
  rows->note[rows->note_count++].value = value;
}

void entry_rows_clear(void *self) {
  entry_rows *rows = self;
  entry_names_free(&rows->names);
  free(rows->season);
  comparator_free(rows->u);
  free(rows->row);
  free(rows->column);
  free(rows->label);
  free(rows->meeting);
  free(rows->order);
}

static status load(entry_rows *rows, const problem_setting *setting, const options *values) {
  const entry_rows_reader *reader = setting->class->variant;
  return reader->load(rows, setting, values);
}

status entry_rows_facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  entry_rows rows = {.m = 0};
  const status code = load(&rows, setting, values);
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = rows.n,
                         .rows = rows.m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = rows.loss,
                         .trials = rows.count * passes,
                         .exchangeable = option_is(values, "order", "shuffled") && passes == 1,
                         .population = rows.count,
                         .comparator_kept = option_is(values, "comparator", "hindsight"),
                         .gap_low = NAN,
                         .gap_high = NAN};
  entry_rows_clear(&rows);
  return code;
}

/* The order of the trials that are played, of all passes. */
static status find_order(entry_rows *rows, const problem_setting *setting, const options *values) {
  const size_t all = rows->count * option_count(values, "passes");
  row_order order = {.count = 0};
  status code = STATUS_OK;
  rows->length = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  CHECK(NEW_ARRAY(rows->length, rows->order));
  CHECK(row_order_begin(rows->count, option_count(values, "passes"), option_is(values, "order", "shuffled"),
                        setting->seed, &order));
  for (size_t t = 0; t < rows->length; t++) (void)row_order_next(&order, &rows->order[t]);
end:
  row_order_end(&order);
  return code;
}

static status compare(entry_rows *rows, const options *values) {
  size_t *row = NULL, *column = NULL;
  double *label = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(rows->length, row));
  CHECK(NEW_ARRAY(rows->length, column));
  CHECK(NEW_ARRAY(rows->length, label));
  for (size_t t = 0; t < rows->length; t++) {
    row[t] = rows->row[rows->order[t]];
    column[t] = rows->column[rows->order[t]];
    label[t] = rows->label[rows->order[t]];
  }
  const entry_trials trials = {.m = rows->m,
                               .n = rows->n,
                               .count = rows->length,
                               .row = row,
                               .column = column,
                               .label = label,
                               .loss = rows->loss};
  code = entry_hindsight(&trials, rows->class, rows->trace_norm, &rows->u);
  if (code != STATUS_OK) code = status_context(code, "%s", option_who(values));
end:
  free(row);
  free(column);
  free(label);
  return code;
}

status entry_rows_init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  entry_rows *rows = self;
  TRY(load(rows, setting, values));
  TRY(find_order(rows, setting, values));
  return option_is(values, "comparator", "hindsight") ? compare(rows, values) : STATUS_OK;
}

status entry_rows_next(void *self, const learner *player, instance *x) {
  entry_rows *rows = self;
  (void)player;
  if (rows->place == rows->length) return STATUS_END;
  const size_t k = rows->order[rows->place++];
  *x = instance_entry(rows->m, rows->n, rows->row[k], rows->column[k]);
  if (rows->meeting != NULL) x->meeting = &rows->meeting[k];
  rows->current = rows->label[k];
  return STATUS_OK;
}

status entry_rows_notes(void *self, cJSON *out) {
  const entry_rows *rows = self;
  for (size_t i = 0; i < rows->note_count; i++) {
    TRY(state_add_number(out, rows->note[i].name, rows->note[i].value));
  }
  return STATUS_OK;
}

const char *entry_rows_name_of(const void *self, size_t i) {
  const entry_rows *rows = self;
  return i < rows->names.count ? rows->names.name[i] : NULL;
}

const problem_methods entry_rows_methods = {ENTRY_ROWS_METHODS};
