#include "script/scenario/plots.h"
#include "base/json.h"
#include "base/plain_text.h"
#include "cell/observer.h"
#include "plot/spec.h"
#include "script/custom/custom_declare.h"
#include "script/sandbox/texts.h"
#include "script/scenario/grid.h"
#include "script/scenario/observe.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PLOT_NAME = 100, PLOT_NAMES = 400 };

typedef struct plot_reader {
  evaluation *e;
  const cJSON *points;
  int table; /* stack index of the plot */
  bool heat; /* it is a heat map */
} plot_reader;

/* Pushes the field; its type. */
static int push_field(const plot_reader *r, const char *name) {
  lua_pushstring(r->e->lua, name);
  return lua_rawget(r->e->lua, r->table);
}

/* A text field on one line, or NULL; it stays on the stack. */
static const char *plot_text(const plot_reader *r, const char *name) {
  lua_State *lua = r->e->lua;
  const int type = push_field(r, name);
  if (type == LUA_TNIL) return NULL;
  if (type != LUA_TSTRING) REFUSE(r->e, "plot", name, "plot.%s must be a string, not %s", name, value_kind(lua, -1));
  const char *text = evaluation_word(r->e, -1, "plot", name);
  if (!is_plain_text(text, strlen(text))) REFUSE(r->e, "plot", name, "plot.%s must be one line of UTF-8 text", name);
  return text;
}

static bool plot_flag(const plot_reader *r, const char *name, bool absent) {
  const int type = push_field(r, name);
  if (type == LUA_TNIL) return absent;
  if (type != LUA_TBOOLEAN)
    REFUSE(r->e, "plot", name, "plot.%s must be true or false, not %s", name, value_kind(r->e->lua, -1));
  return lua_toboolean(r->e->lua, -1) != 0;
}

static _Noreturn void refuse_parameter(const plot_reader *r, const char *key, const char *name, const char *words) {
  const evaluation *e = r->e;
  const char **names = lua_newuserdatauv(e->lua, (e->parameter_count + 1) * sizeof *names, 0);
  for (size_t i = 0; i < e->parameter_count; i++) names[i] = e->parameters[i].name;
  char valid[512];
  join_names(names, e->parameter_count, valid, sizeof valid);
  char nearest[NEAREST_TEXT];
  REFUSE(e, "plot", key, "plot.%s = \"%.80s\" must be %s%s (parameters: %s)", key, name, words,
         nearest_names(name, names, e->parameter_count, false, nearest), e->parameter_count > 0 ? valid : "none");
}

/* ---- which fields go together */

static void refuse_field(const plot_reader *r, const char *name, const char *with) {
  if (push_field(r, name) != LUA_TNIL) REFUSE(r->e, "plot", name, "plot.%s has no effect %s", name, with);
  lua_pop(r->e->lua, 1);
}

/* Refuses fields that have no effect in this kind of plot, one of IN_CURVES to IN_EMBEDDING. */
static void check_fields(const plot_reader *r, unsigned kind) {
  for (size_t i = 0; i < plot_field_count; i++) {
    const plot_field *row = &plot_fields[i];
    const char *with = kind == IN_CURVES                                ? "without kind = \"heat\""
                       : kind == IN_HEAT                                ? "with kind = \"heat\""
                       : kind == IN_EMBEDDING && row->kinds & IN_MATRIX ? "with map = \"embedding\""
                                                                        : "with map";
    if (!(row->kinds & kind)) refuse_field(r, row->name, with);
  }
}

/* text = the quantities of the table that are drawn there, as words that `joint` joins. */
static const char *names_at(observed_place place, const char *quote, const char *joint, char text[PLOT_NAMES]) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < observed_quantity_count && used < PLOT_NAMES; i++) {
    if (observed_quantities[i].place != place) continue;
    used += (size_t)snprintf(text + used, PLOT_NAMES - used, "%s%s%s%s", used > 0 ? joint : "", quote,
                             observed_quantities[i].name, quote);
  }
  return text;
}

