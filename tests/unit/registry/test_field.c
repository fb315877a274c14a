/* Fields of a struct as rows: what is saved is what is loaded, and nothing else is taken. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "registry/field.h"

enum { ROOM = 4, COLUMNS = 2 };

typedef enum mood { CALM, WILD } mood;

typedef struct inner {
  double depth;
} inner;

typedef struct sample {
  double rate, share;
  size_t count, room, columns;
  bool open;
  mood mood;
  double list[ROOM], *values;
  double table[ROOM * COLUMNS], *rows;
  inner part;
  double *other;
  double twice; /* of rate, by the row's own function */
} sample;

static status rate_loaded(void *self) {
  sample *s = self;
  s->twice = 2.0 * s->rate;
  return s->rate == 13.0 ? FAIL(STATUS_INVALID, "rate: 13 is refused") : STATUS_OK;
}

static status save_other(void *part, cJSON *state) {
  return cJSON_AddNumberToObject(state, "value", *(const double *)part) != NULL ? STATUS_OK : STATUS_MEMORY;
}

static status load_other(void *part, const cJSON *state) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(state, "value");
  if (!cJSON_IsNumber(item)) return FAIL(STATUS_INVALID, "value: missing");
  *(double *)part = item->valuedouble;
  return STATUS_OK;
}

static const field inner_fields[] = {{FIELD(inner, depth, FIELD_NUMBER)}};
static const field fields[] = {
    {FIELD(sample, rate, FIELD_NUMBER), .open_low = true, .loaded = rate_loaded},
    {FIELD(sample, share, FIELD_NUMBER), .low = 0.25, .high = 0.75},
    {FIELD(sample, count, FIELD_COUNT), .low = 1, FIELD_MOST(sample, room)},
    {FIELD(sample, open, FIELD_FLAG)},
    {FIELD(sample, values, FIELD_LIST), FIELD_LENGTH(sample, count)},
    {FIELD(sample, rows, FIELD_ROWS), FIELD_SHAPE(sample, count, columns)},
    {FIELD(sample, part, FIELD_STRUCT), FIELDS(fields, inner_fields)},
    {FIELD_NAMED("another", sample, other, FIELD_PART), .save = save_other, .load = load_other},
};
static const field constants[] = {
    {FIELD(sample, rate, FIELD_NUMBER)},
    {FIELD(sample, count, FIELD_COUNT)},
    {FIELD(sample, open, FIELD_FLAG)},
    {FIELD(sample, mood, FIELD_CHOICE)},
    {FIELD_NAMED("values", sample, values, FIELD_LIST), FIELD_LENGTH(sample, count)},
};
enum { COUNT = sizeof fields / sizeof *fields, CONSTANTS = sizeof constants / sizeof *constants };

static double others[2] = {7.0, 0.0};

static void begin(sample *s, double *other) {
  *s = (sample){.room = ROOM, .columns = COLUMNS, .other = other};
  s->values = s->list;
  s->rows = s->table;
}

static const char text[] =
    "{\"rate\":0.5,\"share\":0.25,\"count\":2,\"open\":true,\"values\":[1,2],\"rows\":[[1,2],[3,4]],"
    "\"part\":{\"depth\":-3},\"another\":{\"value\":7}}";

Test(field, what_is_saved_is_loaded) {
  sample saved, loaded;
  char *written = NULL;
  cJSON *state = cJSON_CreateObject();
  begin(&saved, &others[0]);
  begin(&loaded, &others[1]);
  saved.rate = 0.5;
  saved.share = 0.25;
  saved.count = 2;
  saved.open = true;
  saved.part.depth = -3.0;
  for (size_t i = 0; i < ROOM; i++) saved.list[i] = saved.table[i] = 1.0 + (double)i;
  cr_assert_eq(fields_save(fields, COUNT, &saved, state), STATUS_OK, "%s", status_message());
  cr_assert_eq(json_print(state, 0, 0, &written), STATUS_OK);
  cr_expect_str_eq(written, text, "members, their order and their form: %s", written);
  cr_assert_eq(fields_load(fields, COUNT, &loaded, state), STATUS_OK, "%s", status_message());
  cr_expect(loaded.rate == 0.5 && loaded.share == 0.25 && loaded.count == 2 && loaded.open);
  cr_expect(loaded.list[1] == 2.0 && loaded.list[2] == 0.0, "a list has its length");
  cr_expect(loaded.table[3] == 4.0 && loaded.table[4] == 0.0);
  cr_expect(loaded.part.depth == -3.0 && others[1] == 7.0);
  cr_expect_eq(loaded.twice, 1.0, "the row's function ran");
  saved.rate = NAN;
  cr_expect_eq(fields_save(fields, COUNT, &saved, state), STATUS_NUMERIC, "JSON has no NaN");
  cJSON_Delete(state);
  free(written);
}

