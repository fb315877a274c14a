#include "script/custom/custom_declare.h"
#include "base/plain_text.h"
#include "base/text.h"
#include "script/custom.h"
#include "script/custom/ready_premises.h"
#include "script/sandbox/tables.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

static const char custom_type[] = "custom";
static const char quantities_key[] = "custom quantities";
static const double default_seconds = 60.0, most_seconds = 3600.0;

/* ---- the fields of a definition, the table at index 1: which there are, of which type, and reading them */

typedef enum definition_type { IS_TEXT, IS_WORD, IS_FUNCTION, IS_TABLE, IS_FLAG, IS_NUMBER, IS_ANY } definition_type;

enum { NO_SLOT = -1 };

typedef struct definition_field {
  const char *name;
  definition_type type;
  bool needed;
  int slot;
} definition_field;

#define COMMON_FIELDS                                                                                          \
  {"name", IS_WORD, true, NO_SLOT}, {"title", IS_TEXT, false, NO_SLOT}, {"citation", IS_TEXT, false, NO_SLOT}, \
      {"help", IS_TEXT, false, NO_SLOT}, {"parameters", IS_TABLE, false, NO_SLOT}, {                           \
    "seconds", IS_NUMBER, false, NO_SLOT                                                                       \
  }

static const definition_field learner_fields[] = {COMMON_FIELDS,
                                                  {"family", IS_WORD, false, NO_SLOT},
                                                  {"instances", IS_ANY, true, NO_SLOT},
                                                  {"predicts", IS_WORD, false, NO_SLOT},
                                                  {"randomised", IS_FLAG, false, NO_SLOT},
                                                  {"conservative", IS_FLAG, false, NO_SLOT},
                                                  {"equivariant", IS_TABLE, false, NO_SLOT},
                                                  {"create", IS_FUNCTION, true, SLOT_CREATE},
                                                  {"predict", IS_FUNCTION, true, SLOT_PREDICT},
                                                  {"update", IS_FUNCTION, true, SLOT_UPDATE},
                                                  {"score", IS_FUNCTION, false, SLOT_SCORE},
                                                  {"threshold", IS_ANY, false, SLOT_THRESHOLD},
                                                  {"save", IS_FUNCTION, false, SLOT_SAVE},
                                                  {"load", IS_FUNCTION, false, SLOT_LOAD},
                                                  {"constants", IS_TABLE, false, SLOT_CONSTANTS},
                                                  {"observe", IS_TABLE, false, SLOT_OBSERVE},
                                                  {NULL, IS_ANY, false, NO_SLOT}};

static const definition_field problem_fields[] = {COMMON_FIELDS,
                                                  {"family", IS_WORD, false, NO_SLOT},
                                                  {"facts", IS_ANY, true, SLOT_FACTS},
                                                  {"create", IS_FUNCTION, true, SLOT_CREATE},
                                                  {"next", IS_FUNCTION, true, SLOT_NEXT},
                                                  {"reveal", IS_FUNCTION, false, SLOT_REVEAL},
                                                  {"comparator", IS_FUNCTION, false, SLOT_COMPARATOR},
                                                  {"constants", IS_TABLE, false, SLOT_CONSTANTS},
                                                  {"asks_learner", IS_TABLE, false, NO_SLOT},
                                                  {NULL, IS_ANY, false, NO_SLOT}};

