/* The column names of a table as part of its reading: other tables are read only under the same names. Without this check columns in
 * another order would be taken for the learned ones. */
#ifndef DATA_COLUMNS_COLUMN_NAMES_H
#define DATA_COLUMNS_COLUMN_NAMES_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/status.h"

/* reading.names = the names, in the file's order */
status column_names_add(cJSON *reading, size_t count, const char *const *names);
/* The `count` names in line `line` of the file are those of given.names. STATUS_INVALID, "FILE:LINE: column C is named 'x', expected 'y' as
 * in the data that were learned", or "WHO: reading: names: ..." when `given` has no list of texts. */
status column_names_check(const char *who, const cJSON *given, const char *path, size_t line, size_t count,
                          const char *const *names);

#endif
