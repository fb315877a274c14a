/* Graphs, matches and ratings from files: readers, refusals by line and column, labels, orders, comparators in hindsight. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "data/sequence_file.h"
#include "unit/data_fixture.h"

/* Plays all trials: "i j label;", from 0, with %.15g. */
static void plays(const char *name, const char *text, const char *more, const char *expected) {
  fixture f;
  char message[500], said[2000] = "";
  cr_assert_eq(open_text(name, text, more, 1, &f, message), STATUS_OK, "%s", message);
  size_t used = 0;
  instance x;
  double y = 0.0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    used += (size_t)snprintf(said + used, sizeof said - used, "%zu %zu %.15g;", x.row, x.column, y);
  }
  cr_expect_str_eq(said, expected, "%s %s gave: %s", text, more, said);
  fixture_free(&f);
}

static const refusal graphs[] = {
    {"", "", "F:1: the end of the file, expected nodes, edges"},
    {"\n\n", "", "F:3: the end of the file, expected nodes, edges"},
    {"3\n", "", "F:1: 1 columns, expected 2: nodes, edges"},
    {"3 x\n", "", "F:1: column 2 is 'x', expected a number of edges from 1 to 1099511627776"},
    {"1000000000 1\n1 2 1\n", "", "F:1: column 1 is '1000000000', expected a number of nodes from 2 to 1000000"},
    {"3 99999999999999999999\n", "",
     "F:1: column 2 is '99999999999999999999', expected a number of edges from 1 to 1099511627776"},
    {"1 1\n", "", "F:1: column 1 is '1', expected a number of nodes from 2 to 1000000"},
    {"3 2\n1 2 1\n", "", "F:3: the end after 1 edges, expected 2 as line 1 says"},
    {"3 1\n1 2 1\n2 3 1\n", "", "F:3: an edge, expected the end after 1 as line 1 says"},
    {"3 1\n1 2\n", "", "F:2: 2 columns, expected 3: node, node, weight"},
    {"3 1\n1 2 1 1 1 1 1\n", "", "F:2: 7 columns, expected 3: node, node, weight"},
    {"3 1\n0 2 1\n", "", "F:2: column 1 is '0', expected a node from 1 to 3"},
    {"3 1\n1 4 1\n", "", "F:2: column 2 is '4', expected a node from 1 to 3"},
    {"3 1\n1 1.5 1\n", "", "F:2: column 2 is '1.5', expected a node from 1 to 3"},
    {"3 1\r\n\r\n1 2 x\r\n", "", "F:3: column 3 is 'x', expected a finite number"},
    {"3 1\n1 2 nan\n", "", "F:2: column 3 is 'nan', expected a finite number"},
    {"3 1\n2 2 1\n", "", "F:2: column 2 is '2', expected another node than column 1"},
    {"3 3\n1 2 1\n1 3 1\n2 1 1\n", "", "F:4: nodes 1 and 2 are already joined in line 2, expected each edge once"},
    {"3 1\n1 2 0\n", "", "F:2: all weights are 0, expected an edge"},
    {"3 1\n1 2 \x01\n", "", "F:2: byte 5 is a control character, expected text"},
    {"3 2\n1 2 1e308\n1 3 1e308\n", "", "F: the sum of the weights is not finite"},
    {"3 2\n1 2 3e30\n1 3 -1\n", ",\"labels\":\"weights\"",
     "F: the largest weight has size 3e+30, expected 2e-30 to 2e+30 with labels = weights"},
    {"3 1\n1 2 1\n", ",\"labels\":\"weights\",\"negatives\":\"non_edges\"",
     "graph: negatives = non_edges needs labels = signs, it is weights"},
    {"70000 1\n1 2 1\n", "", "graph: 70000 nodes, expected at most 65536 for unjoined pairs: choose negatives = none"},
    {"3 1\n1 2 1\n", ",\"format\":\"matrix_market\"",
     "F:1: 2 columns, expected 5: %%MatrixMarket matrix coordinate real|integer|pattern symmetric"},
    {"%%MatrixMarket matrix array real symmetric\n", "", "F:1: column 3 is 'array', expected coordinate"},
    {"%%MatrixMarket matrix coordinate complex symmetric\n", "",
     "F:1: column 4 is 'complex', expected real, integer or pattern"},
    {"%%MatrixMarket matrix coordinate real general\n", "", "F:1: column 5 is 'general', expected symmetric"},
    {"%%MatrixMarket matrix coordinate real symmetric\n% c\n3 4 1\n2 1 1\n", "",
     "F:3: 3 rows and 4 columns, expected a square matrix"},
    {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1 1\n", "",
     "F:3: 3 columns, expected 2: node, node"},
    {"%%MatrixMarket matrix coordinate real symmetric\n3 3\n", "",
     "F:2: 2 columns, expected 3: rows, columns, entries"},
};

