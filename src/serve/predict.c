#include "serve/predict.h"

#include <math.h>

#include "base/json.h"
#include "base/memory.h"
#include "serve/predict_top.h"
#include "serve/trial.h"

status prediction_row(const saved_learner *saved, const instance *x, double label, tsv_writer *writer,
                      prediction_counts *counts, prediction *out) {
  TRY(trial_predict(saved, x, out));
  tsv_count(writer, ++counts->instances);
  tsv_number(writer, out->score);
  tsv_number(writer, out->value);
  if (isnan(label)) {
    tsv_text(writer, NULL);
  } else {
    tsv_number(writer, label);
    counts->labelled++;
    if (counts->real) {
      counts->loss += loss_value(&saved->setting.loss, out->value, label);
    } else {
      counts->mistakes += out->value != label;
    }
  }
  return STATUS_OK;
}

void prediction_table(const saved_learner *saved, predicted_kind kind, tsv_writer *writer, prediction_counts *counts) {
  static const char *const first[] = {"t", "score", "prediction", "label"}, *const more[][5] = {
                                                                                {0},
                                                                                {"first", "second", "home", "draw",
                                                                                 "away"},
                                                                                {"row", "column", "rating"}};
  counts->real = saved->setting.loss.kind != LOSS_ZERO_ONE;
  tsv_comment(writer, "winnow-lab predictions 1");
  tsv_comment(writer, "learner: %s", saved->learner.class->about.name);
  for (size_t i = 0; i < 4; i++) tsv_text(writer, first[i]);
  for (size_t i = 0; i < 5 && more[kind][i] != NULL; i++) tsv_text(writer, more[kind][i]);
  tsv_end(writer);
}

static void print_labelled(const prediction_counts *counts, FILE *file) {
  if (counts->labelled == 0) {
    (void)fprintf(file, "%zu instances, none with a label", counts->instances);
    return;
  }
  (void)fprintf(file, counts->real ? "%zu instances, loss %.9g" : "%zu instances, %.0f mistakes", counts->instances,
                counts->real ? counts->loss : (double)counts->mistakes);
  if (counts->labelled < counts->instances) (void)fprintf(file, " on the %zu with a label", counts->labelled);
}

void prediction_counts_print(const prediction_counts *counts, FILE *file) {
  print_labelled(counts, file);
  if (counts->unknown > 0) {
    (void)fprintf(file, "; with a name that was not learned, and without a prediction: %zu", counts->unknown);
  }
  if (counts->ignored > 0) (void)fprintf(file, "; columns that were not learned are left out: %zu", counts->ignored);
  (void)fputc('\n', file);
}

void prediction_none(tsv_writer *writer, prediction_counts *counts) {
  tsv_count(writer, ++counts->instances);
  counts->unknown++;
  for (int i = 0; i < 3; i++) tsv_text(writer, NULL);
}

/* A team, say, that is new: its number is beyond those that were learned. */
static bool is_unknown(const saved_learner *saved, const instance *x) {
  return x->kind == INSTANCE_ENTRY && (x->row >= saved->setting.rows || x->column >= saved->setting.n);
}

static status predict_row(const saved_learner *saved, const prediction_rows *from, const instance *x, double label,
                          tsv_writer *writer, prediction_counts *counts) {
  prediction predicted = {.value = NAN};
  if (is_unknown(saved, x)) {
    prediction_none(writer, counts);
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
  TRY(learner_state_read(state, 0, &saved));
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
