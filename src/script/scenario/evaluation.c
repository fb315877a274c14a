#include "script/scenario/evaluation.h"
#include "base/text.h"
#include "script/values/names.h"
#include "script/values/value_types.h"

int evaluation_field(evaluation *e, const char *name) {
  lua_pushstring(e->lua, name);
  return lua_rawget(e->lua, e->table);
}

const char *evaluation_word(const evaluation *e, int index, const char *name, const char *entry) {
  return value_word(e->lua, index, source_line(e->box->text, name, entry), name, entry);
}

static void push_value(lua_State *lua, const cJSON *value, bool is_float) {
  if (cJSON_IsString(value)) {
    lua_pushstring(lua, value->valuestring);
  } else if (cJSON_IsBool(value)) {
    lua_pushboolean(lua, cJSON_IsTrue(value));
  } else if (!is_float && value->valuedouble == floor(value->valuedouble) && fabs(value->valuedouble) <= 0x1p53) {
    lua_pushinteger(lua, (lua_Integer)value->valuedouble);
  } else {
    lua_pushnumber(lua, value->valuedouble);
  }
}

void evaluation_push_parameters(lua_State *lua, const cJSON *parameters, const grid_parameter *known, size_t count) {
  lua_newtable(lua);
  for (const cJSON *item = parameters->child; item != NULL; item = item->next) {
    size_t i = 0;
    while (i < count && strcmp(known[i].name, item->string) != 0) i++;
    push_value(lua, item, i < count && known[i].is_float);
    lua_setfield(lua, -2, item->string);
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario parameters");
  lua_setmetatable(lua, -2);
}

/* The defaults of params tell whether whole numbers are floats to Lua (1.0) or integers (1). */
static size_t read_subtypes(lua_State *lua, int table, const cJSON *parameters, grid_parameter *known, size_t size) {
  size_t count = 0;
  lua_getfield(lua, table, "params");
  for (const cJSON *item = parameters->child; item != NULL && count < size && lua_istable(lua, -1); item = item->next) {
    lua_getfield(lua, -1, item->string);
    known[count].is_float = lua_type(lua, -1) == LUA_TNUMBER && !lua_isinteger(lua, -1);
    snprintf(known[count++].name, PARAMETER_NAME, "%s", item->string);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return count;
}

void evaluation_push_point(lua_State *lua, int table, const cJSON *parameters) {
  size_t count = (size_t)cJSON_GetArraySize(parameters);
  grid_parameter *known = lua_newuserdatauv(lua, (count + 1) * sizeof *known, 0);
  memset(known, 0, (count + 1) * sizeof *known);
  count = read_subtypes(lua, table, parameters, known, count);
  evaluation_push_parameters(lua, parameters, known, count);
  lua_remove(lua, -2);
}

int evaluation_value(evaluation *e, const char *name, const cJSON *parameters) {
  if (evaluation_field(e, name) != LUA_TFUNCTION) return lua_type(e->lua, -1);
  if (lua_iscfunction(e->lua, -1)) {
    REFUSE(e, name, NULL, "%s is a function of the harness, not a value; write %s = NAME { ... }", name, name);
  }
  evaluation_push_parameters(e->lua, parameters, e->parameters, e->parameter_count);
  lua_call(e->lua, 1, 1);
  return lua_type(e->lua, -1);
}

void evaluation_check_names(evaluation *e, int index, const char *name, const char *const *names, size_t count) {
  char reason[NO_SUCH_NAME];
  const char *key = value_unknown_key(e->lua, index, names, count, source_line(e->box->text, name, NULL), name);
  if (key == NULL) return;
  REFUSE(e, name != NULL ? name : key, name != NULL ? key : NULL, "%s%s%.80s: %s", name != NULL ? name : "",
         name != NULL ? "." : "", key, no_such_name("field", key, names, count, reason));
}

double evaluation_whole(evaluation *e, const char *name, double low, double high) {
  const double value = lua_tonumber(e->lua, -1);
  char given[NUMBER_TEXT], from[NUMBER_TEXT], to[NUMBER_TEXT];
  if (lua_type(e->lua, -1) != LUA_TNUMBER) {
    REFUSE(e, name, NULL, "%s must be a whole number, not %s", name, value_kind(e->lua, -1));
  }
  if (!(value >= low && value <= high) || value != floor(value)) {
    REFUSE(e, name, NULL, "%s = %s must be a whole number from %s to %s", name, number_text(value, given),
           number_text(low, from), number_text(high, to));
  }
  lua_pop(e->lua, 1);
  return value;
}

/* ---- the line of a field, for messages */

typedef struct token {
  char kind; /* 'a': name, '=': alone, brackets and other characters themselves, '"': text, 0: end */
  const char *start;
  size_t length;
  int line;
} token;

typedef struct scanner {
  const char *c;
  int line;
  int depth; /* of brackets of all kinds, after the token */
} scanner;

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

static void advance(scanner *s, size_t count) {
  for (; count > 0 && *s->c != '\0'; count--) {
    if (*s->c++ == '\n') s->line++;
  }
}

/* Length of a long bracket [[ ... ]] or [=[ ... ]=] at c, 0 if there is none. */
static size_t long_bracket(const char *c) {
  if (c[0] != '[') return 0;
  const size_t level = strspn(c + 1, "=");
  if (c[1 + level] != '[') return 0;
  for (const char *end = strchr(c + 2 + level, ']'); end != NULL; end = strchr(end + 1, ']')) {
    if (strspn(end + 1, "=") == level && end[1 + level] == ']') return (size_t)(end - c) + level + 2;
  }
  return strlen(c);
}

static size_t quoted(const char *c) {
  size_t length = 1;
  while (c[length] != '\0' && c[length] != '\n' && c[length] != c[0])
    length += c[length] == '\\' && c[length + 1] != '\0' ? 2 : 1;
  return length + (c[length] == c[0]);
}

static void skip_blanks(scanner *s) {
  for (;;) {
    advance(s, strspn(s->c, " \t\r\n\f\v"));
    if (s->c[0] != '-' || s->c[1] != '-') return;
    const size_t block = long_bracket(s->c + 2);
    advance(s, block > 0 ? 2 + block : strcspn(s->c, "\n"));
  }
}

static token next_token(scanner *s) {
  skip_blanks(s);
  token t = {*s->c, s->c, 1, s->line};
  const char c = *s->c;
  if (c == '\0') {
    t.length = 0;
  } else if (strchr(letters, c) != NULL) {
    t.kind = 'a';
    t.length = strspn(s->c, letters);
  } else if (c == '"' || c == '\'') {
    t.kind = '"';
    t.length = quoted(s->c);
  } else if (long_bracket(s->c) > 0) {
    t.kind = '"';
    t.length = long_bracket(s->c);
  } else if (strchr("=~<>", c) != NULL && s->c[1] == '=') {
    t.kind = '~';
    t.length = 2;
  } else if (strchr("{([", c) != NULL) {
    s->depth++;
  } else if (strchr("})]", c) != NULL) {
    s->depth--;
  }
  advance(s, t.length);
  return t;
}

static bool is_name(const token *t, const char *name) {
  return t->kind == 'a' && t->length == strlen(name) && memcmp(t->start, name, t->length) == 0;
}

/* Sets *at behind the last `return` outside of all brackets that is followed by '{'; false if there is none. *line:
 * of the last `return` at all. */
static bool find_return(const char *text, scanner *at, int *line) {
  scanner s = {text, 1, 0};
  bool found = false;
  *line = 1;
  for (token t = next_token(&s); t.kind != 0; t = next_token(&s)) {
    if (s.depth != 0 || !is_name(&t, "return")) continue;
    *line = t.line;
    scanner next = s;
    if (next_token(&next).kind != '{') continue;
    *at = s;
    found = true;
  }
  return found;
}

/* The line of `name =` as a table's field at the given depth (0: any) from *s on, and *s behind it; 0 if there is
 * none before the depth falls below it. */
static int find_field(scanner *s, const char *name, int depth) {
  char before = 0;
  for (token t = next_token(s); t.kind != 0; t = next_token(s)) {
    if (s->depth < depth && t.kind == '}') return 0;
    const bool starts = before == '{' || before == ',' || before == ';';
    before = t.kind;
    if (!starts || !is_name(&t, name) || (depth > 0 && s->depth != depth)) continue;
    scanner next = *s;
    if (next_token(&next).kind == '=') return t.line;
  }
  return 0;
}

int source_line(const char *text, const char *name, const char *entry) {
  scanner at = {text, 1, 0};
  int fallback;
  const bool table = find_return(text, &at, &fallback);
  if (name == NULL) return fallback;
  int line = find_field(&at, name, table ? 1 : 0);
  if (line == 0) return fallback;
  if (entry == NULL) return line;
  scanner next = at;
  next_token(&next); /* = */
  if (next_token(&next).kind != '{') return line;
  const int inner = find_field(&at, entry, at.depth + 1);
  return inner > 0 ? inner : line;
}
