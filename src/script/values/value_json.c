#include "script/values/value_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/sandbox/sandbox.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

enum { NESTING = 16, IDENTIFIER = 63 };

/* Length of the UTF-8 sequence at text, 0 if it is none. Overlong forms, surrogates and what is beyond U+10FFFF are
 * none. */
static size_t sequence_length(const unsigned char *text, size_t left) {
  const unsigned char c = text[0];
  const size_t length = c < 0x80                ? 1
                        : c >= 0xc2 && c < 0xe0 ? 2
                        : c >= 0xe0 && c < 0xf0 ? 3
                        : c >= 0xf0 && c < 0xf5 ? 4
                                                : 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
  }
  if (c == 0xe0 && text[1] < 0xa0) return 0;
  if (c == 0xed && text[1] > 0x9f) return 0;
  if (c == 0xf0 && text[1] < 0x90) return 0;
  if (c == 0xf4 && text[1] > 0x8f) return 0;
  return length;
}

size_t text_trouble(const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const unsigned char c = (unsigned char)text[i];
    if ((c < 32 && strchr("\t\n\r\f\v", c) == NULL) || c == 0 || c == 127) return i;
    const size_t step = sequence_length((const unsigned char *)text + i, length - i);
    if (step == 0) return i;
    i += step;
  }
  return length;
}

/* A control character, U+0080 to U+009F among them, or one of Unicode's line ends, U+2028 and U+2029: many readers of tables end a line
 * there. The text ends with a 0 byte. */
static bool is_control(const unsigned char *c) {
  return c[0] < 32 || (c[0] == 0xc2 && c[1] < 0xa0) || (c[0] == 0xe2 && c[1] == 0x80 && (c[2] & 0xfe) == 0xa8);
}

bool is_plain_text(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (is_control((const unsigned char *)text + i)) return false;
  }
  return text_trouble(text, length) == length;
}

bool is_table_text(const char *text, size_t length) {
  return is_plain_text(text, length) && memchr(text, '#', length) == NULL && text[0] != '"' && strcmp(text, "-") != 0;
}

bool is_identifier(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const size_t length = strlen(text);
  return length > 0 && length <= IDENTIFIER && strspn(text, letters) == length && !(text[0] >= '0' && text[0] <= '9');
}

void join_names(const char *const *names, size_t count, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    const int length = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
    if (length < 0 || (size_t)length + 6 >= size - used) {
      snprintf(text + used, size - used, "%s", size - used > 6 ? ", ..." : "");
      return;
    }
    used += (size_t)length;
  }
}

const char *value_kind(lua_State *lua, int index) {
  switch (lua_type(lua, index)) {
  case LUA_TNIL:
  case LUA_TNONE: return "nothing";
  case LUA_TNUMBER: return "a number";
  case LUA_TSTRING: return "a text";
  case LUA_TTABLE: return "a table";
  case LUA_TBOOLEAN: return "true or false";
  case LUA_TFUNCTION: return "a function";
  default: break;
  }
  const char *name = luaL_getmetafield(lua, index, "__name") == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  const char *kind = strcmp(name, "problem") == 0   ? "a problem"
                     : strcmp(name, "learner") == 0 ? "a learner"
                     : strcmp(name, "bound") == 0   ? "a bound"
                     : strcmp(name, "vec") == 0     ? "a vec"
                     : strcmp(name, "sparse") == 0  ? "a sparse vector"
                     : strcmp(name, "mat") == 0     ? "a mat"
                     : strcmp(name, "custom") == 0  ? "a declaration, which is to be called: mine { ... }"
                                                    : "something else";
  if (name[0] != '\0') lua_pop(lua, 1);
  return kind;
}

bool value_is_list(lua_State *lua, int index, size_t *count) {
  *count = 0;
  if (!lua_istable(lua, index)) return false;
  index = lua_absindex(lua, index);
  const lua_Unsigned length = lua_rawlen(lua, index);
  lua_Unsigned keys = 0;
  for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1)) {
    keys++;
    if (lua_isinteger(lua, -2) && lua_tointeger(lua, -2) >= 1 && (lua_Unsigned)lua_tointeger(lua, -2) <= length)
      continue;
    lua_pop(lua, 2);
    return false;
  }
  *count = (size_t)length;
  return keys == length;
}

cJSON *value_add(lua_State *lua, cJSON *parent, const char *name, cJSON *item) {
  const bool added =
      item != NULL && (name != NULL ? cJSON_AddItemToObject(parent, name, item) : cJSON_AddItemToArray(parent, item));
  if (!added) {
    cJSON_Delete(item);
    sandbox_raise(lua, "no memory for the plan");
  }
  return item;
}

typedef struct converter {
  int line;
  const char *who;
  int depth;
} converter;

static void convert(lua_State *lua, int index, converter *c, const char *name, cJSON *parent);

