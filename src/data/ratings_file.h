/* Ratings in a table with a line of column names, one per line: who rated what, how, and when. */
#pragma once

#include "data/entry_names.h"
#include "data/text_table.h"

typedef struct rating {
  size_t row, column; /* who and what: numbers of the names */
  double value;       /* from low to high */
} rating;

typedef struct ratings_data {
  size_t count;
  rating *rating; /* count: in the order of the file, or by time */
  entry_names who, what;
  size_t rows;   /* of the file */
  size_t latin1; /* letters of Latin-1 in it */
} ratings_data;

typedef struct ratings_options {
  const char *file;
  text_separator separator;
  decimal_choice decimal;
  const char *row, *column, *rating, *time;
  missing_choice missing;
  double low, high;
  size_t top_rows, top_columns;
} ratings_options;

/* Rows for parameter tables of a state with `ratings_options read`. */
#define RATINGS_PARAMETERS(type)                                                                                     \
  OPTION_FILE_AS("file", type, read.file, REQUIRED, "table with a line of column names"),                            \
      OPTION_CHOICE_AS("separator", type, read.separator, "comma", "comma semicolon tab blank",                      \
                       "what stands between columns; blank: any run of blanks and tabs"),                            \
      OPTION_CHOICE_AS("decimal", type, read.decimal, ABSENT, "point comma",                                         \
                       "what stands before the decimals of numbers; absent: a point"),                               \
      OPTION_TEXT_AS("row", type, read.row, "userId", "column: who rates"),                                          \
      OPTION_TEXT_AS("column", type, read.column, "movieId", "column: what is rated"),                               \
      OPTION_TEXT_AS("rating", type, read.rating, "rating", "column: the rating, a number"),                         \
      OPTION_TEXT_AS("time", type, read.time, "timestamp",                                                           \
                     "column: a number or a date, by which order = time sorts; ties stay in the order of the file"), \
      OPTION_CHOICE_AS(                                                                                              \
          "missing", type, read.missing, ABSENT, "refuse drop",                                                      \
          "a row without a rating, or with order = time without a time: refused, or left out; absent: refuse"),      \
      OPTION_NUMBER_AS("low", type, read.low, "0.5", 0, 0, "the lowest rating that there can be: label -1"),         \
      OPTION_NUMBER_AS("high", type, read.high, "5", 0, 0, "the highest one, label 1"),                              \
      OPTION_COUNT_AS("top_rows", type, read.top_rows, ABSENT, 1, 1e6,                                               \
                      "only those who rated most in the whole file; absent: all"),                                   \
      OPTION_COUNT_AS("top_columns", type, read.top_columns, ABSENT, 1, 1e6,                                         \
                      "only what was rated most in the whole file; absent: all")

/* As the options above say. Messages: "FILE:LINE: column C is 'x', expected ..." and the like. */
status ratings_read(const char *path, const ratings_options *asked, bool by_time, ratings_data *data);
/* Other ratings, and pairs without one, in the file's order: the rating may be missing or empty, and is NaN then. `known`: names of a learned file,
 * who and what. data->who and data->what have the names that are not among them, whose numbers are behind theirs. */
status ratings_read_more(const char *path, const ratings_options *asked, const ratings_data *known, ratings_data *data);
void ratings_free(ratings_data *data); /* safe on a zeroed one */
