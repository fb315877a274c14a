#include "script/scenario/evaluate_scenario.h"
#include "base/json.h"
#include "base/json_share.h"
#include "base/plain_text.h"
#include "script/custom.h"
#include "script/custom/custom_declare.h"
#include "script/scenario/asks.h"
#include "script/scenario/facts_desk.h"
#include "script/scenario/grid.h"
#include "script/scenario/observe.h"
#include "script/scenario/plots.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const field_names[] = {"title",   "source",   "params", "sweep",   "trials", "test",     "seeds",
                                          "problem", "learners", "bounds", "observe", "plot",   "procedure"};

enum { DEFAULT_SEEDS = 20, SEEDS_LIMIT = 1000000 };

/* A text field on one line, or `absent`. */
static void read_text(evaluation *e, const char *name, const char *absent) {
  const int type = evaluation_field(e, name);
  const char *text = absent;
  if (type != LUA_TNIL) {
    if (type != LUA_TSTRING) REFUSE(e, name, NULL, "%s must be a string, not %s", name, value_kind(e->lua, -1));
    text = evaluation_word(e, -1, name, NULL);
    if (!is_plain_text(text, strlen(text))) REFUSE(e, name, NULL, "%s must be one line of UTF-8 text", name);
  }
  value_add(e->lua, e->plan, name, cJSON_CreateString(text));
  lua_pop(e->lua, 1);
}

static void read_seeds(evaluation *e) {
  const long long asked = e->request->seeds;
  double seeds = DEFAULT_SEEDS;
  if (asked < 0 || asked > SEEDS_LIMIT) {
    sandbox_raise(e->lua, "--seeds %lld: expected a whole number from 1 to %d", asked, (int)SEEDS_LIMIT);
  }
  if (evaluation_field(e, "seeds") != LUA_TNIL) {
    seeds = evaluation_whole(e, "seeds", 1, SEEDS_LIMIT);
  } else {
    lua_pop(e->lua, 1);
  }
  value_add(e->lua, e->plan, "seeds", cJSON_CreateNumber(asked > 0 ? (double)asked : seeds));
}

/* Either a procedure or a problem with learners. */
static void read_kind(evaluation *e) {
  const int type = evaluation_field(e, "procedure");
  e->procedure = type != LUA_TNIL;
  if (e->procedure && (type != LUA_TFUNCTION || lua_iscfunction(e->lua, -1))) {
    REFUSE(e, "procedure", NULL, "procedure must be a function(p, seed), not %s", value_kind(e->lua, -1));
  }
  static const char *const needed[] = {"problem", "learners"};
  for (size_t i = 0; i < COUNT(needed); i++) {
    const bool present = evaluation_field(e, needed[i]) != LUA_TNIL;
    if (present && e->procedure) {
      REFUSE(e, needed[i], NULL, "%s beside procedure: a scenario has either a procedure or a problem and learners",
             needed[i]);
    }
    if (!present && !e->procedure) {
      REFUSE(e, NULL, NULL, "%s is missing: a scenario has a problem and learners, or a procedure", needed[i]);
    }
    lua_pop(e->lua, 1);
  }
  lua_pop(e->lua, 1);
}

/* What was overridden, by name; seeds, trials and added learners among the parameters. */
static void add_overrides(evaluation *e) {
  lua_State *lua = e->lua;
  cJSON *overrides = value_add(lua, e->plan, "overrides", cJSON_CreateObject());
  const script_request *request = e->request;
  const char **sets = lua_newuserdatauv(lua, (request->set_count + 3) * sizeof *sets, 0);
  size_t count = 0;
  while (count < request->set_count) {
    sets[count] = request->sets[count];
    count++;
  }
  if (request->seeds > 0) sets[count++] = lua_pushfstring(lua, "seeds=%I", (LUAI_UACINT)request->seeds);
  if (request->trials > 0) sets[count++] = lua_pushfstring(lua, "trials=%I", (LUAI_UACINT)request->trials);
  if (request->programs != NULL) sets[count++] = lua_pushfstring(lua, "learner=%s", request->programs);
  qsort(sets, count, sizeof *sets, text_compare);
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(sets[i], '=');
    lua_pushlstring(lua, sets[i], (size_t)(equals - sets[i]));
    value_add(lua, overrides, lua_tostring(lua, -1), cJSON_CreateString(equals + 1));
    lua_pop(lua, 1);
  }
  lua_settop(lua, e->table);
}

