/* Tables with a class column: reader, scaling, classes, the class subspace, refusals by line and column. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "hindsight/margin/class_subspace.h"
#include "linalg/angles.h"
#include "linalg/frame.h"
#include "unit/data_fixture.h"

#define A ",\"positive\":\"a\""
#define ONLINE ",\"scaling\":\"unit\",\"online\":true"
static const refusal refusals[] = {
    {"", A, "F:1: no rows, expected a table"},
    {"\n \r\n", A, "F:1: no rows, expected a table"},
    {"x,y,class\n", A ",\"header\":true", "F:1: no rows, expected a table"},
    {"1,2,a\n1,x,b\n", A,
     "F:2: column 2 is 'x', expected a finite number"
     "; a column of texts is named in one_hot, ordered, dates or omit, and texts = \"indicator\" takes all of them"},
    {"1,2,a\n\n1,,b\n", A,
     "F:3: column 2 is '', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,nan,a\n", A,
     "F:1: column 2 is 'nan', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,1e999,a\n", A, "F:1: column 2 is '1e999', expected a finite number"},
    {"1,2,a\n1,2\n", A, "F:2: 2 columns, expected 3"},
    {"1,2,a\n1,2,3,a\n", A, "F:2: 4 columns, expected 3"},
    {"1,2,\n", A, "F:1: column 3 has no class: write one, or missing = \"drop\""},
    {"1 2 a\n", A, "F:1: no column besides the label, expected a feature: is the separator right?"},
    {"1,2,a\n", A ",\"class_column\":4", "table: class_column = 4: expected a column of F from 1 to 3"},
    {"a,1,x\n", A ",\"class_column\":1",
     "F:1: column 3 is 'x', expected a finite number; header = true if these are the names of the columns"},
    {"x,x,c\n1,2,a\n", A,
     "F:1: column 1 is 'x', expected a finite number; header = true if these are the names of the columns"},
    {"1,\"1,5\",a\n", A,
     "F:1: column 2 is '1,5', expected a finite number; decimals are written with a point, as in 1.5"},
    {"1,small,a\n1,huge,b\n", A ",\"ordered\":\"2=small<large\"",
     "F:2: column 2 is 'huge', expected one of its texts in ordered"},
    {"1,2,a\n", A ",\"ordered\":\"2\"", "table: ordered = \"2\" must be COLUMN=LEAST<...<LARGEST"},
    {"2001-02-29,a\n", A ",\"dates\":\"1\"",
     "F:1: column 1 is '2001-02-29', expected a date as in 2000-01-31, all of the column alike (dates)"},
    {"1,2,a\n1,?,b\n", A ",\"missing\":\"refuse\"",
     "F:2: column 2 is '?', expected a finite number; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,,a\n", A ",\"missing\":\"drop\"", "F: missing = \"drop\" leaves no row, expected one"},
    {",2,a\n", A ",\"one_hot\":\"1\"",
     "F:1: column 1 is '', expected a value for one_hot; missing = \"indicator\", \"mean\" or \"drop\" allows gaps"},
    {"1,2,a\n", A ",\"one_hot\":\"1\",\"omit\":\"1\"",
     "table: omit = \"1\": column 1 has been named before, expected different ones"},
    {"1,2,a\n", A ",\"columns\":\"3\"",
     "table: columns = \"3\": column 3 has been named before, expected different ones"},
    {"1,2,a\n", A ",\"class_column\":\"c\"",
     "table: class_column = \"c\": columns have names only with header = true, expected a number"},
    {"x,y\n1,a\n", A ",\"header\":true,\"class_column\":\"c\"",
     "table: class_column = \"c\": no column of F has this name"},
    {"c,c\n1,a\n", A ",\"header\":true,\"class_column\":\"c\"",
     "table: class_column = \"c\": columns 1 and 2 of F have this name, expected a number"},
    {"c,x\n1,a\n", A ",\"header\":true,\"class_column\":\"c\"",
     "F:2: column 2 is 'a', expected a finite number"
     "; a column of texts is named in one_hot, ordered, dates or omit, and texts = \"indicator\" takes all of them"},
    {"1,a\n", A ",\"class_column\":\"\"",
     "table: class_column = \"\" must be the number of a column, from 1, or its name"},
    {"1,a\n", A ",\"class_column\":1.5",
     "table: class_column = 1.5 must be the number of a column, from 1, or its name"},
    {"1,2,b\n", A, "F: no row has the class positive = \"a\", the first class is 'b'"},
    {"1,2,a\n1,2,b\n", A ",\"classes\":\"a c\"", "F: no row has the class 'c' of classes"},
    {"1,2,a\n1,2,b\n", A ",\"classes\":\"b\"", "table: classes = \"b\" must have positive = \"a\" among them"},
    {"1,2,a\n3,17,b\n", A ",\"scaling\":\"range\",\"high\":16",
     "F:2: column 2 is 17, expected a value from 0 to 16 (low, "
     "high)"},
    {"a,1,17\n", A ",\"class_column\":1,\"scaling\":\"range\",\"high\":16",
     "F:1: column 3 is 17, expected a value from 0 to 16 (low, high)"},
    {"1,2,a\n", A ",\"scaling\":\"range\",\"low\":3,\"high\":3", "table: low = 3 must be below high = 3"},
    {"1,2,a\n", A ",\"high\":3", "table: low and high have no effect without scaling = \"range\""},
    {"0,1,a\n0,2,b\n", A ",\"instances\":\"vector\"",
     "F:2: column 2 is 2, expected a value in [0,1]: choose scaling = range, unit or rank"},
    {"1,a\n", A ",\"online\":true", "table: online = true has no effect with scaling = \"none\""},
    {"1,a\n", A ",\"online\":true,\"scaling\":\"rank\"",
     "table: scaling = \"rank\" is found from all rows, or the first share fit of them: online = true needs another "
     "one"},
    {"1,a\n", A ONLINE ",\"fit\":0.5",
     "table: fit scales by the first rows, online = true by all so far: expected one of them"},
    {"1,a\n", A ONLINE ",\"missing\":\"mean\"",
     "table: missing = \"mean\" looks at all rows, online = true at none to come: missing = \"indicator\" or \"drop\" "
     "goes with it"},
    {"1,a\n", A ONLINE ",\"order\":\"shuffled\"",
     "table: online = true takes the rows as they stand in the file: write order = \"file\", and shuffle the lines of "
     "the file if you need to"},
    {"1,a\n", A ONLINE ",\"passes\":2",
     "table: online = true is for one pass: with passes = 2 the second one knows all rows"},
    {"1,a\n", A ONLINE ",\"centre\":true",
     "table: centre = true looks at all rows, online = true at none to come: expected one of them"},
    {"0,1,a\n", A ",\"instances\":\"vector\",\"centre\":true", "table: centre = true needs instances = \"dyad\""},
    {"0,1,a\n", A ",\"comparator\":\"class_subspace\"",
     "table: rank is missing: comparator = \"class_subspace\" needs it"},
    {"0,1,a\n", A ",\"rank\":1", "table: rank has no effect without comparator = \"class_subspace\""},
    {"0,1,a\n0,1,b\n", A ",\"comparator\":\"class_subspace\",\"rank\":2",
     "table: rank = 2 must be at most 1, the smaller of n and the number of positive rows"},
    {"0,1,a\n0,2,a\n", A ",\"comparator\":\"class_subspace\",\"rank\":2",
     "table: rank = 2 must be at most 1, the number of independent positive instances"},
    {"0,1,a\n", A ",\"comparator\":\"class_subspace\",\"rank\":1,\"gap_low\":0.5,\"gap\":0.5",
     "table: gap_low = 0.5 must be below gap = 0.5"},
};

Test(table, refusals) {
  REFUSED("table", refusals);
  fixture f;
  char message[500];
  cr_expect_eq(open_bytes("table", "1,a\n1\0,a\n", 9, A, 1, &f, message), STATUS_INVALID);
  cr_expect_str_eq(message, "F:2: byte 2 is a control character, expected text");
  fixture_free(&f);
}

static void plays(const char *text, const char *more, const char *expected) {
  plays_dense("table", text, more, expected);
}

Test(table, rows) {
  plays("3,4,a\r\n\n0, 5 ,b", A, "1 0.6 0.8;-1 0 1;");
  plays("x;y;class\n3;4; a \n0;5;b\n", A ",\"separator\":\"semicolon\",\"header\":true", "1 0.6 0.8;-1 0 1;");
  plays("  3 \t 4   a\n0 5 b \n", A ",\"separator\":\"blank\"", "1 0.6 0.8;-1 0 1;");
  plays("a\t3\t4\nb\t0\t5\n", A ",\"separator\":\"tab\",\"class_column\":1", "1 0.6 0.8;-1 0 1;");
  plays("3,a,4\n0,b,5\n", A ",\"class_column\":2", "1 0.6 0.8;-1 0 1;");
  plays("x,c,y\n3,a,4\n0,b,5\n", A ",\"header\":true,\"class_column\":\"c\"", "1 0.6 0.8;-1 0 1;");
  plays("1,0,a\n0,1,b\n1,1,c\n", A ",\"classes\":\"a c\",\"instances\":\"vector\",\"passes\":2",
        "1 1 0;-1 1 1;1 1 0;-1 1 1;");
  plays("0,0,a\n0,2,b\n", A, "1 0 0;-1 0 1;");
}

/* By hand: the second feature is the gap's. No scale looks at the 0 that stands for a gap. */
Test(table, gaps_are_in_no_scale) {
  const char *years = "1990,a\n1995,b\n,a\n2000,b\n";
#define GAPS A ",\"missing\":\"indicator\",\"instances\":\"vector\""
  plays(years, GAPS ",\"scaling\":\"unit\"", "1 0 0;-1 0.5 0;1 0 1;-1 1 0;");
  plays(",a\n1990,a\n1995,b\n2000,b\n", GAPS ",\"scaling\":\"unit\"", "1 0 1;1 0 0;-1 0.5 0;-1 1 0;");
  /* shares of three numbers, and of 0, 0, 1, 0 */
  plays(years, GAPS ",\"scaling\":\"rank\"",
        "1 0.166666666666667 0.375;-1 0.5 0.375;1 0 0.875;-1 0.833333333333333 0.375;");
  plays("5,a\n6,b\n?,a\n", GAPS ",\"scaling\":\"range\",\"low\":0,\"high\":10", "1 0.5 0;-1 0.6 0;1 0 0.1;");
  /* by the rows so far; in the last case the first number comes after a gap */
  plays(years, GAPS ONLINE, "1 0 0;-1 1 0;1 0 1;-1 1 0;");
  plays(",a\n1990,a\n1995,b\n1992.5,b\n", GAPS ONLINE, "1 0 0;1 0 0;-1 1 0;-1 0.5 0;");
  /* centred: the numbers become -1/2, 0, 1/2, the others -1/4, -1/4, 3/4, -1/4 */
  plays(years, A ",\"missing\":\"indicator\",\"scaling\":\"unit\",\"centre\":true",
        "1 -0.894427190999916 -0.447213595499958;-1 0 -1;1 0 1;-1 0.894427190999916 -0.447213595499958;");
  plays("?,1,a\n?,0,b\n", GAPS ",\"scaling\":\"unit\"", "1 0 0 1;-1 0 0 0;"); /* nothing but gaps */
  plays("?,1,a\n?,0,b\n", GAPS ",\"scaling\":\"rank\"", "1 0 0.5 0.75;-1 0 0.5 0.25;");
}

