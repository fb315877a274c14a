#include "base/json.h"
#include "script/custom.h"
#include "script/custom/custom_instance.h"
#include "script/custom/state_watch.h"
#include "script/values/value_json.h"
#include "script/values/vectors.h"

typedef struct custom_learner {
  custom_object object;
  learner_setting setting;
  options *options; /* a copy, for load */
  state_watch watch;
  vec *lent; /* what predict was lent last, under the registry's key lent_key */
  int lent_key;
  bool sign;
} custom_learner;

/* setting: what a learner is told before the first trial. */
static void push_setting(lua_State *lua, const learner_setting *setting) {
  lua_createtable(lua, 0, 8);
  custom_set_count(lua, "n", setting->n);
  custom_set_count(lua, "m", setting->rows);
  custom_set_count(lua, "rank", setting->rank);
  custom_set_count(lua, "trials", setting->trials);
  custom_set_text(lua, "instances", instance_kind_name(setting->kind));
  custom_set_text(lua, "loss", loss_kind_name(setting->loss.kind));
  custom_set_number(lua, "low", setting->loss.low);
  custom_set_number(lua, "high", setting->loss.high);
}

static int run_create(lua_State *lua) {
  custom_learner *self = lua_touserdata(lua, 1);
  custom_push_function(lua, &self->object, SLOT_CREATE);
  push_setting(lua, &self->setting);
  custom_push_options(lua, self->object.of, self->options);
  lua_call(lua, 2, 1);
  custom_keep_state(lua, &self->object);
  custom_push_state(lua, &self->object);
  if (state_watch_begin(lua, &self->watch) != STATUS_OK) luaL_error(lua, "%s", status_message());
  lua_pushboolean(lua, 0); /* until predict */
  self->lent_key = luaL_ref(lua, LUA_REGISTRYINDEX);
  return 0;
}

static void clear(void *data) {
  custom_learner *self = data;
  if (self->object.of != NULL) luaL_unref(self->object.of->box->lua, LUA_REGISTRYINDEX, self->lent_key);
  custom_object_end(&self->object);
  state_watch_end(&self->watch);
  options_free(self->options);
}

static status copy_options(const custom *c, const options *values, options **out) {
  CLEANUP(json_free_at) cJSON *resolved = NULL;
  TRY(options_json(values, &resolved));
  return options_read(option_who(values), c->parameters, c->parameter_count, resolved, out);
}

static status init(void *data, const learner_setting *setting) {
  const options *values = setting->options;
  const custom *c = setting->class->about.definition;
  custom_learner *self = data;
  self->setting = *setting;
  self->lent_key = LUA_NOREF;
  self->sign = setting->loss.kind == LOSS_ZERO_ONE;
  TRY(custom_object_begin(c, c->class.learner.randomised ? &setting->seed : NULL, &self->object));
  TRY(copy_options(c, values, &self->options));
  return custom_call(&self->object, SLOT_CREATE, run_create, self);
}

/* ---- trials */

typedef struct trial_call {
  custom_learner *self;
  const instance *x;
  prediction *predicted;
  const prediction *given;
  double label;
  bool updated;
  double score;
} trial_call;

/* What scores are compared with: a number, or a function(state). */
static double threshold_of(lua_State *lua, const custom_learner *self) {
  const custom *c = self->object.of;
  if (!custom_has(c, SLOT_THRESHOLD)) return 0.0;
  custom_push_function(lua, &self->object, SLOT_THRESHOLD);
  if (lua_isfunction(lua, -1)) {
    custom_push_state(lua, &self->object);
    lua_call(lua, 1, 1);
  }
  const double threshold = custom_number(lua, c, -1, "threshold");
  lua_pop(lua, 1);
  return threshold;
}

/* On signs: what the score says, which a prediction that is given must not contradict. */
static double read_sign(lua_State *lua, const custom_learner *self, double score, int given) {
  const custom *c = self->object.of;
  const double threshold = threshold_of(lua, self), sign = score >= threshold ? 1.0 : -1.0;
  char digits[2][NUMBER_TEXT];
  if (lua_isnil(lua, given)) return sign;
  const double value = custom_number(lua, c, given, "the prediction that predict returned");
  if (value != 1.0 && value != -1.0)
    custom_refuse(lua, c, "the prediction that predict returned is %s, expected 1 or -1",
                  number_text(value, digits[0]));
  if (value != sign && !c->class.learner.randomised)
    custom_refuse(lua, c,
                  "predict returned the score %s and the prediction %d, but from the threshold %s on the prediction is "
                  "1, below it -1; "
                  "what scores are compared with is the field threshold, a number or a function(state)",
                  number_text(score, digits[0]), (int)value, number_text(threshold, digits[1]));
  return value;
}

