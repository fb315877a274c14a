#include "script/values/spectral_value.h"
#include "base/fixed_math.h"
#include "registry/parameter.h"
#include "script/sandbox/texts.h"
#include "script/values/operands.h"
#include "script/values/value_json.h"
#include "spectral/spectral.h"

static const char spectral_type[] = "spectral", call_type[] = "spectral call";

/* The Lua value is as large as the arrays behind it, so that the memory limit and the collector count them; those bytes are never touched. */
typedef struct spectral_value {
  spectral *w;
  instance_kind kind; /* of vectors and other instances that do not name their kind */
  size_t n, m;        /* m: rows where instances are m x n, otherwise 0 */
  bool mapped;        /* W:map(f) calls f now */
} spectral_value;

/* What a call holds besides Lua's values; a Lua value owns it. */
typedef struct spectral_call {
  cJSON *json;
  options *options;
} spectral_call;

static int collect_call(lua_State *lua) {
  spectral_call *call = lua_touserdata(lua, 1);
  cJSON_Delete(call->json);
  options_free(call->options);
  *call = (spectral_call){NULL, NULL};
  return 0;
}

static int collect(lua_State *lua) {
  spectral_value *self = lua_touserdata(lua, 1);
  spectral_free(self->w);
  self->w = NULL;
  return 0;
}

static spectral_call *push_call(lua_State *lua) {
  spectral_call *call = lua_newuserdatauv(lua, sizeof *call, 0);
  *call = (spectral_call){NULL, NULL};
  luaL_setmetatable(lua, call_type);
  return call;
}

/* ---- Lua values as instances, without a copy: a vec or sparse as diag(x) or x x', a mat, { factors =, weights =, shift = }, { i =, j = } */

typedef struct reader {
  lua_State *lua;
  const char *function;
  int index;
  size_t n, m;
} reader;

static _Noreturn void refuse_order(const reader *r, const operand *a) {
  const char *words = operand_push_words(r->lua, a);
  if (r->m > 0)
    luaL_error(r->lua, "%s: %s, expected a mat of %I x %I numbers or an entry", r->function, words, (LUAI_UACINT)r->m,
               (LUAI_UACINT)r->n);
  luaL_error(r->lua, "%s: %s, expected order %I", r->function, words, (LUAI_UACINT)r->n);
  __builtin_unreachable();
}

static instance of_vector(const reader *r, const operand *a, instance_kind kind) {
  if (a->rows != r->n) refuse_order(r, a);
  if (kind != INSTANCE_VECTOR && kind != INSTANCE_DYAD)
    luaL_error(r->lua, "%s: say \"vector\" (diag x) or \"dyad\" (x x') after the vec: the parameter's kind is %s",
               r->function, instance_kind_name(kind));
  if (a->kind == OPERAND_SPARSE) return instance_sparse(kind, r->n, a->count, a->position, a->value);
  return kind == INSTANCE_DYAD ? instance_dense_dyad(r->n, a->data) : instance_dense_vector(r->n, a->data);
}

static instance of_matrix(const reader *r, const operand *a) {
  if (a->columns != r->n || a->rows != (r->m > 0 ? r->m : r->n)) refuse_order(r, a);
  if (r->m > 0) return instance_rectangular(r->m, r->n, a->data);
  return instance_matrix(r->n, scratch_push_symmetric(r->lua, r->index, r->function, VECTOR_LONGEST));
}

/* The fields stay on the stack, and with them the numbers. */
static instance of_factors(const reader *r) {
  lua_State *lua = r->lua;
  lua_getfield(lua, r->index, "factors");
  const mat *factors = mat_test(lua, -1);
  lua_getfield(lua, r->index, "weights");
  const vec *weights = vec_test(lua, -1);
  double shift = 0.0;
  if (lua_getfield(lua, r->index, "shift") == LUA_TNUMBER) shift = lua_tonumber(lua, -1);
  if (factors == NULL || weights == NULL || factors->columns != r->n || weights->n != factors->rows) {
    luaL_error(lua, "%s: expected { factors = mat of rank x %I numbers, weights = vec of as many as its rows }",
               r->function, (LUAI_UACINT)r->n);
    __builtin_unreachable();
  }
  return instance_low_rank(r->n, factors->rows, factors->data, weights->data, shift);
}

