#include "registry/parameter.h"
#include "base/json.h"

/* ---- one value ---- */

/* One resolved parameter. Numbers, integers and booleans are in `number`, words in `text`. */
typedef struct resolved {
  bool given, seen, explicit;
  double number;
  char *text;
  double *list;
  size_t length;
  unsigned place; /* of a PARAMETER_CHOICE among the choices, from 0 */
  cJSON *structure;
} resolved;

static bool is_text_type(parameter_type type) {
  return type == PARAMETER_CHOICE || type == PARAMETER_TEXT || type == PARAMETER_FILE;
}

static bool has_range(const parameter *p) {
  return !(p->low == 0 && p->high == 0);
}

/* lead + "at least 1 and below 2"; "" without a range. */
static void range_text(const parameter *p, const char *lead, char *text, size_t size) {
  char low[NUMBER_TEXT], high[NUMBER_TEXT];
  text[0] = '\0';
  if (!has_range(p)) return;
  const bool below = isfinite(p->low), above = isfinite(p->high);
  if (!below && !above) return;
  const char *low_words = p->open_low ? "above " : "at least ", *high_words = p->open_high ? "below " : "at most ";
  snprintf(text, size, "%s%s%s%s%s%s", lead, below ? low_words : "", below ? number_text(p->low, low) : "",
           below && above ? " and " : "", above ? high_words : "", above ? number_text(p->high, high) : "");
}

/* What a value (or an entry of a list) must be, for messages: "a whole number: at least 1 and at most 64". */
static void expected_text(const parameter *p, bool entry, char *text, size_t size) {
  char range[128];
  range_text(p, ": ", range, sizeof range);
  switch (p->type) {
  case PARAMETER_NUMBER: snprintf(text, size, "a number%s", range); break;
  case PARAMETER_INTEGER: snprintf(text, size, "a whole number%s", range); break;
  case PARAMETER_BOOLEAN: snprintf(text, size, "true or false"); break;
  case PARAMETER_CHOICE: snprintf(text, size, "one of: %s", p->choices != NULL ? p->choices : ""); break;
  case PARAMETER_TEXT: snprintf(text, size, "a string"); break;
  case PARAMETER_COLUMN: snprintf(text, size, "the number of a column, from 1, or its name"); break;
  case PARAMETER_FILE: snprintf(text, size, "the name of a file"); break;
  case PARAMETER_NUMBERS:
    snprintf(text, size, "%s%s", entry ? "a number" : "a list of at least one number", range);
    break;
  case PARAMETER_COMMAND: snprintf(text, size, "a list of strings: a program and its arguments"); break;
  case PARAMETER_STRUCTURE: snprintf(text, size, "%s", entry ? "a finite number" : "a list or a table"); break;
  }
}

/* A given value as messages show it. */
static void given_text(const cJSON *value, char *text, size_t size) {
  char digits[NUMBER_TEXT];
  if (cJSON_IsNumber(value)) {
    snprintf(text, size, "%s", number_text(value->valuedouble, digits));
  } else if (cJSON_IsString(value)) {
    const bool cut = strlen(value->valuestring) > 60;
    snprintf(text, size, "\"%.60s%s\"", value->valuestring, cut ? "..." : "");
  } else if (cJSON_IsBool(value)) {
    snprintf(text, size, "%s", cJSON_IsTrue(value) ? "true" : "false");
  } else if (cJSON_IsArray(value)) {
    snprintf(text, size, "a list");
  } else if (cJSON_IsObject(value)) {
    snprintf(text, size, "a table");
  } else {
    snprintf(text, size, "nothing");
  }
}

static status refuse_value(const char *who, const parameter *p, const char *entry, const cJSON *value) {
  char given[96], expected[512];
  given_text(value, given, sizeof given);
  expected_text(p, entry[0] != '\0', expected, sizeof expected);
  return FAIL(STATUS_INVALID, "%s: %s%s = %s must be %s", who, p->name, entry, given, expected);
}

