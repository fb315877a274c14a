/* Columns that are recognised by their names, as "Home Team", home_team and HomeTeam are one: those of matches and of ratings. Names are lists of
 * words, separated by blanks, the surest first. A column that is found is one of the table by its number, from 0; the number of columns: there is none. */
#pragma once

#include "data/text_table.h"

/* Is the name of column j one of the words? */
bool column_is_named(const text_table *table, size_t j, const char *words);
/* The column with the first of the words that is a name. */
size_t column_named(const text_table *table, const char *words);

typedef struct match_columns {
  size_t first, second, first_score, second_score, result, time, neutral, season;
  size_t untold;     /* called as a time, but without one that is read */
  size_t bad_result; /* the first row whose result is none; rows: all are */
  bool wins, scores; /* the first one has won; both scores are there */
  bool winner;       /* the result is the winner's name, and nothing for a draw */
  bool complete;     /* both teams, and how it ended */
} match_columns;

/* Sure are the teams and scores that are named so; a column of results must have nothing but results. A season stands for the time where there is no other. */
match_columns match_columns_of(const text_table *table);

typedef struct match_facts {
  size_t unplayed;      /* rows without a score or result */
  bool ordered;         /* the rows are in the order of time */
  bool to_sort;         /* they are not, and have a time that is finer than a season */
  bool home;            /* the first one is at home */
  const char *walkover; /* a text that says that nobody played, in this column; NULL: there is none */
  size_t walkover_column;
  const char *neutral_where; /* the text in the column `neutral` of matches on neutral ground; NULL: there is none */
} match_facts;
status match_facts_of(const text_table *table, const match_columns *columns, match_facts *out);

typedef struct rating_columns {
  size_t who, what, rating, time;
  bool complete; /* all but time */
} rating_columns;
rating_columns rating_columns_of(const text_table *table);