/* The quantity of map = "...", checked with the other fields; NULL without one. */
static const char *read_map(const plot_reader *r) {
  const char *map = plot_text(r, "map");
  char valid[PLOT_NAMES];
  if (map == NULL) return NULL;
  const observed_quantity *of = observed_find(map);
  if (of == NULL || of->place != ON_A_MAP) {
    REFUSE(r->e, "plot", "map", "plot.map = \"%.80s\": no such map (valid: %s)", map,
           names_at(ON_A_MAP, "", ", ", valid));
  }
  if (!observe_has(r->e, map)) REFUSE(r->e, "plot", "map", "plot.map = \"%s\" needs observe = { \"%s\" }", map, map);
  check_fields(r, of->needs & NEEDS_ENTRIES ? IN_MATRIX : IN_EMBEDDING);
  return map;
}

/* Is x = "index" the place of what is observed, x = "forecast" what was predicted, not a parameter? */
static bool is_by(const plot_reader *r, const char *x, const char *word) {
  return strcmp(x, word) == 0 && !r->e->procedure && grid_find(r->e, x) == NULL;
}

static bool is_by_index(const plot_reader *r, const char *x) {
  return is_by(r, x, "index");
}

static bool is_forecast(const plot_reader *r, const char *x) {
  return is_by(r, x, "forecast");
}

/* What is not over trials or a parameter has no panels, no line fitted to it, no x axis of its own and no spread of seeds. */
static void refuse_fields_of_curves(const plot_reader *r, const char *with) {
  static const char *const fields[] = {"panels", "fit", "free"};
  for (size_t i = 0; i < COUNT(fields); i++) refuse_field(r, fields[i], with);
}

/* Refuses quantities that have places without x = "index", and x = "index" for the others. What a learner of the scenario observes is over the
 * trials. */
static void check_places(const plot_reader *r, const char *x, const char *key, const char *quantity) {
  if (r->e->procedure) return;
  const observed_quantity *of = custom_observes(r->e->lua, quantity) ? NULL : observed_find(quantity);
  const observed_place place = of == NULL ? OVER_TRIALS : of->place;
  const bool f = is_forecast(r, x);
  char names[PLOT_NAMES];
  if ((place == OVER_FORECASTS) != f) {
    REFUSE(r->e, "plot", place == OVER_FORECASTS ? key : "x", "plot.x = \"forecast\" and plot.%s = %s go together", key,
           names_at(OVER_FORECASTS, "\"", " or ", names));
  }
  if (f) refuse_fields_of_curves(r, "with x = \"forecast\"");
  if (place == ON_A_MAP)
    REFUSE(r->e, "plot", key, "plot.%s = \"%s\": it is drawn by plot = { map = \"%s\" }", key, quantity, quantity);
  if (place == OVER_PLACES && !is_by_index(r, x))
    REFUSE(r->e, "plot", key, "plot.%s = \"%s\" needs x = \"index\", the %s", key, quantity, of->place_words);
  if (place != OVER_PLACES && is_by_index(r, x))
    REFUSE(r->e, "plot", "x", "plot.x = \"index\" is for y = %s, not for \"%.80s\"",
           names_at(OVER_PLACES, "\"", " or ", names), quantity);
  if (place == OVER_PLACES) refuse_fields_of_curves(r, "with x = \"index\"");
}

/* ---- axes and quantities */