static status check_number(const char *who, const parameter *p, const char *entry, const cJSON *value) {
  if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble)) return refuse_value(who, p, entry, value);
  const double x = value->valuedouble;
  const bool whole = p->type == PARAMETER_INTEGER || p->type == PARAMETER_COLUMN;
  if (whole && (x != floor(x) || fabs(x) > 0x1p53)) return refuse_value(who, p, entry, value);
  if (!has_range(p)) return STATUS_OK;
  const bool inside = (p->open_low ? x > p->low : x >= p->low) && (p->open_high ? x < p->high : x <= p->high);
  if (inside) return STATUS_OK;
  char range[128], digits[NUMBER_TEXT];
  range_text(p, "", range, sizeof range);
  return FAIL(STATUS_INVALID, "%s: %s%s = %s must be %s", who, p->name, entry, number_text(x, digits), range);
}

/* *chosen = the word among the choices, or NULL; the caller frees it. */
static status find_choice(const char *choices, const char *word, unsigned *place, char **chosen) {
  const char *at = NULL;
  size_t length = 0;
  for (*place = 0; (at = word_at(choices, *place, &length)) != NULL; ++*place) {
    TRY(memory_format(chosen, "%.*s", (int)length, at));
    if (equal_names(*chosen, word)) return STATUS_OK;
    free(*chosen);
    *chosen = NULL;
  }
  return STATUS_OK;
}

static unsigned word_count(const char *words) {
  unsigned count = 1;
  for (const char *c = words; *c != '\0'; c++) count += *c == ' ';
  return count;
}

static status resolve_list(const char *who, const parameter *p, const cJSON *value, resolved *out) {
  if (!cJSON_IsArray(value) || value->child == NULL) return refuse_value(who, p, "", value);
  size_t count = 0;
  for (const cJSON *item = value->child; item != NULL; item = item->next) count++;
  free(out->list);
  TRY(NEW_ARRAY(count, out->list));
  out->length = 0;
  for (const cJSON *item = value->child; item != NULL; item = item->next) {
    char entry[32];
    snprintf(entry, sizeof entry, "[%zu]", out->length + 1);
    TRY(check_number(who, p, entry, item));
    out->list[out->length++] = item->valuedouble;
  }
  return STATUS_OK;
}

/* Every number of a structure must be finite: keys of cells have no others. path: "[2].value", cut when too long. */
static status check_structure(const char *who, const parameter *p, const char *path, const cJSON *value) {
  if (cJSON_IsNumber(value) && !isfinite(value->valuedouble)) return refuse_value(who, p, path, value);
  if (!cJSON_IsArray(value) && !cJSON_IsObject(value)) return STATUS_OK;
  size_t place = 0;
  for (const cJSON *item = value->child; item != NULL; item = item->next) {
    char entry[96];
    place++;
    if (cJSON_IsArray(value)) {
      snprintf(entry, sizeof entry, "%.60s[%zu]", path, place);
    } else {
      snprintf(entry, sizeof entry, "%.60s.%.30s", path, item->string != NULL ? item->string : "");
    }
    TRY(check_structure(who, p, entry, item));
  }
  return STATUS_OK;
}

static status resolve_structure(const char *who, const parameter *p, const cJSON *value, resolved *out) {
  if (!cJSON_IsArray(value) && !cJSON_IsObject(value)) return refuse_value(who, p, "", value);
  TRY(check_structure(who, p, "", value));
  cJSON_Delete(out->structure);
  out->structure = cJSON_Duplicate(value, 1);
  return out->structure != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for options");
}

static status resolve_command(const char *who, const parameter *p, const cJSON *value, resolved *out) {
  if (!cJSON_IsArray(value) || value->child == NULL) return refuse_value(who, p, "", value);
  for (const cJSON *item = value->child; item != NULL; item = item->next) {
    if (!cJSON_IsString(item) || (item == value->child && item->valuestring[0] == '\0')) {
      return refuse_value(who, p, "", item);
    }
  }
  return resolve_structure(who, p, value, out);
}

