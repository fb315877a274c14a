#include "script/scenario/asks.h"
#include "base/text.h"
#include "script/custom/custom.h"
#include "script/sandbox/tables.h"
#include "script/values/names.h"

enum { CHECK_SEED = 1, MOST_NAMES = 256 }; /* checks before a run do not depend on the seed */

/* The names of the constants that a member offers. */
typedef struct offer {
  const char *names[MOST_NAMES];
  size_t count;
} offer;

static bool offers(const offer *of, const char *name) {
  for (size_t i = 0; i < of->count; i++) {
    if (strcmp(of->names[i], name) == 0) return true;
  }
  return false;
}

static void add_name(offer *of, const char *name) {
  if (of->count < MOST_NAMES && !offers(of, name)) of->names[of->count++] = name;
}

/* Of a definition in the scenario, which keeps the names alive. */
static void add_defined(lua_State *lua, const custom *c, offer *of) {
  size_t count = 0;
  if (c->kind == MEMBER_LEARNER) add_name(of, "threshold");
  if (!custom_has(c, SLOT_CONSTANTS)) return;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, c->slots[SLOT_CONSTANTS]);
  const char **names = tables_push_names(lua, -1, &count);
  for (size_t i = 0; i < count; i++) add_name(of, names[i]);
  lua_pop(lua, 2);
}

static status make_learner(const evaluation *e, const member *m, size_t trials, learner *out) {
  learner_setting setting = problem_learner_setting(&e->facts, trials, CHECK_SEED, &eigen_own);
  setting.folder = e->folder;
  return learner_new(m->class.learner, &setting, m->options, out);
}

/* Which constants a built-in learner has depends on its options. The names are those of the tables of all learners and of what bounds ask for. */
static status add_built_in(const evaluation *e, const member *m, size_t trials, offer *of) {
  CLEANUP(learner_destroy) learner player = {NULL, NULL};
  double value = 0.0;
  TRY(make_learner(e, m, trials, &player));
  for (size_t k = 0; k < registry_learner_count; k++) {
    const learner_methods *methods = registry_learners[k]->methods;
    for (size_t i = 0; i < methods->constants_count; i++) {
      if (learner_constant(&player, methods->constants[i].name, &value)) add_name(of, methods->constants[i].name);
    }
  }
  for (size_t k = 0; k < registry_bound_count; k++) {
    const bound_methods *methods = registry_bounds[k]->methods;
    for (size_t i = 0; i < methods->asks_count; i++) {
      const ask *asked = &methods->asks[i];
      if (!asked->of_problem && learner_constant(&player, asked->name, &value)) add_name(of, asked->name);
    }
  }
  return STATUS_OK;
}

/* False if it cannot be told before the cell begins. */
static bool find_offer(const evaluation *e, const member *m, size_t trials, offer *of) {
  const descriptor *about = m->class.about;
  if (about->definition != NULL) {
    add_defined(e->lua, about->definition, of);
    return true;
  }
  if (m->kind == MEMBER_LEARNER) return !descriptor_is_program(about) && add_built_in(e, m, trials, of) == STATUS_OK;
  const problem_methods *methods = m->class.problem->methods;
  for (size_t i = 0; i < methods->constants_count; i++) add_name(of, methods->constants[i].name);
  return methods->constant == NULL;
}

static void refuse_ask(const evaluation *e, const member *who, const member *owner, const char *name, const offer *of) {
  char reason[NO_SUCH_NAME], remedy[256] = "";
  const bool own = owner->class.about->definition != NULL;
  const char *kind = member_kind_name(owner->kind);
  if (own) {
    (void)snprintf(remedy, sizeof remedy, "; %s offers it with constants = { %s = ... }", owner->name, name);
  } else if (who->kind == MEMBER_BOUND) {
    (void)snprintf(remedy, sizeof remedy, "; %s_family says which %ss a bound is about", kind, kind);
  }
  sandbox_refuse(e->lua, who->line, "%s asks %s for \"%s\": %s%s", who->name, owner->name, name,
                 of->count > 0 ? no_such_name("constant", name, of->names, of->count, reason) : "it has no constants",
                 remedy);
}

/* Of members that the build knows, a test of the registry has found that all is there. */
static void check_asks(const evaluation *e, const member *who, const ask *asks, size_t count, bool of_problem,
                       const member *owner, size_t trials) {
  if (who->class.about->definition == NULL && owner->class.about->definition == NULL) return;
  bool asked_any = false;
  for (size_t i = 0; i < count; i++) asked_any = asked_any || (asks[i].of_problem == of_problem && !asks[i].optional);
  offer of = {.count = 0};
  if (!asked_any || !find_offer(e, owner, trials, &of)) return;
  for (size_t i = 0; i < count; i++) {
    const bool counts = asks[i].of_problem == of_problem && !asks[i].optional;
    if (counts && !offers(&of, asks[i].name)) refuse_ask(e, who, owner, asks[i].name, &of);
  }
}

void asks_check_bound(evaluation *e, const member *judge, const member *source, const member *player, size_t trials) {
  const bound_class *class = judge->class.bound;
  const bound_methods *methods = class->methods;
  if (!bound_speaks_of(class, source->class.problem, player->class.about->family)) return;
  check_asks(e, judge, methods->asks, methods->asks_count, false, player, trials);
  check_asks(e, judge, methods->asks, methods->asks_count, true, source, trials);
}

/* An adversary and its learner, as a cell brings them together. What fails before they meet fails again in the cell, which says so. */
static status meet(const evaluation *e, const member *source, const member *player, size_t trials) {
  CLEANUP(problem_destroy) problem adversary = {.class = NULL};
  CLEANUP(learner_destroy) learner partner = {NULL, NULL};
  const problem_setting setting = {.seed = CHECK_SEED, .trials = trials, .folders = {e->request->data, e->folder}};
  if (problem_new(source->class.problem, &setting, source->options, &adversary) != STATUS_OK ||
      make_learner(e, player, trials, &partner) != STATUS_OK) {
    return STATUS_OK;
  }
  TRY(problem_meet(&adversary, &partner));
  const custom *c = player->class.about->definition;
  return c == NULL ? STATUS_OK : custom_kept_failure(c);
}

/* "; nearest: etta (its constants: etta)" of the names that a learner of the scenario's own offers to an adversary that refuses it. */
static const char *describe_offer(const evaluation *e, const member *player, const ask *asks, size_t count,
                                  char text[512]) {
  offer of = {.count = 0};
  char near[NEAREST_TEXT] = "", all[256];
  text[0] = '\0';
  if (player->class.about->definition == NULL) return text;
  add_defined(e->lua, player->class.about->definition, &of);
  for (size_t i = 0; i < count && *near == '\0'; i++) {
    if (!offers(&of, asks[i].name)) (void)nearest_names(asks[i].name, of.names, of.count, false, near);
  }
  join_names(of.names, of.count, all, sizeof all);
  (void)snprintf(text, 512, "%s (its constants: %s)", near, all);
  return text;
}

void asks_check_problem(evaluation *e, const member *source, const member *player, size_t trials) {
  const problem_methods *methods = source->class.problem->methods;
  char offered[512];
  check_asks(e, source, methods->asks, methods->asks_count, false, player, trials);
  if (methods->meet == NULL || descriptor_is_program(player->class.about)) return;
  if (meet(e, source, player, trials) == STATUS_OK) return;
  sandbox_refuse(e->lua, player->line, "%s%s", status_message(),
                 describe_offer(e, player, methods->asks, methods->asks_count, offered));
}
