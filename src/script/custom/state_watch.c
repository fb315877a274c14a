#include "script/custom/state_watch.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

enum { DEEPEST = 16 };

static bool add_numbers(stream_hash *hash, view_mark mark, size_t count, const double *numbers) {
  if (mark.serial != 0) return false; /* a view of what is not the learner's */
  stream_hash_bytes(hash, numbers, count * sizeof *numbers);
  return true;
}

/* Adds the value on top of the stack, tables in the order of their keys in memory, which stays while nothing changes; false if it is of a kind
 * that cannot be looked into. */
static bool add_value(lua_State *lua, stream_hash *hash, int depth) {
  const int type = lua_type(lua, -1);
  const vec *v = value_type_test(lua, -1, VALUE_VEC);
  const mat *m = value_type_test(lua, -1, VALUE_MAT);
  stream_hash_bytes(hash, &type, sizeof type);
  if (v != NULL) return add_numbers(hash, v->mark, v->n, v->data);
  if (m != NULL) return add_numbers(hash, m->mark, m->rows * m->columns, m->data);
  if (type == LUA_TNIL) return true;
  if (type == LUA_TBOOLEAN || type == LUA_TNUMBER) {
    const double number = type == LUA_TNUMBER ? lua_tonumber(lua, -1) : lua_toboolean(lua, -1);
    stream_hash_bytes(hash, &number, sizeof number);
    return true;
  }
  if (type == LUA_TSTRING) {
    size_t length = 0;
    const char *text = lua_tolstring(lua, -1, &length);
    stream_hash_bytes(hash, text, length);
    return true;
  }
  if (type != LUA_TTABLE || depth == DEEPEST || !lua_checkstack(lua, 4)) return false;
  bool known = true;
  lua_pushnil(lua);
  while (known && lua_next(lua, -2)) {
    lua_pushvalue(lua, -2);
    known = add_value(lua, hash, depth + 1);
    lua_pop(lua, 1);
    known = known && add_value(lua, hash, depth + 1);
    lua_pop(lua, 1);
  }
  if (!known) lua_pop(lua, 1);
  return known;
}

static bool take(lua_State *lua, state_watch *watch, char digits[33]) {
  stream_hash_reset(watch->hash);
  const bool known = add_value(lua, watch->hash, 0);
  stream_hash_text(watch->hash, digits);
  return known;
}

status state_watch_begin(lua_State *lua, state_watch *watch) {
  TRY(stream_hash_new(&watch->hash));
  watch->changed = !take(lua, watch, watch->first);
  return STATUS_OK;
}

void state_watch_updated(lua_State *lua, state_watch *watch) {
  char digits[33];
  const size_t count = ++watch->updates;
  if (watch->changed || watch->hash == NULL || (count & (count - 1)) != 0) return;
  watch->changed = !take(lua, watch, digits) || strcmp(digits, watch->first) != 0;
}

void state_watch_end(state_watch *watch) {
  stream_hash_free(watch->hash);
  *watch = (state_watch){.hash = NULL};
}

bool state_watch_is_idle(const state_watch *watch) {
  return watch->hash != NULL && watch->updates > 0 && !watch->changed;
}
