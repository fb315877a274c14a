/* What a data file is, found from its text. */
#include "data/recognition/named_columns.h"
#include "data/recognition/table_columns.h"
#include "data/recognition/table_shape.h"
#include "unit/folder_fixture.h"

TestSuite(recognition, .init = make_folder, .fini = remove_folder);

static table_shape shape_of(const char *text) {
  table_shape shape = {0};
  write_bytes(text, strlen(text));
  cr_assert_eq(table_shape_read(file_path, &shape), STATUS_OK, "%s", status_message());
  return shape;
}

Test(recognition, shape_and_columns) {
  table_shape shape = shape_of("nr;size;when;colour;kind\n1;1,5;31.12.2001;red;a\n2;;01.01.2002;blue;b\n"
                               "3;2,5;02.01.2002;red;a\n4;4;03.01.2002;red;b\n");
  cr_expect_str_eq(shape.separator, "semicolon");
  cr_expect(shape.table.decimal_commas > 0 && shape.table.rows == 4);
  table_columns all = {0};
  cr_assert_eq(table_columns_recognise(&shape.table, NULL, &all), STATUS_OK);
  const column_role roles[] = {COLUMN_LEFT_OUT, COLUMN_NUMBERS, COLUMN_DATES, COLUMN_TEXTS, COLUMN_TARGET};
  for (size_t j = 0; j < 5; j++) cr_expect_eq(all.column[j].role, roles[j], "column %zu", j);
  cr_expect_str_eq(all.column[0].why, "numbers the rows");
  cr_expect(all.features == 4 && all.gaps == 1 && !all.numbers);
  table_columns_free(&all);
  const size_t size = 1;
  cr_assert_eq(table_columns_recognise(&shape.table, &size, &all), STATUS_OK);
  cr_expect(all.target == 1 && all.numbers && all.column[4].role == COLUMN_TEXTS);
  table_columns_free(&all);
  table_shape_free(&shape);
}

Test(recognition, distances) {
  bool names = true;
  size_t first = 9, rows = 9;
  table_shape shape = shape_of("0,1,2\n1,0,2\n2,2,0\n");
  cr_expect(recognise_distances(&shape.table, &names) && !names);
  table_shape_free(&shape);
  shape = shape_of("item,kind,a,b,c\na,u,0,1,2\nb,u,1,0,2\nc,v,2,2,0\n");
  cr_expect_not(recognise_distances(&shape.table, &names));
  cr_expect(recognise_distances_among(&shape.table, &first) && first == 2);
  table_shape_free(&shape);
  shape = shape_of("0,1,2\n1,0,2\n2,3,0\n"); /* not symmetric */
  cr_expect_not(recognise_distances(&shape.table, &names) || recognise_distances_among(&shape.table, &first));
  table_shape_free(&shape);
  const char *const counted = "3\na 0 1 2\nb 1 0 2\nc 2 2 0\n";
  write_bytes(counted, strlen(counted));
  cr_expect(recognise_counted_distances(file_path, &rows, &names) == STATUS_OK && rows == 3 && names);
  write_bytes(counted, strlen(counted) - strlen("c 2 2 0\n")); /* a line is missing */
  cr_expect(recognise_counted_distances(file_path, &rows, &names) == STATUS_OK && rows == 0);
}

Test(recognition, matches_and_ratings) {
  match_facts facts;
  table_shape shape = shape_of("Date,Home Team,away_team,FTHG,FTAG,Neutral\n2001-08-18,B,C,2,2,FALSE\n"
                               "2001-08-17,A,B,1,0,TRUE\n2002-08-17,C,A,NA,,FALSE\n");
  match_columns matches = match_columns_of(&shape.table);
  cr_expect(matches.complete && matches.scores && !matches.wins && matches.first == 1 && matches.second_score == 4);
  cr_assert_eq(match_facts_of(&shape.table, &matches, &facts), STATUS_OK);
  cr_expect(facts.unplayed == 1 && facts.to_sort && !facts.ordered && facts.home);
  cr_expect_str_eq(facts.neutral_where, "TRUE");
  cr_expect_not(rating_columns_of(&shape.table).complete);
  table_shape_free(&shape);
  shape = shape_of("userId,movieId,rating\n1,2,3\n1,3,5\n2,3,1\n");
  const rating_columns ratings = rating_columns_of(&shape.table);
  cr_expect(ratings.complete && ratings.what == 1 && ratings.time == shape.table.columns);
  cr_expect_not(match_columns_of(&shape.table).complete);
  table_shape_free(&shape);
}
