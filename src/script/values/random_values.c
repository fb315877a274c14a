/* Random vectors and matrices, from the stream of math.random alone: vec.uniform(n), vec.gaussian(n), vec.unit(n), vec.signs(n),
 * vec.permutation(n), vec.subset(n, k); mat.gaussian(m, n), mat.signs(m, n), mat.orthonormal(m, n); and vec.range(n), which is not random. */

#include "linalg/frame.h"
#include "script/values/operands.h"

static size_t length(lua_State *lua, int index, const char *function, size_t low) {
  const size_t n = vector_check_count(lua, index, function, index == 1 ? "argument 1" : "argument 2", VECTOR_LONGEST);
  if (n < low) luaL_error(lua, "%s: argument %d must be at least %I", function, index, (LUAI_UACINT)low);
  return n;
}

static double coin(random_stream *stream) {
  return random_chance(stream, 0.5) ? 1.0 : -1.0;
}

static int fill_vec(lua_State *lua, const char *function, double (*draw)(random_stream *)) {
  random_stream *stream = sandbox_random(lua);
  vec *v = vec_push(lua, length(lua, 1, function, 0));
  for (size_t i = 0; i < v->n; i++) v->data[i] = draw(stream);
  return 1;
}

static int fill_mat(lua_State *lua, const char *function, double (*draw)(random_stream *)) {
  random_stream *stream = sandbox_random(lua);
  mat *m = mat_push(lua, length(lua, 1, function, 0), length(lua, 2, function, 0));
  for (size_t i = 0; i < m->rows * m->columns; i++) m->data[i] = draw(stream);
  return 1;
}

static int vec_uniform(lua_State *lua) {
  return fill_vec(lua, "vec.uniform", random_uniform);
}

static int vec_gaussian(lua_State *lua) {
  return fill_vec(lua, "vec.gaussian", random_gaussian);
}

static int vec_signs(lua_State *lua) {
  return fill_vec(lua, "vec.signs", coin);
}

static int vec_unit(lua_State *lua) {
  random_stream *stream = sandbox_random(lua);
  vec *v = vec_push(lua, length(lua, 1, "vec.unit", 1));
  random_unit_vector(stream, v->n, v->data);
  return 1;
}

/* 1, 2, ..., n */
static int vec_range(lua_State *lua) {
  vec *v = vec_push(lua, length(lua, 1, "vec.range", 0));
  for (size_t i = 0; i < v->n; i++) v->data[i] = (double)i + 1.0;
  return 1;
}

static int push_places(lua_State *lua, size_t count, const size_t *places) {
  vec *v = vec_push(lua, count);
  for (size_t i = 0; i < count; i++) v->data[i] = (double)places[i] + 1.0;
  return 1;
}

static int vec_permutation(lua_State *lua) {
  random_stream *stream = sandbox_random(lua);
  const size_t n = length(lua, 1, "vec.permutation", 0);
  size_t *places = lua_newuserdatauv(lua, (n + 1) * sizeof *places, 0);
  for (size_t i = 0; i < n; i++) places[i] = i;
  random_shuffle(stream, n, places);
  return push_places(lua, n, places);
}

/* k of 1..n, ascending */
static int vec_subset(lua_State *lua) {
  random_stream *stream = sandbox_random(lua);
  const size_t n = length(lua, 1, "vec.subset", 0), k = length(lua, 2, "vec.subset", 0);
  if (k > n) return luaL_error(lua, "vec.subset: %I of %I", (LUAI_UACINT)k, (LUAI_UACINT)n);
  size_t *places = lua_newuserdatauv(lua, (k + 1) * sizeof *places, 0);
  random_subset(stream, n, k, places);
  return push_places(lua, k, places);
}

static int mat_gaussian(lua_State *lua) {
  return fill_mat(lua, "mat.gaussian", random_gaussian);
}

static int mat_signs(lua_State *lua) {
  return fill_mat(lua, "mat.signs", coin);
}

/* m <= n orthonormal rows, uniform (Haar) */
static int mat_orthonormal(lua_State *lua) {
  random_stream *stream = sandbox_random(lua);
  const size_t m = length(lua, 1, "mat.orthonormal", 1), n = length(lua, 2, "mat.orthonormal", 1);
  if (m > n) {
    return luaL_error(lua, "mat.orthonormal: there are no %I orthonormal rows of %I numbers", (LUAI_UACINT)m,
                      (LUAI_UACINT)n);
  }
  mat *out = mat_push(lua, m, n);
  argument_check_status(lua, "mat.orthonormal", frame_random(stream, n, m, out->data));
  return 1;
}

static const luaL_Reg of_vec[] = {
    {"uniform", vec_uniform}, {"gaussian", vec_gaussian},       {"unit", vec_unit},     {"signs", vec_signs},
    {"range", vec_range},     {"permutation", vec_permutation}, {"subset", vec_subset}, {NULL, NULL}};
static const luaL_Reg of_mat[] = {
    {"gaussian", mat_gaussian}, {"signs", mat_signs}, {"orthonormal", mat_orthonormal}, {NULL, NULL}};

const value_functions value_random = {.vec_constructors = of_vec, .mat_constructors = of_mat};
