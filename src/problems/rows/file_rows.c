#include "problems/rows/file_rows.h"
#include "base/state.h"
#include "data/columns/ranks.h"

void file_rows_clear(void *self) {
  file_rows *rows = self;
  libsvm_free(&rows->data);
  cJSON_Delete(rows->reading);
  free(rows->said);
}

status file_rows_room(size_t n, size_t count, file_rows *rows) {
  libsvm_data *data = &rows->data;
  size_t entries = 0;
  if (__builtin_mul_overflow(n, count, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for %zu rows of %zu numbers", count, n);
  }
  TRY(NEW_ARRAY(entries, data->value));
  TRY(NEW_ARRAY(count, data->label));
  TRY(NEW_ARRAY(count + 1, data->start));
  for (size_t i = 0; i <= count; i++) data->start[i] = i * n;
  rows->n = data->features = n;
  data->rows = count;
  data->entries = entries;
  return STATUS_OK;
}

const char *file_rows_path(const file_rows *rows, size_t row) {
  return rows->second != NULL && row >= rows->second_row ? rows->second : rows->path;
}

/* Their number is that of `given`, the one that is asked for, or the largest index. */
static status find_features(file_rows *rows, size_t asked) {
  if (rows->given != NULL) return state_get_count(rows->given, "n", 1, LIBSVM_INDEX_LIMIT, &rows->n);
  const size_t found = rows->data.features > 0 ? rows->data.features : 1;
  rows->n = asked > 0 ? asked : found;
  return state_add_count(rows->reading, "n", rows->n);
}

status file_rows_libsvm(file_rows *rows, size_t n) {
  libsvm_data *data = &rows->data;
  data->unlabelled = rows->given != NULL;
  TRY(libsvm_read(rows->path, data));
  rows->second_row = data->rows;
  if (rows->second != NULL) TRY(libsvm_read(rows->second, data));
  TRY(status_context(find_features(rows, n), "%s: reading", rows->who));
  for (size_t i = 0; i < data->rows; i++) {
    const size_t end = data->start[i + 1];
    if (end == data->start[i] || data->index[end - 1] < rows->n) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", file_rows_path(rows, i), data->line[i],
                data->index[end - 1] + 1, rows->n);
  }
  return STATUS_OK;
}

status file_rows_begin_libsvm(const char *who, size_t n, cJSON *reading) {
  if (n > 0) return state_add_count(reading, "n", n);
  return FAIL(STATUS_INVALID, "%s: n: expected the number of features, which rows that come one by one do not say",
              who);
}

status file_rows_given(const file_rows *rows, const char *name, double *value) {
  return status_context(state_get_number(rows->given, name, value), "%s: reading", rows->who);
}

void file_rows_divide(file_rows *rows, double length) {
  libsvm_data *data = &rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    const double by = isnan(length) ? libsvm_row_length(data, i) : length;
    for (size_t k = data->start[i]; by > 0.0 && k < data->start[i + 1]; k++) data->value[k] /= by;
  }
}

void file_rows_fill_gaps(file_rows *rows) {
  for (size_t k = 0; rows->gaps && k < rows->data.entries; k++) {
    if (isnan(rows->data.value[k])) rows->data.value[k] = 0.0;
  }
}

status file_rows_rank(const file_rows *rows, const feature_options *asked, size_t count, size_t n, double *value) {
  const size_t fitted = features_fitted(asked, count);
  return status_context(ranks_scale(fitted, count, n, value, rows->given, rows->reading), "%s: reading", rows->who);
}

status file_rows_scale_so_far(const file_rows *rows, const char *scaling, size_t n, size_t played, running_scale *out,
                              size_t *last) {
  *last = rows->given == NULL || rows->more > played ? played : rows->more;
  if (rows->given == NULL) return running_scale_new(scaling, n, out);
  return status_context(running_scale_take(rows->given, scaling, n, out), "%s: reading", rows->who);
}

instance file_rows_instance(const file_rows *rows, size_t row) {
  const libsvm_data *data = &rows->data;
  const size_t start = data->start[row], count = data->start[row + 1] - start;
  const bool dense = data->index == NULL || (rows->full && count == rows->n);
  return instance_sparse(rows->kind, rows->n, count, dense ? NULL : data->index + start, data->value + start);
}

