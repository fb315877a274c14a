/* Premises that are ready for the bounds of a scenario: `premise.noise_free` is the table { name = "...", ready = k }. Where `premises` of a
 * bound has it, every trial is looked at. */
#pragma once

#include "bounds/failed_premise.h"
#include <lua.h>

typedef enum ready_premise {
  READY_NOISE_FREE,
  READY_GAP,
  READY_UNIT_LENGTH,
  READY_ONE_COMPARATOR,
  READY_PREMISES
} ready_premise;

typedef struct ready_premises {
  bool used[READY_PREMISES];
  failed_premise failed[READY_PREMISES];
} ready_premises;

/* Is the table at `index` a ready premise? *which: which one. */
bool ready_premise_at(lua_State *lua, int index, ready_premise *which);
/* Looks at a trial for those that are used. */
void ready_premises_watch(ready_premises *checked, const bound_context *context, const trial_event *event);
/* Adds the global `premise` to the table on top of the stack. */
void ready_premises_open(lua_State *lua);
