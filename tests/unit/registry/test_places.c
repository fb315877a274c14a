/* Where the tables of members write (registry/parameter.h, learners/asked.h): every value inside the state that the framework makes, and none
 * over another. */
#include <criterion/criterion.h>
#include <stdalign.h>

#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

enum { MOST = 64 };

/* What a row writes: `size` bytes from `at`, counted from 1. */
typedef struct written {
  const char *name;
  size_t at, size, alignment;
} written;

#define WRITTEN(name_, at_, type_)                \
  (written) {                                     \
    (name_), (at_), sizeof(type_), alignof(type_) \
  }

static written of_parameter(const parameter *p) {
  switch (p->type) {
  case PARAMETER_NUMBER: return WRITTEN(p->name, p->at, double);
  case PARAMETER_INTEGER: return WRITTEN(p->name, p->at, size_t);
  case PARAMETER_BOOLEAN: return WRITTEN(p->name, p->at, bool);
  case PARAMETER_CHOICE: return WRITTEN(p->name, p->at, unsigned);
  case PARAMETER_COLUMN: return WRITTEN(p->name, p->at, column_choice);
  case PARAMETER_NUMBERS: return WRITTEN(p->name, p->at, number_list);
  case PARAMETER_TEXT:
  case PARAMETER_FILE: return WRITTEN(p->name, p->at, const char *);
  case PARAMETER_COMMAND:
  case PARAMETER_STRUCTURE: return WRITTEN(p->name, p->at, const cJSON *);
  }
  cr_assert(false, "%s: another type", p->name);
  return (written){0};
}

static written of_ask(const ask *asked) {
  switch (asked->type) {
  case ASK_NUMBER: return WRITTEN(asked->name, asked->at, double);
  case ASK_COUNT: return WRITTEN(asked->name, asked->at, size_t);
  case ASK_FLAG: return WRITTEN(asked->name, asked->at, bool);
  case ASK_CHOICE: return WRITTEN(asked->name, asked->at, unsigned);
  case ASK_LIVE: return WRITTEN(asked->name, asked->at, live_constant);
  }
  cr_assert(false, "%s: another type", asked->name);
  return (written){0};
}

/* How many rows write outside of a state of this size, where no value of their type can be, or where another row writes. */
static size_t faults(const char *member, size_t size, const written *rows, size_t count) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const written *row = &rows[i];
    const char *fault = NULL;
    if (row->at - 1 + row->size > size) fault = "is written outside of the state";
    if ((row->at - 1) % row->alignment != 0) fault = "is written where no value of its type is";
    for (size_t k = 0; k < i && fault == NULL; k++) {
      if (row->at < rows[k].at + rows[k].size && rows[k].at < row->at + row->size)
        fault = "is written over another row";
    }
    found += fault != NULL;
    if (member != NULL) cr_expect_null(fault, "%s: %s %s", member, row->name, fault);
  }
  return found;
}

/* The bound rows of a table, and what a bound asks for; asks NULL: nothing. */
static size_t check(const descriptor *about, size_t size, const ask *asks, size_t asks_count) {
  written rows[MOST];
  size_t count = 0;
  cr_assert_leq(about->parameter_count + asks_count, MOST, "%s", about->name);
  for (size_t i = 0; i < about->parameter_count; i++) {
    if (about->parameters[i].at > 0) rows[count++] = of_parameter(&about->parameters[i]);
  }
  for (size_t i = 0; i < asks_count; i++) {
    cr_expect_gt(asks[i].at, 0, "%s: %s is written nowhere", about->name, asks[i].name);
    rows[count++] = of_ask(&asks[i]);
  }
  (void)faults(about->name, size, rows, count);
  return count;
}

Test(places, rows_lie_inside_the_state_and_not_over_each_other) {
  size_t count = 0;
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    count += check(&class->about, class->rated != NULL ? class->rated->size : class->methods->size, NULL, 0);
  }
  for (size_t i = 0; i < registry_problem_count; i++) {
    count += check(&registry_problems[i]->about, registry_problems[i]->methods->size, NULL, 0);
  }
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_methods *methods = registry_bounds[i]->methods;
    count += check(&registry_bounds[i]->about, methods->size, methods->asks, methods->asks_count);
  }
  cr_expect_gt(count, registry_bound_count, "only %zu rows", count);
}

/* The check above can fail. */
Test(places, wrong_rows_are_found) {
  const written good[] = {{"a", 1, 8, 8}, {"b", 9, 4, 4}, {"c", 13, 1, 1}}, outside[] = {{"a", 9, 8, 8}},
                shifted[] = {{"a", 2, 8, 8}}, over[] = {{"a", 1, 16, 8}, {"b", 9, 8, 8}};
  cr_expect_eq(faults(NULL, 16, good, 3), 0);
  cr_expect_eq(faults(NULL, 8, good, 3), 2);
  cr_expect_eq(faults(NULL, 15, outside, 1), 1);
  cr_expect_eq(faults(NULL, 16, shifted, 1), 1);
  cr_expect_eq(faults(NULL, 16, over, 2), 1);
}
