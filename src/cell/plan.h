/* A plan in memory: the JSON document of script.h, checked, with its descriptors looked up; and the order of its cells. */
#pragma once

#include "bounds/bound.h"

typedef struct plan_learner {
  const learner_class *class;
  learner_class *described; /* the class, if the scenario defines it; owned */
  const char *label;
  const cJSON *options;
} plan_learner;

typedef struct plan_bound {
  const bound_class *class; /* of a bound defined in the scenario: see custom_bound_class */
  bound_class *described;   /* that class; owned */
  const cJSON *options;
} plan_bound;

typedef struct plan_point {
  const cJSON *parameters; /* object */
  size_t trials;
  size_t test;                  /* further trials, which test what was learned; 0: none */
  const problem_class *problem; /* NULL for a procedure */
  problem_class *described;     /* the class, if the scenario defines it; owned */
  const cJSON *problem_options;
  plan_learner *learners; /* one with class NULL and label "-" for a procedure */
  size_t learner_count;
  plan_bound *bounds;
  size_t bound_count;
  size_t first_cell;
  const cJSON *json; /* the point in the document */
} plan_point;

typedef struct plan {
  cJSON *document; /* owned; everything below points into it */
  const char *scenario, *path, *text, *title, *source;
  const char **parameters; /* names, sorted */
  size_t parameter_count;
  const char **observe;
  size_t observe_count;
  size_t seeds;
  bool procedure;
  plan_point *points;
  size_t point_count;
  size_t cell_count;
} plan;

/* Takes ownership of the document, also when it fails. */
status plan_open(cJSON *document, plan *out);
void plan_close(plan *planned);

/* Cells in order: grid points, learners as written, seeds 1..K (the seeds vary fastest). */
typedef struct cell_address {
  size_t index;
  const plan_point *point;
  const plan_learner *learner;
  uint64_t seed;
} cell_address;
cell_address plan_cell(const plan *planned, size_t index);

/* Text of parameter i at a point: number_text, "true", "false" or the text. buffer has NUMBER_TEXT bytes. */
const char *plan_parameter(const plan *planned, const plan_point *point, size_t i, char *buffer);

/* Descriptors of learners, problems and bounds that a scenario defines, from the plan (script.h, "custom"): names and what results and plots
 * show. They have no parameters, all their methods are NULL, and `definition` is not NULL. A worker has src/script complete a copy
 * (cell_members.h). `member` is the member's object in the plan, which must outlive the class. The caller frees the class. */
status custom_learner_class(const cJSON *member, learner_class **out);
status custom_problem_class(const cJSON *member, problem_class **out);
status custom_bound_class(const cJSON *member, bound_class **out);
