/* Rows of numbers with real labels, from a text table or a file in LIBSVM's format, as trials. */
#ifndef DATA_REGRESSION_ROWS_H
#define DATA_REGRESSION_ROWS_H

#include <cjson/cJSON.h>

#include "data/data_path.h"
#include "data/features.h"
#include "data/libsvm_file.h"
#include "registry/parameter.h"
#include "spectral/instance/instance.h"

typedef struct regression_rows {
  libsvm_data data; /* labels and features as the trials have them; dense rows have all n entries */
  size_t n;         /* features, with the intercept */
  size_t zero;      /* rows without an entry other than 0 */
  double largest_entry, largest_length, largest_label; /* largest |x|_inf, |x|_2 and |y| */
  double label_shift, label_divisor;                   /* the label is (y - shift)/divisor */
  size_t
      scaled; /* features that are scaled, all x to (x - shift)/divisor: n before the intercept; 0 for ranks and online */
  double *shift, *divisor; /* scaled: one array of both; divisor 0: a constant feature, which becomes 0 */
  char *said;              /* what was read, in one line */
  cJSON *reading;          /* what else was computed from all rows: an object */
  /* A file opened with another one's reading: that reading; otherwise NULL. Labels that are gaps (features_gap) are NaN. */
  const cJSON *given;
  const char *path, *who; /* while it is read */
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

/* STATUS_INVALID for options that do not go with online = true; the order of the trials and their passes are those of the problem. */
status regression_rows_check(const char *who, const regression_options *asked, bool shuffled, size_t passes);
/* Reads the file at `path`, which outlives the rows, as the options below say, after regression_rows_check; `given`: the reading of
 * another file, or NULL. `trials`: rows that are played, after which the reading of online = true ends; 0: all. To be freed with
 * regression_rows_free even after a failure. Messages: "FILE:LINE: what, what was expected"; of options: "WHO: ...". */
status regression_rows_load(const char *path, const char *who, const regression_options *asked, const cJSON *given,
                            size_t trials, regression_rows *rows);
void regression_rows_free(regression_rows *rows);
/* The same of the option `file`, read once for all members with the same options (data/shared_data.h), which are written from the place `at` on
 * of the member `self`, and owned by it. */
status regression_rows_share(void *self, const data_folders *folders, const options *values, size_t at, const char *who,
                             const regression_options *asked, size_t trials, const regression_rows **rows);
/* The reading of rows that come one by one, from the first of them alone. */
status regression_rows_begin(const char *path, const char *who, const regression_options *asked, cJSON *reading);
/* A reading with the member "online" goes on by the rows of the file. */
status regression_rows_extend(const char *path, const char *who, const regression_options *asked, cJSON *reading);
/* A row as an INSTANCE_VECTOR or INSTANCE_DYAD, a view. */
instance regression_rows_instance(const regression_rows *rows, instance_kind kind, size_t row);
/* Adds what was computed from all rows, with shift and divisor, to the object. */
status regression_rows_reading(const regression_rows *rows, cJSON *out);

/* Rows for parameter tables of a state with `regression_options read`. */
#define REGRESSION_ROWS_PARAMETERS(type)                                                                              \
  OPTION_FILE_AS("file", type, read.file, REQUIRED, "data file: a text table, or LIBSVM's format"),                   \
      OPTION_CHOICE_AS("format", type, read.format, "table", "table libsvm",                                          \
                       "one row per line, columns separated by `separator`; or label index:value ..."),               \
      OPTION_COUNT_AS("n", type, read.n, ABSENT, 1, LIBSVM_INDEX_LIMIT,                                               \
                      "libsvm: number of features; absent: the largest index that occurs"),                           \
      FEATURE_PARAMETERS(type, read.features),                                                                        \
      OPTION_TEXT_AS("label", type, read.label, ABSENT,                                                               \
                     "table: the column of the label, by number from 1 or by name; absent: the last one"),            \
      OPTION_CHOICE_AS("scaling", type, read.scaling, "none", "none unit max_abs standard rank",                      \
                       "of each feature: none; unit: its range to [0,1]; max_abs: by its largest modulus; standard: " \
                       "mean 0, standard deviation 1 (a constant one becomes 0); rank: the share of its numbers "     \
                       "below it, plus half of those equal"),                                                         \
      OPTION_FLAG_AS("intercept", type, read.intercept, "false", "add a last feature that is always 1"),              \
      OPTION_CHOICE_AS("normalize", type, read.normalize, "none", "none unit largest",                                \
                       "afterwards, with the intercept: none; each x to |x|_2 = 1; all by the largest |x|_2"),        \
      OPTION_CHOICE_AS("label_scaling", type, read.label_scaling, "none", "none unit centred standard",               \
                       "none; unit: their range to [0,1]; centred: mean 0; standard: mean 0, standard deviation 1")

#endif
