#include "data/matches_file.h"
#include "base/text.h"
#include "data/columns/dates.h"
#include "data/columns/moments.h"
#include "data/match_result.h"
#include <strings.h>

typedef enum outcome_rule { FIRST_WINS, BY_SCORES, BY_WINNER, BY_RESULT } outcome_rule;

enum { FIRST, SECOND, OUTCOME, OTHER_SCORE };
enum { SEASON_TEXT = 80 };
enum { COLUMNS = 9 }; /* at most: also time, leave_out, neutral, weight and season */

/* COLUMN=TEXT */
typedef struct condition {
  char *column; /* owned */
  const char *text;
  size_t place; /* index of a requested column; 0: no condition */
} condition;

typedef struct matches_reader {
  const char *who;
  const matches_options *asked;
  bool by_time;
  matches_data *data;
  const matches_data *known; /* of matches to come; NULL: these are learned */
  text_table table;
  outcome_rule rule;
  size_t time, weight, season; /* indices of requested columns; 0: none */
  condition leave, neutral;
  wanted_column column[COLUMNS];
  size_t columns;
  size_t *kept;   /* rows of the table */
  size_t *number; /* of the names: all first ones of the kept rows, then all second ones */
  bool goals;     /* results may be goals */
  date_order of_season;
  bool dated;            /* the seasons are dates */
  char **seasons;        /* texts of the seasons so far */
  size_t season_count;   /* of them */
  size_t seasons_before; /* seasons of the learned data before the first of `seasons` */
} matches_reader;

void matches_free(matches_data *data) {
  entry_names_free(&data->names);
  free(data->season);
  free(data->match);
  *data = (matches_data){0};
}

/* An empty text is none. */
static bool has(const char *text) {
  return text != NULL && *text != '\0';
}

static status find_rule(matches_reader *r) {
  const bool scores = has(r->asked->first_score), winner = has(r->asked->winner), result = has(r->asked->result);
  if (scores != has(r->asked->second_score)) {
    return FAIL(STATUS_INVALID, "%s: first_score and second_score go together, expected both or none", r->who);
  }
  if (scores + winner + result > 1) {
    return FAIL(STATUS_INVALID, "%s: scores, winner and result each say who won, expected one of them", r->who);
  }
  r->rule = scores ? BY_SCORES : winner ? BY_WINNER : result ? BY_RESULT : FIRST_WINS;
  return STATUS_OK;
}

static size_t ask_for(matches_reader *r, const char *column) {
  r->column[r->columns] = (wanted_column){.name = column};
  return r->columns++;
}

static status find_condition(matches_reader *r, const char *option, const char *given, condition *out) {
  if (!has(given)) return STATUS_OK;
  const char *equals = strchr(given, '=');
  if (equals == NULL || equals == given) {
    return FAIL(STATUS_INVALID, "%s: %s = \"%s\" must be COLUMN=TEXT", r->who, option, given);
  }
  TRY(memory_format(&out->column, "%.*s", (int)(equals - given), given));
  out->text = equals + 1;
  out->place = ask_for(r, out->column);
  return STATUS_OK;
}

static bool holds(const matches_reader *r, const condition *of, size_t row) {
  return of->place > 0 && equal_by_value(text_table_cell(&r->table, row, of->place), of->text);
}

static status find_columns(matches_reader *r) {
  TRY(find_rule(r));
  (void)ask_for(r, r->asked->first);
  (void)ask_for(r, r->asked->second);
  if (strcmp(r->asked->first, r->asked->second) == 0) {
    return FAIL(STATUS_INVALID, "%s: first and second are both \"%s\", expected two columns", r->who, r->asked->first);
  }
  if (r->rule != FIRST_WINS) {
    (void)ask_for(r, r->rule == BY_SCORES   ? r->asked->first_score
                     : r->rule == BY_WINNER ? r->asked->winner
                                            : r->asked->result);
  }
  if (r->rule == BY_SCORES) (void)ask_for(r, r->asked->second_score);
  for (size_t k = OUTCOME; k < r->columns; k++) r->column[k].optional = r->known != NULL;
  if (has(r->asked->neutral) && r->asked->home == HOME_NONE) {
    return FAIL(STATUS_INVALID, "%s: neutral has no effect without home = first", r->who);
  }
  if (has(r->asked->weights) && !has(r->asked->weight)) {
    return FAIL(STATUS_INVALID, "%s: weights has no effect without weight, the column of their texts", r->who);
  }
  if (has(r->asked->season)) r->season = ask_for(r, r->asked->season);
  if (r->known != NULL) return find_condition(r, "neutral", r->asked->neutral, &r->neutral);
  if (has(r->asked->time)) r->time = ask_for(r, r->asked->time);
  if (has(r->asked->weight)) r->weight = ask_for(r, r->asked->weight);
  TRY(find_condition(r, "leave_out", r->asked->leave_out, &r->leave));
  return find_condition(r, "neutral", r->asked->neutral, &r->neutral);
}

