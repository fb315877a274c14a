/* plot: a table or a list of tables, or a function that returns one of them; checked and completed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "script/evaluation.h"
#include "script/source_line.h"
#include "script/values.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PLOT_NAME = 100 };

typedef struct plot_reader {
  evaluation *e;
  const cJSON *points;
  int table; /* stack index of the plot */
} plot_reader;

static int plot_field(const plot_reader *r, const char *name) {
  lua_pushstring(r->e->lua, name);
  return lua_rawget(r->e->lua, r->table);
}

/* A text field on one line, or NULL; it stays on the stack. */
static const char *plot_text(const plot_reader *r, const char *name) {
  lua_State *lua = r->e->lua;
  const int type = plot_field(r, name);
  size_t length;
  if (type == LUA_TNIL) return NULL;
  if (type != LUA_TSTRING) REFUSE(r->e, "plot", name, "plot.%s must be a text, not %s", name, value_kind(lua, -1));
  const char *text = lua_tolstring(lua, -1, &length);
  if (!is_plain_text(text, length)) REFUSE(r->e, "plot", name, "plot.%s must be one line of UTF-8 text", name);
  return text;
}

static bool plot_flag(const plot_reader *r, const char *name, bool absent) {
  const int type = plot_field(r, name);
  if (type == LUA_TNIL) return absent;
  if (type != LUA_TBOOLEAN)
    REFUSE(r->e, "plot", name, "plot.%s must be true or false, not %s", name, value_kind(r->e->lua, -1));
  return lua_toboolean(r->e->lua, -1) != 0;
}

static _Noreturn void refuse_parameter(const plot_reader *r, const char *field, const char *name, const char *words) {
  const evaluation *e = r->e;
  const char **names = lua_newuserdatauv(e->lua, (e->parameter_count + 1) * sizeof *names, 0);
  for (size_t i = 0; i < e->parameter_count; i++) names[i] = e->parameters[i].name;
  char valid[512];
  join_names(names, e->parameter_count, valid, sizeof valid);
  const char *nearest = nearest_name(name, names, e->parameter_count);
  REFUSE(e, "plot", field, "plot.%s = \"%.80s\" must be %s%s%s (parameters: %s)", field, name, words,
         nearest != NULL ? "; nearest: " : "", nearest != NULL ? nearest : "", e->parameter_count > 0 ? valid : "none");
}

/* x: "trials", a parameter of numbers, or a function that is called for each point. Returns its text for the plan. */
static const char *read_x(const plot_reader *r, cJSON *plot) {
  evaluation *e = r->e;
  lua_State *lua = e->lua;
  if (plot_field(r, "x") != LUA_TFUNCTION) {
    const char *x = plot_text(r, "x");
    if (x == NULL) x = "trials";
    if (strcmp(x, "trials") == 0) return x;
    const grid_parameter *p = grid_find(e, x);
    if (p == NULL) refuse_parameter(r, "x", x, "\"trials\", a parameter or a function(p)");
    if (p->type != LUA_TNUMBER) REFUSE(e, "plot", "x", "plot.x = \"%s\": this parameter has no numbers", x);
    return x;
  }
  cJSON *values = value_add(lua, plot, "x_values", cJSON_CreateArray());
  for (const cJSON *point = r->points->child; point != NULL; point = point->next) {
    lua_pushvalue(lua, -1);
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(point, "parameters");
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

static bool is_observed(const evaluation *e, const char *name) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(e->plan, "observe");
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    if (strcmp(item->valuestring, name) == 0) return true;
  }
  return false;
}

/* y: a measure of the curves, or what is observed; of a procedure: any of its quantities. */
static const char *read_y(const plot_reader *r) {
  static const char *const measures[] = {"mistakes", "loss", "regret", "updates", "potential"};
  evaluation *e = r->e;
  const char *y = plot_text(r, "y");
  if (y == NULL && e->procedure) REFUSE(e, "plot", NULL, "plot.y is missing: which quantity of the procedure?");
  if (y == NULL) return "mistakes";
  if (!is_identifier(y)) REFUSE(e, "plot", "y", "plot.y = \"%.80s\" must be the name of a quantity", y);
  for (size_t i = 0; i < COUNT(measures); i++) {
    if (strcmp(measures[i], y) == 0) return y;
  }
  if (e->procedure || is_observed(e, y)) return y;
  const char *names[COUNT(measures) + 16];
  size_t count = 0;
  for (; count < COUNT(measures); count++) names[count] = measures[count];
  for (size_t i = 0; script_observables[i] != NULL && count < COUNT(names); i++) {
    if (strcmp(script_observables[i], y) == 0)
      REFUSE(e, "plot", "y", "plot.y = \"%s\" needs observe = { \"%s\" }", y, y);
    if (strcmp(script_observables[i], "potential") != 0) names[count++] = script_observables[i]; /* a measure as well */
  }
  char valid[512];
  join_names(names, count, valid, sizeof valid);
  const char *nearest = nearest_name(y, names, count);
  REFUSE(e, "plot", "y", "plot.y = \"%s\": no such quantity%s%s (valid: %s)", y, nearest != NULL ? "; nearest: " : "",
         nearest != NULL ? nearest : "", valid);
}

static bool is_stem(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return name[0] != '\0' && name[0] != '.' && strlen(name) < PLOT_NAME && strspn(name, letters) == strlen(name);
}

