/* What summary.tsv says of the records of cells. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/summary.h"

#define OK(expression) cr_assert_eq((expression), STATUS_OK, "%s", status_message())

/* A finished cell of real labels: loss 100 against `least` at least, and `own` of the answer at hand. row: a bound's, or "". */
static void add(summary_group *group, const char *comparator, double least, double own, const char *row) {
  char text[2048];
  (void)snprintf(text, sizeof text,
                 "{\"stream\":\"x\",\"measure\":\"regret\",\"mistakes\":\"7\",\"loss\":\"100\",\"comparator\":\"%s\","
                 "\"comparator_loss\":\"%.17g\",\"comparator_loss_high\":\"%.17g\",\"regret\":\"%.17g\","
                 "\"regret_low\":\"%.17g\",\"rows\":[%s]}",
                 comparator, least, own, 100 - least, 100 - own, row);
  cJSON *record = cJSON_Parse(text);
  cr_assert_not_null(record);
  OK(summary_add(group, record));
  cJSON_Delete(record);
}

static const char *bound_row_text(const char *name, const char *level, double measured, const char *verdict) {
  static char text[512];
  (void)snprintf(
      text, sizeof text,
      "{\"bound\":\"%s\",\"status\":\"proved\",\"direction\":\"upper\",\"level\":\"%s\",\"measure\":\"regret\","
      "\"measured\":\"%.17g\",\"value\":\"50\",\"used\":\"0.5\",\"verdict\":\"%s\",\"tolerance\":\"0\","
      "\"error\":\"0\",\"trivial\":\"1000\",\"confidence\":\"nan\"}",
      name, level, measured, verdict);
  return text;
}

static summary_statistics only_row(double least, double own, const char *row) {
  summary_group *group = NULL;
  OK(summary_group_new(1, &group));
  add(group, "interval", least, own, row);
  cr_assert_eq(group->row_count, 1);
  const summary_statistics of = summary_statistics_of(&group->rows[0]);
  summary_group_free(group);
  return of;
}

Test(summary, regret_is_the_same_number_with_and_without_a_bound) {
  const summary_statistics alone = only_row(70, 75.5, "");
  cr_expect_eq(alone.mean, 30);
  const summary_statistics bounded = only_row(70, 75.5, bound_row_text("some_regret", "trial", 24.5, "holds"));
  cr_expect_eq(bounded.mean, 30);
  cr_expect_eq(bounded.used, 0.5); /* as it was judged */
  cr_expect_eq(bounded.verdict, VERDICT_HOLDS);
  /* summed up in another order: the last digits are those of the run */
  cr_expect_eq(only_row(70, 75.5, bound_row_text("some_regret", "trial", 24.500000000003, "holds")).mean, 30);
  /* a bound of another loss than the run's: its own upper end */
  cr_expect_float_eq(only_row(70, 75.5, bound_row_text("some_regret", "trial", 40, "holds")).mean, 45.5, 1e-13);
  /* the trial that broke a bound is not the run */
  const summary_statistics broken = only_row(70, 75.5, bound_row_text("some_regret", "trial", 3, "violated"));
  cr_expect_eq(broken.mean, 30);
  cr_expect_eq(broken.verdict, VERDICT_VIOLATED);
}

Test(summary, planted_comparators_have_no_interval) {
  cr_expect_eq(only_row(70, 70, bound_row_text("some_regret", "trial", 30.25, "holds")).mean, 30.25);
  cr_expect_eq(only_row(70, 70, "").mean, 30);
  const summary_statistics broken = only_row(70, 70, bound_row_text("some_regret", "trial", 3, "violated"));
  cr_expect_eq(broken.mean, 30);
  cr_expect_eq(only_row(NAN, NAN, bound_row_text("some_regret", "trial", 30.25, "unchecked")).mean, 30.25);
}

Test(summary, samples_show_what_is_judged) {
  const summary_statistics of = only_row(70, 75.5, bound_row_text("some_regret", "mean", 24.5, "holds"));
  cr_expect_eq(of.mean, 24.5);
  cr_expect_float_eq(of.used, 24.5 / 50, 1e-15);
}
