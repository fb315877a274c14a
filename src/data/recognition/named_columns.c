#include "data/recognition/named_columns.h"
#include "data/columns/moments.h"
#include "data/match_result.h"
#include <ctype.h>
#include <strings.h>

enum { PLAIN = 64 };

/* The letters and digits of a name, small; "Home Team", home_team and HomeTeam are one. */
static void plain_name(const char *name, char out[PLAIN]) {
  size_t length = 0;
  for (; *name != '\0' && length + 1 < PLAIN; name++) {
    if (isalnum((unsigned char)*name)) out[length++] = (char)tolower((unsigned char)*name);
  }
  out[length] = '\0';
}

bool column_is_named(const text_table *table, size_t j, const char *words) {
  char name[PLAIN];
  if (table->name == NULL || j == table->columns) return false;
  plain_name(table->name[j], name);
  const size_t length = strlen(name);
  for (const char *word = words; *word != '\0' && length > 0;) {
    const size_t found = strcspn(word, " ");
    if (found == length && strncmp(word, name, length) == 0) return true;
    word += found;
    word += strspn(word, " ");
  }
  return false;
}

size_t column_named(const text_table *table, const char *words) {
  char word[PLAIN];
  while (*words != '\0') {
    const size_t length = strcspn(words, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, words);
    for (size_t j = 0; j < table->columns; j++) {
      if (column_is_named(table, j, word)) return j;
    }
    words += length;
    words += strspn(words, " ");
  }
  return table->columns;
}

/* ---- matches */

/* The first row whose text does not say how a match ended; gaps aside; the number of rows where all do. */
static size_t no_result(const text_table *table, const match_columns *c) {
  const bool goals = match_goals(table, c->result);
  double outcome = 0.0;
  for (size_t i = 0; i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, c->result);
    const char *first = text_table_cell(table, i, c->first), *second = text_table_cell(table, i, c->second);
    if (!text_is_gap(cell) && !match_result(cell, first, second, goals, &outcome)) return i;
  }
  return table->rows;
}

static bool has_gap(const text_table *table, size_t j) {
  bool gap = false;
  for (size_t i = 0; i < table->rows && !gap; i++) gap = text_is_gap(text_table_cell(table, i, j));
  return gap;
}

#define WINNERS "winner winnername winningteam"

match_columns match_columns_of(const text_table *table) {
  const size_t none = table->columns;
  match_columns c = {
      .first = column_named(
          table,
          "hometeam home teamhome homename homeclub hteam team1 player1 white whiteid whitename whiteplayer first "
          "firstteam firstplayer teama playera winnername winner"),
      .second = column_named(
          table, "awayteam away teamaway awayname awayclub ateam visitor visitors visitingteam visitorteam "
                 "teamvisitor team2 player2 black blackid blackname blackplayer second secondteam secondplayer teamb "
                 "playerb losername loser"),
      .first_score = column_named(
          table,
          "homescore fthg homegoals hg hgoal hgoals hscore homepoints homepts scorehome goalshome pointshome score1 "
          "goals1 pts1 points1 firstscore scorea homeruns homeg homefinal homeftgoals"),
      .second_score = column_named(
          table, "awayscore ftag awaygoals ag agoal agoals vgoal ascore vscore awaypoints awaypts scoreaway goalsaway "
                 "pointsaway visitorscore visitorgoals visitorpoints visitorpts pointsvisitor score2 goals2 pts2 "
                 "points2 secondscore scoreb awayruns awayg "
                 "awayfinal awayftgoals"),
      .result = column_named(table, "result ftr outcome fulltimeresult score finalscore ft ftscore " WINNERS),
      .time = column_named(table,
                           "date gameday gamedate matchdate dategame datetime tourneydate utcdate time day createdat"),
      .neutral = column_named(table, "neutral isneutral neutralvenue neutralground neutralsite location"),
      .season = column_named(table, "season seasonid seasonyear yearid year")};
  c.wins = c.first < none && column_is_named(table, c.first, WINNERS);
  c.scores = !c.wins && c.first_score < none && c.second_score < none;
  c.bad_result = table->rows;
  if (c.scores || c.wins || c.first == none || c.second == none) c.result = none;
  if (c.result < none) c.bad_result = no_result(table, &c);
  c.winner = column_is_named(table, c.result, WINNERS) && has_gap(table, c.result);
  if (c.time == none) c.time = c.season;
  c.untold = none;
  if (!moments_tell(table, c.time)) {
    c.untold = c.time;
    c.time = none;
  }
  c.complete =
      c.first < none && c.second < none && (c.wins || c.scores || (c.result < none && c.bad_result == table->rows));
  return c;
}

/* The text of a column that says that a match is on neutral ground; NULL: there is no such column. */
static const char *neutral_text(const text_table *table, size_t j) {
  static const char *const texts[] = {"TRUE", "1", "yes", "y", "neutral", "N"};
  for (size_t k = 0; j < table->columns && k < sizeof texts / sizeof *texts; k++) {
    for (size_t i = 0; i < table->rows; i++) {
      if (k == 5 && column_is_named(table, j, "neutral")) break; /* N is no there */
      if (strcasecmp(text_table_cell(table, i, j), texts[k]) == 0) return text_table_cell(table, i, j);
    }
  }
  return NULL;
}

static void find_walkover(const text_table *table, match_facts *out) {
  for (size_t k = 0; k < table->rows * table->columns && out->walkover == NULL; k++) {
    if (!match_is_walkover(table->cell[k])) continue;
    out->walkover = table->cell[k];
    out->walkover_column = k % table->columns;
  }
}

status match_facts_of(const text_table *table, const match_columns *columns, match_facts *out) {
  const match_columns c = *columns;
  const size_t none = table->columns, said = c.scores ? c.first_score : c.winner ? none : c.result;
  *out = (match_facts){.neutral_where = neutral_text(table, c.neutral)};
  if (c.time < none) TRY(moments_ascend(table, c.time, &out->ordered));
  find_walkover(table, out);
  out->to_sort = c.time < none && !out->ordered && c.time != c.season;
  out->home = column_is_named(table, c.first,
                              "hometeam home teamhome homename homeclub hteam white whiteid whitename whiteplayer") ||
              column_is_named(table, c.second, "awayteam away visitor visitingteam visitors visitorteam") ||
              out->neutral_where != NULL;
  for (size_t i = 0; i < table->rows && said < none; i++) {
    out->unplayed += match_is_open(text_table_cell(table, i, said)) ||
                     (c.time < none && text_is_gap(text_table_cell(table, i, c.time))) ||
                     (c.scores && match_is_open(text_table_cell(table, i, c.second_score)));
  }
  return STATUS_OK;
}

/* ---- ratings */

rating_columns rating_columns_of(const text_table *table) {
  rating_columns c = {
      .who =
          column_named(table, "userid user uid username reviewer reviewerid customer customerid rater raterid who row"),
      .what =
          column_named(table, "movieid movie itemid item productid product bookid isbn book film filmid asin artistid "
                              "artist songid song trackid track gameid game animeid anime what column"),
      .rating = column_named(table, "rating ratings bookrating userrating overall score stars value"),
      .time = column_named(table, "timestamp time date datetime ratedat unixreviewtime reviewtime")};
  if (!moments_tell(table, c.time)) c.time = table->columns;
  c.complete = c.who < table->columns && c.what < table->columns && c.rating < table->columns;
  return c;
}
