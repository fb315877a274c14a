/* The loader of scenarios, in this process: any text becomes a plan or one line that says why not. */
#include <cjson/cJSON.h>

#include "fuzz_sandbox.h"
#include "script/scenario/evaluate_scenario.h"

enum { STRIDES = 100, LARGEST = 4096 };

static int forget_loops(lua_State *lua) {
  static const char *const patterns[] = {"find", "match", "gmatch", "gsub", NULL};
  static const char *const moves[] = {"move", NULL};
  lua_settop(lua, 0);
  lua_pushliteral(lua, "");
  if (!lua_getmetatable(lua, 1)) abort();
  lua_getfield(lua, 2, "__index");
  forget(lua, 3, patterns);
  lua_getglobal(lua, "table");
  if (lua_istable(lua, 4)) forget(lua, 4, moves);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST) return -1;
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = 0;
  const char *sets[FUZZ_SETS];
  script_request request = {.path = "fuzz.lua", .sets = sets};
  const char *scenario = fuzz_sets(text, sets, &request.set_count);
  sandbox *box = fuzz_sandbox(scenario, forget_loops, STRIDES);
  cJSON *plan = NULL;
  sandbox_start_clock(box);
  const status code = evaluate_scenario(box, &request, -1, &plan);
  fuzz_check_message(code, request.set_count == 0 ? "fuzz.lua" : NULL);
  if (code == STATUS_OK && !cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(plan, "points"))) abort();
  cJSON_Delete(plan);
  sandbox_free(box);
  free(text);
  return 0;
}
