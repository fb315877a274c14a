#include "script/sandbox/mathematics.h"
#include "base/fixed_math.h"
#include "script/sandbox/sandbox.h"

/* sqrt is correctly rounded everywhere. */
static const struct {
  const char *name;
  double (*function)(double);
} unary[] = {{"exp", fixed_exp}, {"sin", fixed_sin},   {"cos", fixed_cos},   {"tan", fixed_tan},
             {"sqrt", sqrt},     {"asin", fixed_asin}, {"acos", fixed_acos}, {NULL, NULL}};

/* The upvalue is the place in the table above. */
static int math_unary(lua_State *lua) {
  lua_pushnumber(lua, unary[lua_tointeger(lua, lua_upvalueindex(1))].function(luaL_checknumber(lua, 1)));
  return 1;
}

static int math_atan(lua_State *lua) {
  lua_pushnumber(lua, fixed_atan2(luaL_checknumber(lua, 1), luaL_optnumber(lua, 2, 1)));
  return 1;
}

static int math_log(lua_State *lua) {
  const double x = luaL_checknumber(lua, 1);
  if (lua_isnoneornil(lua, 2)) {
    lua_pushnumber(lua, fixed_log(x));
  } else {
    const double base = luaL_checknumber(lua, 2);
    lua_pushnumber(lua, base == 2 ? fixed_log2(x) : base == 10 ? fixed_log10(x) : fixed_log(x) / fixed_log(base));
  }
  return 1;
}

/* Uniform in 0..last, without bias. */
static uint64_t random_below(random_stream *stream, uint64_t last) {
  if (last < UINT32_MAX) return (uint64_t)random_index(stream, (size_t)last + 1);
  uint64_t mask = last, bits;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  do {
    bits = random_bits(stream) & mask;
  } while (bits > last);
  return bits;
}

/* As in Lua 5.4: random() in [0,1), random(n) in 1..n, random(m, n) in m..n, random(0) all bits. */
static int math_random(lua_State *lua) {
  random_stream *stream = sandbox_random(lua);
  lua_Integer low = 1, high;
  switch (lua_gettop(lua)) {
  case 0: lua_pushnumber(lua, random_uniform(stream)); return 1;
  case 1:
    high = luaL_checkinteger(lua, 1);
    if (high == 0) {
      lua_pushinteger(lua, (lua_Integer)random_bits(stream));
      return 1;
    }
    break;
  case 2:
    low = luaL_checkinteger(lua, 1);
    high = luaL_checkinteger(lua, 2);
    break;
  default: return luaL_error(lua, "wrong number of arguments");
  }
  luaL_argcheck(lua, low <= high, lua_gettop(lua), "interval is empty");
  const uint64_t drawn = (uint64_t)low + random_below(stream, (uint64_t)high - (uint64_t)low); /* modulo 2^64 */
  lua_pushinteger(lua, (lua_Integer)drawn);
  return 1;
}

static int math_randomseed(lua_State *lua) {
  return luaL_error(lua,
                    "math.randomseed does not exist: math.random is a stream that depends on the cell's seed alone, so "
                    "that a run can be repeated");
}

void mathematics_open(lua_State *lua) {
  static const luaL_Reg functions[] = {
      {"log", math_log}, {"atan", math_atan}, {"random", math_random}, {"randomseed", math_randomseed}, {NULL, NULL}};
  /* Lua's own abs ceil deg floor fmod huge max maxinteger min mininteger modf pi rad tointeger type ult are exact and stay. What a Lua built
   * for compatibility adds (cosh, log10, pow, ...) calls libm and is removed. */
  static const char *const absent[] = {"cosh", "sinh", "tanh", "pow", "frexp", "ldexp", "log10", NULL};
  luaL_setfuncs(lua, functions, 0);
  for (lua_Integer i = 0; unary[i].name != NULL; i++) {
    lua_pushinteger(lua, i);
    lua_pushcclosure(lua, math_unary, 1);
    lua_setfield(lua, -2, unary[i].name);
  }
  for (size_t i = 0; absent[i] != NULL; i++) {
    lua_pushnil(lua);
    lua_setfield(lua, -2, absent[i]);
  }
}