/* Reads what predict returned, on the stack: score, prediction, probability. */
static void read_prediction(lua_State *lua, const custom_learner *self, prediction *out) {
  const custom *c = self->object.of;
  const int score = lua_gettop(lua) - 2;
  char digits[NUMBER_TEXT];
  out->score = custom_number(lua, c, score, "the score that predict returned");
  if (self->sign) {
    out->value = read_sign(lua, self, out->score, score + 1);
  } else if (lua_isnil(lua, score + 1)) {
    out->value = out->score;
  } else {
    out->value = custom_number(lua, c, score + 1, "the prediction that predict returned");
  }
  if (!lua_isnil(lua, score + 2)) {
    out->probability = custom_number(lua, c, score + 2, "the probability that predict returned");
    if (!(out->probability >= 0.0 && out->probability <= 1.0))
      custom_refuse(lua, c, "the probability that predict returned is %s, expected a number from 0 to 1",
                    number_text(out->probability, digits));
  } else if (c->class.learner.randomised) {
    custom_refuse(lua, c, "predict of a randomised learner must return score, prediction and the probability of %s",
                  self->sign ? "+1" : "the upper end");
  }
}

/* The instance for predict, kept for update. */
static void push_instance(lua_State *lua, custom_learner *self, const instance *x) {
  custom_push_instance(lua, x);
  self->lent = value_type_test(lua, -1, VALUE_VEC);
  if (self->lent == NULL) return;
  lua_pushvalue(lua, -1);
  lua_rawseti(lua, LUA_REGISTRYINDEX, self->lent_key);
}

/* The value that predict was lent, if that was the last call and of the same numbers: a value less to make and to collect. */
static void push_instance_again(lua_State *lua, const custom_learner *self, const instance *x) {
  const view_mark now = views_mark(&self->object.of->box->views);
  vec *lent = self->lent;
  if (lent == NULL || lent->data != x->value || lent->n != x->n || lent->mark.serial + 1 != now.serial) {
    custom_push_instance(lua, x);
  } else {
    lent->mark = now;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, self->lent_key);
  }
}

static int run_predict(lua_State *lua) {
  const trial_call *call = lua_touserdata(lua, 1);
  custom_push_function(lua, &call->self->object, SLOT_PREDICT);
  custom_push_state(lua, &call->self->object);
  push_instance(lua, call->self, call->x);
  lua_call(lua, 2, 3);
  read_prediction(lua, call->self, call->predicted);
  return 0;
}

static status predict(void *data, const instance *x, prediction *out) {
  custom_learner *self = data;
  *out = (prediction){.score = NAN, .value = NAN};
  trial_call call = {.self = self, .x = x, .predicted = out};
  TRY(custom_kept_failure(self->object.of));
  return custom_call(&self->object, SLOT_PREDICT, run_predict, &call);
}

static int run_update(lua_State *lua) {
  trial_call *call = lua_touserdata(lua, 1);
  const custom *c = call->self->object.of;
  custom_push_function(lua, &call->self->object, SLOT_UPDATE);
  custom_push_state(lua, &call->self->object);
  push_instance_again(lua, call->self, call->x);
  lua_pushnumber(lua, call->given->value);
  lua_pushnumber(lua, call->label);
  lua_pushnumber(lua, call->given->score);
  lua_call(lua, 5, 1);
  if (!lua_isboolean(lua, -1))
    custom_refuse(lua, c, "update returned %s, expected true or false: whether the state changed", value_kind(lua, -1));
  call->updated = lua_toboolean(lua, -1);
  if (!call->updated) return 0;
  custom_push_state(lua, &call->self->object);
  state_watch_updated(lua, &call->self->watch);
  return 0;
}

static status update(void *data, const instance *x, const prediction *predicted, double label, bool *updated) {
  custom_learner *self = data;
  trial_call call = {.self = self, .x = x, .given = predicted, .label = label};
  TRY(custom_kept_failure(self->object.of));
  TRY(custom_call(&self->object, SLOT_UPDATE, run_update, &call));
  *updated = call.updated;
  return STATUS_OK;
}

static int run_score(lua_State *lua) {
  trial_call *call = lua_touserdata(lua, 1);
  const custom_object *object = &call->self->object;
  custom_push_function(lua, object, custom_has(object->of, SLOT_SCORE) ? SLOT_SCORE : SLOT_PREDICT);
  custom_push_state(lua, object);
  custom_push_instance(lua, call->x);
  lua_call(lua, 2, 1);
  call->score = custom_number(lua, object->of, -1, "the score");
  return 0;
}

