/* Declared parameters of learners, problems and bounds, and the options a scenario gives for them.
 *
 * A parameter is declared once, in the descriptor of the member that has it: parsing, validation, `winnow list`, the
 * reference tables and error messages come from the declaration. A row also says where the value goes in the member's
 * struct, so that nothing looks an option up by its name:
 *
 *   static const parameter parameters[] = {
 *       OPTION_COUNT(disjunction, n, REQUIRED, 1, 1e7, "number of attributes"),
 *       OPTION_NUMBER(disjunction, density, "0.1", 0, 1, "probability that an irrelevant attribute is 1"),
 *       OPTION_CHOICE(disjunction, form, "vector", "vector matrix rotated", "diag(x) as a vector or ..."),
 *   };
 *
 * The member of the struct is called as the option, and has this type:
 *
 *   NUMBER, ABOVE   double; NaN where it is absent
 *   COUNT           size_t: a whole number >= 0; 0 where it is absent
 *   FLAG            bool; false where it is absent
 *   CHOICE          an enum that lists the words in their order, or unsigned; the number of the words where it is absent
 *   TEXT, FILE      const char *; NULL where it is absent
 *   COLUMN          column_choice; name NULL and number 0 where it is absent
 *   NUMBERS         number_list; no numbers where it is absent
 *   COMMAND, STRUCTURE   const cJSON *; NULL where it is absent
 *
 * Another type does not compile. OPTION_..._AS has the name as its first argument, for a struct within the struct. */
#pragma once

#include "base/memory.h"
#include <cjson/cJSON.h>

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
  size_t at;                /* PLACE of the value in the member's struct; 0: it is not written */
} parameter;

/* A column of a table: its number, from 1, or its name. */
typedef struct column_choice {
  size_t number;
  const char *name; /* NULL: by number */
} column_choice;

typedef struct number_list {
  size_t count;
  const double *value;
} number_list;

/* Where a member lies in a struct, counted from 1: 0 is nowhere. The second form only for a member of that type. */
#define PLACE(type_, member_) (offsetof(type_, member_) + 1)
#define PLACE_OF(type_, member_, c_type_) \
  (PLACE(type_, member_) + 0 * sizeof(_Generic(&((type_ *)0)->member_, c_type_ * : 1)))

/* Values of rows: an option that must be given; one without a default; a number without limits. */
#define REQUIRED NULL
#define ABSENT ""
#define ANY_NUMBER 0, 0

/* Rows of a table. value_: the default as text, or one of the words above; low_, high_: the range. */
#define OPTION_ROW(name_, type_, member_, c_type_, kind_, value_, text_) \
  .name = (name_), .type = (kind_), .value = (value_), .meaning = (text_), .at = PLACE_OF(type_, member_, c_type_)
#define OPTION_NUMBER_AS(name_, type_, member_, value_, low_, high_, text_) \
  { OPTION_ROW(name_, type_, member_, double, PARAMETER_NUMBER, value_, text_), .low = (low_), .high = (high_) }
#define OPTION_ABOVE_AS(name_, type_, member_, value_, low_, high_, text_)                                      \
  {                                                                                                             \
    OPTION_ROW(name_, type_, member_, double, PARAMETER_NUMBER, value_, text_), .low = (low_), .high = (high_), \
                                                                                .open_low = true                \
  }
#define OPTION_BELOW_AS(name_, type_, member_, value_, low_, high_, text_)                                      \
  {                                                                                                             \
    OPTION_ROW(name_, type_, member_, double, PARAMETER_NUMBER, value_, text_), .low = (low_), .high = (high_), \
                                                                                .open_high = true               \
  }
#define OPTION_BETWEEN_AS(name_, type_, member_, value_, low_, high_, text_)                                        \
  {                                                                                                                 \
    OPTION_ROW(name_, type_, member_, double, PARAMETER_NUMBER, value_, text_), .low = (low_), .high = (high_),     \
                                                                                .open_low = true, .open_high = true \
  }
#define OPTION_COUNT_AS(name_, type_, member_, value_, low_, high_, text_) \
  { OPTION_ROW(name_, type_, member_, size_t, PARAMETER_INTEGER, value_, text_), .low = (low_), .high = (high_) }
#define OPTION_FLAG_AS(name_, type_, member_, value_, text_) \
  { OPTION_ROW(name_, type_, member_, bool, PARAMETER_BOOLEAN, value_, text_) }
