/* The loader of scenarios, in this process: any text becomes a plan or one line that says why not. Where the program gives a scenario
 * ten seconds, a count of instructions is the limit here, after which every further instruction is an error, and a count of the bytes that
 * were ever allocated, because one instruction can fill a megabyte. */
#include <cjson/cJSON.h>

#include "fuzz_input.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/library.h"

enum { STRIDE = 1000, STRIDES = 100, LARGEST = 4096, MOST_ALLOCATED = 64 << 20 };

static size_t strides, allocated;
static lua_Alloc sandbox_allocate;

static void *count_bytes(void *context, void *block, size_t old_size, size_t size) {
  const size_t old = block != NULL ? old_size : 0; /* for new blocks old_size is their type */
  if (size > old) allocated += size;
  if (size > old && allocated > MOST_ALLOCATED) return NULL;
  return sandbox_allocate(context, block, old_size, size);
}

static void count_instructions(lua_State *lua, lua_Debug *record) {
  (void)record;
  if (++strides < STRIDES) return;
  lua_sethook(lua, count_instructions, LUA_MASKCOUNT, 1); /* pcall may hold this error, but not the next */
  luaL_error(lua, "too many instructions");
}

/* Functions that can loop in C for as long as they like are the watchdog's, which is not here. */
static void forget(lua_State *lua, int table, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushstring(lua, *names);
    lua_pushnil(lua);
    lua_rawset(lua, table);
  }
}

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
  const script_limits limits = {.seconds = 1000, .memory = (size_t)4 << 20};
  const char *sets[FUZZ_SETS];
  script_request request = {.path = "fuzz.lua", .sets = sets};
  const char *scenario = fuzz_sets(text, sets, &request.set_count);
  sandbox *box = NULL;
  cJSON *plan = NULL;
  if (sandbox_new(request.path, scenario, "evaluation", &limits, library_open, &box) != STATUS_OK) abort();
  if (sandbox_call(box, forget_loops, NULL, 0) != STATUS_OK) abort();
  sandbox_start_clock(box);
  strides = allocated = 0;
  void *context = NULL;
  sandbox_allocate = lua_getallocf(box->lua, &context);
  lua_setallocf(box->lua, count_bytes, context);
  lua_sethook(box->lua, count_instructions, LUA_MASKCOUNT, STRIDE);
  const status code = evaluate_scenario(box, &request, -1, &plan);
  fuzz_check_message(code, request.set_count == 0 ? "fuzz.lua" : NULL);
  if (code == STATUS_OK && !cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(plan, "points"))) abort();
  cJSON_Delete(plan);
  sandbox_free(box);
  free(text);
  return 0;
}