/* Sorts the kept rows by time, or refuses one that goes back. */
static status order_rows(matches_reader *r) {
  const text_table *table = &r->table;
  const size_t count = r->data->count;
  FREED moment *when = NULL;
  if (r->time == 0) return STATUS_OK;
  TRY(NEW_ARRAY(count, when));
  for (size_t k = 0; k < count; k++) when[k].row = r->kept[k];
  TRY(moments_read(table, r->time, count, when));
  if (r->by_time) moments_sort(count, when);
  for (size_t k = 0; k < count; k++) {
    r->kept[k] = when[k].row;
    if (k == 0 || when[k - 1].value <= when[k].value) continue;
    return FAIL(STATUS_INVALID,
                "%s:%zu: column %zu is '%.*s', expected at least '%.*s' as in line %zu; order = \"time\" sorts the "
                "matches",
                table->lines.path, table->line[r->kept[k]], table->place[r->time] + 1, (int)TEXT_SHOWN,
                text_table_cell(table, r->kept[k], r->time), (int)TEXT_SHOWN,
                text_table_cell(table, r->kept[k - 1], r->time), table->line[r->kept[k - 1]]);
  }
  return STATUS_OK;
}

/* A match to come: nobody says who won. */
static bool is_open(const matches_reader *r, size_t row) {
  if (r->rule == FIRST_WINS) return true;
  return match_is_open(text_table_cell(&r->table, row, OUTCOME)) ||
         (r->rule == BY_SCORES && match_is_open(text_table_cell(&r->table, row, OTHER_SCORE)));
}

/* Nobody knows when it was. */
static bool is_undated(const matches_reader *r, size_t row) {
  return (r->time > 0 && text_is_gap(text_table_cell(&r->table, row, r->time))) ||
         (r->season > 0 && text_is_gap(text_table_cell(&r->table, row, r->season)));
}

static status keep_rows(matches_reader *r) {
  const text_table *table = &r->table;
  const bool drop = r->known == NULL && r->asked->missing == MISSING_DROP;
  const bool open = drop && r->rule != FIRST_WINS && r->rule != BY_WINNER;
  r->data->rows = table->rows;
  r->data->latin1 = table->lines.latin1;
  TRY(NEW_ARRAY(table->rows, r->kept));
  for (size_t row = 0; row < table->rows; row++) {
    if (holds(r, &r->leave, row) || (open && is_open(r, row)) || (drop && is_undated(r, row))) {
      r->data->left_out++;
      continue;
    }
    for (size_t k = FIRST; k <= SECOND; k++) {
      if (text_table_cell(table, row, k)[0] == '\0') return text_table_refuse(table, row, k, "expected a name");
    }
    if (strcmp(text_table_cell(table, row, FIRST), text_table_cell(table, row, SECOND)) == 0) {
      return text_table_refuse(table, row, SECOND, "expected another name than the first one");
    }
    r->kept[r->data->count++] = row;
  }
  if (r->data->count > 0) return order_rows(r);
  return FAIL(STATUS_INVALID, "%s: leave_out and missing leave no match, expected one", table->lines.path);
}

/* By the numbers of the known names. */
static status find_names(matches_reader *r) {
  const size_t count = r->data->count;
  for (size_t k = 0; k < 2 * count; k++) {
    const bool first = k < count;
    const char *text = text_table_cell(&r->table, r->kept[first ? k : k - count], first ? FIRST : SECOND);
    TRY(entry_names_find(&r->known->names, text, &r->data->names, &r->number[k]));
  }
  return STATUS_OK;
}

static status number_names(matches_reader *r) {
  const size_t count = r->data->count;
  TRY(NEW_ARRAY(2 * count, r->number));
  if (r->known != NULL) return find_names(r);
  FREED const char **text = NULL;
  TRY(NEW_ARRAY(2 * count, text));
  for (size_t k = 0; k < count; k++) {
    text[k] = text_table_cell(&r->table, r->kept[k], FIRST);
    text[count + k] = text_table_cell(&r->table, r->kept[k], SECOND);
  }
  TRY(entry_names_new(2 * count, text, r->number, &r->data->names));
  return entry_names_keep(&r->data->names, r->asked->top_teams, 2 * count, r->number);
}

