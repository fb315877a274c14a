#include "base/plain_text.h"
#include "base/text.h"
#include "script/custom.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/value_types.h"

static const char *const type_names[] = {"number", "integer", "boolean", "choice", "text", "file", "numbers"};
enum { TYPES = sizeof type_names / sizeof *type_names };

/* The text on top of the stack, kept alive by the registry. */
static const char *keep(lua_State *lua) {
  const char *text = lua_tostring(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  return text;
}

/* Raises "PATH:LINE: NAME: parameters.PARAMETER: ...". */
#define REFUSE_PARAMETER(lua, c, p, format, ...) \
  custom_refuse((lua), (c), "parameters.%s" format, (p)->name, __VA_ARGS__)

/* Reads the default on top of the stack as text; the type follows from it unless it is given. */
static void read_default(lua_State *lua, const custom *c, parameter *p, bool typed) {
  char digits[NUMBER_TEXT];
  size_t count;
  const int type = lua_type(lua, -1);
  parameter_type natural = PARAMETER_NUMBER;
  if (type == LUA_TNUMBER) {
    lua_pushstring(lua, number_text(lua_tonumber(lua, -1), digits));
  } else if (type == LUA_TBOOLEAN) {
    natural = PARAMETER_BOOLEAN;
    lua_pushstring(lua, lua_toboolean(lua, -1) ? "true" : "false");
  } else if (type == LUA_TSTRING) {
    natural = PARAMETER_TEXT;
    (void)custom_word(lua, c, -1, "parameters");
    lua_pushvalue(lua, -1);
  } else if (value_is_list(lua, -1, &count) && count > 0) {
    natural = PARAMETER_NUMBERS;
    const int list = lua_gettop(lua);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (size_t i = 1; i <= count; i++) {
      lua_rawgeti(lua, list, (lua_Integer)i);
      const double value = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : NAN;
      lua_pop(lua, 1);
      if (i > 1) luaL_addchar(&buffer, ' ');
      luaL_addstring(&buffer, number_text(value, digits));
    }
    luaL_pushresult(&buffer);
  } else {
    REFUSE_PARAMETER(lua, c, p, ".default must be a number, true or false, a string or a list of numbers, not %s",
                     value_kind(lua, -1));
  }
  p->value = keep(lua);
  if (!typed) p->type = natural;
}

static double read_end(lua_State *lua, const custom *c, const parameter *p, int table, const char *name,
                       double otherwise) {
  lua_getfield(lua, table, name);
  const int type = lua_type(lua, -1);
  const double value = type == LUA_TNIL ? otherwise : lua_tonumber(lua, -1);
  if (type != LUA_TNIL && (type != LUA_TNUMBER || isnan(value)))
    REFUSE_PARAMETER(lua, c, p, ".%s must be a number, not %s", name, value_kind(lua, -1));
  lua_pop(lua, 1);
  return value;
}

static bool read_flag(lua_State *lua, const custom *c, const parameter *p, int table, const char *name) {
  lua_getfield(lua, table, name);
  if (!lua_isnil(lua, -1) && !lua_isboolean(lua, -1))
    REFUSE_PARAMETER(lua, c, p, ".%s must be true or false, not %s", name, value_kind(lua, -1));
  const bool value = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return value;
}

/* Reads the words of `choices`, separated by one space. */
static void read_choices(lua_State *lua, const custom *c, parameter *p, int table) {
  size_t count;
  lua_getfield(lua, table, "choices");
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    if (p->type == PARAMETER_CHOICE) REFUSE_PARAMETER(lua, c, p, ".choices is missing%s", "");
    return;
  }
  if (!value_is_list(lua, -1, &count) || count == 0)
    REFUSE_PARAMETER(lua, c, p, ".choices must be a list of words, not %s", value_kind(lua, -1));
  const int list = lua_gettop(lua);
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, list, (lua_Integer)i);
    if (lua_type(lua, -1) != LUA_TSTRING || !is_identifier(custom_word(lua, c, -1, "parameters")))
      REFUSE_PARAMETER(lua, c, p, ".choices[%zu] must be a word of letters, digits and _", i);
    const char *word = lua_tostring(lua, -1); /* the list keeps it alive */
    lua_pop(lua, 1);
    if (i > 1) luaL_addchar(&buffer, ' ');
    luaL_addstring(&buffer, word);
  }
  luaL_pushresult(&buffer);
  p->choices = keep(lua);
  p->type = PARAMETER_CHOICE;
  lua_pop(lua, 1);
}

