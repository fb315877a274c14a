/* Who wins? Matches from a table, in its order, as pairs (i, j) of teams with the label 1 if i won, 0 if j did, and 1/2 for a draw that is
 * kept. Which of the two is i must not depend on who is named first, since that may tell who played at home or won:
 *
 *   pair = "coin"   a fair coin for each match
 *   pair = "name"   the one whose name comes first in bytewise order
 *
 * Teams are numbered in the bytewise order of their names. Streams: "sides", "order". */

#include "base/state.h"
#include "data/matches_file.h"
#include "problems/entries/entry_rows.h"

typedef enum matches_order { MATCHES_FILE, MATCHES_TIME, MATCHES_SHUFFLED } matches_order;
typedef enum pair_choice { PAIR_COIN, PAIR_NAME } pair_choice;
typedef enum matches_loss { MATCHES_ABSOLUTE, MATCHES_SQUARE } matches_loss;

typedef struct matches {
  entry_rows rows; /* first */
  matches_options read;
  pair_choice pair;
  matches_loss loss;
  matches_order order;
} matches;

static const parameter parameters[] = {
    MATCHES_PARAMETERS(matches),
    OPTION_CHOICE(matches, pair, "coin", "coin name",
                  "which of the two is i: a fair coin for each match, or the first name in order"),
    OPTION_CHOICE(matches, loss, "absolute", "absolute square",
                  "what a prediction costs; square: least in the mean for the chance itself (Brier)"),
    ENTRY_ROWS_PARAMETERS(matches, "file time shuffled", "file",
                          "the file's, that of time, or random and new in every pass"),
};

/* The one named first is the row. */
static status take_matches(const matches_data *read, entry_data *data) {
  TRY(entry_data_room(read->count, data));
  TRY(NEW_ARRAY(read->count, data->meeting));
  for (size_t k = 0; k < read->count; k++) {
    const match *m = &read->match[k];
    data->row[k] = m->first;
    data->column[k] = m->second;
    data->label[k] = m->outcome;
    data->meeting[k] = m->meeting;
  }
  return STATUS_OK;
}

static void add_notes(const matches_data *read, entry_data *data) {
  entry_data_note(data, "matches in the file", (double)read->rows);
  entry_data_note(data, "matches left out", (double)read->left_out);
  entry_data_note(data, "matches of other teams", (double)read->others);
  entry_data_note(data, "matches", (double)read->count);
  entry_data_note(data, "draws", (double)read->draws);
  entry_data_note(data, "teams", (double)read->names.count);
  if (read->latin1 > 0) entry_data_note(data, "letters of Latin-1", (double)read->latin1);
}

typedef struct reading_options {
  const char *who;
  const matches_options *read;
} reading_options;

static status read_matches(entry_data *data, const char *path, const reading_options *asked, bool by_time) {
  CLEANUP(matches_free) matches_data found = {0};
  TRY(matches_read(path, asked->who, asked->read, by_time, &found));
  TRY(take_matches(&found, data));
  add_notes(&found, data);
  data->m = data->n = found.names.count;
  data->names = found.names;
  data->season = found.season;
  data->seasons = found.seasons;
  found.names = (entry_names){0};
  found.season = NULL;
  return STATUS_OK;
}

static status read_in_order(void *data, const char *path, const char *second, const void *how) {
  return read_matches(data, path, how, false);
}

