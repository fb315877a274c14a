/* What the files of the `spectral` value share. */
#ifndef SCRIPT_VALUES_SPECTRAL_VALUE_H
#define SCRIPT_VALUES_SPECTRAL_VALUE_H

#include <cjson/cJSON.h>
#include <lua.h>

#include "registry/parameter.h"
#include "spectral/spectral.h"

#define SPECTRAL_TYPE "spectral"
#define SPECTRAL_CALL_TYPE "spectral call"

/* Its size in Lua is that of the arrays behind it, so that the memory limit and the collector see them; those bytes
 * are never touched. */
typedef struct spectral_value {
  spectral *w;
  instance_kind kind; /* of vectors and of what else does not say what it is */
  size_t n, m;        /* m: rows where instances are m x n, otherwise 0 */
} spectral_value;

/* What a call holds beside Lua's values. */
typedef struct spectral_call {
  cJSON *json;
  options *options;
} spectral_call;

/* Pushes an empty one. */
spectral_call *spectral_call_push(lua_State *lua);

/* spectral { ... }: the function that makes the value. */
int spectral_value_create(lua_State *lua);

#endif
