#include "data/match_result.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static bool is_among(const char *text, size_t count, const char *const *words) {
  bool found = false;
  for (size_t k = 0; k < count && !found; k++) found = strcasecmp(text, words[k]) == 0;
  return found;
}
#define IS_AMONG(text, words) is_among(text, sizeof(words) / sizeof *(words), words)

static bool read_goals(const char *text, double *outcome) {
  static const char digits[] = "0123456789";
  const size_t first = strspn(text, digits);
  if (first == 0 || first > 9 || (text[first] != '-' && text[first] != ':')) return false;
  const char *other = text + first + 1;
  const size_t second = strspn(other, digits);
  if (second == 0 || second > 9 || other[second] != '\0') return false;
  const long goals = strtol(text, NULL, 10), others = strtol(other, NULL, 10);
  *outcome = goals > others ? 1.0 : goals < others ? 0.0 : 0.5;
  return true;
}

bool match_result(const char *text, const char *first, const char *second, bool goals, double *outcome) {
  static const char *const won[] = {"H", "W", "win", "home", "1-0"}, *const lost[] = {"A", "L", "loss", "away", "0-1"},
                           *const drawn[] = {"D", "draw", "tie", "X", "1/2", "1/2-1/2", "0.5-0.5"};
  double number = 0.0;
  if (strcmp(text, first) == 0 || strcmp(text, second) == 0) {
    *outcome = strcmp(text, first) == 0;
  } else if (IS_AMONG(text, won)) {
    *outcome = 1.0;
  } else if (IS_AMONG(text, lost)) {
    *outcome = 0.0;
  } else if (IS_AMONG(text, drawn)) {
    *outcome = 0.5;
  } else if (number_parse(text, &number)) {
    *outcome = number == 2.0 ? 0.0 : number; /* as in 1, X, 2 */
    return number == 0.0 || number == 0.5 || number == 1.0 || number == 2.0;
  } else {
    return goals && read_goals(text, outcome);
  }
  return true;
}

bool match_goals(const text_table *table, size_t column) {
  bool chess = false;
  for (size_t i = 0; i < table->rows && !chess; i++) chess = strcmp(text_table_cell(table, i, column), "1/2-1/2") == 0;
  return !chess;
}

bool match_is_draw(const char *text) {
  static const char *const words[] = {"", "draw", "tie", "X"};
  return IS_AMONG(text, words);
}

bool match_is_open(const char *text) {
  return text_is_gap(text) || strcmp(text, "*") == 0;
}

bool match_is_walkover(const char *text) {
  static const char *const words[] = {"W/O", "WO", "W.O.", "walkover", "forfeit"};
  return IS_AMONG(text, words);
}
