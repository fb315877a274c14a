/* The custom members of a cell: the scenario is run again in a state of its own, and its members are found again. */
#pragma once

#include "bounds/bound.h"
#include "script/sandbox/limits.h"

/* Those wanted. */
typedef struct script_members {
  const cJSON *point; /* of the plan */
  bool trials_given;  /* --trials */
  const char *label;  /* of the cell's learner */
  /* In: `name` of a bound. Out: the classes with parameters and functions. NULL: built in. */
  problem_class *problem;
  learner_class *learner;
  bound_class **bounds;
  size_t bound_count;
} script_members;

typedef struct opened_members opened_members;

/* As script_open_members (script.h). path and text must outlive *out. */
status opened_members_new(const char *path, const char *text, const script_limits *limits,
                          const script_members *members, opened_members **out);
void opened_members_free(opened_members *self);
POINTER_CLEANUP(opened_members, opened_members_free)

/* Runs the scenario of the sandbox and fills in the classes of its members. */
struct sandbox;
status opened_members_find(struct sandbox *box, const script_members *members);