/* Reads the type; false if it is not given. */
static bool read_type(lua_State *lua, const custom *c, parameter *p, int table) {
  lua_getfield(lua, table, "type");
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    return false;
  }
  const char *given = custom_push_word(lua, c, "parameters");
  size_t type = 0;
  while (type < TYPES && strcmp(type_names[type], given) != 0) type++;
  if (type == TYPES || type == PARAMETER_FILE) {
    REFUSE_PARAMETER(lua, c, p, ".type = \"%.40s\": expected number, integer, boolean, choice, text or numbers", given);
  }
  p->type = (parameter_type)type;
  lua_pop(lua, 2);
  return true;
}

static void read_meaning(lua_State *lua, const custom *c, parameter *p, int table) {
  lua_getfield(lua, table, "help");
  p->meaning = "";
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    return;
  }
  if (lua_type(lua, -1) != LUA_TSTRING)
    REFUSE_PARAMETER(lua, c, p, ".help must be a string, not %s", value_kind(lua, -1));
  const char *text = custom_word(lua, c, -1, "parameters");
  if (!is_plain_text(text, strlen(text))) REFUSE_PARAMETER(lua, c, p, ".help must be one line of UTF-8 text%s", "");
  p->meaning = keep(lua);
}

static void check_fields(lua_State *lua, const custom *c, const parameter *p, int table) {
  static const char *const fields[] = {"default", "type", "low", "high", "open_low", "open_high", "choices", "help"};
  const size_t known = sizeof fields / sizeof *fields;
  char reason[NO_SUCH_NAME];
  const char *key = value_unknown_key(lua, table, fields, known, c->line, p->name);
  if (key != NULL) REFUSE_PARAMETER(lua, c, p, ".%.40s: %s", key, no_such_name("field", key, fields, known, reason));
}

/* The declaration on top of the stack: a table, or the default alone. */
static void read_parameter(lua_State *lua, const custom *c, parameter *p) {
  p->meaning = "";
  size_t count;
  if (!lua_istable(lua, -1) || (value_is_list(lua, -1, &count) && count > 0)) {
    read_default(lua, c, p, false);
    return;
  }
  const int table = lua_gettop(lua);
  check_fields(lua, c, p, table);
  bool typed = read_type(lua, c, p, table);
  read_choices(lua, c, p, table);
  typed = typed || p->type == PARAMETER_CHOICE;
  lua_getfield(lua, table, "default");
  if (lua_isnil(lua, -1)) {
    if (!typed) REFUSE_PARAMETER(lua, c, p, " needs a type or a default%s", "");
  } else {
    read_default(lua, c, p, typed);
  }
  lua_pop(lua, 1);
  const double low = read_end(lua, c, p, table, "low", -INFINITY), high = read_end(lua, c, p, table, "high", INFINITY);
  if (!(low <= high) || (low == high && low != 0.0 && isinf(low)))
    REFUSE_PARAMETER(lua, c, p, ": low must be at most high%s", "");
  if (isfinite(low) || isfinite(high)) {
    p->low = low;
    p->high = high;
  }
  p->open_low = read_flag(lua, c, p, table, "open_low");
  p->open_high = read_flag(lua, c, p, table, "open_high");
  read_meaning(lua, c, p, table);
}

/* A default must be a value that the parameter may have. */
static void check_default(lua_State *lua, const custom *c, const parameter *p) {
  if (p->value == NULL) return;
  options *values = NULL;
  char who[160];
  snprintf(who, sizeof who, "%.80s: default", c->name);
  const status code = options_read(who, p, 1, NULL, &values);
  options_free(values);
  if (code != STATUS_OK) sandbox_raise_status(lua, c->line);
}

void custom_read_parameters(lua_State *lua, int index, custom *c) {
  if (lua_isnil(lua, index)) return;
  index = lua_absindex(lua, index);
  if (!lua_istable(lua, index))
    custom_refuse(lua, c, "parameters must be a table of names, not %s", value_kind(lua, index));
  const size_t count = tables_sorted_keys(lua, index);
  c->parameters = lua_newuserdatauv(lua, (count + 1) * sizeof *c->parameters, 0);
  memset(c->parameters, 0, (count + 1) * sizeof *c->parameters);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  const int keys = lua_gettop(lua);
  for (size_t i = 0; i < count; i++) {
    parameter *p = &c->parameters[i];
    lua_rawgeti(lua, keys, (lua_Integer)i + 1);
    if (lua_type(lua, -1) != LUA_TSTRING || !is_identifier(custom_word(lua, c, -1, "parameters")) ||
        strcmp(lua_tostring(lua, -1), "label") == 0) {
      custom_refuse(lua, c,
                    "parameters: \"%.80s\" cannot be a name; names have letters, digits and _, and are not label",
                    texts_push(lua, -1));
    }
    p->name = keep(lua);
    lua_getfield(lua, index, p->name);
    read_parameter(lua, c, p);
    check_default(lua, c, p);
    lua_settop(lua, keys);
  }
  c->parameter_count = count;
  lua_settop(lua, keys - 1);
}