static void read_name(const plot_reader *r, const char *x, const char *y, const cJSON *plots, cJSON *plot) {
  evaluation *e = r->e;
  char stem[2 * PARAMETER_NAME + 16];
  snprintf(stem, sizeof stem, "%s%s%s", y, strcmp(x, "trials") == 0 ? "" : "_", strcmp(x, "trials") == 0 ? "" : x);
  const char *given = plot_text(r, "name"), *name = given != NULL ? given : stem;
  if (given != NULL && !is_stem(given)) {
    REFUSE(e, "plot", "name",
           "plot.name = \"%.80s\" must be a file name of letters, digits, '_', '-' and '.', at most %d", given,
           (int)PLOT_NAME - 1);
  }
  for (const cJSON *other = plots->child; other != NULL; other = other->next) {
    if (other != plot && strcmp(cJSON_GetObjectItemCaseSensitive(other, "name")->valuestring, name) == 0) {
      REFUSE(e, "plot", given != NULL ? "name" : NULL,
             "two plots are named \"%s\"; give one of them a name of its own: name = \"...\"", name);
    }
  }
  value_add(e->lua, plot, "name", cJSON_CreateString(name));
}

static bool has_label(const cJSON *points, const char *label) {
  for (const cJSON *point = points->child; point != NULL; point = point->next) {
    const cJSON *learners = cJSON_GetObjectItemCaseSensitive(point, "learners");
    for (const cJSON *item = learners != NULL ? learners->child : NULL; item != NULL; item = item->next) {
      if (strcmp(cJSON_GetObjectItemCaseSensitive(item, "label")->valuestring, label) == 0) return true;
    }
  }
  return false;
}

static void read_learners(const plot_reader *r, cJSON *plot) {
  evaluation *e = r->e;
  size_t count;
  if (plot_field(r, "learners") == LUA_TNIL) return;
  if (!value_is_list(e->lua, -1, &count) || count == 0)
    REFUSE(e, "plot", "learners", "plot.learners must be a list of labels");
  cJSON *list = value_add(e->lua, plot, "learners", cJSON_CreateArray());
  for (size_t i = 1; i <= count; i++) {
    if (lua_rawgeti(e->lua, -1, (lua_Integer)i) != LUA_TSTRING) {
      REFUSE(e, "plot", "learners", "plot.learners must be a list of labels, not of %s", value_kind(e->lua, -1));
    }
    const char *label = lua_tostring(e->lua, -1);
    if (!has_label(r->points, label))
      REFUSE(e, "plot", "learners", "plot.learners: no learner has the label \"%.80s\"", label);
    value_add(e->lua, list, NULL, cJSON_CreateString(label));
    lua_pop(e->lua, 1);
  }
}

static void read_log(const plot_reader *r, cJSON *plot) {
  static const char *const words[] = {"", "x", "y", "xy", "auto"};
  const char *log = plot_text(r, "log");
  if (log == NULL) log = "auto";
  size_t i = 0;
  while (i < COUNT(words) && strcmp(words[i], log) != 0) i++;
  if (i == COUNT(words))
    REFUSE(r->e, "plot", "log", "plot.log = \"%.80s\" must be \"\", \"x\", \"y\", \"xy\" or \"auto\"", log);
  value_add(r->e->lua, plot, "log", cJSON_CreateString(log));
}

/* The plot on top of the stack. */
static void read_plot(evaluation *e, const cJSON *points, cJSON *plots) {
  static const char *const names[] = {"name", "x",   "y",      "title",  "xlabel",  "ylabel",
                                      "log",  "fit", "bounds", "panels", "learners"};
  static const char *const texts[] = {"title", "xlabel", "ylabel"};
  lua_State *lua = e->lua;
  const plot_reader reader = {e, points, lua_gettop(lua)}, *r = &reader;
  if (!lua_istable(lua, -1))
    REFUSE(e, "plot", NULL, "plot must be a table or a list of tables, not %s", value_kind(lua, -1));
  luaL_checkstack(lua, 40, NULL);
  evaluation_check_names(e, r->table, "plot", names, COUNT(names));
  cJSON *plot = value_add(lua, plots, NULL, cJSON_CreateObject());
  const char *x = read_x(r, plot), *y = read_y(r);
  read_name(r, x, y, plots, plot);
  value_add(lua, plot, "x", cJSON_CreateString(x));
  value_add(lua, plot, "y", cJSON_CreateString(y));
  for (size_t i = 0; i < COUNT(texts); i++) {
    const char *text = plot_text(r, texts[i]);
    if (text != NULL) value_add(lua, plot, texts[i], cJSON_CreateString(text));
  }
  read_log(r, plot);
  const bool fit = plot_flag(r, "fit", false);
  if (fit && strcmp(x, "trials") == 0) {
    REFUSE(e, "plot", "fit", "plot.fit: a line is fitted over grid points; x must be a parameter or a function(p)");
  }
  value_add(lua, plot, "fit", cJSON_CreateBool(fit));
  value_add(lua, plot, "bounds", cJSON_CreateBool(plot_flag(r, "bounds", true)));
  const char *panels = plot_text(r, "panels");
  if (panels != NULL && grid_find(e, panels) == NULL) refuse_parameter(r, "panels", panels, "a parameter");
  if (panels != NULL) value_add(lua, plot, "panels", cJSON_CreateString(panels));
  read_learners(r, plot);
  lua_settop(lua, r->table);
}

void plots_read(evaluation *e, const cJSON *points, cJSON *plots) {
  lua_State *lua = e->lua;
  size_t count = 0;
  const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(points->child, "parameters");
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