static const definition_field bound_fields[] = {COMMON_FIELDS,
                                                {"status", IS_WORD, false, NO_SLOT},
                                                {"direction", IS_WORD, false, NO_SLOT},
                                                {"level", IS_WORD, false, NO_SLOT},
                                                {"measure", IS_WORD, true, NO_SLOT},
                                                {"tolerance", IS_NUMBER, false, NO_SLOT},
                                                {"confidence", IS_NUMBER, false, NO_SLOT},
                                                {"comparator", IS_FLAG, false, NO_SLOT},
                                                {"learner_family", IS_WORD, false, NO_SLOT},
                                                {"problem_family", IS_WORD, false, NO_SLOT},
                                                {"asks_learner", IS_TABLE, false, NO_SLOT},
                                                {"asks_problem", IS_TABLE, false, NO_SLOT},
                                                {"noise", IS_FLAG, false, NO_SLOT},
                                                {"applies", IS_FUNCTION, false, SLOT_APPLIES},
                                                {"create", IS_FUNCTION, false, SLOT_CREATE},
                                                {"watch", IS_FUNCTION, false, SLOT_WATCH},
                                                {"value", IS_FUNCTION, true, SLOT_VALUE},
                                                {"measured", IS_FUNCTION, false, SLOT_MEASURED},
                                                {"trivial", IS_ANY, false, SLOT_TRIVIAL},
                                                {"spread", IS_ANY, false, SLOT_SPREAD},
                                                {"range", IS_FUNCTION, false, SLOT_RANGE},
                                                {"premises", IS_TABLE, false, SLOT_PREMISES},
                                                {"invariants", IS_TABLE, false, SLOT_INVARIANTS},
                                                {NULL, IS_ANY, false, NO_SLOT}};

static const definition_field *const fields_of[MEMBER_KINDS] = {problem_fields, learner_fields, bound_fields};

/* Replaces the definition by a copy, with the fields that its metamethods give: the scenario can change neither between two looks. */
static void keep_definition(lua_State *lua, member_kind kind) {
  lua_newtable(lua);
  for (lua_pushnil(lua); lua_next(lua, 1) != 0;) {
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_rawset(lua, 2);
  }
  for (const definition_field *f = fields_of[kind]; f->name != NULL; f++) {
    lua_getfield(lua, 1, f->name);
    lua_setfield(lua, 2, f->name);
  }
  lua_replace(lua, 1);
}

/* Checks the value on top of the stack and pops it; functions and tables go to the slots of `c`. */
static void check_field(lua_State *lua, custom *c, const definition_field *f) {
  static const char *const expected[] = {
      "one line of text", "a word of letters, digits and _", "a function", "a table", "true or false", "a number", ""};
  static const int types[] = {LUA_TSTRING,  LUA_TSTRING, LUA_TFUNCTION, LUA_TTABLE,
                              LUA_TBOOLEAN, LUA_TNUMBER, LUA_TNONE};
  const int type = lua_type(lua, -1);
  if (type == LUA_TNIL) {
    if (f->needed) custom_refuse(lua, c, "%s is missing", f->name);
    lua_pop(lua, 1);
    return;
  }
  bool fits = f->type == IS_ANY || type == types[f->type];
  if (fits && type == LUA_TSTRING && f->type != IS_ANY) {
    const char *text = custom_word(lua, c, -1, f->name);
    fits = f->type == IS_WORD ? is_identifier(text) : is_plain_text(text, strlen(text)) && strchr(text, '#') == NULL;
  }
  if (!fits && type == LUA_TSTRING)
    custom_refuse(lua, c, "%s = \"%.60s\" must be %s", f->name, lua_tostring(lua, -1), expected[f->type]);
  if (!fits) custom_refuse(lua, c, "%s must be %s, not %s", f->name, expected[f->type], value_kind(lua, -1));
  if (f->slot == NO_SLOT) {
    lua_pop(lua, 1);
    return;
  }
  c->activity[f->slot] = lua_pushfstring(lua, "%s of %s", f->name, c->name);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  c->slots[f->slot] = luaL_ref(lua, LUA_REGISTRYINDEX);
}

/* Refuses unknown names and wrong types, and fills the slots of `c`. */
static void check_fields(lua_State *lua, custom *c) {
  if (lua_getfield(lua, 1, "randomized") != LUA_TNIL && c->kind == MEMBER_LEARNER) {
    lua_setfield(lua, 1, "randomised"); /* the other spelling */
    lua_pushnil(lua);
    lua_setfield(lua, 1, "randomized");
  }
  const char *names[32];
  size_t count = 0;
  char reason[NO_SUCH_NAME];
  for (const definition_field *f = fields_of[c->kind]; f->name != NULL; f++) names[count++] = f->name;
  const char *key = value_unknown_key(lua, 1, names, count, c->line, c->name);
  if (key != NULL) custom_refuse(lua, c, "%.80s: %s", key, no_such_name("field", key, names, count, reason));
  for (const definition_field *f = fields_of[c->kind]; f->name != NULL; f++) {
    lua_getfield(lua, 1, f->name);
    check_field(lua, c, f);
  }
}

