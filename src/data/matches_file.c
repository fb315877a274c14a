#include "data/matches_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

typedef enum outcome_rule { FIRST_WINS, BY_SCORES, BY_WINNER, BY_RESULT } outcome_rule;

enum { FIRST, SECOND, OUTCOME, OTHER_SCORE };
enum { COLUMNS = 9 }; /* at most: also time, leave_out, neutral, weight and season */

/* COLUMN=TEXT */
typedef struct condition {
  char *column; /* owned */
  const char *text;
  size_t place; /* index of a requested column; 0: no condition */
} condition;

typedef struct matches_reader {
  const options *values;
  matches_data *data;
  const matches_data *known; /* of matches to come; NULL: these are learned */
  bool played;               /* the table says who won */
  text_table table;
  outcome_rule rule;
  size_t time, weight, season; /* indices of requested columns; 0: none */
  condition leave, neutral;
  const char *column[COLUMNS];
  size_t columns;
  size_t *kept;   /* rows of the table */
  size_t *number; /* of the names: all first ones of the kept rows, then all second ones */
} matches_reader;

void matches_free(matches_data *data) {
  entry_names_free(&data->names);
  free(data->season);
  free(data->match);
  *data = (matches_data){0};
}

static bool has(const matches_reader *r, const char *name) {
  return option_text(r->values, name)[0] != '\0';
}

static status find_rule(matches_reader *r) {
  const bool scores = has(r, "first_score"), winner = has(r, "winner"), result = has(r, "result");
  const char *who = option_who(r->values);
  if (scores != has(r, "second_score")) {
    return FAIL(STATUS_INVALID, "%s: first_score and second_score go together, expected both or none", who);
  }
  if (scores + winner + result > 1) {
    return FAIL(STATUS_INVALID, "%s: scores, winner and result each say who won, expected one of them", who);
  }
  r->rule = scores ? BY_SCORES : winner ? BY_WINNER : result ? BY_RESULT : FIRST_WINS;
  return STATUS_OK;
}

static size_t ask_for(matches_reader *r, const char *column) {
  r->column[r->columns] = column;
  return r->columns++;
}

static status find_condition(matches_reader *r, const char *option, condition *out) {
  const char *given = option_text(r->values, option), *equals = strchr(given, '=');
  if (given[0] == '\0') return STATUS_OK;
  if (equals == NULL || equals == given) {
    return FAIL(STATUS_INVALID, "%s: %s = \"%s\" must be COLUMN=TEXT", option_who(r->values), option, given);
  }
  TRY(memory_format(&out->column, "%.*s", (int)(equals - given), given));
  out->text = equals + 1;
  out->place = ask_for(r, out->column);
  return STATUS_OK;
}

static bool holds(const matches_reader *r, const condition *of, size_t row) {
  return of->place > 0 && strcmp(text_table_cell(&r->table, row, of->place), of->text) == 0;
}

static status find_columns(matches_reader *r) {
  TRY(find_rule(r));
  (void)ask_for(r, option_text(r->values, "first"));
  (void)ask_for(r, option_text(r->values, "second"));
  if (strcmp(r->column[FIRST], r->column[SECOND]) == 0) {
    return FAIL(STATUS_INVALID, "%s: first and second are both \"%s\", expected two columns", option_who(r->values),
                r->column[FIRST]);
  }
  if (r->rule != FIRST_WINS && r->played) {
    static const char *const names[] = {"", "first_score", "winner", "result"};
    (void)ask_for(r, option_text(r->values, names[r->rule]));
  }
  if (r->rule == BY_SCORES && r->played) (void)ask_for(r, option_text(r->values, "second_score"));
  if (has(r, "neutral") && option_is(r->values, "home", "none")) {
    return FAIL(STATUS_INVALID, "%s: neutral has no effect without home = first", option_who(r->values));
  }
  if (has(r, "weights") && !has(r, "weight")) {
    return FAIL(STATUS_INVALID, "%s: weights has no effect without weight, the column of their texts",
                option_who(r->values));
  }
  if (has(r, "season")) r->season = ask_for(r, option_text(r->values, "season"));
  if (r->known != NULL) return find_condition(r, "neutral", &r->neutral);
  if (has(r, "time")) r->time = ask_for(r, option_text(r->values, "time"));
  if (has(r, "weight")) r->weight = ask_for(r, option_text(r->values, "weight"));
  TRY(find_condition(r, "leave_out", &r->leave));
  return find_condition(r, "neutral", &r->neutral);
}