/* x: "trials", a parameter of numbers, or a function that is called for each point. Returns its text for the plan. */
static const char *read_x(const plot_reader *r, cJSON *plot) {
  evaluation *e = r->e;
  lua_State *lua = e->lua;
  if (push_field(r, "x") != LUA_TFUNCTION) {
    const char *x = plot_text(r, "x");
    if (x == NULL) x = "trials";
    if (strcmp(x, "trials") == 0 || is_by_index(r, x) || is_forecast(r, x)) return x;
    const grid_parameter *p = grid_find(e, x);
    if (p == NULL) refuse_parameter(r, "x", x, "\"trials\", a parameter or a function, x = function(p) return ... end");
    if (p->type != LUA_TNUMBER) REFUSE(e, "plot", "x", "plot.x = \"%s\": this parameter has no numbers", x);
    return x;
  }
  cJSON *values = value_add(lua, plot, "x_values", cJSON_CreateArray());
  for (const cJSON *point = r->points->child; point != NULL; point = point->next) {
    lua_pushvalue(lua, -1);
    const cJSON *parameters = json_member(point, "parameters");
    evaluation_push_parameters(lua, parameters, e->parameters, e->parameter_count);
    lua_call(lua, 1, 1);
    if (lua_type(lua, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(lua, -1))) {
      REFUSE(e, "plot", "x", "plot.x: the function must return a finite number, not %s",
             lua_type(lua, -1) == LUA_TNUMBER ? texts_push(lua, -1) : value_kind(lua, -1));
    }
    value_add(lua, values, NULL, cJSON_CreateNumber(lua_tonumber(lua, -1)));
    lua_pop(lua, 1);
  }
  return "function";
}

static bool is_tested(const evaluation *e) {
  const cJSON *points = json_member(e->plan, "points");
  for (const cJSON *point = points->child; point != NULL; point = point->next) {
    if (json_member(point, "test") != NULL) return true;
  }
  return false;
}

/* y: a measure of the curves, what a test measures, or what is observed; of a procedure: any of its quantities. */
static const char *read_quantity(const plot_reader *r, const char *key) {
  static const char *const measures[] = {"mistakes", "loss", "regret", "updates", "potential", "rolling_loss"};
  evaluation *e = r->e;
  const char *y = plot_text(r, key);
  if (y == NULL && e->procedure) REFUSE(e, "plot", NULL, "plot.%s is missing: which quantity of the procedure?", key);
  if (y == NULL) return "mistakes";
  if (!e->procedure && learner_observed_constant(y) != NULL && observe_has(e, y)) return y;
  if (!is_identifier(y)) REFUSE(e, "plot", key, "plot.%s = \"%.80s\" must be the name of a quantity", key, y);
  for (size_t i = 0; i < COUNT(measures); i++) {
    if (strcmp(measures[i], y) != 0) continue;
    if (strcmp(key, "z") == 0 && strcmp(y, "rolling_loss") == 0) {
      REFUSE(e, "plot", key, "plot.%s = \"%s\": only curves have it", key, y);
    }
    return y;
  }
  if (e->procedure || observe_has(e, y)) return y;
  static const char rolling[] = "rolling_";
  const char *of = y + sizeof rolling - 1;
  const observed_quantity *score = strncmp(y, rolling, sizeof rolling - 1) == 0 ? observed_find(of) : NULL;
  if (score != NULL && score->needs & NEEDS_FORECASTS) {
    if (strcmp(key, "z") == 0 || score->place != OVER_TRIALS)
      REFUSE(e, "plot", key, "plot.%s = \"%s\": only curves of scores have it", key, y);
    if (!observe_has(e, of)) REFUSE(e, "plot", key, "plot.%s = \"%s\" needs observe = { \"%s\" }", key, y, of);
    return y;
  }
  const bool tested = is_tested(e);
  size_t tests = 0;
  for (; batch_quantities[tests] != NULL; tests++) {
    if (strcmp(batch_quantities[tests], y) != 0) continue;
    if (!tested) REFUSE(e, "plot", key, "plot.%s = \"%s\" needs test = a number of trials", key, y);
    return y;
  }
  const char **names =
      lua_newuserdatauv(e->lua, (COUNT(measures) + observed_quantity_count + tests) * sizeof *names, 0);
  size_t count = 0;
  for (; count < COUNT(measures); count++) names[count] = measures[count];
  for (size_t i = 0; i < observed_quantity_count; i++) {
    const char *name = observed_quantities[i].name;
    if (strcmp(name, y) == 0) REFUSE(e, "plot", key, "plot.%s = \"%s\" needs observe = { \"%s\" }", key, y, y);
    if (strcmp(name, "potential") != 0) names[count++] = name; /* a measure as well */
  }
  for (size_t i = 0; tested && i < tests; i++) names[count++] = batch_quantities[i];
  char reason[NO_SUCH_NAME];
  REFUSE(e, "plot", key, "plot.%s = \"%s\": %s", key, y, no_such_name("quantity", y, names, count, reason));
}

