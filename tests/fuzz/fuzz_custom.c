/* Custom members at work, in this process: a scenario whose problem and first learner are its own plays some trials,
 * watched by its own bounds.
 * Whatever its functions do, the cell ends done or failed with one line that says why. Limits as in fuzz_scenario.c. */
#include <cjson/cJSON.h>

#include "cell/cell.h"
#include "fuzz_input.h"
#include "linalg/eigen.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/library.h"
#include "script/scenario/opened_members.h"

enum { STRIDE = 1000, STRIDES = 200, LARGEST = 4096, MOST_ALLOCATED = 64 << 20, TRIALS = 12 };

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

/* Functions that can loop in C for as long as they like are the alarm's, which is not here. */
static int forget_loops(lua_State *lua) {
  static const char *const names[] = {"find", "match", "gmatch", "gsub", "rep"};
  lua_settop(lua, 0);
  lua_pushliteral(lua, "");
  if (!lua_getmetatable(lua, 1)) abort();
  lua_getfield(lua, 2, "__index");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    lua_pushnil(lua);
    lua_setfield(lua, 3, names[i]);
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  if (lua_getfield(lua, 4, "table") == LUA_TTABLE) {
    static const char *const lists[] = {"move", "concat", "unpack", "insert", "remove", "sort"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
      lua_pushnil(lua);
      lua_setfield(lua, 5, lists[i]);
    }
  }
  return 0;
}

static sandbox *make_box(const char *text) {
  static const script_limits limits = {.seconds = 1000, .memory = (size_t)4 << 20};
  sandbox *box = NULL;
  if (sandbox_new("fuzz.lua", text, "evaluation", &limits, library_open, &box) != STATUS_OK) abort();
  if (sandbox_call(box, forget_loops, NULL, 0) != STATUS_OK) abort();
  strides = allocated = 0;
  void *context = NULL;
  sandbox_allocate = lua_getallocf(box->lua, &context);
  lua_setallocf(box->lua, count_bytes, context);
  lua_sethook(box->lua, count_instructions, LUA_MASKCOUNT, STRIDE);
  return box;
}

typedef struct stage {
  const char *text;
  sandbox *box;
} stage;

static status open_members(void *context, const cell_address *address, const cell_members *members) {
  stage *stage = context;
  const script_members found = {.point = address->point->json,
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  stage->box = make_box(stage->text);
  TRY(opened_members_find(stage->box, &found));
  stage->box->per_call = true;
  random_stream_free(stage->box->random);
  stage->box->random = NULL;
  return STATUS_OK;
}

static void close_members(void *context) {
  (void)context; /* kept: an opening that fails is not closed either */
}

/* Its own problem, of a size that is worth playing. */
static bool is_playable(const cJSON *point) {
  const cJSON *problem = cJSON_GetObjectItemCaseSensitive(point, "problem");
  const cJSON *learners = cJSON_GetObjectItemCaseSensitive(point, "learners");
  return cJSON_HasObjectItem(problem, "custom") && learners != NULL && cJSON_HasObjectItem(learners->child, "custom");
}

static void play(const char *text, cJSON *document) {
  cJSON *point = cJSON_GetObjectItemCaseSensitive(document, "points")->child;
  const bool playable = point != NULL && is_playable(point);
  if (playable && cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(point, "trials")) > TRIALS)
    cJSON_ReplaceItemInObjectCaseSensitive(point, "trials", cJSON_CreateNumber(TRIALS));
  if (playable) cJSON_DeleteItemFromObjectCaseSensitive(point, "test");
  plan plan;
  if (plan_open(document, &plan) != STATUS_OK) abort();
  if (playable) {
    stage stage = {.text = text};
    const cell_settings settings = {
        .plan = &plan, .eigen = &eigen_gsl, .results = ".", .custom = {&stage, open_members, close_members}};
    const cell_address address = plan_cell(&plan, 0);
    cJSON *record = NULL;
    if (cell_run(&settings, &address, "0123456789abcdef", &record) != STATUS_OK) abort();
    const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "status"));
    if (strcmp(state, "done") != 0) fuzz_check_message(STATUS_FAILED, NULL);
    cJSON_Delete(record);
    sandbox_free(stage.box);
  }
  plan_close(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST) return -1;
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = 0;
  const script_request request = {.path = "fuzz.lua", .seeds = 1};
  sandbox *box = make_box(text);
  cJSON *document = NULL;
  const status code = evaluate_scenario(box, &request, -1, &document);
  fuzz_check_message(code, NULL);
  sandbox_free(box);
  if (code == STATUS_OK) play(text, document);
  free(text);
  return 0;
}
