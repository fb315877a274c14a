#include "serve/predict.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/state.h"
#include "base/tsv.h"
#include "data/data_file.h"
#include "data/sequence_file.h"
#include "learners/ratings/pair_outcome.h"
#include "problems/rows/reading.h"
#include "serve/trial.h"

/* Where the instances come from: a sequence, or rows. */
typedef struct rows {
  double draw; /* of the description; NaN: these are no matches */
  sequence *file;
  size_t length, t; /* of the sequence */
  problem problem;
} rows;

static status next_row(rows *from, instance *x, double *label) {
  const prediction none = {.score = 0.0};
  if (from->problem.class != NULL) {
    TRY(problem_next(&from->problem, NULL, x));
    return problem_reveal(&from->problem, &none, label);
  }
  if (from->t == from->length) return STATUS_END;
  sequence_trial(from->file, from->t++, x, label);
  return STATUS_OK;
}

static status first_character(const char *path, int *first) {
  struct stat about;
  if (stat(path, &about) != 0) return FAIL(STATUS_INVALID, "%s: %s", path, strerror(errno));
  if (!S_ISREG(about.st_mode)) return FAIL(STATUS_INVALID, "%s: is not a regular file, expected a file", path);
  FILE *file = NULL;
  FREED char *text = NULL;
  TRY(data_file_open(path, &file, &text));
  *first = fgetc(file);
  (void)fclose(file);
  return STATUS_OK;
}

static status check_shape(const char *place, const saved_learner *saved, instance_kind kind, size_t m, size_t n) {
  const learner_setting *setting = &saved->setting;
  if (kind == setting->kind && m == setting->rows && n == setting->n) return STATUS_OK;
  if (m > 0 || setting->rows > 0) {
    return FAIL(STATUS_INVALID, "%s: %s instances of %zu x %zu, expected %s of %zu x %zu as the state's learner takes",
                place, instance_kind_name(kind), m, n, instance_kind_name(setting->kind), setting->rows, setting->n);
  }
  return FAIL(STATUS_INVALID, "%s: %s instances of order %zu, expected %s of order %zu as the state's learner takes",
              place, instance_kind_name(kind), n, instance_kind_name(setting->kind), setting->n);
}

static status open_sequence(const char *data, const saved_learner *saved, rows *out) {
  FREED char *place = NULL;
  TRY(sequence_open(data, &out->file));
  const sequence_header header = sequence_header_of(out->file);
  out->length = header.trials;
  TRY(memory_format(&place, "%s:1", data));
  return check_shape(place, saved, header.kind, header.m, header.n);
}

/* The draws of matches, where the description has them. */
static status read_draw(const cJSON *description, double *draw) {
  if (cJSON_GetObjectItemCaseSensitive(description, "draw") == NULL) return STATUS_OK;
  TRY(state_get_number(description, "draw", draw));
  return *draw >= 0.0 ? STATUS_OK : FAIL(STATUS_INVALID, "draw: expected a number of at least 0");
}

static status open_rows(const char *state, const char *data, const saved_learner *saved, rows *out) {
  int first = 0;
  FREED char *who = NULL;
  TRY(first_character(data, &first));
  if (first == '{') return open_sequence(data, saved, out);
  if (saved->problem == NULL || !problem_describes_reading(saved->problem)) {
    return FAIL(STATUS_INVALID,
                "%s:1: no recorded sequence, which begins with '{', and %s does not say how other files are read", data,
                state);
  }
  TRY(memory_format(&who, "%s: problem", state));
  TRY(status_context(read_draw(saved->problem, &out->draw), "%s", who));
  return problem_reopen(who, saved->problem, data, &out->problem);
}