/* A text of the definition, kept alive by the registry; `otherwise` if it is absent. */
static const char *text_field(lua_State *lua, const char *name, const char *otherwise) {
  if (lua_getfield(lua, 1, name) == LUA_TNIL) {
    lua_pop(lua, 1);
    return otherwise;
  }
  const char *text = lua_tostring(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  return text;
}

/* The place of a word among `words`, `otherwise` if it is absent. */
static int word_field(lua_State *lua, const custom *c, const char *name, const char *const *words, size_t count,
                      int otherwise) {
  const char *given = text_field(lua, name, words[otherwise]);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(words[i], given) == 0) return (int)i;
  }
  char valid[128];
  join_names(words, count, valid, sizeof valid);
  char nearest[NEAREST_TEXT];
  custom_refuse(lua, c, "%s = \"%.40s\": expected one of: %s%s", name, given, valid,
                nearest_names(given, words, count, false, nearest));
}

static double number_field(lua_State *lua, const custom *c, const char *name, double low, double high,
                           double otherwise) {
  double value = otherwise;
  if (lua_getfield(lua, 1, name) != LUA_TNIL) value = lua_tonumber(lua, -1);
  lua_pop(lua, 1);
  char given[NUMBER_TEXT], from[NUMBER_TEXT], to[NUMBER_TEXT];
  if (!(value >= low && value <= high)) {
    custom_refuse(lua, c, "%s = %s must be from %s to %s", name, number_text(value, given), number_text(low, from),
                  number_text(high, to));
  }
  return value;
}

static bool flag_field(lua_State *lua, const char *name) {
  lua_getfield(lua, 1, name);
  const bool value = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return value;
}

/* ---- learners */