static void add_names(evaluation *e) {
  cJSON *names = value_add(e->lua, e->plan, "parameters", cJSON_CreateArray());
  cJSON *swept = value_add(e->lua, e->plan, "swept", cJSON_CreateArray());
  for (size_t i = 0; i < e->parameter_count; i++) {
    value_add(e->lua, names, NULL, cJSON_CreateString(e->parameters[i].name));
    if (e->parameters[i].count > 1) value_add(e->lua, swept, NULL, cJSON_CreateString(e->parameters[i].name));
  }
}

/* File name without folder and .lua; sets e->folder. */
static void add_names_of_file(evaluation *e) {
  const char *path = e->box->path, *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
  /* It goes into the manifest and pictures. */
  if (!is_plain_text(path, strlen(path)))
    sandbox_refuse(e->lua, 0, "the path of a scenario must be UTF-8 without control characters");
  if (memory_text(slash != NULL ? path : ".", &e->folder) != STATUS_OK) sandbox_raise_status(e->lua, 0);
  if (slash != NULL) e->folder[slash == path ? 1 : slash - path] = '\0';
  size_t length = strlen(file);
  if (length > 4 && strcmp(file + length - 4, ".lua") == 0) length -= 4;
  lua_pushlstring(e->lua, file, length);
  value_add(e->lua, e->plan, "scenario", cJSON_CreateString(lua_tostring(e->lua, -1)));
  lua_pop(e->lua, 1);
  value_add(e->lua, e->plan, "path", cJSON_CreateString(path));
  value_add(e->lua, e->plan, "text", cJSON_CreateString(e->box->text));
}

/* ---- the points of the grid: trials, problem, learners and bounds, resolved and checked against each other */

enum { POINTS_IN_TIME = 1000 }; /* so many points of a grid have a time limit of their own */
enum { CHECK_SEED = 1 };        /* checks before a run do not depend on the seed */

static void add_member(evaluation *e, cJSON *parent, const char *name, const member *m) {
  lua_State *lua = e->lua;
  cJSON *object = value_add(lua, parent, name, cJSON_CreateObject());
  value_add(lua, object, "name", cJSON_CreateString(m->name));
  if (m->kind == MEMBER_LEARNER) value_add(lua, object, "label", cJSON_CreateString(m->label));
  value_add(lua, object, "line", cJSON_CreateNumber(m->line));
  value_add(lua, object, "options", cJSON_Duplicate(m->resolved, 1));
  if (m->class.about->definition != NULL) custom_json(lua, m->class.about->definition, object);
}

/* Do the facts of the point `before` hold for this problem? Asking again may read a file. */
static bool has_same_facts(const evaluation *e, const cJSON *before, const member *m, size_t trials) {
  if (before == NULL || m->class.about->definition != NULL || trials != e->facts_trials) return false;
  const cJSON *source = json_member(before, "problem");
  const cJSON *name = json_member(source, "name");
  return strcmp(name->valuestring, m->name) == 0 && json_same(json_member(source, "options"), m->resolved);
}

static bool reads_file(const descriptor *about) {
  for (size_t i = 0; i < about->parameter_count; i++) {
    if (about->parameters[i].type == PARAMETER_FILE) return about->definition == NULL;
  }
  return false;
}

static void ask_facts(evaluation *e, const cJSON *before, const member *m, size_t trials) {
  if (has_same_facts(e, before, m, trials)) return;
  const problem_setting setting = {.seed = CHECK_SEED, .trials = trials, .folders = {e->request->data, e->folder}};
  e->facts = (problem_facts){0};
  e->facts_trials = trials;
  const size_t bytes = sandbox_of(e->lua)->limits.memory;
  bool reached = false;
  const status code = facts_ask(reads_file(m->class.about) ? e->desk : -1, m->class.problem, &setting, m->options,
                                bytes, &e->facts, &reached);
  if (reached) {
    sandbox_refuse(e->lua, m->line, "%s: reading its data needs more than %zu MiB of memory", m->name, bytes >> 20);
  }
  if (code != STATUS_OK) sandbox_raise_status(e->lua, m->line);
}

