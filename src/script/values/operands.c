#include "script/values/operands.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"

operand operand_at(lua_State *lua, int index) {
  if (lua_type(lua, index) == LUA_TNUMBER) {
    return (operand){.kind = OPERAND_NUMBER, .index = index, .number = lua_tonumber(lua, index)};
  }
  const vec *v = vec_test(lua, index);
  if (v != NULL) {
    return (operand){.kind = OPERAND_VEC, .index = index, .rows = v->n, .columns = 1, .data = v->data};
  }
  const sparse *s = sparse_test(lua, index);
  if (s != NULL) {
    return (operand){.kind = OPERAND_SPARSE,
                     .index = index,
                     .rows = s->n,
                     .columns = 1,
                     .position = s->index,
                     .value = s->value,
                     .count = s->count};
  }
  const mat *m = mat_test(lua, index);
  if (m == NULL) return (operand){.kind = OPERAND_OTHER, .index = index};
  return (operand){.kind = OPERAND_MAT, .index = index, .rows = m->rows, .columns = m->columns, .data = m->data};
}

operand operand_vector(lua_State *lua, int index, const char *function) {
  const operand a = operand_at(lua, index);
  if (a.kind != OPERAND_VEC && a.kind != OPERAND_SPARSE) {
    luaL_error(lua, "%s: expected a vec or a sparse vector, not %s", function, value_kind(lua, index));
  }
  return a;
}

static bool is_vector(const operand *a) {
  return a->kind == OPERAND_VEC || a->kind == OPERAND_SPARSE;
}

bool operand_same_shape(const operand *a, const operand *b) {
  return is_vector(a) == is_vector(b) && a->rows == b->rows && a->columns == b->columns;
}

static const char *push_numbers(lua_State *lua, const operand *a, const char *lead, const char *tail) {
  if (is_vector(a)) return lua_pushfstring(lua, "%s%I%s", lead, (LUAI_UACINT)a->rows, tail);
  return lua_pushfstring(lua, "%s%I x %I%s", lead, (LUAI_UACINT)a->rows, (LUAI_UACINT)a->columns, tail);
}

const char *operand_push_words(lua_State *lua, const operand *a) {
  switch (a->kind) {
  case OPERAND_VEC: return push_numbers(lua, a, "a vec of ", " numbers");
  case OPERAND_SPARSE: return push_numbers(lua, a, "a sparse vector of ", " numbers");
  case OPERAND_MAT: return push_numbers(lua, a, "a mat of ", " numbers");
  default: return lua_pushstring(lua, value_kind(lua, a->index));
  }
}

void operand_refuse_shapes(lua_State *lua, const char *function, const operand *a, const operand *b) {
  const char *first = operand_push_words(lua, a);
  const bool alike = a->kind == b->kind && a->kind != OPERAND_OTHER;
  const char *second = alike ? push_numbers(lua, b, "one of ", "") : operand_push_words(lua, b);
  luaL_error(lua, "%s: %s and %s", function, first, second);
  __builtin_unreachable();
}

void operand_check_same_shape(lua_State *lua, const char *function, const operand *a, const operand *b) {
  if (!operand_same_shape(a, b)) operand_refuse_shapes(lua, function, a, b);
}

void operand_copy(const operand *a, size_t count, double *out) {
  if (count == 0) return;
  if (a->kind == OPERAND_NUMBER) {
    for (size_t i = 0; i < count; i++) out[i] = a->number;
  } else if (a->kind == OPERAND_SPARSE) {
    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < a->count; i++) out[a->position[i]] = a->value[i];
  } else {
    memmove(out, a->data, count * sizeof *out);
  }
}

double operand_sparse_dot(const operand *a, const double *dense) {
  double sum = 0.0;
  for (size_t i = 0; i < a->count; i++) sum += a->value[i] * dense[a->position[i]];
  return sum;
}

/* ---- arguments */

double argument_number(lua_State *lua, int index, const char *function) {
  if (lua_type(lua, index) != LUA_TNUMBER) {
    luaL_error(lua, "%s: argument %d must be a number, not %s", function, index - 1, value_kind(lua, index));
  }
  return lua_tonumber(lua, index);
}

double argument_optional_number(lua_State *lua, int index, const char *function, double absent) {
  return lua_isnoneornil(lua, index) ? absent : argument_number(lua, index, function);
}

