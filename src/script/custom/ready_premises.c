#include "script/custom/ready_premises.h"
#include "script/custom/custom.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/value_types.h"

static const double length_tolerance = 1e-9;

/* By name, as a scenario writes it, and as a table of results shows it. */
static const char *const fields[READY_PREMISES] = {"noise_free", "gap", "unit_length", "one_comparator"};
static const char *const names[READY_PREMISES] = {"no trial contradicts the comparator", "no instance is in the gap",
                                                  "instances have length 1", "one comparator for all trials"};

bool ready_premise_at(lua_State *lua, int index, ready_premise *which) {
  const bool given = lua_getfield(lua, index, "ready") == LUA_TNUMBER;
  const lua_Integer place = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  if (!given || place < 0 || place >= READY_PREMISES) return false;
  *which = (ready_premise)place;
  return true;
}

/* What is measured of a trial, which breaks the premise unless it is at most `most`. */
static double measure(ready_premise which, const bound_context *context, const instance *x, double label,
                      double *most) {
  const problem_facts *facts = &context->problem->facts;
  const comparator *u = context->comparator;
  *most = problem_contradiction_rounding;
  switch (which) {
  case READY_NOISE_FREE: return u == NULL ? NAN : problem_contradiction(facts, u, x, label);
  case READY_GAP:
    if (u == NULL || facts->labels != LABEL_SIGN) return NAN;
    return fmin(problem_contradiction(facts, u, x, 1.0), problem_contradiction(facts, u, x, -1.0));
  case READY_UNIT_LENGTH:
    *most = length_tolerance;
    if (x->kind != INSTANCE_VECTOR && x->kind != INSTANCE_DYAD) return NAN;
    return fabs(kernel_dot(x->count, x->value, x->value) - 1.0);
  default: *most = 0.0; return u == NULL ? NAN : (double)comparator_segments(u) - 1.0;
  }
}

void ready_premises_watch(ready_premises *checked, const bound_context *context, const trial_event *event) {
  for (int k = 0; k < READY_PREMISES; k++) {
    if (!checked->used[k]) continue;
    double most = 0.0;
    const double measured = measure((ready_premise)k, context, event->x, event->label, &most);
    if (isnan(measured)) {
      premise_fail(&checked->failed[k], names[k], event->t, measured);
    } else {
      premise_at_most(&checked->failed[k], names[k], event->t, measured, most);
    }
  }
}

/* premise.NAME: a table of its own each time, which the scenario may keep. */
static int read_premise(lua_State *lua) {
  const char *name = texts_push(lua, 2);
  (void)value_word(lua, -1, -1, "premise", NULL);
  char reason[NO_SUCH_NAME];
  for (int k = 0; k < READY_PREMISES; k++) {
    if (strcmp(fields[k], name) != 0) continue;
    lua_createtable(lua, 0, 2);
    custom_set_text(lua, "name", names[k]);
    custom_set_count(lua, "ready", (size_t)k);
    return 1;
  }
  return luaL_error(lua, "premise.%s: %s", name, no_such_name("premise", name, fields, READY_PREMISES, reason));
}

static int no_fields(lua_State *lua) {
  return luaL_error(lua, "premise has no fields that a scenario could change");
}

void ready_premises_open(lua_State *lua) {
  lua_newtable(lua);
  lua_createtable(lua, 0, 3);
  lua_pushcfunction(lua, read_premise);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, no_fields);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, -2, "premise");
}
