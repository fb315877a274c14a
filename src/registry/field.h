/* Fields of a struct as rows of data: what a learner saves of its state, and the constants that bounds and adversaries ask for.
 *
 *   static const field state[] = {
 *       {FIELD(elo, games, FIELD_COUNT), .high = 1e9},
 *       {FIELD(elo, ratings, FIELD_LIST), FIELD_LENGTH(elo, n)},
 *   };
 *
 * A row names the member of the JSON object and where the value is in the struct. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

typedef enum field_type {
  FIELD_NUMBER, /* double */
  FIELD_COUNT,  /* size_t, at most 2^53 */
  FIELD_FLAG,   /* bool */
  FIELD_CHOICE, /* an enum, stored as int: constants only */
  FIELD_LIST,   /* double *, of `columns` entries */
  FIELD_ROWS,   /* double *, rows x columns */
  FIELD_PART,   /* a pointer; `save` and `load` write and read an object of its own */
  FIELD_STRUCT  /* a struct inside this one, with the rows `fields`, in an object of its own */
} field_type;

typedef struct field {
  const char *name;
  size_t offset;
  field_type type;
  size_t rows, columns; /* offsets of the size_t members that hold these lengths */
  size_t most;          /* FIELD_COUNT: offset of the size_t member that it must not exceed; 0: none */
  /* What load accepts: low <= value <= high, low excluded if open_low; both 0: any. Of each entry of a list. */
  double low, high;
  bool open_low;
  status (*save)(void *part, cJSON *state);
  status (*load)(void *part, const cJSON *state);
  /* After the member was read: checks it against those before it, and computes what depends on it. Of the struct that has the rows. */
  status (*loaded)(void *self);
  const struct field *fields;
  size_t fields_count;
} field;

/* For an initialiser: the member is called as in the struct. */
#define FIELD(type_, member, kind) .name = #member, .offset = offsetof(type_, member), .type = (kind)
/* The same under another name. */
#define FIELD_NAMED(name_, type_, member, kind) .name = (name_), .offset = offsetof(type_, member), .type = (kind)
/* Of a struct `part` that is a member of type_. */
#define FIELD_INSIDE(type_, member, part, field_, kind) \
  .name = #field_, .offset = offsetof(type_, member) + offsetof(part, field_), .type = (kind)
#define FIELD_LENGTH(type_, length) .columns = offsetof(type_, length)
#define FIELD_SHAPE(type_, rows_, columns_) .rows = offsetof(type_, rows_), .columns = offsetof(type_, columns_)
#define FIELD_MOST(type_, limit) .most = offsetof(type_, limit)
/* For an initialiser with members NAME and NAME_count: the rows of a table. */
#define FIELDS(name_, table) .name_ = (table), .name_##_count = sizeof(table) / sizeof(table)[0]

/* Adds one member for each field. STATUS_NUMERIC for a number that is not finite. */
status fields_save(const field *fields, size_t count, const void *self, cJSON *state);
/* Reads what fields_save wrote, in the order of the rows: a length comes before the lists that have it. STATUS_INVALID naming the member
 * unless these members are there, no others, and all in range. */
status fields_load(const field *fields, size_t count, void *self, const cJSON *state);
/* *value = the field of that name as a number; false if no field that is one number has it. */
bool fields_value(const field *fields, size_t count, const void *self, const char *name, double *value);
