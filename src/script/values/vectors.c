#include "script/values/vectors.h"
#include "base/sorting.h"
#include "base/text.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"

static const char vec_type[] = "vec", sparse_type[] = "sparse", sparse_words[] = "sparse vector";
const char *const vec_methods = "vec methods", *const sparse_methods = "sparse methods";

/* ---- making */

static vec *push_vec(lua_State *lua, size_t own, size_t n, double *data, view_mark mark, bool read_only, int values) {
  if (n > VECTOR_LONGEST) luaL_error(lua, "a vec has at most %d numbers", (int)VECTOR_LONGEST);
  if (own > 0) sandbox_make_room(lua, own * sizeof(double));
  vec *v = lua_newuserdatauv(lua, sizeof *v + own * sizeof *v->own, values);
  *v = (vec){.n = n, .mark = mark, .read_only = read_only};
  v->data = own > 0 || data == NULL ? v->own : data;
  value_type_set(lua, VALUE_VEC, &v->head);
  return v;
}

vec *vec_push(lua_State *lua, size_t n) {
  vec *v = push_vec(lua, n, n, NULL, (view_mark){0, 0}, false, 0);
  if (n > 0) memset(v->data, 0, n * sizeof *v->data);
  return v;
}

vec *vec_push_copy(lua_State *lua, size_t n, const double *data) {
  vec *v = push_vec(lua, n, n, NULL, (view_mark){0, 0}, false, 0);
  if (n > 0) memcpy(v->data, data, n * sizeof *data);
  return v;
}

vec *vec_push_view(lua_State *lua, size_t n, const double *data) {
  return push_vec(lua, 0, n, vec_shown(data), views_mark(&sandbox_of(lua)->views), true, 0);
}

vec *vec_push_part(lua_State *lua, int owner, size_t n, double *data, view_mark mark, bool read_only) {
  owner = lua_absindex(lua, owner);
  vec *v = push_vec(lua, 0, n, data, mark, read_only, 1);
  lua_pushvalue(lua, owner);
  lua_setiuservalue(lua, -2, 1);
  return v;
}

sparse *sparse_push_view(lua_State *lua, size_t n, size_t count, const size_t *index, const double *value) {
  sparse *s = lua_newuserdatauv(lua, sizeof *s, 0);
  *s = (sparse){.n = n, .count = count, .index = index, .value = value, .mark = views_mark(&sandbox_of(lua)->views)};
  value_type_set(lua, VALUE_SPARSE, &s->head);
  return s;
}

/* Room for count entries inside the value. */
static sparse *push_sparse(lua_State *lua, size_t n, size_t count, size_t **index, double **value) {
  sparse *s = lua_newuserdatauv(lua, sizeof *s + count * (sizeof **value + sizeof **index), 0);
  *value = (double *)(s + 1);
  *index = (void *)(*value + count); /* of the same size and alignment */
  *s = (sparse){.n = n, .count = count, .index = *index, .value = *value};
  value_type_set(lua, VALUE_SPARSE, &s->head);
  return s;
}

sparse *sparse_push_copy(lua_State *lua, size_t n, size_t count, const size_t *index, const double *value) {
  size_t *own_index;
  double *own_value;
  sparse *s = push_sparse(lua, n, count, &own_index, &own_value);
  if (count == 0) return s;
  memcpy(own_index, index, count * sizeof *index);
  memcpy(own_value, value, count * sizeof *value);
  return s;
}

/* ---- checking */

vec *vec_test(lua_State *lua, int index) {
  vec *v = value_type_test(lua, index, VALUE_VEC);
  if (v != NULL) view_check(lua, v->mark, vec_type);
  return v;
}

sparse *sparse_test(lua_State *lua, int index) {
  sparse *s = value_type_test(lua, index, VALUE_SPARSE);
  if (s != NULL) view_check(lua, s->mark, sparse_words);
  return s;
}

static void refuse_kind(lua_State *lua, int index, const char *function, const char *expected) {
  luaL_error(lua, "%s: argument %d must be a %s, not %s", function, index, expected, value_kind(lua, index));
}

vec *vec_check(lua_State *lua, int index, const char *function) {
  vec *v = vec_test(lua, index);
  if (v == NULL) refuse_kind(lua, index, function, vec_type);
  return v;
}

static sparse *sparse_check(lua_State *lua, int index, const char *function) {
  sparse *s = sparse_test(lua, index);
  if (s == NULL) refuse_kind(lua, index, function, sparse_type);
  return s;
}

vec *vec_check_writable(lua_State *lua, int index, const char *function) {
  vec *v = vec_check(lua, index, function);
  if (v->read_only) luaL_error(lua, "%s: an instance cannot be changed; change x:copy()", function);
  return v;
}

size_t vector_check_count(lua_State *lua, int index, const char *function, const char *name, size_t high) {
  int whole = 0;
  const lua_Integer count = lua_type(lua, index) == LUA_TNUMBER ? lua_tointegerx(lua, index, &whole) : 0;
  if (!whole || count < 0 || (lua_Unsigned)count > high) {
    luaL_error(lua, "%s: %s must be a whole number from 0 to %I, not %s", function, name, (LUAI_UACINT)high,
               lua_type(lua, index) == LUA_TNUMBER ? texts_push(lua, index) : value_kind(lua, index));
  }
  return (size_t)count;
}