Test(entry_readers, graphs_refused) {
  REFUSED("graph", graphs);
}

Test(entry_readers, graph_labels) {
  const char *signs = ",\"order\":\"file\"", *weights = ",\"order\":\"file\",\"labels\":\"weights\"";
  plays("graph", "3 3\n2 1 2\n 3  2 -4\n\n1 3 0\n", signs, "0 1 1;1 2 -1;");
  plays("graph", "3 3\n2 1 2\n3 2 -4\n1 3 0\n", weights, "0 1 -0.5;1 2 1;");
  plays("graph", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 2\n2 1\n3 2\n", signs,
        "0 1 1;1 2 1;0 2 -1;");
  plays("graph", "%%matrixmarket MATRIX coordinate Real symmetric\n3 3 1\n2 1 -0.5\n", signs, "0 1 -1;");
  plays("graph", "2 1\r\n1 2 3", ",\"order\":\"file\",\"passes\":2", "0 1 1;0 1 1;");
}

/* Every pair of a graph is an edge or can be drawn as none, once; as many as edges. */
Test(entry_readers, graph_pairs_not_joined) {
  enum { N = 9 };
  size_t drawn[N][N] = {{0}};
  const char *text = "9 5\n1 2 1\n8 9 1\n4 2 1\n7 5 1\n1 9 1\n";
  for (uint64_t seed = 1; seed <= 60; seed++) {
    fixture f;
    char message[500];
    cr_assert_eq(open_text("graph", text, "", seed, &f, message), STATUS_OK, "%s", message);
    instance x;
    double y = 0.0;
    size_t seen[N][N] = {{0}}, negative = 0, trials = 0;
    while (fixture_trial(&f, &x, &y) == STATUS_OK) {
      cr_assert(x.row < x.column && x.column < N && seen[x.row][x.column]++ == 0);
      drawn[x.row][x.column] += y < 0.0;
      negative += y < 0.0;
      trials++;
    }
    cr_expect(trials == 10 && negative == 5 && f.problem.facts.trials == 10);
    fixture_free(&f);
  }
  for (size_t i = 0; i < N; i++) {
    for (size_t j = i + 1; j < N; j++) {
      const bool edge =
          (i == 0 && (j == 1 || j == 8)) || (i == 7 && j == 8) || (i == 1 && j == 3) || (i == 4 && j == 6);
      cr_expect(edge == (drawn[i][j] == 0), "(%zu, %zu) %zu times", i, j, drawn[i][j]);
    }
  }
}