/* By hand. Dyads have length 1: 3-4-5 triangles where there is more than an indicator. */
Test(table, columns_of_other_kinds) {
  const char *vector = A ",\"instances\":\"vector\"";
  char more[300];
#define WITH(options) (snprintf(more, sizeof more, "%s,%s", vector, options), more)
  plays("x,y,c\n3,4,a\n0,5,b\n", A, "1 0.6 0.8;-1 0 1;"); /* the names found by themselves */
  plays("red,1,a\nblue,0,b\n", WITH("\"texts\":\"indicator\""), "1 0 1 1;-1 1 0 0;");
  plays("red,1,a\nblue,0,b\n", WITH("\"texts\":\"omit\""), "1 1;-1 0;");
  plays("red,1,a\nblue,0,b\n", WITH("\"one_hot\":\"1\",\"columns\":\"1\""), "1 0 1;-1 1 0;");
  plays("0,1,a\n1,0,b\n", WITH("\"columns\":\"2\""), "1 1;-1 0;");
  plays("0,1,a\n1,0,b\n", WITH("\"omit\":\"2\""), "1 0;-1 1;");
  plays("low,a\nhigh,b\n", WITH("\"ordered\":\"1=low<high\""), "1 0;-1 1;");
  plays("1970-01-01,a\n1970-01-02,b\n", WITH("\"dates\":\"1\""), "1 0;-1 1;");
  plays("1969-12-31,a\n2000-03-01,b\n", A ",\"dates\":\"1\"", "1 -1;-1 1;");
  /* the day or the month first: what reads all, and then what ascends */
  plays("01/01/1970,a\n2.1.70 12:30,b\n", WITH("\"dates\":\"1\""), "1 0;-1 1;");
  plays("01/01/1970,a\n01/11/70,b\n01/13/1970,b\n01/31/1970,b\n", WITH("\"dates\":\"1\",\"scaling\":\"unit\""),
        "1 0;-1 0.333333333333333;-1 0.4;-1 1;");
  plays("01/12/1970,a\n01/10/1970,b\n01/11/1970,b\n", WITH("\"dates\":\"1\",\"scaling\":\"unit\""),
        "1 1;-1 0;-1 0.508196721311475;"); /* neither ascends: 1 December, October, November */
  plays("0,5;a\n,25;b\n", WITH("\"separator\":\"semicolon\",\"decimal\":\"comma\""), "1 0.5;-1 0.25;");
  plays("0,a\nNA,b\n1,b\n", WITH("\"missing\":\"mean\""), "1 0;-1 0.5;-1 1;");
  plays("0,a\n,b\n1,b\n", WITH("\"missing\":\"indicator\""), "1 0 0;-1 0 1;-1 1 0;");
  plays("0,a\n?,b\n1,b\n", WITH("\"missing\":\"drop\""), "1 0;-1 1;");
  plays("0,a\n1,\n1,b\n", WITH("\"missing\":\"drop\""), "1 0;-1 1;");
  plays("0,a\n,b\n1,?\n", WITH("\"missing\":\"mean\""), "1 0;-1 0;"); /* a class that is not known is not learned */
  plays("u,a\n?,b\nv,b\n", WITH("\"missing\":\"indicator\",\"texts\":\"indicator\""), "1 1 0 0;-1 0 0 1;-1 0 1 0;");
  plays("u,a\n?,b\nv,b\n", WITH("\"one_hot\":\"1\""), "1 0 1 0;-1 1 0 0;-1 0 0 1;");
  plays("0,a\n2,b\n4,b\n1,b\n", WITH("\"scaling\":\"unit\",\"fit\":0.5"), "1 0;-1 1;-1 1;-1 0.5;");
  plays("0,a\n1,b\nNA,b\n0,b\n", WITH("\"missing\":\"mean\",\"fit\":0.5"), "1 0;-1 1;-1 0.5;-1 0;");
  plays("\xef\xbb\xbf\"a \"\"b\"\", c\",1,a\r\nd,0,b\r\n", WITH("\"one_hot\":\"1\""), "1 1 0 1;-1 0 1 0;");
  plays("0.5,a\n1,b\n", WITH("\"bias\":true"), "1 0.5 1;-1 1 1;");
#undef WITH
  plays("3e200,4e200,a\n", A, "1 0.6 0.8;");
  /* As R's write.csv writes it, and as spreadsheets do. */
  plays("\"\",\"x\",\"class\"\n\"3\",4,\"a\"\n\"0\",5,\"b,\"\"c\"\"\"\n", A ",\"header\":true", "1 0.6 0.8;-1 0 1;");
  plays("\xef\xbb\xbf"
        "3,4,a\n0,5,b\n",
        A, "1 0.6 0.8;-1 0 1;");
}