/* STATUS_INVALID "who: name = value must be ..." if the value is not as declared. */
static status resolved_read(const char *who, const parameter *p, const cJSON *value, resolved *out) {
  if (p->type == PARAMETER_NUMBERS) {
    TRY(resolve_list(who, p, value, out));
  } else if (p->type == PARAMETER_COMMAND) {
    TRY(resolve_command(who, p, value, out));
  } else if (p->type == PARAMETER_STRUCTURE) {
    TRY(resolve_structure(who, p, value, out));
  } else if (p->type == PARAMETER_BOOLEAN) {
    if (!cJSON_IsBool(value)) return refuse_value(who, p, "", value);
    out->number = cJSON_IsTrue(value) ? 1 : 0;
  } else if (p->type == PARAMETER_COLUMN && cJSON_IsString(value)) {
    if (value->valuestring[0] == '\0') return refuse_value(who, p, "", value);
    TRY(memory_text(value->valuestring, &out->text));
  } else if (is_text_type(p->type)) {
    if (!cJSON_IsString(value)) return refuse_value(who, p, "", value);
    if (p->type == PARAMETER_FILE && value->valuestring[0] == '\0') return refuse_value(who, p, "", value);
    TRY(p->type == PARAMETER_CHOICE ? find_choice(p->choices, value->valuestring, &out->place, &out->text)
                                    : memory_text(value->valuestring, &out->text));
    if (out->text == NULL) return refuse_value(who, p, "", value);
  } else {
    TRY(check_number(who, p, "", value));
    out->number = value->valuedouble == 0 ? 0 : value->valuedouble; /* no negative zero in keys */
  }
  out->given = true;
  return STATUS_OK;
}

/* *out = array of the numbers of "1, 2.5 3". NULL if a word is no number. */
static cJSON *parse_list(const char *text) {
  cJSON *list = cJSON_CreateArray();
  while (list != NULL) {
    char word[64];
    double x;
    text += strspn(text, " ,");
    const size_t length = strcspn(text, " ,");
    if (length == 0) return list;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    text += length;
    cJSON *item = number_parse(word, &x) ? cJSON_CreateNumber(x) : NULL;
    if (item == NULL || !cJSON_AddItemToArray(list, item)) {
      cJSON_Delete(item);
      cJSON_Delete(list);
      return NULL;
    }
  }
  return NULL;
}

/* The default of a descriptor as JSON, NULL if it is not of the parameter's type. */
static cJSON *default_value(const parameter *p) {
  double x;
  if (is_text_type(p->type)) return cJSON_CreateString(p->value);
  if (p->type == PARAMETER_NUMBERS) return parse_list(p->value);
  if (p->type == PARAMETER_STRUCTURE || p->type == PARAMETER_COMMAND) { /* written as JSON */
    cJSON *value = NULL;
    return json_parse(p->value, &value) == STATUS_OK ? value : NULL;
  }
  if (p->type == PARAMETER_BOOLEAN) {
    if (strcmp(p->value, "true") == 0) return cJSON_CreateTrue();
    return strcmp(p->value, "false") == 0 ? cJSON_CreateFalse() : NULL;
  }
  return number_parse(p->value, &x) ? cJSON_CreateNumber(x) : NULL;
}

/* The declared default; STATUS_INVALID if the parameter must be given. */
static status resolved_default(const char *who, const parameter *p, resolved *out) {
  if (p->value == NULL) {
    char expected[512];
    expected_text(p, false, expected, sizeof expected);
    return FAIL(STATUS_INVALID, "%s: %s is missing; expected %s", who, p->name, expected);
  }
  if (p->value[0] == '\0') return STATUS_OK;
  cJSON *value = default_value(p);
  if (value == NULL) {
    return FAIL(STATUS_FAILED, "%s: %s: the declared default \"%s\" is not of its type", who, p->name, p->value);
  }
  const status code = resolved_read(who, p, value, out);
  cJSON_Delete(value);
  return code;
}

static void resolved_free(resolved *r) {
  free(r->text);
  free(r->list);
  cJSON_Delete(r->structure);
}

static bool resolved_equal(const resolved *a, const resolved *b) {
  if (a->number != b->number || a->length != b->length || (a->list == NULL) != (b->list == NULL)) return false;
  for (size_t i = 0; a->list != NULL && b->list != NULL && i < a->length; i++) {
    if (a->list[i] != b->list[i]) return false;
  }
  if (a->text != NULL && b->text != NULL && strcmp(a->text, b->text) != 0) return false;
  if ((a->text == NULL) != (b->text == NULL) || (a->structure == NULL) != (b->structure == NULL)) return false;
  return a->structure == NULL || cJSON_Compare(a->structure, b->structure, 1);
}