/* `text` with one part replaced is refused with this message. */
static void refused(const char *part, const char *replacement, const char *message) {
  char changed[512];
  sample s;
  cJSON *state = NULL;
  const char *at = strstr(text, part);
  cr_assert_not_null(at, "%s", part);
  snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, replacement, at + strlen(part));
  cr_assert_eq(json_parse(changed, &state), STATUS_OK, "%s", changed);
  begin(&s, &others[1]);
  cr_expect_eq(fields_load(fields, COUNT, &s, state), STATUS_INVALID, "%s", changed);
  cr_expect_str_eq(status_message(), message, "%s gave: %s", changed, status_message());
  cJSON_Delete(state);
}

Test(field, anything_else_is_refused) {
  refused("\"rate\":0.5", "\"rate\":0", "rate: 0, expected a positive number");
  refused("\"rate\":0.5", "\"rate\":13", "rate: 13 is refused");
  refused("\"share\":0.25", "\"share\":0.8", "share: 0.8, expected a number from 0.25 to 0.75");
  refused("\"value\":7", "\"worth\":7", "another: value: missing");
  sample s;
  static const char *const wrong[] = {
      "{}",
      "{\"rate\":0.5}",
      "[]",
      "{\"rate\":0.5,\"share\":0.5,\"count\":5,\"open\":true,\"values\":[1,2,3,4,5],\"rows\":[[1,2],[3,4],[5,6],[7,8],["
      "9,10]],"
      "\"part\":{\"depth\":-3},\"another\":{\"value\":7}}",
      "{\"rate\":0.5,\"share\":0.5,\"count\":0,\"open\":true,\"values\":[],\"rows\":[],\"part\":{\"depth\":-3},"
      "\"another\":"
      "{\"value\":7}}",
      "{\"rate\":0.5,\"share\":0.5,\"count\":1,\"open\":true,\"values\":[1,2],\"rows\":[[1,2]],\"part\":{\"depth\":-3},"
      "\"another\":{\"value\":7}}",
      "{\"rate\":0.5,\"share\":0.5,\"count\":1,\"open\":true,\"values\":[1],\"rows\":[[1]],\"part\":{\"depth\":-3},"
      "\"another\":{\"value\":7}}",
      "{\"rate\":0.5,\"share\":0.5,\"count\":1,\"open\":1,\"values\":[1],\"rows\":[[1,2]],\"part\":{\"depth\":-3},"
      "\"another\":{\"value\":7}}",
      "{\"rate\":0.5,\"share\":0.5,\"count\":1,\"open\":true,\"values\":[1],\"rows\":[[1,2]],\"part\":{\"height\":-3},"
      "\"another\":{\"value\":7}}",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cJSON *state = NULL;
    cr_assert_eq(json_parse(wrong[i], &state), STATUS_OK, "%s", wrong[i]);
    begin(&s, &others[1]);
    cr_expect_eq(fields_load(fields, COUNT, &s, state), STATUS_INVALID, "%s was taken", wrong[i]);
    cr_expect(s.list[ROOM - 1] == 0.0 && s.table[ROOM * COLUMNS - 1] == 0.0, "nothing is written past the room");
    cJSON_Delete(state);
  }
}

Test(field, constants_are_numbers) {
  sample s;
  double value = -1.0;
  begin(&s, &others[0]);
  s.rate = 0.125;
  s.count = 3;
  s.open = true;
  s.mood = WILD;
  cr_expect(fields_value(constants, CONSTANTS, &s, "rate", &value) && value == 0.125);
  cr_expect(fields_value(constants, CONSTANTS, &s, "count", &value) && value == 3.0);
  cr_expect(fields_value(constants, CONSTANTS, &s, "open", &value) && value == 1.0);
  cr_expect(fields_value(constants, CONSTANTS, &s, "mood", &value) && value == WILD);
  value = -1.0;
  cr_expect_not(fields_value(constants, CONSTANTS, &s, "values", &value), "a list is no number");
  cr_expect_not(fields_value(constants, CONSTANTS, &s, "nothing", &value));
  cr_expect_eq(value, -1.0, "an unknown name leaves the value as it was");
}
