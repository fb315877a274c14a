/* JSON on cJSON: 17 digits, canonical form, file line of errors. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>

/* For CLEANUP: a tree of a block. */
static inline void json_free_at(cJSON **item_) {
  cJSON_Delete(*item_);
}

/* Makes failed allocations of cJSON noted (status_note_memory). To be called once, before cJSON is used. */
void json_watch_memory(void);

/* object[name] = item; item added to the array. Both take the item: one that cannot be added is deleted, and the failure noted. */
void json_set(cJSON *object, const char *name, cJSON *item);
void json_append(cJSON *array, cJSON *item);

/* The text of object[name], or `other` if it is absent or not a string. Belongs to the object. */
const char *json_text(const cJSON *object, const char *name, const char *other);

/* *out = parsed text; trailing bytes but white space are an error, "line L: not JSON at column C", and so is an object with two members of one
 * name, "NAME: there twice, expected once". The caller frees with cJSON_Delete. */
status json_parse(const char *text, cJSON **out);
bool json_found_twice(void); /* of the last failure: that it was the latter */
/* *out = text of `value` with numbers in number_text form, object members sorted by name (bytewise) when `canonical`,
 * otherwise in order; indented when `indent` (arrays of scalars stay on one line). Not-finite numbers become null.
 * The caller frees. Equal values (-0 = 0) give equal canonical bytes. More than 1000 levels are STATUS_INVALID; after a failed allocation
 * (status_memory) STATUS_MEMORY, because the value may have holes. */
status json_print(const cJSON *value, int canonical, int indent, char **out);

/* The same, written to a stream, with the same failures; errors of the stream show in ferror(file). */
status json_write(FILE *file, const cJSON *value, int canonical, int indent);
void json_write_text(FILE *file, const char *text); /* in quotes */

/* Lists of numbers with 17 digits: [a,b], [[a,b],[c,d]] row by row, and positions counted from 1. */
void json_write_numbers(FILE *file, size_t count, const double *values);
void json_write_rows(FILE *file, size_t count, size_t n, const double *rows);
void json_write_positions(FILE *file, size_t count, const size_t *positions);

/* object[name], NULL if it is absent or there is no object; the number of it, or `other` if it is none; whether it is true. */
cJSON *json_member(const cJSON *object, const char *name);
double json_number(const cJSON *object, const char *name, double other);
bool json_is_true(const cJSON *object, const char *name);