/* Is the time of `row` before that of `last`? */
static bool goes_back(const matches_reader *r, size_t last, size_t row) {
  const char *before = text_table_cell(&r->table, last, r->time), *now = text_table_cell(&r->table, row, r->time);
  double x, y;
  if (number_parse(before, &x) && number_parse(now, &y)) return y < x;
  return strcmp(now, before) < 0;
}

static status keep_rows(matches_reader *r) {
  const text_table *table = &r->table;
  r->data->rows = table->rows;
  TRY(NEW_ARRAY(table->rows, r->kept));
  for (size_t row = 0; row < table->rows; row++) {
    if (holds(r, &r->leave, row)) {
      r->data->left_out++;
      continue;
    }
    for (size_t k = FIRST; k <= SECOND; k++) {
      if (text_table_cell(table, row, k)[0] == '\0') return text_table_refuse(table, row, k, "expected a name");
    }
    if (strcmp(text_table_cell(table, row, FIRST), text_table_cell(table, row, SECOND)) == 0) {
      return text_table_refuse(table, row, SECOND, "expected another name than the first one");
    }
    const size_t last = r->data->count > 0 ? r->kept[r->data->count - 1] : row;
    if (r->time > 0 && goes_back(r, last, row)) {
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected at least '%.*s' as in line %zu",
                  table->lines.path, table->line[row], table->place[r->time] + 1, (int)TEXT_SHOWN,
                  text_table_cell(table, row, r->time), (int)TEXT_SHOWN, text_table_cell(table, last, r->time),
                  table->line[last]);
    }
    r->kept[r->data->count++] = row;
  }
  if (r->data->count > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: leave_out leaves no match, expected one", table->lines.path);
}

static int compare_name(const void *name, const void *of) {
  return strcmp(name, *(char *const *)of);
}

/* By the numbers of the known names. */
static status find_names(matches_reader *r) {
  const size_t count = r->data->count;
  const entry_names *names = &r->known->names;
  for (size_t k = 0; k < 2 * count; k++) {
    const size_t row = r->kept[k % count], column = k < count ? FIRST : SECOND;
    const char *text = text_table_cell(&r->table, row, column);
    char **found = bsearch(text, names->name, names->count, sizeof *names->name, compare_name);
    if (found == NULL) {
      char nearest[NEAREST_TEXT], what[NEAREST_TEXT + 64];
      (void)snprintf(what, sizeof what, "expected a name of the learned data%s",
                     nearest_names(text, (const char *const *)names->name, names->count, false, nearest));
      return text_table_refuse(&r->table, row, column, what);
    }
    r->number[k] = (size_t)(found - names->name);
  }
  return STATUS_OK;
}

static status number_names(matches_reader *r) {
  const size_t count = r->data->count;
  TRY(NEW_ARRAY(2 * count, r->number));
  if (r->known != NULL) return find_names(r);
  const char **text = NULL;
  TRY(NEW_ARRAY(2 * count, text));
  for (size_t k = 0; k < count; k++) {
    text[k] = text_table_cell(&r->table, r->kept[k], FIRST);
    text[count + k] = text_table_cell(&r->table, r->kept[k], SECOND);
  }
  const status code = entry_names_new(2 * count, text, r->number, &r->data->names);
  free(text);
  if (code != STATUS_OK) return code;
  return entry_names_keep(&r->data->names, option_count(r->values, "top_teams"), 2 * count, r->number);
}