Test(table, scaling) {
  plays("4,16,a\n0,8,b\n", A ",\"scaling\":\"range\",\"high\":16,\"instances\":\"vector\"", "1 0.25 1;-1 0 0.5;");
  plays("-1,3,a\n1,0,b\n", A ",\"scaling\":\"range\",\"low\":-1,\"high\":3,\"instances\":\"vector\"",
        "1 0 1;-1 0.5 0.25;");
  plays("5,16,a\n1,16,b\n3,16,c\n", A ",\"scaling\":\"unit\",\"instances\":\"vector\"", "1 1 0;-1 0 0;-1 0.5 0;");
  plays("1,5,a\n1,1,b\n", A ",\"centre\":true", "1 0 1;-1 0 -1;");
}

static void says(const char *text, const char *more, const char *expected) {
  fixture f;
  char message[500];
  cr_assert_eq(open_text("table", text, more, 1, &f, message), STATUS_OK, "%s", message);
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(f.problem.class->methods->notes(f.problem.self, notes), STATUS_OK);
  const char *read = cJSON_GetStringValue(cJSON_GetObjectItem(notes, "read"));
  cr_assert_not_null(read);
  cr_expect_not_null(strstr(read, expected), "%s", read);
  cJSON_Delete(notes);
  fixture_free(&f);
}

