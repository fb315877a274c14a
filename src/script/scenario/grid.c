#include "script/scenario/grid.h"
#include "base/text.h"
#include "results/results.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

enum { GRID_LIMIT = 10000000, WORDS = 512 };

static const char *type_words(int type) {
  return type == LUA_TNUMBER ? "a number" : type == LUA_TBOOLEAN ? "true or false" : "a string";
}

grid_parameter *grid_find(const evaluation *e, const char *name) {
  for (size_t i = 0; i < e->parameter_count; i++) {
    if (strcmp(e->parameters[i].name, name) == 0) return &e->parameters[i];
  }
  return NULL;
}

/* Was the last value of the list there before? The table `seen` remembers values. */
static bool last_is_duplicate(lua_State *lua, int seen, const cJSON *list) {
  const cJSON *last = list->child->prev; /* cJSON: the first one's prev is the last */
  if (cJSON_IsString(last)) {
    lua_pushstring(lua, last->valuestring);
  } else if (cJSON_IsBool(last)) {
    lua_pushboolean(lua, cJSON_IsTrue(last));
  } else {
    lua_pushnumber(lua, last->valuedouble);
  }
  lua_pushvalue(lua, -1);
  const bool before = lua_rawget(lua, seen) != LUA_TNIL;
  lua_pop(lua, 1);
  lua_pushboolean(lua, true);
  lua_rawset(lua, seen);
  return before;
}

static bool is_exact(lua_Integer whole) {
  const lua_Integer limit = (lua_Integer)1 << 53;
  return whole >= -limit && whole <= limit;
}

/* Whether params lists words without this one; list = they. */
static bool is_no_word(const grid_parameter *p, const char *text, char list[WORDS]) {
  size_t used = 0;
  list[0] = '\0';
  for (const cJSON *word = p->words == NULL ? NULL : p->words->child; word != NULL && used < WORDS; word = word->next) {
    if (strcmp(word->valuestring, text) == 0) return false;
    used += (size_t)snprintf(list + used, WORDS - used, "%s\"%s\"", used > 0 ? ", " : "", word->valuestring);
  }
  return p->words != NULL;
}

/* Adds the value on top of the stack to the parameter's values. `where`: "params" or "sweep". */
static void add_value(evaluation *e, grid_parameter *p, const char *where) {
  lua_State *lua = e->lua;
  cJSON *item = NULL;
  if (lua_type(lua, -1) != p->type) {
    REFUSE(e, where, p->name, "%s.%s: expected %s, as in params, not %s", where, p->name, type_words(p->type),
           value_kind(lua, -1));
  }
  if (p->type == LUA_TNUMBER) {
    const double x = lua_tonumber(lua, -1);
    char digits[NUMBER_TEXT];
    if (!isfinite(x) || (lua_isinteger(lua, -1) && !is_exact(lua_tointeger(lua, -1)))) {
      REFUSE(e, where, p->name, "%s.%s = %s must be a finite number; whole ones up to 2^53", where, p->name,
             number_text(x, digits));
    }
    item = cJSON_CreateNumber(x == 0 ? 0 : x);
  } else if (p->type == LUA_TBOOLEAN) {
    item = cJSON_CreateBool(lua_toboolean(lua, -1));
  } else {
    const char *text = evaluation_word(e, -1, where, p->name);
    if (!is_table_text(text, strlen(text))) {
      REFUSE(e, where, p->name, "%s.%s: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"",
             where, p->name);
    }
    char words[WORDS];
    if (is_no_word(p, text, words))
      REFUSE(e, where, p->name, "%s.%s = \"%.80s\" must be one of %s", where, p->name, text, words);
    item = cJSON_CreateString(text);
  }
  value_add(lua, p->values, NULL, item);
  p->count++;
}

static void clear_values(evaluation *e, grid_parameter *p) {
  cJSON_Delete(p->values);
  p->count = 0;
  p->values = cJSON_CreateArray();
  if (p->values == NULL) sandbox_raise(e->lua, "no memory for the plan");
}

static void check_name(evaluation *e, const char *name) {
  if (!is_identifier(name)) {
    REFUSE(e, "params", name, "params: \"%.80s\" must be a name: letters, digits and _, at most 63, no digit first",
           name);
  }
  if (result_column_is_reserved(name))
    REFUSE(e, "params", name, "params.%s: the result files have a column of this name", name);
  if (strcmp(name, "function") == 0)
    REFUSE(e, "params", name, "params.%s: manifests call the function x of a plot so", name);
}

