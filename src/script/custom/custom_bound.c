#include "base/text.h"
#include "bounds/trial_judge.h"
#include "script/custom.h"
#include "script/custom/lent_members.h"
#include "script/custom/ready_premises.h"
#include "script/sandbox/tables.h"
#include "script/values/names.h"
#include "script/values/value_types.h"

typedef struct custom_bound {
  custom_object object;
  bound_context context;
  const options *options;
  custom_shape asked;  /* for arguments of learner:score */
  cell_totals so_far;  /* without regret */
  int trial, totals;   /* references to the tables that the functions get, made once */
  double current;      /* level trial: the present value */
  theorem_judge judge; /* level trial */
  const char *invariant_names[BOUND_ROWS];
  const char *invariant_measures[BOUND_ROWS];
  invariant_judge invariants[BOUND_ROWS];
  size_t invariant_count;
  ready_premises ready;
  failed_premise premises; /* of the run, when it has ended */
} custom_bound;

/* ---- arguments of its functions */

/* problem and learner; nothing for a procedure. */
static void push_pair(lua_State *lua, custom_bound *self) {
  if (self->context.problem == NULL) {
    lua_pushnil(lua);
    lua_pushnil(lua);
    return;
  }
  lent_problem_push(lua, self->object.of, &self->context);
  lent_learner_push(lua, self->object.of, self->context.learner, &self->asked);
}

static const char *const measures[] = {"trials", "mistakes", "updates",        "expected_mistakes",
                                       "loss",   "regret",   "comparator_loss"};
enum { MEASURES = sizeof measures / sizeof *measures };

/* totals: what is known so far, or the quantities of a procedure. The same table each time. */
static void push_totals(lua_State *lua, const custom_bound *self, const cell_totals *totals) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, self->totals);
  if (totals->quantities != NULL) {
    for (const cJSON *item = totals->quantities->child; item != NULL; item = item->next) {
      custom_set_number(lua, item->string, cJSON_IsNumber(item) ? item->valuedouble : NAN);
    }
    return;
  }
  const double values[MEASURES] = {
      (double)totals->trials, (double)totals->mistakes, (double)totals->updates,      totals->expected_mistakes,
      totals->loss,           totals->regret,           totals->loss - totals->regret};
  for (size_t i = 0; i < MEASURES; i++) custom_set_number(lua, measures[i], values[i]);
}

void custom_bound_check_measure(lua_State *lua, const custom *c) {
  const char *measure = c->class.bound.measure;
  char reason[NO_SUCH_NAME];
  if (custom_has(c, SLOT_MEASURED)) return;
  for (size_t i = 0; i < MEASURES; i++) {
    if (strcmp(measures[i], measure) == 0) return;
  }
  custom_refuse(lua, c, "measure = \"%s\", and no function measured: %s", measure,
                no_such_name("quantity of a run", measure, measures, MEASURES, reason));
}

/* ---- applies and create */

typedef struct bound_call {
  custom_bound *self;
  const trial_event *event;
  const cell_totals *totals;
  bool applies;
  double measured, value, trivial, spread, least, most;
} bound_call;

static int run_applies(lua_State *lua) {
  bound_call *call = lua_touserdata(lua, 1);
  custom_push_function(lua, &call->self->object, SLOT_APPLIES);
  push_pair(lua, call->self);
  lua_call(lua, 2, 1);
  if (!lua_isboolean(lua, -1))
    custom_refuse(lua, call->self->object.of, "applies returned %s, expected true or false", value_kind(lua, -1));
  call->applies = lua_toboolean(lua, -1);
  return 0;
}

static void end(custom_bound *self) {
  if (self->object.of != NULL && self->object.of->box != NULL) {
    lua_State *lua = self->object.of->box->lua;
    luaL_unref(lua, LUA_REGISTRYINDEX, self->trial);
    luaL_unref(lua, LUA_REGISTRYINDEX, self->totals);
  }
  custom_object_end(&self->object);
  custom_shape_free(&self->asked);
}

static status begin(custom_bound *self, const bound_context *context) {
  const custom *c = context->class->about.definition;
  self->context = *context;
  self->trial = self->totals = LUA_NOREF;
  self->current = NAN;
  self->so_far.regret = NAN;
  TRY(custom_object_begin(c, NULL, &self->object));
  if (context->problem == NULL) return STATUS_OK;
  const problem_facts *facts = &context->problem->facts;
  return custom_shape_new(facts->kind, facts->n, facts->rows, facts->rank, &self->asked);
}

static status ask_applies(const bound_context *context, bool *applies) {
  CLEANUP(end) custom_bound asked = {0};
  bound_call call = {.self = &asked};
  TRY(begin(&asked, context));
  TRY(custom_call(&asked.object, SLOT_APPLIES, run_applies, &call));
  *applies = call.applies;
  return STATUS_OK;
}

