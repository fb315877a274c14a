/* Status, memory, text, JSON and tables. */
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/tsv.h"

static status fails_inside(void) {
  TRY(FAIL(STATUS_INVALID, "r = %d must be at most n = %d", 70, 64));
  return STATUS_OK;
}

Test(base, status_keeps_one_line_and_context) {
  cr_assert_eq(fails_inside(), STATUS_INVALID);
  cr_assert_str_eq(status_message(), "r = 70 must be at most n = 64");
  cr_assert_eq(status_context(STATUS_IO, "a.lua:%d", 7), STATUS_IO);
  cr_assert_str_eq(status_message(), "a.lua:7: r = 70 must be at most n = 64");
  (void)FAIL(STATUS_INVALID, "again: %s\nsecond line\t\x1b[31m", status_message());
  cr_assert_str_eq(status_message(), "again: a.lua:7: r = 70 must be at most n = 64 second line  [31m");
}

Test(base, status_survives_long_messages) {
  char *text = malloc(10001);
  memset(text, 'x', 10000);
  text[10000] = '\0';
  (void)FAIL(STATUS_INVALID, "%s", text);
  const size_t length = strlen(status_message());
  cr_assert(length > 1000 && length < 10000);
  status_context(STATUS_INVALID, "%s", text);
  cr_assert_eq(strlen(status_message()), length);
  for (int i = 0; i < 3000; i++) status_context(STATUS_INVALID, "c");
  cr_assert_eq(strncmp(status_message(), "c: c: ", 6), 0);
  free(text);
}

Test(base, memory_is_zero_and_refuses_overflow) {
  double *numbers = NULL;
  cr_assert_eq(NEW_ARRAY(1000, numbers), STATUS_OK);
  for (int i = 0; i < 1000; i++) cr_assert(numbers[i] == 0);
  free(numbers);
  cr_assert_eq(NEW_ARRAY(0, numbers), STATUS_OK);
  cr_assert_not_null(numbers);
  free(numbers);
  cr_assert_eq(NEW_ARRAY(SIZE_MAX / 4, numbers), STATUS_MEMORY);
  cr_assert_null(numbers);
  cr_assert_eq(memory_reserve(SIZE_MAX / 4, sizeof *numbers, &numbers), STATUS_MEMORY);
}

Test(base, reserved_memory_costs_nothing_until_touched) {
  const size_t count = (size_t)1 << 33; /* 64 GiB */
  double *numbers = NULL;
  if (memory_reserve(count, sizeof *numbers, &numbers) != STATUS_OK) {
    cr_skip_test("this system gives no 64 GiB of address space");
  }
  cr_assert(numbers[0] == 0 && numbers[count - 1] == 0);
  numbers[count / 2] = 3;
  cr_assert(numbers[count / 2] == 3);
  memory_unreserve(numbers, count, sizeof *numbers);
}

static uint64_t mix(uint64_t *state) { /* splitmix64 */
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static void check_round_trip(double value) {
  char text[NUMBER_TEXT];
  double back;
  number_text(value, text);
  cr_assert(strchr(text, ',') == NULL, "%s", text);
  cr_assert(number_parse(text, &back), "%s is not read", text);
  cr_assert_eq(memcmp(&back, &value, sizeof value), 0, "%.17g became %s, then %.17g", value, text, back);
}

static void check_random_round_trips(void) {
  uint64_t state = 1;
  for (int i = 0; i < 20000; i++) {
    const uint64_t bits = mix(&state);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value)) check_round_trip(value);
    check_round_trip((double)(bits >> 11) * 0x1p-53);
    check_round_trip((double)(int64_t)bits);
    check_round_trip((double)((int64_t)bits >> (i % 64)));
  }
  const double special[] = {
      0, -0.0, 0.1, 1e15, -1e15, 1e15 - 1, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308};
  for (size_t i = 0; i < sizeof special / sizeof *special; i++) check_round_trip(special[i]);
}

Test(base, numbers_round_trip) {
  check_random_round_trips();
}