/* "vector or dyad" */
static void join_kinds(unsigned kinds, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if ((kinds & 1u << kind) == 0) continue;
    const int length =
        snprintf(text + used, size - used, "%s%s", used > 0 ? " or " : "", instance_kind_name((instance_kind)kind));
    if (length > 0 && (size_t)length < size - used) used += (size_t)length;
  }
}

/* A test needs further trials that do not depend on what was learnt. */
static void check_test(evaluation *e, const member *source, size_t trials, size_t test) {
  const problem_facts *facts = &e->facts;
  const char *why = facts->adaptive               ? "answers the learner"
                    : facts->comparator_late      ? "knows its comparator only after the last trial"
                    : facts->labels == LABEL_REAL ? "has real labels"
                                                  : NULL;
  if (why != NULL)
    REFUSE(e, "test", NULL, "test: %s %s; expected signs, drawn whatever the learner does", source->name, why);
  if (facts->trials != 0 && (trials >= facts->trials || test > facts->trials - trials)) {
    REFUSE(e, "test", NULL, "trials = %zu and test = %zu: %s has only %zu trials for both", trials, test, source->name,
           facts->trials);
  }
}

/* For a bound of a procedure there is no `source` and no `trials`. */
static void check_bound(evaluation *e, const member *m, const member *source, size_t trials) {
  const custom *c = m->class.about->definition;
  if (e->procedure && !m->class.bound->procedures)
    sandbox_refuse(e->lua, m->line, "%s is about learners, not about what a procedure returns", m->name);
  if (e->procedure) return;
  if (c != NULL) custom_bound_check_measure(e->lua, c);
  for (size_t i = 0; i < e->player_count; i++) asks_check_bound(e, m, source, e->players[i], trials);
}

static void check_learner(evaluation *e, const member *m, const member *source, size_t trials) {
  const learner_class *class = m->class.learner;
  const problem_facts *facts = &e->facts;
  if ((class->instances & 1u << facts->kind) == 0) {
    char kinds[96];
    join_kinds(class->instances, kinds, sizeof kinds);
    sandbox_refuse(e->lua, m->line, "%s takes %s instances, %s produces %s", m->name, kinds, source->name,
                   instance_kind_name(facts->kind));
  }
  const bool signs = facts->labels == LABEL_SIGN;
  if (class->predicts != PREDICTION_EITHER && (class->predicts == PREDICTION_SIGN) != signs) {
    sandbox_refuse(e->lua, m->line, "%s predicts %s, %s has %s as labels", m->name, signs ? "numbers" : "signs",
                   source->name, signs ? "signs" : "numbers");
  }
  if (e->test > 0 && class->randomised) {
    sandbox_refuse(e->lua, m->line, "%s is randomised: a test needs a learner that is a function of its examples",
                   m->name);
  }
  learner_setting setting = problem_learner_setting(facts, trials, CHECK_SEED, &eigen_own);
  setting.folder = e->folder;
  if (learner_check(class, &setting, m->options) != STATUS_OK) sandbox_raise_status(e->lua, m->line);
  asks_check_problem(e, source, m, trials);
  if (memory_grow(&e->players, e->player_count + 1, sizeof *e->players) != STATUS_OK) sandbox_raise_status(e->lua, 0);
  e->players[e->player_count++] = m;
}

/* Replaces the list on top of the stack by a copy: functions that the checks call may change it, and the members are needed to the end of the
 * point. */
static void keep_list(lua_State *lua, size_t count) {
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, -2, (lua_Integer)i);
    lua_rawseti(lua, -2, (lua_Integer)i);
  }
  lua_replace(lua, -2);
}

