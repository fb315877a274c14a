/* tostring and string.format of scenarios: numbers that read back as the same, and no addresses. */
#ifndef SCRIPT_SANDBOX_TEXTS_H
#define SCRIPT_SANDBOX_TEXTS_H

#include <lua.h>

/* Pushes the value at `index` as text. Runs the scenario's __tostring of tables, but not of strings, whose metatable it can change as well. */
const char *texts_push(lua_State *lua, int index);
/* The text at `index`, of which C reads no more than what stands before a zero byte; so one with such a byte is refused: raises "PATH:LINE:
 * WHERE.ENTRY: a text with a zero byte, after "...": leave the byte out". entry NULL: none; line -1: where Lua is. A number becomes text there. */
const char *texts_word(lua_State *lua, int index, int line, const char *where, const char *entry);
int texts_tostring(lua_State *lua);
void texts_open(lua_State *lua); /* changes the table `string` on top of the stack */

#endif