Test(base, numbers_look_as_people_write_them) {
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0.1, "0.1"},
               {2000, "2000"},
               {1e-9, "1e-09"},
               {-3, "-3"},
               {1.0 / 3, "0.3333333333333333"},
               {1e15, "1e+15"},
               {999999999999999, "999999999999999"},
               {0.1 + 0.2, "0.30000000000000004"},
               {-0.0, "-0"},
               {NAN, "nan"},
               {-NAN, "nan"},
               {INFINITY, "inf"},
               {-INFINITY, "-inf"},
               {1e300, "1e+300"}};
  char text[NUMBER_TEXT];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    cr_expect_str_eq(number_text(cases[i].value, text), cases[i].text, "%.17g gave %s", cases[i].value, text);
  }
  cr_expect_str_eq(number_short(1234.5678, 3, text), "1.23e+03");
  cr_expect_str_eq(number_short(0.25, 4, text), "0.25");
}

Test(base, locale_with_decimal_comma_changes_nothing) {
  char folder[] = "/tmp/winnow-locale-XXXXXX", command[256];
  cr_assert_not_null(mkdtemp(folder));
  snprintf(command, sizeof command, "localedef -c -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
  const int made = system(command);
  setenv("LOCPATH", folder, 1);
  const char *name = setlocale(LC_ALL, "de_DE.UTF-8");
  snprintf(command, sizeof command, "rm -rf %s", folder);
  cr_assert_eq(system(command), 0);
  if (name == NULL || strcmp(localeconv()->decimal_point, ",") != 0) {
    cr_skip_test("no locale with a decimal comma (localedef gave %d)", made);
  }
  char text[NUMBER_TEXT];
  snprintf(text, sizeof text, "%g", 0.5);
  cr_assert_str_eq(text, "0,5"); /* the control: this locale does write commas */
  cr_assert_str_eq(number_text(0.5, text), "0.5");
  cr_assert_str_eq(number_short(0.5, 3, text), "0.5");
  double value;
  cr_assert(number_parse("0.5", &value) && value == 0.5);
  cr_assert(!number_parse("0,5", &value));
  check_random_round_trips();
  cJSON *json = NULL;
  char *printed = NULL;
  cr_assert_eq(json_parse("{\"a\": 0.5}", &json), STATUS_OK);
  cr_assert_eq(json_print(json, 1, 0, &printed), STATUS_OK);
  cr_assert_str_eq(printed, "{\"a\":0.5}");
  free(printed);
  cJSON_Delete(json);
  snprintf(text, sizeof text, "%g", 0.5);
  cr_assert_str_eq(text, "0,5"); /* and the program's locale is as it was */
}

Test(base, only_finite_decimals_are_numbers) {
  static const char *const good[] = {"1", "-1", "+2.5", ".5", "5.", "1e3", "1E-3", "1e-400", "007"};
  static const char *const bad[] = {"",  " 1", "1 ",  "inf",   "nan", "-inf", "0x10",  "1e", "1e+",
                                    ".", "-",  "1,5", "1e999", "1_0", "--1",  "1.2.3", "e5", "infinity"};
  double value;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    cr_expect(number_parse(good[i], &value) && value == strtod(good[i], NULL), "%s", good[i]);
  }
  value = 42;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    cr_expect(!number_parse(bad[i], &value), "'%s' was read", bad[i]);
  }
  cr_assert(value == 42);
}

/* The short way and strtod give the same bits: also at 15 and 16 digits, at powers of 22 and 23, and for -0. */
Test(base, numbers_are_those_of_strtod) {
  static const char *const edges[] = {"-0",
                                      "0e-999",
                                      "999999999999999",
                                      "9007199254740993",
                                      "123456789012345e22",
                                      "1e23",
                                      "1e-22",
                                      "1e-23",
                                      "0.1",
                                      "000000000000000000.3",
                                      "4.35",
                                      "1.0000000000000000000",
                                      "8.5e+0022",
                                      "1e00000000000000000001"};
  double value = 0.0;
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    const double expected = strtod(edges[i], NULL);
    cr_expect(number_parse(edges[i], &value) && memcmp(&value, &expected, sizeof value) == 0, "%s", edges[i]);
  }
  uint64_t state = 88172645463325252U; /* xorshift */
  for (int i = 0; i < 100000; i++) {
    char text[64];
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    const int digits = (int)(state % 18) + 1;
    (void)snprintf(text, sizeof text, "%.*fe%d", digits, (double)(state >> 20) / (double)((uint64_t)1 << (state % 44)),
                   (int)(state >> 40) % 60 - 30);
    const double expected = strtod(text, NULL);
    cr_assert(number_parse(text, &value) && memcmp(&value, &expected, sizeof value) == 0, "%s", text);
  }
}

