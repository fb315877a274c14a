#include "base/text.h"
#include "script/custom.h"
#include "script/custom/lent_members.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

typedef struct custom_problem {
  custom_object object;
  problem_facts facts;
  problem_setting setting;   /* its options: valid during init only */
  custom_shape shape, asked; /* for the trial; for arguments of learner:score */
  const learner *learner;    /* in the trial, adaptive problems */
  instance x;
  bool labelled; /* next returned the label as well */
  double label;
  comparator *comparator;
} custom_problem;

/* ---- facts */

typedef struct facts_call {
  const custom_object *object;
  const options *options;
  problem_facts *facts;
} facts_call;

static double number_fact(lua_State *lua, const custom *c, int table, const char *name, double low, double high,
                          double otherwise) {
  char given[NUMBER_TEXT], from[NUMBER_TEXT], to[NUMBER_TEXT];
  double value = otherwise;
  if (lua_getfield(lua, table, name) != LUA_TNIL) {
    value = custom_number(lua, c, -1, name);
    if (value != floor(value) || value < low || value > high) {
      custom_refuse(lua, c, "facts.%s = %s must be a whole number from %s to %s", name, number_text(value, given),
                    number_text(low, from), number_text(high, to));
    }
  }
  lua_pop(lua, 1);
  return value;
}

/* The factor of the loss; NaN if it is absent. */
static double scale_fact(lua_State *lua, const custom *c, int table) {
  char given[NUMBER_TEXT];
  double scale = NAN;
  if (lua_getfield(lua, table, "scale") != LUA_TNIL) {
    scale = custom_number(lua, c, -1, "scale");
    if (!(scale >= 1e-30 && scale <= 1e30)) {
      custom_refuse(lua, c, "facts.scale = %s must be a number from 1e-30 to 1e+30", number_text(scale, given));
    }
  }
  lua_pop(lua, 1);
  return scale;
}

static bool flag_fact(lua_State *lua, const custom *c, int table, const char *name) {
  lua_getfield(lua, table, name);
  if (!lua_isnil(lua, -1) && !lua_isboolean(lua, -1))
    custom_refuse(lua, c, "facts.%s must be true or false, not %s", name, value_kind(lua, -1));
  const bool value = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return value;
}

/* { low, high }; false if it is absent. */
static bool pair_fact(lua_State *lua, const custom *c, int table, const char *name, double *low, double *high) {
  size_t count;
  const bool given = lua_getfield(lua, table, name) != LUA_TNIL;
  if (given) {
    if (!value_is_list(lua, -1, &count) || count != 2)
      custom_refuse(lua, c, "facts.%s must be { low, high }, not %s", name, value_kind(lua, -1));
    lua_rawgeti(lua, -1, 1);
    lua_rawgeti(lua, -2, 2);
    *low = custom_number(lua, c, -2, name);
    *high = custom_number(lua, c, -1, name);
    if (!(*low < *high)) custom_refuse(lua, c, "facts.%s: expected low < high", name);
    lua_pop(lua, 2);
  }
  lua_pop(lua, 1);
  return given;
}

