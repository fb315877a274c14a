/* Results of matches, in a table with a line of column names. */
#ifndef DATA_MATCHES_FILE_H
#define DATA_MATCHES_FILE_H

#include "data/entry_names.h"
#include "data/text_table.h"
#include "registry/parameter.h"
#include "spectral/instance/instance.h"

typedef struct match {
  size_t first, second; /* numbers of the names */
  double outcome;       /* of the first: 1 won, 0 lost, 1/2 draw */
  meeting meeting;      /* of the first as row */
} match;

typedef struct matches_data {
  size_t count;
  match *match; /* count, in the order of the file; without draws that are dropped */
  entry_names names;
  char *season;   /* of the last match; NULL: no seasons */
  size_t seasons; /* its number */
  size_t rows, left_out, others,
      draws; /* rows of the file; left out by leave_out; of other than the top_teams; draws, kept or dropped */
} matches_data;

/* Rows for parameter tables: which columns there are. */
#define MATCHES_PARAMETERS                                                                                          \
  {.name = "file", .type = PARAMETER_FILE, .meaning = "table with a line of column names"},                         \
      {.name = "separator",                                                                                         \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "comma",                                                                                            \
       .choices = "comma semicolon tab blank",                                                                      \
       .meaning = "what stands between columns"},                                                                   \
      {.name = "first", .type = PARAMETER_TEXT, .meaning = "column: the one named first"},                          \
      {.name = "second", .type = PARAMETER_TEXT, .meaning = "column: the other one"},                               \
      {.name = "first_score",                                                                                       \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: a number; the higher one wins"},                                                         \
      {.name = "second_score", .type = PARAMETER_TEXT, .value = "", .meaning = "column: that of the other one"},    \
      {.name = "winner",                                                                                            \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: the winner's name, empty for a draw"},                                                   \
      {.name = "result",                                                                                            \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: 1, 0, 0.5 or 1-0, 0-1, 1/2-1/2 or H, A, D; without scores, winner and result the first " \
                  "one wins"},                                                                                      \
      {.name = "time",                                                                                              \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: a date (2000-01-31, 31/01/2000, 20000131) or number that must not go back unless order " \
                  "= time; absent: not checked"},                                                                   \
      {.name = "leave_out",                                                                                         \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "COLUMN=TEXT: without the rows that have the text there, as matches not played"},                 \
      {.name = "missing",                                                                                           \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "refuse",                                                                                           \
       .choices = "refuse drop",                                                                                    \
       .meaning = "a match without scores or result: refused, or left out as one not played"},                      \
      {.name = "home",                                                                                              \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "none",                                                                                             \
       .choices = "none first",                                                                                     \
       .meaning = "who plays at home: none is known, or the one named first"},                                      \
      {.name = "neutral",                                                                                           \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "COLUMN=TEXT: nobody is at home in the rows that have the text there; needs home = first"},       \
      {.name = "weight",                                                                                            \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: how much a match counts, a number above 0 or a text of weights; absent: 1"},             \
      {.name = "weights",                                                                                           \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "TEXT=NUMBER,...: what the texts of the column weight count; *=NUMBER: all others"},              \
      {.name = "season",                                                                                            \
       .type = PARAMETER_TEXT,                                                                                      \
       .value = "",                                                                                                 \
       .meaning = "column: the season, a text or, of a date, its year; learners may carry ratings over"},           \
      {.name = "season_month",                                                                                      \
       .type = PARAMETER_INTEGER,                                                                                   \
       .value = "1",                                                                                                \
       .low = 1,                                                                                                    \
       .high = 12,                                                                                                  \
       .meaning = "the month in which a season begins, where the column season is a date"},                         \
      {.name = "draws",                                                                                             \
       .type = PARAMETER_CHOICE,                                                                                    \
       .value = "drop",                                                                                             \
       .choices = "drop half",                                                                                      \
       .meaning = "drop: without them; half: the label 1/2"},                                                       \
  {                                                                                                                 \
    .name = "top_teams", .type = PARAMETER_INTEGER, .value = "", .low = 2, .high = 1e6,                             \
    .meaning = "only matches between those with most matches, draws too, in the whole file; absent: all"            \
  }

/* Messages: "FILE:LINE: column C is 'x', expected ..." and the like; of the options: "WHO: ...". */
status matches_read(const char *path, const options *values, matches_data *data);
/* Other matches of the players of `known`, whose members `names` and `season` count, as matches to come: scores, winner and result may be
 * missing or empty, and the outcome is then NaN. Nothing is left out or checked that only learning needs: draws, time, weight. */
status matches_read_more(const char *path, const options *values, const matches_data *known, matches_data *data);
void matches_free(matches_data *data); /* safe on a zeroed one */

#endif
