/* The members of a cell that are written in Lua. The engine knows no Lua: src/script gives them their functions, in the worker process and
 * for one cell, through the two functions of cell_custom. */
#ifndef CELL_CELL_MEMBERS_H
#define CELL_CELL_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "cell/plan.h"

/* Copies of the plan's classes, where these are custom; otherwise NULL. */
typedef struct cell_members {
  problem_class *problem;
  learner_class *learner;
  bound_class **bounds; /* bound_count, as the grid point has them */
  size_t bound_count;
} cell_members;

typedef struct cell_custom {
  void *context;
  /* Replaces the classes by those with parameters and functions, which serve until close. Lua's state of the cell
   * lives between the two. */
  status (*open)(void *context, const cell_address *address, const cell_members *members);
  void (*close)(void *context);
} cell_custom;

/* A cell whose custom members have functions. */
typedef struct cell_cast {
  cell_address address; /* points to the copies below where there are custom members */
  plan_point point;
  plan_learner learner;
  cell_members members;
  const cell_custom *custom; /* NULL: nothing was opened */
} cell_cast;

bool cell_has_custom(const cell_address *address);
status cell_cast_open(const cell_custom *custom, const cell_address *address, cell_cast *out);
void cell_cast_close(cell_cast *cast); /* safe on a zeroed one */

#endif
