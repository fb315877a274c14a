/* Results of matches, in a table with a line of column names. */
#pragma once

#include "data/entry_names.h"
#include "data/text_table.h"
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
      draws;     /* rows of the file; left out by leave_out; of other than the top_teams; draws, kept or dropped */
  size_t latin1; /* letters of Latin-1 in the file */
} matches_data;

typedef enum home_choice { HOME_NONE, HOME_FIRST } home_choice;
typedef enum draws_choice { DRAWS_DROP, DRAWS_HALF } draws_choice;

/* Which columns there are, and what they say. Texts: NULL where they are absent. */
typedef struct matches_options {
  const char *file;
  text_separator separator;
  decimal_choice decimal;
  const char *first, *second, *first_score, *second_score, *winner, *result, *time, *leave_out;
  missing_choice missing;
  home_choice home;
  const char *neutral, *weight, *weights, *season;
  size_t season_month;
  draws_choice draws;
  size_t top_teams;
} matches_options;

/* Rows for parameter tables of a state with `matches_options read`. */
#define MATCHES_PARAMETERS(type)                                                                                       \
  OPTION_FILE_AS("file", type, read.file, REQUIRED, "table with a line of column names"),                              \
      OPTION_CHOICE_AS("separator", type, read.separator, "comma", "comma semicolon tab blank",                        \
                       "what stands between columns"),                                                                 \
      OPTION_CHOICE_AS("decimal", type, read.decimal, ABSENT, "point comma",                                           \
                       "what stands before the decimals of numbers; absent: a point"),                                 \
      OPTION_TEXT_AS("first", type, read.first, REQUIRED, "column: the one named first"),                              \
      OPTION_TEXT_AS("second", type, read.second, REQUIRED, "column: the other one"),                                  \
      OPTION_TEXT_AS("first_score", type, read.first_score, ABSENT, "column: a number; the higher one wins"),          \
      OPTION_TEXT_AS("second_score", type, read.second_score, ABSENT, "column: that of the other one"),                \
      OPTION_TEXT_AS("winner", type, read.winner, ABSENT, "column: the winner's name, empty for a draw"),              \
      OPTION_TEXT_AS("result", type, read.result, ABSENT,                                                              \
                     "column: 1, 0, 0.5 or 1-0, 0-1, 1/2-1/2 or H, A, D or 1, X, 2, goals as in 3-1, or the winner's " \
                     "name; without scores, winner and result the first one wins"),                                    \
      OPTION_TEXT_AS("time", type, read.time, ABSENT,                                                                  \
                     "column: a date (2000-01-31, 31/01/2000, 31-Jan-2000, 20000131, perhaps with a time) or number "  \
                     "that must not go back unless order = time; absent: not checked"),                                \
      OPTION_TEXT_AS("leave_out", type, read.leave_out, ABSENT,                                                        \
                     "COLUMN=TEXT: without the rows that have the text there, as matches not played"),                 \
      OPTION_CHOICE_AS(                                                                                                \
          "missing", type, read.missing, "refuse", "refuse drop",                                                      \
          "a match without scores, result (or *), time or season: refused, or left out as one not played"),            \
      OPTION_CHOICE_AS("home", type, read.home, "none", "none first",                                                  \
                       "who plays at home: none is known, or the one named first"),                                    \
      OPTION_TEXT_AS("neutral", type, read.neutral, ABSENT,                                                            \
                     "COLUMN=TEXT: nobody is at home in the rows that have the text there; needs home = first"),       \
      OPTION_TEXT_AS("weight", type, read.weight, ABSENT,                                                              \
                     "column: how much a match counts, a number above 0 or a text of weights; absent: 1"),             \
      OPTION_TEXT_AS("weights", type, read.weights, ABSENT,                                                            \
                     "TEXT=NUMBER,...: what the texts of the column weight count; *=NUMBER: all others"),              \
      OPTION_TEXT_AS("season", type, read.season, ABSENT,                                                              \
                     "column: the season, a text or, of a date, its year; learners may carry ratings over"),           \
      OPTION_COUNT_AS("season_month", type, read.season_month, "1", 1, 12,                                             \
                      "the month in which a season begins, where the column season is a date"),                        \
      OPTION_CHOICE_AS("draws", type, read.draws, "drop", "drop half", "drop: without them; half: the label 1/2"),     \
      OPTION_COUNT_AS("top_teams", type, read.top_teams, ABSENT, 2, 1e6,                                               \
                      "only matches between those with most matches, draws too, in the whole file; absent: all")

/* by_time: sorted by time, which otherwise must not go back. Messages: "FILE:LINE: column C is 'x', expected ..." and the like; of the
 * options: "WHO: ...". */
status matches_read(const char *path, const char *who, const matches_options *asked, bool by_time, matches_data *data);
/* Other matches of the players of `known`, whose members `names` and `season` count, as matches to come: scores, winner and result may be
 * missing or empty, and the outcome is then NaN. Nothing is left out or checked that only learning needs: draws, time, weight. */
status matches_read_more(const char *path, const char *who, const matches_options *asked, const matches_data *known,
                         matches_data *data);
void matches_free(matches_data *data); /* safe on a zeroed one */
