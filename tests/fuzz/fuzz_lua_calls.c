/* Programs of the scenario API, in the sandbox's own state. The input's bytes choose the calls of a driver (lua_calls.lua): every function and
 * method that a scenario can reach, found here by walking the environment and the metatables, with values of every type, metatables, steps of the
 * collector, and callbacks that call again and change what is being worked on. What the program returns is evaluated as a scenario; a problem of
 * its own is played by its own learner. Whatever is called, there is a result or one line that says why not. */
#include <gsl/gsl_errno.h>

#include "base/file.h"
#include "bounds/bound.h"
#include "fuzz_play.h"
#include "script/sandbox/tables.h"
#include "script/scenario/evaluate_scenario.h"

enum { STRIDES = 300, LARGEST = 1024, WORDS = 4096, WORD = 64, MORE = 6000, SMALL_STEP = 2, FAST = 1000 };
static const uint64_t FACTOR = 6364136223846793005u;

int LLVMFuzzerInitialize(int *count, char ***arguments);

static const uint8_t *bytes;
static size_t bytes_left, more_left;
static uint64_t more;
static char words[WORDS]
                 [WORD]; /* that the API knows: names of its tables, members and options, and what its messages list */
static size_t word_count;
static bool learning;
static char *driver;

static void add_word(const char *word, size_t length) {
  if (length == 0 || length >= WORD || word_count == WORDS) return;
  for (size_t i = 0; i < word_count; i++) {
    if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) return;
  }
  memcpy(words[word_count++], word, length);
}

static void add_words(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  while (*(text += strcspn(text, letters)) != '\0') {
    const size_t length = strspn(text, letters);
    add_word(text, length);
    text += length;
  }
}

/* ---- what the driver calls */

/* After the input's bytes some more that follow from them, so that a short input is a whole program; then 0, of which programs end. */
static int next_byte(lua_State *lua) {
  lua_Integer byte = 0;
  if (bytes_left > 0) {
    byte = *bytes++;
    bytes_left--;
    more = more * FACTOR + (uint64_t)byte + 1;
  } else if (more_left > 0) {
    more_left--;
    more = more * FACTOR + 1;
    byte = (lua_Integer)(more >> 56);
  }
  lua_pushinteger(lua, byte);
  return 1;
}

static int learn(lua_State *lua) {
  if (learning && lua_type(lua, 1) == LUA_TSTRING) add_words(lua_tostring(lua, 1));
  return 0;
}

/* 0 to 3: steps and whole cycles, from now on often, or as always; more: a whole cycle at an allocation to come. */
static int collect(lua_State *lua) {
  const lua_Integer how = luaL_checkinteger(lua, 1);
  if (how > 3) {
    fail_in = (size_t)how - 3;
  } else if (how == 0) {
    lua_gc(lua, LUA_GCINC, SMALL_STEP, FAST, SMALL_STEP);
  } else if (how == 1) {
    lua_gc(lua, LUA_GCSTEP, 1);
  } else if (how == 2) {
    lua_gc(lua, LUA_GCGEN, 0, 0);
  } else {
    lua_gc(lua, LUA_GCCOLLECT);
  }
  return 0;
}

typedef struct walk {
  int seen, functions, tables; /* stack indices of a set of tables and of the two lists */
  lua_Integer function_count, table_count;
} walk;

/* Adds the functions, the tables that can be called, and those that answer themselves, of what is on top of the stack, which it pops. */
static void visit(lua_State *lua, walk *w) {
  const int value = lua_gettop(lua);
  luaL_checkstack(lua, 8, NULL);
  if (lua_type(lua, value) == LUA_TTABLE) {
    lua_pushvalue(lua, value);
    const bool before = lua_rawget(lua, w->seen) != LUA_TNIL;
    lua_pushvalue(lua, value);
    lua_pushboolean(lua, 1);
    lua_rawset(lua, w->seen);
    for (lua_pushnil(lua); !before && lua_next(lua, value) != 0;) {
      if (learning && lua_type(lua, -2) == LUA_TSTRING) add_words(lua_tostring(lua, -2));
      visit(lua, w);
    }
    lua_settop(lua, value);
    if (!before && luaL_getmetafield(lua, value, "__index") != LUA_TNIL) {
      lua_pushvalue(lua, value);
      lua_rawseti(lua, w->tables, ++w->table_count);
      const int index = lua_gettop(lua); /* the tables that it reads from are its upvalues */
      for (int i = 1; lua_getupvalue(lua, index, i) != NULL; i++) {
        if (lua_type(lua, -1) != LUA_TTABLE)
          lua_pop(lua, 1);
        else
          visit(lua, w);
      }
    }
    lua_settop(lua, value);
  }
  if (lua_isfunction(lua, value) || luaL_getmetafield(lua, value, "__call") != LUA_TNIL) {
    lua_pushvalue(lua, value);
    lua_rawseti(lua, w->functions, ++w->function_count);
  }
  lua_settop(lua, value - 1);
}

