/* Ratings in a table with a line of column names, one per line: who rated what, how, and when. */
#ifndef DATA_RATINGS_FILE_H
#define DATA_RATINGS_FILE_H

#include "data/entry_names.h"
#include "data/text_table.h"
#include "registry/parameter.h"

typedef struct rating {
  size_t row, column; /* who and what: numbers of the names */
  double value;       /* from low to high */
} rating;

typedef struct ratings_data {
  size_t count;
  rating *rating; /* count: in the order of the file, or by time */
  entry_names who, what;
  size_t rows; /* of the file */
} ratings_data;

/* Rows for parameter tables. */
#define RATINGS_PARAMETERS                                                                                      \
  {.name = "file", .type = PARAMETER_FILE, .meaning = "table with a line of column names"},                     \
      {.name = "separator",                                                                                     \
       .type = PARAMETER_CHOICE,                                                                                \
       .value = "comma",                                                                                        \
       .choices = "comma semicolon tab blank",                                                                  \
       .meaning = "what stands between columns; blank: any run of blanks and tabs"},                            \
      {.name = "row", .type = PARAMETER_TEXT, .value = "userId", .meaning = "column: who rates"},               \
      {.name = "column", .type = PARAMETER_TEXT, .value = "movieId", .meaning = "column: what is rated"},       \
      {.name = "rating", .type = PARAMETER_TEXT, .value = "rating", .meaning = "column: the rating, a number"}, \
      {.name = "time",                                                                                          \
       .type = PARAMETER_TEXT,                                                                                  \
       .value = "timestamp",                                                                                    \
       .meaning = "column: a number, by which order = time sorts; ties stay in the order of the file"},         \
      {.name = "low",                                                                                           \
       .type = PARAMETER_NUMBER,                                                                                \
       .value = "0.5",                                                                                          \
       .meaning = "the lowest rating that there can be: label -1"},                                             \
      {.name = "high", .type = PARAMETER_NUMBER, .value = "5", .meaning = "the highest one, label 1"},          \
      {.name = "top_rows",                                                                                      \
       .type = PARAMETER_INTEGER,                                                                               \
       .value = "",                                                                                             \
       .low = 1,                                                                                                \
       .high = 1e6,                                                                                             \
       .meaning = "only those who rated most in the whole file; absent: all"},                                  \
  {                                                                                                             \
    .name = "top_columns", .type = PARAMETER_INTEGER, .value = "", .low = 1, .high = 1e6,                       \
    .meaning = "only what was rated most in the whole file; absent: all"                                        \
  }

/* As the options above say. Messages: "FILE:LINE: column C is 'x', expected ..." and the like. */
status ratings_read(const char *path, const options *values, bool by_time, ratings_data *data);
void ratings_free(ratings_data *data); /* safe on a zeroed one */

#endif
