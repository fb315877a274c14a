/* The custom members of a cell: the scenario is run anew in a state of its own, and its members are found again. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "script/sandbox/alarm.h"
#include "script/custom/custom.h"
#include "script/scenario/evaluation.h"
#include "script/scenario/opened_members.h"
#include "script/values/value_json.h"

struct script_cell {
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
  evaluation_push_point(lua, o->table, cJSON_GetObjectItemCaseSensitive(o->members->point, "parameters"));
  lua_call(lua, 1, 1);
}

/* The scenario must say the same as when the plan was made: it depends on nothing but its text and the point. */
static const custom *check_same(lua_State *lua, const member *m, const cJSON *planned) {
  if (m == NULL || m->custom == NULL ||
      !cJSON_Compare(m->resolved, cJSON_GetObjectItemCaseSensitive(planned, "options"), 1)) {
    sandbox_refuse(lua, 0, "the scenario gave another %s when it was read again",
                   planned != NULL ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(planned, "name"))
                                   : "member");
  }
  return m->custom;
}

static const cJSON *find_planned(const cJSON *list, const char *field, const char *text) {
  for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
    if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, field)), text) == 0) return item;
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
  /* In the order in which the plan asked, so that math.random says the same; --trials keeps `trials` from being
   * asked. */
  if (!members->trials_given) push_field(lua, o, "trials");
  push_field(lua, o, "test");
  push_field(lua, o, "problem");
  if (members->problem != NULL) {
    const custom *c =
        check_same(lua, member_at(lua, -1, MEMBER_PROBLEM), cJSON_GetObjectItemCaseSensitive(point, "problem"));
    *members->problem = c->class.problem;
  }
  push_field(lua, o, "learners");
  if (members->learner != NULL) {
    const custom *c =
        check_same(lua, find_member(lua, MEMBER_LEARNER, members->label),
                   find_planned(cJSON_GetObjectItemCaseSensitive(point, "learners"), "label", members->label));
    *members->learner = c->class.learner;
  }
  push_field(lua, o, "bounds");
  for (size_t i = 0; i < members->bound_count; i++) {
    bound_class *bound = members->bounds[i];
    if (bound == NULL) continue;
    const custom *c =
        check_same(lua, find_member(lua, MEMBER_BOUND, bound->about.name),
                   find_planned(cJSON_GetObjectItemCaseSensitive(point, "bounds"), "name", bound->about.name));
    *bound = c->class.bound;
  }
  return 0;
}

status script_find_members(sandbox *box, const script_members *members) {
  opening o = {.members = members};
  return sandbox_call(box, find_members, &o, 0);
}

status script_open_members(script *self, const script_members *members) {
  struct script_cell *cell = NULL;
  script_close_members(self);
  TRY(NEW_ARRAY(1, cell));
  self->cell = cell;
  script_limits limits = self->limits;
  limits.seconds = script_default_limits.seconds; /* of reading the scenario; then those of the definitions */
  status code = sandbox_new(self->path, self->text, "evaluation", &limits, &cell->box);
  if (code == STATUS_OK) code = alarm_start(&cell->alarm, cell->box);
  if (code == STATUS_OK) {
    sandbox_start_clock(cell->box, false);
    code = script_find_members(cell->box, members);
    sandbox_start_call_clock(cell->box);
    random_stream_free(cell->box->random);
    cell->box->random = NULL; /* each member has its own */
  }
  if (code != STATUS_OK) script_close_members(self);
  return code == STATUS_INVALID ? STATUS_FAILED : code;
}

void script_close_members(script *self) {
  if (self->cell == NULL) return;
  alarm_stop(&self->cell->alarm);
  sandbox_free(self->cell->box);
  free(self->cell);
  self->cell = NULL;
}