static size_t position(const reader *r, const char *name, size_t high) {
  int whole = 0;
  lua_getfield(r->lua, r->index, name);
  const lua_Integer i = lua_type(r->lua, -1) == LUA_TNUMBER ? lua_tointegerx(r->lua, -1, &whole) : 0;
  lua_pop(r->lua, 1);
  if (!whole || i < 1 || (lua_Unsigned)i > high)
    luaL_error(r->lua, "%s: %s must be a whole number from 1 to %I", r->function, name, (LUAI_UACINT)high);
  return (size_t)i - 1;
}

static instance of_table(const reader *r) {
  const bool factors = lua_getfield(r->lua, r->index, "factors") != LUA_TNIL;
  lua_pop(r->lua, 1);
  if (factors) return of_factors(r);
  const size_t i = position(r, "i", r->m > 0 ? r->m : r->n), j = position(r, "j", r->n);
  return r->m > 0 ? instance_entry(r->m, r->n, i, j) : instance_distance(r->n, i, j);
}

/* The value at index as an instance of order n (m x n if m > 0). `kind` decides between vector and dyad, entry and distance; if the call named
 * it (`named`), the value must be of that kind. The instance points to the value's numbers, which must stay where they are (a symmetrised mat
 * is pushed). Raises "FUNCTION: a vec of 3 numbers, expected order 4". */
static instance instance_at(lua_State *lua, int index, const char *function, instance_kind kind, bool named, size_t n,
                            size_t m) {
  const reader r = {lua, function, lua_absindex(lua, index), n, m};
  const operand a = operand_at(lua, index);
  if (a.kind != OPERAND_VEC && a.kind != OPERAND_SPARSE && a.kind != OPERAND_MAT && !lua_istable(lua, index)) {
    luaL_error(lua, "%s: expected a vec, a sparse vector, a mat or a table, not %s", function, value_kind(lua, index));
  }
  const instance x = a.kind == OPERAND_MAT     ? of_matrix(&r, &a)
                     : a.kind == OPERAND_OTHER ? of_table(&r)
                                               : of_vector(&r, &a, kind);
  if (named && x.kind != kind) {
    luaL_error(lua, "%s: the instance is a %s, not a %s", function, instance_kind_name(x.kind),
               instance_kind_name(kind));
  }
  return x;
}

/* ---- making */

typedef struct asked {
  spectral_options of;
  unsigned representation; /* among the words */
} asked;

static const parameter parameters[] = {
    OPTION_COUNT_AS("n", asked, of.n, REQUIRED, 1, 1e9, "order; of rectangular instances and entries: columns"),
    OPTION_COUNT_AS("m", asked, of.m, ABSENT, 1, 1e9, "rows; absent: n"),
    OPTION_CHOICE_AS("kind", asked, of.kind, "vector", "vector dyad low_rank matrix rectangular entry distance",
                     "instances that will be fed"),
    OPTION_CHOICE_AS("link", asked, of.link, "exp", "exp identity sinh", "f"),
    OPTION_CHOICE(asked, representation, "auto", "auto diagonal dense low_rank rectangular updated sparse", "of H"),
    OPTION_NUMBER_AS("shift", asked, of.shift, "0", 0, 0, "H starts as shift I"),
    OPTION_COUNT_AS("capacity", asked, of.capacity, ABSENT, 1, 1e9,
                    "low_rank: the most factors that will be added; absent: n"),
};
enum { PARAMETER_ROWS = sizeof parameters / sizeof parameters[0] };

static status read_options(const options *given, spectral_options *out) {
  static const spectral_representation representations[] = {
      REPRESENTATION_AUTO,        REPRESENTATION_DIAGONAL, REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK,
      REPRESENTATION_RECTANGULAR, REPRESENTATION_UPDATED,  REPRESENTATION_SPARSE};
  asked chosen = {.of = {.eigen = &eigen_own}};
  options_fill(given, &chosen);
  *out = chosen.of;
  out->representation = representations[chosen.representation];
  if (out->capacity == 0) out->capacity = out->n;
  if (out->m != 0 && !instance_kind_has_rows(out->kind))
    return FAIL(STATUS_INVALID, "%s: m is only for kind = rectangular and entry", option_who(given));
  return status_context(spectral_check(out), "%s", option_who(given));
}

