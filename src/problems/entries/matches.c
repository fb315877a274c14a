/* Who wins? Matches from a table, in its order, as pairs (i, j) of teams with the label 1 if i won, 0 if j did, and 1/2 for a draw that is
 * kept. Which of the two is i must not depend on who is named first, since that may tell who played at home or won:
 *
 *   pair = "coin"   a fair coin for each match
 *   pair = "name"   the one whose name comes first in bytewise order
 *
 * Teams are numbered in the bytewise order of their names. Streams: "sides", "order". */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "data/columns/column_names.h"
#include "data/matches_file.h"
#include "problems/entries/entry_rows.h"

static const parameter parameters[] = {
    MATCHES_PARAMETERS,
    {.name = "pair",
     .type = PARAMETER_CHOICE,
     .value = "coin",
     .choices = "coin name",
     .meaning = "which of the two is i: a fair coin for each match, or the first name in order"},
    {.name = "loss",
     .type = PARAMETER_CHOICE,
     .value = "absolute",
     .choices = "absolute square",
     .meaning = "what a prediction costs; square: least in the mean for the chance itself (Brier)"},
    ENTRY_ROWS_PARAMETERS("file time shuffled", "file", "the file's, that of time, or random and new in every pass"),
};

static const loss absolute = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0}, square = {LOSS_SQUARE, 0.0, 1.0, 0.0, 1.0, 1.0};

/* The one named first is the row where that is what `values` are, NULL; otherwise as "pair" says. */
static status take_matches(const matches_data *data, uint64_t seed, const options *values, entry_rows *rows) {
  const bool by_name = values != NULL && option_is(values, "pair", "name"), by_coin = values != NULL && !by_name;
  random_stream *stream = NULL;
  TRY(entry_rows_new(data->count, rows));
  TRY(NEW_ARRAY(data->count, rows->meeting));
  TRY(random_stream_new(seed, "sides", &stream));
  for (size_t k = 0; k < data->count; k++) {
    const match *m = &data->match[k];
    const bool swap = by_coin ? random_chance(stream, 0.5) : by_name && m->first > m->second;
    rows->row[k] = swap ? m->second : m->first;
    rows->column[k] = swap ? m->first : m->second;
    rows->label[k] = swap ? 1.0 - m->outcome : m->outcome;
    rows->meeting[k] = m->meeting;
    if (swap) rows->meeting[k].side = -m->meeting.side;
  }
  random_stream_free(stream);
  return STATUS_OK;
}

static void add_notes(const matches_data *data, entry_rows *rows) {
  entry_rows_note(rows, "matches in the file", (double)data->rows);
  entry_rows_note(rows, "matches left out", (double)data->left_out);
  entry_rows_note(rows, "matches of other teams", (double)data->others);
  entry_rows_note(rows, "matches", (double)rows->count);
  entry_rows_note(rows, "draws", (double)data->draws);
  entry_rows_note(rows, "teams", (double)data->names.count);
}

static status load(entry_rows *rows, const problem_setting *setting, const options *values) {
  matches_data data = {0};
  char *path = NULL;
  status code = STATUS_OK;
  if (option_text(values, "season")[0] != '\0' && option_is(values, "order", "shuffled")) {
    return FAIL(STATUS_INVALID, "%s: season needs order = file or time", option_who(values));
  }
  if (option_text(values, "time")[0] == '\0' && option_is(values, "order", "time")) {
    return FAIL(STATUS_INVALID, "%s: order = time needs time, the column to sort by", option_who(values));
  }
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  CHECK(matches_read(path, values, &data));
  CHECK(take_matches(&data, setting->seed, values, rows));
  add_notes(&data, rows);
  rows->m = rows->n = data.names.count;
  rows->class = ENTRY_ORDER;
  rows->loss = option_is(values, "loss", "square") ? square : absolute;
  rows->names = data.names;
  rows->season = data.season;
  rows->seasons = data.seasons;
  data.names = (entry_names){0};
  data.season = NULL;
end:
  matches_free(&data);
  free(path);
  return code;
}

/* ---- matches to come: "names" of the players, "season" of the last match and its number, "seasons" */

static status reading(void *self, cJSON *out) {
  const entry_rows *rows = self;
  TRY(column_names_add(out, rows->names.count, (const char *const *)rows->names.name));
  if (rows->season == NULL) return STATUS_OK;
  TRY(state_add_text(out, "season", rows->season));
  return state_add_count(out, "seasons", rows->seasons);
}

static status read_known(const options *values, const cJSON *given, matches_data *known) {
  const cJSON *names = cJSON_GetObjectItemCaseSensitive(given, "names"), *name = NULL;
  const char *season = NULL;
  const bool seasons = cJSON_GetObjectItemCaseSensitive(given, "season") != NULL;
  status code = state_check_names(given, seasons ? "names season seasons" : "names");
  if (code == STATUS_OK && seasons) code = state_get_text(given, "season", &season);
  if (code == STATUS_OK && seasons) code = state_get_count(given, "seasons", 1, 1000000000, &known->seasons);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  if (season != NULL) TRY(memory_text(season, &known->season));
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(names), known->names.name));
  cJSON_ArrayForEach (name, names) {
    const size_t k = known->names.count;
    if (!cJSON_IsString(name) || (k > 0 && strcmp(known->names.name[k - 1], name->valuestring) >= 0)) break;
    TRY(memory_text(name->valuestring, &known->names.name[k]));
    known->names.count++;
  }
  if (cJSON_IsArray(names) && name == NULL && known->names.count > 1) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: reading: names: expected a list of ascending texts", option_who(values));
}

static status reopen(void *self, const problem_class *class, const char *path, const options *values,
                     const cJSON *given) {
  entry_rows *rows = self;
  matches_data known = {0}, data = {0};
  status code = STATUS_OK;
  (void)class;
  CHECK(read_known(values, given, &known));
  CHECK(matches_read_more(path, values, &known, &data));
  CHECK(take_matches(&data, 0, NULL, rows));
  rows->m = rows->n = known.names.count;
  rows->length = rows->count;
  CHECK(NEW_ARRAY(rows->length, rows->order));
  for (size_t t = 0; t < rows->length; t++) rows->order[t] = t;
  rows->names = known.names;
  known.names = (entry_names){0};
end:
  matches_free(&known);
  matches_free(&data);
  return code;
}

static const problem_methods methods = {ENTRY_ROWS_METHODS, .reading = reading, .reopen = reopen};
static const entry_rows_reader reader = {load};

const problem_class problem_matches = {
    .about = {.name = "matches",
              .title = "Matches",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
              .help =
                  "matches from a table, as pairs of teams labelled 1 when the first one of the pair wins, otherwise 0",
              .formula = "$y=1$ if the first team of the pair $(i,j)$ won, $0$ if the second did, $\\frac12$ for a "
                         "draw; loss $|\\hat y-y|$ or $(\\hat y-y)^2$",
              .family = "entries",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
    .variant = &reader,
};