Test(base, names_are_equal_in_either_spelling) {
  cr_expect(equal_names("normalise", "normalize") && equal_names("randomized_winnow", "randomised_winnow"));
  cr_expect(equal_names("", "") && equal_names("size", "size"));
  cr_expect_not(equal_names("normalise", "normalised") || equal_names("normalised", "normalise"));
  cr_expect_not(equal_names("loss", "lozz") || equal_names("is", "iq") || equal_names("bias", "baas"));
}

Test(base, texts_are_equal_by_value) {
  cr_expect(equal_by_value("1", "+1") && equal_by_value("01", "1.0") && equal_by_value("0", "-0"));
  cr_expect(equal_by_value("yes", "yes") && equal_by_value("", "") && equal_by_value("nan", "nan"));
  cr_expect(!equal_by_value("1", "-1") && !equal_by_value("yes", "Yes") && !equal_by_value("1", "1 ") &&
            !equal_by_value("", "0") && !equal_by_value("0.1", "0.10000000000000001e1"));
}

Test(base, integers) {
  long long value = 0;
  cr_assert(integer_parse("9223372036854775807", &value) && value == INT64_MAX);
  cr_assert(integer_parse("-9223372036854775808", &value) && value == INT64_MIN);
  cr_assert(integer_parse("-0", &value) && value == 0);
  static const char *const bad[] = {
      "9223372036854775808", "-9223372036854775809", "", "-", "+1", " 1", "1.0", "1e3", "0x1"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) cr_expect(!integer_parse(bad[i], &value), "%s", bad[i]);
}

Test(base, nearest_names_count_edits) {
  static const char *const names[] = {"learners", "problem", "problems", "bounds", "observe", "problem", "b"};
  char text[NEAREST_TEXT];
  cr_expect_str_eq(nearest_names("learnrs", names, 7, false, text), "; nearest: learners");
  cr_expect_str_eq(nearest_names("probelm", names, 7, false, text), "; nearest: problem, problems");  /* 2/7, 3/8 */
  cr_expect_str_eq(nearest_names("problems", names, 7, false, text), "; nearest: problems, problem"); /* a name twice */
  cr_expect_str_eq(nearest_names("problemz", names, 7, false, text), "; nearest: problem, problems"); /* both 1/8 */
  cr_expect_str_eq(nearest_names("serve", names, 7, false, text), "; nearest: observe"); /* it contains the word */
  cr_expect_str_eq(nearest_names("qq", names, 7, true, text), "");             /* nothing in common with any */
  cr_expect_str_eq(nearest_names("B", names, 7, false, text), "; nearest: b"); /* "q" would have nothing in common */
  cr_expect_str_eq(nearest_names("bd", names, 7, true, text), "; nearest: b"); /* 1/2 */
  cr_expect_str_eq(nearest_names("em", names, 7, false, text), "");
  cr_expect_str_eq(nearest_names("em", names, 7, true, text),
                   "; nearest: problem, problems, observe"); /* 5/7, 6/8, 6/7 */
  cr_expect_str_eq(nearest_names("problem", names, 0, true, text), "");
  char *giant = malloc(100001);
  memset(giant, 'a', 100000);
  giant[100000] = '\0';
  cr_expect_str_eq(nearest_names(giant, names, 7, true, text), "");
  const char *const longest[] = {giant + 100000 - 255, giant + 100000 - 254};
  cr_expect_eq(strlen(nearest_names("ca", longest, 2, true, text)), NEAREST_TEXT - 1); /* cut, and the end is there */
  free(giant);
}

