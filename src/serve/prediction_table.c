#include "serve/prediction_table.h"
#include "serve/trial.h"

/* A number, or the class that is 1 or -1. */
static void write_answer(const saved_learner *saved, double value, tsv_writer *writer) {
  if (saved->sign[0] == NULL) {
    tsv_number(writer, value);
  } else {
    tsv_text(writer, saved->sign[value > 0.0]);
  }
}

status prediction_row(const saved_learner *saved, const instance *x, double label, tsv_writer *writer,
                      prediction_counts *counts, prediction *out) {
  TRY(trial_predict(saved, x, out));
  tsv_count(writer, ++counts->instances);
  tsv_number(writer, out->score);
  write_answer(saved, out->value, writer);
  if (isnan(label)) {
    tsv_text(writer, NULL);
  } else {
    write_answer(saved, label, writer);
    counts->labelled++;
    if (counts->real) {
      counts->loss += loss_value(&saved->setting.loss, out->value, label);
    } else {
      counts->mistakes += out->value != label;
      if (counts->chances) counts->log_loss -= fixed_log(label > 0.0 ? out->probability : 1.0 - out->probability);
    }
  }
  return STATUS_OK;
}

status prediction_row_of_classes(const saved_learner *saved, const instance *x, const char *label, tsv_writer *writer,
                                 prediction_counts *counts) {
  const char *class = NULL;
  prediction predicted;
  TRY(trial_predict_class(saved, x, &class, &predicted));
  tsv_count(writer, ++counts->instances);
  if (class == NULL) {
    tsv_text(writer, NULL);
  } else {
    tsv_number(writer, predicted.score);
  }
  tsv_text(writer, class);
  tsv_text(writer, label);
  counts->labelled += label != NULL;
  counts->mistakes += label != NULL && (class == NULL || strcmp(class, label) != 0);
  return STATUS_OK;
}

void prediction_table(const saved_learner *saved, predicted_kind kind, tsv_writer *writer, prediction_counts *counts) {
  static const char *const more[] = {"", "\tfirst\tsecond\thome\tdraw\taway", "\trow\tcolumn\trating"};
  counts->chances = saved->learner.class->randomised;
  counts->real = saved->setting.loss.kind != LOSS_ZERO_ONE;
  tsv_comment(writer, "winnow-lab predictions 1");
  tsv_comment(writer, "learner: %s", saved->learner.class->about.name);
  (void)fprintf(writer->file, "t\tscore\tprediction\tlabel%s\n", more[kind]);
}

static void print_labelled(const prediction_counts *counts, FILE *file) {
  if (counts->labelled == 0) {
    (void)fprintf(file, "%zu instances, none with a label", counts->instances);
    return;
  }
  const double count = (double)counts->labelled;
  (void)fprintf(file, counts->real ? "%zu instances, loss %.9g" : "%zu instances, %.0f mistakes", counts->instances,
                counts->real ? counts->loss : (double)counts->mistakes);
  if (counts->labelled < counts->instances) (void)fprintf(file, " on the %zu with a label", counts->labelled);
  if (counts->real) {
    (void)fprintf(file, ", mean %.6g", counts->loss / count);
  } else {
    (void)fprintf(file, ", accuracy %.6g", 1.0 - (double)counts->mistakes / count);
    if (counts->chances) (void)fprintf(file, ", log loss %.6g", counts->log_loss / count);
  }
}

void prediction_counts_print(const prediction_counts *counts, FILE *file) {
  print_labelled(counts, file);
  if (*counts->classes != '\0') (void)fprintf(file, "; classes: %s", counts->classes);
  if (counts->waiting > 0) (void)fprintf(file, "; waiting for a label: %zu", counts->waiting);
  if (counts->unknown > 0) {
    (void)fprintf(file, "; with a name that was not learned, and without a prediction: %zu", counts->unknown);
  }
  if (counts->gaps > 0) {
    (void)fprintf(file, "; with a gap where none was learned, and without a prediction: %zu", counts->gaps);
  }
  if (counts->ignored > 0) (void)fprintf(file, "; columns that were not learned are left out: %zu", counts->ignored);
  (void)fputc('\n', file);
}

void prediction_none(tsv_writer *writer, prediction_counts *counts, size_t *reason) {
  tsv_count(writer, ++counts->instances);
  ++*reason;
  for (int i = 0; i < 3; i++) tsv_text(writer, NULL);
}
