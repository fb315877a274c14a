#include "cell/failures.h"

status failures_add(failure_list *list, size_t index, const char *reason, bool timeout) {
  cell_failure added = {.index = index, .timeout = timeout};
  TRY(memory_room(&list->items, &list->capacity, list->count + 1, sizeof *list->items));
  TRY(memory_text(reason, &added.reason));
  list->items[list->count++] = added;
  return STATUS_OK;
}

static int compare(const void *a, const void *b) {
  const cell_failure *first = a, *second = b;
  return (first->index > second->index) - (first->index < second->index);
}

void failures_sort(failure_list *list) {
  if (list->count > 1) qsort(list->items, list->count, sizeof *list->items, compare);
}

void failures_free(failure_list *list) {
  for (size_t i = 0; i < list->count; i++) free(list->items[i].reason);
  free(list->items);
  *list = (failure_list){0};
}

void failures_print(const failure_list *list, const plan *planned, char (*names)[CELL_NAME], FILE *out) {
  enum { SHOWN = 5 };
  for (size_t i = 0; i < list->count && i < SHOWN; i++) {
    const cell_failure *failure = &list->items[i];
    const cell_address address = plan_cell(planned, failure->index);
    (void)fprintf(out, "cell %s (%s, seed %llu) %s: %s\n", names[failure->index], address.learner->label,
                  (unsigned long long)address.seed, failure->timeout ? "ran out of time" : "failed", failure->reason);
  }
  if (list->count > SHOWN) {
    (void)fprintf(out, "and %zu more failed cells: see manifest.json\n", list->count - SHOWN);
  }
}
