/* Limits on the time and memory of a scenario's Lua. */
#pragma once

#include <stddef.h>

typedef struct script_limits {
  double seconds; /* of processor and of wall time for evaluating the scenario; again for each 1000 grid points */
  size_t memory;  /* bytes of Lua's heap */
  int reason_fd;  /* where a worker writes why a limit ended it; 0: standard error */
} script_limits;

static const script_limits script_default_limits = {.seconds = 10, .memory = (size_t)512 << 20};