static status score(void *data, const instance *x, double *out) {
  custom_learner *self = data;
  const custom_slot slot = custom_has(self->object.of, SLOT_SCORE) ? SLOT_SCORE : SLOT_PREDICT;
  trial_call call = {.self = self, .x = x};
  TRY(custom_kept_failure(self->object.of));
  TRY(custom_call(&self->object, slot, run_score, &call));
  *out = call.score;
  return STATUS_OK;
}

/* ---- states */

typedef struct state_call {
  custom_learner *self;
  const cJSON *saved;
  cJSON *value;
} state_call;

static int run_save(lua_State *lua) {
  state_call *call = lua_touserdata(lua, 1);
  const custom *c = call->self->object.of;
  custom_push_function(lua, &call->self->object, SLOT_SAVE);
  custom_push_state(lua, &call->self->object);
  lua_call(lua, 1, 1);
  if (lua_isnil(lua, -1)) custom_refuse(lua, c, "save must return a table, a list or a number, not nothing");
  value_json(lua, -1, c->line, c->name, &call->value);
  return 0;
}

static bool has_only_finite(const cJSON *item) {
  if (cJSON_IsNumber(item) && !isfinite(item->valuedouble)) return false;
  for (const cJSON *child = item->child; child != NULL; child = child->next) {
    if (!has_only_finite(child)) return false;
  }
  return true;
}

static status save(void *data, cJSON *state) {
  custom_learner *self = data;
  state_call call = {.self = self};
  if (!custom_has(self->object.of, SLOT_SAVE))
    return FAIL(STATUS_FAILED, "%s: its definition has no save and load, so its state cannot be kept",
                self->object.of->name);
  const status code = custom_call(&self->object, SLOT_SAVE, run_save, &call);
  CLEANUP(json_free_at) cJSON *saved = call.value;
  TRY(code);
  if (!has_only_finite(saved)) {
    return FAIL(STATUS_NUMERIC, "%s: save returned a number that is not finite", self->object.of->name);
  }
  json_set(state, "lua", saved);
  saved = NULL;
  return status_memory();
}

static int run_load(lua_State *lua) {
  state_call *call = lua_touserdata(lua, 1);
  custom_learner *self = call->self;
  custom_push_function(lua, &self->object, SLOT_LOAD);
  push_setting(lua, &self->setting);
  custom_push_options(lua, self->object.of, self->options);
  value_push_json(lua, call->saved);
  lua_call(lua, 3, 1);
  if (lua_isnil(lua, -1)) custom_refuse(lua, self->object.of, "load must return the state, not nothing");
  lua_rawseti(lua, LUA_REGISTRYINDEX, self->object.state);
  state_watch_end(&self->watch); /* which knows the state of create only */
  return 0;
}

static status load(void *data, const cJSON *state) {
  custom_learner *self = data;
  state_call call = {.self = self, .saved = json_member(state, "lua")};
  if (call.saved == NULL) return FAIL(STATUS_INVALID, "lua: is missing");
  return custom_call(&self->object, SLOT_LOAD, run_load, &call);
}

/* ---- what bounds and observers ask for */

typedef struct threshold_call {
  const custom_learner *self;
  double value;
} threshold_call;

static int run_threshold(lua_State *lua) {
  threshold_call *call = lua_touserdata(lua, 1);
  call->value = threshold_of(lua, call->self);
  return 0;
}

static status threshold(const custom_learner *self, double *value) {
  threshold_call call = {.self = self};
  if (custom_has(self->object.of, SLOT_THRESHOLD))
    TRY(custom_call(&self->object, SLOT_THRESHOLD, run_threshold, &call));
  *value = call.value;
  return STATUS_OK;
}

/* "threshold" is the field. */
static bool constant(const void *data, const char *name, double *value) {
  const custom_learner *self = data;
  bool known = strcmp(name, "threshold") == 0;
  const status code =
      known ? threshold(self, value) : custom_named_number(&self->object, SLOT_CONSTANTS, name, value, &known);
  if (code == STATUS_OK) return known;
  custom_keep_failure(self->object.of);
  return false;
}

static status observe(void *data, const char *name, double *value, bool *known) {
  return custom_named_number(&((custom_learner *)data)->object, SLOT_OBSERVE, name, value, known);
}

static bool is_idle(const void *data) {
  return state_watch_is_idle(&((const custom_learner *)data)->watch);
}

#define SHARED_METHODS                                                                                                \
  .size = sizeof(custom_learner), .init = init, .clear = clear, .predict = predict, .update = update, .score = score, \
  .save = save, .constant = constant, .observe = observe, .idle = is_idle

static const learner_methods methods = {SHARED_METHODS, .load = load};
/* save fails with a message. */
static const learner_methods methods_without_state = {SHARED_METHODS};

void custom_learner_functions(custom *c) {
  c->class.learner.methods = custom_has(c, SLOT_LOAD) ? &methods : &methods_without_state;
}
