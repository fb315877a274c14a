#include "engine/observed_entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char matrix_name[] = "prediction_matrix", ordering_name[] = "ordering";

bool observed_of_entries(const char *name) {
  return strcmp(name, matrix_name) == 0 || strcmp(name, ordering_name) == 0;
}

/* items[place] = the row or column at that place. */
static void planted_order(const comparator *u, size_t count, size_t *items) {
  const bool known = u != NULL && comparator_order(u) == count;
  const double *signs = known ? comparator_signs(u) : NULL;
  const size_t *order = known ? comparator_order_items(u) : NULL;
  size_t place = 0;
  for (size_t i = 0; i < count; i++) {
    if (order != NULL) items[place++] = order[i];
    if (order == NULL && (signs == NULL || signs[i] > 0.0)) items[place++] = i;
  }
  for (size_t i = 0; i < count && signs != NULL; i++) {
    if (!(signs[i] > 0.0)) items[place++] = i;
  }
}

/* scores (m x n), row by row, rows and columns in the planted order. */
static status ask(const learner *learner, const comparator *u, size_t m, size_t n, double *scores) {
  size_t *rows = NULL, *columns = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m, rows));
  CHECK(NEW_ARRAY(n, columns));
  planted_order(u, m, rows);
  planted_order(u, n, columns);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance entry = instance_entry(m, n, rows[i], columns[j]);
      CHECK(learner->class->score(learner->self, &entry, &scores[i * n + j]));
    }
  }
end:
  free(rows);
  free(columns);
  return code;
}

static status make_room(observer *observer, size_t more) {
  observation *larger = realloc(observer->rows, (observer->capacity + more) * sizeof *larger);
  if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for the predictions of all entries");
  observer->rows = larger;
  observer->capacity += more;
  return STATUS_OK;
}

static void add(observer *observer, size_t t, const char *name, size_t index, double value) {
  observer->rows[observer->count++] = (observation){t, name, index, value};
}

static double mean(const double *values, size_t count) {
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  return sum / (double)count;
}

status observe_entries(observer *observer, const learner *learner, const comparator *comparator,
                       const problem_facts *facts, size_t t) {
  const size_t m = facts->rows, n = facts->n;
  bool wanted = false;
  for (size_t i = 0; i < observer->name_count; i++) wanted = wanted || observed_of_entries(observer->names[i]);
  if (!wanted || facts->kind != INSTANCE_ENTRY || facts->labels != LABEL_REAL) return STATUS_OK;
  double *scores = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m * n, scores));
  CHECK(ask(learner, comparator, m, n, scores));
  CHECK(make_room(observer, m * n + m));
  for (size_t k = 0; k < observer->name_count; k++) {
    const char *name = observer->names[k];
    for (size_t i = 0; i < m * n && strcmp(name, matrix_name) == 0; i++) add(observer, t, name, i + 1, scores[i]);
    for (size_t i = 0; i < m && strcmp(name, ordering_name) == 0; i++) {
      add(observer, t, name, i + 1, mean(scores + i * n, n));
    }
  }
end:
  free(scores);
  return code;
}
