/* Texts that say how a match ended. */
#pragma once

#include "data/text_table.h"

#define MATCH_RESULT_EXPECTED                                                                                        \
  "expected 1, 0, 0.5, 1-0, 0-1, 1/2-1/2, or H, A, D, or 1, X, 2, or W, L, D (of the one named first), or goals as " \
  "in 3-1, or the winner's name"

/* *outcome of the first: 1 won, 0 lost, 1/2 draw. False: the text says none of these. goals: of 3-1 and 3:1 the larger number wins.
 * Blanks do not count, and dashes and the sign of a half are read as well. */
bool match_result(const char *text, const char *first, const char *second, bool goals, double *outcome);
/* May the column have goals? Not beside 1/2-1/2: there 0-0 is a game that both lost. */
bool match_goals(const text_table *table, size_t column);
/* Nothing, draw, tie or X, in the place of a winner. */
bool match_is_draw(const char *text);
/* A gap, a dash, or * as of a game that goes on. */
bool match_is_open(const char *text);
/* W/O, walkover or forfeit; P-P, A-A, postponed or cancelled: nobody has played. */
bool match_is_walkover(const char *text);