/* The number of doubles behind such a parameter; rather too many than too few. */
static double estimated_numbers(const spectral_options *o) {
  const double n = (double)o->n, m = o->m != 0 ? (double)o->m : n;
  const double limit = fmin(n, (double)o->capacity), rows = fmin(n, limit + SPECTRAL_WINDOW_VECTORS);
  const bool vectors = o->kind == INSTANCE_VECTOR;
  switch (o->representation) {
  case REPRESENTATION_DIAGONAL: return 4.0 * n;
  case REPRESENTATION_DENSE: return 7.0 * n * n;
  case REPRESENTATION_UPDATED: return 12.0 * n * n;
  case REPRESENTATION_LOW_RANK: return rows * n + 5.0 * limit * limit + SPECTRAL_WINDOW_VECTORS * rows + 4.0 * n;
  case REPRESENTATION_RECTANGULAR: return vectors ? 4.0 * n : 4.0 * m * n + fmin(m, n) * fmin(m, n);
  default: return 64.0 * n;
  }
}

static int create(lua_State *lua) {
  const int line = sandbox_line(lua);
  if (lua_gettop(lua) != 1 || !lua_istable(lua, 1))
    sandbox_refuse(lua, line, "spectral: write spectral { n = 8, kind = \"dyad\" }");
  spectral_call *call = push_call(lua);
  spectral_options chosen;
  const char *who = lua_pushfstring(lua, "%s:%d: spectral", sandbox_of(lua)->path, line);
  value_json(lua, 1, line, spectral_type, &call->json);
  if (cJSON_IsArray(call->json)) sandbox_refuse(lua, line, "spectral: expected names with values, such as { n = 8 }");
  if (options_read(who, parameters, PARAMETER_ROWS, call->json, &call->options) != STATUS_OK ||
      read_options(call->options, &chosen) != STATUS_OK)
    sandbox_raise_status(lua, line);
  chosen.representation = spectral_chosen(&chosen);
  const double numbers = estimated_numbers(&chosen);
  if (numbers > VECTOR_LONGEST)
    sandbox_refuse(lua, line, "spectral: %s needs more than 8 GiB at this size",
                   spectral_representation_name(chosen.representation));
  sandbox_make_room(lua, sizeof(spectral_value) + (size_t)numbers * sizeof(double));
  spectral_value *self = lua_newuserdatauv(lua, sizeof *self + (size_t)numbers * sizeof(double), 0);
  *self = (spectral_value){.kind = chosen.kind,
                           .n = chosen.n,
                           .m = !instance_kind_has_rows(chosen.kind) ? 0
                                : chosen.m != 0                      ? chosen.m
                                                                     : chosen.n};
  luaL_setmetatable(lua, spectral_type);
  argument_check_status(lua, spectral_type, spectral_new(&chosen, &self->w));
  return 1;
}

/* ---- arguments */

static spectral_value *check_self(lua_State *lua, const char *function) {
  spectral_value *self = luaL_testudata(lua, 1, spectral_type);
  if (self == NULL) luaL_error(lua, "%s: write W:%s(...)", function, function);
  return self;
}

/* The same for what changes W, which the function of W:map must not. */
static spectral_value *check_changed(lua_State *lua, const char *function) {
  spectral_value *self = check_self(lua, function);
  if (self->mapped) luaL_error(lua, "%s: the function of W:map changes W: change it after W:map(...)", function);
  return self;
}

/* The instance at index, of the kind that the text after it names, or of the parameter's. */
static spectral_value *read(lua_State *lua, const char *function, int index, instance *x) {
  spectral_value *self = check_self(lua, function);
  instance_kind kind = self->kind;
  bool named = false;
  if (!lua_isnoneornil(lua, index + 1)) {
    named = lua_type(lua, index + 1) == LUA_TSTRING &&
            instance_kind_by_name(value_word(lua, index + 1, -1, function, NULL), &kind);
    if (!named) luaL_error(lua, "%s: \"%s\" is not a kind of instance", function, texts_push(lua, index + 1));
  }
  *x = instance_at(lua, index, function, kind, named, self->n, self->m);
  return self;
}

