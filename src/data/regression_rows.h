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
  const char *path;
} regression_rows;

/* Reads the file at `path`, which outlives the rows, as the options below say, for a problem with `order` and `passes`; `given`: the reading of
 * another file, or NULL. `trials`: rows that are played, after which the reading of online = true ends; 0: all. To be freed with
 * regression_rows_free even after a failure. Messages: "FILE:LINE: what, what was expected". */
status regression_rows_load(const char *path, const options *values, const cJSON *given, size_t trials,
                            regression_rows *rows);
void regression_rows_free(regression_rows *rows);
/* The same of the file that the option names, read once for all members with the same options (data/shared_data.h) and owned by the member. */
status regression_rows_share(void *self, const data_folders *folders, const options *values, size_t trials,
                             const regression_rows **rows);
/* The reading of rows that come one by one, from the first of them alone. */
status regression_rows_begin(const char *path, const options *values, cJSON *reading);
/* A reading with the member "online" goes on by the rows of the file. */
status regression_rows_extend(const char *path, const options *values, cJSON *reading);
/* A row as an INSTANCE_VECTOR or INSTANCE_DYAD, a view. */
instance regression_rows_instance(const regression_rows *rows, instance_kind kind, size_t row);
/* Adds what was computed from all rows, with shift and divisor, to the object. */
status regression_rows_reading(const regression_rows *rows, cJSON *out);

#define REGRESSION_ROWS_PARAMETERS                                                                                     \
  {.name = "file", .type = PARAMETER_FILE, .meaning = "data file: a text table, or LIBSVM's format"},                  \
      {.name = "format",                                                                                               \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "table",                                                                                               \
       .choices = "table libsvm",                                                                                      \
       .meaning = "one row per line, columns separated by `separator`; or label index:value ..."},                     \
      {.name = "n",                                                                                                    \
       .type = PARAMETER_INTEGER,                                                                                      \
       .value = "",                                                                                                    \
       .low = 1,                                                                                                       \
       .high = LIBSVM_INDEX_LIMIT,                                                                                     \
       .meaning = "libsvm: number of features; absent: the largest index that occurs"},                                \
      FEATURE_PARAMETERS,                                                                                              \
      {.name = "label",                                                                                                \
       .type = PARAMETER_TEXT,                                                                                         \
       .value = "",                                                                                                    \
       .meaning = "table: the column of the label, by number from 1 or by name; absent: the last one"},                \
      {.name = "scaling",                                                                                              \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "none",                                                                                                \
       .choices = "none unit max_abs standard rank",                                                                   \
       .meaning = "of each feature: none; unit: its range to [0,1]; max_abs: by its largest modulus; standard: mean "  \
                  "0, standard deviation 1 (a constant one becomes 0); rank: the share of its numbers below it, plus " \
                  "half of those equal"},                                                                              \
      {.name = "intercept",                                                                                            \
       .type = PARAMETER_BOOLEAN,                                                                                      \
       .value = "false",                                                                                               \
       .meaning = "add a last feature that is always 1"},                                                              \
      {.name = "normalize",                                                                                            \
       .type = PARAMETER_CHOICE,                                                                                       \
       .value = "none",                                                                                                \
       .choices = "none unit largest",                                                                                 \
       .meaning = "afterwards, with the intercept: none; each x to |x|_2 = 1; all by the largest |x|_2"},              \
  {                                                                                                                    \
    .name = "label_scaling", .type = PARAMETER_CHOICE, .value = "none", .choices = "none unit centred standard",       \
    .meaning = "none; unit: their range to [0,1]; centred: mean 0; standard: mean 0, standard deviation 1"             \
  }

#endif