/* By hand, row by row. Columns 4 0 2 8 3 (ranges 4, 0 to 4, 0 to 4, 0 to 8, 0 to 8) and 1 1 -1 0 3 (1, 1, -1 to 1, -1 to 1, -1 to 3). */
Test(table, scaling_online) {
#define RUNNING A ONLINE ",\"instances\":\"vector\""
  const char *text = "4,1,a\n0,1,b\n2,-1,c\n8,0,b\n3,3,a\n";
  plays(text, RUNNING, "1 0 0;-1 0 0;-1 0.5 0;-1 1 0.5;1 0.375 1;");
  plays(text, RUNNING ",\"bias\":true,\"order\":\"file\"", "1 0 0 1;-1 0 0 1;-1 0.5 0 1;-1 1 0.5 1;1 0.375 1 1;");
  plays(text, RUNNING ",\"classes\":\"a c\"", "1 0 0;-1 0.5 0;1 0.375 1;"); /* rows of all classes count */
  plays("0,a\n4,b\n2,b\n4,\n", RUNNING ",\"missing\":\"drop\"", "1 0;-1 1;-1 0.5;");
  plays("1e308,a\n-1e308,b\n0,b\n", RUNNING, "1 0;-1 0;-1 0.5;"); /* no overflow */
  says(text, RUNNING, "features 2 from columns of numbers (2); scaling = unit, online");
#undef RUNNING
}

