/* Vectors of scenarios as Lua values: `vec`, n numbers, and `sparse`, n numbers of which `count` are stored.
 *
 *   vec(n), vec(n, number), vec{ 1, 0.5 }      #v  v[i]  v[i] = number  v:copy()  ipairs(v), pairs(v)
 *   sparse(n, { [3] = 1, [17] = 0.5 })         #s  s[i]  s.count  s:copy()  s:dense()  pairs(s): the stored entries, ascending
 *
 * Positions count from 1. A vector owns its numbers, inside the Lua value (so that the memory limit counts them and nothing has to be
 * collected), or is a view: of the engine's numbers, for the call it was made for (views.h), or of a row of a matrix. A view of the engine's
 * numbers cannot be written to, and reading one that was kept is an error that says so.
 *
 * Functions below that take a Lua index raise errors of the scenario. */
#pragma once

#include "script/values/value_types.h"

enum { VECTOR_LONGEST = 1 << 30 };

typedef struct vec {
  value_head head;
  size_t n;
  double *data;
  view_mark mark;
  bool read_only;
  double own[]; /* data points here unless it is a view */
} vec;

typedef struct sparse {
  value_head head;
  size_t n, count;
  const size_t *index; /* ascending, from 0 */
  const double *value;
  view_mark mark;
} sparse;

/* Numbers that a view shows: `read_only` guards them, as `const` does outside Lua. */
static inline double *vec_shown(const double *data) {
  double *shown;
  memcpy(&shown, &data, sizeof shown);
  return shown;
}

/* Each pushes the new value. */
vec *vec_push(lua_State *lua, size_t n); /* zeros */
vec *vec_push_copy(lua_State *lua, size_t n, const double *data);
vec *vec_push_view(lua_State *lua, size_t n, const double *data); /* of the running call, read-only */
/* n numbers of the value at `owner`, which it keeps alive. */
vec *vec_push_part(lua_State *lua, int owner, size_t n, double *data, view_mark mark, bool read_only);
sparse *sparse_push_copy(lua_State *lua, size_t n, size_t count, const size_t *index, const double *value);
sparse *sparse_push_view(lua_State *lua, size_t n, size_t count, const size_t *index, const double *value);

/* The vector at index, NULL if the value is none; raises for a view that has ended. */
vec *vec_test(lua_State *lua, int index);
sparse *sparse_test(lua_State *lua, int index);
/* The same, and raises "FUNCTION: argument INDEX must be a vec, not a table" if it is none. `function` names what was
 * called. */
vec *vec_check(lua_State *lua, int index, const char *function);
vec *vec_check_writable(lua_State *lua, int index, const char *function);

/* Adds `vec` and `sparse` to the table on top of the stack. Their methods are tables in the registry under these names: functions of other
 * files are added there (luaL_setfuncs); the globals are tables with a __call, to which constructors can be added. */
extern const char *const vec_methods;    /* v:NAME(...) */
extern const char *const sparse_methods; /* s:NAME(...) */
void vectors_open(lua_State *lua);

/* The list of numbers at index as data[0..n-1], raising "WHO: entry 3 must be a number, not a text". */
void vector_read_list(lua_State *lua, int index, const char *who, size_t n, double *data);
/* A count 0..high as the argument of a function. */
size_t vector_check_count(lua_State *lua, int index, const char *function, const char *name, size_t high);