/* A parameter of numbers. */
static const char *read_axis(const plot_reader *r, const char *key) {
  const char *name = plot_text(r, key);
  if (name == NULL) REFUSE(r->e, "plot", NULL, "plot.%s is missing: a heat map needs a parameter", key);
  const grid_parameter *p = grid_find(r->e, name);
  if (p == NULL) refuse_parameter(r, key, name, "a parameter");
  if (p->type != LUA_TNUMBER) REFUSE(r->e, "plot", key, "plot.%s = \"%s\": this parameter has no numbers", key, name);
  return name;
}

/* Words of the picture may follow, after a colon. */
static bool has_bound(const cJSON *points, const char *name) {
  for (const cJSON *point = points->child; point != NULL; point = point->next) {
    const cJSON *bounds = json_member(point, "bounds");
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, bounds) {
      const char *known = json_member(item, "name")->valuestring;
      const size_t length = strlen(known); /* or one of its invariants */
      if (strncmp(known, name, length) == 0 && strchr(":.", name[length]) != NULL) return true;
    }
  }
  return false;
}

/* bounds: true (default) or false, "all", or a list of names. */
static void read_bounds(const plot_reader *r, cJSON *plot) {
  evaluation *e = r->e;
  lua_State *lua = e->lua;
  size_t count;
  const int type = push_field(r, "bounds");
  if (type == LUA_TNIL || type == LUA_TBOOLEAN) {
    value_add(lua, plot, "bounds", cJSON_CreateBool(type == LUA_TNIL || lua_toboolean(lua, -1) != 0));
    return;
  }
  if (type == LUA_TSTRING && strcmp(evaluation_word(e, -1, "plot", "bounds"), "all") == 0) {
    value_add(lua, plot, "bounds", cJSON_CreateString("all"));
    return;
  }
  if (!value_is_list(lua, -1, &count) || count == 0)
    REFUSE(e, "plot", "bounds", "plot.bounds must be true, false, \"all\" or a list of names of bounds");
  cJSON *list = value_add(lua, plot, "bounds", cJSON_CreateArray());
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(lua, -1, (lua_Integer)i) != LUA_TSTRING)
      REFUSE(e, "plot", "bounds", "plot.bounds must be a list of names of bounds, not of %s", value_kind(lua, -1));
    const char *name = evaluation_word(e, -1, "plot", "bounds");
    if (!has_bound(r->points, name) || !is_plain_text(name, strlen(name)))
      REFUSE(e, "plot", "bounds", "plot.bounds: \"%.80s\": no such bound in the scenario's bounds", name);
    value_add(lua, list, NULL, cJSON_CreateString(name));
    lua_pop(lua, 1);
  }
}

/* z of a heat map: a quantity as y of other plots, or "bound:NAME". */
static const char *read_z(const plot_reader *r) {
  static const char prefix[] = "bound:";
  const char *z = plot_text(r, "z");
  if (z == NULL || strncmp(z, prefix, sizeof prefix - 1) != 0) return read_quantity(r, "z");
  if (!has_bound(r->points, z + sizeof prefix - 1))
    REFUSE(r->e, "plot", "z", "plot.z = \"%.80s\": no such bound in the scenario's bounds", z);
  return z;
}

