/* The members of a cell that are defined in a scenario. This folder knows no Lua: src/script gives them their methods, in the worker
 * process and for one cell, through the two functions of cell_custom. */
#pragma once

#include "cell/plan.h"

/* Copies of the plan's classes where these are custom, otherwise NULL. */
typedef struct cell_members {
  problem_class *problem;
  learner_class *learner;
  bound_class **bounds; /* bound_count, as the grid point has them */
  size_t bound_count;
} cell_members;

typedef struct cell_custom {
  void *context;
  /* Gives the classes parameters and methods, which can be used until close. The interpreter of the cell lives between the two. */
  status (*open)(void *context, const cell_address *address, const cell_members *members);
  void (*close)(void *context);
} cell_custom;

/* A cell whose custom members have their methods. */
typedef struct prepared_cell {
  cell_address address; /* points to the copies below where there are custom members */
  plan_point point;
  plan_learner learner;
  cell_members members;
  const cell_custom *custom; /* NULL: nothing was opened */
} prepared_cell;

bool cell_has_custom(const cell_address *address);
status prepared_cell_open(const cell_custom *custom, const cell_address *address, prepared_cell *out);
void prepared_cell_close(prepared_cell *cell); /* safe on a zeroed one, and after a failed open */
