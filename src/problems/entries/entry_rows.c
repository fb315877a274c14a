#include "problems/entries/entry_rows.h"
#include "base/state.h"

status entry_data_room(size_t count, entry_data *data) {
  data->count = count;
  TRY(NEW_ARRAY(count, data->row));
  TRY(NEW_ARRAY(count, data->column));
  return NEW_ARRAY(count, data->label);
}

void entry_data_note(entry_data *data, const char *name, double value) {
  if (data->note_count == ENTRY_NOTES) return;
  data->note[data->note_count].name = name;
  data->note[data->note_count++].value = value;
}

void entry_data_clear(void *self) {
  entry_data *data = self;
  entry_names_free(&data->names);
  entry_names_free(&data->column_names);
  free(data->season);
  free(data->row);
  free(data->column);
  free(data->label);
  free(data->meeting);
  free(data->joined);
}

status entry_rows_facts(entry_rows *rows, const problem_setting *setting, const data_reader *reader, size_t from,
                        size_t to, const void *how, problem_facts *out) {
  const data_question question = {
      .reader = reader, .folders = &setting->folders, .values = setting->options, .from = from, .to = to, .how = how};
  const void *found = NULL;
  TRY(shared_data(rows, &question, &found));
  const entry_data *data = rows->data = found;
  const size_t count = data->count + data->absent;
  *out = (problem_facts){.n = data->n,
                         .rows = data->m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = rows->loss,
                         .trials = count * rows->passes,
                         .exchangeable = rows->shuffled && rows->passes == 1,
                         .population = count,
                         .comparator_kept = rows->comparator == ENTRY_COMPARATOR_HINDSIGHT,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static instance entry_at(const entry_rows *rows, size_t k, double *label) {
  const entry_data *data = rows->data;
  if (k >= data->count) {
    const struct entry_pair *pair = &rows->absent[k - data->count];
    *label = -1.0;
    return instance_entry(data->m, data->n, pair->i, pair->j);
  }
  const bool swapped = rows->swapped != NULL && rows->swapped[k];
  *label = swapped ? 1.0 - data->label[k] : rows->negated ? -data->label[k] : data->label[k];
  return swapped ? instance_entry(data->m, data->n, data->column[k], data->row[k])
                 : instance_entry(data->m, data->n, data->row[k], data->column[k]);
}

static status begin_order(const entry_rows *rows, uint64_t seed, row_order *order) {
  return row_order_begin(rows->data->count + rows->data->absent, rows->passes, rows->shuffled, seed, order);
}

static status compare(entry_rows *rows, const problem_setting *setting) {
  FREED size_t *row = NULL, *column = NULL;
  FREED double *label = NULL;
  CLEANUP(row_order_end) row_order order = {.count = 0};
  size_t k = 0;
  TRY(NEW_ARRAY(rows->length, row));
  TRY(NEW_ARRAY(rows->length, column));
  TRY(NEW_ARRAY(rows->length, label));
  TRY(begin_order(rows, setting->seed, &order));
  for (size_t t = 0; t < rows->length && row_order_next(&order, &k); t++) {
    const instance x = entry_at(rows, k, &label[t]);
    row[t] = x.row;
    column[t] = x.column;
  }
  const entry_trials trials = {.m = rows->data->m,
                               .n = rows->data->n,
                               .count = rows->length,
                               .row = row,
                               .column = column,
                               .label = label,
                               .loss = rows->loss};
  const status code = entry_hindsight(&trials, rows->class, rows->trace_norm, &rows->u);
  if (code != STATUS_OK) return status_context(code, "%s", setting->class->about.name);
  return OWN(rows, rows->u, comparator_free);
}

status entry_rows_init(entry_rows *rows, const problem_setting *setting) {
  const size_t all = (rows->data->count + rows->data->absent) * rows->passes;
  rows->length = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  TRY(OWN(rows, &rows->order, row_order_end));
  TRY(begin_order(rows, setting->seed, &rows->order));
  return rows->comparator == ENTRY_COMPARATOR_HINDSIGHT ? compare(rows, setting) : STATUS_OK;
}

status entry_rows_reopen(entry_rows *rows, const entry_data *data) {
  rows->data = data;
  rows->length = data->count;
  TRY(OWN(rows, &rows->order, row_order_end));
  return row_order_begin(data->count, 1, false, 0, &rows->order);
}

status entry_rows_next(void *self, const learner *player, instance *x) {
  entry_rows *rows = self;
  const entry_data *data = rows->data;
  size_t k = 0;
  if (rows->place++ == rows->length || !row_order_next(&rows->order, &k)) return STATUS_END;
  *x = entry_at(rows, k, &rows->current);
  if (data->meeting == NULL) return STATUS_OK;
  rows->current_meeting = data->meeting[k];
  if (rows->swapped != NULL && rows->swapped[k]) rows->current_meeting.side = -data->meeting[k].side;
  x->meeting = &rows->current_meeting;
  return STATUS_OK;
}

status entry_rows_notes(void *self, cJSON *out) {
  const entry_data *data = ((const entry_rows *)self)->data;
  for (size_t i = 0; i < data->note_count; i++) {
    TRY(state_add_number(out, data->note[i].name, data->note[i].value));
  }
  return STATUS_OK;
}

const char *entry_rows_name_of(const void *self, bool column, size_t i) {
  const entry_data *data = ((const entry_rows *)self)->data;
  const entry_names *names = column && data->column_names.count > 0 ? &data->column_names : &data->names;
  return i < names->count ? names->name[i] : NULL;
}
