#include "script/custom/custom_instance.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

void custom_push_instance(lua_State *lua, const instance *x) {
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD:
    if (x->index != NULL) {
      sparse_push_view(lua, x->n, x->count, x->index, x->value);
    } else {
      vec_push_view(lua, x->n, x->value);
    }
    return;
  case INSTANCE_MATRIX: mat_push_view(lua, x->n, x->n, x->matrix); return;
  case INSTANCE_RECTANGULAR: mat_push_view(lua, x->m, x->n, x->matrix); return;
  case INSTANCE_LOW_RANK:
    lua_createtable(lua, 0, 3);
    mat_push_view(lua, x->rank, x->n, x->factors);
    lua_setfield(lua, -2, "factors");
    vec_push_view(lua, x->rank, x->weights);
    lua_setfield(lua, -2, "weights");
    custom_set_number(lua, "shift", x->shift);
    return;
  default: break;
  }
  lua_createtable(lua, 0, 2);
  custom_set_count(lua, "i", x->row + 1);
  custom_set_count(lua, "j", x->column + 1);
}

status custom_shape_new(instance_kind kind, size_t n, size_t m, size_t rank, custom_shape *out) {
  *out = (custom_shape){.shape = {.kind = kind, .n = n, .m = m, .rank = rank}};
  const bool vector = kind == INSTANCE_VECTOR || kind == INSTANCE_DYAD;
  const size_t rows = vector                         ? 1
                      : kind == INSTANCE_LOW_RANK    ? rank
                      : kind == INSTANCE_MATRIX      ? n
                      : kind == INSTANCE_RECTANGULAR ? m
                                                     : 0;
  if (rows > 0 && n > SIZE_MAX / rows) return FAIL(STATUS_MEMORY, "no memory for instances of order %zu", n);
  TRY(memory_array(rows * n + (kind == INSTANCE_LOW_RANK ? rank : 0), sizeof(double), &out->numbers));
  return vector ? memory_array(n, sizeof(size_t), &out->indices) : STATUS_OK;
}

void custom_shape_free(custom_shape *shape) {
  free(shape->numbers);
  free(shape->indices);
  *shape = (custom_shape){.numbers = NULL};
}

/* ---- reading */

typedef struct reader {
  const custom *of;
  const char *what;
  custom_shape *shape;
} reader;

static void check_count(lua_State *lua, const reader *r, const char *word, size_t count, size_t expected) {
  if (count != expected) custom_refuse(lua, r->of, "%s has %zu %s, expected %zu", r->what, count, word, expected);
}

static void read_vector(lua_State *lua, int index, const reader *r, instance *x) {
  const instance *shape = &r->shape->shape;
  const size_t n = shape->n;
  size_t count;
  const vec *v = vec_test(lua, index);
  const sparse *s = v == NULL ? sparse_test(lua, index) : NULL;
  if (s != NULL) {
    check_count(lua, r, "numbers", s->n, n);
    memcpy(r->shape->numbers, s->value, s->count * sizeof *s->value);
    memcpy(r->shape->indices, s->index, s->count * sizeof *s->index);
    *x = instance_sparse(shape->kind, n, s->count, r->shape->indices, r->shape->numbers);
    return;
  }
  if (v != NULL) {
    check_count(lua, r, "numbers", v->n, n);
    memcpy(r->shape->numbers, v->data, n * sizeof *v->data);
  } else if (value_is_list(lua, index, &count) && count > 0) {
    check_count(lua, r, "numbers", count, n);
    vector_read_list(lua, index, r->what, n, r->shape->numbers);
  } else {
    custom_refuse(lua, r->of, "%s is %s, expected a vec of %zu numbers", r->what, value_kind(lua, index), n);
  }
  *x = shape->kind == INSTANCE_DYAD ? instance_dense_dyad(n, r->shape->numbers)
                                    : instance_dense_vector(n, r->shape->numbers);
}

static void read_matrix(lua_State *lua, int index, const reader *r, size_t rows, size_t columns) {
  const mat *m = mat_test(lua, index);
  if (m == NULL) {
    custom_refuse(lua, r->of, "%s is %s, expected a mat of %zu x %zu numbers", r->what, value_kind(lua, index), rows,
                  columns);
  }
  check_count(lua, r, "rows", m->rows, rows);
  check_count(lua, r, "columns", m->columns, columns);
  memcpy(r->shape->numbers, m->data, rows * columns * sizeof *m->data);
}

