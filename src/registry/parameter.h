/* Declared parameters of learners, problems and bounds, and the options a scenario gives for them.
 *
 * A parameter is declared once, in the descriptor of the member that has it: parsing, validation, `winnow list`, the
 * reference tables and error messages come from the declaration. */
#ifndef REGISTRY_PARAMETER_H
#define REGISTRY_PARAMETER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef enum parameter_type {
  PARAMETER_NUMBER,  /* finite double */
  PARAMETER_INTEGER, /* whole number, |value| <= 2^53 */
  PARAMETER_BOOLEAN,
  PARAMETER_CHOICE, /* one of the words of `choices` */
  PARAMETER_TEXT,
  PARAMETER_COLUMN, /* of a table: a whole number within the range, or a name; option_text is "" for a number */
  PARAMETER_FILE, /* a data file: resolved against --data, then the scenario's folder; its sha256 is in the cell's key */
  PARAMETER_NUMBERS, /* list of finite doubles, at least one */
  PARAMETER_COMMAND, /* list of texts: a program and its arguments; files of the scenario's folder that it names are in the cell's key */
  PARAMETER_STRUCTURE /* a table or list of tables, lists, texts, booleans and finite numbers; checked by its member */
} parameter_type;

typedef struct parameter {
  const char *name;
  parameter_type type;
  /* Default as text ("0.5", "true", "none"); NULL: required; "": no default (option_given is false). */
  const char *value;
  double low, high;         /* range for numbers, integers and each entry of a list; low = high = 0 means any */
  bool open_low, open_high; /* the end itself is excluded */
  const char *choices;      /* words separated by one space, for PARAMETER_CHOICE */
  const char *meaning;      /* one line; says what an absent value means ("" default) */
} parameter;

/* Resolved values for a parameter table. */
typedef struct options options;

/* Checks `given` (a JSON object, NULL = empty) against the table: unknown names are refused with the valid ones and the nearest;
 * wrong types, values out of range and missing required values are refused by name. `who` begins every message, e.g.
 * "close_to_subspace: r = 70 must be at most 64". The table must outlive the options. */
status options_read(const char *who, const parameter *table, size_t count, const cJSON *given, options **out);
void options_free(options *values);
static inline void options_free_at(options **values) {
  options_free(*values);
}

/* By name; a name that is not in the table is a programming error (returns 0, false, "" or NULL). */
bool option_given(const options *values, const char *name);    /* given, or has a default */
bool option_explicit(const options *values, const char *name); /* given, and not equal to its default */
double option_number(const options *values, const char *name);
double option_number_or(const options *values, const char *name, double absent); /* `absent` if it is not given */
size_t option_count(const options *values, const char *name); /* a PARAMETER_INTEGER >= 0 as size_t */
bool option_flag(const options *values, const char *name);
/* The place of a PARAMETER_CHOICE among its `choices`, from 0: the value of an enum that lists them in this order. */
unsigned option_choice(const options *values, const char *name);
const char *option_text(const options *values, const char *name);
bool option_is(const options *values, const char *name, const char *word);        /* text or choice equals word */
size_t option_list(const options *values, const char *name, const double **list); /* returns its length */
const cJSON *option_structure(const options *values, const char *name); /* owned by the options; NULL if not given */
const char *option_who(const options *values);

/* *out = JSON object of every resolved value (defaults included, absent ones left out), canonical order: the cell's key. */
status options_json(const options *values, cJSON **out);

#endif
