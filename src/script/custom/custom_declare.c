/* learner.custom { ... }, problem.custom { ... }, bound.custom { ... }: reading and checking a definition. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "script/custom/custom_fields.h"
#include "script/values/value_json.h"

static const char custom_type[] = "custom";
static const char quantities_key[] = "custom quantities";
static const double default_seconds = 60.0, most_seconds = 3600.0;

/* ---- learners */

static unsigned kind_bit(lua_State *lua, const custom *c, int index) {
  instance_kind kind;
  const char *name = texts_push(lua, index);
  if (lua_type(lua, index) != LUA_TSTRING || !instance_kind_by_name(name, &kind)) {
    const char *names[INSTANCE_KINDS];
    char valid[128];
    for (int i = 0; i < INSTANCE_KINDS; i++) names[i] = instance_kind_name((instance_kind)i);
    join_names(names, INSTANCE_KINDS, valid, sizeof valid);
    const char *nearest = nearest_name(name, names, INSTANCE_KINDS);
    custom_refuse(lua, c, "instances: \"%.40s\": no such kind%s%s (valid: %s)", name,
                  nearest != NULL ? "; nearest: " : "", nearest != NULL ? nearest : "", valid);
  }
  lua_pop(lua, 1);
  return 1u << kind;
}

static unsigned kinds_field(lua_State *lua, const custom *c) {
  size_t count;
  unsigned kinds = 0;
  lua_getfield(lua, 1, "instances");
  if (!lua_istable(lua, -1)) {
    kinds = kind_bit(lua, c, lua_gettop(lua));
  } else {
    if (!value_is_list(lua, -1, &count) || count == 0)
      custom_refuse(lua, c, "instances must be a list of kinds, such as { \"vector\" }");
    for (size_t i = 1; i <= count; i++) {
      lua_rawgeti(lua, -1, (lua_Integer)i);
      kinds |= kind_bit(lua, c, lua_gettop(lua));
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
  return kinds;
}

/* What instances may undergo without changing a prediction (learner.h). */
static unsigned motions_field(lua_State *lua, const custom *c) {
  static const char *const words[] = {"permutation", "rotation", "vector_rotation"};
  unsigned motions = 0;
  size_t count = 0;
  if (lua_getfield(lua, 1, "equivariant") != LUA_TNIL && !value_is_list(lua, -1, &count)) {
    custom_refuse(lua, c, "equivariant must be a list, such as { \"permutation\" }");
  }
  for (size_t i = 1; i <= count; i++) {
    const char *word = lua_rawgeti(lua, -1, (lua_Integer)i) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
    size_t place = 0;
    while (place < 3 && strcmp(words[place], word) != 0) place++;
    if (place == 3) {
      custom_refuse(lua, c, "equivariant[%zu] must be \"permutation\", \"rotation\" or \"vector_rotation\"", i);
    }
    motions |= 1u << place;
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return motions;
}

/* Every entry of the table `name` is a number (unless `functions`) or a function under a name. */
static void check_named(lua_State *lua, const custom *c, const char *name, bool numbers) {
  if (lua_getfield(lua, 1, name) == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i);
    const char *key = texts_push(lua, -1);
    if (lua_type(lua, -2) != LUA_TSTRING || !is_identifier(key))
      custom_refuse(lua, c, "%s: \"%.60s\" cannot be a name; names have letters, digits and _", name, key);
    const int type = lua_getfield(lua, table, key);
    if (type != LUA_TFUNCTION && !(numbers && type == LUA_TNUMBER)) {
      custom_refuse(lua, c, "%s.%s must be %sa function(state), not %s", name, key, numbers ? "a number or " : "",
                    value_kind(lua, -1));
    }
    lua_settop(lua, table + 1);
  }
  lua_settop(lua, table - 1);
}

/* The names that `observe` of the scenario may ask for. */
static void add_quantities(lua_State *lua, const custom *c) {
  if (lua_getfield(lua, 1, "observe") == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, quantities_key);
  for (lua_pushnil(lua); lua_next(lua, -3) != 0; lua_pop(lua, 1)) {
    const char *name = lua_tostring(lua, -2);
    for (size_t i = 0; script_observables[i] != NULL; i++) {
      if (strcmp(script_observables[i], name) == 0)
        custom_refuse(lua, c, "observe.%s: every learner has a quantity of that name", name);
    }
    lua_pushboolean(lua, 1);
    lua_setfield(lua, -4, name);
  }
  lua_pop(lua, 2);
}

bool custom_observes(lua_State *lua, const char *name) {
  lua_getfield(lua, LUA_REGISTRYINDEX, quantities_key);
  lua_getfield(lua, -1, name);
  const bool found = lua_toboolean(lua, -1);
  lua_pop(lua, 2);
  return found;
}

static void declare_learner(lua_State *lua, custom *c, const learner_class *texts) {
  static const char *const predictions[] = {"sign", "real", "either"};
  if (custom_has(c, SLOT_SAVE) != custom_has(c, SLOT_LOAD)) custom_refuse(lua, c, "save and load come together");
  if (custom_flag_field(lua, "randomised") && custom_has(c, SLOT_SAVE))
    custom_refuse(lua, c, "save: the coins of a randomised learner are not kept, so it could not go on as before");
  c->class.learner = *texts;
  c->class.learner.about.family = custom_text_field(lua, "family", c->name);
  for (size_t i = 0; i < registry_learner_count; i++) {
    if (strcmp(registry_learners[i]->about.family, c->class.learner.about.family) == 0) {
      custom_refuse(lua, c,
                    "family = \"%.60s\" is that of built-in learners, whose bounds look inside them; choose another",
                    c->class.learner.about.family);
    }
  }
  c->class.learner.instances = kinds_field(lua, c);
  c->class.learner.predicts = (prediction_kind)custom_word_field(lua, c, "predicts", predictions, 3, 0);
  c->class.learner.randomised = custom_flag_field(lua, "randomised");
  c->class.learner.conservative = custom_flag_field(lua, "conservative");
  c->class.learner.equivariant = motions_field(lua, c);
  check_named(lua, c, "constants", true);
  check_named(lua, c, "observe", false);
  add_quantities(lua, c);
  custom_learner_functions(c);
}

/* ---- problems and bounds */

static void declare_problem(lua_State *lua, custom *c, const learner_class *texts) {
  c->class.problem = (problem_class){.about = {.name = texts->about.name,
                                               .title = texts->about.title,
                                               .citation = texts->about.citation,
                                               .help = texts->about.help,
                                               .result_version = texts->about.result_version,
                                               .parameters = texts->about.parameters,
                                               .parameter_count = texts->about.parameter_count,
                                               .definition = c}};
  c->class.problem.about.family = custom_text_field(lua, "family", c->name);
  lua_getfield(lua, 1, "facts");
  if (!lua_istable(lua, -1) && !lua_isfunction(lua, -1))
    custom_refuse(lua, c, "facts must be a table or a function(p) that returns one, not %s", value_kind(lua, -1));
  lua_pop(lua, 1);
  check_named(lua, c, "constants", true);
  custom_problem_functions(c);
}

/* premises = { { name = "...", holds = function(state, totals) ... end }, ... } */
static void check_premises(lua_State *lua, const custom *c) {
  size_t count = 0;
  if (lua_getfield(lua, 1, "premises") != LUA_TNIL && !value_is_list(lua, -1, &count))
    custom_refuse(lua, c, "premises must be a list of { name = \"...\", holds = function(state, totals) ... end }");
  for (size_t i = 1; i <= count; i++) {
    size_t length = 0;
    lua_rawgeti(lua, -1, (lua_Integer)i);
    const bool table = lua_istable(lua, -1);
    const char *name = table && lua_getfield(lua, -1, "name") == LUA_TSTRING ? lua_tolstring(lua, -1, &length) : NULL;
    if (name == NULL || !is_table_text(name, length) || length == 0 || lua_getfield(lua, -2, "holds") != LUA_TFUNCTION)
      custom_refuse(
          lua, c,
          "premises[%zu] must be { name = \"one line of text, without #\", holds = function(state, totals) ... end }",
          i);
    lua_pop(lua, 3);
  }
  lua_pop(lua, 1);
}

/* invariants = { NAME = { direction =, measure =, judge = function(state, trial) return measured, value end }, ... } */
static void check_invariants(lua_State *lua, const custom *c) {
  if (lua_getfield(lua, 1, "invariants") == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  if (count > BOUND_ROWS - 1) custom_refuse(lua, c, "invariants: at most %d", BOUND_ROWS - 1);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i);
    const char *key = texts_push(lua, -1);
    bool fits = lua_type(lua, -2) == LUA_TSTRING && is_identifier(key) &&
                strlen(key) + strlen(c->name) + 2 < BOUND_NAME && lua_getfield(lua, table, key) == LUA_TTABLE &&
                lua_getfield(lua, -1, "judge") == LUA_TFUNCTION && lua_getfield(lua, -2, "measure") == LUA_TSTRING &&
                is_identifier(lua_tostring(lua, -1));
    if (fits && lua_getfield(lua, -3, "direction") != LUA_TNIL) {
      const char *direction = texts_push(lua, -1);
      fits = strcmp(direction, "upper") == 0 || strcmp(direction, "lower") == 0;
    }
    if (!fits) {
      custom_refuse(lua, c,
                    "invariants.%.60s must be { measure = \"a_word\", direction = \"upper\" or \"lower\", judge = "
                    "function(state, trial) return measured, value end } under a short name",
                    key);
    }
    lua_settop(lua, table + 1);
  }
  lua_settop(lua, table - 1);
}

static void declare_bound(lua_State *lua, custom *c, const learner_class *texts) {
  static const char *const statuses[] = {"proved", "claimed", "reported"}, *const directions[] = {"upper", "lower"};
  static const char *const levels[] = {"trial", "cell", "mean", "probability"};
  c->class.bound = (bound_class){.about = {.name = texts->about.name,
                                           .title = texts->about.title,
                                           .citation = texts->about.citation,
                                           .help = texts->about.help,
                                           .result_version = texts->about.result_version,
                                           .parameters = texts->about.parameters,
                                           .parameter_count = texts->about.parameter_count,
                                           .definition = c},
                                 .procedures = true};
  c->class.bound.status = (bound_status)custom_word_field(lua, c, "status", statuses, 3, BOUND_CLAIMED);
  c->class.bound.direction = (bound_direction)custom_word_field(lua, c, "direction", directions, 2, BOUND_UPPER);
  c->class.bound.level = (bound_level)custom_word_field(lua, c, "level", levels, 4, LEVEL_CELL);
  c->class.bound.measure = custom_text_field(lua, "measure", "");
  c->tolerance = custom_number_field(lua, c, "tolerance", 0.0, 1e300, 0.0);
  const bool probable = c->class.bound.level == LEVEL_PROBABILITY;
  c->confidence = custom_number_field(lua, c, "confidence", 0.0, 1.0, 0.0);
  if (probable != (c->confidence > 0.0 && c->confidence < 1.0))
    custom_refuse(lua, c, "confidence, above 0 and below 1, belongs to level = \"probability\", and only to it");
  c->needs_comparator = custom_flag_field(lua, "comparator");
  lua_getfield(lua, 1, "trivial");
  if (!lua_isnil(lua, -1) && !lua_isfunction(lua, -1) && lua_type(lua, -1) != LUA_TNUMBER)
    custom_refuse(lua, c, "trivial must be a number or a function(state, totals), not %s", value_kind(lua, -1));
  lua_pop(lua, 1);
  check_premises(lua, c);
  check_invariants(lua, c);
  custom_bound_functions(c);
}

/* ---- the value */

static bool is_built_in(member_kind kind, const char *name) {
  if (strcmp(name, "custom") == 0) return true;
  return kind == MEMBER_LEARNER   ? learner_find(name) != NULL
         : kind == MEMBER_PROBLEM ? problem_find(name) != NULL
                                  : bound_find(name) != NULL;
}

/* mine { ... }: the table is argument 2. */
static int construct(lua_State *lua) {
  const custom *c = lua_touserdata(lua, 1);
  lua_remove(lua, 1);
  return members_make(lua, c);
}

static int no_fields(lua_State *lua) {
  const custom *c = lua_touserdata(lua, 1);
  return luaL_error(lua, "%s is a custom %s; write %s { ... } with its parameters", c->name, member_kind_name(c->kind),
                    c->name);
}

int custom_declare(lua_State *lua) {
  const member_kind kind = (member_kind)lua_tointeger(lua, lua_upvalueindex(1));
  const int line = sandbox_line(lua);
  const char *word = member_kind_name(kind);
  if (lua_gettop(lua) != 1 || !lua_istable(lua, 1) || line == 0)
    sandbox_refuse(lua, line, "%s.custom: write %s.custom { name = \"...\", ... }", word, word);
  custom *c = lua_newuserdatauv(lua, sizeof *c, 0);
  memset(c, 0, sizeof *c);
  *c = (custom){.box = sandbox_of(lua), .kind = kind, .line = line, .name = lua_pushfstring(lua, "%s.custom", word)};
  for (int i = 0; i < CUSTOM_SLOTS; i++) c->slots[i] = LUA_NOREF;
  luaL_ref(lua, LUA_REGISTRYINDEX);
  luaL_setmetatable(lua, custom_type);
  lua_pushvalue(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX); /* as long as the state: learners and problems refer to it */
  if (lua_getfield(lua, 1, "name") == LUA_TSTRING && is_identifier(lua_tostring(lua, -1))) {
    c->name = custom_text_field(lua, "name", "");
    if (is_built_in(kind, c->name)) custom_refuse(lua, c, "there is a built-in %s of this name; choose another", word);
  }
  lua_pop(lua, 1);
  custom_check_fields(lua, c);
  c->seconds = custom_number_field(lua, c, "seconds", 0.01, most_seconds, default_seconds);
  lua_getfield(lua, 1, "parameters");
  custom_read_parameters(lua, -1, c);
  lua_pop(lua, 1);
  const learner_class texts = {.about = {.name = c->name,
                                         .title = custom_text_field(lua, "title", c->name),
                                         .citation = custom_text_field(lua, "citation", ""),
                                         .help = custom_text_field(lua, "help", ""),
                                         .result_version = 1,
                                         .parameters = c->parameters,
                                         .parameter_count = c->parameter_count,
                                         .definition = c}};
  (kind == MEMBER_LEARNER ? declare_learner : kind == MEMBER_PROBLEM ? declare_problem : declare_bound)(lua, c, &texts);
  lua_settop(lua, 2);
  return 1;
}

void custom_open(lua_State *lua) {
  luaL_newmetatable(lua, custom_type);
  lua_pushcfunction(lua, construct);
  lua_setfield(lua, -2, "__call");
  lua_pushcfunction(lua, no_fields);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, no_fields);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
  lua_newtable(lua);
  lua_setfield(lua, LUA_REGISTRYINDEX, quantities_key);
}

