/* Bitmaps of handwritten digits as a sequence of trials: real data in n = width x height dimensions, one digit against the rest. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "data/bitmaps_file.h"
#include "problems/rows/labelled_rows.h"

typedef struct bitmaps {
  labelled_rows rows; /* first */
  const char *file;
  size_t positive;
  number_list classes;
} bitmaps;

static const parameter parameters[] = {
    OPTION_FILE(bitmaps, file, REQUIRED, "text file of bitmaps, as optdigits-orig.tra"),
    OPTION_COUNT(bitmaps, positive, REQUIRED, 0, 9, "the digit that is labelled 1; all others -1"),
    OPTION_NUMBERS(bitmaps, classes, ABSENT, 0, 9, "only these digits; absent: all"),
    LABELLED_ROWS_PARAMETERS,
};

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

static status check_given(const char *path, const bitmaps_data *data, const bitmaps *asked, const char *who,
                          const cJSON *given) {
  size_t width = 0, height = 0;
  status code = state_check_names(given, asked->rows.centre ? "width height mean" : "width height");
  if (code == STATUS_OK) code = state_get_count(given, "width", 1, BITMAPS_SIDE, &width);
  if (code == STATUS_OK) code = state_get_count(given, "height", 1, BITMAPS_SIDE, &height);
  if (code != STATUS_OK) return status_context(code, "%s: reading", who);
  if (data->width == width && data->height == height) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: bitmaps of %zu x %zu, expected %zu x %zu", path, data->width, data->height, width,
              height);
}

/* Takes all rows of a file that is read with another file's reading; rows of other classes have no label. */
static status take_all_rows(const char *path, const bitmaps_data *data, const bitmaps *asked, const char *who,
                            labelled_data *rows) {
  const size_t n = data->width * data->height, positive = asked->positive;
  bool chosen[10];
  TRY(check_given(path, data, asked, who, rows->given));
  TRY(choose_classes(asked, who, chosen));
  TRY(labelled_data_room(n, data->count, rows));
  for (size_t i = 0; i < data->count; i++) {
    for (size_t j = 0; j < n; j++) rows->value[i * n + j] = data->pixel[i * n + j];
    rows->label[i] = data->class[i] == positive ? 1.0 : chosen[data->class[i]] ? -1.0 : NAN;
  }
  return STATUS_OK;
}

static status select_rows(const char *path, const bitmaps_data *data, const bitmaps *asked, const char *who,
                          labelled_data *rows) {
  const size_t n = data->width * data->height, positive = asked->positive;
  bool chosen[10];
  size_t count = 0, found[10] = {0};
  TRY(choose_classes(asked, who, chosen));
  TRY(state_add_count(rows->reading, "width", data->width));
  TRY(state_add_count(rows->reading, "height", data->height));
  for (size_t i = 0; i < data->count; i++) {
    count += chosen[data->class[i]];
    found[data->class[i]]++;
  }
  for (size_t digit = 0; digit < 10; digit++) {
    const bool needed = digit == positive || (chosen[digit] && asked->classes.count > 0);
    if (needed && found[digit] == 0)
      return FAIL(STATUS_INVALID, "%s: no bitmap of the digit %zu, expected at least one", path, digit);
  }
  TRY(labelled_data_room(n, count, rows));
  count = 0;
  for (size_t i = 0; i < data->count; i++) {
    if (!chosen[data->class[i]]) continue;
    for (size_t j = 0; j < n; j++) rows->value[count * n + j] = data->pixel[i * n + j];
    rows->label[count++] = data->class[i] == positive ? 1.0 : -1.0;
  }
  return STATUS_OK;
}

static status read(labelled_data *rows, const void *self, const char *who, const char *path, size_t trials) {
  const bitmaps *asked = self;
  CLEANUP(bitmaps_free) bitmaps_data data = {0};
  (void)trials;
  TRY(bitmaps_read(path, &data));
  TRY((rows->given != NULL ? take_all_rows : select_rows)(path, &data, asked, who, rows));
  return labelled_data_finish(rows, who, &asked->rows);
}

static const labelled_rows_reader reader = {.shared = LABELLED_DATA_READER, .read = read};
static const problem_methods methods = {LABELLED_ROWS_METHODS(bitmaps), .begin = labelled_rows_begin};

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
              PARAMETERS(parameters)},
    .methods = &methods,
    .variant = &reader,
};