static void read_loss(lua_State *lua, const custom *c, int table, problem_facts *facts) {
  double low = -1.0, high = 1.0;
  const double scale = scale_fact(lua, c, table);
  const bool interval = pair_fact(lua, c, table, "interval", &low, &high);
  const bool named = lua_getfield(lua, table, "loss") != LUA_TNIL;
  if ((named || interval) && facts->labels == LABEL_SIGN)
    custom_refuse(lua, c, "facts.%s is for labels = \"real\"", named ? "loss" : "interval");
  if (named != interval)
    custom_refuse(lua, c,
                  "facts.loss and facts.interval come together; without them the loss is (p - y)^2 on the whole line");
  if (!named && !isnan(scale)) custom_refuse(lua, c, "facts.scale is for a loss: facts.loss and facts.interval");
  if (named) {
    loss_kind kind;
    const char *name = custom_push_word(lua, c, "facts.loss");
    if (!loss_kind_by_name(name, &kind) || kind == LOSS_ZERO_ONE)
      custom_refuse(lua, c, "facts.loss = \"%.40s\": expected absolute, square, logistic, hinge, linear or violation",
                    name);
    facts->loss = (loss){.kind = kind, .low = low, .high = high, .scale = isnan(scale) ? 1.0 : scale};
    loss_label_range(kind, low, high, &facts->loss.label_low, &facts->loss.label_high);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

static instance_kind read_kind(lua_State *lua, const custom *c, int table) {
  instance_kind kind;
  lua_getfield(lua, table, "instances");
  const char *name = custom_push_word(lua, c, "facts.instances");
  if (!instance_kind_by_name(name, &kind))
    custom_refuse(
        lua, c, "facts.instances = \"%.40s\": expected vector, dyad, low_rank, matrix, rectangular, entry or distance",
        name);
  lua_pop(lua, 2);
  return kind;
}

static label_kind read_labels(lua_State *lua, const custom *c, int table) {
  const bool absent = lua_getfield(lua, table, "labels") == LUA_TNIL;
  const char *name = custom_push_word(lua, c, "facts.labels");
  const bool real = strcmp(name, "real") == 0;
  if (!absent && !real && strcmp(name, "sign") != 0)
    custom_refuse(lua, c, "facts.labels = \"%.40s\": expected sign or real", name);
  lua_pop(lua, 2);
  return real ? LABEL_REAL : LABEL_SIGN;
}

static void check_names(lua_State *lua, const custom *c, int table) {
  static const char *const names[] = {"n",        "m",   "instances", "rank",     "labels",       "loss", "scale",
                                      "interval", "gap", "trials",    "adaptive", "exchangeable", "late"};
  const size_t known = sizeof names / sizeof *names;
  char reason[NO_SUCH_NAME];
  const char *key = value_unknown_key(lua, table, names, known, c->line, "facts");
  if (key != NULL) custom_refuse(lua, c, "facts.%.60s: %s", key, no_such_name("field", key, names, known, reason));
}

static int run_facts(lua_State *lua) {
  static const double largest = 1e9;
  const facts_call *call = lua_touserdata(lua, 1);
  const custom *c = call->object->of;
  custom_push_function(lua, call->object, SLOT_FACTS); /* or the table itself */
  if (lua_isfunction(lua, -1)) {
    custom_push_options(lua, c, call->options);
    lua_call(lua, 1, 1);
  }
  const int table = lua_gettop(lua);
  if (!lua_istable(lua, table)) custom_refuse(lua, c, "facts returned %s, expected a table", value_kind(lua, table));
  check_names(lua, c, table);
  problem_facts *facts = call->facts;
  *facts = (problem_facts){.gap_low = NAN, .gap_high = NAN};
  facts->kind = read_kind(lua, c, table);
  facts->labels = read_labels(lua, c, table);
  facts->n = (size_t)number_fact(lua, c, table, "n", 1, largest, 0);
  if (facts->n == 0) custom_refuse(lua, c, "facts.n is missing");
  const bool rows = instance_kind_has_rows(facts->kind);
  facts->rows = (size_t)number_fact(lua, c, table, "m", 1, largest, 0);
  if (rows != (facts->rows > 0))
    custom_refuse(lua, c, "facts.m, the rows, belongs to rectangular instances and entries%s",
                  rows ? "; it is missing" : "");
  const double rank = facts->kind == INSTANCE_DYAD ? 1 : (double)facts->n;
  facts->rank = (size_t)number_fact(lua, c, table, "rank", 1, rank, rank);
  facts->trials = (size_t)fmin(number_fact(lua, c, table, "trials", 1, 0x1p53, 0), (double)SIZE_MAX);
  facts->adaptive = flag_fact(lua, c, table, "adaptive");
  facts->exchangeable = flag_fact(lua, c, table, "exchangeable");
  facts->comparator_late = flag_fact(lua, c, table, "late");
  if (facts->comparator_late && !custom_has(c, SLOT_COMPARATOR))
    custom_refuse(lua, c, "facts.late is about the comparator, and there is none");
  read_loss(lua, c, table, facts);
  const bool gap = pair_fact(lua, c, table, "gap", &facts->gap_low, &facts->gap_high);
  if (custom_has(c, SLOT_COMPARATOR) && facts->labels == LABEL_SIGN && !gap)
    custom_refuse(lua, c, "facts.gap = { low, high } is needed: the comparator says -1 up to low and +1 from high on");
  return 0;
}

static status find_facts(void *self, const problem_setting *setting, problem_facts *facts) {
  const custom *c = setting->class->about.definition;
  CLEANUP(custom_object_end) custom_object object = {.of = NULL};
  TRY(custom_object_begin(c, NULL, &object));
  facts_call call = {&object, setting->options, facts};
  return custom_call(&object, SLOT_FACTS, run_facts, &call);
}

/* ---- comparator */

typedef struct comparator_call {
  custom_problem *self;
  cJSON *value;
} comparator_call;

static int run_comparator(lua_State *lua) {
  comparator_call *call = lua_touserdata(lua, 1);
  const custom *c = call->self->object.of;
  custom_push_function(lua, &call->self->object, SLOT_COMPARATOR);
  custom_push_state(lua, &call->self->object);
  lua_call(lua, 1, 1);
  if (lua_isnil(lua, -1)) return 0;
  if (!lua_istable(lua, -1))
    custom_refuse(lua, c, "comparator returned %s, expected a table such as { vector = u }", value_kind(lua, -1));
  value_json(lua, -1, c->line, c->name, &call->value);
  return 0;
}

static status find_comparator(custom_problem *self) {
  const problem_facts *facts = &self->facts;
  const custom *c = self->object.of;
  comparator_call call = {.self = self};
  TRY(custom_call(&self->object, SLOT_COMPARATOR, run_comparator, &call));
  if (call.value == NULL) return STATUS_OK;
  const field_place at = {c->box->path, (size_t)c->line};
  const sequence_header header = problem_header(facts);
  const status code = sequence_read_comparator(&at, call.value, &header, &self->comparator);
  cJSON_Delete(call.value);
  return code == STATUS_INVALID ? STATUS_FAILED : code;
}

static comparator *get_comparator(void *data) {
  custom_problem *self = data;
  if (self->facts.comparator_late && self->comparator == NULL && find_comparator(self) != STATUS_OK) {
    custom_keep_failure(self->object.of);
  }
  return self->comparator;
}

/* ---- making */

static int run_create(lua_State *lua) {
  custom_problem *self = lua_touserdata(lua, 1);
  custom_push_function(lua, &self->object, SLOT_CREATE);
  lua_createtable(lua, 0, 3);
  custom_set_count(lua, "n", self->facts.n);
  custom_set_count(lua, "m", self->facts.rows);
  custom_set_count(lua, "trials", self->setting.trials);
  custom_push_options(lua, self->object.of, self->setting.options);
  lua_call(lua, 2, 1);
  custom_keep_state(lua, &self->object);
  return 0;
}

static void clear(void *data) {
  custom_problem *self = data;
  custom_object_end(&self->object);
  custom_shape_free(&self->shape);
  custom_shape_free(&self->asked);
  comparator_free(self->comparator);
}

static status build(custom_problem *self) {
  const problem_facts *facts = &self->facts;
  const custom *c = self->setting.class->about.definition;
  TRY(custom_object_begin(c, &self->setting.seed, &self->object));
  TRY(find_facts(self, &self->setting, &self->facts));
  TRY(custom_shape_new(facts->kind, facts->n, facts->rows, facts->rank, &self->shape));
  TRY(custom_shape_new(facts->kind, facts->n, facts->rows, facts->rank, &self->asked));
  TRY(custom_call(&self->object, SLOT_CREATE, run_create, self));
  return custom_has(c, SLOT_COMPARATOR) && !facts->comparator_late ? find_comparator(self) : STATUS_OK;
}

static status init(void *data, const problem_setting *setting) {
  custom_problem *self = data;
  self->setting = *setting;
  return build(self);
}

/* ---- trials */

typedef struct trial_call {
  custom_problem *self;
  const prediction *predicted;
  bool ended;
} trial_call;

static double read_label(lua_State *lua, const custom_problem *self, int index) {
  const custom *c = self->object.of;
  const double label = custom_number(lua, c, index, "the label");
  char given[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
  const loss cost = problem_loss(&self->facts);
  if (self->facts.labels == LABEL_SIGN) {
    if (label != 1.0 && label != -1.0)
      custom_refuse(lua, c, "the label is %s, expected 1 or -1", number_text(label, given));
  } else if (label < cost.label_low || label > cost.label_high) {
    custom_refuse(lua, c, "the label is %s, expected a number from %s to %s", number_text(label, given),
                  number_text(cost.label_low, low), number_text(cost.label_high, high));
  }
  return label;
}

static int run_next(lua_State *lua) {
  trial_call *call = lua_touserdata(lua, 1);
  custom_problem *self = call->self;
  const custom *c = self->object.of;
  custom_push_function(lua, &self->object, SLOT_NEXT);
  custom_push_state(lua, &self->object);
  if (self->learner != NULL) {
    lent_learner_push(lua, c, self->learner, &self->asked);
  } else {
    lua_pushnil(lua);
  }
  lua_call(lua, 2, 2);
  call->ended = lua_isnil(lua, -2);
  if (call->ended) return 0;
  custom_read_instance(lua, -2, c, "the instance", &self->shape, &self->x);
  self->labelled = !lua_isnil(lua, -1);
  if (self->labelled) self->label = read_label(lua, self, lua_gettop(lua));
  if (!self->labelled && !custom_has(c, SLOT_REVEAL))
    custom_refuse(lua, c, "next returned no label with the instance, and there is no reveal");
  return 0;
}

static status next(void *data, const learner *player, instance *x) {
  custom_problem *self = data;
  trial_call call = {.self = self};
  TRY(custom_kept_failure(self->object.of));
  self->learner = self->facts.adaptive ? player : NULL;
  TRY(custom_call(&self->object, SLOT_NEXT, run_next, &call));
  if (call.ended) return STATUS_END;
  *x = self->x;
  return STATUS_OK;
}

static int run_reveal(lua_State *lua) {
  const trial_call *call = lua_touserdata(lua, 1);
  custom_problem *self = call->self;
  custom_push_function(lua, &self->object, SLOT_REVEAL);
  custom_push_state(lua, &self->object);
  if (self->facts.adaptive) {
    lua_pushnumber(lua, call->predicted->value);
    lua_pushnumber(lua, call->predicted->score);
  }
  lua_call(lua, self->facts.adaptive ? 3 : 1, 1);
  self->label = read_label(lua, self, lua_gettop(lua));
  return 0;
}

static status reveal(void *data, const prediction *predicted, double *label) {
  custom_problem *self = data;
  trial_call call = {.self = self, .predicted = predicted};
  if (!self->labelled) TRY(custom_call(&self->object, SLOT_REVEAL, run_reveal, &call));
  *label = self->label;
  return STATUS_OK;
}

static bool constant(const void *data, const char *name, double *value) {
  const custom_problem *self = data;
  bool known = false;
  if (custom_named_number(&self->object, SLOT_CONSTANTS, name, value, &known) == STATUS_OK) return known;
  custom_keep_failure(self->object.of);
  return false;
}

static const problem_methods methods = {
    .size = sizeof(custom_problem),
    .facts = find_facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = reveal,
    .comparator = get_comparator,
    .constant = constant,
};

void custom_problem_functions(custom *c) {
  c->methods.problem = methods;
  c->methods.problem.asks = c->asks;
  c->methods.problem.asks_count = c->ask_count;
  c->class.problem.methods = &c->methods.problem;
}