/* The state has the scale after the last row that is played: the fifth is of another class, and so is the second. */
Test(table, scale_of_the_played_rows) {
  static const char *const expected[] = {[0] = "{\"rows\":4,\"low\":[2],\"high\":[8]}",
                                         [1] = "{\"rows\":1,\"low\":[4],\"high\":[4]}",
                                         [2] = "{\"rows\":3,\"low\":[2],\"high\":[4]}",
                                         [3] = "{\"rows\":4,\"low\":[2],\"high\":[8]}"};
  const char *text = "4,a\n3,c\n2,b\n8,b\n0,c\n";
  char *path = fixture_file(text, strlen(text)), json[300];
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"instances\":\"vector\",\"classes\":\"a b\"" A ONLINE "}", path);
  for (size_t trials = 0; trials < 4; trials++) {
    fixture f = fixture_make_for(trials, "table", json, 1);
    cJSON *reading = cJSON_CreateObject();
    cr_assert_eq(f.problem.class->methods->reading(f.problem.self, reading), STATUS_OK);
    char *said = cJSON_PrintUnformatted(cJSON_GetObjectItem(reading, "online"));
    cr_expect_str_eq(said, expected[trials], "%zu trials: %s", trials, said);
    free(said);
    cJSON_Delete(reading);
    fixture_free(&f);
  }
  unlink(path);
  free(path);
}