static status by_result(const matches_reader *r, size_t row, double *outcome) {
  static const struct {
    const char *text;
    double outcome;
  } results[] = {{"1", 1.0},   {"1-0", 1.0}, {"0", 0.0},       {"0-1", 0.0},
                 {"0.5", 0.5}, {"1/2", 0.5}, {"1/2-1/2", 0.5}, {"0.5-0.5", 0.5}};
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
    if (strcmp(text_table_cell(&r->table, row, OUTCOME), results[i].text) != 0) continue;
    *outcome = results[i].outcome;
    return STATUS_OK;
  }
  return text_table_refuse(&r->table, row, OUTCOME, "expected 1, 0, 0.5, 1-0, 0-1 or 1/2-1/2");
}

static status by_winner(const matches_reader *r, size_t row, double *outcome) {
  const char *winner = text_table_cell(&r->table, row, OUTCOME);
  *outcome = strcmp(winner, text_table_cell(&r->table, row, FIRST)) == 0 ? 1.0 : winner[0] == '\0' ? 0.5 : 0.0;
  if (*outcome != 0.0 || strcmp(winner, text_table_cell(&r->table, row, SECOND)) == 0) return STATUS_OK;
  return text_table_refuse(&r->table, row, OUTCOME, "expected one of the two names, or nothing for a draw");
}

/* A match to come: nobody says who won. */
static bool is_open(const matches_reader *r, size_t row) {
  if (!r->played || r->rule == FIRST_WINS) return true;
  const char *cell = text_table_cell(&r->table, row, OUTCOME);
  return cell[0] == '\0' || strcmp(cell, "NA") == 0 || strcmp(cell, "?") == 0 || strcmp(cell, "nan") == 0;
}

static status find_outcome(const matches_reader *r, size_t row, double *outcome, double *margin) {
  double first = 0.0, second = 0.0;
  *outcome = 1.0;
  *margin = NAN;
  if (r->known != NULL && is_open(r, row)) {
    *outcome = NAN;
    return STATUS_OK;
  }
  if (r->rule == FIRST_WINS) return STATUS_OK;
  if (r->rule == BY_RESULT) return by_result(r, row, outcome);
  if (r->rule == BY_WINNER) return by_winner(r, row, outcome);
  TRY(text_table_number(&r->table, row, OUTCOME, &first));
  TRY(text_table_number(&r->table, row, OTHER_SCORE, &second));
  *outcome = first > second ? 1.0 : first < second ? 0.0 : 0.5;
  *margin = fabs(first - second);
  return STATUS_OK;
}

/* What a text counts by TEXT=NUMBER,...; *value = NaN if it is not there. */
static status look_up_weight(const matches_reader *r, const char *text, double *value) {
  const char *all = option_text(r->values, "weights");
  char word[64];
  *value = NAN;
  for (size_t length; *all != '\0'; all += length + (all[length] == ',')) {
    length = strcspn(all, ",");
    const char *equals = memchr(all, '=', length);
    double number = 0.0;
    const size_t name = equals == NULL ? 0 : (size_t)(equals - all);
    (void)snprintf(word, sizeof word, "%.*s", equals == NULL ? 0 : (int)(length - name - 1), all + name + 1);
    if (name == 0 || !number_parse(word, &number) || !(number > 0.0)) {
      return FAIL(STATUS_INVALID, "%s: weights: \"%.*s\" must be TEXT=NUMBER with a number above 0",
                  option_who(r->values), (int)length, all);
    }
    if (name == strlen(text) && strncmp(all, text, name) == 0) {
      *value = number;
      return STATUS_OK;
    }
    if (name == 1 && *all == '*') *value = number;
  }
  return STATUS_OK;
}

static status find_weight(const matches_reader *r, size_t row, double *weight) {
  *weight = 1.0;
  if (r->weight == 0) return STATUS_OK;
  if (has(r, "weights")) {
    TRY(look_up_weight(r, text_table_cell(&r->table, row, r->weight), weight));
    if (!isnan(*weight)) return STATUS_OK;
    return text_table_refuse(&r->table, row, r->weight, "expected a text of weights; *=NUMBER is for all others");
  }
  TRY(text_table_number(&r->table, row, r->weight, weight));
  return *weight > 0.0 ? STATUS_OK : text_table_refuse(&r->table, row, r->weight, "expected a number above 0");
}