#define OPTION_CHOICE_AS(name_, type_, member_, value_, words_, text_) \
  { OPTION_ROW(name_, type_, member_, unsigned, PARAMETER_CHOICE, value_, text_), .choices = (words_) }
#define OPTION_TEXT_AS(name_, type_, member_, value_, text_) \
  { OPTION_ROW(name_, type_, member_, const char *, PARAMETER_TEXT, value_, text_) }
#define OPTION_FILE_AS(name_, type_, member_, value_, text_) \
  { OPTION_ROW(name_, type_, member_, const char *, PARAMETER_FILE, value_, text_) }
#define OPTION_COLUMN_AS(name_, type_, member_, value_, low_, high_, text_) \
  { OPTION_ROW(name_, type_, member_, column_choice, PARAMETER_COLUMN, value_, text_), .low = (low_), .high = (high_) }
#define OPTION_NUMBERS_AS(name_, type_, member_, value_, low_, high_, text_) \
  { OPTION_ROW(name_, type_, member_, number_list, PARAMETER_NUMBERS, value_, text_), .low = (low_), .high = (high_) }
#define OPTION_COMMAND_AS(name_, type_, member_, value_, text_) \
  { OPTION_ROW(name_, type_, member_, const cJSON *, PARAMETER_COMMAND, value_, text_) }
#define OPTION_STRUCTURE_AS(name_, type_, member_, value_, text_) \
  { OPTION_ROW(name_, type_, member_, const cJSON *, PARAMETER_STRUCTURE, value_, text_) }
#define OPTION_NUMBER(type_, member_, ...) OPTION_NUMBER_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_ABOVE(type_, member_, ...) \
  OPTION_ABOVE_AS(#member_, type_, member_, __VA_ARGS__) /* without the low end */
#define OPTION_BELOW(type_, member_, ...) \
  OPTION_BELOW_AS(#member_, type_, member_, __VA_ARGS__) /* without the high end */
#define OPTION_BETWEEN(type_, member_, ...) OPTION_BETWEEN_AS(#member_, type_, member_, __VA_ARGS__) /* without both */
#define OPTION_COUNT(type_, member_, ...) OPTION_COUNT_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_FLAG(type_, member_, ...) OPTION_FLAG_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_CHOICE(type_, member_, ...) OPTION_CHOICE_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_TEXT(type_, member_, ...) OPTION_TEXT_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_FILE(type_, member_, ...) OPTION_FILE_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_COLUMN(type_, member_, ...) OPTION_COLUMN_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_NUMBERS(type_, member_, ...) OPTION_NUMBERS_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_COMMAND(type_, member_, ...) OPTION_COMMAND_AS(#member_, type_, member_, __VA_ARGS__)
#define OPTION_STRUCTURE(type_, member_, ...) OPTION_STRUCTURE_AS(#member_, type_, member_, __VA_ARGS__)

/* Resolved values for a parameter table. */
typedef struct options options;

/* Checks `given` (a JSON object, NULL = empty) against the table: unknown names are refused with the valid ones and the nearest;
 * wrong types, values out of range and missing required values are refused by name. `who` begins every message, e.g.
 * "close_to_subspace: r = 70 must be at most 64". The table must outlive the options. */
status options_read(const char *who, const parameter *table, size_t count, const cJSON *given, options **out);
void options_free(options *values);
POINTER_CLEANUP(options, options_free)

/* Writes the options into a member's struct as its rows say. Texts, lists and structures belong to the options. */
void options_fill(const options *values, void *self);
/* Of the option that is written to this place: was it given, with another value than its default? */
bool options_explicit(const options *values, size_t place);
/* Its row; NULL if the options have none there: members of one struct need not have the same options. */
const parameter *options_row(const options *values, size_t place);

/* The word of the choice that is written there; "" if there is none. */
const char *options_word(const options *values, size_t place);

/* By name, for members that a scenario writes and for names that are put together; of a name that is not in the table 0, false, "" or NULL. */
double option_number(const options *values, const char *name);
bool option_flag(const options *values, const char *name);
const char *option_text(const options *values, const char *name);                 /* also of a choice */
size_t option_list(const options *values, const char *name, const double **list); /* returns its length */
const cJSON *option_structure(const options *values, const char *name); /* owned by the options; NULL if not given */
const char *option_who(const options *values);

/* *out = JSON object of every resolved value (defaults included, absent ones left out), canonical order: the cell's key. */
status options_json(const options *values, cJSON **out);
/* The same of those that are written to the places from <= at < to of the struct; both 0: all. */
status options_json_within(const options *values, size_t from, size_t to, cJSON **out);
