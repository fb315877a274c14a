#include "serve/predict_top.h"
#include "base/json.h"
#include "problems/rows/reading.h"
#include "serve/trial.h"

typedef struct pair {
  size_t row, column;
} pair;

typedef struct candidate {
  size_t column;
  double value, score;
} candidate;

typedef struct search {
  const saved_learner *saved;
  prediction_rows *from;
  size_t top;
  size_t pairs, room;
  pair *pair;           /* of the file, by row, then column */
  candidate *candidate; /* as many as there are columns */
  tsv_writer writer;
  prediction_counts *counts;
} search;

static void free_search(search *s) {
  free(s->pair);
  free(s->candidate);
}

static int compare_pairs(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

static int compare_candidates(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->value != y->value) return x->value > y->value ? -1 : 1;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

static status read_pairs(search *s, const char *state) {
  instance x;
  double label = NAN;
  for (;;) {
    const status code = prediction_rows_next(s->from, &x, &label);
    if (code == STATUS_END) break;
    TRY(code);
    TRY(prediction_shape(state, s->saved, &x));
    TRY(memory_room(&s->pair, &s->room, s->pairs + 1, sizeof *s->pair));
    s->pair[s->pairs++] = (pair){x.row, x.column};
  }
  if (s->pairs > 1) qsort(s->pair, s->pairs, sizeof *s->pair, compare_pairs);
  return STATUS_OK;
}

/* The columns of a row but for those of its pairs. */
static status answer_row(search *s, size_t row, size_t pairs, const pair *with) {
  const learner_setting *setting = &s->saved->setting;
  size_t count = 0, k = 0;
  if (row >= setting->rows) {
    const instance none = instance_entry(setting->rows, setting->n, row, SIZE_MAX);
    prediction_none(&s->writer, s->counts, &s->counts->unknown);
    prediction_cells(s->from, &setting->loss, &none, NAN, &s->writer);
    tsv_end(&s->writer);
    return STATUS_OK;
  }
  for (size_t j = 0; j < setting->n; j++) {
    const instance x = instance_entry(setting->rows, setting->n, row, j);
    prediction predicted;
    while (k < pairs && with[k].column < j) k++;
    if (k < pairs && with[k].column == j) continue;
    TRY(trial_predict(s->saved, &x, &predicted));
    s->candidate[count++] = (candidate){j, predicted.value, predicted.score};
  }
  qsort(s->candidate, count, sizeof *s->candidate, compare_candidates);
  for (size_t c = 0; c < count && c < s->top; c++) {
    const instance x = instance_entry(setting->rows, setting->n, row, s->candidate[c].column);
    prediction predicted;
    TRY(prediction_row(s->saved, &x, NAN, &s->writer, s->counts, &predicted));
    prediction_cells(s->from, &setting->loss, &x, predicted.value, &s->writer);
    tsv_end(&s->writer);
  }
  return STATUS_OK;
}

static status answer(search *s, bool all) {
  for (size_t row = 0; all && row < s->saved->setting.rows; row++) TRY(answer_row(s, row, 0, NULL));
  for (size_t k = 0, end; k < s->pairs; k = end) {
    for (end = k + 1; end < s->pairs && s->pair[end].row == s->pair[k].row;) end++;
    TRY(answer_row(s, s->pair[k].row, end - k, s->pair + k));
  }
  return STATUS_OK;
}

static bool learned_ratings(const saved_learner *saved) {
  return saved->setting.kind == INSTANCE_ENTRY && saved->problem != NULL && problem_describes_reading(saved->problem) &&
         strcmp(json_text(saved->problem, "name", ""), "ratings") == 0;
}

status predict_top(const char *state, const char *data, const saved_learner *saved, size_t top, FILE *out,
                   prediction_counts *counts) {
  CLEANUP(prediction_rows_close) prediction_rows from = {.file = NULL};
  CLEANUP(free_search)
  search s = {.saved = saved, .from = &from, .top = top, .writer = {.file = out}, .counts = counts};
  if (!learned_ratings(saved)) {
    return FAIL(STATUS_INVALID, "--top: %s did not learn ratings, expected a state of problem.ratings", state);
  }
  TRY(prediction_rows_open(state, data, saved, &from));
  if (from.kind != PREDICT_RATINGS)
    return FAIL(STATUS_INVALID, "--top: %s: a recorded sequence, expected ratings", data);
  TRY(read_pairs(&s, state));
  TRY(NEW_ARRAY(saved->setting.n, s.candidate));
  prediction_table(saved, from.kind, &s.writer, counts);
  return answer(&s, data == NULL);
}
