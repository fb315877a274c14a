/* The column names of a table as part of its reading: other tables are read by them. Without them columns in another order would be taken for the
 * learned ones. */
#pragma once

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/status.h"

/* reading.names = the names, in the file's order */
status column_names_add(cJSON *reading, size_t count, const char *const *names);
/* *names = those of given.names, *count of them, which belong to `given`; the caller frees the list. STATUS_INVALID, "WHO: reading: names: ...",
 * when `given` has no list of texts. */
status column_names_of(const char *who, const cJSON *given, const char ***names, size_t *count);