/* Returns no status: a failure is reported when the bound is created. */
static bool applies(const void *self, const bound_context *context) {
  const custom *c = context->class->about.definition;
  bool applies_here = true;
  if (!custom_has(c, SLOT_APPLIES)) return true;
  if (ask_applies(context, &applies_here) == STATUS_OK) return applies_here;
  custom_keep_failure(c);
  return true;
}

static void read_invariants(lua_State *lua, custom_bound *self) {
  custom_push_function(lua, &self->object, SLOT_INVARIANTS); /* a table */
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
    const char *name = lua_tostring(lua, -1);
    lua_getfield(lua, table, name);
    lua_getfield(lua, -1, "measure");
    lua_getfield(lua, -2, "direction");
    self->invariant_names[i] = name; /* kept alive by the definition */
    self->invariant_measures[i] = lua_tostring(lua, -2);
    const bool lower = lua_type(lua, -1) == LUA_TSTRING && strcmp(lua_tostring(lua, -1), "lower") == 0;
    self->invariants[i].direction = lower ? BOUND_LOWER : BOUND_UPPER;
    lua_settop(lua, table + 1);
  }
  self->invariant_count = count;
}

static void read_premises(lua_State *lua, custom_bound *self) {
  custom_push_function(lua, &self->object, SLOT_PREMISES); /* a list */
  for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++) {
    ready_premise which;
    if (ready_premise_at(lua, -1, &which)) self->ready.used[which] = true;
    lua_pop(lua, 1);
  }
  lua_pop(lua, 2);
}

static int run_create(lua_State *lua) {
  custom_bound *self = ((const bound_call *)lua_touserdata(lua, 1))->self;
  const custom *c = self->object.of;
  lua_createtable(lua, 0, 8);
  self->trial = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_createtable(lua, 0, 8);
  self->totals = luaL_ref(lua, LUA_REGISTRYINDEX);
  if (custom_has(c, SLOT_INVARIANTS)) read_invariants(lua, self);
  if (custom_has(c, SLOT_PREMISES)) read_premises(lua, self);
  if (custom_has(c, SLOT_CREATE)) {
    custom_push_function(lua, &self->object, SLOT_CREATE);
    push_pair(lua, self);
    custom_push_options(lua, c, self->options);
    lua_call(lua, 3, 1);
  } else {
    custom_push_options(lua, c, self->options);
  }
  custom_keep_state(lua, &self->object);
  return 0;
}

static void clear(void *data) {
  end(data);
}

static status init(void *data, const bound_context *context) {
  const options *values = context->options;
  const custom *c = context->class->about.definition;
  custom_bound *self = data;
  bound_call call = {.self = self};
  TRY(custom_kept_failure(c));
  self->options = values;
  TRY(begin(self, context));
  return custom_call(&self->object, custom_has(c, SLOT_CREATE) ? SLOT_CREATE : SLOT_VALUE, run_create, &call);
}

/* ---- value and measured */

static double read_result(lua_State *lua, const custom *c, const char *what) {
  if (lua_type(lua, -1) != LUA_TNUMBER)
    custom_refuse(lua, c, "%s returned %s, expected a number", what, value_kind(lua, -1));
  const double value = lua_tonumber(lua, -1);
  lua_pop(lua, 1);
  return value;
}

static double call_number(lua_State *lua, const custom_bound *self, custom_slot slot, const cell_totals *totals,
                          const char *what) {
  custom_push_function(lua, &self->object, slot);
  if (lua_type(lua, -1) == LUA_TNUMBER) return read_result(lua, self->object.of, what);
  custom_push_state(lua, &self->object);
  push_totals(lua, self, totals);
  lua_call(lua, 2, 1);
  return read_result(lua, self->object.of, what);
}

static double measured_of(lua_State *lua, const custom_bound *self, const cell_totals *totals) {
  const custom *c = self->object.of;
  if (custom_has(c, SLOT_MEASURED)) return call_number(lua, self, SLOT_MEASURED, totals, "measured");
  push_totals(lua, self, totals);
  if (lua_getfield(lua, -1, c->class.bound.measure) != LUA_TNUMBER) {
    custom_refuse(lua, c, "measure = \"%s\": the procedure has no such quantity, and there is no function measured",
                  c->class.bound.measure);
  }
  const double value = lua_tonumber(lua, -1);
  lua_pop(lua, 2);
  return value;
}

/* ---- trials */

static void push_trial(lua_State *lua, const custom_bound *self, const trial_event *event) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, self->trial);
  lua_pushinteger(lua, (lua_Integer)event->t);
  lua_setfield(lua, -2, "t");
  custom_push_instance(lua, event->x);
  lua_setfield(lua, -2, "x");
  custom_set_number(lua, "score", event->predicted.score);
  custom_set_number(lua, "prediction", event->predicted.value);
  custom_set_number(lua, "label", event->label);
  custom_set_number(lua, "loss", event->loss);
  custom_set_number(lua, "error_probability", event->error_probability);
  custom_set_flag(lua, "mistake", event->mistake);
  custom_set_flag(lua, "updated", event->updated);
}

