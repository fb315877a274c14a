/* What a scenario is evaluated with: its file, and the options of the command line that change it. */
#pragma once

#include <stddef.h>

typedef struct script_request {
  const char *path;        /* of the scenario file */
  const char *text;        /* its text; NULL: read the file */
  const char *const *sets; /* "name=value" or "name=value,value" */
  size_t set_count;
  long long seeds;  /* 0: the scenario's */
  long long trials; /* 0: the scenario's */
  const char *data; /* --data or NULL */
  /* learners that play beside the scenario's: options of learner.external, a JSON object a line; NULL: none */
  const char *programs;
} script_request;
