#include "serve/predict.h"
#include "base/json.h"
#include "serve/predict_top.h"
#include "serve/trial.h"

/* A team, say, that is new: its number is beyond those that were learned. */
static bool is_unknown(const saved_learner *saved, const instance *x) {
  return x->kind == INSTANCE_ENTRY && (x->row >= saved->setting.rows || x->column >= saved->setting.n);
}

static bool has_gap(const instance *x) {
  size_t k = 0;
  while (k < x->count && !isnan(x->value[k])) k++;
  return k < x->count;
}

static bool of_classes(const saved_learner *saved) {
  return cJSON_HasObjectItem(json_member(saved->problem, "reading"), "each");
}

static status predict_row(const saved_learner *saved, const prediction_rows *from, const instance *x, double label,
                          tsv_writer *writer, prediction_counts *counts) {
  prediction predicted = {.value = NAN};
  if (is_unknown(saved, x)) {
    prediction_none(writer, counts, &counts->unknown);
  } else if (has_gap(x)) {
    prediction_none(writer, counts, &counts->gaps);
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

/* ---- weights */

typedef struct feature_names {
  arena memory;
  size_t n, count;
  const char **name; /* n; NULL: a place for a text that has not come */
} feature_names;

static void free_names(feature_names *names) {
  arena_free(&names->memory);
}

static status name_texts(feature_names *names, const char *column, const cJSON *texts, size_t places) {
  const size_t known = (size_t)cJSON_GetArraySize(texts);
  for (size_t k = 0; k < (places > 0 ? places : known) && names->count < names->n; k++) {
    const char **at = &names->name[names->count++];
    if (k < known)
      TRY(arena_format(&names->memory, at, "%s=%s", column, cJSON_GetStringValue(cJSON_GetArrayItem(texts, (int)k))));
  }
  return STATUS_OK;
}

/* Whether a column is one of the words, names or numbers, which are separated by commas. */
static bool is_listed(const char *words, const char *name, size_t number) {
  char digits[32];
  (void)snprintf(digits, sizeof digits, "%zu", number);
  while (words != NULL && *words != '\0') {
    words += strspn(words, " ,");
    size_t length = strcspn(words, ",");
    const char *next = words + length;
    while (length > 0 && words[length - 1] == ' ') length--;
    if (length > 0 && ((strlen(name) == length && strncmp(words, name, length) == 0) ||
                       (strlen(digits) == length && strncmp(words, digits, length) == 0)))
      return true;
    words = next;
  }
  return false;
}

/* In the order in which data/features.h makes features of columns; of other files features have numbers. */
static status name_features(const cJSON *described, feature_names *names) {
  const cJSON *reading = json_member(described, "reading"), *columns = json_member(reading, "names"), *column = NULL;
  const cJSON *given = json_member(described, "options"), *gaps = json_member(reading, "gaps");
  const char *kinds = json_text(reading, "kinds", NULL), *target = json_text(given, "class_column", NULL);
  const cJSON *texts = json_member(reading, "texts");
  const size_t places = (size_t)json_number(reading, "places", 0.0), count = (size_t)cJSON_GetArraySize(columns);
  const double number = json_number(given, "class_column", (double)count);
  texts = texts == NULL ? NULL : texts->child;
  TRY(ARENA_ARRAY(&names->memory, names->n, names->name));
  size_t j = 0;
  cJSON_ArrayForEach (column, columns) {
    const char *name = cJSON_GetStringValue(column);
    const bool is_target = target != NULL ? strcmp(name, target) == 0 : (double)(j + 1) == number;
    const char kind = kinds != NULL                                               ? kinds[j]
                      : is_target                                                 ? 'y'
                      : is_listed(json_text(given, "one_hot", NULL), name, j + 1) ? 't'
                      : is_listed(json_text(given, "omit", NULL), name, j + 1)    ? '-'
                                                                                  : 'n';
    const cJSON *gap = cJSON_GetArrayItem(gaps, (int)j++);
    if (kind == 'y' || kind == '-') continue;
    if (kind == 't') {
      TRY(name_texts(names, name, texts, places));
      texts = texts == NULL ? NULL : texts->next;
    } else if (names->count < names->n) {
      names->name[names->count++] = name;
    }
    if (gap == NULL || gap->valuedouble == 0.0 || names->count == names->n) continue;
    TRY(arena_format(&names->memory, &names->name[names->count++], "%s is missing", name));
  }
  if (names->count + 1 == names->n) names->name[names->count++] = "(constant)";
  if (names->count < names->n) names->count = 0; /* no columns of a table */
  while (names->count < names->n) {
    const char **at = &names->name[names->count++];
    TRY(arena_format(&names->memory, at, "%zu", names->count));
  }
  return STATUS_OK;
}

typedef struct weight {
  size_t place;
  double value;
} weight;

static int compare_weights(const void *a, const void *b) {
  const weight *x = a, *y = b;
  const double first = fabs(x->value), second = fabs(y->value);
  if (first != second) return first > second ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

typedef struct weights_table {
  const feature_names *names;
  tsv_writer writer;
  const char *class; /* NULL: no column of it */
  weight *row;
} weights_table;

/* Rows x n numbers; vector: the number of an eigenvector, or 0. */
static void write_weights(weights_table *table, size_t rows, const double *values, size_t vector, double eigenvalue) {
  const size_t n = table->names->n;
  for (size_t i = 0; i < rows * n; i++) table->row[i] = (weight){i, values[i]};
  qsort(table->row, rows * n, sizeof *table->row, compare_weights);
  for (size_t i = 0; i < rows * n; i++) {
    const char *name = table->names->name[table->row[i].place % n];
    if (name == NULL) continue;
    if (table->class != NULL) tsv_text(&table->writer, table->class);
    if (vector > 0) {
      tsv_count(&table->writer, vector);
      tsv_number(&table->writer, eigenvalue);
    }
    if (rows > 1) tsv_count(&table->writer, table->row[i].place / n + 1);
    tsv_text(&table->writer, name);
    tsv_number(&table->writer, table->row[i].value);
    tsv_end(&table->writer);
  }
}

static status write_eigenvectors(weights_table *table, size_t top, const double *values) {
  const size_t n = table->names->n;
  FREED double *eigenvalues = NULL, *vectors = NULL;
  FREED weight *order = NULL;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(NEW_ARRAY(n, eigenvalues));
  TRY(NEW_ARRAY(n * n, vectors));
  TRY(NEW_ARRAY(n, order));
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  TRY(eigen_solve(solver, n, values, n, eigenvalues, vectors, NULL));
  for (size_t i = 0; i < n; i++) order[i] = (weight){i, eigenvalues[i]};
  qsort(order, n, sizeof *order, compare_weights);
  for (size_t i = 0; i < n && i < top; i++)
    write_weights(table, 1, vectors + order[i].place * n, i + 1, order[i].value);
  return STATUS_OK;
}

static status write_learner(const saved_learner *saved, size_t top, weights_table *table) {
  const learner_setting *setting = &saved->setting;
  const bool vector = setting->kind == INSTANCE_VECTOR, symmetric = !vector && setting->rows == 0;
  const size_t n = setting->n, rows = vector ? 1 : symmetric ? n : setting->rows;
  FREED double *values = NULL;
  double offset = 0.0;
  TRY(NEW_ARRAY(rows * n, values));
  TRY(trial_weights(saved, values, &offset));
  tsv_comment(&table->writer, "%s: %.17g is added to the score, which is compared with %.17g",
              table->class == NULL ? saved->learner.class->about.name : table->class, offset,
              learner_threshold(&saved->learner));
  if (symmetric) return write_eigenvectors(table, top, values);
  write_weights(table, rows, values, 0, NAN);
  return STATUS_OK;
}

status predict_weights(const char *state, size_t top, FILE *out) {
  CLEANUP(saved_learner_free) saved_learner saved = {0};
  FREED weight *row = NULL;
  TRY(learner_state_read_classes(state, 0, &saved));
  CLEANUP(free_names) feature_names names = {.n = saved.setting.n};
  TRY(name_features(saved.problem, &names));
  TRY(NEW_ARRAY(saved.setting.n * (saved.setting.rows > 0 ? saved.setting.rows : 1), row));
  weights_table table = {.names = &names, .writer = {.file = out}, .row = row};
  const bool symmetric = saved.setting.kind != INSTANCE_VECTOR && saved.setting.rows == 0;
  tsv_comment(&table.writer, "winnow-lab weights 1");
  (void)fprintf(out, "%s%s%sfeature\tweight\n", saved.next != NULL ? "class\t" : "",
                symmetric ? "eigenvector\teigenvalue\t" : "", saved.setting.rows > 1 ? "row\t" : "");
  if (saved.next == NULL) return write_learner(&saved, top, &table);
  for (const saved_learner *k = saved.next; k != NULL; k = k->next) {
    table.class = k->class;
    TRY(write_learner(k, top, &table));
  }
  return STATUS_OK;
}
