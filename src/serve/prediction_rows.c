#include "serve/prediction_rows.h"
#include "base/state.h"
#include "data/data_file.h"
#include "learners/ratings/pair_outcome.h"
#include "problems/rows/reading.h"
#include <errno.h>
#include <sys/stat.h>

status prediction_rows_next(prediction_rows *rows, instance *x, double *label) {
  const prediction none = {.score = 0.0};
  if (rows->problem.class != NULL) {
    TRY(problem_next(&rows->problem, NULL, x));
    return problem_reveal(&rows->problem, &none, label);
  }
  if (rows->t == rows->length) return STATUS_END;
  sequence_trial(rows->file, rows->t++, x, label);
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

status prediction_shape(const char *state, const saved_learner *saved, const instance *x) {
  return check_shape(state, saved, x->kind, x->m, x->n);
}

static status open_sequence(const char *data, const saved_learner *saved, prediction_rows *out) {
  FREED char *place = NULL;
  TRY(sequence_open(data, &out->file));
  const sequence_header header = sequence_header_of(out->file);
  out->length = header.trials;
  TRY(memory_format(&place, "%s:1", data));
  return check_shape(place, saved, header.kind, header.m, header.n);
}

/* Descriptions of matches have "draw", ratings their scale. */
static status find_kind(const cJSON *description, prediction_rows *out) {
  const char *name = "";
  const cJSON *given = NULL;
  TRY(state_get_text(description, "name", &name));
  TRY(state_get_object(description, "options", &given));
  if (strcmp(name, "ratings") == 0) {
    out->kind = PREDICT_RATINGS;
    TRY(state_get_number(given, "low", &out->low));
    return state_get_number(given, "high", &out->high);
  }
  if (cJSON_GetObjectItemCaseSensitive(description, "draw") == NULL) return STATUS_OK;
  out->kind = PREDICT_MATCHES;
  TRY(state_get_number(description, "draw", &out->draw));
  return out->draw >= 0.0 ? STATUS_OK : FAIL(STATUS_INVALID, "draw: expected a number of at least 0");
}

status prediction_rows_open(const char *state, const char *data, const saved_learner *saved, prediction_rows *out) {
  int first = 0;
  FREED char *who = NULL;
  if (data != NULL) TRY(first_character(data, &first));
  if (first == '{') return open_sequence(data, saved, out);
  if (saved->problem == NULL || !problem_describes_reading(saved->problem)) {
    return FAIL(STATUS_INVALID,
                "%s:1: no recorded sequence, which begins with '{', and %s does not say how other files are read", data,
                state);
  }
  TRY(memory_format(&who, "%s: problem", state));
  TRY(status_context(find_kind(saved->problem, out), "%s", who));
  return problem_reopen(who, saved->problem, data, &out->problem);
}

void prediction_rows_close(prediction_rows *rows) {
  sequence_close(rows->file);
  problem_destroy(&rows->problem);
}

/* The name of a row or column of ratings and matches. */
static const char *name_of(const prediction_rows *rows, bool column, size_t i) {
  return rows->problem.class->methods->name_of(rows->problem.self, column, i);
}

static void write_number(tsv_writer *writer, double value) {
  if (isnan(value)) {
    tsv_text(writer, NULL);
  } else {
    tsv_number(writer, value);
  }
}

void prediction_cells(const prediction_rows *rows, const loss *l, const instance *x, double predicted,
                      tsv_writer *writer) {
  const double share =
      (predicted - l->low) / (l->high - l->low); /* of the way from the least prediction to the largest */
  if (rows->kind == PREDICT_ROWS) return;
  tsv_text(writer, name_of(rows, false, x->row));
  tsv_text(writer, name_of(rows, true, x->column));
  if (rows->kind == PREDICT_RATINGS) {
    write_number(writer, rows->low + share * (rows->high - rows->low));
    return;
  }
  outcome_chances of = {NAN, NAN, NAN};
  if (!isnan(share)) of = outcome_of_expected(share, rows->draw);
  write_number(writer, of.win);
  write_number(writer, of.draw);
  write_number(writer, of.loss);
}
