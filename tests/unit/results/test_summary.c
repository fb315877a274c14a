/* What summary.tsv says of the records of cells. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cell/cell_record.h"
#include "results/summary.h"
#include "unit/check.h"

static status add_record(summary_group *group, const cJSON *record) {
  judged_row *rows = NULL;
  size_t count = 0;
  OK(record_rows(record, &rows, &count));
  const status code = summary_add(group, record, rows, count);
  free(rows);
  return code;
}

/* A finished cell of real labels: loss 100 against `least` at least, and `own` of the answer at hand. row: a bound's,
 * or "". */
static void add(summary_group *group, const char *reference, double least, double own, const char *row) {
  char text[2048];
  (void)snprintf(text, sizeof text,
                 "{\"stream\":\"x\",\"measure\":\"regret\",\"mistakes\":\"7\",\"loss\":\"100\",\"comparator\":\"%s\","
                 "\"comparator_loss\":\"%.17g\",\"comparator_loss_high\":\"%.17g\",\"regret\":\"%.17g\","
                 "\"regret_low\":\"%.17g\",\"rows\":[%s]}",
                 reference, least, own, 100 - least, 100 - own, row);
  cJSON *record = cJSON_Parse(text);
  cr_assert_not_null(record);
  OK(add_record(group, record));
  cJSON_Delete(record);
}

static const char *bound_row_text(const char *name, const char *level, double measured, const char *judged) {
  static char text[512];
  (void)snprintf(
      text, sizeof text,
      "{\"bound\":\"%s\",\"status\":\"proved\",\"direction\":\"upper\",\"level\":\"%s\",\"measure\":\"regret\","
      "\"measured\":\"%.17g\",\"value\":\"50\",\"used\":\"0.5\",\"verdict\":\"%s\",\"tolerance\":\"0\","
      "\"error\":\"0\",\"trivial\":\"1000\",\"confidence\":\"nan\"}",
      name, level, measured, judged);
  return text;
}