static status by_result(const matches_reader *r, size_t row, double *outcome) {
  const char *first = text_table_cell(&r->table, row, FIRST), *second = text_table_cell(&r->table, row, SECOND);
  if (match_result(text_table_cell(&r->table, row, OUTCOME), first, second, r->goals, outcome)) return STATUS_OK;
  return text_table_refuse(&r->table, row, OUTCOME,
                           is_open(r, row) ? "a match without a result; missing = \"drop\" leaves out such rows"
                                           : MATCH_RESULT_EXPECTED);
}

static status by_winner(const matches_reader *r, size_t row, double *outcome) {
  const char *winner = text_table_cell(&r->table, row, OUTCOME);
  *outcome = strcmp(winner, text_table_cell(&r->table, row, FIRST)) == 0    ? 1.0
             : strcmp(winner, text_table_cell(&r->table, row, SECOND)) == 0 ? 0.0
                                                                            : 0.5;
  if (*outcome != 0.5 || match_is_draw(winner)) return STATUS_OK;
  return text_table_refuse(&r->table, row, OUTCOME, "expected one of the two names, or nothing for a draw");
}

static status find_outcome(const matches_reader *r, size_t row, double *outcome, double *margin) {
  double first = 0.0, second = 0.0;
  *outcome = r->known != NULL && is_open(r, row) ? NAN : 1.0;
  *margin = NAN;
  if (isnan(*outcome) || r->rule == FIRST_WINS) return STATUS_OK;
  if (r->rule == BY_RESULT) return by_result(r, row, outcome);
  if (r->rule == BY_WINNER) return by_winner(r, row, outcome);
  if (is_open(r, row)) {
    return text_table_refuse(&r->table, row, OUTCOME,
                             "expected both scores; missing = \"drop\" leaves out what was not played");
  }
  TRY(text_table_number(&r->table, row, OUTCOME, &first));
  TRY(text_table_number(&r->table, row, OTHER_SCORE, &second));
  *outcome = first > second ? 1.0 : first < second ? 0.0 : 0.5;
  *margin = fabs(first - second);
  return STATUS_OK;
}

