#include "script/values/values.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/operands.h"
#include "script/values/spectral_value.h"

extern const value_functions value_operators, value_element_functions, value_vector_functions, value_matrix_functions,
    value_decompositions, value_random;
static const value_functions *const all[] = {&value_operators,        &value_element_functions, &value_vector_functions,
                                             &value_matrix_functions, &value_decompositions,    &value_random};

static void add_methods(lua_State *lua, const char *methods, const luaL_Reg *functions) {
  if (functions == NULL) return;
  lua_getfield(lua, LUA_REGISTRYINDEX, methods);
  luaL_setfuncs(lua, functions, 0);
  lua_pop(lua, 1);
}

/* vec.gausian(3); the upvalue is the type's name. */
static int refuse_constructor(lua_State *lua) {
  const char *key = texts_push(lua, 2);
  size_t count;
  const char **names = tables_push_names(lua, 1, &count);
  char reason[NO_SUCH_NAME];
  return luaL_error(lua, "%s.%s: %s", lua_tostring(lua, lua_upvalueindex(1)), key,
                    no_such_name("function", key, names, count, reason));
}

/* Adds constructors to the global of the type, which refuses unknown names; the table of globals is on top of the stack. */
static void add_constructors(lua_State *lua, const char *type, const luaL_Reg *constructors) {
  if (constructors == NULL) return;
  lua_getfield(lua, -1, type);
  luaL_setfuncs(lua, constructors, 0);
  lua_getmetatable(lua, -1);
  lua_pushstring(lua, type);
  lua_pushcclosure(lua, refuse_constructor, 1);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 2);
}

void values_open(lua_State *lua) {
  vectors_open(lua);
  matrix_values_open(lua);
  operands_open(lua);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const value_functions *add = all[i];
    if (add->open != NULL) add->open(lua);
    add_methods(lua, vec_methods, add->of_vec);
    add_methods(lua, sparse_methods, add->of_sparse);
    add_methods(lua, mat_methods, add->of_mat);
    add_constructors(lua, "vec", add->vec_constructors);
    add_constructors(lua, "mat", add->mat_constructors);
  }
  spectral_value_open(lua);
}
