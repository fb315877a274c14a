#include "script/sandbox/tables.h"
#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The collector may take keys out of a table whenever Lua allocates, if a scenario has made it weak (__mode) after setmetatable. So a text is used
 * only as long as the key is on the stack or in a list there. */
typedef struct table_key {
  const char *text; /* NULL: a number */
  size_t length;
  lua_Integer whole;
  lua_Number number;
  bool is_whole;
  lua_Integer place; /* in the list of keys */
} table_key;

/* Exact for whole numbers and for doubles: long double has 64 bits of mantissa at least where Lua's integers have 64
 * bits. */
static int compare_numbers(const table_key *a, const table_key *b) {
  if (a->is_whole && b->is_whole) return (a->whole > b->whole) - (a->whole < b->whole);
  const long double x = a->is_whole ? (long double)a->whole : (long double)a->number;
  const long double y = b->is_whole ? (long double)b->whole : (long double)b->number;
  return (x > y) - (x < y);
}

static int compare_keys(const void *first, const void *second) {
  const table_key *a = first, *b = second;
  if (a->text == NULL || b->text == NULL) {
    if (a->text == NULL && b->text == NULL) return compare_numbers(a, b);
    return a->text == NULL ? -1 : 1;
  }
  const size_t shorter = a->length < b->length ? a->length : b->length;
  const int order = memcmp(a->text, b->text, shorter);
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static table_key read_key(lua_State *lua, int index) {
  table_key key = {0};
  if (lua_type(lua, index) == LUA_TSTRING) {
    key.text = lua_tolstring(lua, index, &key.length);
  } else if (lua_isinteger(lua, index)) {
    key.is_whole = true;
    key.whole = lua_tointeger(lua, index);
  } else if (lua_type(lua, index) == LUA_TNUMBER) {
    key.number = lua_tonumber(lua, index);
  } else {
    luaL_error(lua, "a table with a %s as key cannot be visited in a fixed order", luaL_typename(lua, index));
  }
  return key;
}

/* Puts list[keys[i].place] at i + 1 for all i, cycle by cycle. */
static void permute(lua_State *lua, int list, size_t count, table_key *keys) {
  for (size_t i = 0; i < count; i++) {
    const lua_Integer first = (lua_Integer)i + 1;
    lua_Integer to = first;
    lua_rawgeti(lua, list, first);
    while (keys[to - 1].place != first) {
      const lua_Integer from = keys[to - 1].place;
      lua_rawgeti(lua, list, from);
      lua_rawseti(lua, list, to);
      keys[to - 1].place = to;
      to = from;
    }
    lua_rawseti(lua, list, to);
    keys[to - 1].place = to;
  }
}

/* All allocation is between the two visits: the second may find fewer keys than the first, and has room for those. */
size_t tables_sorted_keys(lua_State *lua, int index) {
  luaL_checkstack(lua, 8, NULL);
  index = lua_absindex(lua, index);
  size_t room = 0, count = 0;
  for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1)) room++;
  lua_createtable(lua, (int)room, 0);
  const int list = lua_gettop(lua);
  table_key *keys = lua_newuserdatauv(lua, (room + 1) * sizeof *keys, 0);
  for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1)) {
    keys[count] = read_key(lua, -2);
    keys[count].place = (lua_Integer)count + 1;
    lua_pushvalue(lua, -2);
    lua_rawseti(lua, list, keys[count++].place);
  }
  if (count > 0) qsort(keys, count, sizeof *keys, compare_keys);
  permute(lua, list, count, keys);
  lua_settop(lua, list);
  return count;
}

const char **tables_push_names(lua_State *lua, int index, size_t *count) {
  const size_t keys = tables_sorted_keys(lua, index);
  const char **names = lua_newuserdatauv(lua, (keys + 1) * sizeof *names, 1);
  *count = 0;
  for (size_t i = 1; i <= keys; i++) {
    if (lua_rawgeti(lua, -2, (lua_Integer)i) == LUA_TSTRING) names[(*count)++] = lua_tostring(lua, -1);
    lua_pop(lua, 1);
  }
  lua_insert(lua, -2);
  lua_setiuservalue(lua, -2, 1);
  return names;
}

/* Iterator of pairs; upvalues: list of keys, position. Entries removed meanwhile are skipped. */
static int next_pair(lua_State *lua) {
  lua_Integer position = lua_tointeger(lua, lua_upvalueindex(2));
  luaL_checktype(lua, 1, LUA_TTABLE); /* whoever keeps the iterator may call it with anything */
  lua_settop(lua, 1);
  for (;;) {
    position++;
    if (lua_rawgeti(lua, lua_upvalueindex(1), position) == LUA_TNIL) return 1;
    lua_pushvalue(lua, -1);
    if (lua_rawget(lua, 1) != LUA_TNIL) break;
    lua_pop(lua, 2);
  }
  lua_pushinteger(lua, position);
  lua_replace(lua, lua_upvalueindex(2));
  return 2;
}