static double read_coordinate(const plot_reader *r, const char *name) {
  evaluation *e = r->e;
  lua_pushstring(e->lua, name);
  if (lua_rawget(e->lua, -2) != LUA_TNUMBER || !isfinite(lua_tonumber(e->lua, -1)))
    REFUSE(e, "plot", "mark", "plot.mark: %s must be a finite number", name);
  const double value = lua_tonumber(e->lua, -1);
  lua_pop(e->lua, 1);
  return value;
}

/* mark = { { x = .., y = .., label = ".." }, ... } */
static void read_marks(const plot_reader *r, cJSON *plot) {
  static const char *const names[] = {"x", "y", "label"};
  evaluation *e = r->e;
  lua_State *lua = e->lua;
  size_t count;
  if (push_field(r, "mark") == LUA_TNIL) return;
  if (!value_is_list(lua, -1, &count))
    REFUSE(e, "plot", "mark", "plot.mark must be a list of tables { x = .., y = .., label = \"..\" }");
  cJSON *list = value_add(lua, plot, "mark", cJSON_CreateArray());
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(lua, -1, (lua_Integer)i) != LUA_TTABLE)
      REFUSE(e, "plot", "mark", "plot.mark must be a list of tables, not of %s", value_kind(lua, -1));
    evaluation_check_names(e, lua_gettop(lua), "plot", names, COUNT(names));
    cJSON *mark = value_add(lua, list, NULL, cJSON_CreateObject());
    value_add(lua, mark, "x", cJSON_CreateNumber(read_coordinate(r, "x")));
    value_add(lua, mark, "y", cJSON_CreateNumber(read_coordinate(r, "y")));
    lua_pushstring(lua, "label");
    const int type = lua_rawget(lua, -2);
    const char *label = type == LUA_TSTRING ? evaluation_word(e, -1, "plot", "mark") : "";
    if (type != LUA_TNIL && (type != LUA_TSTRING || !is_plain_text(label, strlen(label))))
      REFUSE(e, "plot", "mark", "plot.mark: label must be one line of UTF-8 text");
    value_add(lua, mark, "label", cJSON_CreateString(label));
    lua_pop(lua, 2);
  }
}

static bool is_stem(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return name[0] != '\0' && name[0] != '.' && strlen(name) < PLOT_NAME && strspn(name, letters) == strlen(name);
}

/* z: NULL unless it is a heat map. */
static void read_name(const plot_reader *r, const char *x, const char *y, const char *z, const cJSON *plots,
                      cJSON *plot) {
  evaluation *e = r->e;
  char stem[4 * PARAMETER_NAME + 16];
  if (z != NULL) {
    snprintf(stem, sizeof stem, "%.100s_%s_%s", z, x, y);
    for (char *c = strpbrk(stem, ":."); c != NULL; c = strpbrk(c, ":.")) *c = '_';
  } else {
    snprintf(stem, sizeof stem, "%s%s%s", y, strcmp(x, "trials") == 0 ? "" : "_", strcmp(x, "trials") == 0 ? "" : x);
  }
  const char *given = plot_text(r, "name"), *name = given != NULL ? given : stem;
  if (given != NULL && !is_stem(given)) {
    REFUSE(e, "plot", "name",
           "plot.name = \"%.80s\" must be a file name of letters, digits, '_', '-' and '.', at most %d", given,
           (int)PLOT_NAME - 1);
  }
  for (const cJSON *other = plots->child; other != NULL; other = other->next) {
    if (other != plot && strcmp(json_member(other, "name")->valuestring, name) == 0) {
      REFUSE(e, "plot", given != NULL ? "name" : NULL,
             "two plots are named \"%s\"; give one of them a name of its own: name = \"...\"", name);
    }
  }
  value_add(e->lua, plot, "name", cJSON_CreateString(name));
}

static bool has_label(const cJSON *points, const char *label) {
  for (const cJSON *point = points->child; point != NULL; point = point->next) {
    const cJSON *learners = json_member(point, "learners");
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, learners) {
      if (strcmp(json_member(item, "label")->valuestring, label) == 0) return true;
    }
  }
  return false;
}