/* Sets the fields `functions` and `tables` of the table on top of the stack. */
static void set_functions(lua_State *lua) {
  const int top = lua_gettop(lua);
  lua_newtable(lua);
  lua_newtable(lua);
  lua_newtable(lua);
  walk w = {.seen = top + 1, .functions = top + 2, .tables = top + 3};
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario globals");
  visit(lua, &w);
  lua_pushliteral(lua, ""); /* strings have methods */
  lua_getmetatable(lua, -1);
  visit(lua, &w);
  lua_pop(lua, 1);
  lua_setfield(lua, top, "tables");
  lua_setfield(lua, top, "functions");
  lua_pop(lua, 1);
}

/* The list of the names of the value's methods. */
static int list_methods(lua_State *lua) {
  lua_Integer count = 0;
  lua_settop(lua, 1);
  lua_newtable(lua);
  if (luaL_getmetafield(lua, 1, "__index") != LUA_TFUNCTION) return lua_settop(lua, 2), 1;
  for (int i = 1; lua_getupvalue(lua, 3, i) != NULL; lua_settop(lua, 3), i++) {
    if (lua_type(lua, 4) != LUA_TTABLE) continue;
    for (lua_pushnil(lua); lua_next(lua, 4) != 0; lua_pop(lua, 1)) count++;
    (void)tables_sorted_keys(lua, 4);
    lua_replace(lua, 2);
  }
  lua_settop(lua, 2);
  return 1;
}

static int word(lua_State *lua) {
  lua_pushstring(lua, words[(size_t)luaL_checkinteger(lua, 1) % word_count]);
  return 1;
}

/* The driver takes all of it away before it calls anything. */
static int prepare(lua_State *lua) {
  static const char *const patterns[] = {"find", "match", "gmatch", "gsub", NULL};
  static const char *const lists[] = {"move", "insert", "remove", NULL};
  static const luaL_Reg own[] = {{"byte", next_byte},       {"word", word}, {"learn", learn}, {"collect", collect},
                                 {"methods", list_methods}, {NULL, NULL}};
  lua_settop(lua, 0);
  lua_pushliteral(lua, "");
  lua_getmetatable(lua, 1);
  lua_getfield(lua, 2, "__index");
  forget(lua, 3, patterns);
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(lua, 4, "table");
  forget(lua, 5, lists);
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario globals");
  lua_newtable(lua);
  luaL_setfuncs(lua, own, 0);
  set_functions(lua);
  lua_pushboolean(lua, learning);
  lua_setfield(lua, 7, "learning");
  lua_pushliteral(lua, "fuzz");
  lua_insert(lua, 7);
  lua_rawset(lua, 6);
  return 0;
}

static const uint8_t *all_bytes;
static size_t all_size;

static sandbox *open_box(const char *text) {
  bytes = all_bytes;
  bytes_left = all_size;
  more = 0;
  more_left = MORE;
  return fuzz_sandbox(text, prepare, STRIDES);
}

/* ---- words */

static void add_descriptor(const descriptor *about) {
  add_word(about->name, strlen(about->name));
  for (size_t i = 0; i < about->parameter_count; i++) {
    const parameter *p = &about->parameters[i];
    add_word(p->name, strlen(p->name));
    if (p->choices != NULL) add_words(p->choices);
  }
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  (void)gsl_set_error_handler_off();
  size_t length = 0;
  if (file_read("tests/fuzz/lua_calls.lua", &driver, &length) != STATUS_OK)
    abort(); /* the folder is that of the repository */
  learning = true;
  for (size_t i = 0; i < registry_problem_count; i++) add_descriptor(&registry_problems[i]->about);
  for (size_t i = 0; i < registry_learner_count; i++) add_descriptor(&registry_learners[i]->about);
  for (size_t i = 0; i < registry_bound_count; i++) add_descriptor(&registry_bounds[i]->about);
  const script_request request = {.path = "fuzz.lua", .seeds = 1};
  sandbox *box = open_box(driver);
  cJSON *document = NULL;
  if (evaluate_scenario(box, &request, -1, &document) == STATUS_OK)
    abort(); /* it returns a field that does not exist */
  add_words(status_message());
  sandbox_free(box);
  learning = false;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST) return -1;
  all_bytes = data;
  all_size = size;
  const script_request request = {.path = "fuzz.lua", .seeds = 1};
  sandbox *box = open_box(driver);
  cJSON *document = NULL;
  const status code = evaluate_scenario(box, &request, -1, &document);
  fuzz_check_message(code, NULL);
  sandbox_free(box);
  if (code == STATUS_OK) fuzz_play(driver, document, open_box);
  return 0;
}
