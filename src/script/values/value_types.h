/* What the types of values in scenarios have in common: a metatable, methods, a constructor, views that end.
 *
 * Functions that take a Lua index raise errors of the scenario. */
#pragma once

#include "script/sandbox/sandbox.h"

/* Makes the metatable `name` with `methods`, and the global constructor `create` in the table on top of the stack.
 * `metamethods` may hold any of __len, __newindex, __pairs, __tostring; reading goes first to `read` (a C function that gets the value and the
 * key), then to the methods. */
void value_type_open(lua_State *lua, value_type type, const char *name, const char *methods_name,
                     const luaL_Reg *methods, const luaL_Reg *metamethods, lua_CFunction read, lua_CFunction create);
/* What vec, sparse and mat begin with. Every other userdata that a scenario can hold begins with another pointer. */
typedef struct value_head {
  const void *type;
} value_head;

/* Gives the new userdata on top of the stack, `value`, its type. */
void value_type_set(lua_State *lua, value_type type, value_head *value);
/* The userdata at index if it is of the type, otherwise NULL. Like luaL_testudata, but does not look up the name. */
void *value_type_test(lua_State *lua, int index, value_type type);
/* For `read`: pushes the method whose name is at stack index 2; the methods are the first upvalue. Raises for an unknown name. */
int value_type_method(lua_State *lua, const char *name);

/* The text at `index`, of which C reads no more than what stands before a zero byte; so one with such a byte is refused: raises "PATH:LINE:
 * WHERE.ENTRY: a text with a zero byte, after "...": leave the byte out". entry NULL: none; line -1: where Lua is. A number becomes text there. */
const char *value_word(lua_State *lua, int index, int line, const char *where, const char *entry);
/* The value at index is a list 1..count without holes or other keys. */
bool value_is_list(lua_State *lua, int index, size_t *count);
/* The first key of the table at index that is not one of the names, pushed as text; NULL, and nothing pushed, if there is none. Refuses keys with
 * zero bytes, in the table `where` (NULL: the scenario) at the line. */
const char *value_unknown_key(lua_State *lua, int index, const char *const *names, size_t count, int line,
                              const char *where);
/* "a number", "a table", "a learner", ... */
const char *value_kind(lua_State *lua, int index);

/* Raises unless the view is valid. `what` is "vec", "mat", ... */
void view_check(lua_State *lua, view_mark mark, const char *what);
