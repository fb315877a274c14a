#include "script/custom/members.h"
#include "base/text.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

static const char *const kind_names[MEMBER_KINDS] = {"problem", "learner", "bound"};

const char *member_kind_name(member_kind kind) {
  return kind_names[kind];
}

_Static_assert(offsetof(problem_class, about) == 0 && offsetof(learner_class, about) == 0 &&
                   offsetof(bound_class, about) == 0,
               "member_class.about");

static size_t registry_count(member_kind kind) {
  return kind == MEMBER_PROBLEM   ? registry_problem_count
         : kind == MEMBER_LEARNER ? registry_learner_count
                                  : registry_bound_count;
}

static member_class registry_class(member_kind kind, size_t i) {
  if (kind == MEMBER_PROBLEM) return (member_class){.problem = registry_problems[i]};
  if (kind == MEMBER_LEARNER) return (member_class){.learner = registry_learners[i]};
  return (member_class){.bound = registry_bounds[i]};
}

static bool find_built_in(member_kind kind, const char *name, size_t *place) {
  for (*place = 0; *place < registry_count(kind); ++*place) {
    if (equal_names(registry_class(kind, *place).about->name, name)) return true;
  }
  return false;
}

const descriptor *member_built_in(member_kind kind, const char *name) {
  size_t place;
  return find_built_in(kind, name, &place) ? registry_class(kind, place).about : NULL;
}

/* "path:9: problem.close_to_subpace: no such problem; nearest: close_to_subspace (winnow list problems)" */
static _Noreturn void refuse_name(lua_State *lua, member_kind kind, const char *name) {
  const int line = sandbox_line(lua);
  for (int other = 0; other < MEMBER_KINDS; other++) {
    if (other != (int)kind && member_built_in((member_kind)other, name) != NULL) {
      sandbox_refuse(lua, line, "%s.%s: no such %s; %s is a %s", kind_names[kind], name, kind_names[kind], name,
                     kind_names[other]);
    }
  }
  const size_t count = registry_count(kind);
  const char **names = lua_newuserdatauv(lua, (count + 1) * sizeof *names, 0);
  for (size_t i = 0; i < count; i++) names[i] = registry_class(kind, i).about->name;
  names[count] = "custom";
  char nearest[NEAREST_TEXT];
  sandbox_refuse(lua, line, "%s.%.80s: no such %s%s (winnow list %ss)", kind_names[kind], name, kind_names[kind],
                 nearest_names(name, names, count + 1, true, nearest), kind_names[kind]);
}

const member *member_at(lua_State *lua, int index, member_kind kind) {
  return luaL_testudata(lua, index, kind_names[kind]);
}

static int collect_member(lua_State *lua) {
  member *m = lua_touserdata(lua, 1);
  cJSON_Delete(m->given);
  cJSON_Delete(m->resolved);
  options_free(m->options);
  m->given = m->resolved = NULL;
  m->options = NULL;
  return 0;
}

static int no_fields(lua_State *lua) {
  return luaL_error(lua, "a %s has no fields that a scenario could read or change",
                    lua_tostring(lua, lua_upvalueindex(1)));
}

/* Reads the label of a learner from the table at index 1; default: its name. */
static void read_label(lua_State *lua, member *m) {
  lua_getfield(lua, 1, "label");
  const bool given = !lua_isnil(lua, -1);
  if (given && lua_type(lua, -1) != LUA_TSTRING) {
    sandbox_refuse(lua, m->line, "%s: label must be a string, not %s", m->name, value_kind(lua, -1));
  }
  const char *label = given ? value_word(lua, -1, m->line, m->name, "label") : m->name;
  const size_t length = strlen(label);
  if (given && (length == 0 || length > LABEL || !is_table_text(label, length))) {
    sandbox_refuse(
        lua, m->line,
        "%s: label must have 1 to %d bytes of text without tab, line end, '#' or leading '\"', and not be \"-\"",
        m->name, (int)LABEL);
  }
  snprintf(m->label, sizeof m->label, "%s", label);
  lua_pop(lua, 1);
}