static void judge_invariant(lua_State *lua, custom_bound *self, size_t i, const trial_event *event) {
  const custom *c = self->object.of;
  custom_push_function(lua, &self->object, SLOT_INVARIANTS);
  lua_getfield(lua, -1, self->invariant_names[i]);
  lua_getfield(lua, -1, "judge");
  custom_push_state(lua, &self->object);
  push_trial(lua, self, event);
  lua_call(lua, 2, 2);
  if (!lua_isnil(lua, -2)) { /* nothing: the trial does not count */
    if (lua_type(lua, -1) != LUA_TNUMBER || lua_type(lua, -2) != LUA_TNUMBER)
      custom_refuse(lua, c, "invariants.%s.judge must return measured and value, two numbers, or nothing",
                    self->invariant_names[i]);
    invariant_judge_trial(&self->invariants[i], (trial_figures){.trial = event->t,
                                                                .measured = lua_tonumber(lua, -2),
                                                                .value = lua_tonumber(lua, -1),
                                                                .tolerance = c->tolerance});
  }
  lua_pop(lua, 4);
}

static int run_watch(lua_State *lua) {
  const bound_call *call = lua_touserdata(lua, 1);
  custom_bound *self = call->self;
  const custom *c = self->object.of;
  if (custom_has(c, SLOT_WATCH)) {
    custom_push_function(lua, &self->object, SLOT_WATCH);
    custom_push_state(lua, &self->object);
    push_trial(lua, self, call->event);
    lua_call(lua, 2, 0);
  }
  for (size_t i = 0; i < self->invariant_count; i++) judge_invariant(lua, self, i, call->event);
  if (c->class.bound.level != LEVEL_TRIAL) return 0;
  self->current = call_number(lua, self, SLOT_VALUE, &self->so_far, "value");
  const double measured = measured_of(lua, self, &self->so_far);
  const bool upper =
      c->class.bound.direction == BOUND_UPPER; /* a lower bound is judged as an upper one of the negated numbers */
  theorem_judge_trial(&self->judge, (trial_figures){.trial = call->event->t,
                                                    .measured = upper ? measured : self->current,
                                                    .value = upper ? self->current : measured,
                                                    .tolerance = c->tolerance});
  return 0;
}

static status watch(void *data, const trial_event *event) {
  custom_bound *self = data;
  bound_call call = {.self = self, .event = event};
  const custom *c = self->object.of;
  self->so_far.trials = event->t;
  self->so_far.mistakes += event->mistake;
  self->so_far.updates += event->updated;
  self->so_far.expected_mistakes += event->error_probability;
  self->so_far.loss += event->loss;
  ready_premises_watch(&self->ready, &self->context, event);
  if (!custom_has(c, SLOT_WATCH) && self->invariant_count == 0 && c->class.bound.level != LEVEL_TRIAL) return STATUS_OK;
  return custom_call(&self->object, custom_has(c, SLOT_WATCH) ? SLOT_WATCH : SLOT_VALUE, run_watch, &call);
}

static double current(void *data) {
  return ((const custom_bound *)data)->current;
}

/* ---- the end */

/* The first premise that does not hold: holds(state, totals) returns true, or false and a number. */
static void check_premises(lua_State *lua, bound_call *call) {
  const custom *c = call->self->object.of;
  failed_premise *premises = &call->self->premises;
  if (!custom_has(c, SLOT_PREMISES)) return;
  custom_push_function(lua, &call->self->object, SLOT_PREMISES); /* a list */
  const int list = lua_gettop(lua);
  for (lua_Integer i = 1; lua_rawgeti(lua, list, i) != LUA_TNIL; i++) {
    ready_premise which;
    if (ready_premise_at(lua, -1, &which)) {
      premise_join(premises, &call->self->ready.failed[which]);
      if (premises->name != NULL) return;
      lua_settop(lua, list);
      continue;
    }
    lua_getfield(lua, -1, "holds");
    custom_push_state(lua, &call->self->object);
    push_totals(lua, call->self, call->totals);
    lua_call(lua, 2, 2);
    if (!lua_isboolean(lua, -2))
      custom_refuse(lua, c, "premises[%d].holds returned %s, expected true or false", (int)i, value_kind(lua, -2));
    if (!lua_toboolean(lua, -2)) {
      const double value = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : NAN;
      lua_getfield(lua, list + 1, "name");
      premise_fail(premises, lua_tostring(lua, -1), 0, value); /* the name is kept alive by the definition */
      return;
    }
    lua_settop(lua, list);
  }
  lua_settop(lua, list - 1);
}

