/* The command that makes the results of a manifest again, quoted for a shell. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "results/command.h"
#include "unit/check.h"

static void expect_command(const char *manifest, const char *expected) {
  char *text = NULL;
  size_t length = 0;
  cJSON *parsed = cJSON_Parse(manifest);
  cr_assert_not_null(parsed);
  FILE *file = open_memstream(&text, &length);
  command_write(file, parsed, "name");
  cr_assert_eq(fclose(file), 0);
  cr_expect_str_eq(text, expected);
  free(text);
  cJSON_Delete(parsed);
}

Test(command, options_of_a_run) {
  expect_command("{\"curves\":\"changes\"}", "winnow run name");
  expect_command("{}", "winnow run name --curves all"); /* of an earlier version */
  expect_command("{\"curves\":\"changes\",\"path\":\"scenarios/"
                 "x.lua\",\"overrides\":{\"n\":\"4,8\",\"seeds\":\"3\",\"trials\":\"50\"}}",
                 "winnow run scenarios/x.lua --set n=4,8 --seeds 3 --trials 50");
  expect_command(
      "{\"curves\":\"changes\",\"data\":{\"a\":\"0\"},\"eigensolver\":\"gsl\",\"record\":true,\"save_state\":true,"
      "\"shard\":\"1/2\"}",
      "winnow run name --data \"$DATA\" --eigen gsl --record --save-state --shard 1/2");
  expect_command("{\"curves\":\"changes\",\"data\":{},\"eigensolver\":\"own\",\"record\":false}", "winnow run name");
}

/* --learner takes one program; a manifest has one a line. Folders are named after their labels. */
Test(command, learners_are_one_a_line) {
  static const char programs[] = "{\"label\":\"it's\"}\n{\"label\":\"b\"}\n{}";
  expect_command("{\"curves\":\"changes\",\"overrides\":{\"learner\":\"{\\\"label\\\":\\\"it's\\\"}\\n{}\"}}",
                 "winnow run name --learner '{\"label\":\"it'\\''s\"}' --learner '{}'");
  cJSON *overrides = cJSON_CreateObject();
  char *text = NULL;
  OK(command_override_text(cJSON_AddStringToObject(overrides, "learner", programs), &text));
  cr_expect_str_eq(text, "it's,b,external");
  free(text);
  cJSON_Delete(overrides);
}

/* What a shell would take apart or run is in single quotes; what looks like an option is not a path. */
Test(command, words_are_quoted) {
  expect_command(
      "{\"curves\":\"changes\",\"path\":\"it's $(here).lua\",\"overrides\":{\"label\":\"a b\",\"it's\":\"\"}}",
      "winnow run 'it'\\''s $(here).lua' --set 'label=a b' --set 'it'\\''s='");
  expect_command("{\"curves\":\"changes\",\"path\":\"-x.lua\"}", "winnow run name");
  expect_command("{\"curves\":\"changes\",\"path\":\"\"}", "winnow run ''");
}