/* The loss of each cut is half the sum of the weights less the weight of the cut; and for signs 1 and -1 the number of positive ones less it. */
Test(entry_readers, graph_loss_is_the_cut) {
  static const double weight[4][4] = {{0, 2, -4, 0}, {0, 0, 1.5, 3}, {0, 0, 0, -0.5}, {0, 0, 0, 0}};
  const char *texts[] = {"4 5\n1 2 2\n1 3 -4\n2 3 1.5\n2 4 3\n3 4 -0.5\n",
                         "4 5\n1 2 1\n1 3 -1\n2 3 1\n2 4 1\n3 4 -1\n"};
  for (int w = 0; w < 2; w++) {
    for (unsigned cut = 0; cut < 16; cut++) {
      fixture f;
      char message[500];
      cr_assert_eq(open_text("graph", texts[w], w == 0 ? ",\"labels\":\"weights\"" : "", 1, &f, message), STATUS_OK);
      instance x;
      double y = 0.0, total = 0.0, value = 0.0, sum = 0.0;
      while (fixture_trial(&f, &x, &y) == STATUS_OK) {
        const bool apart = (cut >> x.row & 1) != (cut >> x.column & 1);
        const double of = w == 0 ? weight[x.row][x.column] : weight[x.row][x.column] > 0 ? 1 : -1;
        total += loss_value(&f.problem.facts.loss, apart ? 1.0 : -1.0, y);
        value += apart ? of : 0.0;
        sum += w == 0 ? of / 2 : of > 0;
      }
      cr_expect_float_eq(total, sum - value, 1e-12);
      fixture_free(&f);
    }
  }
}

#define SCORES ",\"first\":\"a\",\"second\":\"b\",\"first_score\":\"x\",\"second_score\":\"y\""
#define WINS ",\"first\":\"a\",\"second\":\"b\""
static const refusal matches[] = {
    {"", WINS, "F:1: no rows, expected a table"},
    {"a,b\n\r\n", WINS, "F:1: no rows, expected a table"},
    {"a,c\nP,Q\n", WINS, "F:1: none of 2 columns is named 'b', expected a line of column names"},
    {"a,b,a\nP,Q,R\n", WINS, "F:1: columns 1 and 3 are both 'a', expected one"},
    {"a,b\nP,Q\nP\n", WINS, "F:3: 1 columns, expected 2"},
    {"a,b\nP,Q,R\nP,Q\n", WINS, "F:2: 3 columns, expected 2"},
    {"a,b\nP,\"Q\n", WINS, "F:2: column 2: a quote that is not closed, expected '\"' in the same line"},
    {"a,b\n\"P\"Q,R\n", WINS, "F:2: column 1: text after the closing quote, expected the next column"},
    {"a,b\nP,\n", WINS, "F:2: column 2 is '', expected a name"},
    {"a,b\nP,P\n", WINS, "F:2: column 2 is 'P', expected another name than the first one"},
    {"a,b\nP\t1,Q\n", WINS, "F:2: column 1 has a tab, expected text without"},
    {"a,b\nP\x7f,Q\n", WINS, "F:2: byte 2 is a control character, expected text"},
    {"a,b,x,y\nP,Q,1,z\n", SCORES, "F:2: column 4 is 'z', expected a finite number"},
    {"a,b,x,y\nP,Q,1,1\n", SCORES, "F: no match that is not a draw, expected one"},
    {"a,b,w\nP,Q,R\n", WINS ",\"winner\":\"w\"",
     "F:2: column 3 is 'R', expected one of the two names, or nothing for a draw"},
    {"a,b,w\nP,Q,2-x\n", WINS ",\"result\":\"w\"",
     "F:2: column 3 is '2-x', expected 1, 0, 0.5, 1-0, 0-1, 1/2-1/2, or H, A, D, or 1, X, 2, or W, L, D (of the one "
     "named first), or goals as in 3-1, or the winner's name"},
    {"a,b,d\nP,Q,2001-01-02\nP,R,2001-01-01\n", WINS ",\"time\":\"d\"",
     "F:3: column 3 is '2001-01-01', expected at least '2001-01-02' as in line 2; order = \"time\" sorts the matches"},
    {"a,b,d\nP,Q,10\nP,R,9\n", WINS ",\"time\":\"d\"",
     "F:3: column 3 is '9', expected at least '10' as in line 2; order = \"time\" sorts the matches"},
    {"a,b,d\nP,Q,31/01/2001\nP,R,30/01/2001\n", WINS ",\"time\":\"d\"",
     "F:3: column 3 is '30/01/2001', expected at least '31/01/2001' as in line 2; order = \"time\" sorts the matches"},
    {"a,b\nP,Q\n", WINS ",\"order\":\"time\"", "matches: order = time needs time, the column to sort by"},
    {"a,b,x,y\nP,Q,1,NA\n", SCORES,
     "F:2: column 3 is '1', expected both scores; missing = \"drop\" leaves out what was not played"},
    {"a,b,d\nP,Q,W/O\n", WINS ",\"leave_out\":\"d=W/O\"", "F: leave_out and missing leave no match, expected one"},
    {"a,b\nP,Q\n", WINS ",\"leave_out\":\"d\"", "matches: leave_out = \"d\" must be COLUMN=TEXT"},
    {"a,b\nP,Q\nR,S\nP,T\nR,U\n", WINS ",\"top_teams\":2", "F: no match between two of top_teams, expected one"},
    {"a,b\nP,Q\n", ",\"first\":\"a\",\"second\":\"a\"",
     "matches: first and second are both \"a\", expected two columns"},
    {"a,b\nP,Q\n", WINS ",\"first_score\":\"x\"",
     "matches: first_score and second_score go together, expected both or none"},
    {"a,b\nP,Q\n", SCORES ",\"winner\":\"w\"",
     "matches: scores, winner and result each say who won, expected one of them"},
    {"a,b,n\nP,Q,1\n", WINS ",\"neutral\":\"n=1\"", "matches: neutral has no effect without home = first"},
    {"a,b,n\nP,Q,1\n", WINS ",\"home\":\"first\",\"neutral\":\"n\"", "matches: neutral = \"n\" must be COLUMN=TEXT"},
    {"a,b\nP,Q\n", WINS ",\"weights\":\"x=1\"",
     "matches: weights has no effect without weight, the column of their texts"},
    {"a,b,k\nP,Q,0\n", WINS ",\"weight\":\"k\"", "F:2: column 3 is '0', expected a number above 0"},
    {"a,b,k\nP,Q,cup\n", WINS ",\"weight\":\"k\"", "F:2: column 3 is 'cup', expected a finite number"},
    {"a,b,k\nP,Q,cup\n", WINS ",\"weight\":\"k\",\"weights\":\"league=1\"",
     "F:2: column 3 is 'cup', expected a text of weights; *=NUMBER is for all others"},
    {"a,b,k\nP,Q,cup\n", WINS ",\"weight\":\"k\",\"weights\":\"league=0\"",
     "matches: weights: \"league=0\" must be TEXT=NUMBER with a number above 0"},
    {"a,b,d\nP,Q,1\n", WINS ",\"season\":\"d\",\"order\":\"shuffled\"", "matches: season needs order = file or time"},
};