/* The list on top of the stack: the words that the parameter may be; it is the first. */
static void read_words(evaluation *e, grid_parameter *p) {
  lua_State *lua = e->lua;
  size_t count = 0;
  const int list = lua_gettop(lua);
  if (!value_is_list(lua, list, &count) || count < 2)
    REFUSE(e, "params", p->name, "params.%s must list at least two texts", p->name);
  lua_newtable(lua);
  for (size_t k = 1; k <= count; k++) {
    lua_rawgeti(lua, list, (lua_Integer)k);
    add_value(e, p, "params");
    if (last_is_duplicate(lua, list + 1, p->values))
      REFUSE(e, "params", p->name, "params.%s: %s is listed twice", p->name, texts_push(lua, -1));
    lua_pop(lua, 1);
  }
  p->words = p->values;
  p->values = NULL;
  clear_values(e, p);
  lua_rawgeti(lua, list, 1);
  add_value(e, p, "params");
}

static void read_params(evaluation *e) {
  lua_State *lua = e->lua;
  const int type = evaluation_field(e, "params");
  if (type == LUA_TNIL) return;
  if (type != LUA_TTABLE)
    REFUSE(e, "params", NULL, "params must be a table of names and values, not %s", value_kind(lua, -1));
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  if (NEW_ARRAY(count, e->parameters) != STATUS_OK) sandbox_raise_status(lua, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
    const char *name = texts_push(lua, -1);
    (void)evaluation_word(e, -1, "params", NULL);
    check_name(e, lua_type(lua, -2) == LUA_TSTRING ? name : "");
    lua_pushvalue(lua, -2);
    const int value = lua_rawget(lua, table);
    const bool words = value == LUA_TTABLE;
    if (value != LUA_TNUMBER && value != LUA_TBOOLEAN && value != LUA_TSTRING && !words) {
      REFUSE(e, "params", name, "params.%s must be a number, a string, true, false or a list of texts, not %s", name,
             value_kind(lua, -1));
    }
    grid_parameter *p = &e->parameters[e->parameter_count++];
    *p = (grid_parameter){.type = words ? LUA_TSTRING : value,
                          .is_float = value == LUA_TNUMBER && !lua_isinteger(lua, -1)};
    snprintf(p->name, sizeof p->name, "%s", name);
    clear_values(e, p);
    if (words) {
      read_words(e, p);
    } else {
      add_value(e, p, "params");
    }
    lua_settop(lua, table + 1);
  }
}

/* ": no such parameter; nearest: r (valid: n, r)" */
static void describe_unknown(const evaluation *e, const char *name, char *text, size_t size) {
  const size_t count = e->parameter_count;
  const char **names = lua_newuserdatauv(e->lua, (count + 1) * sizeof *names, 0);
  for (size_t i = 0; i < count; i++) names[i] = e->parameters[i].name;
  char nearest[NEAREST_TEXT];
  char valid[1024];
  join_names(names, count, valid, sizeof valid);
  snprintf(text, size, "no such parameter%s (valid: %s)", nearest_names(name, names, count, false, nearest),
           count > 0 ? valid : "the scenario has none");
}

static void read_sweep(evaluation *e) {
  lua_State *lua = e->lua;
  const int type = evaluation_field(e, "sweep");
  if (type == LUA_TNIL) return;
  if (type != LUA_TTABLE)
    REFUSE(e, "sweep", NULL, "sweep must be a table of names and lists, not %s", value_kind(lua, -1));
  const int table = lua_gettop(lua);
  const size_t names = tables_sorted_keys(lua, table);
  for (size_t i = 0; i < names; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
    const char *name = texts_push(lua, -1);
    (void)evaluation_word(e, -1, "sweep", NULL);
    grid_parameter *p = NULL;
    size_t count;
    if (lua_type(lua, -2) == LUA_TSTRING) p = grid_find(e, name);
    if (p == NULL) {
      char text[1400];
      describe_unknown(e, name, text, sizeof text);
      REFUSE(e, "sweep", name, "sweep.%.80s: %s; what is swept needs a value in params", name, text);
    }
    lua_pushvalue(lua, -2);
    lua_rawget(lua, table);
    if (!value_is_list(lua, -1, &count) || count == 0)
      REFUSE(e, "sweep", name, "sweep.%s must be a list of at least one value", name);
    clear_values(e, p);
    lua_newtable(lua);
    const int seen = lua_gettop(lua);
    for (size_t k = 1; k <= count; k++) {
      lua_rawgeti(lua, seen - 1, (lua_Integer)k);
      add_value(e, p, "sweep");
      if (last_is_duplicate(lua, seen, p->values))
        REFUSE(e, "sweep", name, "sweep.%s: %s is listed twice", name, texts_push(lua, -1));
      lua_pop(lua, 1);
    }
    lua_settop(lua, table + 1);
  }
}