static void read_learners(const plot_reader *r, cJSON *plot) {
  evaluation *e = r->e;
  size_t count;
  if (push_field(r, "learners") == LUA_TNIL) return;
  if (!value_is_list(e->lua, -1, &count) || count == 0)
    REFUSE(e, "plot", "learners", "plot.learners must be a list of labels");
  cJSON *list = value_add(e->lua, plot, "learners", cJSON_CreateArray());
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(e->lua, -1, (lua_Integer)i) != LUA_TSTRING) {
      REFUSE(e, "plot", "learners", "plot.learners must be a list of labels, not of %s", value_kind(e->lua, -1));
    }
    const char *label = evaluation_word(e, -1, "plot", "learners");
    if (!has_label(r->points, label))
      REFUSE(e, "plot", "learners", "plot.learners: no learner has the label \"%.80s\"", label);
    value_add(e->lua, list, NULL, cJSON_CreateString(label));
    lua_pop(e->lua, 1);
  }
}

/* text = `"a", "b" or "c"`. Returns text. */
static const char *join_choices(const char *const *choices, char text[PLOT_NAMES]) {
  size_t used = 0;
  for (size_t i = 0; choices[i] != NULL && used < PLOT_NAMES; i++) {
    const char *before = i == 0 ? "" : choices[i + 1] == NULL ? " or " : ", ";
    used += (size_t)snprintf(text + used, PLOT_NAMES - used, "%s\"%s\"", before, choices[i]);
  }
  return text;
}

/* A field of the type PLOT_CHOICE, or what counts without it. */
static const char *read_choice(const plot_reader *r, const plot_field *row, const char *const *choices) {
  const char *choice = plot_text(r, row->name);
  char valid[PLOT_NAMES];
  if (choice == NULL) return row->absent;
  for (size_t i = 0; choices[i] != NULL; i++) {
    if (strcmp(choices[i], choice) == 0) return choice;
  }
  if (strcmp(row->name, "log") == 0 && r->heat)
    REFUSE(r->e, "plot", "log", "plot.log = \"%.80s\" must be \"auto\" or some of x, y and z in this order", choice);
  REFUSE(r->e, "plot", row->name, "plot.%s = \"%.80s\" must be %s%s", row->name, choice, join_choices(choices, valid),
         row->remark == NULL ? "" : row->remark);
}

/* Only a heat map has an axis z. */
static const char *read_log(const plot_reader *r, const plot_field *row) {
  const char *choices[16] = {NULL};
  size_t count = 0;
  for (size_t i = 0; row->choices[i] != NULL && count < COUNT(choices) - 1; i++) {
    if (r->heat || strchr(row->choices[i], 'z') == NULL) choices[count++] = row->choices[i];
  }
  return read_choice(r, row, choices);
}

static const char *read_parameter(const plot_reader *r, const plot_field *row) {
  const char *name = plot_text(r, row->name);
  if (name != NULL && grid_find(r->e, name) == NULL) refuse_parameter(r, row->name, name, "a parameter");
  return name;
}

/* Fields of PLOT_OTHER that are not here are read before. */
static const struct {
  const char *name;
  void (*read)(const plot_reader *r, cJSON *plot);
} other_readers[] = {{"bounds", read_bounds}, {"learners", read_learners}};

static void read_field(const plot_reader *r, const plot_field *row, cJSON *plot) {
  lua_State *lua = r->e->lua;
  const char *text = NULL;
  if (row->type == PLOT_FLAG) {
    const bool absent = strcmp(row->absent, "true") == 0, flag = plot_flag(r, row->name, absent);
    if (row->written || flag != absent) value_add(lua, plot, row->name, cJSON_CreateBool(flag));
  }
  if (row->type == PLOT_TEXT) text = plot_text(r, row->name);
  if (row->type == PLOT_PARAMETER) text = read_parameter(r, row);
  if (row->type == PLOT_CHOICE) {
    text = strcmp(row->name, "log") == 0 ? read_log(r, row) : read_choice(r, row, row->choices);
    if (!row->written && text != NULL && row->absent != NULL && strcmp(text, row->absent) == 0) text = NULL;
  }
  if (text != NULL) value_add(lua, plot, row->name, cJSON_CreateString(text));
  for (size_t i = 0; row->type == PLOT_OTHER && i < COUNT(other_readers); i++) {
    if (strcmp(other_readers[i].name, row->name) == 0) other_readers[i].read(r, plot);
  }
}

