#include "script/values/value_json.h"
#include "base/plain_text.h"
#include "script/sandbox/tables.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

enum { NESTING = 16 };

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
  size_t values; /* so far */
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
    const char *key = value_word(lua, -1, c->line, c->who, NULL);
    if (!is_plain_text(key, strlen(key))) sandbox_refuse(lua, c->line, "%s: a key is not plain text", c->who);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, index);
    convert(lua, -1, c, key, out);
    lua_pop(lua, 2);
  }
  lua_pop(lua, 1);
}

/* A new item for a value that is no table; NULL for other values or without memory. */
static cJSON *scalar(lua_State *lua, int index, const converter *c) {
  switch (lua_type(lua, index)) {
  case LUA_TNIL: return cJSON_CreateNull();
  case LUA_TBOOLEAN: return cJSON_CreateBool(lua_toboolean(lua, index));
  case LUA_TNUMBER: return cJSON_CreateNumber(lua_tonumber(lua, index));
  case LUA_TSTRING: {
    const char *text = value_word(lua, index, c->line, c->who, NULL);
    const size_t length = strlen(text);
    if (text_trouble(text, length) < length) sandbox_refuse(lua, c->line, "%s: a string is not UTF-8 text", c->who);
    return cJSON_CreateString(text);
  }
  default: break;
  }
  sandbox_refuse(lua, c->line, "%s: %s cannot be a value here", c->who, value_kind(lua, index));
}

/* Raises where there are more values than Lua's heap holds numbers: a table that contains another many times, and that again, or rows of nothing. */
static void count_values(lua_State *lua, converter *c, size_t more) {
  const size_t memory = sandbox_of(lua)->limits.memory;
  c->values += more;
  if (c->values > memory / sizeof(double))
    sandbox_refuse(lua, c->line, "%s: its values need more than %zu MiB of memory", c->who, memory >> 20);
}

/* A vec is a list of numbers, a mat a list of rows; false for other values. */
static bool convert_numbers(lua_State *lua, int index, converter *c, const char *name, cJSON *parent) {
  const vec *v = vec_test(lua, index);
  if (v != NULL) {
    count_values(lua, c, v->n);
    value_add(lua, parent, name, cJSON_CreateDoubleArray(v->data, (int)v->n));
    return true;
  }
  const mat *m = mat_test(lua, index);
  if (m == NULL) return false;
  count_values(lua, c, m->rows * (m->columns + 1));
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
  count_values(lua, c, 1);
  if (lua_isuserdata(lua, index) && convert_numbers(lua, index, c, name, parent)) return;
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
  converter c = {.line = line, .who = who};
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
