/* Names of a table, of its columns or of those in its cells, as part of its reading: other tables are read by them. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* reading.MEMBER = the names, in this order */
status column_names_add(cJSON *reading, const char *member, size_t count, const char *const *names);
/* *names = those of given.MEMBER, *count of them, which belong to `given`; the caller frees the list. STATUS_INVALID, "WHO: reading: MEMBER: ...",
 * when it is no list of texts. */
status column_names_of(const char *who, const cJSON *given, const char *member, const char ***names, size_t *count);