typedef status instance_value(spectral *w, const instance *x, double *value);
typedef status plain_value(spectral *w, double *value);

static int of_instance(lua_State *lua, const char *function, instance_value *compute) {
  instance x;
  double value;
  spectral_value *self = read(lua, function, 2, &x);
  argument_check_status(lua, function, compute(self->w, &x, &value));
  lua_pushnumber(lua, value);
  return 1;
}

static int of_parameter(lua_State *lua, const char *function, plain_value *compute) {
  double value;
  argument_check_status(lua, function, compute(check_self(lua, function)->w, &value));
  lua_pushnumber(lua, value);
  return 1;
}

static int score(lua_State *lua) {
  return of_instance(lua, "score", spectral_score);
}

static int normalized_score(lua_State *lua) {
  return of_instance(lua, "normalized_score", spectral_normalized_score);
}

static int argument(lua_State *lua) {
  return of_instance(lua, "argument", spectral_argument);
}

static int trace(lua_State *lua) {
  return of_parameter(lua, "trace", spectral_trace);
}

static int log_trace(lua_State *lua) {
  return of_parameter(lua, "log_trace", spectral_log_trace);
}

static int return_self(lua_State *lua) {
  lua_settop(lua, 1);
  return 1;
}

/* W:step(a, x): H += a X */
static int step(lua_State *lua) {
  instance x;
  const double a = argument_number(lua, 2, "step");
  (void)read(lua, "step", 3, &x);
  argument_check_status(lua, "step", spectral_step(check_changed(lua, "step")->w, a, &x));
  return return_self(lua);
}

static int shift(lua_State *lua) {
  argument_check_status(lua, "shift", spectral_shift(check_changed(lua, "shift")->w, argument_number(lua, 2, "shift")));
  return return_self(lua);
}

/* ---- eigenvalues */

static int extremes(lua_State *lua) {
  double least, largest;
  argument_check_status(lua, "extremes", spectral_extremes(check_self(lua, "extremes")->w, &least, &largest));
  lua_pushnumber(lua, least);
  lua_pushnumber(lua, largest);
  return 2;
}

static int eigenvalues(lua_State *lua) {
  spectral_value *self = check_self(lua, "eigenvalues");
  vec *values = vec_push(lua, self->n);
  argument_check_status(lua, "eigenvalues", spectral_eigenvalues(self->w, values->data));
  return 1;
}

static int top(lua_State *lua) {
  spectral_value *self = check_self(lua, "top");
  const size_t r = argument_position(lua, 2, "top", self->n) + 1;
  argument_check_status(lua, "top", spectral_top(self->w, r, mat_push(lua, r, self->n)->data));
  return 1;
}

/* A Lua error must not jump out of the library: it is kept and raised afterwards. */
typedef struct mapping {
  lua_State *lua;
  bool failed; /* the error is at index 3 */
} mapping;

static double call_map(void *context, double eigenvalue) {
  mapping *map = context;
  lua_State *lua = map->lua;
  if (map->failed) return NAN;
  lua_pushvalue(lua, 2);
  lua_pushnumber(lua, eigenvalue);
  map->failed = lua_pcall(lua, 1, 1, 0) != LUA_OK;
  if (!map->failed && lua_type(lua, -1) == LUA_TNUMBER) {
    const double value = lua_tonumber(lua, -1);
    lua_pop(lua, 1);
    return value;
  }
  if (!map->failed) {
    lua_pop(lua, 1);
    lua_pushliteral(lua, "map: the function must return a number");
    map->failed = true;
  }
  lua_replace(lua, 3);
  return NAN;
}