/* Removes differences by rounding. */
static void make_symmetric(lua_State *lua, const reader *r) {
  static const double rounding = 1e-9;
  const size_t n = r->shape->shape.n;
  double *a = r->shape->numbers;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      const double low = a[i * n + j], high = a[j * n + i];
      if (!(fabs(low - high) <= rounding * fmax(1.0, fabs(low))) && !isnan(low - high))
        custom_refuse(lua, r->of, "%s is not symmetric: row %zu, column %zu", r->what, i + 1, j + 1);
      a[i * n + j] = a[j * n + i] = 0.5 * (low + high);
    }
  }
}

/* { factors = mat, weights = vec, shift = number } */
static void read_low_rank(lua_State *lua, int index, const reader *r, instance *x) {
  const instance *shape = &r->shape->shape;
  if (!lua_istable(lua, index)) {
    custom_refuse(lua, r->of, "%s is %s, expected { factors = mat, weights = vec, shift = number }", r->what,
                  value_kind(lua, index));
  }
  lua_getfield(lua, index, "factors");
  const mat *factors = mat_test(lua, -1);
  lua_getfield(lua, index, "weights");
  const vec *weights = vec_test(lua, -1);
  lua_getfield(lua, index, "shift");
  const double shift = lua_isnil(lua, -1) ? 0.0 : custom_number(lua, r->of, -1, "shift");
  if (factors == NULL || factors->rows > shape->rank)
    custom_refuse(lua, r->of, "factors of %s must be a mat of at most %zu rows", r->what, shape->rank);
  check_count(lua, r, "columns in its factors", factors->columns, shape->n);
  if (weights == NULL) custom_refuse(lua, r->of, "weights of %s must be a vec", r->what);
  check_count(lua, r, "weights", weights->n, factors->rows);
  double *kept = r->shape->numbers + shape->rank * shape->n;
  memcpy(r->shape->numbers, factors->data, factors->rows * shape->n * sizeof *kept);
  memcpy(kept, weights->data, weights->n * sizeof *kept);
  *x = instance_low_rank(shape->n, factors->rows, r->shape->numbers, kept, shift);
  lua_pop(lua, 3);
}

static size_t read_position(lua_State *lua, int index, const reader *r, const char *name, size_t high) {
  int whole = 0;
  lua_getfield(lua, index, name);
  const lua_Integer i = lua_type(lua, -1) == LUA_TNUMBER ? lua_tointegerx(lua, -1, &whole) : 0;
  if (!whole || i < 1 || (lua_Unsigned)i > high)
    custom_refuse(lua, r->of, "%s of %s must be a whole number from 1 to %zu", name, r->what, high);
  lua_pop(lua, 1);
  return (size_t)i - 1;
}

void custom_read_instance(lua_State *lua, int index, const custom *c, const char *what, custom_shape *shape,
                          instance *x) {
  const reader r = {c, what, shape};
  const size_t n = shape->shape.n, m = shape->shape.m;
  const instance_kind kind = shape->shape.kind;
  index = lua_absindex(lua, index);
  if (kind == INSTANCE_VECTOR || kind == INSTANCE_DYAD) {
    read_vector(lua, index, &r, x);
  } else if (kind == INSTANCE_MATRIX) {
    read_matrix(lua, index, &r, n, n);
    make_symmetric(lua, &r);
    *x = instance_matrix(n, shape->numbers);
  } else if (kind == INSTANCE_RECTANGULAR) {
    read_matrix(lua, index, &r, m, n);
    *x = instance_rectangular(m, n, shape->numbers);
  } else if (kind == INSTANCE_LOW_RANK) {
    read_low_rank(lua, index, &r, x);
  } else {
    if (!lua_istable(lua, index)) {
      custom_refuse(lua, c, "%s is %s, expected { i = row, j = column }", what, value_kind(lua, index));
    }
    const bool entry = kind == INSTANCE_ENTRY;
    const size_t i = read_position(lua, index, &r, "i", entry ? m : n), j = read_position(lua, index, &r, "j", n);
    *x = entry ? instance_entry(m, n, i, j) : instance_distance(n, i, j);
  }
}