/* Who meets, and how it may end. */
static void write_chances(const rows *from, const loss *l, const instance *x, double predicted, tsv_writer *writer) {
  const problem *played = &from->problem;
  const outcome_chances of = outcome_of_expected((predicted - l->low) / (l->high - l->low), from->draw);
  const double chances[] = {of.win, of.draw, of.loss};
  tsv_text(writer, played->class->methods->name_of(played->self, x->row));
  tsv_text(writer, played->class->methods->name_of(played->self, x->column));
  for (size_t i = 0; i < sizeof chances / sizeof *chances; i++) {
    if (isnan(predicted)) {
      tsv_text(writer, NULL);
    } else {
      tsv_number(writer, chances[i]);
    }
  }
}

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

void prediction_table(const saved_learner *saved, bool matches, tsv_writer *writer, prediction_counts *counts) {
  static const char *const columns[] = {"t", "score", "prediction", "label", "first", "second", "home", "draw", "away"};
  const size_t count = matches ? sizeof columns / sizeof *columns : 4;
  counts->real = saved->setting.loss.kind != LOSS_ZERO_ONE;
  tsv_comment(writer, "winnow-lab predictions 1");
  tsv_comment(writer, "learner: %s", saved->learner.class->about.name);
  for (size_t i = 0; i < count; i++) tsv_text(writer, columns[i]);
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

/* A team, say, that is new: its number is beyond those that were learned. */
static bool is_unknown(const saved_learner *saved, const instance *x) {
  return x->kind == INSTANCE_ENTRY && (x->row >= saved->setting.rows || x->column >= saved->setting.n);
}

static status predict_row(const saved_learner *saved, const rows *from, const instance *x, double label,
                          tsv_writer *writer, prediction_counts *counts) {
  prediction predicted = {.value = NAN};
  if (is_unknown(saved, x)) {
    tsv_count(writer, ++counts->instances);
    counts->unknown++;
    for (int i = 0; i < 3; i++) tsv_text(writer, NULL);
  } else {
    TRY(status_context(prediction_row(saved, x, label, writer, counts, &predicted), "instance %zu",
                       counts->instances + 1));
  }
  if (!isnan(from->draw)) write_chances(from, &saved->setting.loss, x, predicted.value, writer);
  tsv_end(writer);
  return STATUS_OK;
}

static status predict_rows(const char *state, const saved_learner *saved, rows *from, FILE *out,
                           prediction_counts *counts) {
  tsv_writer writer = {.file = out};
  instance x;
  double label = NAN;
  TRY(next_row(from, &x, &label)); /* there is one */
  TRY(check_shape(state, saved, x.kind, x.m, x.n));
  prediction_table(saved, !isnan(from->draw), &writer, counts);
  status code = STATUS_OK;
  while (code == STATUS_OK) {
    TRY(predict_row(saved, from, &x, label, &writer, counts));
    code = next_row(from, &x, &label);
  }
  return code == STATUS_END ? STATUS_OK : code;
}

static status count_ignored(const rows *from, prediction_counts *counts) {
  CLEANUP(json_free_at) cJSON *notes = cJSON_CreateObject();
  if (from->problem.class == NULL || from->problem.class->methods->notes == NULL) return STATUS_OK;
  TRY(from->problem.class->methods->notes(from->problem.self, notes));
  counts->ignored = (size_t)json_number(notes, "columns not learned", 0.0);
  return STATUS_OK;
}

static void close_rows(rows *from) {
  sequence_close(from->file);
  problem_destroy(&from->problem);
}

static status predict_data(const char *state, const char *data, FILE *out, prediction_counts *counts) {
  CLEANUP(saved_learner_free) saved_learner saved = {0};
  CLEANUP(close_rows) rows from = {.draw = NAN};
  TRY(learner_state_read(state, 0, &saved));
  TRY(open_rows(state, data, &saved, &from));
  TRY(count_ignored(&from, counts));
  return predict_rows(state, &saved, &from, out, counts);
}

status predict_file(const char *state, const char *data, FILE *out, prediction_counts *counts) {
  *counts = (prediction_counts){0};
  const status code = predict_data(state, data, out, counts);
  return code == STATUS_IO ? STATUS_INVALID : code; /* a file of the command line that cannot be read */
}
