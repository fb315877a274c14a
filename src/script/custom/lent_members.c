#include "script/custom/lent_members.h"
#include "script/sandbox/texts.h"
#include "script/values/value_types.h"

/* ---- the learner */

static const char learner_type[] = "lent learner";

typedef struct lent_learner {
  const custom *of; /* the problem or bound it is lent to */
  const learner *learner;
  custom_shape *shape;
  view_mark mark;
} lent_learner;

void lent_learner_push(lua_State *lua, const custom *c, const learner *player, custom_shape *shape) {
  lent_learner *p = lua_newuserdatauv(lua, sizeof *p, 0);
  *p = (lent_learner){c, player, shape, views_mark(&sandbox_of(lua)->views)};
  luaL_setmetatable(lua, learner_type);
}

static const lent_learner *check(lua_State *lua, const char *function) {
  const lent_learner *p = luaL_testudata(lua, 1, learner_type);
  if (p == NULL) sandbox_refuse(lua, sandbox_line(lua), "write learner:%s(...)", function);
  if (!views_valid(&sandbox_of(lua)->views, p->mark)) {
    luaL_error(lua, "this learner was lent for one call, which has ended");
  }
  return p;
}

static int learner_value_score(lua_State *lua) {
  const lent_learner *p = check(lua, "score");
  instance x;
  double score = 0.0;
  custom_read_instance(lua, 2, p->of, "the argument of learner:score", p->shape, &x);
  if (learner_score(p->learner, &x, &score) != STATUS_OK) sandbox_raise_status(lua, sandbox_line(lua));
  lua_pushnumber(lua, score);
  return 1;
}

static int learner_value_constant(lua_State *lua) {
  const lent_learner *p = check(lua, "constant");
  double value = 0.0;
  if (lua_type(lua, 2) != LUA_TSTRING) return luaL_error(lua, "learner:constant: write learner:constant(\"eta\")");
  const char *name = value_word(lua, 2, -1, "learner:constant", NULL);
  custom_check_ask(lua, p->of, name, false);
  if (learner_constant(p->learner, name, &value)) {
    lua_pushnumber(lua, value);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

static int learner_value_read(lua_State *lua) {
  const lent_learner *p = check(lua, "score");
  const char *key = texts_push(lua, 2);
  (void)value_word(lua, -1, -1, "learner", NULL);
  if (strcmp(key, "score") == 0) {
    lua_pushcfunction(lua, learner_value_score);
  } else if (strcmp(key, "constant") == 0) {
    lua_pushcfunction(lua, learner_value_constant);
  } else if (strcmp(key, "name") == 0) {
    lua_pushstring(lua, p->learner->class->about.name);
  } else if (strcmp(key, "family") == 0) {
    lua_pushstring(lua, learner_family(p->learner));
  } else if (strcmp(key, "randomised") == 0) {
    lua_pushboolean(lua, p->learner->class->randomised);
  } else if (strcmp(key, "threshold") == 0) {
    lua_pushnumber(lua, learner_threshold(p->learner));
  } else {
    return luaL_error(lua, "a learner has no \"%s\" (valid: name, family, randomised, threshold, constant, score)",
                      key);
  }
  return 1;
}

static int learner_value_write(lua_State *lua) {
  return luaL_error(lua, "a learner cannot be changed from here");
}

/* ---- the problem */

static void push_comparator(lua_State *lua, const comparator *u) {
  size_t rank = 0;
  lua_createtable(lua, 0, 5);
  custom_set_text(lua, "origin", comparator_origin_name(comparator_origin_of(u)));
  custom_set_number(lua, "trace", comparator_trace(u));
  custom_set_number(lua, "entropy", comparator_entropy(u));
  custom_set_number(lua, "squared_norm", comparator_squared_norm(u));
  if (!comparator_projection(u, &rank, NULL)) return;
  custom_set_count(lua, "rank", rank);
}

/* problem.constant(NAME); upvalues: the problem, depth and serial of the call it is lent for, and who it is lent to. */
static int problem_value_constant(lua_State *lua) {
  const problem *source = lua_touserdata(lua, lua_upvalueindex(1));
  const lua_Integer depth = lua_tointeger(lua, lua_upvalueindex(2)), serial = lua_tointeger(lua, lua_upvalueindex(3));
  if (!views_valid(&sandbox_of(lua)->views, (view_mark){(uint64_t)serial, (size_t)depth}))
    return luaL_error(lua, "problem.constant was lent for one call, which has ended");
  double value = 0.0;
  if (lua_type(lua, 1) != LUA_TSTRING) return luaL_error(lua, "write problem.constant(\"forced\")");
  const char *name = value_word(lua, 1, -1, "problem.constant", NULL);
  custom_check_ask(lua, lua_touserdata(lua, lua_upvalueindex(4)), name, true);
  if (problem_constant(source, name, &value)) {
    lua_pushnumber(lua, value);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

void lent_problem_push(lua_State *lua, const custom *c, const bound_context *context) {
  const problem *source = context->problem;
  const problem_facts *facts = &source->facts;
  const view_mark mark = views_mark(&sandbox_of(lua)->views);
  const loss cost = problem_loss(facts);
  void *lent, *borrower; /* Lua knows no constants; problem_value_constant takes them as such again */
  memcpy(&lent, &source, sizeof lent);
  memcpy(&borrower, &c, sizeof borrower);
  lua_createtable(lua, 0, 16);
  custom_set_text(lua, "name", source->class->about.name);
  custom_set_text(lua, "family", source->class->about.family);
  custom_set_text(lua, "instances", instance_kind_name(facts->kind));
  custom_set_text(lua, "labels", facts->labels == LABEL_SIGN ? "sign" : "real");
  custom_set_text(lua, "loss", loss_kind_name(cost.kind));
  custom_set_number(lua, "low", cost.low);
  custom_set_number(lua, "high", cost.high);
  custom_set_number(lua, "gap_low", facts->gap_low);
  custom_set_number(lua, "gap_high", facts->gap_high);
  custom_set_number(lua, "n", (double)facts->n);
  custom_set_number(lua, "m", (double)facts->rows);
  custom_set_number(lua, "rank", (double)facts->rank);
  custom_set_number(lua, "trials", (double)context->trials);
  custom_set_flag(lua, "adaptive", facts->adaptive);
  custom_set_flag(lua, "exchangeable", facts->exchangeable);
  lua_pushlightuserdata(lua, lent);
  lua_pushinteger(lua, (lua_Integer)mark.depth);
  lua_pushinteger(lua, (lua_Integer)mark.serial);
  lua_pushlightuserdata(lua, borrower);
  lua_pushcclosure(lua, problem_value_constant, 4);
  lua_setfield(lua, -2, "constant");
  if (context->comparator == NULL) return;
  push_comparator(lua, context->comparator);
  lua_setfield(lua, -2, "comparator");
}

void lent_members_open(lua_State *lua) {
  luaL_newmetatable(lua, learner_type);
  lua_pushcfunction(lua, learner_value_read);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, learner_value_write);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
}