Test(entry_readers, matches_refused) {
  REFUSED("matches", matches);
}

/* By name: Peru 0, Qatar 1, Rome 2. */
Test(entry_readers, matches_labels) {
#define NAME ",\"pair\":\"name\""
  plays("matches", "a,b\nQatar,Peru\nPeru,Rome\n", WINS NAME, "0 1 0;0 2 1;");
  plays("matches", "y,b,c,a,x\r\n2,Qatar,u,Rome,1\r\n0,Peru,u,Rome,3\r\n1,Peru,u,Rome,1", SCORES NAME, "1 2 1;0 2 0;");
  plays("matches", "a,b,x,y\n Peru ,Rome,1,1\n\nQatar,Peru,2,1\n", SCORES NAME ",\"draws\":\"half\"", "0 2 0.5;0 1 0;");
  plays("matches", "a,b,w\nP,Q,Q\nQ,P,Q\nP,Q,\n", WINS NAME ",\"winner\":\"w\",\"draws\":\"half\"",
        "0 1 0;0 1 0;0 1 0.5;");
  plays("matches", "a;b;w\nP;Q;1-0\nQ;P;0\nP;Q;1/2-1/2\nP;Q;1\n",
        WINS NAME ",\"result\":\"w\",\"separator\":\"semicolon\"", "0 1 1;0 1 1;0 1 1;");
  plays("matches", "\"a\",\"b\"\n\"Cote, d\"\"Or\",P\n\"P\" ,A\n", WINS NAME, "1 2 1;0 2 0;");
  plays("matches", "a,b\nB,A\nC,A\nD,B\nA,B\n", WINS NAME ",\"top_teams\":2", "0 1 0;0 1 1;");
  plays("matches",
        "\xef\xbb\xbf"
        "a,b,d\nA,B,20200101\nC,A,20200101\nB,A,2\n",
        WINS NAME ",\"time\":\"d\",\"leave_out\":\"d=2\"", "0 1 1;0 2 0;");
}

