/* Names as numbers: of nodes, teams, users, in the bytewise order of their names. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

#define ENTRY_DROPPED SIZE_MAX

typedef struct entry_names {
  size_t count;
  char **name;   /* count, ascending */
  size_t *times; /* count: how often each name occurs */
} entry_names;

/* number[k] = the number, from 0, of text[k] among the distinct texts. */
status entry_names_new(size_t count, const char *const *text, size_t *number, entry_names *names);
/* Keeps the `most` most frequent names (of ties the first ones) and renumbers them in order. The `count` entries of `number` are changed
 * accordingly, ENTRY_DROPPED for dropped names. most = 0 keeps all. */
status entry_names_keep(entry_names *names, size_t most, size_t count, size_t *number);
/* *number = that of the text among the names of `known`; of another one, that in `fresh`, behind them, where it is put if it is not there. */
status entry_names_find(const entry_names *known, const char *text, entry_names *fresh, size_t *number);
/* Moves the names of `from` behind those of `to`, whose order ends with them. */
status entry_names_append(entry_names *to, entry_names *from);
/* As a member of a problem's reading (problems/rows/reading.h). STATUS_INVALID, "WHO: reading: MEMBER: ...", unless they are `least` or more. */
status entry_names_add(cJSON *reading, const char *member, const entry_names *names);
status entry_names_of(const char *who, const cJSON *given, const char *member, size_t least, entry_names *names);
void entry_names_free(entry_names *names); /* safe on a zeroed one */
