/* Fields of the JSON objects of a sequence file, checked one by one; messages are "FILE:LINE: field: what was
 * expected". */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* Where a message points to. */
typedef struct field_place {
  const char *path;
  size_t line;
} field_place;

status field_refuse(const field_place *at, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const cJSON *field_get(const cJSON *object, const char *name); /* NULL if there is none */
/* Members of `object` must be among `names` (separated by one blank), each once. */
status field_check_names(const field_place *at, const cJSON *object, const char *names);
bool field_is_finite(const cJSON *item);
/* *out = a whole number from low to high; false if it is something else. */
bool field_whole(const cJSON *item, double low, double high, size_t *out);
static inline size_t field_length(const cJSON *list) {
  return (size_t)cJSON_GetArraySize(list);
}
/* A list of `expected` finite numbers. */
status field_numbers(const field_place *at, const char *field, const cJSON *list, size_t expected, double *out);
/* A list of `rows` lists of n finite numbers. */
status field_rows(const field_place *at, const char *field, const cJSON *list, size_t rows, size_t n, double *out);
/* A list of ascending indices from 1 to n, stored from 0; `out` has room for field_length(list). */
status field_positions(const field_place *at, const char *field, const cJSON *list, size_t n, size_t *out);
/* Checks that it is a list of n items, before memory is allocated for n rows. */
status field_row_count(const field_place *at, const char *field, const cJSON *list, size_t n);
/* A list of n lists of n finite numbers, symmetric up to `within` times the largest modulus of an entry; *out is the mean of both triangles. */
status field_symmetric(const field_place *at, const char *field, const cJSON *list, size_t n, double within,
                       double *out);
