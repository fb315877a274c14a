#include "data/match_result.h"
#include "base/text.h"
#include <strings.h>

enum { PLAIN = 32 }; /* for a text; what is longer says no result */

static bool is_among(const char *text, size_t count, const char *const *words) {
  bool found = false;
  for (size_t k = 0; k < count && !found; k++) found = strcasecmp(text, words[k]) == 0;
  return found;
}
#define IS_AMONG(text, words) is_among(text, sizeof(words) / sizeof *(words), words)

static bool read_goals(const char *text, double *outcome) {
  static const char digits[] = "0123456789";
  const size_t first = strspn(text, digits);
  if (first == 0 || first > 9 || text[first] != '-') return false;
  const char *other = text + first + 1;
  const size_t second = strspn(other, digits);
  if (second == 0 || second > 9 || other[second] != '\0') return false;
  const long goals = strtol(text, NULL, 10), others = strtol(other, NULL, 10);
  *outcome = goals > others ? 1.0 : goals < others ? 0.0 : 0.5;
  return true;
}

/* As it is compared with words: without blanks, 1/2 for the sign of a half, - for a colon and for the dash of goals. */
static void plain_result(const char *text, char out[PLAIN]) {
  static const char *const signs[][2] = {{" ", ""}, {":", "-"}, {"\u2013", "-"}, {"\u2212", "-"}, {"\u00bd", "1/2"}};
  size_t length = 0;
  while (*text != '\0' && length + 4 < PLAIN) {
    size_t k = 0;
    while (k < sizeof signs / sizeof *signs && strncmp(text, signs[k][0], strlen(signs[k][0])) != 0) k++;
    if (k == sizeof signs / sizeof *signs) {
      out[length++] = *text++;
      continue;
    }
    memcpy(out + length, signs[k][1], strlen(signs[k][1]));
    length += strlen(signs[k][1]);
    text += strlen(signs[k][0]);
  }
  out[length] = '\0';
}

bool match_result(const char *text, const char *first, const char *second, bool goals, double *outcome) {
  static const char *const won[] = {"H", "W", "win", "home", "white", "1-0"}, *const lost[] = {"A",    "L",     "loss",
                                                                                               "away", "black", "0-1"},
                           *const drawn[] = {"D", "draw", "tie", "X", "1/2", "1/2-1/2", "0.5-0.5"};
  double number = 0.0;
  char plain[PLAIN];
  plain_result(text, plain);
  if (strcmp(text, first) == 0 || strcmp(text, second) == 0) {
    *outcome = strcmp(text, first) == 0;
  } else if (IS_AMONG(plain, won)) {
    *outcome = 1.0;
  } else if (IS_AMONG(plain, lost)) {
    *outcome = 0.0;
  } else if (IS_AMONG(plain, drawn)) {
    *outcome = 0.5;
  } else if (number_parse(plain, &number)) {
    *outcome = number == 2.0 ? 0.0 : number; /* as in 1, X, 2 */
    return number == 0.0 || number == 0.5 || number == 1.0 || number == 2.0;
  } else {
    return goals && read_goals(plain, outcome);
  }
  return true;
}

bool match_goals(const text_table *table, size_t column) {
  bool chess = false;
  for (size_t i = 0; i < table->rows && !chess; i++) {
    char plain[PLAIN];
    plain_result(text_table_cell(table, i, column), plain);
    chess = strcmp(plain, "1/2-1/2") == 0;
  }
  return !chess;
}

bool match_is_draw(const char *text) {
  static const char *const words[] = {"", "draw", "tie", "X"};
  return IS_AMONG(text, words);
}

bool match_is_open(const char *text) {
  return text_is_gap_of_numbers(text) || strcmp(text, "*") == 0;
}

bool match_is_walkover(const char *text) {
  static const char *const words[] = {"W/O", "WO",  "W.O.",      "walkover",  "forfeit", "P-P",
                                      "A-A", "PPD", "postponed", "cancelled", "canceled"};
  return IS_AMONG(text, words);
}
