/* Who wins? Matches from a table, in its order, as pairs (i, j) of teams with the label 1 if i won, 0 if j did, and 1/2 for a draw that is
 * kept. Which of the two is i must not depend on who is named first, since that may tell who played at home or won:
 *
 *   pair = "coin"   a fair coin for each match
 *   pair = "name"   the one whose name comes first in bytewise order
 *
 * Teams are numbered in the bytewise order of their names. Streams: "sides", "order". */
#include <stdlib.h>

#include "base/random.h"
#include "data/matches_file.h"
#include "problems/entries/entry_rows.h"

static const parameter parameters[] = {
    MATCHES_PARAMETERS,
    {.name = "draws",
     .type = PARAMETER_CHOICE,
     .value = "drop",
     .choices = "drop half",
     .meaning = "drop: without them; half: the label 1/2"},
    {.name = "pair",
     .type = PARAMETER_CHOICE,
     .value = "coin",
     .choices = "coin name",
     .meaning = "which of the two is i: a fair coin for each match, or the first name in order"},
    ENTRY_ROWS_PARAMETERS("file shuffled", "file", "the file's, or random and new in every pass"),
};

static const loss absolute = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};

static status take_matches(const char *path, const matches_data *data, uint64_t seed, const options *values,
                           entry_rows *rows) {
  const bool drop = option_is(values, "draws", "drop"), by_name = option_is(values, "pair", "name");
  const size_t count = data->count - (drop ? data->draws : 0);
  random_stream *stream = NULL;
  size_t used = 0;
  if (count == 0) return FAIL(STATUS_INVALID, "%s: no match that is not a draw, expected one", path);
  TRY(entry_rows_new(count, rows));
  TRY(random_stream_new(seed, "sides", &stream));
  for (size_t k = 0; k < data->count; k++) {
    const match *m = &data->match[k];
    if (drop && m->outcome == 0.5) continue;
    const bool swap = by_name ? m->first > m->second : random_chance(stream, 0.5);
    rows->row[used] = swap ? m->second : m->first;
    rows->column[used] = swap ? m->first : m->second;
    rows->label[used++] = swap ? 1.0 - m->outcome : m->outcome;
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
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  CHECK(matches_read(path, values, &data));
  CHECK(take_matches(path, &data, setting->seed, values, rows));
  add_notes(&data, rows);
  rows->m = rows->n = data.names.count;
  rows->class = ENTRY_ORDER;
  rows->loss = absolute;
  rows->names = data.names;
  data.names = (entry_names){0};
end:
  matches_free(&data);
  free(path);
  return code;
}

static const entry_rows_reader reader = {load};

const problem_class problem_matches = {
    .about = {.name = "matches",
              .title = "Matches",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
              .help =
                  "matches from a table, as pairs of teams labelled 1 when the first one of the pair wins, otherwise 0",
              .formula = "$y=1$ if the first team of the pair $(i,j)$ won, $0$ if the second did, $\\frac12$ for a "
                         "draw; loss $|\\hat y-y|$",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &entry_rows_methods,
    .variant = &reader,
};