void vector_read_list(lua_State *lua, int index, const char *who, size_t n, double *data) {
  index = lua_absindex(lua, index);
  for (size_t i = 0; i < n; i++) {
    if (lua_rawgeti(lua, index, (lua_Integer)i + 1) != LUA_TNUMBER) {
      luaL_error(lua, "%s: entry %I must be a number, not %s", who, (LUAI_UACINT)i + 1, value_kind(lua, -1));
    }
    data[i] = lua_tonumber(lua, -1);
    lua_pop(lua, 1);
  }
}

/* The position of the key at index 2, from 0; n for n + 1, where ipairs ends. */
static size_t read_position(lua_State *lua, const char *name, size_t n, size_t high) {
  int whole = 0;
  const lua_Integer i = lua_tointegerx(lua, 2, &whole);
  if (!whole || i < 1 || (lua_Unsigned)i > high) {
    luaL_error(lua, "a %s of %I numbers has no position %s", name, (LUAI_UACINT)n, texts_push(lua, 2));
  }
  return (size_t)i - 1;
}

/* ---- vec */

static int vec_read(lua_State *lua) {
  const vec *v = lua_touserdata(lua, 1);
  if (lua_type(lua, 2) != LUA_TNUMBER) return value_type_method(lua, vec_type);
  view_check(lua, v->mark, vec_type);
  const size_t i = read_position(lua, vec_type, v->n, v->n + 1);
  if (i == v->n) {
    lua_pushnil(lua);
  } else {
    lua_pushnumber(lua, v->data[i]);
  }
  return 1;
}

static int vec_write(lua_State *lua) {
  vec *v = vec_check_writable(lua, 1, "v[i] = number");
  if (lua_type(lua, 2) != LUA_TNUMBER) return luaL_error(lua, "a vec has no \"%s\" to set", texts_push(lua, 2));
  const size_t i = read_position(lua, vec_type, v->n, v->n);
  if (lua_type(lua, 3) != LUA_TNUMBER) {
    return luaL_error(lua, "v[%I] must be a number, not %s", (LUAI_UACINT)i + 1, value_kind(lua, 3));
  }
  v->data[i] = lua_tonumber(lua, 3);
  return 0;
}

static int vec_length(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)((const vec *)lua_touserdata(lua, 1))->n);
  return 1;
}

static int vec_next(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "pairs");
  const size_t i = lua_isnil(lua, 2) ? 0 : (size_t)lua_tointeger(lua, 2);
  if (i >= v->n) {
    lua_pushnil(lua);
    return 1;
  }
  lua_pushinteger(lua, (lua_Integer)i + 1);
  lua_pushnumber(lua, v->data[i]);
  return 2;
}

static int vec_pairs(lua_State *lua) {
  lua_pushcfunction(lua, vec_next);
  lua_pushvalue(lua, 1);
  lua_pushnil(lua);
  return 3;
}

/* "{1, 0.5, ... (1000 numbers)}" */
static int vec_text(lua_State *lua) {
  enum { SHOWN = 8 };
  const vec *v = vec_check(lua, 1, "tostring");
  char digits[NUMBER_TEXT];
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  luaL_addchar(&buffer, '{');
  for (size_t i = 0; i < v->n && i < SHOWN; i++) {
    if (i > 0) luaL_addstring(&buffer, ", ");
    luaL_addstring(&buffer, number_text(v->data[i], digits));
  }
  if (v->n > SHOWN) {
    luaL_addstring(&buffer, ", ... (");
    luaL_addstring(&buffer, number_text((double)v->n, digits));
    luaL_addstring(&buffer, " numbers)");
  }
  luaL_addchar(&buffer, '}');
  luaL_pushresult(&buffer);
  return 1;
}

static int vec_copy(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "copy");
  vec_push_copy(lua, v->n, v->data);
  return 1;
}

static int vec_create(lua_State *lua) {
  size_t count;
  if (lua_istable(lua, 2)) {
    if (!value_is_list(lua, 2, &count))
      return luaL_error(lua, "vec: expected a list of numbers, such as vec{ 1, 0.5 }");
    vec *v = vec_push(lua, count);
    vector_read_list(lua, 2, vec_type, count, v->data);
    return 1;
  }
  const size_t n = vector_check_count(lua, 2, vec_type, "the length", VECTOR_LONGEST);
  double value = 0.0;
  if (!lua_isnoneornil(lua, 3)) {
    if (lua_type(lua, 3) != LUA_TNUMBER)
      return luaL_error(lua, "vec: the entries must be a number, not %s", value_kind(lua, 3));
    value = lua_tonumber(lua, 3);
  }
  vec *v = vec_push(lua, n);
  for (size_t i = 0; i < n; i++) v->data[i] = value;
  return 1;
}

/* ---- sparse */

