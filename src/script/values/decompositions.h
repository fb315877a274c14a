/* M:decomposition { kind = }, M:trace_norm(), M:max_norm { solver = }: decompositions that are built and verified, and two norms as proved
 * intervals. */
#ifndef SCRIPT_VALUES_DECOMPOSITIONS_H
#define SCRIPT_VALUES_DECOMPOSITIONS_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void decompositions_open(lua_State *lua);

#endif