void tables_check_metatable(lua_State *lua, int metatable, const char *who) {
  static const char *const refused[] = {"__gc", "__mode", "__concat"};
  metatable = lua_absindex(lua, metatable);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    lua_pushstring(lua, refused[i]);
    if (lua_rawget(lua, metatable) != LUA_TNIL) luaL_error(lua, "%s: no %s in a scenario", who, refused[i]);
    lua_pop(lua, 1);
  }
}

/* Of a table that is to be visited: the scenario may have changed its metatable since it was set. */
static void check_metatable(lua_State *lua, const char *who) {
  if (!lua_istable(lua, 1) || !lua_getmetatable(lua, 1)) return;
  tables_check_metatable(lua, -1, who);
  lua_pop(lua, 1);
}

int tables_pairs(lua_State *lua) {
  luaL_checkany(lua, 1);
  check_metatable(lua, "pairs");
  if (luaL_getmetafield(lua, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(lua, 1);
    lua_call(lua, 1, 3);
    return 3;
  }
  luaL_checktype(lua, 1, LUA_TTABLE);
  tables_sorted_keys(lua, 1);
  lua_pushinteger(lua, 0);
  lua_pushcclosure(lua, next_pair, 2);
  lua_pushvalue(lua, 1);
  return 2;
}

/* next(table, key): the next entry in the order of pairs. Looks at all keys each time. */
int tables_next(lua_State *lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  check_metatable(lua, "next");
  lua_settop(lua, 2);
  const bool first = lua_isnil(lua, 2);
  table_key after = {0}, best = {0};
  if (!first) after = read_key(lua, 2);
  lua_pushnil(lua); /* the best key */
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_pop(lua, 1)) {
    const table_key key = read_key(lua, -2);
    if (!first && compare_keys(&key, &after) <= 0) continue;
    if (!lua_isnil(lua, 3) && compare_keys(&key, &best) >= 0) continue;
    best = key;
    lua_pushvalue(lua, -2);
    lua_replace(lua, 3);
  }
  if (lua_isnil(lua, 3)) return 1;
  lua_pushvalue(lua, 3);
  lua_rawget(lua, 1);
  return 2;
}

/* Is the value on top less than the one below it? By the function at index 2, or by `<`. Leaves the stack
 * as it is. */
static bool top_is_less(lua_State *lua) {
  if (lua_isnil(lua, 2)) return lua_compare(lua, -1, -2, LUA_OPLT) != 0;
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, -2);
  lua_pushvalue(lua, -4);
  lua_call(lua, 2, 1);
  const bool less = lua_toboolean(lua, -1) != 0;
  lua_pop(lua, 1);
  return less;
}

/* Merges the sorted runs [low, middle) and [middle, high) of the list at `from` into the list at `to`. */
static void merge(lua_State *lua, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer place = low; place < high; place++) {
    bool take_right = left == middle;
    if (left < middle && right < high) {
      lua_geti(lua, from, left);
      lua_geti(lua, from, right);
      take_right = top_is_less(lua);
      lua_pop(lua, 2);
    }
    lua_geti(lua, from, take_right ? right++ : left++);
    lua_seti(lua, to, place);
  }
}

/* table.sort as a stable merge sort. Lua's own picks a pivot by the clock, which may change the order of equal entries. A comparison that
 * contradicts itself does no harm. */
static int table_sort(lua_State *lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  const lua_Integer count = luaL_len(lua, 1);
  if (!lua_isnoneornil(lua, 2)) luaL_checktype(lua, 2, LUA_TFUNCTION);
  lua_settop(lua, 2);
  luaL_argcheck(lua, count < INT32_MAX, 1, "array too big");
  lua_newtable(lua);
  int from = 1, to = 3;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      const lua_Integer end = count + 1, middle = low + width < end ? low + width : end;
      merge(lua, from, to, low, middle, low + 2 * width < end ? low + 2 * width : end);
    }
    from = 4 - from;
    to = 4 - to;
  }
  for (lua_Integer i = 1; from == 3 && i <= count; i++) {
    lua_geti(lua, 3, i);
    lua_seti(lua, 1, i);
  }
  return 0;
}

void tables_open(lua_State *lua) {
  lua_pushcfunction(lua, table_sort);
  lua_setfield(lua, -2, "sort");
}
