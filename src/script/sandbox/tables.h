/* pairs, next and table.sort of scenarios: Lua's own depend on addresses and on the clock. */
#pragma once

#include <lua.h>
#include <stddef.h>

/* Pushes the list of the keys of the table at `index`: numbers ascending, then strings bytewise. Raises an error for other keys.
 * Returns how many. */
size_t tables_sorted_keys(lua_State *lua, int index);
/* Pushes an array of the strings among the keys of the table at `index`, in that order; it keeps them alive. */
const char **tables_push_names(lua_State *lua, int index, size_t *count);
/* Raises "WHO: no __mode in a scenario" for finalizers and weak tables, whose effects depend on when garbage is collected, and for __concat:
 * Lua 5.4.4 writes to a stack that moved while it ran. */
void tables_check_metatable(lua_State *lua, int metatable, const char *who);
int tables_pairs(lua_State *lua);
int tables_next(lua_State *lua);
void tables_open(lua_State *lua); /* changes the table `table` on top of the stack */