/* How a file is read, and by whom. */
typedef struct reading_question {
  const file_rows_reader *reader;
  const void *self;
  const char *who;
  size_t trials, more;
  const cJSON *given;
} reading_question;

static void count_zero(file_rows *rows) {
  const libsvm_data *data = &rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    bool zero = true;
    for (size_t k = data->start[i]; k < data->start[i + 1] && zero; k++) zero = data->value[k] == 0.0;
    rows->zero += zero;
  }
}

status file_rows_read(void *self, const char *path, const char *second, const void *how) {
  const reading_question *asked = how;
  file_rows *rows = self;
  rows->reading = cJSON_CreateObject();
  if (rows->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", asked->who);
  rows->who = asked->who;
  rows->path = path;
  rows->second = second;
  rows->given = asked->given;
  rows->trials = asked->trials;
  rows->more = asked->more;
  TRY(asked->reader->read(rows, asked->self));
  rows->who = rows->path = rows->second = NULL; /* the caller's, as `given` */
  rows->given = NULL;
  count_zero(rows);
  return STATUS_OK;
}

/* Checks the options, and asks for the reading of rows that are played so many times. */
static status ask_for(const void *self, const problem_class *class, const char *who, size_t trials,
                      reading_question *out) {
  bool online = false;
  *out = (reading_question){.reader = class->variant, .self = self, .who = who};
  if (out->reader->check != NULL) TRY(out->reader->check(self, who, &online));
  if (online) out->trials = trials;
  return STATUS_OK;
}

status row_trials_facts(void *self, const problem_setting *setting, problem_facts *out) {
  row_trials *trials = self;
  reading_question how;
  const void *found = NULL;
  TRY(ask_for(self, setting->class, setting->class->about.name, setting->trials, &how));
  const data_question question = {.reader = &how.reader->shared,
                                  .folders = &setting->folders,
                                  .values = setting->options,
                                  .from = how.reader->from,
                                  .to = how.reader->to,
                                  .second = how.reader->second,
                                  .trials = how.trials,
                                  .how = &how};
  TRY(shared_data(self, &question, &found));
  const file_rows *rows = trials->rows = found;
  *out = (problem_facts){.n = rows->n,
                         .kind = rows->kind,
                         .rank = rows->n,
                         .labels = LABEL_SIGN,
                         .trials = rows->data.rows * trials->order.passes,
                         .exchangeable = trials->order.order == ROWS_SHUFFLED && trials->order.passes == 1,
                         .population = rows->data.rows,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

status row_trials_init(void *self, const problem_setting *setting) {
  row_trials *trials = self;
  TRY(OWN(self, &trials->played, row_order_end));
  return row_order_play(trials->rows->data.rows, &trials->order, setting->seed, &trials->played);
}

status row_trials_reopen(void *self, const problem_class *class, const char *who, const char *path,
                         const cJSON *reading, size_t more) {
  row_trials *trials = self;
  reading_question how;
  void *rows = NULL;
  TRY(ask_for(self, class, who, 0, &how));
  how.given = reading;
  how.more = more;
  TRY(arena_array(member_memory(self), 1, how.reader->shared.size, &rows));
  TRY(OWN(self, rows, how.reader->shared.clear));
  TRY(file_rows_read(rows, path, NULL, &how));
  trials->rows = rows;
  TRY(OWN(self, &trials->played, row_order_end));
  return row_order_begin(trials->rows->data.rows, 1, false, 0, &trials->played);
}

status row_trials_next(void *self, const learner *player, instance *x) {
  row_trials *trials = self;
  size_t row = 0;
  if (!row_order_next(&trials->played, &row)) return STATUS_END;
  *x = file_rows_instance(trials->rows, row);
  trials->label = trials->rows->data.label[row];
  return STATUS_OK;
}

status row_trials_notes(void *self, cJSON *out) {
  const file_rows *rows = ((const row_trials *)self)->rows;
  if (rows->said != NULL) TRY(state_add_text(out, "read", rows->said));
  TRY(state_add_count(out, "rows", rows->data.rows));
  if (rows->ignored > 0) TRY(state_add_count(out, "columns not learned", rows->ignored));
  return state_add_count(out, "zero instances", rows->zero);
}

status row_trials_reading(void *self, cJSON *reading) {
  return state_add_members(reading, ((const row_trials *)self)->rows->reading);
}