static void convert_table(lua_State *lua, int index, converter *c, cJSON *out) {
  if (cJSON_IsArray(out)) {
    size_t count = (size_t)lua_rawlen(lua, index);
    for (size_t i = 1; i <= count; i++) {
      lua_rawgeti(lua, index, (lua_Integer)i);
      convert(lua, -1, c, NULL, out);
      lua_pop(lua, 1);
    }
    return;
  }
  const size_t count = tables_sorted_keys(lua, index);
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(lua, -1, (lua_Integer)i) != LUA_TSTRING) {
      sandbox_refuse(lua, c->line, "%s: a table is either a list or has names as keys", c->who);
    }
    const char *key = lua_tostring(lua, -1);
    if (!is_plain_text(key, lua_rawlen(lua, -1))) sandbox_refuse(lua, c->line, "%s: a key is not plain text", c->who);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, index);
    convert(lua, -1, c, key, out);
    lua_pop(lua, 2);
  }
  lua_pop(lua, 1);
}

/* A new item for a value that is no table; NULL for other values or without memory. */
static cJSON *scalar(lua_State *lua, int index, const converter *c) {
  size_t length;
  switch (lua_type(lua, index)) {
  case LUA_TNIL: return cJSON_CreateNull();
  case LUA_TBOOLEAN: return cJSON_CreateBool(lua_toboolean(lua, index));
  case LUA_TNUMBER: return cJSON_CreateNumber(lua_tonumber(lua, index));
  case LUA_TSTRING: {
    const char *text = lua_tolstring(lua, index, &length);
    if (text_trouble(text, length) < length) sandbox_refuse(lua, c->line, "%s: a text is not UTF-8 text", c->who);
    return cJSON_CreateString(text);
  }
  default: break;
  }
  sandbox_refuse(lua, c->line, "%s: %s cannot be a value here", c->who, value_kind(lua, index));
}

/* A vec is a list of numbers, a mat a list of rows; false for other values. */
static bool convert_numbers(lua_State *lua, int index, const char *name, cJSON *parent) {
  const vec *v = vec_test(lua, index);
  if (v != NULL) {
    value_add(lua, parent, name, cJSON_CreateDoubleArray(v->data, (int)v->n));
    return true;
  }
  const mat *m = mat_test(lua, index);
  if (m == NULL) return false;
  cJSON *rows = value_add(lua, parent, name, cJSON_CreateArray());
  for (size_t i = 0; i < m->rows; i++) {
    value_add(lua, rows, NULL, cJSON_CreateDoubleArray(m->data + i * m->columns, (int)m->columns));
  }
  return true;
}

/* Adds the value to `parent`. */
static void convert(lua_State *lua, int index, converter *c, const char *name, cJSON *parent) {
  luaL_checkstack(lua, 16, NULL);
  index = lua_absindex(lua, index);
  if (lua_isuserdata(lua, index) && convert_numbers(lua, index, name, parent)) return;
  if (!lua_istable(lua, index)) {
    value_add(lua, parent, name, scalar(lua, index, c));
    return;
  }
  size_t count;
  if (++c->depth > NESTING)
    sandbox_refuse(lua, c->line, "%s: tables are nested more than %d deep", c->who, (int)NESTING);
  const bool list = value_is_list(lua, index, &count) && count > 0;
  lua_pushnil(lua);
  const bool empty = lua_next(lua, index) == 0;
  if (!empty) lua_pop(lua, 2);
  cJSON *out =
      value_add(lua, parent, name, list || (empty && c->depth > 1) ? cJSON_CreateArray() : cJSON_CreateObject());
  convert_table(lua, index, c, out);
  c->depth--;
}

void value_json(lua_State *lua, int index, int line, const char *who, cJSON **out) {
  converter c = {line, who, 0};
  *out = cJSON_CreateArray();
  if (*out == NULL) sandbox_raise(lua, "no memory for the plan");
  convert(lua, index, &c, NULL, *out);
  cJSON *value = cJSON_DetachItemFromArray(*out, 0);
  cJSON_Delete(*out);
  *out = value;
}

void value_push_json(lua_State *lua, const cJSON *item) {
  luaL_checkstack(lua, 8, NULL);
  if (cJSON_IsBool(item)) {
    lua_pushboolean(lua, cJSON_IsTrue(item));
  } else if (cJSON_IsNumber(item)) {
    lua_pushnumber(lua, item->valuedouble);
  } else if (cJSON_IsString(item)) {
    lua_pushstring(lua, item->valuestring);
  } else if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
    lua_newtable(lua);
    lua_Integer place = 0;
    for (const cJSON *child = item->child; child != NULL; child = child->next) {
      value_push_json(lua, child);
      if (cJSON_IsArray(item)) {
        lua_rawseti(lua, -2, ++place);
      } else {
        lua_setfield(lua, -2, child->string);
      }
    }
  } else {
    lua_pushnil(lua);
  }
}
