/* Lua values as JSON, and back. */
#pragma once

#include <cjson/cJSON.h>
#include <lua.h>

/* *out = JSON of the value at index: nil (null), booleans, numbers, texts, lists and tables with text keys (sorted).
 * *out is set before anything can fail: its owner frees it also after an error. Raises "path:line: WHO: ..." for anything else. */
void value_json(lua_State *lua, int index, int line, const char *who, cJSON **out);
/* Pushes JSON as Lua values. Numbers come back as floats: their arithmetic is exact where that of integers is. */
void value_push_json(lua_State *lua, const cJSON *item);

/* Adds an item to an object (name) or array (name NULL) and returns it. Raises if there is no memory; an item that is NULL says so. */
cJSON *value_add(lua_State *lua, cJSON *parent, const char *name, cJSON *item);