/* "i j side weight margin season;"; the season only where it is known */
static void meets(const char *text, const char *more, const char *expected) {
  fixture f;
  char message[500], said[2000] = "";
  cr_assert_eq(open_text("matches", text, more, 1, &f, message), STATUS_OK, "%s", message);
  size_t used = 0;
  instance x;
  double y = 0.0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    const meeting *of = x.meeting;
    used += (size_t)snprintf(said + used, sizeof said - used, "%zu %zu %d %g %g", x.row, x.column, of->side, of->weight,
                             isnan(of->margin) ? -1 : of->margin);
    if (of->season > 0) used += (size_t)snprintf(said + used, sizeof said - used, " s%zu", of->season);
    used += (size_t)snprintf(said + used, sizeof said - used, ";");
  }
  cr_expect_str_eq(said, expected, "%s gave: %s", more, said);
  fixture_free(&f);
}

Test(entry_readers, meetings) {
  const char *text = "a,b,x,y,n,cup,d\nB,A,3,1,no,league,2001-03-01\nA,C,0,0,no,final,2001-12-31\nB,C,1,1.5,yes,"
                     "league,2002-01-01\nC,A,0,7,no,friendly,2002-01-01\n";
  meets(text, SCORES NAME, "0 1 0 1 2;1 2 0 1 0.5;0 2 0 1 7;");
  meets(text, SCORES NAME ",\"home\":\"first\",\"neutral\":\"n=yes\",\"draws\":\"half\",\"season\":\"d\"",
        "0 1 -1 1 2 s1;0 2 1 1 0 s1;1 2 0 1 0.5 s2;0 2 -1 1 7 s2;");
  meets(text, SCORES NAME ",\"weight\":\"cup\",\"weights\":\"league=2,*=1.5,final=0.25\",\"season\":\"cup\"",
        "0 1 0 2 2 s1;1 2 0 2 0.5 s1;0 2 0 1.5 7 s2;");
  meets(text, WINS NAME ",\"weight\":\"y\",\"leave_out\":\"y=0\",\"home\":\"first\"",
        "0 1 -1 1 -1;1 2 1 1.5 -1;0 2 -1 7 -1;");
  /* sorted by dates with the day first, seasons that begin in July, and what was not played */
  meets("a,b,x,y,d\nB,A,3,1,01/07/2001\nA,C,NA,,02/08/2001\nB,C,1,2,30/06/2001\nC,A,0,7,13/12/00\n",
        SCORES NAME ",\"time\":\"d\",\"order\":\"time\",\"missing\":\"drop\",\"season\":\"d\",\"season_month\":7",
        "0 2 0 1 7 s1;1 2 0 1 1 s1;0 1 0 1 2 s2;");
  /* of dates that could be either the order in which they ascend; seasons that come back keep their numbers */
  meets("a,b,x,y,d,s\nB,A,3,1,01/09/2001,east\nB,C,1,2,02/01/2001,west\nC,A,0,7,02/02/2001,east\n",
        SCORES NAME ",\"time\":\"d\",\"season\":\"s\"", "0 1 0 1 2 s1;1 2 0 1 1 s2;0 2 0 1 7 s1;");
  meets("a,b,r\nB,A,H\nA,C,D\nB,C,a\n", WINS ",\"result\":\"r\",\"home\":\"first\"" NAME, "0 1 -1 1 -1;1 2 1 1 -1;");
}