/* ---- a plot */

static void check_names(const plot_reader *r) {
  const char **names = lua_newuserdatauv(r->e->lua, plot_field_count * sizeof *names, 0);
  for (size_t i = 0; i < plot_field_count; i++) names[i] = plot_fields[i].name;
  evaluation_check_names(r->e, r->table, "plot", names, plot_field_count);
}

/* Reads the plot on top of the stack. */
static void read_plot(evaluation *e, const cJSON *points, cJSON *plots) {
  lua_State *lua = e->lua;
  plot_reader reader = {e, points, lua_gettop(lua), false}, *r = &reader;
  if (!lua_istable(lua, -1))
    REFUSE(e, "plot", NULL, "plot must be a table or a list of tables, not %s", value_kind(lua, -1));
  luaL_checkstack(lua, 80, NULL);
  check_names(r);
  cJSON *plot = value_add(lua, plots, NULL, cJSON_CreateObject());
  const char *map = read_map(r);
  const plot_field *kinds = plot_field_find("kind"), *row = plot_field_find("title");
  const bool heat = r->heat = strcmp(read_choice(r, kinds, kinds->choices), "heat") == 0;
  if (map == NULL) check_fields(r, heat ? IN_HEAT : IN_CURVES);
  const char *x = heat ? read_axis(r, "x") : map != NULL ? "column" : read_x(r, plot);
  const char *y = heat ? read_axis(r, "y") : map != NULL ? map : read_quantity(r, "y");
  const char *z = heat ? read_z(r) : NULL;
  if (heat && strcmp(x, y) == 0) REFUSE(e, "plot", "y", "plot.y = \"%s\" must differ from plot.x", y);
  if (map == NULL) check_places(r, x, heat ? "z" : "y", heat ? z : y);
  read_name(r, map != NULL ? "trials" : x, y, z, plots, plot);
  if (heat) {
    value_add(lua, plot, "kind", cJSON_CreateString("heat"));
    value_add(lua, plot, "z", cJSON_CreateString(z));
    read_marks(r, plot);
  }
  value_add(lua, plot, "x", cJSON_CreateString(x));
  value_add(lua, plot, "y", cJSON_CreateString(y));
  if (map != NULL) value_add(lua, plot, "map", cJSON_CreateString(map));
  for (; row < plot_fields + plot_field_count; row++) read_field(r, row, plot);
  if (json_is_true(plot, "fit") && (strcmp(x, "trials") == 0 || strcmp(x, "index") == 0) && grid_find(e, x) == NULL) {
    REFUSE(e, "plot", "fit", "plot.fit: a line is fitted over grid points; x must be a parameter or a function(p)");
  }
  lua_settop(lua, r->table);
}

void plots_read(evaluation *e, const cJSON *points, cJSON *plots) {
  lua_State *lua = e->lua;
  size_t count = 0;
  const cJSON *parameters = json_member(points->child, "parameters");
  const int type = evaluation_value(e, "plot", parameters);
  if (type != LUA_TNIL && value_is_list(lua, -1, &count) && count > 0) {
    for (size_t i = 1; i <= count; i++) {
      lua_rawgeti(lua, -1, (lua_Integer)i);
      read_plot(e, points, plots);
      lua_pop(lua, 1);
    }
  } else if (type != LUA_TNIL) {
    read_plot(e, points, plots);
  }
  lua_settop(lua, e->table);
}