size_t argument_position(lua_State *lua, int index, const char *function, size_t high) {
  int whole = 0;
  const lua_Integer i = lua_type(lua, index) == LUA_TNUMBER ? lua_tointegerx(lua, index, &whole) : 0;
  if (!whole || i < 1 || (lua_Unsigned)i > high) {
    luaL_error(lua, "%s: argument %d must be a whole number from 1 to %I, not %s", function, index - 1,
               (LUAI_UACINT)high,
               lua_type(lua, index) == LUA_TNUMBER ? texts_push(lua, index) : value_kind(lua, index));
  }
  return (size_t)i - 1;
}

size_t argument_choice(lua_State *lua, int index, const char *function, const char *const *names) {
  const bool text = lua_type(lua, index) == LUA_TSTRING;
  const char *name = text ? value_word(lua, index, -1, function, NULL) : "";
  char valid[256];
  size_t count = 0;
  for (; names[count] != NULL; count++) {
    if (strcmp(names[count], name) == 0) return count;
  }
  join_names(names, count, valid, sizeof valid);
  const char *given = text ? lua_pushfstring(lua, "\"%s\"", name) : value_kind(lua, index);
  luaL_error(lua, "%s: argument %d is %s, expected one of: %s", function, index - 1, given, valid);
  __builtin_unreachable();
}

void argument_check_order(lua_State *lua, const char *function, const mat *a, size_t high) {
  if (a->rows != a->columns || a->rows == 0) {
    luaL_error(lua, "%s: a mat of %I x %I numbers is not square", function, (LUAI_UACINT)a->rows,
               (LUAI_UACINT)a->columns);
  }
  if (a->rows > high) {
    luaL_error(lua, "%s: a mat of %I x %I numbers is larger than %I x %I", function, (LUAI_UACINT)a->rows,
               (LUAI_UACINT)a->rows, (LUAI_UACINT)high, (LUAI_UACINT)high);
  }
}

void argument_check_status(lua_State *lua, const char *function, status code) {
  if (code == STATUS_OK) return;
  (void)status_context(code, "%s", function);
  sandbox_raise_status(lua, sandbox_line(lua));
}

/* ---- scratch */

double *scratch_push(lua_State *lua, size_t count) {
  if (count > VECTOR_LONGEST) luaL_error(lua, "a step needs more than %I numbers", (LUAI_UACINT)VECTOR_LONGEST);
  sandbox_make_room(lua, (count + 1) * sizeof(double));
  return lua_newuserdatauv(lua, (count + 1) * sizeof(double), 0);
}

double *scratch_push_symmetric(lua_State *lua, int index, const char *function, size_t high) {
  static const double rounding = 1e-9;
  const mat *a = mat_check(lua, index, function);
  argument_check_order(lua, function, a, high);
  const size_t n = a->rows;
  double *out = scratch_push(lua, n * n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double low = a->data[i * n + j], upper = a->data[j * n + i];
      if (!isfinite(low) || !isfinite(upper)) {
        luaL_error(lua, "%s: row %I, column %I or its mirror image is not a finite number", function,
                   (LUAI_UACINT)i + 1, (LUAI_UACINT)j + 1);
      }
      if (fabs(low - upper) > rounding * fmax(1.0, fabs(low))) {
        luaL_error(lua, "%s: the mat is not symmetric: row %I, column %I", function, (LUAI_UACINT)i + 1,
                   (LUAI_UACINT)j + 1);
      }
      out[i * n + j] = out[j * n + i] = low == upper ? low : 0.5 * low + 0.5 * upper;
    }
  }
  return out;
}

/* The Lua value is as large as what the solver reserves, so that the memory limit counts it; those bytes are never touched. */
typedef struct solver_owner {
  eigen_solver *solver;
} solver_owner;
static const char owner_type[] = "eigen solver";

static int collect_solver(lua_State *lua) {
  solver_owner *owner = lua_touserdata(lua, 1);
  eigen_solver_free(owner->solver);
  owner->solver = NULL;
  return 0;
}

void eigen_of(lua_State *lua, const char *function, size_t n, const double *a, double *values, double *vectors) {
  sandbox_make_room(lua, 2 * n * n * sizeof *a);
  solver_owner *owner = lua_newuserdatauv(lua, sizeof *owner + 2 * n * n * sizeof *a, 0);
  owner->solver = NULL;
  luaL_setmetatable(lua, owner_type);
  argument_check_status(lua, function, eigen_solver_new(&eigen_own, n, &owner->solver));
  argument_check_status(lua, function, eigen_solve(owner->solver, n, a, n, values, vectors, NULL));
  eigen_solver_free(owner->solver);
  owner->solver = NULL;
  lua_pop(lua, 1);
}

void operands_open(lua_State *lua) {
  luaL_newmetatable(lua, owner_type);
  lua_pushcfunction(lua, collect_solver);
  lua_setfield(lua, -2, "__gc");
  lua_pop(lua, 1);
}
