/* What `observe` asks of kernels. */
#include <string.h>

#include "script/scenario/evaluation.h"
#include "script/scenario/source_line.h"

enum { ITEMS_LIMIT = 1024 };

void kernels_of_point(evaluation *e, const char *source) {
  static const char *const names[] = {"spectrum", "embedding", "nearest_neighbour_error"};
  const problem_facts *facts = &e->facts;
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(e->plan, "observe");
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    size_t place = 0;
    while (place < 3 && strcmp(names[place], item->valuestring) != 0) place++;
    if (place == 3) continue;
    if (facts->classes == 0 && facts->kind != INSTANCE_DISTANCE && (place > 0 || instance_kind_has_rows(facts->kind))) {
      REFUSE(e, "observe", NULL, "observe: \"%s\" is for %s, not for %s", names[place],
             place > 0 ? "distances of items" : "symmetric matrices", source);
    }
    if (facts->n > ITEMS_LIMIT) {
      REFUSE(e, "observe", NULL, "observe: \"%s\": %s has order %zu, expected at most %d", names[place], source,
             facts->n, ITEMS_LIMIT);
    }
    if (place == 2 && facts->classes == 0)
      REFUSE(e, "observe", NULL, "observe: \"%s\": the items of %s have no classes", names[place], source);
  }
}
