#include "script/values/values.h"

#include "script/values/decompositions.h"
#include "script/values/element_functions.h"
#include "script/values/matrix_functions.h"
#include "script/values/matrix_values.h"
#include "script/values/operands.h"
#include "script/values/operators.h"
#include "script/values/random_values.h"
#include "script/values/spectral_value.h"
#include "script/values/vector_functions.h"
#include "script/values/vectors.h"

void values_open(lua_State *lua) {
  vectors_open(lua);
  matrix_values_open(lua);
  operands_open(lua);
  operators_open(lua);
  element_functions_open(lua);
  vector_functions_open(lua);
  matrix_functions_open(lua);
  decompositions_open(lua);
  random_values_open(lua);
  spectral_value_open(lua);
}