/* New; NULL if there is no memory. */
static cJSON *resolved_json(const parameter *p, const resolved *r) {
  if (p->type == PARAMETER_NUMBERS) return cJSON_CreateDoubleArray(r->list, (int)r->length);
  if (p->type == PARAMETER_STRUCTURE || p->type == PARAMETER_COMMAND) return cJSON_Duplicate(r->structure, 1);
  if (p->type == PARAMETER_BOOLEAN) return cJSON_CreateBool(r->number != 0);
  if (r->text != NULL) return cJSON_CreateString(r->text);
  return cJSON_CreateNumber(r->number);
}

/* ---- the values of a table ---- */

struct options {
  char *who;
  const parameter *table;
  size_t count;
  resolved *values;
};

/* All names of the table, separated by ", "; the caller frees. */
static status table_names(const parameter *table, size_t count, char **out) {
  size_t length = 1;
  for (size_t i = 0; i < count; i++) length += strlen(table[i].name) + 2;
  TRY(memory_array(length, 1, out));
  char *end = *out;
  for (size_t i = 0; i < count; i++) {
    end += snprintf(end, length - (size_t)(end - *out), "%s%s", i > 0 ? ", " : "", table[i].name);
  }
  return STATUS_OK;
}

static status refuse_name(const options *o, const char *name) {
  if (o->count == 0) return FAIL(STATUS_INVALID, "%s: %.80s: no such parameter; it has none", o->who, name);
  FREED const char **names = NULL;
  FREED char *all = NULL;
  TRY(NEW_ARRAY(o->count, names));
  for (size_t i = 0; i < o->count; i++) names[i] = o->table[i].name;
  TRY(table_names(o->table, o->count, &all));
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s: %.80s: no such parameter%s (valid: %s)", o->who, name,
              nearest_names(name, names, o->count, false, nearest), all);
}

static size_t find(const options *o, const char *name) {
  size_t i = 0;
  while (i < o->count && !equal_names(o->table[i].name, name)) i++;
  return i;
}

/* A value equal to the default is not explicit: resolved options, which name every value, behave as the scenario that
 * left it out. */
static status differs_from_default(const options *o, size_t i, bool *differs) {
  CLEANUP(resolved_free) resolved usual = {0};
  *differs = true;
  if (o->table[i].value == NULL || *o->table[i].value == '\0') return STATUS_OK;
  TRY(resolved_default(o->who, &o->table[i], &usual));
  *differs = !resolved_equal(&o->values[i], &usual);
  return STATUS_OK;
}

static status resolve(options *o, const cJSON *given) {
  if (given != NULL && !cJSON_IsObject(given)) {
    return FAIL(STATUS_INVALID, "%s: expected a table of parameters", o->who);
  }
  for (const cJSON *item = given != NULL ? given->child : NULL; item != NULL; item = item->next) {
    const char *name = item->string != NULL ? item->string : "";
    const size_t i = find(o, name);
    if (i == o->count) return refuse_name(o, name);
    if (o->values[i].seen) return FAIL(STATUS_INVALID, "%s: %s is given twice", o->who, name);
    TRY(resolved_read(o->who, &o->table[i], item, &o->values[i]));
    o->values[i].seen = true;
    TRY(differs_from_default(o, i, &o->values[i].explicit));
  }
  for (size_t i = 0; i < o->count; i++) {
    if (!o->values[i].seen) TRY(resolved_default(o->who, &o->table[i], &o->values[i]));
  }
  return STATUS_OK;
}

status options_read(const char *who, const parameter *table, size_t count, const cJSON *given, options **out) {
  *out = NULL;
  CLEANUP(options_free_at) options *o = NULL;
  TRY(NEW_ARRAY(1, o));
  o->table = table;
  o->count = count;
  TRY(memory_text(who, &o->who));
  TRY(NEW_ARRAY(count, o->values));
  TRY(resolve(o, given));
  return HAND_OVER(o, *out);
}

void options_free(options *values) {
  if (values == NULL) return;
  for (size_t i = 0; values->values != NULL && i < values->count; i++) {
    resolved_free(&values->values[i]);
  }
  free(values->values);
  free(values->who);
  free(values);
}

