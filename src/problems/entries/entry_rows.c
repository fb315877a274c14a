#include "problems/entries/entry_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"

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

void entry_rows_destroy(void *self) {
  entry_rows *rows = self;
  if (rows == NULL) return;
  entry_names_free(&rows->names);
  comparator_free(rows->u);
  free(rows->row);
  free(rows->column);
  free(rows->label);
  free(rows->order);
  free(rows);
}

static status make(entry_rows_loader *load, const problem_setting *setting, const options *values, entry_rows **out) {
  entry_rows *rows = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, rows));
  const status code = load(rows, setting, values);
  if (code != STATUS_OK) {
    entry_rows_destroy(rows);
    return code;
  }
  *out = rows;
  return STATUS_OK;
}

status entry_rows_facts(entry_rows_loader *load, const problem_setting *setting, const options *values,
                        problem_facts *out) {
  entry_rows *rows = NULL;
  TRY(make(load, setting, values, &rows));
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = rows->n,
                         .rows = rows->m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = rows->loss,
                         .trials = rows->count * passes,
                         .exchangeable = option_is(values, "order", "shuffled") && passes == 1,
                         .population = rows->count,
                         .comparator_kept = option_is(values, "comparator", "hindsight"),
                         .gap_low = NAN,
                         .gap_high = NAN};
  entry_rows_destroy(rows);
  return STATUS_OK;
}

/* The trials of all passes, as far as they are played. */
static status find_order(entry_rows *rows, const problem_setting *setting, const options *values) {
  const size_t all = rows->count * option_count(values, "passes");
  random_stream *stream = NULL;
  size_t *pass = NULL;
  status code = STATUS_OK;
  rows->length = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  CHECK(NEW_ARRAY(rows->length, rows->order));
  CHECK(NEW_ARRAY(rows->count, pass));
  CHECK(random_stream_new(setting->seed, "order", &stream));
  for (size_t i = 0; i < rows->count; i++) pass[i] = i;
  for (size_t t = 0, place = rows->count; t < rows->length; t++, place++) {
    if (place == rows->count) {
      place = 0;
      if (option_is(values, "order", "shuffled")) random_shuffle(stream, rows->count, pass);
    }
    rows->order[t] = pass[place];
  }
end:
  random_stream_free(stream);
  free(pass);
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

status entry_rows_create(entry_rows_loader *load, const problem_setting *setting, const options *values, void **self) {
  entry_rows *rows = NULL;
  TRY(make(load, setting, values, &rows));
  status code = find_order(rows, setting, values);
  if (code == STATUS_OK && option_is(values, "comparator", "hindsight")) code = compare(rows, values);
  if (code != STATUS_OK) {
    entry_rows_destroy(rows);
    return code;
  }
  *self = rows;
  return STATUS_OK;
}

status entry_rows_next(void *self, const learner *player, instance *x) {
  entry_rows *rows = self;
  (void)player;
  if (rows->place == rows->length) return STATUS_END;
  const size_t k = rows->order[rows->place++];
  *x = instance_entry(rows->m, rows->n, rows->row[k], rows->column[k]);
  rows->current = rows->label[k];
  return STATUS_OK;
}

status entry_rows_reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const entry_rows *)self)->current;
  return STATUS_OK;
}

comparator *entry_rows_comparator(void *self) {
  return ((entry_rows *)self)->u;
}

status entry_rows_notes(void *self, cJSON *notes) {
  const entry_rows *rows = self;
  for (size_t i = 0; i < rows->note_count; i++) {
    TRY(state_add_number(notes, rows->note[i].name, rows->note[i].value));
  }
  return STATUS_OK;
}

const char *entry_rows_name(const void *self, size_t i) {
  const entry_rows *rows = self;
  return i < rows->names.count ? rows->names.name[i] : NULL;
}