static char *json_again(const char *text, int canonical, int indent) {
  cJSON *value = NULL;
  char *out = NULL;
  cr_assert_eq(json_parse(text, &value), STATUS_OK, "%s: %s", text, status_message());
  cr_assert_eq(json_print(value, canonical, indent, &out), STATUS_OK);
  cJSON_Delete(value);
  return out;
}

Test(base, json_canonical_form_is_the_same_for_equal_values) {
  char *one = json_again(" {\"b\" : [1.0, 2e0, -0.0, true],\n "
                         "\"a\":{\"z\":null,\"\\u0041\":\"x\\ny\\\"\\\\\"}} ",
                         1, 0);
  char *two = json_again("{\"a\":{\"A\":\"x\\u000ay\\u0022\\u005c\",\"z\":null},\"b\":[1,2,0,true]}", 1, 0);
  cr_assert_str_eq(one, two);
  cr_assert_str_eq(one, "{\"a\":{\"A\":\"x\\ny\\\"\\\\\",\"z\":null},\"b\":[1,2,0,true]}");
  char *three = json_again(one, 1, 0); /* idempotent */
  cr_assert_str_eq(one, three);
  free(one);
  free(two);
  free(three);
}

Test(base, json_keeps_order_digits_and_indents) {
  char *plain = json_again("{\"b\":0.1,\"a\":[]}", 0, 0), *pretty = json_again("{\"b\":[1,2],\"a\":[[3],{}]}", 0, 1);
  cr_assert_str_eq(plain, "{\"b\":0.1,\"a\":[]}");
  cr_assert_str_eq(pretty, "{\n  \"b\": [1, 2],\n  \"a\": [\n    [3],\n    {}\n  ]\n}");
  free(plain);
  free(pretty);
  cJSON *values = cJSON_CreateArray();
  cJSON_AddItemToArray(values, cJSON_CreateNumber(NAN));
  cJSON_AddItemToArray(values, cJSON_CreateNumber(1.0 / 3));
  char *text = NULL;
  cr_assert_eq(json_print(values, 0, 0, &text), STATUS_OK);
  cr_assert_str_eq(text, "[null,0.3333333333333333]");
  free(text);
  cJSON_Delete(values);
}

Test(base, json_errors_name_the_line) {
  cJSON *value = NULL;
  cr_assert_eq(json_parse("{\"a\": 1,\n \"b\": ?}", &value), STATUS_INVALID);
  cr_assert_null(value);
  cr_assert_eq(strncmp(status_message(), "line 2: not JSON at column ", 27), 0, "%s", status_message());
  cr_assert_eq(json_parse("{} x", &value), STATUS_INVALID);
  cr_assert_eq(json_parse("", &value), STATUS_INVALID);
  cr_assert_eq(json_parse("[1,2", &value), STATUS_INVALID);
}

Test(base, json_refuses_a_name_that_is_there_twice) {
  static const char many[] = "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"10\":0,"
                             "\"11\":0,\"12\":0,\"13\":0,\"14\":0,\"15\":0,\"16\":0,\"a\":0,\"17\":0,\"a\":0}";
  static const char *const twice[] = {"{\"a\":1,\"a\":1}", "[1,{\"b\":{\"x\":0,\"a\":2,\"y\":1,\"a\":null}}]", many};
  cJSON *value = NULL;
  for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
    cr_expect_eq(json_parse(twice[i], &value), STATUS_INVALID, "%zu", i);
    cr_expect_null(value);
    cr_expect_str_eq(status_message(), "a: there twice, expected once");
  }
  cr_expect_eq(json_parse("{\"a\":{\"a\":1},\"A\":[{\"a\":1},{\"a\":1}]}", &value), STATUS_OK);
  cJSON_Delete(value);
}

Test(base, json_refuses_bottomless_values) {
  cJSON *outer = cJSON_CreateArray(), *inner = outer;
  for (int i = 0; i < 5000; i++) {
    cJSON *next = cJSON_CreateArray();
    cJSON_AddItemToArray(inner, next);
    inner = next;
  }
  char *text = NULL;
  cr_assert_eq(json_print(outer, 0, 0, &text), STATUS_INVALID);
  cr_assert_null(text);
  cJSON_Delete(outer);
}