/* W:map(f): f(H) <- f applied to its eigenvalues */
static int map(lua_State *lua) {
  spectral_value *self = check_changed(lua, "map");
  if (!lua_isfunction(lua, 2)) return luaL_error(lua, "map: argument 1 must be a function, not %s", value_kind(lua, 2));
  lua_settop(lua, 3);
  luaL_checkstack(lua, 8, NULL);
  mapping call = {lua, false};
  self->mapped = true;
  const status code = spectral_map_eigenvalues(self->w, call_map, &call);
  self->mapped = false;
  if (call.failed) {
    lua_settop(lua, 3);
    return lua_error(lua);
  }
  argument_check_status(lua, "map", code);
  return return_self(lua);
}

/* W:window(V), V a mat of orthonormal rows: the mat T of spectral.h */
static int window(lua_State *lua) {
  spectral_value *self = check_self(lua, "window");
  const mat *v = mat_check(lua, 2, "window");
  if (v->columns != self->n || v->rows < 1 || v->rows > SPECTRAL_WINDOW_VECTORS)
    return luaL_error(lua, "window: a mat of %I x %I numbers, expected 1 to %d rows of %I", (LUAI_UACINT)v->rows,
                      (LUAI_UACINT)v->columns, (int)SPECTRAL_WINDOW_VECTORS, (LUAI_UACINT)self->n);
  size_t order = spectral_window_order(self->w, v->rows);
  double *t = scratch_push(lua, order * order);
  argument_check_status(lua, "window", spectral_window(self->w, v->rows, v->data, &order, t));
  mat_push_copy(lua, order, order, t);
  return 1;
}

/* ---- divergence */

static double entropy_of(lua_State *lua, const instance *u) {
  double sum = 0.0;
  if (u->kind == INSTANCE_VECTOR) {
    for (size_t i = 0; i < u->count; i++) sum += fixed_u_ln_u(u->value[i]);
    return sum;
  }
  if (u->kind == INSTANCE_DYAD || u->kind == INSTANCE_DISTANCE) return fixed_u_ln_u(instance_trace(u));
  const size_t n = u->n;
  if (n > FACTOR_ORDER)
    luaL_error(lua, "divergence: give { entropy = ... } for a comparator of order %I", (LUAI_UACINT)n);
  double *dense = scratch_push(lua, n * (2 * n + 1)), *vectors = dense + n * n, *values = vectors + n * n;
  instance_to_dense(u, dense);
  eigen_of(lua, "divergence", n, dense, values, vectors);
  for (size_t i = 0; i < n; i++) sum += fixed_u_ln_u(values[i]);
  lua_pop(lua, 1);
  return sum;
}

static bool number_field(lua_State *lua, int index, const char *name, double *value) {
  if (!lua_istable(lua, index)) return false;
  const int type = lua_getfield(lua, index, name);
  if (type == LUA_TNUMBER) *value = lua_tonumber(lua, -1);
  if (type != LUA_TNIL && type != LUA_TNUMBER) luaL_error(lua, "divergence: %s must be a number", name);
  lua_pop(lua, 1);
  return type == LUA_TNUMBER;
}

/* W:divergence(U), W:divergence(U, { kind =, scale =, entropy = }): D(scale U, W) */
static int divergence(lua_State *lua) {
  instance u;
  double scale = 1.0, entropy = 0.0, value;
  lua_settop(lua, 3);
  (void)number_field(lua, 3, "scale", &scale);
  const bool given = number_field(lua, 3, "entropy", &entropy);
  if (lua_istable(lua, 3)) {
    lua_getfield(lua, 3, "kind");
  } else {
    lua_pushnil(lua);
  }
  lua_pushvalue(lua, 2);
  lua_insert(lua, -2); /* U, its kind or nil */
  spectral_value *self = read(lua, "divergence", lua_gettop(lua) - 1, &u);
  const spectral_link link = spectral_link_of(self->w);
  if (link == LINK_EXP && !given) entropy = entropy_of(lua, &u);
  if (link == LINK_SINH && !given)
    return luaL_error(lua,
                      "divergence: with the link sinh give the entropy of the projection's lift: { entropy = ... }");
  const double squared = instance_inner(&u, &u);
  argument_check_status(lua, "divergence", spectral_divergence(self->w, &u, entropy, squared, scale, &value));
  lua_pushnumber(lua, value);
  return 1;
}

