/* A scenario opened inside a worker (script.h): what procedures and custom members share. */
#ifndef SCRIPT_SCENARIO_OPENED_MEMBERS_H
#define SCRIPT_SCENARIO_OPENED_MEMBERS_H

#include "script/sandbox/sandbox.h"
#include "script/script.h"

struct script_cell; /* custom_cell.c */

struct script {
  char *path, *text;
  cJSON *parameters;
  script_limits limits;
  struct script_cell *cell; /* the custom members of the running cell, or NULL */
};

/* Runs the scenario of the sandbox and fills in the classes of its members. */
status script_find_members(sandbox *box, const script_members *members);

#endif