/* A recorded sequence says of a meeting all that the table said. */
Test(entry_readers, meetings_recorded) {
  const meeting given[] = {{.weight = 1, .margin = NAN}, {.side = -1, .season = 7, .weight = 0.25, .margin = 3}};
  const sequence_header header = {
      .kind = INSTANCE_ENTRY, .m = 3, .n = 3, .real = true, .loss = {LOSS_ABSOLUTE, 0, 1, 0, 1, 1}};
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  cr_assert_eq(sequence_write_header(file, &header, NULL), STATUS_OK);
  for (size_t t = 0; t < 3; t++) {
    instance x = instance_entry(3, 3, t, 0);
    x.meeting = t < 2 ? &given[t] : NULL;
    cr_assert_eq(sequence_write_trial(file, t + 1, &x, 1, NULL), STATUS_OK);
  }
  fclose(file);
  char *path = fixture_file(text, length);
  sequence *read = NULL;
  cr_assert_eq(sequence_open(path, &read), STATUS_OK, "%s", status_message());
  for (size_t t = 0; t < 3; t++) {
    instance x;
    double y = 0;
    sequence_trial(read, t, &x, &y);
    cr_assert_eq(x.meeting == NULL, t == 2);
    if (t == 2) continue;
    cr_expect(x.meeting->side == given[t].side && x.meeting->season == given[t].season);
    cr_expect_eq(x.meeting->weight, given[t].weight);
    cr_expect(t == 0 ? isnan(x.meeting->margin) : x.meeting->margin == 3);
  }
  sequence_close(read);
  unlink(path);
  free(path);
  free(text);
}

/* The coin: each way about as often, always the same result. */
Test(entry_readers, matches_coin) {
  enum { COUNT = 1000 };
  char *text = calloc(COUNT + 1, 4);
  memcpy(text, "a,b\n", 4);
  for (size_t k = 0; k < COUNT; k++) memcpy(text + 4 * (k + 1), "B,A\n", 4);
  text[4 * COUNT] = '\0';
  fixture f;
  char message[500];
  cr_assert_eq(open_text("matches", text, WINS, 1, &f, message), STATUS_OK, "%s", message);
  cr_expect_str_eq(f.problem.class->methods->name_of(f.problem.self, false, 0), "A");
  cr_expect_str_eq(f.problem.class->methods->name_of(f.problem.self, true, 1), "B");
  instance x;
  double y = 0.0;
  size_t ones = 0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    cr_expect(y == (x.row == 1 ? 1.0 : 0.0) && x.row != x.column);
    ones += y == 1.0;
  }
  cr_expect(ones > 420 && ones < 580, "%zu", ones); /* five standard deviations */
  fixture_free(&f);
  free(text);
}

#define HEAD "userId,movieId,rating,timestamp\n"
static const refusal ratings[] = {
    {"", "", "F:1: no rows, expected a table"},
    {"userId,movieId,rating\n1,1,1\n", "",
     "F:1: none of 3 columns is named 'timestamp', expected a line of column names"},
    {HEAD "1,2,3\n", "", "F:2: 3 columns, expected 4"},
    {HEAD "1,2,x,4\n", "", "F:2: column 3 is 'x', expected a finite number"},
    {HEAD "1,2,3,4\n1,2,3,x\n", "",
     "F:3: column 4 is 'x', expected a date as in 2000-01-31, 31/01/2000, 31-Jan-2000 or 20000131, or a number, as the "
     "rest of the column"},
    {HEAD "1,2,3,4\n1,2,5.5,4\n", "", "F:3: column 3 is 5.5, expected a rating from 0.5 to 5 (low, high)"},
    {HEAD "1,2,3,4\n", ",\"low\":5", "ratings: low = 5 must be below high = 5"},
    {HEAD "1,2,3,4\n", ",\"comparator\":\"hindsight\"",
     "ratings: trace_norm is missing: comparator = hindsight needs it"},
    {HEAD "1,2,3,4\n", ",\"trace_norm\":3", "ratings: trace_norm has no effect without comparator = hindsight"},
    {HEAD "1,1,3,4\n2,2,3,4\n2,3,3,4\n3,1,3,4\n", ",\"top_rows\":1,\"top_columns\":1",
     "F: no rating of top_rows and top_columns, expected one"},
};