/* ---- the whole state */

static int save(lua_State *lua) {
  spectral_value *self = check_self(lua, "save");
  spectral_call *call = push_call(lua);
  call->json = cJSON_CreateObject();
  if (call->json == NULL) return luaL_error(lua, "save: no memory");
  argument_check_status(lua, "save", spectral_save(self->w, call->json));
  value_push_json(lua, call->json);
  return 1;
}

/* W:load(saved), W just made with the same options */
static int load(lua_State *lua) {
  spectral_value *self = check_changed(lua, "load");
  spectral_call *call = push_call(lua);
  value_json(lua, 2, sandbox_line(lua), "load", &call->json);
  if (!cJSON_IsObject(call->json))
    return luaL_error(lua, "load: expected what save returned, not %s", value_kind(lua, 2));
  argument_check_status(lua, "load", spectral_load(self->w, call->json));
  return return_self(lua);
}

/* W.n, W.m, W.rank, W.representation, W.link, W.kind, W.error, W.trace_error; then the methods. */
static int field(lua_State *lua) {
  const spectral_value *self = lua_touserdata(lua, 1);
  const char *key = lua_type(lua, 2) == LUA_TSTRING ? value_word(lua, 2, -1, spectral_type, NULL) : "";
  if (strcmp(key, "n") == 0) {
    lua_pushinteger(lua, (lua_Integer)self->n);
  } else if (strcmp(key, "m") == 0) {
    lua_pushinteger(lua, (lua_Integer)self->m);
  } else if (strcmp(key, "rank") == 0) {
    lua_pushinteger(lua, (lua_Integer)spectral_rank(self->w));
  } else if (strcmp(key, "representation") == 0) {
    lua_pushstring(lua, spectral_representation_name(spectral_representation_of(self->w)));
  } else if (strcmp(key, "link") == 0) {
    lua_pushstring(lua, spectral_link_name(spectral_link_of(self->w)));
  } else if (strcmp(key, "kind") == 0) {
    lua_pushstring(lua, instance_kind_name(self->kind));
  } else if (strcmp(key, "error") == 0) {
    lua_pushnumber(lua, spectral_error(self->w));
  } else if (strcmp(key, "trace_error") == 0) {
    lua_pushnumber(lua, spectral_trace_error(self->w));
  } else {
    return value_type_method(lua, spectral_type);
  }
  return 1;
}

static int refuse_write(lua_State *lua) {
  return luaL_error(lua, "a spectral parameter is changed by step, shift, map and load only");
}

static int text(lua_State *lua) {
  const spectral_value *self = check_self(lua, "tostring");
  lua_pushfstring(lua, "{spectral parameter of order %I, %s}", (LUAI_UACINT)self->n,
                  spectral_representation_name(spectral_representation_of(self->w)));
  return 1;
}

void spectral_value_open(lua_State *lua) {
  static const luaL_Reg methods[] = {{"score", score},
                                     {"normalized_score", normalized_score},
                                     {"argument", argument},
                                     {"step", step},
                                     {"shift", shift},
                                     {"trace", trace},
                                     {"log_trace", log_trace},
                                     {"extremes", extremes},
                                     {"eigenvalues", eigenvalues},
                                     {"top", top},
                                     {"map", map},
                                     {"divergence", divergence},
                                     {"window", window},
                                     {"save", save},
                                     {"load", load},
                                     {NULL, NULL}};
  static const luaL_Reg meta[] = {{"__gc", collect}, {"__newindex", refuse_write}, {"__tostring", text}, {NULL, NULL}};
  luaL_newmetatable(lua, call_type);
  lua_pushcfunction(lua, collect_call);
  lua_setfield(lua, -2, "__gc");
  lua_pop(lua, 1);
  luaL_newmetatable(lua, spectral_type);
  luaL_setfuncs(lua, meta, 0);
  lua_newtable(lua);
  luaL_setfuncs(lua, methods, 0);
  lua_pushcclosure(lua, field, 1);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
  lua_pushcfunction(lua, create);
  lua_setfield(lua, -2, spectral_type);
}