/* ---- the plan */

void custom_json(lua_State *lua, const custom *c, cJSON *member) {
  cJSON *custom = value_add(lua, member, "custom", cJSON_CreateObject());
  const bool learner = c->kind == MEMBER_LEARNER, bound = c->kind == MEMBER_BOUND;
  const char *const texts[][2] = {{"title", learner ? c->class.learner.about.title
                                            : bound ? c->class.bound.about.title
                                                    : c->class.problem.about.title},
                                  {"citation", learner ? c->class.learner.about.citation
                                               : bound ? c->class.bound.about.citation
                                                       : c->class.problem.about.citation},
                                  {"help", learner ? c->class.learner.about.help
                                           : bound ? c->class.bound.about.help
                                                   : c->class.problem.about.help},
                                  {"family", learner ? c->class.learner.about.family
                                             : bound ? NULL
                                                     : c->class.problem.about.family},
                                  {"measure", bound ? c->class.bound.measure : NULL}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (texts[i][1] != NULL) value_add(lua, custom, texts[i][0], cJSON_CreateString(texts[i][1]));
  }
  if (learner) {
    value_add(lua, custom, "instances", cJSON_CreateNumber(c->class.learner.instances));
    value_add(lua, custom, "predicts", cJSON_CreateNumber(c->class.learner.predicts));
    value_add(lua, custom, "randomised", cJSON_CreateBool(c->class.learner.randomised));
    value_add(lua, custom, "conservative", cJSON_CreateBool(c->class.learner.conservative));
    value_add(lua, custom, "equivariant", cJSON_CreateNumber(c->class.learner.equivariant));
  } else if (bound) {
    value_add(lua, custom, "status", cJSON_CreateNumber(c->class.bound.status));
    value_add(lua, custom, "direction", cJSON_CreateNumber(c->class.bound.direction));
    value_add(lua, custom, "level", cJSON_CreateNumber(c->class.bound.level));
  }
}
