#include "script/sandbox/release.h"

#include <lua.h>

const char *script_lua_release(void) {
  return LUA_RELEASE;
}