/* What the author states of the slack: spread, and range(state, totals), which returns its least and its largest. */
static void read_chance(lua_State *lua, bound_call *call) {
  const custom_bound *self = call->self;
  const custom *c = self->object.of;
  char first[NUMBER_TEXT], second[NUMBER_TEXT];
  if (custom_has(c, SLOT_SPREAD)) {
    call->spread = call_number(lua, self, SLOT_SPREAD, call->totals, "spread");
    if (!(call->spread >= 0.0 && isfinite(call->spread)))
      custom_refuse(lua, c, "spread is %s, expected a number of at least 0", number_text(call->spread, first));
  }
  if (!custom_has(c, SLOT_RANGE)) return;
  custom_push_function(lua, &self->object, SLOT_RANGE);
  custom_push_state(lua, &self->object);
  push_totals(lua, self, call->totals);
  lua_call(lua, 2, 2);
  call->most = read_result(lua, c, "range");
  call->least = read_result(lua, c, "range");
  if (!(call->least < call->most && isfinite(call->least) && isfinite(call->most)))
    custom_refuse(lua, c, "range returned %s, %s, expected two numbers, the least first",
                  number_text(call->least, first), number_text(call->most, second));
}

/* The trivial bound: no more mistakes than trials that the scenario allowed. */
static double usual_trivial(const custom *c, const cell_totals *totals) {
  static const char *const counts[] = {"mistakes", "updates", "expected_mistakes"};
  if (c->class.bound.direction == BOUND_LOWER || totals->quantities != NULL) return NAN;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    if (strcmp(counts[i], c->class.bound.measure) == 0) return cell_totals_allowed(totals);
  }
  return NAN;
}

static int run_finish(lua_State *lua) {
  bound_call *call = lua_touserdata(lua, 1);
  const custom_bound *self = call->self;
  const custom *c = self->object.of;
  check_premises(lua, call);
  call->value = call_number(lua, self, SLOT_VALUE, call->totals, "value");
  call->measured = measured_of(lua, self, call->totals);
  call->trivial = custom_has(c, SLOT_TRIVIAL) ? call_number(lua, self, SLOT_TRIVIAL, call->totals, "trivial")
                                              : usual_trivial(c, call->totals);
  read_chance(lua, call);
  return 0;
}

/* Shows the worst trial of a broken theorem; lower bounds were judged with measured and value exchanged. */
static void show_worst(const custom_bound *self, bound_row *row) {
  const bool upper = row->direction == BOUND_UPPER;
  if (self->judge.first == 0 || row->premise != NULL) return;
  theorem_judge_row(&self->judge, row);
  if (upper) return;
  const double measured = row->value;
  row->value = row->measured;
  row->measured = measured;
}

/* A slack outside of its range is an error of its author, not of chance. */
static void check_range(bound_row *row) {
  const double slack = row->direction == BOUND_UPPER ? row->value - row->measured : row->measured - row->value;
  if (row->premise != NULL || !(slack < row->least || slack > row->most)) return;
  row->premise = "the slack is in the range that the bound states";
  row->premise_value = slack;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  custom_bound *self = data;
  const custom *c = self->object.of;
  bound_call call = {.self = self, .totals = totals, .spread = NAN, .least = NAN, .most = NAN};
  TRY(custom_kept_failure(c));
  bound_row *row = bound_row_add(rows, NULL);
  row->unchecked = c->needs_comparator && self->context.comparator == NULL;
  if (!row->unchecked) {
    TRY(custom_call(&self->object, SLOT_VALUE, run_finish, &call));
    row->measured = call.measured;
    row->value = call.value;
    row->trivial = call.trivial;
    premise_row(&self->premises, row);
    row->spread = call.spread;
    row->least = call.least;
    row->most = call.most;
    check_range(row);
  }
  row->tolerance = c->tolerance;
  row->confidence = c->confidence;
  if (c->class.bound.level == LEVEL_TRIAL) show_worst(self, row);
  for (size_t i = 0; i < self->invariant_count; i++) {
    bound_row *step =
        invariant_judge_row(&self->invariants[i], rows, self->invariant_names[i], self->invariant_measures[i]);
    if (step == NULL) continue;
    step->level = LEVEL_TRIAL;
    bound_row_copy_premise(row, step);
  }
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(custom_bound),
    .init = init,
    .clear = clear,
    .watch = watch,
    .finish = finish,
};

void custom_bound_functions(custom *c) {
  bound_class *class = &c->class.bound;
  class->applies = applies;
  c->methods.bound = methods;
  if (class->level == LEVEL_TRIAL) c->methods.bound.current = current;
  c->methods.bound.asks = c->asks;
  c->methods.bound.asks_count = c->ask_count;
  class->methods = &c->methods.bound;
}
