/* Custom members at work, in this process: a scenario whose problem and first learner are its own plays some trials,
 * watched by its own bounds.
 * Whatever its functions do, the cell ends done or failed with one line that says why. */
#include <cjson/cJSON.h>

#include "cell/cell.h"
#include "fuzz_sandbox.h"
#include "linalg/eigen.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/opened_members.h"

enum { STRIDES = 200, LARGEST = 4096, TRIALS = 12 };

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

typedef struct stage {
  const char *text;
  sandbox *box;
} stage;

static status open_members(void *context, const cell_address *address, const cell_members *members) {
  stage *self = context;
  const script_members found = {.point = address->point->json,
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  self->box = fuzz_sandbox(self->text, forget_loops, STRIDES);
  TRY(opened_members_find(self->box, &found));
  self->box->per_call = true;
  random_stream_free(self->box->random);
  self->box->random = NULL;
  return STATUS_OK;
}

static void close_members(void *context) {
  (void)context; /* kept: an opening that fails is not closed either */
}

/* Its own problem, of a size that is worth playing. */
static bool is_playable(const cJSON *point) {
  const cJSON *source = cJSON_GetObjectItemCaseSensitive(point, "problem");
  const cJSON *learners = cJSON_GetObjectItemCaseSensitive(point, "learners");
  return cJSON_HasObjectItem(source, "custom") && learners != NULL && cJSON_HasObjectItem(learners->child, "custom");
}

static void play(const char *text, cJSON *document) {
  cJSON *point = cJSON_GetObjectItemCaseSensitive(document, "points")->child;
  const bool playable = point != NULL && is_playable(point);
  if (playable && cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(point, "trials")) > TRIALS)
    cJSON_ReplaceItemInObjectCaseSensitive(point, "trials", cJSON_CreateNumber(TRIALS));
  if (playable) cJSON_DeleteItemFromObjectCaseSensitive(point, "test");
  plan planned;
  if (plan_open(document, &planned) != STATUS_OK) abort();
  if (playable) {
    stage self = {.text = text};
    const cell_settings settings = {
        .plan = &planned, .eigen = &eigen_gsl, .results = ".", .custom = {&self, open_members, close_members}};
    const cell_address address = plan_cell(&planned, 0);
    cJSON *record = NULL;
    if (cell_run(&settings, &address, "0123456789abcdef", &record) != STATUS_OK) abort();
    const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "status"));
    if (strcmp(state, "done") != 0) fuzz_check_message(STATUS_FAILED, NULL);
    cJSON_Delete(record);
    sandbox_free(self.box);
  }
  plan_close(&planned);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST) return -1;
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = 0;
  const script_request request = {.path = "fuzz.lua", .seeds = 1};
  sandbox *box = fuzz_sandbox(text, forget_loops, STRIDES);
  cJSON *document = NULL;
  const status code = evaluate_scenario(box, &request, -1, &document);
  fuzz_check_message(code, NULL);
  sandbox_free(box);
  if (code == STATUS_OK) play(text, document);
  free(text);
  return 0;
}