/* What is below, and half of what is equal. */
Test(table, ranks) {
#define RANK A ",\"scaling\":\"rank\",\"instances\":\"vector\""
  plays("4,16,a\n0,8,b\n2,8,c\n2,9,c\n", RANK, "1 0.875 0.875;-1 0.125 0.25;-1 0.5 0.25;-1 0.5 0.625;");
  plays("-0,1e308,a\n0,-1e308,b\n", RANK, "1 0.5 0.75;-1 0.5 0.25;");
  plays("7,a\n", RANK, "1 0.5;");
  plays("0,a\n2,b\n4,b\n1,b\n-3,b\n", RANK ",\"fit\":0.4", "1 0.25;-1 0.75;-1 1;-1 0.5;-1 0;");
  plays("u,a\nv,b\n", RANK ",\"one_hot\":\"1\",\"bias\":true", "1 0.75 0.25 1;-1 0.25 0.75 1;");
#undef RANK
}

Test(table, notes_count_zero_instances) {
  fixture f;
  char message[500];
  const char *text = "0,0,a\n1,2,b\n0,0,b\n";
  cr_assert_eq(open_text("table", text, A, 1, &f, message), STATUS_OK, "%s", message);
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(f.problem.class->methods->notes(f.problem.self, notes), STATUS_OK);
  cr_expect_eq(cJSON_GetObjectItem(notes, "rows")->valuedouble, 3);
  cr_expect_eq(cJSON_GetObjectItem(notes, "zero instances")->valuedouble, 2);
  cJSON_Delete(notes);
  fixture_free(&f);
}

Test(table, notes_say_what_was_read) {
  says("1,2,a\n3,4,b\n", A,
       ": rows read 2; predicted column 3; features 2 from columns of numbers (2); scaling = none");
  says("hue,size,since,kind,id\nred,1,2001-01-02,a,7\nblue,,2001-02-02,b,8\n?,3,2001-03-02,b,9\n",
       A ",\"one_hot\":\"hue\",\"dates\":\"since\",\"omit\":\"id\",\"class_column\":\"kind\",\"missing\":\"mean\","
         "\"scaling\":"
         "\"rank\",\"fit\":0.5",
       ": rows read 3, names in line 1; predicted column 4; features 4 from columns of numbers (1), texts (1), dates "
       "(1); "
       "missing = mean: gaps filled 2, rows left out 0; scaling = rank, fit = 0.5");
  says("0,a\n,b\n1,b\n", A ",\"missing\":\"drop\"",
       ": rows read 2; predicted column 2; features 1 from columns of numbers (1); missing = drop: gaps filled 0, rows "
       "left "
       "out 1; scaling = none");
}

/* Second moments of a: 2 e_1 e_1^T + e_2 e_2^T, so the leading direction is e_1, then e_2. */
Test(table, class_subspace_by_hand) {
  fixture f;
  char message[500];
  const char *text = "1,0,0,a\n0,2,0,a\n-3,0,0,a\n0,0,1,b\n";
  cr_assert_eq(open_text("table", text, A ",\"comparator\":\"class_subspace\",\"rank\":1,\"gap\":0.5", 1, &f, message),
               STATUS_OK, "%s", message);
  comparator *u = problem_comparator(&f.problem);
  size_t rank = 0;
  const double *frame = comparator_frame(u, &rank);
  cr_assert(rank == 1 && comparator_origin_of(u) == COMPARATOR_GIVEN);
  cr_expect(fabs(fabs(frame[0]) - 1) < 1e-15 && fabs(frame[1]) < 1e-15 && fabs(frame[2]) < 1e-15);
  cr_expect(f.problem.facts.gap_low == 0 && f.problem.facts.gap_high == 0.5 && f.problem.facts.rank == 1);
  fixture_free(&f);
}

