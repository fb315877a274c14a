#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "registry/parameter.h"

typedef struct source {
  size_t n, any;
  double rate, gap;
  bool rotate;
  unsigned normalize;
  const char *note, *file;
  number_list spectrum;
  const cJSON *rules;
} source;

static const parameter table[] = {
    {.name = "n", .at = PLACE(source, n), .type = PARAMETER_INTEGER, .low = 1, .high = 64, .meaning = "order"},
    {.name = "rate",
     .at = PLACE(source, rate),
     .type = PARAMETER_NUMBER,
     .value = "0.5",
     .high = 2,
     .open_low = true,
     .open_high = true},
    {.name = "gap",
     .at = PLACE(source, gap),
     .type = PARAMETER_NUMBER,
     .value = "",
     .high = INFINITY,
     .meaning = "absent: the theorem's"},
    {.name = "any", .at = PLACE(source, any), .type = PARAMETER_INTEGER, .value = "-3"},
    {.name = "rotate", .at = PLACE(source, rotate), .type = PARAMETER_BOOLEAN, .value = "true"},
    {.name = "normalize",
     .at = PLACE(source, normalize),
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none trace project"},
    {.name = "note", .at = PLACE(source, note), .type = PARAMETER_TEXT, .value = ""},
    {.name = "file", .at = PLACE(source, file), .type = PARAMETER_FILE, .value = ""},
    {.name = "spectrum", .at = PLACE(source, spectrum), .type = PARAMETER_NUMBERS, .value = "1, 0.25", .high = 1},
    {.name = "rules", .at = PLACE(source, rules), .type = PARAMETER_STRUCTURE, .value = ""},
};
enum { COUNT = sizeof table / sizeof *table };

/* Parses `text` and resolves it; NULL after a refusal. */
static options *resolve(const char *text) {
  cJSON *given = NULL;
  options *values = NULL;
  cr_assert_eq(json_parse(text, &given), STATUS_OK, "%s", status_message());
  const status code = options_read("x.lua:9: source", table, COUNT, given, &values);
  cJSON_Delete(given);
  cr_assert_eq(code == STATUS_OK, values != NULL);
  return values;
}

static source filled(const options *values) {
  source made;
  memset(&made, 0, sizeof made);
  options_fill(values, &made);
  return made;
}

static void refused(const char *text, const char *message) {
  options *values = resolve(text);
  cr_expect_null(values, "%s was taken", text);
  cr_expect_str_eq(status_message(), message, "%s gave: %s", text, status_message());
  options_free(values);
}

Test(parameter, defaults) {
  options *o = resolve("{\"n\": 8}");
  const double *list = NULL;
  cr_assert_not_null(o, "%s", status_message());
  const source made = filled(o);
  cr_expect_eq(made.n, 8);
  cr_expect_eq(made.rate, 0.5);
  cr_expect_eq(option_number(o, "any"), -3);
  cr_expect_eq(made.any, 0);
  cr_expect(made.rotate && option_flag(o, "rotate"));
  cr_expect_eq(made.normalize, 0);
  cr_expect_str_eq(options_word(o, PLACE(source, normalize)), "none");
  cr_expect_eq(option_list(o, "spectrum", &list), 2);
  cr_expect(list[0] == 1 && list[1] == 0.25);
  cr_expect(made.spectrum.count == 2 && made.spectrum.value == list);
  cr_expect(options_explicit(o, PLACE(source, n)) && !options_explicit(o, PLACE(source, rate)));
  cr_expect(!options_explicit(o, PLACE(source, gap)) && !options_explicit(o, sizeof(source) + 1));
  cr_expect(isnan(made.gap) && made.note == NULL && made.file == NULL && made.rules == NULL);
  cr_expect_str_eq(option_text(o, "note"), "");
  cr_expect_str_eq(option_who(o), "x.lua:9: source");
  cr_expect_eq(option_list(o, "nothing", &list), 0);
  cr_expect_null(list);
  options_free(o);
}

Test(parameter, given_values_and_canonical_key) {
  options *o = resolve("{\"spectrum\":[0.125],\"rotate\":false,"
                       "\"n\":64,\"normalize\":\"trace\",\"file\":\"a b\",\"gap\":-0.0}");
  cJSON *json = NULL;
  char *text = NULL;
  cr_assert_not_null(o, "%s", status_message());
  cr_assert_eq(options_json(o, &json), STATUS_OK);
  cr_assert_eq(json_print(json, 0, 0, &text), STATUS_OK);
  cr_expect_str_eq(text,
                   "{\"any\":-3,\"file\":\"a b\",\"gap\":0,\"n\":64,\"normalize\":\"trace\",\"rate\":0.5,"
                   "\"rotate\":false,\"spectrum\":[0.125]}",
                   "%s", text);
  cr_expect_eq(filled(o).gap, 0);
  cr_expect(options_explicit(o, PLACE(source, gap)));
  free(text);
  cJSON_Delete(json);
  options_free(o);
}

Test(parameter, structures_are_kept_as_they_are) {
  options *o =
      resolve("{\"n\":1,\"rules\":[{\"type\":\"entry\",\"value\":-0.0},{\"list\":[1,[true,\"a\"]],\"at\":2}]}");
  cr_assert_not_null(o, "%s", status_message());
  const cJSON *rules = option_structure(o, "rules");
  cr_expect_eq(cJSON_GetArraySize(rules), 2);
  cr_expect_str_eq(cJSON_GetObjectItemCaseSensitive(rules->child, "type")->valuestring, "entry");
  cr_expect(filled(o).rules == rules && option_structure(o, "nothing") == NULL);
  cJSON *json = NULL;
  char *text = NULL;
  cr_assert_eq(options_json(o, &json), STATUS_OK);
  cr_assert_eq(json_print(cJSON_GetObjectItemCaseSensitive(json, "rules"), 1, 0, &text), STATUS_OK);
  cr_expect_str_eq(text, "[{\"type\":\"entry\",\"value\":0},{\"at\":2,\"list\":[1,[true,\"a\"]]}]", "%s", text);
  free(text);
  cJSON_Delete(json);
  options_free(o);
  o = resolve("{\"n\":1}");
  cr_expect(filled(o).rules == NULL && option_structure(o, "rules") == NULL);
  options_free(o);
}

Test(parameter, a_default_structure_is_written_as_json) {
  static const parameter with[] = {{.name = "rules", .type = PARAMETER_STRUCTURE, .value = "[{\"type\":\"trace\"}]"}};
  static const parameter wrong[] = {{.name = "rules", .type = PARAMETER_STRUCTURE, .value = "[{"}};
  options *o = NULL;
  cr_assert_eq(options_read("plain", with, 1, NULL, &o), STATUS_OK, "%s", status_message());
  cr_expect_eq(cJSON_GetArraySize(option_structure(o, "rules")), 1);
  options_free(o);
  cr_expect_eq(options_read("plain", wrong, 1, NULL, &o), STATUS_FAILED);
}

Test(parameter, refusals) {
  const char *valid = "(valid: n, rate, gap, any, rotate, normalize, note, file, spectrum, rules)";
  char message[256];
  snprintf(message, sizeof message, "x.lua:9: source: rotated: no such parameter; nearest: rotate, rate %s", valid);
  refused("{\"n\":1,\"rotated\":true}", message);
  snprintf(message, sizeof message, "x.lua:9: source: qqqqqqqqqqq: no such parameter %s", valid);
  refused("{\"n\":1,\"qqqqqqqqqqq\":true}", message);
  refused("{}", "x.lua:9: source: n is missing; expected a whole number: at least 1 and at most 64");
  refused("{\"n\":65}", "x.lua:9: source: n = 65 must be at least 1 and at most 64");
  refused("{\"n\":0}", "x.lua:9: source: n = 0 must be at least 1 and at most 64");
  refused("{\"n\":1.5}", "x.lua:9: source: n = 1.5 must be a whole number: at least 1 and at most 64");
  refused("{\"n\":\"8\"}", "x.lua:9: source: n = \"8\" must be a whole number: at least 1 and at most 64");
  refused("{\"n\":1,\"any\":9007199254740994}", "x.lua:9: source: any = 9007199254740994 must be a whole number");
  refused("{\"n\":1,\"rate\":0}", "x.lua:9: source: rate = 0 must be above 0 and below 2");
  refused("{\"n\":1,\"rate\":2}", "x.lua:9: source: rate = 2 must be above 0 and below 2");
  refused("{\"n\":1,\"gap\":-0.5}", "x.lua:9: source: gap = -0.5 must be at least 0");
  refused("{\"n\":1,\"gap\":1e999}", "x.lua:9: source: gap = inf must be a number: at least 0");
  refused("{\"n\":1,\"rotate\":1}", "x.lua:9: source: rotate = 1 must be true or false");
  refused("{\"n\":1,\"normalize\":\"non\"}", "x.lua:9: source: normalize = \"non\" must be one of: none trace project");
  refused("{\"n\":1,\"normalize\":\"none trace\"}",
          "x.lua:9: source: normalize = \"none trace\" must be one of: none trace project");
  refused("{\"n\":1,\"note\":3}", "x.lua:9: source: note = 3 must be a string");
  refused("{\"n\":1,\"file\":\"\"}", "x.lua:9: source: file = \"\" must be the name of a file");
  refused("{\"n\":1,\"spectrum\":[]}",
          "x.lua:9: source: spectrum = a list must be a list of at least one number: at least 0 and at most 1");
  refused("{\"n\":1,\"spectrum\":[1,2]}", "x.lua:9: source: spectrum[2] = 2 must be at least 0 and at most 1");
  refused("{\"n\":1,\"spectrum\":[true]}",
          "x.lua:9: source: spectrum[1] = true must be a number: at least 0 and at most 1");
  refused("{\"n\":1,\"rules\":3}", "x.lua:9: source: rules = 3 must be a list or a table");
  refused("{\"n\":1,\"rules\":[{\"at\":[1,2]},{\"at\":[0.5,1e999]}]}",
          "x.lua:9: source: rules[2].at[2] = inf must be a finite number");
  cJSON *twice = cJSON_CreateObject(); /* as options of the command line may be */
  options *values = NULL;
  (void)cJSON_AddNumberToObject(twice, "n", 1.0);
  (void)cJSON_AddNumberToObject(twice, "n", 2.0);
  cr_expect_eq(options_read("x.lua:9: source", table, COUNT, twice, &values), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "x.lua:9: source: n is given twice");
  cJSON_Delete(twice);
  refused("[1]", "x.lua:9: source: expected a table of parameters");
}

Test(parameter, empty_table_and_wrong_default) {
  static const parameter wrong[] = {{.name = "k", .type = PARAMETER_INTEGER, .value = "many"}};
  options *o = NULL;
  cr_expect_eq(options_read("plain", NULL, 0, NULL, &o), STATUS_OK);
  options_free(o);
  cJSON *given = NULL;
  cr_assert_eq(json_parse("{\"k\":1}", &given), STATUS_OK);
  cr_expect_eq(options_read("plain", NULL, 0, given, &o), STATUS_INVALID);
  cr_expect_null(o);
  cr_expect_str_eq(status_message(), "plain: k: no such parameter; it has none");
  cr_expect_eq(options_read("plain", wrong, 1, NULL, &o), STATUS_FAILED);
  cr_expect_eq(options_read("plain", wrong, 1, given, &o), STATUS_FAILED, "a wrong declaration shows with any value");
  /* resolved options, which name every value, say no more than what the scenario wrote */
  static const parameter usual[] = {OPTION_COUNT_AS("k", source, n, "1", 0, 9, "")};
  cr_assert_eq(options_read("plain", usual, 1, given, &o), STATUS_OK);
  cr_expect(filled(o).n == 1 && !options_explicit(o, PLACE(source, n)));
  options_free(o);
  cJSON_Delete(given);
  options_free(NULL);
}

/* The place of a word among the choices is the value of an enum in their order. */
Test(parameter, choices_have_places) {
  static const char *const words[] = {"none", "trace", "project"};
  for (unsigned i = 0; i < 3; i++) {
    char text[64];
    snprintf(text, sizeof text, "{\"n\":4,\"normalize\":\"%s\"}", words[i]);
    options *values = resolve(text);
    cr_assert_not_null(values, "%s", status_message());
    cr_expect_eq(filled(values).normalize, i, "%s", text);
    cr_expect_str_eq(options_word(values, PLACE(source, normalize)), words[i]);
    options_free(values);
  }
  options *values = resolve("{\"n\":4}");
  cr_expect_eq(filled(values).normalize, 0, "the default");
  options_free(values);
}
