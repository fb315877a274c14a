/* Custom members at work, in this process: a scenario whose problem and first learner are its own plays some trials,
 * watched by its own bounds.
 * Whatever its functions do, the cell ends done or failed with one line that says why. */
#include "fuzz_play.h"
#include "script/scenario/evaluate_scenario.h"

enum { STRIDES = 200, LARGEST = 4096 };

static int forget_loops(lua_State *lua) {
  static const char *const patterns[] = {"find", "match", "gmatch", "gsub", "rep", NULL};
  static const char *const lists[] = {"move", "concat", "unpack", "insert", "remove", "sort", NULL};
  lua_settop(lua, 0);
  lua_pushliteral(lua, "");
  if (!lua_getmetatable(lua, 1)) abort();
  lua_getfield(lua, 2, "__index");
  forget(lua, 3, patterns);
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  if (lua_getfield(lua, 4, "table") == LUA_TTABLE) forget(lua, 5, lists);
  return 0;
}

static sandbox *open_box(const char *text) {
  return fuzz_sandbox(text, forget_loops, STRIDES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST) return -1;
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = 0;
  const script_request request = {.path = "fuzz.lua", .seeds = 1};
  sandbox *box = open_box(text);
  cJSON *document = NULL;
  const status code = evaluate_scenario(box, &request, -1, &document);
  fuzz_check_message(code, NULL);
  sandbox_free(box);
  if (code == STATUS_OK) fuzz_play(text, document, open_box);
  free(text);
  return 0;
}