static status read_by_time(void *data, const char *path, const char *second, const void *how) {
  return read_matches(data, path, how, true);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader in_order = {sizeof(entry_data), read_in_order, entry_data_clear},
                           by_time = {sizeof(entry_data), read_by_time, entry_data_clear};
  static const loss losses[] = {{LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0}, {LOSS_SQUARE, 0.0, 1.0, 0.0, 1.0, 1.0}};
  const char *who = setting->class->about.name;
  matches *made = self;
  const char *season = made->read.season, *time = made->read.time;
  const reading_options how = {who, &made->read};
  if (season != NULL && *season != '\0' && made->order == MATCHES_SHUFFLED) {
    return FAIL(STATUS_INVALID, "%s: season needs order = file or time", who);
  }
  if ((time == NULL || *time == '\0') && made->order == MATCHES_TIME) {
    return FAIL(STATUS_INVALID, "%s: order = time needs time, the column to sort by", who);
  }
  made->rows.shuffled = made->order == MATCHES_SHUFFLED;
  made->rows.class = ENTRY_ORDER;
  made->rows.loss = losses[made->loss];
  return entry_rows_facts(&made->rows, setting, made->order == MATCHES_TIME ? &by_time : &in_order,
                          PLACE(matches, read), PLACE(matches, pair), &how, out);
}

static status init(void *self, const problem_setting *setting) {
  matches *made = self;
  const entry_data *data = made->rows.data;
  random_stream *sides = NULL;
  TRY(OWN_ARRAY(self, data->count, made->rows.swapped));
  TRY(member_stream(self, setting->seed, "sides", &sides));
  for (size_t k = 0; k < data->count; k++) {
    made->rows.swapped[k] = made->pair == PAIR_COIN ? random_chance(sides, 0.5) : data->row[k] > data->column[k];
  }
  return entry_rows_init(&made->rows, setting);
}

/* ---- matches to come: "names" of the players, "season" of the last match and its number, "seasons" */

static status reading(void *self, cJSON *out) {
  const entry_data *data = ((const matches *)self)->rows.data;
  TRY(entry_names_add(out, "names", &data->names));
  if (data->season == NULL) return STATUS_OK;
  TRY(state_add_text(out, "season", data->season));
  return state_add_count(out, "seasons", data->seasons);
}

/* *season stays NULL where there are none. */
static status read_season(const cJSON *given, const char **season, size_t *seasons) {
  const bool there = cJSON_GetObjectItemCaseSensitive(given, "season") != NULL;
  TRY(state_check_names(given, there ? "names season seasons" : "names"));
  if (!there) return STATUS_OK;
  TRY(state_get_text(given, "season", season));
  return state_get_count(given, "seasons", 1, 1000000000, seasons);
}

static status read_known(const char *who, const cJSON *given, matches_data *known) {
  const char *season = NULL;
  TRY(status_context(read_season(given, &season, &known->seasons), "%s: reading", who));
  if (season != NULL) TRY(memory_text(season, &known->season));
  return entry_names_of(who, given, "names", 2, &known->names);
}

static status reopen(void *self, const problem_class *class, const char *who, const char *path, const cJSON *given,
                     size_t more) {
  matches *made = self;
  CLEANUP(matches_free) matches_data known = {0}, found = {0};
  entry_data *data = NULL;
  TRY(OWN_ARRAY(self, 1, data));
  TRY(OWN(self, data, entry_data_clear));
  TRY(read_known(who, given, &known));
  TRY(matches_read_more(path, who, &made->read, &known, &found));
  TRY(take_matches(&found, data));
  data->m = data->n = known.names.count;
  data->names = known.names;
  known.names = (entry_names){0};
  TRY(entry_names_append(&data->names, &found.names)); /* whose numbers are n and more */
  return entry_rows_reopen(&made->rows, data);
}

static const problem_methods methods = {ENTRY_ROWS_METHODS(matches), .facts = facts, .init = init, .reading = reading,
                                        .reopen = reopen};

const problem_class problem_matches = {
    .about = {.name = "matches",
              .title = "Matches",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
              .help =
                  "matches from a table, as pairs of teams labelled 1 when the first one of the pair wins, otherwise 0",
              .formula = "$y=1$ if the first team of the pair $(i,j)$ won, $0$ if the second did, $\\frac12$ for a "
                         "draw; loss $|\\hat y-y|$ or $(\\hat y-y)^2$",
              .family = "entries",
              .result_version = 4,
              PARAMETERS(parameters)},
    .methods = &methods,
};