/* Resolves the given options without the label. */
static void resolve_options(lua_State *lua, member *m) {
  const descriptor *about = m->class.about;
  const char *path = sandbox_of(lua)->path;
  const char *who = m->line > 0 ? lua_pushfstring(lua, "%s:%d: %s", path, m->line, m->name)
                                : lua_pushfstring(lua, "%s: --learner: %s", path, m->name);
  value_json(lua, 1, m->line, m->name, &m->given);
  if (cJSON_IsArray(m->given))
    sandbox_refuse(lua, m->line, "%s: expected names with values, such as { n = 16 }", m->name);
  if (m->kind == MEMBER_LEARNER) cJSON_DeleteItemFromObjectCaseSensitive(m->given, "label");
  if (options_read(who, about->parameters, about->parameter_count, m->given, &m->options) != STATUS_OK ||
      options_json(m->options, &m->resolved) != STATUS_OK)
    sandbox_raise_status(lua, m->line);
  cJSON_Delete(m->given);
  m->given = NULL;
}

int member_make_at(lua_State *lua, member_kind kind, member_class class, int line) {
  member *m = lua_newuserdatauv(lua, sizeof *m, 0);
  *m = (member){.kind = kind, .class = class, .name = class.about->name, .line = line};
  luaL_setmetatable(lua, kind_names[kind]);
  if (kind == MEMBER_LEARNER) read_label(lua, m);
  resolve_options(lua, m);
  lua_settop(lua, 2);
  return 1;
}

int member_make(lua_State *lua, member_kind kind, member_class class) {
  const char *name = class.about->name;
  const int line = sandbox_line(lua);
  if (lua_gettop(lua) != 1 || !lua_istable(lua, 1) || line == 0) {
    const bool built_in = class.about->definition == NULL;
    const char *who = lua_pushfstring(lua, "%s%s%s", built_in ? kind_names[kind] : "", built_in ? "." : "", name);
    sandbox_refuse(lua, line, "%s: write %s { ... }", who, who);
  }
  return member_make_at(lua, kind, class, line);
}

/* problem.NAME { ... }; upvalues: kind, place in the registry. */
static int construct(lua_State *lua) {
  const member_kind kind = (member_kind)lua_tointeger(lua, lua_upvalueindex(1));
  return member_make(lua, kind, registry_class(kind, (size_t)lua_tointeger(lua, lua_upvalueindex(2))));
}

/* problem.NAME; upvalues: kind, what declares a custom member. */
static int read_member(lua_State *lua) {
  const member_kind kind = (member_kind)lua_tointeger(lua, lua_upvalueindex(1));
  const char *name = texts_push(lua, 2);
  (void)value_word(lua, -1, -1, kind_names[kind], NULL);
  size_t place;
  lua_pushinteger(lua, (lua_Integer)kind);
  if (strcmp(name, "custom") == 0) {
    lua_pushcclosure(lua, lua_tocfunction(lua, lua_upvalueindex(2)), 1);
    return 1;
  }
  if (!find_built_in(kind, name, &place)) refuse_name(lua, kind, name);
  lua_pushinteger(lua, (lua_Integer)place);
  lua_pushcclosure(lua, construct, 2);
  return 1;
}

static void set_guard(lua_State *lua, const char *name, lua_CFunction function, const char *upvalue) {
  lua_pushstring(lua, upvalue);
  lua_pushcclosure(lua, function, 1);
  lua_setfield(lua, -2, name);
}

void members_open(lua_State *lua, lua_CFunction declare) {
  for (int kind = 0; kind < MEMBER_KINDS; kind++) {
    const char *name = kind_names[kind];
    luaL_newmetatable(lua, name); /* of the members; sets __name */
    set_guard(lua, "__gc", collect_member, name);
    set_guard(lua, "__index", no_fields, name);
    set_guard(lua, "__newindex", no_fields, name);
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);
    lua_newtable(lua); /* the global `problem` */
    lua_newtable(lua);
    lua_pushinteger(lua, kind);
    lua_pushcfunction(lua, declare);
    lua_pushcclosure(lua, read_member, 2);
    lua_setfield(lua, -2, "__index");
    set_guard(lua, "__newindex", no_fields, name);
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, -2);
    lua_setfield(lua, -2, name);
  }
}