Test(entry_readers, ratings_refused) {
  REFUSED("ratings", ratings);
}

Test(entry_readers, ratings_labels) {
  const char *text = "userId,movieId,rating,timestamp\r\n7,b,5,30\r\n7,a,0.5,10\r\n5,b,2.75,10\r\n7,b,5,9\r\n";
  plays("ratings", text, "", "1 1 1;1 0 -1;0 1 0;1 1 1;");
  plays("ratings", text, ",\"order\":\"file\",\"loss\":\"linear\"", "1 1 -1;1 0 1;0 1 -0;1 1 -1;");
  plays("ratings", text, ",\"top_rows\":1,\"passes\":2", "0 1 1;0 0 -1;0 1 1;0 1 1;0 0 -1;0 1 1;");
  plays("ratings", text, ",\"top_columns\":1,\"low\":0,\"high\":5", "1 0 1;0 0 0.1;1 0 1;");
  plays("ratings", "q,u,i\n0,x,2\n",
        ",\"row\":\"u\",\"column\":\"i\",\"rating\":\"q\",\"order\":\"file\",\"low\":-1,\"high\":1", "0 0 0;");
}

/* The order of a pass is random and new in each. */
Test(entry_readers, shuffled) {
  fixture f;
  char message[500], passes[2][200] = {"", ""};
  cr_assert_eq(open_text("matches", "a,b\nA,B\nA,C\nA,D\nA,E\nA,F\nA,G\nA,H\nA,I\nA,J\n",
                         WINS NAME ",\"order\":\"shuffled\",\"passes\":2", 3, &f, message),
               STATUS_OK);
  instance x;
  double y = 0.0;
  for (size_t t = 0; t < 18; t++) {
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    char *place = passes[t / 9] + strlen(passes[t / 9]);
    snprintf(place, 4, "%zu ", x.column);
  }
  cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_END);
  cr_expect_str_neq(passes[0], passes[1]);
  cr_expect(strlen(passes[0]) == 18 && strlen(passes[1]) == 18);
  for (int c = '1'; c <= '9'; c++) cr_expect(strchr(passes[0], c) != NULL && strchr(passes[1], c) != NULL);
  fixture_free(&f);
}

/* A triangle of positive edges and one negative edge: the best cut cuts two of three, and not the negative one: loss 1. */
Test(entry_readers, best_cut_in_hindsight) {
  for (int weights = 0; weights < 2; weights++) {
    for (uint64_t seed = 1; seed <= 2; seed++) { /* the second is a remembered one */
      fixture f;
      char message[500], more[200];
      snprintf(more, sizeof more, ",\"comparator\":\"hindsight\"%s", weights == 1 ? ",\"labels\":\"weights\"" : "");
      cr_assert_eq(open_text("graph", "4 4\n1 2 1\n2 3 1\n1 3 1\n3 4 -1\n", more, seed, &f, message), STATUS_OK, "%s",
                   message);
      comparator *u = problem_comparator(&f.problem);
      const double expected = weights == 1 ? 1.0 - 2.0 : 1.0; /* W/2 - cut, W = 2 */
      cr_assert(f.problem.facts.comparator_kept && comparator_kind_of(u) == COMPARATOR_CUT);
      cr_expect_eq(comparator_origin_of(u), COMPARATOR_EXACT);
      cr_expect_float_eq(comparator_least(u), expected, 1e-9);
      cr_assert_eq(comparator_prepare(u, INSTANCE_ENTRY, 1), STATUS_OK);
      instance x;
      double y = 0.0, total = 0.0;
      while (fixture_trial(&f, &x, &y) == STATUS_OK) {
        total += loss_value(&f.problem.facts.loss, comparator_value(u, &x), y);
      }
      cr_expect_float_eq(total, expected, 1e-9);
      fixture_free(&f);
    }
  }
}

