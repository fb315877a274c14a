/* v:project_simplex(radius), v:project_l1(radius): the nearest vec p >= 0 of sum radius, and of |p|_1 <= radius (1
 * without it).
 * M:project_psd() is with the other functions of eigenvalues. */
#include <lauxlib.h>
#include <math.h>

#include "linalg/simplex_projection.h"
#include "script/values/operands.h"

static int project(lua_State *lua, const char *function, void (*projection)(size_t, double, double *, double *)) {
  const operand v = operand_vector(lua, 1, function);
  const double radius = argument_optional_number(lua, 2, function, 1.0);
  if (v.rows == 0) return luaL_error(lua, "%s: a vec of 0 numbers", function);
  if (!(radius > 0.0) || isinf(radius))
    return luaL_error(lua, "%s: the radius must be above 0, not %f", function, radius);
  double *work = scratch_push(lua, v.rows);
  vec *out = vec_push(lua, v.rows);
  operand_copy(&v, v.rows, out->data);
  for (size_t i = 0; i < v.rows; i++) {
    if (!isfinite(out->data[i]))
      return luaL_error(lua, "%s: entry %I is not a finite number", function, (LUAI_UACINT)i + 1);
  }
  projection(v.rows, radius, out->data, work);
  return 1;
}

static int onto_simplex(lua_State *lua) {
  return project(lua, "project_simplex", project_simplex);
}

static int onto_l1_ball(lua_State *lua) {
  return project(lua, "project_l1", project_l1_ball);
}

void value_projections_open(lua_State *lua) {
  static const luaL_Reg functions[] = {{"project_simplex", onto_simplex}, {"project_l1", onto_l1_ball}, {NULL, NULL}};
  lua_getfield(lua, LUA_REGISTRYINDEX, vec_methods);
  luaL_setfuncs(lua, functions, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, sparse_methods);
  luaL_setfuncs(lua, functions, 0);
  lua_pop(lua, 2);
}
