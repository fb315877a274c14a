#include "data/matches_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

typedef enum outcome_rule { FIRST_WINS, BY_SCORES, BY_WINNER, BY_RESULT } outcome_rule;

enum { FIRST, SECOND, OUTCOME, OTHER_SCORE };
enum { COLUMNS = 6 }; /* at most: also time and leave_out */

typedef struct matches_reader {
  const options *values;
  matches_data *data;
  text_table table;
  outcome_rule rule;
  size_t time, leave; /* indices of requested columns; 0: none */
  char *leave_column; /* owned */
  const char *leave_text;
  const char *column[COLUMNS];
  size_t columns;
  size_t *kept;   /* rows of the table */
  size_t *number; /* of the names: all first ones of the kept rows, then all second ones */
} matches_reader;

void matches_free(matches_data *data) {
  entry_names_free(&data->names);
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

static status find_columns(matches_reader *r) {
  const char *leave = option_text(r->values, "leave_out"), *equals = strchr(leave, '=');
  TRY(find_rule(r));
  (void)ask_for(r, option_text(r->values, "first"));
  (void)ask_for(r, option_text(r->values, "second"));
  if (strcmp(r->column[FIRST], r->column[SECOND]) == 0) {
    return FAIL(STATUS_INVALID, "%s: first and second are both \"%s\", expected two columns", option_who(r->values),
                r->column[FIRST]);
  }
  if (r->rule != FIRST_WINS) {
    static const char *const names[] = {"", "first_score", "winner", "result"};
    (void)ask_for(r, option_text(r->values, names[r->rule]));
  }
  if (r->rule == BY_SCORES) (void)ask_for(r, option_text(r->values, "second_score"));
  if (has(r, "time")) r->time = ask_for(r, option_text(r->values, "time"));
  if (leave[0] == '\0') return STATUS_OK;
  if (equals == NULL || equals == leave) {
    return FAIL(STATUS_INVALID, "%s: leave_out = \"%s\" must be COLUMN=TEXT", option_who(r->values), leave);
  }
  TRY(memory_format(&r->leave_column, "%.*s", (int)(equals - leave), leave));
  r->leave_text = equals + 1;
  r->leave = ask_for(r, r->leave_column);
  return STATUS_OK;
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
    if (r->leave > 0 && strcmp(text_table_cell(table, row, r->leave), r->leave_text) == 0) {
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

static status number_names(matches_reader *r) {
  const size_t count = r->data->count;
  const char **text = NULL;
  TRY(NEW_ARRAY(2 * count, text));
  status code = NEW_ARRAY(2 * count, r->number);
  for (size_t k = 0; k < count; k++) {
    text[k] = text_table_cell(&r->table, r->kept[k], FIRST);
    text[count + k] = text_table_cell(&r->table, r->kept[k], SECOND);
  }
  if (code == STATUS_OK) code = entry_names_new(2 * count, text, r->number, &r->data->names);
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

static status find_outcome(const matches_reader *r, size_t row, double *outcome) {
  double first = 0.0, second = 0.0;
  *outcome = 1.0;
  if (r->rule == FIRST_WINS) return STATUS_OK;
  if (r->rule == BY_RESULT) return by_result(r, row, outcome);
  if (r->rule == BY_WINNER) return by_winner(r, row, outcome);
  TRY(text_table_number(&r->table, row, OUTCOME, &first));
  TRY(text_table_number(&r->table, row, OTHER_SCORE, &second));
  *outcome = first > second ? 1.0 : first < second ? 0.0 : 0.5;
  return STATUS_OK;
}

static status take_matches(matches_reader *r) {
  matches_data *data = r->data;
  const size_t all = data->count;
  TRY(NEW_ARRAY(all, data->match));
  data->count = 0;
  for (size_t k = 0; k < all; k++) {
    match next = {r->number[k], r->number[all + k], 0.0};
    TRY(find_outcome(r, r->kept[k], &next.outcome));
    if (next.first == ENTRY_DROPPED || next.second == ENTRY_DROPPED) {
      data->others++;
      continue;
    }
    data->draws += next.outcome == 0.5;
    data->match[data->count++] = next;
  }
  if (data->count > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: no match between two of top_teams, expected one", r->table.lines.path);
}

status matches_read(const char *path, const options *values, matches_data *data) {
  matches_reader r = {.values = values, .data = data};
  *data = (matches_data){0};
  status code = find_columns(&r);
  if (code == STATUS_OK) code = text_table_read_columns(path, text_separator(values), r.columns, r.column, &r.table);
  if (code == STATUS_OK) code = keep_rows(&r);
  if (code == STATUS_OK) code = number_names(&r);
  if (code == STATUS_OK) code = take_matches(&r);
  text_table_free(&r.table);
  free(r.leave_column);
  free(r.kept);
  free(r.number);
  if (code != STATUS_OK) matches_free(data);
  return code;
}