static int sparse_read(lua_State *lua) {
  const sparse *s = lua_touserdata(lua, 1);
  view_check(lua, s->mark, sparse_words);
  if (lua_type(lua, 2) == LUA_TSTRING && strcmp(value_word(lua, 2, -1, sparse_type, NULL), "count") == 0) {
    lua_pushinteger(lua, (lua_Integer)s->count);
    return 1;
  }
  if (lua_type(lua, 2) != LUA_TNUMBER) return value_type_method(lua, sparse_type);
  const size_t i = read_position(lua, sparse_type, s->n, s->n + 1);
  if (i == s->n) {
    lua_pushnil(lua);
    return 1;
  }
  const size_t entry = count_below(s->count, s->index, i);
  lua_pushnumber(lua, entry < s->count && s->index[entry] == i ? s->value[entry] : 0.0);
  return 1;
}

static int sparse_write(lua_State *lua) {
  return luaL_error(lua, "a sparse vector cannot be changed; change s:dense()");
}

static int sparse_length(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)((const sparse *)lua_touserdata(lua, 1))->n);
  return 1;
}

/* The upvalue is the place of the entry that comes next: a loop costs O(count). */
static int sparse_next(lua_State *lua) {
  const sparse *s = sparse_check(lua, 1, "pairs");
  const size_t entry = (size_t)lua_tointeger(lua, lua_upvalueindex(1));
  if (entry >= s->count) {
    lua_pushnil(lua);
    return 1;
  }
  lua_pushinteger(lua, (lua_Integer)entry + 1);
  lua_replace(lua, lua_upvalueindex(1));
  lua_pushinteger(lua, (lua_Integer)s->index[entry] + 1);
  lua_pushnumber(lua, s->value[entry]);
  return 2;
}

static int sparse_pairs(lua_State *lua) {
  lua_pushinteger(lua, 0);
  lua_pushcclosure(lua, sparse_next, 1);
  lua_pushvalue(lua, 1);
  lua_pushnil(lua);
  return 3;
}

static int sparse_text(lua_State *lua) {
  const sparse *s = sparse_check(lua, 1, "tostring");
  lua_pushfstring(lua, "{%I of %I numbers}", (LUAI_UACINT)s->count, (LUAI_UACINT)s->n);
  return 1;
}

static int sparse_copy(lua_State *lua) {
  const sparse *s = sparse_check(lua, 1, "copy");
  sparse_push_copy(lua, s->n, s->count, s->index, s->value);
  return 1;
}

static int sparse_dense(lua_State *lua) {
  const sparse *s = sparse_check(lua, 1, "dense");
  vec *v = vec_push(lua, s->n);
  for (size_t i = 0; i < s->count; i++) v->data[s->index[i]] = s->value[i];
  return 1;
}

/* sparse(n, { [position] = number, ... }) */
static int sparse_create(lua_State *lua) {
  const size_t n = vector_check_count(lua, 2, sparse_type, "the length", VECTOR_LONGEST);
  if (!lua_istable(lua, 3)) {
    return luaL_error(lua, "sparse: write sparse(n, { [3] = 1, [17] = 0.5 }), not %s for the entries",
                      value_kind(lua, 3));
  }
  lua_settop(lua, 3);
  const size_t count = tables_sorted_keys(lua, 3);
  size_t *index;
  double *value;
  push_sparse(lua, n, count, &index, &value);
  for (size_t i = 0; i < count; i++) {
    int whole = 0;
    lua_rawgeti(lua, 4, (lua_Integer)i + 1);
    const lua_Integer place = lua_type(lua, -1) == LUA_TNUMBER ? lua_tointegerx(lua, -1, &whole) : 0;
    if (!whole || place < 1 || (lua_Unsigned)place > n) {
      return luaL_error(lua, "sparse: no position %s in a vector of %I numbers", texts_push(lua, -1), (LUAI_UACINT)n);
    }
    if (lua_rawget(lua, 3) != LUA_TNUMBER) {
      return luaL_error(lua, "sparse: entry %I must be a number, not %s", (LUAI_UACINT)place, value_kind(lua, -1));
    }
    index[i] = (size_t)place - 1;
    value[i] = lua_tonumber(lua, -1);
    lua_pop(lua, 1);
  }
  return 1;
}

void vectors_open(lua_State *lua) {
  static const luaL_Reg vec_own[] = {{"copy", vec_copy}, {NULL, NULL}};
  static const luaL_Reg vec_meta[] = {
      {"__len", vec_length}, {"__newindex", vec_write}, {"__pairs", vec_pairs}, {"__tostring", vec_text}, {NULL, NULL}};
  static const luaL_Reg sparse_own[] = {{"copy", sparse_copy}, {"dense", sparse_dense}, {NULL, NULL}};
  static const luaL_Reg sparse_meta[] = {{"__len", sparse_length},
                                         {"__newindex", sparse_write},
                                         {"__pairs", sparse_pairs},
                                         {"__tostring", sparse_text},
                                         {NULL, NULL}};
  value_type_open(lua, VALUE_VEC, vec_type, vec_methods, vec_own, vec_meta, vec_read, vec_create);
  value_type_open(lua, VALUE_SPARSE, sparse_type, sparse_methods, sparse_own, sparse_meta, sparse_read, sparse_create);
}
