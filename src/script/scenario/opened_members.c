#include "script/scenario/opened_members.h"
#include "base/json.h"
#include "script/custom/custom.h"
#include "script/sandbox/alarm.h"
#include "script/scenario/evaluation.h"
#include "script/scenario/library.h"
#include "script/values/value_types.h"

struct opened_members {
  sandbox *box;
  alarm_clock alarm;
};

typedef struct opening {
  const script_members *members;
  int table; /* the scenario's */
} opening;

/* Pushes the field, or what it returns for the point. */
static void push_field(lua_State *lua, const opening *o, const char *name) {
  lua_pushstring(lua, name);
  if (lua_rawget(lua, o->table) != LUA_TFUNCTION) return;
  evaluation_push_point(lua, o->table, json_member(o->members->point, "parameters"));
  lua_call(lua, 1, 1);
}

/* Its definition. The scenario must give the same member as when the plan was made: it depends on its text and the point only. */
static const custom *check_same(lua_State *lua, const member *m, const cJSON *planned) {
  if (m == NULL || m->class.about->definition == NULL ||
      !cJSON_Compare(m->resolved, json_member(planned, "options"), 1)) {
    sandbox_refuse(lua, 0, "the scenario returned another %s when it was read again",
                   json_text(planned, "name", "member"));
  }
  return m->class.about->definition;
}

static const cJSON *find_planned(const cJSON *list, const char *key, const char *text) {
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, list) {
    if (strcmp(json_text(item, key, ""), text) == 0) return item;
  }
  return NULL;
}

static bool is_called(const member *m, const char *text) {
  return m != NULL && strcmp(m->kind == MEMBER_LEARNER ? m->label : m->name, text) == 0;
}

/* The member of the list (or the single one) on top of the stack whose label or name is `text`. */
static const member *find_member(lua_State *lua, member_kind kind, const char *text) {
  const member *single = member_at(lua, -1, kind);
  size_t count = 0;
  if (single != NULL) return is_called(single, text) ? single : NULL;
  if (!value_is_list(lua, -1, &count)) return NULL;
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    const member *m = member_at(lua, -1, kind);
    lua_pop(lua, 1); /* the list keeps it alive */
    if (is_called(m, text)) return m;
  }
  return NULL;
}

static int find_members(lua_State *lua) {
  opening *o = lua_touserdata(lua, 1);
  const script_members *members = o->members;
  const cJSON *point = members->point;
  sandbox_run(lua);
  o->table = lua_gettop(lua);
  if (!lua_istable(lua, o->table)) sandbox_refuse(lua, 0, "a scenario must return one table");
  if (sandbox_seed(sandbox_of(lua), 0) != STATUS_OK) sandbox_raise_status(lua, 0);
  /* Fields are asked in the order of the plan, so that math.random gives the same numbers; with --trials the plan did not ask for `trials`. */
  if (!members->trials_given) push_field(lua, o, "trials");
  push_field(lua, o, "test");
  push_field(lua, o, "problem");
  if (members->problem != NULL) {
    const custom *c = check_same(lua, member_at(lua, -1, MEMBER_PROBLEM), json_member(point, "problem"));
    *members->problem = c->class.problem;
  }
  push_field(lua, o, "learners");
  if (members->learner != NULL) {
    const custom *c = check_same(lua, find_member(lua, MEMBER_LEARNER, members->label),
                                 find_planned(json_member(point, "learners"), "label", members->label));
    *members->learner = c->class.learner;
  }
  push_field(lua, o, "bounds");
  for (size_t i = 0; i < members->bound_count; i++) {
    bound_class *judge = members->bounds[i];
    if (judge == NULL) continue;
    const custom *c = check_same(lua, find_member(lua, MEMBER_BOUND, judge->about.name),
                                 find_planned(json_member(point, "bounds"), "name", judge->about.name));
    *judge = c->class.bound;
  }
  return 0;
}

status opened_members_find(sandbox *box, const script_members *members) {
  opening o = {.members = members};
  return sandbox_call(box, find_members, &o, 0);
}

static status make(const char *path, const char *text, const script_limits *limits, const script_members *members,
                   opened_members **out) {
  CLEANUP(opened_members_free_at) opened_members *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  script_limits reading = *limits;
  reading.seconds = script_default_limits.seconds; /* afterwards each call has that of its definition */
  TRY(sandbox_new(path, text, "evaluation", &reading, library_open, &self->box));
  TRY(alarm_start(&self->alarm, self->box));
  TRY(opened_members_find(self->box, members));
  self->box->per_call = true;
  random_stream_free(self->box->random);
  self->box->random = NULL; /* each member has its own */
  return HAND_OVER(self, *out);
}

status opened_members_new(const char *path, const char *text, const script_limits *limits,
                          const script_members *members, opened_members **out) {
  const status code = make(path, text, limits, members, out);
  return code == STATUS_INVALID ? STATUS_FAILED : code;
}

void opened_members_free(opened_members *self) {
  if (self == NULL) return;
  alarm_stop(&self->alarm);
  sandbox_free(self->box);
  free(self);
}