static unsigned kind_bit(lua_State *lua, const custom *c, int index) {
  instance_kind kind;
  lua_pushvalue(lua, index);
  const char *name = custom_push_word(lua, c, "instances");
  if (lua_type(lua, index) != LUA_TSTRING || !instance_kind_by_name(name, &kind)) {
    const char *names[INSTANCE_KINDS];
    char reason[NO_SUCH_NAME];
    for (int i = 0; i < INSTANCE_KINDS; i++) names[i] = instance_kind_name((instance_kind)i);
    custom_refuse(lua, c, "instances: \"%.40s\": %s", name, no_such_name("kind", name, names, INSTANCE_KINDS, reason));
  }
  lua_pop(lua, 2);
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

/* The transformations of instances that change no prediction (learner.h). */
static unsigned equivariance_field(lua_State *lua, const custom *c) {
  static const char *const words[] = {"permutation", "rotation", "vector_rotation"};
  unsigned kinds = 0;
  size_t count = 0;
  if (lua_getfield(lua, 1, "equivariant") != LUA_TNIL && !value_is_list(lua, -1, &count)) {
    custom_refuse(lua, c, "equivariant must be a list, such as { \"permutation\" }");
  }
  for (size_t i = 1; i <= count; i++) {
    const char *word =
        lua_rawgeti(lua, -1, (lua_Integer)i) == LUA_TSTRING ? custom_word(lua, c, -1, "equivariant") : "";
    size_t place = 0;
    while (place < 3 && strcmp(words[place], word) != 0) place++;
    if (place == 3) {
      custom_refuse(lua, c, "equivariant[%zu] must be \"permutation\", \"rotation\" or \"vector_rotation\"", i);
    }
    kinds |= 1u << place;
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return kinds;
}

/* Checks that every entry of the table `name` is a function, or a number if `numbers`, under a name. */
static void check_named(lua_State *lua, const custom *c, const char *name, bool numbers) {
  if (lua_getfield(lua, 1, name) == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i);
    const char *key = custom_push_word(lua, c, name);
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

/* Checks the field `name`, a list of names of constants, and pushes it; the number of names. */
static size_t push_asks(lua_State *lua, const custom *c, const char *name) {
  size_t count = 0;
  if (lua_getfield(lua, 1, name) != LUA_TNIL && !value_is_list(lua, -1, &count))
    custom_refuse(lua, c, "%s must be a list of names, such as { \"eta\" }", name);
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(lua, -1, (lua_Integer)i) != LUA_TSTRING || !is_identifier(custom_word(lua, c, -1, name)))
      custom_refuse(lua, c, "%s[%zu] must be a name of letters, digits and _", name, i);
    lua_pop(lua, 1);
  }
  return count;
}

/* What it asks of learner and problem by name. */
static void read_asks(lua_State *lua, custom *c) {
  const size_t of_learner = push_asks(lua, c, "asks_learner"), of_problem = push_asks(lua, c, "asks_problem");
  c->ask_count = of_learner + of_problem;
  c->asks = lua_newuserdatauv(lua, (c->ask_count + 1) * sizeof *c->asks, 0);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  for (size_t i = 0; i < c->ask_count; i++) {
    const bool of_a_problem = i >= of_learner;
    lua_rawgeti(lua, of_a_problem ? -1 : -2, (lua_Integer)(of_a_problem ? i - of_learner : i) + 1);
    c->asks[i] = (ask){.name = lua_tostring(lua, -1), .of_problem = of_a_problem};
    luaL_ref(lua, LUA_REGISTRYINDEX); /* kept alive by the registry */
  }
  lua_pop(lua, 2);
}

/* The names that `observe` of the scenario may ask for. */
static void add_quantities(lua_State *lua) {
  if (lua_getfield(lua, 1, "observe") == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, quantities_key);
  for (lua_pushnil(lua); lua_next(lua, -3) != 0; lua_pop(lua, 1)) {
    const char *name = lua_tostring(lua, -2);
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

static void check_threshold(lua_State *lua, const custom *c) {
  const int top = lua_gettop(lua), type = lua_getfield(lua, 1, "threshold");
  if (type != LUA_TNIL && type != LUA_TFUNCTION && type != LUA_TNUMBER)
    custom_refuse(lua, c, "threshold must be a number or a function(state), not %s", value_kind(lua, -1));
  if (lua_getfield(lua, 1, "constants") == LUA_TTABLE && lua_getfield(lua, -1, "threshold") != LUA_TNIL)
    custom_refuse(lua, c, "constants.threshold: what scores are compared with is a field of its own, threshold");
  lua_settop(lua, top);
}

static void declare_learner(lua_State *lua, custom *c, const descriptor *about) {
  static const char *const predictions[] = {"sign", "real", "either"};
  const bool randomised = flag_field(lua, "randomised");
  if (custom_has(c, SLOT_SAVE) != custom_has(c, SLOT_LOAD)) custom_refuse(lua, c, "save and load come together");
  if (randomised && custom_has(c, SLOT_SAVE))
    custom_refuse(lua, c,
                  "save: the random stream of a randomised learner is not saved, so it could not continue as before");
  c->class.learner = (learner_class){.about = *about};
  c->class.learner.about.family = text_field(lua, "family", c->name);
  for (size_t i = 0; i < registry_learner_count; i++) {
    if (strcmp(registry_learners[i]->about.family, c->class.learner.about.family) == 0) {
      custom_refuse(lua, c,
                    "family = \"%.60s\" belongs to built-in learners, whose bounds look inside them; choose another",
                    c->class.learner.about.family);
    }
  }
  c->class.learner.instances = kinds_field(lua, c);
  c->class.learner.predicts = (prediction_kind)word_field(lua, c, "predicts", predictions, 3, 0);
  c->class.learner.randomised = randomised;
  c->class.learner.conservative = flag_field(lua, "conservative");
  c->class.learner.equivariant = equivariance_field(lua, c);
  check_named(lua, c, "constants", true);
  check_named(lua, c, "observe", false);
  add_quantities(lua);
  check_threshold(lua, c);
  custom_learner_functions(c);
}

/* ---- problems and bounds */

static void declare_problem(lua_State *lua, custom *c, const descriptor *about) {
  c->class.problem = (problem_class){.about = *about};
  c->class.problem.about.family = text_field(lua, "family", c->name);
  lua_getfield(lua, 1, "facts");
  if (!lua_istable(lua, -1) && !lua_isfunction(lua, -1))
    custom_refuse(lua, c, "facts must be a table or a function(p) that returns one, not %s", value_kind(lua, -1));
  lua_pop(lua, 1);
  check_named(lua, c, "constants", true);
  read_asks(lua, c);
  custom_problem_functions(c);
}

/* The table on top of the stack takes the place of the scenario's, which the scenario can change. */
static void keep_table(lua_State *lua, const custom *c, custom_slot slot) {
  lua_rawseti(lua, LUA_REGISTRYINDEX, c->slots[slot]);
}

/* Copies the field at stack index `from` into the table on top of the stack. */
static void copy_field(lua_State *lua, int from, const char *name) {
  lua_pushvalue(lua, from);
  lua_setfield(lua, -2, name);
}

/* premises = { premise.noise_free, { name = "...", holds = function(state, totals) ... end }, ... }: their names become one text. */
static void check_premises(lua_State *lua, custom *c) {
  static const char form[] = "premise.NAME or { name = \"...\", holds = function(state, totals) ... end }";
  size_t count = 0;
  if (lua_getfield(lua, 1, "premises") != LUA_TNIL && !value_is_list(lua, -1, &count))
    custom_refuse(lua, c, "premises must be a list of %s", form);
  const int list = lua_gettop(lua), names = list + 1, kept = list + 2;
  lua_pushliteral(lua, "");
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 1; i <= count; i++) {
    ready_premise which;
    lua_rawgeti(lua, list, (lua_Integer)i);
    const int item = lua_gettop(lua);
    const bool table = lua_istable(lua, item);
    const char *name =
        table && lua_getfield(lua, item, "name") == LUA_TSTRING ? custom_word(lua, c, -1, "premises") : NULL;
    const bool ready = name != NULL && ready_premise_at(lua, item, &which);
    if (name == NULL || !is_table_text(name, strlen(name)) || name[0] == 0 ||
        (!ready && lua_getfield(lua, item, "holds") != LUA_TFUNCTION))
      custom_refuse(lua, c, "premises[%zu] must be %s, with a name of one line of text, without #", i, form);
    lua_pushfstring(lua, "%s%s%s", lua_tostring(lua, names), i == 1 ? "" : "; ", name);
    lua_replace(lua, names);
    lua_createtable(lua, 0, 2);
    copy_field(lua, item + 1, "name");
    if (ready) {
      custom_set_count(lua, "ready", which);
    } else {
      copy_field(lua, item + 2, "holds");
    }
    lua_rawseti(lua, kept, (lua_Integer)i);
    lua_settop(lua, kept);
  }
  if (count > 0) keep_table(lua, c, SLOT_PREMISES);
  lua_settop(lua, names);
  if (count > 0) c->class.bound.premises = lua_tostring(lua, names);
  luaL_ref(lua, LUA_REGISTRYINDEX); /* keeps the text */
  lua_pop(lua, 1);
}

/* invariants = { NAME = { direction =, measure =, judge = function(state, trial) return measured, value end }, ... } */
static void check_invariants(lua_State *lua, const custom *c) {
  if (lua_getfield(lua, 1, "invariants") == LUA_TNIL) {
    lua_pop(lua, 1);
    return;
  }
  const int table = lua_gettop(lua), list = table + 1, kept = table + 2, name = table + 3;
  const size_t count = tables_sorted_keys(lua, table);
  if (count > BOUND_ROWS - 1) custom_refuse(lua, c, "invariants: at most %d", BOUND_ROWS - 1);
  lua_createtable(lua, 0, (int)count);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, list, (lua_Integer)i);
    const char *key = custom_push_word(lua, c, "invariants");
    bool fits = lua_type(lua, name) == LUA_TSTRING && is_identifier(key) &&
                strlen(key) + strlen(c->name) + 2 < BOUND_NAME && lua_getfield(lua, table, key) == LUA_TTABLE;
    const int fields = name + 3;
    fits = fits && lua_getfield(lua, name + 2, "judge") == LUA_TFUNCTION &&
           lua_getfield(lua, name + 2, "measure") == LUA_TSTRING &&
           is_identifier(custom_word(lua, c, -1, "invariants"));
    if (fits && lua_getfield(lua, name + 2, "direction") != LUA_TNIL) {
      const char *direction = lua_type(lua, -1) == LUA_TSTRING ? custom_word(lua, c, -1, "invariants") : "";
      fits = strcmp(direction, "upper") == 0 || strcmp(direction, "lower") == 0;
    }
    if (!fits) {
      custom_refuse(lua, c,
                    "invariants.%.60s must be { measure = \"a_word\", direction = \"upper\" or \"lower\", judge = "
                    "function(state, trial) return measured, value end } under a short name",
                    key);
    }
    lua_createtable(lua, 0, 3);
    copy_field(lua, fields, "judge");
    copy_field(lua, fields + 1, "measure");
    copy_field(lua, fields + 2, "direction");
    lua_setfield(lua, kept, key);
    lua_settop(lua, kept);
  }
  keep_table(lua, c, SLOT_INVARIANTS);
  lua_settop(lua, table - 1);
}

