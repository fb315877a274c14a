/* The learner as a Lua value. */
#include <string.h>

#include "script/custom/custom.h"
#include "script/values/values.h"

static const char partner_type[] = "partner";

typedef struct partner {
  const custom *of; /* who asks */
  const learner *learner;
  custom_shape *shape;
  view_mark mark;
} partner;

void custom_push_partner(lua_State *lua, const custom *c, const learner *learner, custom_shape *shape) {
  partner *p = lua_newuserdatauv(lua, sizeof *p, 0);
  *p = (partner){c, learner, shape, views_mark(&sandbox_of(lua)->views)};
  luaL_setmetatable(lua, partner_type);
}

static const partner *check(lua_State *lua, const char *function) {
  const partner *p = luaL_testudata(lua, 1, partner_type);
  if (p == NULL) sandbox_refuse(lua, sandbox_line(lua), "write learner:%s(...)", function);
  if (!views_valid(&sandbox_of(lua)->views, p->mark)) {
    luaL_error(lua, "this learner was lent for one call, which has ended");
  }
  return p;
}

static int partner_score(lua_State *lua) {
  const partner *p = check(lua, "score");
  instance x;
  double score = 0.0;
  custom_read_instance(lua, 2, p->of, "the argument of learner:score", p->shape, &x);
  if (learner_score(p->learner, &x, &score) != STATUS_OK) sandbox_raise_status(lua, sandbox_line(lua));
  lua_pushnumber(lua, score);
  return 1;
}

static int partner_constant(lua_State *lua) {
  const partner *p = check(lua, "constant");
  double value = 0.0;
  if (lua_type(lua, 2) != LUA_TSTRING) return luaL_error(lua, "learner:constant: write learner:constant(\"eta\")");
  if (learner_constant(p->learner, lua_tostring(lua, 2), &value)) {
    lua_pushnumber(lua, value);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

static int partner_read(lua_State *lua) {
  const partner *p = check(lua, "score");
  const char *key = texts_push(lua, 2);
  if (strcmp(key, "score") == 0) {
    lua_pushcfunction(lua, partner_score);
  } else if (strcmp(key, "constant") == 0) {
    lua_pushcfunction(lua, partner_constant);
  } else if (strcmp(key, "name") == 0) {
    lua_pushstring(lua, p->learner->class->about.name);
  } else if (strcmp(key, "family") == 0) {
    lua_pushstring(lua, p->learner->class->about.family);
  } else if (strcmp(key, "randomised") == 0) {
    lua_pushboolean(lua, p->learner->class->randomised);
  } else {
    return luaL_error(lua, "a learner has no \"%s\" (valid: name, family, randomised, constant, score)", key);
  }
  return 1;
}

static int partner_write(lua_State *lua) {
  return luaL_error(lua, "a learner cannot be changed from here");
}

void custom_partner_open(lua_State *lua) {
  luaL_newmetatable(lua, partner_type);
  lua_pushcfunction(lua, partner_read);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, partner_write);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
}
