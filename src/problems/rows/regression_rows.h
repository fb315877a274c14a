/* Rows of numbers with real labels, from a text table or a file in LIBSVM's format, as trials. */
#pragma once

#include "problems/rows/file_rows.h"

typedef struct regression_rows {
  file_rows all;                                       /* first */
  double largest_entry, largest_length, largest_label; /* largest |x|_inf, |x|_2 and |y| */
  double label_shift, label_divisor;                   /* the label is (y - shift)/divisor */
  /* Features that are scaled, all x to (x - shift)/divisor: n before the intercept; 0 for ranks and online. */
  size_t scaled;
  double *shift, *divisor; /* scaled: one array of both; divisor 0: a constant feature, which becomes 0 */
} regression_rows;

typedef enum rows_format { ROWS_TABLE, ROWS_LIBSVM } rows_format;
typedef enum rows_scaling {
  ROWS_SCALING_NONE,
  ROWS_SCALING_UNIT,
  ROWS_SCALING_MAX_ABS,
  ROWS_SCALING_STANDARD,
  ROWS_SCALING_RANK
} rows_scaling;
typedef enum rows_normalize { ROWS_NORMALIZE_NONE, ROWS_NORMALIZE_UNIT, ROWS_NORMALIZE_LARGEST } rows_normalize;
typedef enum label_scaling { LABELS_NONE, LABELS_UNIT, LABELS_CENTRED, LABELS_STANDARD } label_scaling;

typedef struct regression_options {
  const char *file;
  rows_format format;
  size_t n;
  feature_options features;
  const char *label;
  rows_scaling scaling;
  bool intercept;
  rows_normalize normalize;
  label_scaling label_scaling;
} regression_options;

/* The first member of a problem's state; regression_rows_reader is the variant of its class. */
typedef struct regression_trials {
  row_trials trials; /* first */
  regression_options read;
} regression_trials;

extern const file_rows_reader regression_rows_reader;
/* What was read. */
const regression_rows *regression_rows_of(const void *self);

/* Members of problem_methods. */
status regression_rows_reading(void *self, cJSON *out);
status regression_rows_begin(const void *self, const problem_class *class, const char *who, const char *path,
                             cJSON *reading);
/* Rows, rows of zeros, features. */
status regression_rows_notes(void *self, cJSON *out);

/* Rows for parameter tables. */
#define REGRESSION_ROWS_PARAMETERS                                                                                    \
  OPTION_FILE_AS("file", regression_trials, read.file, REQUIRED, "data file: a text table, or LIBSVM's format"),      \
      OPTION_CHOICE_AS("format", regression_trials, read.format, "table", "table libsvm",                             \
                       "one row per line, columns separated by `separator`; or label index:value ..."),               \
      OPTION_COUNT_AS("n", regression_trials, read.n, ABSENT, 1, LIBSVM_INDEX_LIMIT,                                  \
                      "libsvm: number of features; absent: the largest index that occurs"),                           \
      FEATURE_PARAMETERS(regression_trials, read.features),                                                           \
      OPTION_TEXT_AS("label", regression_trials, read.label, ABSENT,                                                  \
                     "table: the column of the label, by number from 1 or by name; absent: the last one"),            \
      OPTION_CHOICE_AS("scaling", regression_trials, read.scaling, "none", "none unit max_abs standard rank",         \
                       "of each feature: none; unit: its range to [0,1]; max_abs: by its largest modulus; standard: " \
                       "mean 0, standard deviation 1 (a constant one becomes 0); rank: the share of its numbers "     \
                       "below it, plus half of those equal"),                                                         \
      OPTION_FLAG_AS("intercept", regression_trials, read.intercept, "false", "add a last feature that is always 1"), \
      OPTION_CHOICE_AS("normalize", regression_trials, read.normalize, "none", "none unit largest",                   \
                       "afterwards, with the intercept: none; each x to |x|_2 = 1; all by the largest |x|_2"),        \
      OPTION_CHOICE_AS("label_scaling", regression_trials, read.label_scaling, "none", "none unit centred standard",  \
                       "none; unit: their range to [0,1]; centred: mean 0; standard: mean 0, standard deviation 1")
