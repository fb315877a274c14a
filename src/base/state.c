#include "base/state.h"
#include "base/json.h"

static const double LARGEST_COUNT = 9007199254740992.0; /* 2^53 */

/* Takes over the item. */
static status add(cJSON *state, const char *name, cJSON *item) {
  if (item != NULL && cJSON_AddItemToObject(state, name, item)) return STATUS_OK;
  cJSON_Delete(item);
  return FAIL(STATUS_MEMORY, "no memory for the state's %s", name);
}

static status check_finite(const char *name, size_t count, const double *values) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) {
      return FAIL(STATUS_NUMERIC, "state: %s holds %g, expected finite numbers", name, values[i]);
    }
  }
  return STATUS_OK;
}

status state_add_number(cJSON *state, const char *name, double value) {
  TRY(check_finite(name, 1, &value));
  return add(state, name, cJSON_CreateNumber(value));
}

status state_add_count(cJSON *state, const char *name, size_t value) {
  return add(state, name, cJSON_CreateNumber((double)value));
}

status state_add_flag(cJSON *state, const char *name, bool value) {
  return add(state, name, cJSON_CreateBool(value));
}

status state_add_text(cJSON *state, const char *name, const char *value) {
  return add(state, name, cJSON_CreateString(value));
}

status state_add_numbers(cJSON *state, const char *name, size_t count, const double *values) {
  TRY(check_finite(name, count, values));
  return add(state, name, cJSON_CreateDoubleArray(values, (int)count));
}

status state_add_rows(cJSON *state, const char *name, size_t rows, size_t columns, size_t stride,
                      const double *values) {
  cJSON *list = cJSON_CreateArray();
  TRY(add(state, name, list));
  for (size_t i = 0; i < rows; i++) {
    TRY(check_finite(name, columns, values + i * stride));
    cJSON *row = cJSON_CreateDoubleArray(values + i * stride, (int)columns);
    if (row == NULL) return FAIL(STATUS_MEMORY, "no memory for the state's %s", name);
    (void)cJSON_AddItemToArray(list, row);
  }
  return STATUS_OK;
}

status state_add_object(cJSON *state, const char *name, cJSON **object) {
  *object = cJSON_CreateObject();
  return add(state, name, *object);
}

status state_add_members(cJSON *state, const cJSON *from) {
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, from) {
    TRY(add(state, item->string, cJSON_Duplicate(item, true)));
  }
  return STATUS_OK;
}

status state_check_names(const cJSON *state, const char *names) {
  if (!cJSON_IsObject(state)) return FAIL(STATUS_INVALID, "expected an object with %s", names);
  for (const cJSON *item = state->child; item != NULL; item = item->next) {
    if (word_place(names, item->string) < 0) {
      return FAIL(STATUS_INVALID, "%.60s: unknown member, expected %s", item->string, names);
    }
  }
  for (const char *at = names; *at != '\0';) {
    char name[64];
    const size_t length = strcspn(at, " ");
    const size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
    memcpy(name, at, kept);
    name[kept] = '\0';
    if (json_member(state, name) == NULL) return FAIL(STATUS_INVALID, "%s: missing", name);
    at += length + (at[length] == ' ');
  }
  return STATUS_OK;
}

static status find(const cJSON *state, const char *name, const cJSON **item) {
  *item = json_member(state, name);
  return *item == NULL ? FAIL(STATUS_INVALID, "%s: missing", name) : STATUS_OK;
}

static bool is_finite(const cJSON *item) {
  return cJSON_IsNumber(item) && isfinite(item->valuedouble);
}

status state_get_number(const cJSON *state, const char *name, double *value) {
  const cJSON *item = NULL;
  TRY(find(state, name, &item));
  if (!is_finite(item)) return FAIL(STATUS_INVALID, "%s: expected a finite number", name);
  *value = item->valuedouble;
  return STATUS_OK;
}

status state_get_count(const cJSON *state, const char *name, size_t low, size_t high, size_t *value) {
  const cJSON *item = NULL;
  TRY(find(state, name, &item));
  const double number = is_finite(item) ? item->valuedouble : -1.0;
  if (!(number >= (double)low && number <= (double)high && number <= LARGEST_COUNT) || number != floor(number)) {
    return FAIL(STATUS_INVALID, "%s: expected a whole number from %zu to %zu", name, low, high);
  }
  *value = (size_t)number;
  return STATUS_OK;
}

status state_get_flag(const cJSON *state, const char *name, bool *value) {
  const cJSON *item = NULL;
  TRY(find(state, name, &item));
  if (!cJSON_IsBool(item)) return FAIL(STATUS_INVALID, "%s: expected true or false", name);
  *value = cJSON_IsTrue(item) != 0;
  return STATUS_OK;
}

status state_get_text(const cJSON *state, const char *name, const char **value) {
  const cJSON *item = NULL;
  TRY(find(state, name, &item));
  if (!cJSON_IsString(item)) return FAIL(STATUS_INVALID, "%s: expected a string", name);
  *value = item->valuestring;
  return STATUS_OK;
}

status state_expect_text(const cJSON *state, const char *name, const char *expected) {
  const char *text = "";
  TRY(state_get_text(state, name, &text));
  if (strcmp(text, expected) == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: \"%.60s\", expected \"%s\"", name, text, expected);
}

status state_expect_count(const cJSON *state, const char *name, size_t expected) {
  const cJSON *item = NULL;
  TRY(find(state, name, &item));
  if (is_finite(item) && item->valuedouble == (double)expected) return STATUS_OK;
  if (!is_finite(item)) return FAIL(STATUS_INVALID, "%s: expected %zu", name, expected);
  return FAIL(STATUS_INVALID, "%s: %g, expected %zu", name, item->valuedouble, expected);
}

/* The numbers of a list; row 0: it is no row of rows. */
static status read_list(const cJSON *list, const char *name, size_t row, size_t count, double *values) {
  char who[96];
  if (row == 0) {
    (void)snprintf(who, sizeof who, "%.60s", name);
  } else {
    (void)snprintf(who, sizeof who, "%.60s: row %zu", name, row);
  }
  if (!cJSON_IsArray(list)) return FAIL(STATUS_INVALID, "%s: expected a list of %zu numbers", who, count);
  size_t found = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, found++) {
    if (!is_finite(item)) return FAIL(STATUS_INVALID, "%s: entry %zu, expected a finite number", who, found + 1);
    if (found < count) values[found] = item->valuedouble;
  }
  return found == count ? STATUS_OK : FAIL(STATUS_INVALID, "%s: %zu numbers, expected %zu", who, found, count);
}

status state_get_numbers(const cJSON *state, const char *name, size_t count, double *values) {
  const cJSON *list = NULL;
  TRY(find(state, name, &list));
  return read_list(list, name, 0, count, values);
}

status state_get_rows(const cJSON *state, const char *name, size_t rows, size_t columns, size_t stride,
                      double *values) {
  const cJSON *list = NULL;
  TRY(find(state, name, &list));
  if (!cJSON_IsArray(list)) return FAIL(STATUS_INVALID, "%s: expected a list of %zu rows", name, rows);
  size_t found = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, found++) {
    if (found < rows) TRY(read_list(item, name, found + 1, columns, values + found * stride));
  }
  return found == rows ? STATUS_OK : FAIL(STATUS_INVALID, "%s: %zu rows, expected %zu", name, found, rows);
}

status state_get_object(const cJSON *state, const char *name, const cJSON **object) {
  TRY(find(state, name, object));
  return cJSON_IsObject(*object) ? STATUS_OK : FAIL(STATUS_INVALID, "%s: expected an object", name);
}