/* What a text counts by TEXT=NUMBER,...; *value = NaN if it is not there. */
static status look_up_weight(const matches_reader *r, const char *text, double *value) {
  const char *all = r->asked->weights;
  char word[64];
  *value = NAN;
  for (size_t length; *all != '\0'; all += length + (all[length] == ',')) {
    length = strcspn(all, ",");
    const char *equals = memchr(all, '=', length);
    double number = 0.0;
    const size_t name = equals == NULL ? 0 : (size_t)(equals - all);
    (void)snprintf(word, sizeof word, "%.*s", equals == NULL ? 0 : (int)(length - name - 1), all + name + 1);
    if (name == 0 || !number_parse(word, &number) || !(number > 0.0)) {
      return FAIL(STATUS_INVALID, "%s: weights: \"%.*s\" must be TEXT=NUMBER with a number above 0", r->who,
                  (int)length, all);
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
  if (has(r->asked->weights)) {
    TRY(look_up_weight(r, text_table_cell(&r->table, row, r->weight), weight));
    if (!isnan(*weight)) return STATUS_OK;
    return text_table_refuse(&r->table, row, r->weight, "expected a text of weights; *=NUMBER is for all others");
  }
  TRY(text_table_number(&r->table, row, r->weight, weight));
  return *weight > 0.0 ? STATUS_OK : text_table_refuse(&r->table, row, r->weight, "expected a number above 0");
}

/* The year in which the season of a date began, or the text as it is: one date makes all of the column dates. */
static status season_text(const matches_reader *r, size_t row, char out[SEASON_TEXT]) {
  const char *text = text_table_cell(&r->table, row, r->season);
  const int begins = (int)r->asked->season_month;
  date of;
  if (text_is_gap(text)) {
    return text_table_refuse(&r->table, row, r->season,
                             "expected a season or a date; missing = \"drop\" leaves out such rows");
  }
  if (strlen(text) >= SEASON_TEXT) return text_table_refuse(&r->table, row, r->season, "expected a shorter name");
  if (r->dated) {
    if (!date_parse(text, r->of_season, &of)) {
      return text_table_refuse(&r->table, row, r->season, "expected a date as in the rest of the column");
    }
    (void)snprintf(out, SEASON_TEXT, "%d", of.month >= begins ? of.year : of.year - 1);
  } else {
    (void)snprintf(out, SEASON_TEXT, "%s", text);
  }
  return STATUS_OK;
}

static status add_season(matches_reader *r, const char *text) {
  TRY(memory_grow(&r->seasons, r->season_count + 1, sizeof *r->seasons));
  TRY(memory_text(text, &r->seasons[r->season_count]));
  r->season_count++;
  return STATUS_OK;
}

/* Numbers the seasons as they appear. To come after those that were learned, of which the last one is known by its text, is a new one. */
static status find_season(matches_reader *r, size_t row, size_t *number) {
  char text[SEASON_TEXT];
  TRY(season_text(r, row, text));
  for (size_t k = 0; k < r->season_count; k++) {
    if (strcmp(r->seasons[k], text) != 0) continue;
    *number = r->seasons_before + k + 1;
    return STATUS_OK;
  }
  TRY(add_season(r, text));
  *number = r->seasons_before + r->season_count;
  return STATUS_OK;
}

static status begin_seasons(matches_reader *r, size_t count) {
  FREED const char **text = NULL;
  if (r->season == 0) return STATUS_OK;
  TRY(NEW_ARRAY(count, text));
  for (size_t k = 0; k < count; k++) text[k] = text_table_cell(&r->table, r->kept[k], r->season);
  r->dated = date_order_of(count, text, &r->of_season) > 0;
  if (r->known == NULL || r->known->season == NULL) return STATUS_OK;
  r->seasons_before = r->known->seasons - 1;
  return add_season(r, r->known->season);
}

static status find_meeting(matches_reader *r, size_t row, meeting *out) {
  out->side = r->asked->home == HOME_FIRST && !holds(r, &r->neutral, row);
  TRY(find_weight(r, row, &out->weight));
  return r->season == 0 ? STATUS_OK : find_season(r, row, &out->season);
}

static status take_matches(matches_reader *r) {
  matches_data *data = r->data;
  const size_t all = data->count;
  TRY(NEW_ARRAY(all, data->match));
  data->count = 0;
  TRY(begin_seasons(r, all));
  for (size_t k = 0; k < all; k++) {
    match next = {.first = r->number[k], .second = r->number[all + k]};
    TRY(find_outcome(r, r->kept[k], &next.outcome, &next.meeting.margin));
    if (next.first == ENTRY_DROPPED || next.second == ENTRY_DROPPED) {
      data->others++;
      continue;
    }
    if (next.outcome == 0.5 && r->known == NULL && r->asked->draws == DRAWS_DROP) {
      data->draws++;
      continue;
    }
    TRY(find_meeting(r, r->kept[k], &next.meeting));
    data->draws += next.outcome == 0.5;
    data->match[data->count++] = next;
  }
  if (data->count > 0) {
    if (r->season_count == 0) return STATUS_OK;
    data->seasons = data->match[data->count - 1].meeting.season;
    return memory_text(r->seasons[data->seasons - r->seasons_before - 1], &data->season);
  }
  return FAIL(STATUS_INVALID, "%s: no match %s, expected one", r->table.lines.path,
              data->draws > 0 ? "that is not a draw" : "between two of top_teams");
}

static status read_table(const char *path, matches_reader *r) {
  const table_form form = {.separator = text_separators[r->asked->separator],
                           .decimal_comma = r->asked->decimal == DECIMAL_COMMA};
  TRY(find_columns(r));
  TRY(text_table_read_columns(path, &form, r->columns, r->column, &r->table));
  if (r->rule == BY_RESULT) r->goals = match_goals(&r->table, OUTCOME);
  TRY(keep_rows(r));
  TRY(number_names(r));
  return take_matches(r);
}

static status read_matches(const char *path, matches_reader *r) {
  *r->data = (matches_data){0};
  const status code = read_table(path, r);
  text_table_free(&r->table);
  free(r->leave.column);
  free(r->neutral.column);
  free(r->kept);
  free(r->number);
  for (size_t k = 0; k < r->season_count; k++) free(r->seasons[k]);
  free(r->seasons);
  if (code != STATUS_OK) matches_free(r->data);
  return code;
}

status matches_read(const char *path, const char *who, const matches_options *asked, bool by_time, matches_data *data) {
  matches_reader r = {.who = who, .asked = asked, .by_time = by_time, .data = data};
  return read_matches(path, &r);
}

status matches_read_more(const char *path, const char *who, const matches_options *asked, const matches_data *known,
                         matches_data *data) {
  matches_reader r = {.who = who, .asked = asked, .data = data, .known = known};
  return read_matches(path, &r);
}
