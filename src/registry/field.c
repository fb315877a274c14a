#include "registry/field.h"
#include "base/state.h"
#include "base/text.h"

static const void *place(const field *item, const void *self) {
  return (const char *)self + item->offset;
}

static size_t length_at(size_t offset, const void *self) {
  return *(const size_t *)(const void *)((const char *)self + offset);
}

static status save_field(const field *item, const void *self, cJSON *state) {
  const void *at = place(item, self);
  switch (item->type) {
  case FIELD_NUMBER: return state_add_number(state, item->name, *(const double *)at);
  case FIELD_COUNT: return state_add_count(state, item->name, *(const size_t *)at);
  case FIELD_FLAG: return state_add_flag(state, item->name, *(const bool *)at);
  case FIELD_LIST: return state_add_numbers(state, item->name, length_at(item->columns, self), *(double *const *)at);
  case FIELD_ROWS: {
    const size_t columns = length_at(item->columns, self);
    return state_add_rows(state, item->name, length_at(item->rows, self), columns, columns, *(double *const *)at);
  }
  case FIELD_PART: {
    cJSON *part = NULL;
    TRY(state_add_object(state, item->name, &part));
    return item->save(*(void *const *)at, part);
  }
  case FIELD_STRUCT: {
    cJSON *part = NULL;
    TRY(state_add_object(state, item->name, &part));
    return fields_save(item->fields, item->fields_count, at, part);
  }
  case FIELD_CHOICE: break;
  }
  return FAIL(STATUS_FAILED, "%s: a choice is an option, not state", item->name);
}

status fields_save(const field *fields, size_t count, const void *self, cJSON *state) {
  for (size_t i = 0; i < count; i++) TRY(save_field(&fields[i], self, state));
  return STATUS_OK;
}

static bool limited(const field *item) {
  return item->low != 0.0 || item->high != 0.0 || item->open_low;
}

/* high = 0 with a low end means any number above it. */
static bool within(const field *item, double value) {
  const double high = item->high > item->low ? item->high : INFINITY;
  return (item->open_low ? value > item->low : value >= item->low) && value <= high;
}

static status check_numbers(const field *item, size_t count, const double *values) {
  if (!limited(item)) return STATUS_OK;
  for (size_t i = 0; i < count; i++) {
    if (within(item, values[i])) continue;
    char given[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
    (void)number_text(values[i], given);
    if (item->high > item->low) {
      return FAIL(STATUS_INVALID, "%s: %s, expected a number from %s to %s", item->name, given,
                  number_text(item->low, low), number_text(item->high, high));
    }
    if (item->open_low && item->low == 0.0) {
      return FAIL(STATUS_INVALID, "%s: %s, expected a positive number", item->name, given);
    }
    return FAIL(STATUS_INVALID, "%s: %s, expected a number %s %s", item->name, given,
                item->open_low ? "above" : "of at least", number_text(item->low, low));
  }
  return STATUS_OK;
}

static size_t largest_count(const field *item, const void *self) {
  if (item->most > 0) return length_at(item->most, self);
  return item->high > 0.0 && item->high < (double)STATE_LARGEST_COUNT ? (size_t)item->high : STATE_LARGEST_COUNT;
}

static status load_part(const field *item, void *at, const cJSON *state) {
  const cJSON *part = NULL;
  TRY(state_get_object(state, item->name, &part));
  return status_context(item->type == FIELD_PART ? item->load(*(void **)at, part)
                                                 : fields_load(item->fields, item->fields_count, at, part),
                        "%s", item->name);
}

static status load_field(const field *item, void *self, const cJSON *state) {
  void *at = (char *)self + item->offset;
  switch (item->type) {
  case FIELD_NUMBER: TRY(state_get_number(state, item->name, at)); return check_numbers(item, 1, at);
  case FIELD_COUNT: return state_get_count(state, item->name, (size_t)item->low, largest_count(item, self), at);
  case FIELD_FLAG: return state_get_flag(state, item->name, at);
  case FIELD_LIST: {
    const size_t columns = length_at(item->columns, self);
    TRY(state_get_numbers(state, item->name, columns, *(double **)at));
    return check_numbers(item, columns, *(double **)at);
  }
  case FIELD_ROWS: {
    const size_t rows = length_at(item->rows, self), columns = length_at(item->columns, self);
    TRY(state_get_rows(state, item->name, rows, columns, columns, *(double **)at));
    return check_numbers(item, rows * columns, *(double **)at);
  }
  case FIELD_PART:
  case FIELD_STRUCT: return load_part(item, at, state);
  case FIELD_CHOICE: break;
  }
  return FAIL(STATUS_FAILED, "%s: a choice is an option, not state", item->name);
}

status fields_load(const field *fields, size_t count, void *self, const cJSON *state) {
  char names[1024] = "";
  size_t length = 0;
  for (size_t i = 0; i < count && length < sizeof names; i++) {
    length += (size_t)snprintf(names + length, sizeof names - length, i == 0 ? "%s" : " %s", fields[i].name);
  }
  if (length >= sizeof names) return FAIL(STATUS_FAILED, "the names of %zu fields are too long for one message", count);
  TRY(state_check_names(state, names));
  for (size_t i = 0; i < count; i++) {
    TRY(load_field(&fields[i], self, state));
    if (fields[i].loaded != NULL) TRY(fields[i].loaded(self));
  }
  return STATUS_OK;
}

bool fields_value(const field *fields, size_t count, const void *self, const char *name, double *value) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(fields[i].name, name) != 0) continue;
    const void *at = place(&fields[i], self);
    switch (fields[i].type) {
    case FIELD_NUMBER: *value = *(const double *)at; return true;
    case FIELD_COUNT: *value = (double)*(const size_t *)at; return true;
    case FIELD_FLAG: *value = *(const bool *)at ? 1.0 : 0.0; return true;
    case FIELD_CHOICE: *value = (double)*(const int *)at; return true;
    case FIELD_LIST:
    case FIELD_ROWS:
    case FIELD_PART:
    case FIELD_STRUCT: return false;
    }
  }
  return false;
}