/* A beats B beats C beats A, and A beats B again: B, C, A and its like lose twice, A, B, C and C, A, B once. Only the trials that are
 * played count: the first three alone have two best orders too, of one loss. */
Test(entry_readers, best_order_in_hindsight) {
  const char *text = "a,b\nA,B\nB,C\nC,A\nA,B\n";
  for (size_t trials = 2; trials <= 4; trials++) {
    char *path = fixture_file(text, strlen(text)), json[300];
    snprintf(json, sizeof json, "{\"file\":\"%s\"" WINS ",\"comparator\":\"hindsight\"}", path);
    const problem_class *class = problem_find("matches");
    const problem_setting setting = {.seed = 5, .trials = trials};
    cJSON *given = NULL;
    options *values = NULL;
    problem made;
    cr_assert_eq(json_parse(json, &given), STATUS_OK);
    cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK);
    cr_assert_eq(problem_new(class, &setting, values, &made), STATUS_OK, "%s", status_message());
    comparator *u = problem_comparator(&made);
    cr_assert_eq(comparator_kind_of(u), COMPARATOR_ORDER);
    cr_expect_float_eq(comparator_least(u), trials == 2 ? 0.0 : 1.0, 1e-9, "%zu trials: %g", trials,
                       comparator_least(u));
    problem_destroy(&made);
    options_free(values);
    cJSON_Delete(given);
    unlink(path);
    free(path);
  }
}

static bool file_there(const char *name) {
  char path[500];
  const char *data = getenv("DATA");
  snprintf(path, sizeof path, "%s/%s", data != NULL ? data : "", name);
  return data != NULL && access(path, R_OK) == 0;
}

static double note(fixture *f, const char *name) {
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(f->problem.class->methods->notes(f->problem.self, notes), STATUS_OK);
  const cJSON *item = cJSON_GetObjectItem(notes, name);
  const double value = item != NULL ? item->valuedouble : NAN;
  cJSON_Delete(notes);
  return value;
}

/* The sizes that the data's own descriptions say. */
Test(entry_readers, real_graphs) {
  if (!file_there("gset/G6.txt")) cr_skip_test("DATA names no folder with gset/G6.txt");
  fixture f;
  cr_assert_eq(fixture_try("graph", "{\"file\":\"gset/G6.txt\"}", 1, getenv("DATA"), &f), STATUS_OK);
  cr_expect(f.problem.facts.n == 800 && f.problem.facts.trials == 19176);
  cr_expect(note(&f, "edges of positive weight") + note(&f, "edges of negative weight") == 19176);
  fixture_free(&f);
}

Test(entry_readers, real_matches) {
  if (!file_there("football/results_2000_2024.csv")) {
    cr_skip_test("DATA names no folder with football/results_2000_2024.csv");
  }
  fixture f;
  cr_assert_eq(fixture_try("matches",
                           "{\"file\":\"football/results_2000_2024.csv\",\"first\":\"home_team\",\"second\":\"away_"
                           "team\",\"first_score\":\"home_score\",\"second_score\":\"away_score\",\"time\":\"date\"}",
                           1, getenv("DATA"), &f),
               STATUS_OK);
  cr_expect(f.problem.facts.n == 320 && f.problem.facts.trials == 18425);
  cr_expect(note(&f, "matches in the file") == 24033 && note(&f, "draws") == 5608);
  fixture_free(&f);
}

Test(entry_readers, real_ratings) {
  if (!file_there("movielens-small/ratings.csv")) {
    cr_skip_test("DATA names no folder with movielens-small/ratings.csv");
  }
  fixture f;
  cr_assert_eq(fixture_try("ratings", "{\"file\":\"movielens-small/ratings.csv\"}", 1, getenv("DATA"), &f), STATUS_OK);
  cr_expect(f.problem.facts.rows == 610 && f.problem.facts.n == 9724 && f.problem.facts.trials == 100836);
  fixture_free(&f);
}
