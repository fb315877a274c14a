#include "registry/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/state.h"

static const void *place(const field *field, const void *self) {
  return (const char *)self + field->offset;
}

static size_t length_at(size_t offset, const void *self) {
  return *(const size_t *)(const void *)((const char *)self + offset);
}

static status save_field(const field *field, const void *self, cJSON *state) {
  const void *at = place(field, self);
  switch (field->type) {
  case FIELD_NUMBER: return state_add_number(state, field->name, *(const double *)at);
  case FIELD_COUNT: return state_add_count(state, field->name, *(const size_t *)at);
  case FIELD_FLAG: return state_add_flag(state, field->name, *(const bool *)at);
  case FIELD_LIST: return state_add_numbers(state, field->name, length_at(field->columns, self), *(double *const *)at);
  case FIELD_ROWS: {
    const size_t columns = length_at(field->columns, self);
    return state_add_rows(state, field->name, length_at(field->rows, self), columns, columns, *(double *const *)at);
  }
  case FIELD_PART: {
    cJSON *part = NULL;
    TRY(state_add_object(state, field->name, &part));
    return field->save(*(void *const *)at, part);
  }
  case FIELD_STRUCT: {
    cJSON *part = NULL;
    TRY(state_add_object(state, field->name, &part));
    return fields_save(field->fields, field->fields_count, at, part);
  }
  case FIELD_CHOICE: break;
  }
  return FAIL(STATUS_FAILED, "%s: a choice is an option, not state", field->name);
}

status fields_save(const field *fields, size_t count, const void *self, cJSON *state) {
  for (size_t i = 0; i < count; i++) TRY(save_field(&fields[i], self, state));
  return STATUS_OK;
}

static bool limited(const field *field) {
  return field->low != 0.0 || field->high != 0.0 || field->open_low;
}

/* high = 0 with a low end means any number above it. */
static bool within(const field *field, double value) {
  const double high = field->high > field->low ? field->high : INFINITY;
  return (field->open_low ? value > field->low : value >= field->low) && value <= high;
}

static status check_numbers(const field *field, size_t count, const double *values) {
  if (!limited(field)) return STATUS_OK;
  for (size_t i = 0; i < count; i++) {
    if (within(field, values[i])) continue;
    if (field->high > field->low) {
      return FAIL(STATUS_INVALID, "%s: %g, expected a number from %g to %g", field->name, values[i], field->low,
                  field->high);
    }
    if (field->open_low && field->low == 0.0) {
      return FAIL(STATUS_INVALID, "%s: %g, expected a positive number", field->name, values[i]);
    }
    return FAIL(STATUS_INVALID, "%s: %g, expected a number %s %g", field->name, values[i],
                field->open_low ? "above" : "of at least", field->low);
  }
  return STATUS_OK;
}

static size_t largest_count(const field *field, const void *self) {
  if (field->most > 0) return length_at(field->most, self);
  return field->high > 0.0 && field->high < (double)STATE_LARGEST_COUNT ? (size_t)field->high : STATE_LARGEST_COUNT;
}

static status load_part(const field *field, void *at, const cJSON *state) {
  const cJSON *part = NULL;
  TRY(state_get_object(state, field->name, &part));
  const status code = field->type == FIELD_PART ? field->load(*(void **)at, part)
                                                : fields_load(field->fields, field->fields_count, at, part);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", field->name);
}

static status load_field(const field *field, void *self, const cJSON *state) {
  void *at = (char *)self + field->offset;
  switch (field->type) {
  case FIELD_NUMBER: TRY(state_get_number(state, field->name, at)); return check_numbers(field, 1, at);
  case FIELD_COUNT: return state_get_count(state, field->name, (size_t)field->low, largest_count(field, self), at);
  case FIELD_FLAG: return state_get_flag(state, field->name, at);
  case FIELD_LIST: {
    const size_t columns = length_at(field->columns, self);
    TRY(state_get_numbers(state, field->name, columns, *(double **)at));
    return check_numbers(field, columns, *(double **)at);
  }
  case FIELD_ROWS: {
    const size_t rows = length_at(field->rows, self), columns = length_at(field->columns, self);
    TRY(state_get_rows(state, field->name, rows, columns, columns, *(double **)at));
    return check_numbers(field, rows * columns, *(double **)at);
  }
  case FIELD_PART:
  case FIELD_STRUCT: return load_part(field, at, state);
  case FIELD_CHOICE: break;
  }
  return FAIL(STATUS_FAILED, "%s: a choice is an option, not state", field->name);
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