/* Adds the members of a list (or a single one) on top of the stack to `out`, each after `check` if it is given. Leaves them there. */
static void read_members(evaluation *e, const char *key, member_kind kind, cJSON *out,
                         void (*check)(evaluation *, const member *, const member *, size_t), const member *source,
                         size_t trials) {
  lua_State *lua = e->lua;
  size_t count = 1;
  const char *word = member_kind_name(kind);
  const bool single = member_at(lua, -1, kind) != NULL;
  if (!single && !value_is_list(lua, -1, &count)) {
    REFUSE(e, key, NULL, "%s must be a list of %ss such as %s.NAME { ... }, not %s", key, word, word,
           lua_istable(lua, -1) ? "a table with names" : value_kind(lua, -1));
  }
  if (!single) keep_list(lua, count);
  for (size_t i = 1; i <= count; i++) {
    if (single) {
      lua_pushvalue(lua, -1);
    } else {
      lua_rawgeti(lua, -1, (lua_Integer)i);
    }
    const member *m = member_at(lua, -1, kind);
    if (m == NULL)
      REFUSE(e, key, NULL, "%s[%zu] must be a %s such as %s.NAME { ... }, not %s", key, i, word, word,
             value_kind(lua, -1));
    const char *identity = kind == MEMBER_LEARNER ? "label" : "name",
               *text = kind == MEMBER_LEARNER ? m->label : m->name;
    for (const cJSON *other = out->child; other != NULL; other = other->next) {
      if (strcmp(json_member(other, identity)->valuestring, text) != 0) continue;
      if (kind != MEMBER_LEARNER) sandbox_refuse(lua, m->line, "%s.%s is listed twice", word, m->name);
      sandbox_refuse(lua, m->line,
                     "two learners have the label \"%s\"; give one of them a label of its own: label = \"...\"", text);
    }
    if (check != NULL) check(e, m, source, trials);
    add_member(e, out, NULL, m);
    lua_pop(lua, 1);
  }
}

static int make_program(lua_State *lua) {
  return member_make_at(lua, MEMBER_LEARNER, (member_class){.learner = learner_find("external")}, 0);
}

/* The learners of the command line, after those of the scenario. */
static void add_programs(evaluation *e, cJSON *learners, const member *source, size_t trials) {
  lua_State *lua = e->lua;
  const char *line = e->request->programs;
  lua_newtable(lua);
  for (lua_Integer i = 1; line != NULL; i++) {
    const char *next = strchr(line, '\n');
    cJSON *given = NULL;
    lua_pushcfunction(lua, make_program);
    lua_pushlstring(lua, line, next == NULL ? strlen(line) : (size_t)(next - line));
    if (json_parse(lua_tostring(lua, -1), &given) != STATUS_OK) sandbox_raise_status(lua, 0);
    lua_pop(lua, 1);
    value_push_json(lua, given);
    cJSON_Delete(given);
    lua_call(lua, 1, 1);
    lua_rawseti(lua, -2, i);
    line = next == NULL ? NULL : next + 1;
  }
  read_members(e, "learners", MEMBER_LEARNER, learners, check_learner, source, trials);
}

/* The number of trials; 0 if neither the scenario nor the command line gives one. */
static size_t read_trials(evaluation *e, const cJSON *parameters) {
  const long long asked = e->request->trials;
  if (asked < 0 || (double)asked > 0x1p53)
    sandbox_raise(e->lua, "--trials %lld: expected a whole number from 1 to 2^53", asked);
  if (asked > 0) return (size_t)asked;
  const int type = evaluation_value(e, "trials", parameters);
  if (type != LUA_TNIL) return (size_t)fmin(evaluation_whole(e, "trials", 1, 0x1p53), (double)SIZE_MAX);
  lua_pop(e->lua, 1);
  return e->procedure ? 1 : 0;
}

/* Further trials that test what was learnt; 0: none. */
static size_t read_test(evaluation *e, const cJSON *parameters) {
  if (evaluation_value(e, "test", parameters) == LUA_TNIL) {
    lua_pop(e->lua, 1);
    return 0;
  }
  if (e->procedure) REFUSE(e, "test", NULL, "test is for learners; a procedure does its own tests");
  return (size_t)fmin(evaluation_whole(e, "test", 1, 0x1p52), (double)SIZE_MAX);
}

static void read_bounds(evaluation *e, const cJSON *parameters, cJSON *point, const member *source, size_t trials) {
  cJSON *bounds = value_add(e->lua, point, "bounds", cJSON_CreateArray());
  if (evaluation_value(e, "bounds", parameters) != LUA_TNIL)
    read_members(e, "bounds", MEMBER_BOUND, bounds, check_bound, source, trials);
}