static void check_number_or_function(lua_State *lua, const custom *c, const char *name) {
  lua_getfield(lua, 1, name);
  if (!lua_isnil(lua, -1) && !lua_isfunction(lua, -1) && lua_type(lua, -1) != LUA_TNUMBER)
    custom_refuse(lua, c, "%s must be a number or a function(state, totals), not %s", name, value_kind(lua, -1));
  lua_pop(lua, 1);
}

static void declare_bound(lua_State *lua, custom *c, const descriptor *about) {
  static const char *const statuses[] = {"proved", "claimed", "reported"}, *const directions[] = {"upper", "lower"};
  static const char *const levels[] = {"trial", "cell", "mean", "probability"};
  c->class.bound = (bound_class){.about = *about, .procedures = true};
  c->class.bound.status = (bound_status)word_field(lua, c, "status", statuses, 3, BOUND_CLAIMED);
  c->class.bound.direction = (bound_direction)word_field(lua, c, "direction", directions, 2, BOUND_UPPER);
  c->class.bound.level = (bound_level)word_field(lua, c, "level", levels, 4, LEVEL_CELL);
  c->class.bound.measure = text_field(lua, "measure", "");
  c->tolerance = number_field(lua, c, "tolerance", 0.0, 1e300, 0.0);
  const bool probable = c->class.bound.level == LEVEL_PROBABILITY;
  c->confidence = number_field(lua, c, "confidence", 0.0, 1.0, 0.0);
  if (probable != (c->confidence > 0.0 && c->confidence < 1.0))
    custom_refuse(lua, c, "confidence, above 0 and below 1, belongs to level = \"probability\", and only to it");
  c->needs_comparator = flag_field(lua, "comparator");
  c->class.bound.trusts_facts = !flag_field(lua, "noise");
  check_number_or_function(lua, c, "trivial");
  check_number_or_function(lua, c, "spread");
  if (lua_getfield(lua, 1, "spread") == LUA_TNUMBER) (void)number_field(lua, c, "spread", 0.0, 1e300, 0.0);
  lua_pop(lua, 1);
  if (c->class.bound.level != LEVEL_MEAN && (custom_has(c, SLOT_SPREAD) || custom_has(c, SLOT_RANGE)))
    custom_refuse(lua, c, "spread and range belong to level = \"mean\", and only to it");
  c->class.bound.learner_family = text_field(lua, "learner_family", NULL);
  c->class.bound.problem_family = text_field(lua, "problem_family", NULL);
  check_premises(lua, c);
  check_invariants(lua, c);
  read_asks(lua, c);
  custom_bound_functions(c);
}

