#include "script/values/matrix_values.h"
#include "script/sandbox/texts.h"
#include "script/values/vectors.h"

static const char mat_type[] = "mat";
const char *const mat_methods = "mat methods";

static mat *push_mat(lua_State *lua, size_t rows, size_t columns, double *data, view_mark mark, bool read_only) {
  if (columns > 0 && rows > VECTOR_LONGEST / columns) {
    luaL_error(lua, "a mat has at most %d numbers", (int)VECTOR_LONGEST);
  }
  if (data == NULL) sandbox_make_room(lua, rows * columns * sizeof(double));
  mat *m = lua_newuserdatauv(lua, sizeof *m + (data == NULL ? rows * columns * sizeof *m->own : 0), 0);
  *m = (mat){.rows = rows, .columns = columns, .mark = mark, .read_only = read_only};
  m->data = data == NULL ? m->own : data;
  value_type_set(lua, VALUE_MAT, &m->head);
  return m;
}

mat *mat_push(lua_State *lua, size_t rows, size_t columns) {
  mat *m = push_mat(lua, rows, columns, NULL, (view_mark){0, 0}, false);
  if (rows * columns > 0) memset(m->data, 0, rows * columns * sizeof *m->data);
  return m;
}

mat *mat_push_copy(lua_State *lua, size_t rows, size_t columns, const double *data) {
  mat *m = push_mat(lua, rows, columns, NULL, (view_mark){0, 0}, false);
  if (rows * columns > 0) memcpy(m->data, data, rows * columns * sizeof *data);
  return m;
}

mat *mat_push_view(lua_State *lua, size_t rows, size_t columns, const double *data) {
  return push_mat(lua, rows, columns, vec_shown(data), views_mark(&sandbox_of(lua)->views), true);
}

mat *mat_test(lua_State *lua, int index) {
  mat *m = value_type_test(lua, index, VALUE_MAT);
  if (m != NULL) view_check(lua, m->mark, mat_type);
  return m;
}

mat *mat_check(lua_State *lua, int index, const char *function) {
  mat *m = mat_test(lua, index);
  if (m == NULL) luaL_error(lua, "%s: argument %d must be a mat, not %s", function, index, value_kind(lua, index));
  return m;
}

mat *mat_check_writable(lua_State *lua, int index, const char *function) {
  mat *m = mat_check(lua, index, function);
  if (m->read_only) luaL_error(lua, "%s: an instance cannot be changed; change X:copy()", function);
  return m;
}

static int mat_read(lua_State *lua) {
  const mat *m = lua_touserdata(lua, 1);
  if (lua_type(lua, 2) == LUA_TNUMBER) {
    int whole = 0;
    const lua_Integer i = lua_tointegerx(lua, 2, &whole);
    view_check(lua, m->mark, mat_type);
    if (!whole || i < 1 || (lua_Unsigned)i > m->rows) {
      return luaL_error(lua, "a mat of %I rows has no row %s", (LUAI_UACINT)m->rows, texts_push(lua, 2));
    }
    vec_push_part(lua, 1, m->columns, m->data + ((size_t)i - 1) * m->columns, m->mark, m->read_only);
    return 1;
  }
  const char *key = lua_type(lua, 2) == LUA_TSTRING ? value_word(lua, 2, -1, mat_type, NULL) : "";
  const bool rows = strcmp(key, "rows") == 0;
  if (!rows && strcmp(key, "columns") != 0) return value_type_method(lua, mat_type);
  lua_pushinteger(lua, (lua_Integer)(rows ? m->rows : m->columns));
  return 1;
}

static int mat_write(lua_State *lua) {
  (void)mat_check_writable(lua, 1, "M[i][j] = number");
  return luaL_error(lua, "a row of a mat cannot be replaced; write M[i][j] = number");
}

static int mat_length(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)((const mat *)lua_touserdata(lua, 1))->rows);
  return 1;
}

static int mat_text(lua_State *lua) {
  const mat *m = mat_check(lua, 1, "tostring");
  lua_pushfstring(lua, "{%I x %I numbers}", (LUAI_UACINT)m->rows, (LUAI_UACINT)m->columns);
  return 1;
}

static int mat_copy(lua_State *lua) {
  const mat *m = mat_check(lua, 1, "copy");
  mat_push_copy(lua, m->rows, m->columns, m->data);
  return 1;
}

/* mat{ { ... }, ... } */
static int create_from_rows(lua_State *lua) {
  size_t rows, columns, count;
  const bool list = value_is_list(lua, 2, &rows) && rows > 0 && lua_rawgeti(lua, 2, 1) == LUA_TTABLE;
  if (!list || !value_is_list(lua, -1, &columns) || columns == 0) {
    return luaL_error(lua, "mat: expected rows of numbers, such as mat{ { 1, 0 }, { 0, 1 } }");
  }
  mat *m = mat_push(lua, rows, columns);
  for (size_t i = 0; i < rows; i++) {
    lua_rawgeti(lua, 2, (lua_Integer)i + 1);
    if (!value_is_list(lua, -1, &count) || count != columns) {
      return luaL_error(lua, "mat: row %I must be a list of %I numbers like the first", (LUAI_UACINT)i + 1,
                        (LUAI_UACINT)columns);
    }
    vector_read_list(lua, -1, "mat", columns, m->data + i * columns);
    lua_pop(lua, 1);
  }
  return 1;
}

static int mat_create(lua_State *lua) {
  if (lua_istable(lua, 2)) return create_from_rows(lua);
  const size_t rows = vector_check_count(lua, 2, mat_type, "the number of rows", VECTOR_LONGEST);
  const size_t columns = vector_check_count(lua, 3, mat_type, "the number of columns", VECTOR_LONGEST);
  double value = 0.0;
  if (!lua_isnoneornil(lua, 4)) {
    if (lua_type(lua, 4) != LUA_TNUMBER)
      return luaL_error(lua, "mat: the entries must be a number, not %s", value_kind(lua, 4));
    value = lua_tonumber(lua, 4);
  }
  mat *m = mat_push(lua, rows, columns);
  for (size_t i = 0; value != 0.0 && i < rows * columns; i++) m->data[i] = value;
  return 1;
}

void matrix_values_open(lua_State *lua) {
  static const luaL_Reg own[] = {{"copy", mat_copy}, {NULL, NULL}};
  static const luaL_Reg meta[] = {
      {"__len", mat_length}, {"__newindex", mat_write}, {"__tostring", mat_text}, {NULL, NULL}};
  value_type_open(lua, VALUE_MAT, mat_type, mat_methods, own, meta, mat_read, mat_create);
}
