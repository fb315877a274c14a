/* Does the state of a learner written in Lua ever change? A name that is bound anew in update, local w = w + x, changes nothing: the classic slip. */
#pragma once

#include "base/hash.h"
#include <lua.h>

typedef struct state_watch {
  stream_hash *hash;
  char first[33]; /* of the state before the first trial */
  size_t updates; /* that were reported */
  bool changed;   /* or it cannot be told: the state holds functions, spectral values or views */
} state_watch;

/* The state is on top of the stack; nothing is raised. Compared with the first one after updates 1, 2, 4, 8, ..., until it differs. */
status state_watch_begin(lua_State *lua, state_watch *watch);
void state_watch_updated(lua_State *lua, state_watch *watch);
void state_watch_end(state_watch *watch);           /* safe on a zeroed one */
bool state_watch_is_idle(const state_watch *watch); /* updates were reported, and none was seen */
