#include "cell/observed_entries.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "base/tsv.h"

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

enum { ORDERING_COLUMNS = 64 };

/* scores (m x asked), row by row, rows in the planted order, and `asked` of the n columns, evenly spaced in it. */
static status ask_scores(const learner *learner, const comparator *u, size_t m, size_t n, size_t asked,
                         double *scores) {
  size_t *rows = NULL, *columns = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m, rows));
  CHECK(NEW_ARRAY(n, columns));
  planted_order(u, m, rows);
  planted_order(u, n, columns);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < asked; j++) {
      const instance entry = instance_entry(m, n, rows[i], columns[j * n / asked]);
      CHECK(learner_score(learner, &entry, &scores[i * asked + j]));
    }
  }
end:
  free(rows);
  free(columns);
  return code;
}

static double mean(const double *values, size_t count) {
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  return sum / (double)count;
}

typedef struct learned {
  size_t item, planted;
  double score;
} learned;

static int compare_learned(const void *a, const void *b) {
  const learned *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

static status write_ordering(observations *observed, const learner *learner, const problem *problem, size_t count,
                             const learned *rows) {
  size_t length = 0;
  const problem_methods *methods = problem->class->methods;
  FILE *file = memory_stream(&observed->ordering, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for an ordering");
  for (size_t place = 0; place < count; place++) {
    const learned *row = &rows[place];
    (void)fprintf(file, "%zu\t%zu\t", place + 1, row->item + 1);
    const char *name = methods->name_of == NULL ? NULL : methods->name_of(problem->self, row->item);
    tsv_put_name(file, name == NULL ? "-" : name);
    (void)fputc('\t', file);
    number_write(file, row->score);
    (void)fprintf(file, "\t%zu\t", row->planted + 1);
    const double rating = learner_rating(learner, row->item);
    if (!isnan(rating)) number_write(file, rating);
    (void)fputs(isnan(rating) ? "-\n" : "\n", file);
  }
  const bool failed = ferror(file) != 0;
  const bool unclosed = fclose(file) != 0;
  return failed || unclosed ? FAIL(STATUS_MEMORY, "no memory for an ordering") : STATUS_OK;
}

static status list_ordering(observations *observed, const learner *learner, const problem *problem, const comparator *u,
                            size_t asked, const double *scores) {
  const size_t m = problem->facts.rows;
  size_t *items = NULL;
  learned *rows = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m, items));
  CHECK(NEW_ARRAY(m, rows));
  planted_order(u, m, items);
  for (size_t i = 0; i < m; i++) rows[i] = (learned){items[i], i, mean(scores + i * asked, asked)};
  qsort(rows, m, sizeof *rows, compare_learned);
  code = write_ordering(observed, learner, problem, m, rows);
end:
  free(items);
  free(rows);
  return code;
}

status observe_entries(observations *observed, const learner *learner, const comparator *comparator,
                       const problem *problem, size_t t) {
  const problem_facts *facts = &problem->facts;
  const size_t m = facts->rows, n = facts->n;
  const bool matrix = observations_wants(observed, matrix_name), ordering = observations_wants(observed, ordering_name);
  if (!(matrix || ordering) || facts->kind != INSTANCE_ENTRY || facts->labels != LABEL_REAL) return STATUS_OK;
  double *scores = NULL;
  status code = STATUS_OK;
  const size_t asked = matrix || n <= ORDERING_COLUMNS ? n : ORDERING_COLUMNS;
  CHECK(NEW_ARRAY(m * asked, scores));
  CHECK(ask_scores(learner, comparator, m, n, asked, scores));
  CHECK(observations_reserve(observed, m * asked + m));
  for (size_t k = 0; k < observed->name_count; k++) {
    const char *name = observed->names[k];
    for (size_t i = 0; i < m * n && strcmp(name, matrix_name) == 0; i++)
      observations_add(observed, t, name, i + 1, scores[i]);
    if (strcmp(name, ordering_name) != 0) continue;
    for (size_t i = 0; i < m; i++) observations_add(observed, t, name, i + 1, mean(scores + i * asked, asked));
    CHECK(list_ordering(observed, learner, problem, comparator, asked, scores));
  }
end:
  free(scores);
  return code;
}
