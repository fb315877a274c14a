/* A scenario opened inside a worker (script.h): what procedures and custom members share. */
#ifndef SCRIPT_OPENED_H
#define SCRIPT_OPENED_H

#include "script/script.h"

struct script_cell; /* custom_cell.c */

struct script {
  char *path, *text;
  cJSON *parameters;
  script_limits limits;
  struct script_cell *cell; /* the custom members of the running cell, or NULL */
};

#endif
