/* The fields of a definition: which there are, of which type, and reading them. */
#include "script/custom/custom_fields.h"

#include <string.h>

#include "base/text.h"
#include "script/values/value_json.h"

typedef enum field_type {
  FIELD_TEXT,
  FIELD_WORD,
  FIELD_FUNCTION,
  FIELD_TABLE,
  FIELD_FLAG,
  FIELD_NUMBER,
  FIELD_ANY
} field_type;

enum { NO_SLOT = -1 };

typedef struct field {
  const char *name;
  field_type type;
  bool needed;
  int slot;
} field;

#define COMMON_FIELDS                                                                 \
  {"name", FIELD_WORD, true, NO_SLOT}, {"title", FIELD_TEXT, false, NO_SLOT},         \
      {"citation", FIELD_TEXT, false, NO_SLOT}, {"help", FIELD_TEXT, false, NO_SLOT}, \
      {"parameters", FIELD_TABLE, false, NO_SLOT}, {                                  \
    "seconds", FIELD_NUMBER, false, NO_SLOT                                           \
  }

static const field learner_fields[] = {COMMON_FIELDS,
                                       {"family", FIELD_WORD, false, NO_SLOT},
                                       {"instances", FIELD_ANY, true, NO_SLOT},
                                       {"predicts", FIELD_WORD, false, NO_SLOT},
                                       {"randomised", FIELD_FLAG, false, NO_SLOT},
                                       {"conservative", FIELD_FLAG, false, NO_SLOT},
                                       {"equivariant", FIELD_TABLE, false, NO_SLOT},
                                       {"create", FIELD_FUNCTION, true, SLOT_CREATE},
                                       {"predict", FIELD_FUNCTION, true, SLOT_PREDICT},
                                       {"update", FIELD_FUNCTION, true, SLOT_UPDATE},
                                       {"score", FIELD_FUNCTION, false, SLOT_SCORE},
                                       {"save", FIELD_FUNCTION, false, SLOT_SAVE},
                                       {"load", FIELD_FUNCTION, false, SLOT_LOAD},
                                       {"constants", FIELD_TABLE, false, SLOT_CONSTANTS},
                                       {"observe", FIELD_TABLE, false, SLOT_OBSERVE},
                                       {NULL, FIELD_ANY, false, NO_SLOT}};

static const field problem_fields[] = {COMMON_FIELDS,
                                       {"family", FIELD_WORD, false, NO_SLOT},
                                       {"facts", FIELD_ANY, true, SLOT_FACTS},
                                       {"create", FIELD_FUNCTION, true, SLOT_CREATE},
                                       {"next", FIELD_FUNCTION, true, SLOT_NEXT},
                                       {"reveal", FIELD_FUNCTION, false, SLOT_REVEAL},
                                       {"comparator", FIELD_FUNCTION, false, SLOT_COMPARATOR},
                                       {"constants", FIELD_TABLE, false, SLOT_CONSTANTS},
                                       {NULL, FIELD_ANY, false, NO_SLOT}};

static const field bound_fields[] = {COMMON_FIELDS,
                                     {"status", FIELD_WORD, false, NO_SLOT},
                                     {"direction", FIELD_WORD, false, NO_SLOT},
                                     {"level", FIELD_WORD, false, NO_SLOT},
                                     {"measure", FIELD_WORD, true, NO_SLOT},
                                     {"tolerance", FIELD_NUMBER, false, NO_SLOT},
                                     {"confidence", FIELD_NUMBER, false, NO_SLOT},
                                     {"comparator", FIELD_FLAG, false, NO_SLOT},
                                     {"applies", FIELD_FUNCTION, false, SLOT_APPLIES},
                                     {"create", FIELD_FUNCTION, false, SLOT_CREATE},
                                     {"watch", FIELD_FUNCTION, false, SLOT_WATCH},
                                     {"value", FIELD_FUNCTION, true, SLOT_VALUE},
                                     {"measured", FIELD_FUNCTION, false, SLOT_MEASURED},
                                     {"trivial", FIELD_ANY, false, SLOT_TRIVIAL},
                                     {"premises", FIELD_TABLE, false, SLOT_PREMISES},
                                     {"invariants", FIELD_TABLE, false, SLOT_INVARIANTS},
                                     {NULL, FIELD_ANY, false, NO_SLOT}};

static const field *const fields_of[MEMBER_KINDS] = {problem_fields, learner_fields, bound_fields};

static void refuse_field(lua_State *lua, const custom *c, const char *key) {
  const char *names[32];
  size_t count = 0;
  for (const field *f = fields_of[c->kind]; f->name != NULL; f++) names[count++] = f->name;
  char valid[512];
  join_names(names, count, valid, sizeof valid);
  const char *nearest = nearest_name(key, names, count);
  custom_refuse(lua, c, "%.80s: no such field%s%s (valid: %s)", key, nearest != NULL ? "; nearest: " : "",
                nearest != NULL ? nearest : "", valid);
}

/* The value on top of the stack, pops it. */
static void check_field(lua_State *lua, custom *c, const field *f) {
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
  bool fits = f->type == FIELD_ANY || type == types[f->type];
  if (fits && type == LUA_TSTRING && f->type != FIELD_ANY) {
    size_t length;
    const char *text = lua_tolstring(lua, -1, &length);
    fits =
        f->type == FIELD_WORD ? is_identifier(text) : is_plain_text(text, length) && memchr(text, '#', length) == NULL;
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

void custom_check_fields(lua_State *lua, custom *c) {
  const size_t count = tables_sorted_keys(lua, 1);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    const char *key = texts_push(lua, -1);
    const field *f = fields_of[c->kind];
    while (f->name != NULL && strcmp(f->name, key) != 0) f++;
    if (f->name == NULL) refuse_field(lua, c, key);
    lua_pop(lua, 2);
  }
  lua_pop(lua, 1);
  for (const field *f = fields_of[c->kind]; f->name != NULL; f++) {
    lua_getfield(lua, 1, f->name);
    check_field(lua, c, f);
  }
}

/* A text of the definition, kept alive by the registry. */
const char *custom_text_field(lua_State *lua, const char *name, const char *otherwise) {
  if (lua_getfield(lua, 1, name) == LUA_TNIL) {
    lua_pop(lua, 1);
    return otherwise;
  }
  const char *text = lua_tostring(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  return text;
}

/* The place of a word among `words`, or raises. */
int custom_word_field(lua_State *lua, const custom *c, const char *name, const char *const *words, size_t count,
                      int otherwise) {
  const char *given = custom_text_field(lua, name, words[otherwise]);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(words[i], given) == 0) return (int)i;
  }
  char valid[128];
  join_names(words, count, valid, sizeof valid);
  const char *nearest = nearest_name(given, words, count);
  custom_refuse(lua, c, "%s = \"%.40s\": expected one of: %s%s%s", name, given, valid,
                nearest != NULL ? "; nearest: " : "", nearest != NULL ? nearest : "");
}

double custom_number_field(lua_State *lua, const custom *c, const char *name, double low, double high,
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

bool custom_flag_field(lua_State *lua, const char *name) {
  lua_getfield(lua, 1, name);
  const bool value = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return value;
}
