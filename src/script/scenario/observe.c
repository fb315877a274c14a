/* What `observe` asks of all entries at the end of a run. */
#include <string.h>

#include "script/scenario/evaluation.h"
#include "script/scenario/source_line.h"
#include "script/values/value_json.h"

enum { MATRIX_LIMIT = 4096, ORDERING_LIMIT = 262144 };

/* The quantity of `observe` that speaks of all entries, of the smaller limit if there are two; or NULL. */
static const char *of_entries(const evaluation *e) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(e->plan, "observe");
  const char *found = NULL;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    const char *name = item->valuestring;
    if (strcmp(name, "prediction_matrix") == 0) return name;
    if (strcmp(name, "ordering") == 0) found = name;
  }
  return found;
}

void entries_of_point(evaluation *e, const char *source, cJSON *point) {
  const problem_facts *facts = &e->facts;
  const char *name = of_entries(e);
  if (name == NULL) return;
  if (facts->kind != INSTANCE_ENTRY || facts->labels != LABEL_REAL)
    REFUSE(e, "observe", NULL, "observe: \"%s\" is for entries with real labels, not for %s", name, source);
  const int limit = strcmp(name, "ordering") == 0 ? ORDERING_LIMIT : MATRIX_LIMIT;
  if (facts->rows > (size_t)limit / facts->n) {
    REFUSE(e, "observe", NULL, "observe: \"%s\": %s has %zu x %zu entries, at most %d are asked at the end of a run",
           name, source, facts->rows, facts->n, limit);
  }
  const loss loss = problem_loss(facts);
  cJSON *entries = value_add(e->lua, point, "entries", cJSON_CreateObject());
  value_add(e->lua, entries, "rows", cJSON_CreateNumber((double)facts->rows));
  value_add(e->lua, entries, "columns", cJSON_CreateNumber((double)facts->n));
  value_add(e->lua, entries, "low", cJSON_CreateNumber(loss.low));
  value_add(e->lua, entries, "high", cJSON_CreateNumber(loss.high));
}