/* NULL for a name that is not in the table. */
static const resolved *lookup(const options *values, const char *name) {
  const size_t i = find(values, name);
  return i < values->count ? &values->values[i] : NULL;
}

double option_number(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL ? r->number : 0;
}

static size_t count_of(double x) {
  return x > 0 && x <= 0x1p53 ? (size_t)fmin(x, (double)SIZE_MAX) : 0; /* SIZE_MAX may be 2^32 - 1 */
}

bool option_flag(const options *values, const char *name) {
  return option_number(values, name) != 0;
}

const char *option_text(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL && r->text != NULL ? r->text : "";
}

size_t option_list(const options *values, const char *name, const double **list) {
  const resolved *r = lookup(values, name);
  *list = r != NULL ? r->list : NULL;
  return r != NULL ? r->length : 0;
}

const cJSON *option_structure(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL ? r->structure : NULL;
}

void options_fill(const options *values, void *self) {
  for (size_t i = 0; i < values->count; i++) {
    const parameter *p = &values->table[i];
    const resolved *r = &values->values[i];
    void *at = (char *)self + p->at - 1;
    if (p->at == 0) continue;
    switch (p->type) {
    case PARAMETER_NUMBER: *(double *)at = r->given ? r->number : NAN; break;
    case PARAMETER_INTEGER: *(size_t *)at = count_of(r->number); break;
    case PARAMETER_BOOLEAN: *(bool *)at = r->number != 0; break;
    case PARAMETER_CHOICE: *(unsigned *)at = r->given ? r->place : word_count(p->choices); break;
    case PARAMETER_TEXT:
    case PARAMETER_FILE: *(const char **)at = r->text; break;
    case PARAMETER_COLUMN: *(column_choice *)at = (column_choice){count_of(r->number), r->text}; break;
    case PARAMETER_NUMBERS: *(number_list *)at = (number_list){r->length, r->list}; break;
    case PARAMETER_COMMAND:
    case PARAMETER_STRUCTURE: *(const cJSON **)at = r->structure; break;
    }
  }
}

/* Of the row that is written to this place; count if the table has none: members of one struct need not have the same options. */
static size_t row_at(const options *values, size_t place) {
  size_t i = 0;
  while (i < values->count && values->table[i].at != place) i++;
  return i;
}

bool options_explicit(const options *values, size_t place) {
  const size_t i = row_at(values, place);
  return i < values->count && values->values[i].explicit;
}

const char *options_word(const options *values, size_t place) {
  const size_t i = row_at(values, place);
  return i < values->count && values->values[i].text != NULL ? values->values[i].text : "";
}

const char *option_who(const options *values) {
  return values->who;
}

/* The name that follows `after` (NULL: the first) in bytewise order; count if there is none. */
static size_t next_by_name(const options *o, const char *after) {
  size_t best = o->count;
  for (size_t i = 0; i < o->count; i++) {
    const char *name = o->table[i].name;
    if (after != NULL && strcmp(name, after) <= 0) continue;
    if (best == o->count || strcmp(name, o->table[best].name) < 0) best = i;
  }
  return best;
}

const parameter *options_row(const options *values, size_t place) {
  const size_t i = row_at(values, place);
  return i < values->count ? &values->table[i] : NULL;
}

status options_json(const options *values, cJSON **out) {
  return options_json_within(values, 0, 0, out);
}

status options_json_within(const options *values, size_t from, size_t to, cJSON **out) {
  *out = cJSON_CreateObject();
  if (*out == NULL) return FAIL(STATUS_MEMORY, "no memory for options");
  for (size_t i = next_by_name(values, NULL); i < values->count; i = next_by_name(values, values->table[i].name)) {
    const size_t at = values->table[i].at;
    if (!values->values[i].given || (to > 0 && (at < from || at >= to))) continue;
    cJSON *item = resolved_json(&values->table[i], &values->values[i]);
    if (item != NULL && cJSON_AddItemToObject(*out, values->table[i].name, item)) continue;
    cJSON_Delete(item);
    cJSON_Delete(*out);
    *out = NULL;
    return FAIL(STATUS_MEMORY, "no memory for options");
  }
  return STATUS_OK;
}
