#include "data/columns/column_names.h"

#include <stdbool.h>
#include <string.h>

#include "data/text_lines.h"

status column_names_add(cJSON *reading, size_t count, const char *const *names) {
  cJSON *list = cJSON_AddArrayToObject(reading, "names");
  bool added = list != NULL;
  for (size_t j = 0; added && j < count; j++) {
    cJSON *name = cJSON_CreateString(names[j]);
    added = name != NULL && cJSON_AddItemToArray(list, name);
  }
  return added ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the names of columns");
}

static status refuse_list(const char *who) {
  return FAIL(STATUS_INVALID, "%s: reading: names: expected a list of strings", who);
}

status column_names_check(const char *who, const cJSON *given, const char *path, size_t line, size_t count,
                          const char *const *names) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(given, "names"), *name = NULL;
  size_t j = 0;
  if (!cJSON_IsArray(list)) return refuse_list(who);
  cJSON_ArrayForEach (name, list) {
    if (!cJSON_IsString(name)) return refuse_list(who);
    if (j < count && strcmp(names[j], name->valuestring) != 0) {
      return FAIL(STATUS_INVALID,
                  "%s:%zu: column %zu is named '%.*s', expected '%.*s' as in the data that were learned", path, line,
                  j + 1, (int)TEXT_SHOWN, names[j], (int)TEXT_SHOWN, name->valuestring);
    }
    j++;
  }
  if (j == count) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: names of columns: %zu, expected %zu as in the data that were learned", path,
              line, count, j);
}