/* before: the point before, NULL: none. */
static cJSON *read_point(evaluation *e, size_t place, const cJSON *before, cJSON *points) {
  lua_State *lua = e->lua;
  cJSON *point = value_add(lua, points, NULL, cJSON_CreateObject());
  cJSON *parameters = value_add(lua, point, "parameters", grid_point(e, place));
  if (sandbox_seed(e->box, 0) != STATUS_OK) sandbox_raise_status(lua, 0); /* a point does not depend on the others */
  size_t trials = read_trials(e, parameters);
  e->player_count = 0;
  e->test = read_test(e, parameters);
  if (e->procedure) {
    if (e->request->programs != NULL) REFUSE(e, "procedure", NULL, "--learner: a procedure has no learners");
    value_add(lua, point, "trials", cJSON_CreateNumber((double)trials));
    read_bounds(e, parameters, point, NULL, 0);
    lua_settop(lua, e->table);
    return point;
  }
  evaluation_value(e, "problem", parameters);
  const member *source = member_at(lua, -1, MEMBER_PROBLEM); /* stays on the stack */
  if (source == NULL) {
    REFUSE(e, "problem", NULL, "problem must be a problem such as problem.NAME { ... }, not %s", value_kind(lua, -1));
  }
  ask_facts(e, before, source, trials > 0 ? trials + e->test : 0);
  if (trials == 0 && e->facts.trials == 0) {
    REFUSE(e, NULL, NULL, "trials is missing, and %s has no end of its own", source->name);
  }
  if (trials == 0) trials = e->facts.trials > e->test ? e->facts.trials - e->test : e->facts.trials;
  if (e->test > 0) check_test(e, source, trials, e->test);
  observe_check(e, source->name, point);
  value_add(lua, point, "trials", cJSON_CreateNumber((double)trials));
  if (e->test > 0) value_add(lua, point, "test", cJSON_CreateNumber((double)e->test));
  add_member(e, point, "problem", source);
  cJSON *learners = value_add(lua, point, "learners", cJSON_CreateArray());
  evaluation_value(e, "learners", parameters);
  read_members(e, "learners", MEMBER_LEARNER, learners, check_learner, source, trials);
  add_programs(e, learners, source, trials);
  if (learners->child == NULL) REFUSE(e, "learners", NULL, "learners: at least one is needed");
  read_bounds(e, parameters, point, source, trials);
  lua_settop(lua, e->table);
  return point;
}

static void read_points(evaluation *e, cJSON *points) {
  const cJSON *before = NULL;
  for (size_t i = 0; i < e->points; i++) {
    cJSON *point = read_point(e, i, before, points);
    if (before != NULL) json_share(point, before);
    before = point;
    if ((i + 1) % POINTS_IN_TIME == 0) sandbox_limit_again(e->box);
  }
}

/* ---- the whole */

static int evaluate(lua_State *lua) {
  evaluation *e = lua_touserdata(lua, 1);
  e->lua = lua;
  sandbox_run(lua);
  e->table = lua_gettop(lua);
  luaL_checkstack(lua, 100, NULL);
  if (!lua_istable(lua, -1)) REFUSE(e, NULL, NULL, "a scenario must return one table, not %s", value_kind(lua, -1));
  evaluation_check_names(e, e->table, NULL, field_names, COUNT(field_names));
  e->plan = cJSON_CreateObject();
  if (e->plan == NULL) sandbox_raise(lua, "no memory for the plan");
  add_names_of_file(e);
  read_text(e, "title", json_member(e->plan, "scenario")->valuestring);
  read_text(e, "source", "");
  read_kind(e);
  grid_read(e);
  add_names(e);
  add_overrides(e);
  read_seeds(e);
  observe_read(e);
  value_add(lua, e->plan, "procedure", cJSON_CreateBool(e->procedure));
  cJSON *points = value_add(lua, e->plan, "points", cJSON_CreateArray());
  read_points(e, points);
  plots_read(e, points, value_add(lua, e->plan, "plots", cJSON_CreateArray()));
  return 0;
}

static void free_evaluation(evaluation *e) {
  for (size_t i = 0; i < e->parameter_count; i++) {
    cJSON_Delete(e->parameters[i].words);
    cJSON_Delete(e->parameters[i].values);
    free(e->parameters[i].value);
  }
  free(e->parameters);
  free(e->players);
  free(e->folder);
  cJSON_Delete(e->plan);
}

status evaluate_scenario(sandbox *box, const script_request *request, int desk, cJSON **plan) {
  CLEANUP(free_evaluation) evaluation e = {.box = box, .request = request, .desk = desk};
  *plan = NULL;
  TRY(sandbox_call(box, evaluate, &e, 0));
  *plan = e.plan;
  e.plan = NULL;
  return STATUS_OK;
}
