/* Rows of bounds as records keep them: what is read is what was judged. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell/cell_record.h"
#include "unit/check.h"

Test(record_rows, a_row_comes_back) {
  const bound_row row = {.name = "claim.step",
                         .status = BOUND_CLAIMED,
                         .direction = BOUND_LOWER,
                         .level = LEVEL_PROBABILITY,
                         .measure = "progress",
                         .measured = 0.1,
                         .value = INFINITY,
                         .tolerance = 1e-9,
                         .error = 0.25,
                         .trivial = NAN,
                         .trial = 7,
                         .premise_value = NAN,
                         .confidence = 0.95};
  cJSON *record = cJSON_CreateObject();
  record_add_row(cJSON_AddArrayToObject(record, "rows"), &row);
  judged_row *rows = NULL;
  size_t count = 0;
  OK(record_rows(record, &rows, &count));
  cr_assert_eq(count, 1);
  cr_expect_str_eq(rows[0].bound, "claim.step");
  cr_expect_str_eq(rows[0].measure, "progress");
  cr_expect_str_eq(rows[0].premise, "-");
  cr_expect(rows[0].status == BOUND_CLAIMED && rows[0].direction == BOUND_LOWER && rows[0].level == LEVEL_PROBABILITY);
  cr_expect(rows[0].measured == 0.1 && rows[0].value == INFINITY && rows[0].tolerance == 1e-9);
  cr_expect(rows[0].error == 0.25 && rows[0].trial == 7 && rows[0].confidence == 0.95);
  cr_expect(isnan(rows[0].trivial) && isnan(rows[0].premise_value));
  cr_expect_eq(rows[0].verdict, bound_verdict(&row));
  free(rows);
  cJSON_Delete(record);
}

/* A record may come from another machine. */
Test(record_rows, words_that_do_not_exist_are_refused) {
  static const char *const wrong[] = {
      "{\"rows\":[{\"bound\":\"b\",\"status\":\"true\",\"direction\":\"upper\",\"level\":\"cell\"}]}",
      "{\"rows\":[{\"bound\":\"b\",\"status\":\"proved\",\"direction\":\"up\",\"level\":\"cell\"}]}",
      "{\"rows\":[{\"bound\":\"b\",\"status\":\"proved\",\"direction\":\"upper\",\"level\":\"trials\"}]}",
      "{\"rows\":[{}]}", "{\"rows\":[7]}"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cJSON *record = cJSON_Parse(wrong[i]);
    judged_row *rows = NULL;
    size_t count = 0;
    cr_assert_not_null(record);
    cr_expect_eq(record_rows(record, &rows, &count), STATUS_INVALID, "%s", wrong[i]);
    cr_expect_not_null(strstr(status_message(), "expected a status, a direction and a level"));
    cr_expect_null(rows);
    cJSON_Delete(record);
  }
  cJSON *none = cJSON_Parse("{}");
  judged_row *rows = NULL;
  size_t count = 1;
  OK(record_rows(none, &rows, &count));
  cr_expect_eq(count, 0);
  free(rows);
  cJSON_Delete(none);
}