static summary_statistics only_row(double least, double own, const char *row) {
  summary_group *group = NULL;
  OK(summary_group_new(1, &group));
  add(group, "interval", least, own, row);
  cr_assert_eq(group->row_count, 1);
  const summary_statistics of = summary_statistics_of(&group->rows[0], 1e-6);
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

/* 1, 2, 6: the mean 3, and (4 + 1 + 9)/2 = 7. */
Test(summary, deviation_over_seeds) {
  summary_group *group = NULL;
  OK(summary_group_new(3, &group));
  static const double losses[] = {99, 98, 94};
  for (size_t i = 0; i < 3; i++) add(group, "interval", losses[i], losses[i], "");
  const summary_statistics of = summary_statistics_of(&group->rows[0], 1e-6);
  cr_expect_eq(of.mean, 3);
  cr_expect_eq(of.sd, sqrt(7.0));
  cr_expect_eq(of.least, 1);
  cr_expect_eq(of.largest, 6);
  summary_group_free(group);
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

/* Of the mean, over the seeds: the widest range of slacks, unknown if it is of one seed; the largest tolerance, by which each mean may be off. */
Test(summary, ranges_and_tolerances_are_the_widest) {
  static const struct {
    double least[3], most[3], tolerance[3], low, high, widest;
  } cases[] = {
      {{-1, -4, -2}, {1, 4, 2}, {0.5, 0.25, 0.125}, -4, 4, 0.5},
      {{-4, -1, -2}, {1, 2, 4}, {0.25, 0.5, 0.125}, -4, 4, 0.5},
      {{-1, NAN, -2}, {1, NAN, 2}, {0.125, 0.25, 0.5}, NAN, NAN, 0.5},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    summary_group *group = NULL;
    cJSON *record = cJSON_Parse("{}");
    OK(summary_group_new(3, &group));
    for (size_t k = 0; k < 3; k++) {
      const judged_row row = {.bound = "some_loss",
                              .measure = "total",
                              .level = LEVEL_MEAN,
                              .direction = BOUND_UPPER,
                              .verdict = VERDICT_HOLDS,
                              .measured = 1.125,
                              .value = 1.0,
                              .trivial = NAN,
                              .spread = 0.0,
                              .tolerance = cases[i].tolerance[k],
                              .least = cases[i].least[k],
                              .most = cases[i].most[k]};
      OK(summary_add(group, record, &row, 1));
    }
    const summary_row *row = &group->rows[0];
    const bool known = !isnan(cases[i].low);
    cr_expect(known ? row->slack_low == cases[i].low : isnan(row->slack_low), "%zu: %g", i, row->slack_low);
    cr_expect(known ? row->slack_high == cases[i].high : isnan(row->slack_high), "%zu: %g", i, row->slack_high);
    cr_expect_eq(row->tolerance, cases[i].widest, "%zu", i);
    cr_expect_eq(summary_statistics_of(row, 1e-6).verdict, VERDICT_HOLDS, "%zu", i); /* 1/8 above it */
    cJSON_Delete(record);
    summary_group_free(group);
  }
}

/* A record may come from another machine, with the sum that belongs to it. */
Test(summary, a_record_with_a_row_twice_is_refused) {
  summary_group *group = NULL;
  OK(summary_group_new(2, &group));
  const char *row = bound_row_text("some_regret", "trial", 1, "holds");
  char text[2048];
  (void)snprintf(text, sizeof text, "{\"stream\":\"x\",\"rows\":[%s,%s,%s]}", row, row, row);
  const char *const twice[] = {text, "{\"stream\":\"-\",\"observations\":\"0\\ta\\t0\\t1\\n0\\ta\\t0\\t2\\n\"}"};
  for (size_t i = 0; i < 2; i++) {
    cJSON *record = cJSON_Parse(twice[i]);
    cr_assert_not_null(record);
    summary_group_clear(group);
    cr_expect_eq(add_record(group, record), STATUS_INVALID);
    cr_expect_not_null(strstr(status_message(), " twice"), "%s", status_message());
    cJSON_Delete(record);
  }
  summary_group_free(group);
}

static status count_values(void *context, const char *claim, size_t t, double value) {
  size_t *count = context;
  cr_expect_str_eq(claim, "b");
  cr_expect_eq(value, t == 3 ? 2.5 : (double)t + 0.5); /* a point that is left out has the value before it */
  ++*count;
  return STATUS_OK;
}

Test(summary, curves_of_bounds_are_looked_at) {
  static const struct {
    const char *curves;
    status code;
    size_t count;
  } cases[] = {
      {"[]", STATUS_OK, 0},
      {"[{\"bound\":\"b\",\"t\":[],\"value\":[]}]", STATUS_OK, 0},
      {"[{\"bound\":\"b\",\"t\":[0,1,2],\"value\":[\"0.5\",\"nan\",\"2.5\"]}]", STATUS_OK, 2},
      {"[{\"bound\":\"b\",\"t\":[0,1,2,4],\"value\":[\"0.5\",\"1.5\",\"2.5\",\"4.5\"]}]", STATUS_OK, 5},
      {"[{\"bound\":\"b\"}]", STATUS_INVALID, 0},
      {"[{\"bound\":\"b\",\"value\":[]}]", STATUS_INVALID, 0},
      {"[7]", STATUS_INVALID, 0},
      {"[{\"bound\":\"b\",\"t\":[1,2],\"value\":[\"1.5\"]}]", STATUS_INVALID, 1},
      {"[{\"bound\":\"b\",\"t\":[1],\"value\":[\"1.5\",\"2.5\"]}]", STATUS_INVALID, 1},
      {"[{\"bound\":\"b\",\"t\":[-1],\"value\":[\"1.5\"]}]", STATUS_INVALID, 0},
      {"[{\"bound\":\"b\",\"t\":[1e300],\"value\":[\"1.5\"]}]", STATUS_INVALID, 0},
      {"[{\"bound\":\"b\",\"t\":[\"1\"],\"value\":[\"1.5\"]}]", STATUS_INVALID, 0},
      {"[{\"bound\":\"b\",\"t\":[1],\"value\":[1.5]}]", STATUS_INVALID, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    size_t count = 0;
    (void)snprintf(text, sizeof text, "{\"bound_curves\":%s}", cases[i].curves);
    cJSON *record = cJSON_Parse(text);
    cr_assert_not_null(record, "%s", text);
    cr_expect_eq(record_each_bound_value(record, count_values, &count), cases[i].code, "%s", text);
    cr_expect_eq(count, cases[i].count, "%s", text);
    cJSON_Delete(record);
  }
}

/* A procedure may return 10000 numbers. */
Test(summary, has_a_row_for_each_quantity_of_a_procedure) {
  enum { QUANTITIES = 10000, SEEDS = 2 };
  summary_group *group = NULL;
  char *lines = malloc(32 * QUANTITIES);
  cr_assert_not_null(lines);
  OK(summary_group_new(SEEDS, &group));
  for (int seed = 1; seed <= SEEDS; seed++) {
    size_t length = 0;
    for (int i = 0; i < QUANTITIES; i++) length += (size_t)sprintf(lines + length, "0\tq%d\t0\t%d\n", i, i * seed);
    cJSON *record = cJSON_CreateObject();
    cJSON_AddStringToObject(record, "stream", "-");
    cJSON_AddStringToObject(record, "observations", lines);
    OK(add_record(group, record));
    cJSON_Delete(record);
  }
  cr_assert_eq(group->row_count, QUANTITIES);
  for (int i = 0; i < QUANTITIES; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "q%d", i);
    cr_assert_str_eq(group->rows[i].measure, name);
    cr_assert_eq(summary_statistics_of(&group->rows[i], 1e-6).mean, 1.5 * i, "%s", name);
  }
  summary_group_free(group);
  free(lines);
}
