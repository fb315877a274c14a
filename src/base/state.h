/* Members of a saved state: JSON objects of numbers, lists and rows, written without loss and checked on reading.
 * A getter that finds something else is STATUS_INVALID with the message "MEMBER: what is there, what was expected". */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* STATUS_NUMERIC for a number that is not finite, which JSON does not have. */
status state_add_number(cJSON *state, const char *name, double value);
/* 2^53, or what a size_t holds where that is less. */
#define STATE_LARGEST_COUNT (UINT64_C(1) << 53 < SIZE_MAX ? (size_t)(UINT64_C(1) << 53) : SIZE_MAX)
status state_add_count(cJSON *state, const char *name, size_t value); /* at most STATE_LARGEST_COUNT */
status state_add_flag(cJSON *state, const char *name, bool value);
status state_add_text(cJSON *state, const char *name, const char *value);
status state_add_numbers(cJSON *state, const char *name, size_t count, const double *values);
/* rows lists of `columns` numbers; row i begins at values + i * stride */
status state_add_rows(cJSON *state, const char *name, size_t rows, size_t columns, size_t stride, const double *values);
/* *object = a new empty object, owned by state */
status state_add_object(cJSON *state, const char *name, cJSON **object);
/* Copies of the members of an object. */
status state_add_members(cJSON *state, const cJSON *from);

/* The members of `state` are those of `names` (separated by one space), each once, and no others. */
status state_check_names(const cJSON *state, const char *names);
status state_get_number(const cJSON *state, const char *name, double *value);
status state_get_count(const cJSON *state, const char *name, size_t low, size_t high, size_t *value);
status state_get_flag(const cJSON *state, const char *name, bool *value);
/* The text must be `expected`. */
status state_expect_text(const cJSON *state, const char *name, const char *expected);
status state_expect_count(const cJSON *state, const char *name, size_t expected);
status state_get_text(const cJSON *state, const char *name, const char **value);
status state_get_numbers(const cJSON *state, const char *name, size_t count, double *values);
status state_get_rows(const cJSON *state, const char *name, size_t rows, size_t columns, size_t stride, double *values);
status state_get_object(const cJSON *state, const char *name, const cJSON **object);
