/* Bitmaps of handwritten digits as a sequence of trials: real data in n = width x height dimensions, one digit against the rest. */

#include "base/state.h"
#include "data/bitmaps_file.h"
#include "problems/rows/labelled_rows.h"

typedef struct bitmaps {
  labelled_rows labelled; /* first */
  const char *file;
  dense_options dense;
  size_t positive;
  number_list classes;
} bitmaps;

static const parameter parameters[] = {
    OPTION_FILE(bitmaps, file, REQUIRED, "text file of bitmaps, as optdigits-orig.tra"),
    OPTION_COUNT(bitmaps, positive, REQUIRED, 0, 9, "the digit that is labelled 1; all others -1"),
    OPTION_NUMBERS(bitmaps, classes, ABSENT, 0, 9, "only these digits; absent: all"),
    DENSE_ROWS_PARAMETERS(bitmaps, dense),
    ROW_ORDER_PARAMETERS(row_trials, order),
    LABELLED_COMPARATOR_PARAMETERS("none", "none is known"),
};

static const option_rule rules[] = {LABELLED_RULES};

static status choose_classes(const bitmaps *asked, const char *who, bool chosen[10]) {
  const number_list *classes = &asked->classes;
  for (size_t i = 0; i < 10; i++) chosen[i] = classes->count == 0;
  for (size_t i = 0; i < classes->count; i++) {
    const double digit = classes->value[i];
    if (digit != floor(digit)) {
      return FAIL(STATUS_INVALID, "%s: classes[%zu] = %g must be a digit", who, i + 1, digit);
    }
    chosen[(size_t)digit] = true;
  }
  if (chosen[asked->positive]) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: classes must have positive = %zu among them", who, asked->positive);
}

static status get_size(const cJSON *given, const bitmaps *asked, size_t *width, size_t *height) {
  TRY(state_check_names(given, asked->dense.centre ? "width height mean" : "width height"));
  TRY(state_get_count(given, "width", 1, BITMAPS_SIDE, width));
  return state_get_count(given, "height", 1, BITMAPS_SIDE, height);
}

static status check_given(const file_rows *rows, const bitmaps_data *data, const bitmaps *asked) {
  size_t width = 0, height = 0;
  TRY(status_context(get_size(rows->given, asked, &width, &height), "%s: reading", rows->who));
  if (data->width == width && data->height == height) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: bitmaps of %zu x %zu, expected %zu x %zu", rows->path, data->width, data->height,
              width, height);
}

/* Takes all rows of a file that is read with another file's reading; rows of other classes have no label. */
static status take_all_rows(file_rows *rows, const bitmaps_data *data, const bitmaps *asked) {
  const size_t n = data->width * data->height, positive = asked->positive;
  bool chosen[10];
  TRY(check_given(rows, data, asked));
  TRY(choose_classes(asked, rows->who, chosen));
  TRY(file_rows_room(n, data->count, rows));
  for (size_t i = 0; i < data->count; i++) {
    for (size_t j = 0; j < n; j++) rows->data.value[i * n + j] = data->pixel[i * n + j];
    rows->data.label[i] = data->class[i] == positive ? 1.0 : chosen[data->class[i]] ? -1.0 : NAN;
  }
  return STATUS_OK;
}

static status select_rows(file_rows *rows, const bitmaps_data *data, const bitmaps *asked) {
  const size_t n = data->width * data->height, positive = asked->positive;
  bool chosen[10];
  size_t count = 0, found[10] = {0};
  TRY(choose_classes(asked, rows->who, chosen));
  TRY(state_add_count(rows->reading, "width", data->width));
  TRY(state_add_count(rows->reading, "height", data->height));
  for (size_t i = 0; i < data->count; i++) {
    count += chosen[data->class[i]];
    found[data->class[i]]++;
  }
  for (size_t digit = 0; digit < 10; digit++) {
    const bool needed = digit == positive || (chosen[digit] && asked->classes.count > 0);
    if (needed && found[digit] == 0)
      return FAIL(STATUS_INVALID, "%s: no bitmap of the digit %zu, expected at least one", rows->path, digit);
  }
  TRY(file_rows_room(n, count, rows));
  count = 0;
  for (size_t i = 0; i < data->count; i++) {
    if (!chosen[data->class[i]]) continue;
    for (size_t j = 0; j < n; j++) rows->data.value[count * n + j] = data->pixel[i * n + j];
    rows->data.label[count++] = data->class[i] == positive ? 1.0 : -1.0;
  }
  return STATUS_OK;
}

static status read(file_rows *rows, const void *self) {
  const bitmaps *asked = self;
  CLEANUP(bitmaps_free) bitmaps_data data = {0};
  TRY(bitmaps_read(rows->path, &data));
  TRY((rows->given != NULL ? take_all_rows : select_rows)(rows, &data, asked));
  return dense_rows_finish(rows, &asked->dense);
}

static status begin(const void *self, const problem_class *class, const char *who, const char *path, cJSON *reading) {
  return FAIL(STATUS_INVALID, "%s: its rows are no lines, expected table, libsvm or regression_data", who);
}

static const file_rows_reader reader = {.shared = FILE_ROWS_SHARED(file_rows, file_rows_clear),
                                        .from = PLACE(bitmaps, file),
                                        .to = sizeof(bitmaps) + 1,
                                        .read = read};
static const problem_methods methods = {LABELLED_ROWS_METHODS(bitmaps), .facts = labelled_rows_facts,
                                        .reading = row_trials_reading, .begin = begin};

const problem_class problem_bitmaps = {
    .about = {.name = "bitmaps",
              .title = "Bitmaps of digits",
              .citation = "Alpaydin and Kaynak 1998 (the data and their format)",
              .help =
                  "bitmaps of handwritten digits, one digit against the rest, with or without the digit's own subspace",
              .formula = "$X=xx^T$ with $|x|=1$, or $X=\\mathrm{diag}(x)$ with $x_i\\in[0,1]$, for the rows $x$ of the "
                         "file; $y=1$ iff the digit is the one asked for",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .variant = &reader,
};