static status read_table(const char *text, size_t length, tsv_table *table) {
  char path[] = "/tmp/winnow-table-XXXXXX";
  const int descriptor = mkstemp(path);
  cr_assert(descriptor >= 0 && write(descriptor, text, length) == (ssize_t)length);
  close(descriptor);
  const status code = tsv_read(path, table);
  unlink(path);
  return code;
}

/* What data call their items must not look like a comment or a quote to readers of tables. */
Test(base, names_from_data) {
  static const char *const names[][2] = {{"a b", "a b"},       {"Team #1", "Team  1"}, {"\"q", " q"},
                                         {"q\"r\"", "q\"r\""}, {"a\tb\r\n", "a b  "},  {"", ""}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    cr_assert_not_null(file);
    tsv_put_name(file, names[i][0]);
    fclose(file);
    cr_expect_str_eq(text, names[i][1]);
  }
}

Test(base, tables_come_back_as_written) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  tsv_writer writer = {file, false};
  tsv_comment(&writer, "winnow-lab %s %d", "cells", 1);
  tsv_comment(&writer, "two\nlines");
  tsv_text(&writer, "name");
  tsv_text(&writer, "value");
  tsv_text(&writer, "count");
  tsv_end(&writer);
  tsv_text(&writer, "a\tb");
  tsv_number(&writer, 1.0 / 3);
  tsv_count(&writer, UINT64_MAX);
  tsv_end(&writer);
  tsv_text(&writer, NULL);
  tsv_number(&writer, NAN);
  tsv_count(&writer, 0);
  tsv_end(&writer);
  fclose(file);
  cr_assert_str_eq(text, "# winnow-lab cells 1\n# two lines\nname\tvalue\tcount\n"
                         "a b\t0.3333333333333333\t18446744073709551615\n-\tnan\t0\n");
  tsv_table table;
  cr_assert_eq(read_table(text, length, &table), STATUS_OK, "%s", status_message());
  cr_assert(table.comments == 2 && table.columns == 3 && table.rows == 2);
  cr_assert_str_eq(table.comment[0], "winnow-lab cells 1");
  cr_assert_str_eq(tsv_cell(&table, 0, tsv_column(&table, "name")), "a b");
  cr_assert(tsv_value(&table, 0, 1) == 1.0 / 3);
  cr_assert(isnan(tsv_value(&table, 1, 1)) && isnan(tsv_value(&table, 1, 0)));
  cr_assert_eq(tsv_column(&table, "absent"), (size_t)-1);
  tsv_free(&table);
  free(text);
}

Test(base, tables_of_other_programs) {
  static const char text[] = "#c\r\na\tb\r\n\r\n1\tinf\r\n#x\t-inf";
  tsv_table table;
  cr_assert_eq(read_table(text, sizeof text - 1, &table), STATUS_OK, "%s", status_message());
  cr_assert(table.rows == 2 && table.columns == 2 && table.comments == 1);
  cr_assert_str_eq(table.comment[0], "c");
  cr_assert(tsv_value(&table, 0, 1) == INFINITY && tsv_value(&table, 1, 1) == -INFINITY);
  cr_assert_str_eq(tsv_cell(&table, 1, 0), "#x"); /* no comment after the names */
  tsv_free(&table);
}

Test(base, broken_tables_are_refused_by_line) {
  tsv_table table;
  cr_assert_eq(read_table("a\tb\n1\t2\n1\n", 10, &table), STATUS_INVALID);
  cr_assert_not_null(strstr(status_message(), ":3: 1 cells, expected 2"), "%s", status_message());
  cr_assert_eq(read_table("a\ta\n", 4, &table), STATUS_INVALID);
  cr_assert_eq(read_table("# only\n", 7, &table), STATUS_INVALID);
  cr_assert_eq(read_table("", 0, &table), STATUS_INVALID);
  cr_assert_eq(read_table("a\n1\0002\n", 6, &table), STATUS_INVALID);
  cr_assert_eq(tsv_read("/nonexistent/table", &table), STATUS_INVALID);
}
