/* The columns of a text table as numbers: one column is the target, a class or a label, the others become features. A column of numbers is
 * one feature; a column of texts is an indicator for each of its texts; ordered texts count from 0; dates are days. A row whose target is
 * a gap is left out where gaps are allowed. */
#pragma once

#include "data/text_table.h"

typedef struct feature_column feature_column;

typedef struct features {
  text_table table;
  size_t target; /* column, from 0 */
  size_t rows;   /* without those that are dropped */
  size_t n;
  /* rows x n; NaN: a gap, which no scale looks at: then 0 (missing = indicator), or of a row to predict, which gets no answer */
  double *value;
  size_t *row;       /* rows: of the table */
  size_t *line;      /* rows: of the file, from 1 */
  const char **text; /* rows: the target */
  size_t *from;      /* n: the column in the file of each feature, from 1 */
  size_t dropped;    /* rows left out for a gap */
  size_t gaps;       /* cells that `missing` filled */
  size_t ignored;    /* columns whose names were not learned */
  feature_column *column;
} features;

typedef enum texts_choice { TEXTS_REFUSE, TEXTS_INDICATOR, TEXTS_OMIT, TEXTS_ABSENT } texts_choice;
typedef enum gaps_choice { GAPS_REFUSE, GAPS_MEAN, GAPS_INDICATOR, GAPS_DROP, GAPS_ABSENT } gaps_choice;

/* Texts: NULL where they are absent; fit: NaN. */
typedef struct feature_options {
  text_separator separator;
  bool header;
  decimal_choice decimal;
  const char *columns, *omit, *one_hot;
  texts_choice texts;
  const char *ordered, *dates;
  gaps_choice missing;
  double fit;
  bool online;
} feature_options;

/* How a problem asks for features, and keeps what was read. */
typedef struct feature_form {
  const char *who;      /* begins messages about options */
  const char *target;   /* the option that names the column of the target */
  column_choice column; /* its value; without number and name: the last one */
  const char *texts;    /* member of a reading: the texts of each column of texts */
  /* the member columns does not count the target, and `texts` is there only where an option asks for it */
  bool besides;
  size_t
      more; /* rows with a reading that are learned, whose texts it has after so many or all; 0: they are predicted */
} feature_form;

/* Reads the table as the options below say. What was found in the data is added to `reading`; `given`, if it is not NULL, is such a
 * reading of other data, which the rows are read with, without a row dropped. To be freed even after a failure. Messages: "FILE:LINE:
 * column C is 'x', expected a finite number" and the like. */
status features_read(const char *path, const feature_options *asked, const feature_form *form, const cJSON *given,
                     cJSON *reading, features *out);
void features_free(features *data);
/* The reading of rows that come one by one, from the first of them alone, and the number of features. A column of texts has 32 indicators, which the
 * first texts get; with missing = indicator every column may have gaps. STATUS_INVALID for options that need numbers of all rows. */
status features_begin(const char *path, const feature_options *asked, const feature_form *form, cJSON *reading,
                      size_t *n);
/* STATUS_INVALID with the advice for an option whose numbers are found from all rows, and its value. */
status features_refuse_whole(const char *who, const char *option, const char *value);
/* The same for `scaling` where `online` may find it from the rows so far. */
status features_refuse_scaling(const char *who, const char *scaling);
/* STATUS_INVALID with what does not go with the option `online`, if it is true. */
status features_check_online(const char *who, const feature_options *asked, const char *scaling, bool shuffled,
                             size_t passes);
/* *out = the members of a reading, separated by blanks, with those of `more`; the caller frees it. */
status features_members(const feature_options *asked, const feature_form *form, const cJSON *given, const char *more,
                        char **out);
/* A target that is no number is refused, with the option that helps. */
status features_number(const features *data, size_t row, double *value);
enum { FEATURES_SCALING = 80 };
/* "scaling = unit, fit = 0.1" */
void features_scaling(const char *scaling, double fit, bool online, char out[FEATURES_SCALING]);
/* *out = what was read from the file and done with it, in one line; the caller frees it. */
status features_said(const features *data, const feature_options *asked, const char *file, const char *scaling,
                     char **out);
/* Rows that means and scales are found from: the option `fit`. */
size_t features_fitted(const feature_options *asked, size_t rows);

/* Rows for parameter tables: member is a feature_options of the type. */
#define FEATURE_PARAMETERS(type, member)                                                                               \
  OPTION_CHOICE_AS("separator", type, member.separator, "comma", "comma semicolon tab blank",                          \
                   "table: between columns; blank: any run of blanks and tabs"),                                       \
      OPTION_FLAG_AS("header", type, member.header, "false",                                                           \
                     "table: the first line has the names of the columns; false: it has if it is all different texts " \
                     "and a number stands below one of them"),                                                         \
      OPTION_CHOICE_AS("decimal", type, member.decimal, ABSENT, "point comma",                                         \
                       "table: what stands before the decimals of numbers; absent: a point"),                          \
      OPTION_TEXT_AS("columns", type, member.columns, ABSENT,                                                          \
                     "table: the columns to take besides the target, by number from 1 or by name, separated by "       \
                     "commas; absent: all"),                                                                           \
      OPTION_TEXT_AS("omit", type, member.omit, ABSENT,                                                                \
                     "table: columns to leave out, by number or name, separated by commas; absent: none"),             \
      OPTION_TEXT_AS("one_hot", type, member.one_hot, ABSENT,                                                          \
                     "table: columns of texts, by number or name, separated by commas, each of which becomes an "      \
                     "indicator for each of its texts; absent: none"),                                                 \
      OPTION_CHOICE_AS("texts", type, member.texts, ABSENT, "refuse indicator omit",                                   \
                       "table: of other columns with a text that is no number; indicator: as one_hot; absent: "        \
                       "refuse"),                                                                                      \
      OPTION_TEXT_AS("ordered", type, member.ordered, ABSENT,                                                          \
                     "table: columns of ordered texts, as in size=small<medium<large, separated by commas: 0, 1, 2; "  \
                     "absent: none"),                                                                                  \
      OPTION_TEXT_AS("dates", type, member.dates, ABSENT,                                                              \
                     "table: columns of dates as in 2000-01-31, 31/01/2000 or 01/31/2000 (what fits all of the "       \
                     "column), separated by commas: days since 1970-01-01; absent: none"),                             \
      OPTION_CHOICE_AS(                                                                                                \
          "missing", type, member.missing, ABSENT, "refuse mean indicator drop",                                       \
          "table: of gaps (nothing, ?, NA, N/A, nan, null, None); mean: the column's, of texts no indicator; "         \
          "indicator: 0 after scaling, which does not look at it, and a further feature is 1; drop: "                  \
          "without the row; each of them: without the "                                                                \
          "rows in which the target is a gap; absent: refuse"),                                                        \
      OPTION_ABOVE_AS("fit", type, member.fit, ABSENT, 0, 1,                                                           \
                      "share of the rows, the first ones, that means and scales are found from; absent: all"),         \
      OPTION_FLAG_AS("online", type, member.online, ABSENT,                                                            \
                     "a row is scaled by its own numbers and those of the rows before it in the file: none knows "     \
                     "those after it; absent: false")
