/* What a bound is told of its problem. */
#include "script/custom/custom.h"

static void push_comparator(lua_State *lua, const comparator *u) {
  size_t rank = 0;
  lua_createtable(lua, 0, 5);
  custom_set_text(lua, "origin", comparator_origin_name(comparator_origin_of(u)));
  custom_set_number(lua, "trace", comparator_trace(u));
  custom_set_number(lua, "entropy", comparator_entropy(u));
  custom_set_number(lua, "squared_norm", comparator_squared_norm(u));
  if (!comparator_projection(u, &rank, NULL)) return;
  lua_pushinteger(lua, (lua_Integer)rank);
  lua_setfield(lua, -2, "rank");
}

/* problem: the facts, the comparator, and the constants that the problem has under the names asked for. */
static int problem_constant_of(lua_State *lua) {
  const problem *source = lua_touserdata(lua, lua_upvalueindex(1));
  const lua_Integer depth = lua_tointeger(lua, lua_upvalueindex(2)), serial = lua_tointeger(lua, lua_upvalueindex(3));
  if (!views_valid(&sandbox_of(lua)->views, (view_mark){(uint64_t)serial, (size_t)depth}))
    return luaL_error(lua, "problem.constant was lent for one call, which has ended");
  double value = 0.0;
  if (lua_type(lua, 1) != LUA_TSTRING) return luaL_error(lua, "write problem.constant(\"forced\")");
  if (problem_constant(source, lua_tostring(lua, 1), &value)) {
    lua_pushnumber(lua, value);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

void custom_push_problem(lua_State *lua, const bound_context *context) {
  const problem *source = context->problem;
  const problem_facts *facts = &source->facts;
  const view_mark mark = views_mark(&sandbox_of(lua)->views);
  const loss loss = problem_loss(facts);
  lua_createtable(lua, 0, 16);
  custom_set_text(lua, "name", source->class->about.name);
  custom_set_text(lua, "family", source->class->about.family);
  custom_set_text(lua, "instances", instance_kind_name(facts->kind));
  custom_set_text(lua, "labels", facts->labels == LABEL_SIGN ? "sign" : "real");
  custom_set_text(lua, "loss", loss_kind_name(loss.kind));
  custom_set_number(lua, "low", loss.low);
  custom_set_number(lua, "high", loss.high);
  custom_set_number(lua, "gap_low", facts->gap_low);
  custom_set_number(lua, "gap_high", facts->gap_high);
  custom_set_number(lua, "n", (double)facts->n);
  custom_set_number(lua, "m", (double)facts->rows);
  custom_set_number(lua, "rank", (double)facts->rank);
  custom_set_number(lua, "trials", (double)context->trials);
  custom_set_flag(lua, "adaptive", facts->adaptive);
  custom_set_flag(lua, "exchangeable", facts->exchangeable);
  lua_pushlightuserdata(lua, (void *)source);
  lua_pushinteger(lua, (lua_Integer)mark.depth);
  lua_pushinteger(lua, (lua_Integer)mark.serial);
  lua_pushcclosure(lua, problem_constant_of, 3);
  lua_setfield(lua, -2, "constant");
  if (context->comparator == NULL) return;
  push_comparator(lua, context->comparator);
  lua_setfield(lua, -2, "comparator");
}