/* One value of --set, as text, of the parameter's type; NULL if it is not. */
static cJSON *parse_value(const grid_parameter *p, const char *text, size_t length) {
  double x;
  if (p->type == LUA_TSTRING) return length > 0 && is_table_text(text, length) ? cJSON_CreateString(text) : NULL;
  if (p->type == LUA_TNUMBER) return number_parse(text, &x) ? cJSON_CreateNumber(x == 0 ? 0 : x) : NULL;
  if (strcmp(text, "true") == 0) return cJSON_CreateTrue();
  return strcmp(text, "false") == 0 ? cJSON_CreateFalse() : NULL;
}

static void read_set(evaluation *e, const char *set) {
  lua_State *lua = e->lua;
  const char *equals = strchr(set, '=');
  if (equals == NULL || equals == set)
    sandbox_raise(lua, "--set %.200s: expected NAME=VALUE or NAME=VALUE,VALUE...", set);
  const char *name = lua_pushlstring(lua, set, (size_t)(equals - set));
  if (strcmp(name, "seeds") == 0 || strcmp(name, "trials") == 0) {
    sandbox_raise(lua, "--set %.200s: %s is not a parameter; write --%s %.100s", set, name, name, equals + 1);
  }
  grid_parameter *p = grid_find(e, name);
  if (p == NULL) {
    char text[1400];
    describe_unknown(e, name, text, sizeof text);
    sandbox_raise(lua, "--set %.200s: %s", set, text);
  }
  if (p->overridden)
    sandbox_raise(lua, "--set %.200s: %s is set twice; several values are written %s=A,B", set, name, name);
  p->overridden = true;
  clear_values(e, p);
  lua_newtable(lua);
  const int seen = lua_gettop(lua);
  for (const char *start = equals + 1;; start++) {
    const size_t length = strcspn(start, ",");
    const char *word = lua_pushlstring(lua, start, length);
    cJSON *item = parse_value(p, word, length);
    if (item == NULL) {
      const char *more = p->type == LUA_TSTRING ? " on one line, without tab, '#' and leading '\"', not empty" : "";
      sandbox_raise(lua, "--set %.200s: %s must be %s%s, not \"%.100s\"", set, name, type_words(p->type), more, word);
    }
    char words[WORDS];
    if (p->type == LUA_TSTRING && is_no_word(p, word, words)) {
      cJSON_Delete(item);
      sandbox_raise(lua, "--set %.200s: %s must be one of %s, not \"%.100s\"", set, name, words, word);
    }
    value_add(lua, p->values, NULL, item);
    p->count++;
    if (last_is_duplicate(lua, seen, p->values)) sandbox_raise(lua, "--set %.200s: %s is listed twice", set, word);
    lua_pop(lua, 1);
    start += length;
    if (*start == '\0') break;
  }
  lua_settop(lua, e->table);
}

/* Lists of cJSON have no random access. */
static void index_values(const evaluation *e, grid_parameter *p) {
  size_t place = 0;
  if (memory_array(p->count, sizeof *p->value, &p->value) != STATUS_OK) sandbox_raise_status(e->lua, 0);
  for (const cJSON *item = p->values->child; item != NULL; item = item->next) p->value[place++] = item;
}

void grid_read(evaluation *e) {
  read_params(e);
  lua_settop(e->lua, e->table);
  read_sweep(e);
  lua_settop(e->lua, e->table);
  for (size_t i = 0; i < e->request->set_count; i++) read_set(e, e->request->sets[i]);
  e->points = 1;
  for (size_t i = 0; i < e->parameter_count; i++) {
    if (e->parameters[i].count > GRID_LIMIT / e->points) {
      REFUSE(e, "sweep", NULL, "the grid has more than %d points", (int)GRID_LIMIT);
    }
    e->points *= e->parameters[i].count;
    index_values(e, &e->parameters[i]);
  }
}

cJSON *grid_point(evaluation *e, size_t point) {
  cJSON *object = cJSON_CreateObject();
  if (object == NULL) sandbox_raise(e->lua, "no memory for the plan");
  size_t block = e->points;
  for (size_t i = 0; i < e->parameter_count; i++) { /* the last varies fastest */
    const grid_parameter *p = &e->parameters[i];
    block /= p->count;
    value_add(e->lua, object, p->name, cJSON_Duplicate(p->value[point / block % p->count], 0));
  }
  return object;
}