/* ---- a definition as a Lua value */

static member_class custom_class(const custom *c) {
  if (c->kind == MEMBER_LEARNER) return (member_class){.learner = &c->class.learner};
  if (c->kind == MEMBER_PROBLEM) return (member_class){.problem = &c->class.problem};
  return (member_class){.bound = &c->class.bound};
}

/* mine { ... }: the table is argument 2. */
static int construct(lua_State *lua) {
  const custom *c = lua_touserdata(lua, 1);
  lua_remove(lua, 1);
  return member_make(lua, c->kind, custom_class(c));
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
  keep_definition(lua, kind);
  custom *c = lua_newuserdatauv(lua, sizeof *c + CUSTOM_MESSAGE, 0);
  memset(c, 0, sizeof *c + CUSTOM_MESSAGE);
  *c = (custom){.box = sandbox_of(lua),
                .kind = kind,
                .line = line,
                .name = lua_pushfstring(lua, "%s.custom", word),
                .failure = (char *)(c + 1)};
  for (int i = 0; i < CUSTOM_SLOTS; i++) c->slots[i] = LUA_NOREF;
  luaL_ref(lua, LUA_REGISTRYINDEX);
  luaL_setmetatable(lua, custom_type);
  lua_pushvalue(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX); /* lives as long as the state: learners and problems refer to it */
  if (lua_getfield(lua, 1, "name") == LUA_TSTRING && is_identifier(custom_word(lua, c, -1, "name"))) {
    c->name = text_field(lua, "name", "");
    if (strcmp(c->name, "custom") == 0 || member_built_in(kind, c->name) != NULL)
      custom_refuse(lua, c, "there is a built-in %s of this name; choose another", word);
  }
  lua_pop(lua, 1);
  check_fields(lua, c);
  c->seconds = number_field(lua, c, "seconds", 0.01, most_seconds, default_seconds);
  lua_getfield(lua, 1, "parameters");
  custom_read_parameters(lua, -1, c);
  lua_pop(lua, 1);
  const descriptor about = {.name = c->name,
                            .title = text_field(lua, "title", c->name),
                            .citation = text_field(lua, "citation", ""),
                            .help = text_field(lua, "help", ""),
                            .result_version = 1,
                            .parameters = c->parameters,
                            .parameter_count = c->parameter_count,
                            .definition = c};
  (kind == MEMBER_LEARNER ? declare_learner : kind == MEMBER_PROBLEM ? declare_problem : declare_bound)(lua, c, &about);
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

void custom_json(lua_State *lua, const custom *c, cJSON *object) {
  cJSON *described = value_add(lua, object, "custom", cJSON_CreateObject());
  const bool learns = c->kind == MEMBER_LEARNER, judges = c->kind == MEMBER_BOUND;
  const descriptor *about = custom_class(c).about;
  const char *const texts[][2] = {{"title", about->title},
                                  {"citation", about->citation},
                                  {"help", about->help},
                                  {"family", about->family},
                                  {"measure", judges ? c->class.bound.measure : NULL},
                                  {"premises", judges ? c->class.bound.premises : NULL}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (texts[i][1] != NULL) value_add(lua, described, texts[i][0], cJSON_CreateString(texts[i][1]));
  }
  if (learns) {
    value_add(lua, described, "instances", cJSON_CreateNumber(c->class.learner.instances));
    value_add(lua, described, "predicts", cJSON_CreateNumber(c->class.learner.predicts));
    value_add(lua, described, "randomised", cJSON_CreateBool(c->class.learner.randomised));
    value_add(lua, described, "conservative", cJSON_CreateBool(c->class.learner.conservative));
    value_add(lua, described, "equivariant", cJSON_CreateNumber(c->class.learner.equivariant));
  } else if (judges) {
    value_add(lua, described, "status", cJSON_CreateNumber(c->class.bound.status));
    value_add(lua, described, "direction", cJSON_CreateNumber(c->class.bound.direction));
    value_add(lua, described, "level", cJSON_CreateNumber(c->class.bound.level));
    if (!c->class.bound.trusts_facts) value_add(lua, described, "noise", cJSON_CreateTrue());
  }
}