/* The three ways to compute the subspace agree where the spectrum has a gap: 400 dyads in R^300 near three directions. */
Test(table, class_subspace_ways) {
  enum { N = 300, COUNT = 400, FEW = 200, RANK = 3 };
  random_stream *stream = NULL;
  double *x = NULL, planted[RANK * N];
  cr_assert_eq(random_stream_new(5, "ways", &stream), STATUS_OK);
  cr_assert_eq(frame_random(stream, N, RANK, planted), STATUS_OK);
  x = calloc((size_t)COUNT * N, sizeof *x);
  instance dyads[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    random_unit_vector(stream, N, x + i * N);
    for (size_t j = 0; j < N; j++) {
      x[i * N + j] *= 0.05;
      for (size_t k = 0; k < RANK; k++) x[i * N + j] += (i % RANK == k ? 1.0 : 0.1) * planted[k * N + j];
    }
    dyads[i] = instance_dense_dyad(N, x + i * N);
  }
  for (size_t count = FEW; count <= COUNT; count += COUNT - FEW) { /* by inner products, by iteration */
    comparator *u = NULL;
    eigen_solver *solver = NULL;
    double *moments = calloc((size_t)N * N, sizeof *moments), *values = calloc(N, sizeof *values);
    double *vectors = calloc((size_t)N * N, sizeof *vectors), top[RANK * N], radians[RANK];
    angles *work = NULL;
    cr_assert_eq(class_subspace(N, count, dyads, RANK, &u), STATUS_OK, "%s", status_message());
    for (size_t i = 0; i < count; i++) instance_add_to_dense(&dyads[i], 1.0, moments);
    cr_assert_eq(eigen_solver_new(&eigen_own, N, &solver), STATUS_OK);
    cr_assert_eq(eigen_solve(solver, N, moments, N, values, vectors, NULL), STATUS_OK);
    for (size_t k = 0; k < RANK; k++) memcpy(top + k * N, vectors + (N - 1 - k) * N, N * sizeof *top);
    cr_assert_eq(angles_new(N, RANK, &work), STATUS_OK);
    cr_assert_eq(angles_between(work, top, comparator_frame(u, NULL), radians), STATUS_OK);
    cr_expect(radians[RANK - 1] < 1e-6, "%zu dyads: an angle of %.17g", count, radians[RANK - 1]);
    angles_free(work);
    eigen_solver_free(solver);
    comparator_free(u);
    free(moments);
    free(values);
    free(vectors);
  }
  free(x);
  random_stream_free(stream);
}

/* optdigits.tes: 1797 rows, 178 zeros and 174 eights (SOURCE of the data set; scikit-learn's digits). */
Test(table, digits) {
  const char *data = getenv("DATA");
  char path[600];
  snprintf(path, sizeof path, "%s/optdigits/optdigits.tes", data != NULL ? data : "");
  if (data == NULL || access(path, R_OK) != 0) cr_skip_test("DATA names no folder with optdigits/optdigits.tes");
  fixture f;
  cr_assert_eq(
      fixture_try("table",
                  "{\"file\":\"optdigits/optdigits.tes\",\"positive\":\"8\",\"scaling\":\"range\",\"high\":16}", 1,
                  data, &f),
      STATUS_OK, "%s", status_message());
  size_t rows = 0, positive = 0;
  instance x;
  double y = 0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    rows++;
    positive += y > 0;
  }
  cr_expect(f.problem.facts.n == 64 && rows == 1797 && positive == 174, "%zu rows, %zu positive", rows, positive);
  fixture_free(&f);
}
