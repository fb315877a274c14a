#include "data/columns/column_names.h"
#include "base/json.h"
#include "base/memory.h"

status column_names_add(cJSON *reading, const char *member, size_t count, const char *const *names) {
  json_set(reading, member, cJSON_CreateStringArray(names, (int)count));
  return status_memory();
}

static status refuse_list(const char *who, const char *member) {
  return FAIL(STATUS_INVALID, "%s: reading: %s: expected a list of strings", who, member);
}

status column_names_of(const char *who, const cJSON *given, const char *member, const char ***names, size_t *count) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(given, member), *name = NULL;
  FREED const char **found = NULL;
  *count = 0;
  if (!cJSON_IsArray(list)) return refuse_list(who, member);
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(list), found));
  cJSON_ArrayForEach (name, list) {
    if (!cJSON_IsString(name)) return refuse_list(who, member);
    found[(*count)++] = name->valuestring;
  }
  return HAND_OVER(found, *names);
}
