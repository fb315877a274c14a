#include "serve/predict.h"

#include <math.h>

#include "base/json.h"
#include "base/memory.h"
#include "serve/predict_top.h"

/* A team, say, that is new: its number is beyond those that were learned. */
static bool is_unknown(const saved_learner *saved, const instance *x) {
  return x->kind == INSTANCE_ENTRY && (x->row >= saved->setting.rows || x->column >= saved->setting.n);
}

static bool of_classes(const saved_learner *saved) {
  return cJSON_HasObjectItem(json_member(saved->problem, "reading"), "each");
}

static status predict_row(const saved_learner *saved, const prediction_rows *from, const instance *x, double label,
                          tsv_writer *writer, prediction_counts *counts) {
  prediction predicted = {.value = NAN};
  if (is_unknown(saved, x)) {
    prediction_none(writer, counts);
  } else if (of_classes(saved)) {
    const problem *rows = &from->problem;
    const bool known = rows->class != NULL && !isnan(label); /* a recorded sequence has no names of classes */
    const char *class = !known ? NULL : rows->class->methods->name_of(rows->self, true, (size_t)label);
    TRY(status_context(prediction_row_of_classes(saved, x, class, writer, counts), "instance %zu",
                       counts->instances + 1));
  } else {
    TRY(status_context(prediction_row(saved, x, label, writer, counts, &predicted), "instance %zu",
                       counts->instances + 1));
  }
  prediction_cells(from, &saved->setting.loss, x, predicted.value, writer);
  tsv_end(writer);
  return STATUS_OK;
}

static status predict_rows(const char *state, const saved_learner *saved, prediction_rows *from, FILE *out,
                           prediction_counts *counts) {
  tsv_writer writer = {.file = out};
  instance x;
  double label = NAN;
  TRY(prediction_rows_next(from, &x, &label)); /* there is one */
  TRY(prediction_shape(state, saved, &x));
  prediction_table(saved, from->kind, &writer, counts);
  status code = STATUS_OK;
  while (code == STATUS_OK) {
    TRY(predict_row(saved, from, &x, label, &writer, counts));
    code = prediction_rows_next(from, &x, &label);
  }
  return code == STATUS_END ? STATUS_OK : code;
}

static status count_ignored(const prediction_rows *from, prediction_counts *counts) {
  CLEANUP(json_free_at) cJSON *notes = cJSON_CreateObject();
  if (from->problem.class == NULL || from->problem.class->methods->notes == NULL) return STATUS_OK;
  TRY(from->problem.class->methods->notes(from->problem.self, notes));
  counts->ignored = (size_t)json_number(notes, "columns not learned", 0.0);
  return STATUS_OK;
}

static status predict_data(const char *state, const char *data, size_t top, FILE *out, prediction_counts *counts) {
  CLEANUP(saved_learner_free) saved_learner saved = {0};
  CLEANUP(prediction_rows_close) prediction_rows from = {.file = NULL};
  TRY(learner_state_read_classes(state, 0, &saved));
  if (top > 0) return predict_top(state, data, &saved, top, out, counts);
  TRY(prediction_rows_open(state, data, &saved, &from));
  TRY(count_ignored(&from, counts));
  return predict_rows(state, &saved, &from, out, counts);
}

status predict_file(const char *state, const char *data, size_t top, FILE *out, prediction_counts *counts) {
  *counts = (prediction_counts){0};
  const status code = predict_data(state, data, top, out, counts);
  return code == STATUS_IO ? STATUS_INVALID : code; /* a file of the command line that cannot be read */
}