/* Of a date, 2000-01-31 or 20000131, its year; otherwise the whole text. */
static size_t season_length(const char *text) {
  const size_t digits = strspn(text, "0123456789"), length = strlen(text);
  const bool date = (digits == 8 && length == 8) || (digits == 4 && length >= 10 && text[4] == '-' && text[7] == '-');
  return date ? 4 : length;
}

static bool same_season(const char *a, const char *b) {
  const size_t length = season_length(a);
  return length == season_length(b) && strncmp(a, b, length) == 0;
}

static status find_meeting(const matches_reader *r, size_t row, const char **season, meeting *out) {
  out->side = option_is(r->values, "home", "first") && !holds(r, &r->neutral, row);
  TRY(find_weight(r, row, &out->weight));
  if (r->season == 0) return STATUS_OK;
  const char *now = text_table_cell(&r->table, row, r->season);
  out->new_season = *season != NULL && !same_season(*season, now);
  if (r->known == NULL) *season = now;
  return STATUS_OK;
}

static status take_matches(matches_reader *r) {
  matches_data *data = r->data;
  const size_t all = data->count;
  TRY(NEW_ARRAY(all, data->match));
  data->count = 0;
  const char *season = r->known == NULL ? NULL : r->known->season;
  for (size_t k = 0; k < all; k++) {
    match next = {.first = r->number[k], .second = r->number[all + k]};
    TRY(find_outcome(r, r->kept[k], &next.outcome, &next.meeting.margin));
    if (next.first == ENTRY_DROPPED || next.second == ENTRY_DROPPED) {
      data->others++;
      continue;
    }
    if (next.outcome == 0.5 && r->known == NULL && option_is(r->values, "draws", "drop")) {
      data->draws++;
      continue;
    }
    TRY(find_meeting(r, r->kept[k], &season, &next.meeting));
    data->draws += next.outcome == 0.5;
    data->match[data->count++] = next;
  }
  if (data->count > 0) return season == NULL ? STATUS_OK : memory_text(season, &data->season);
  if (data->draws > 0) {
    return FAIL(STATUS_INVALID, "%s: no match that is not a draw, expected one", r->table.lines.path);
  }
  return FAIL(STATUS_INVALID, "%s: no match between two of top_teams, expected one", r->table.lines.path);
}

static status read_matches(const char *path, matches_reader *r) {
  status code = find_columns(r);
  *r->data = (matches_data){0};
  if (code == STATUS_OK)
    code = text_table_read_columns(path, text_separator(r->values), r->columns, r->column, &r->table);
  if (code == STATUS_OK) code = keep_rows(r);
  if (code == STATUS_OK) code = number_names(r);
  if (code == STATUS_OK) code = take_matches(r);
  text_table_free(&r->table);
  free(r->leave.column);
  free(r->neutral.column);
  free(r->kept);
  free(r->number);
  if (code != STATUS_OK) matches_free(r->data);
  return code;
}

status matches_read(const char *path, const options *values, matches_data *data) {
  matches_reader r = {.values = values, .data = data, .played = true};
  return read_matches(path, &r);
}

/* *played: the line of names has the column that says who won. */
static status says_who_won(const char *path, const options *values, bool *played) {
  static const char *const names[] = {"first_score", "winner", "result"};
  text_table table;
  const status code = text_table_read(path, text_separator(values), true, &table);
  *played = false;
  for (size_t k = 0; code == STATUS_OK && k < sizeof names / sizeof *names; k++) {
    const char *column = option_text(values, names[k]);
    for (size_t j = 0; j < table.columns; j++) *played = *played || strcmp(table.name[j], column) == 0;
  }
  text_table_free(&table);
  return code;
}

status matches_read_more(const char *path, const options *values, const matches_data *known, matches_data *data) {
  matches_reader r = {.values = values, .data = data, .known = known};
  *data = (matches_data){0};
  TRY(says_who_won(path, values, &r.played));
  return read_matches(path, &r);
}
