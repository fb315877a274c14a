/* Lua values as JSON and small checks on texts, for the scenario loader. */
#ifndef SCRIPT_VALUES_VALUE_JSON_H
#define SCRIPT_VALUES_VALUE_JSON_H

#include <cjson/cJSON.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* *out = JSON of the value at index: nil (null), booleans, numbers, texts, lists and tables with text keys (sorted).
 * *out is set before anything can fail, so that its owner frees it. Raises "path:line: WHO: ..." for anything else. */
void value_json(lua_State *lua, int index, int line, const char *who, cJSON **out);
/* Pushes JSON as Lua values. Numbers come back as floats: their arithmetic is exact where that of integers is. */
void value_push_json(lua_State *lua, const cJSON *item);
/* The value at index is a list 1..count without holes or other keys. */
bool value_is_list(lua_State *lua, int index, size_t *count);
/* "a number", "a table", "a learner", ... */
const char *value_kind(lua_State *lua, int index);

/* Adds an item (NULL: no memory) to an object (name) or array (name NULL); raises if there is no memory. */
cJSON *value_add(lua_State *lua, cJSON *parent, const char *name, cJSON *item);

/* [A-Za-z_][A-Za-z0-9_]*, at most 63 bytes. */
bool is_identifier(const char *text);
/* UTF-8 without control characters and line ends, Unicode's among them. */
bool is_plain_text(const char *text, size_t length);
/* The same in a column of a table: no '#', which begins a comment; not "-", a missing text; no '"' at the beginning, where R and pandas
 * look for the closing one. */
bool is_table_text(const char *text, size_t length);
/* Byte position of the first byte that is not UTF-8 text or is a control character other than tab and line ends;
 * length if none. */
size_t text_trouble(const char *text, size_t length);
/* "a, b, c" in static-size storage; cut with "..." when too long. */
void join_names(const char *const *names, size_t count, char *text, size_t size);

#endif
