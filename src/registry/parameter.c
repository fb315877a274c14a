#include "registry/parameter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "registry/parameter_value.h"

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
  status code = STATUS_OK;
  const char **names = NULL;
  char *all = NULL;
  CHECK(memory_array(o->count, sizeof *names, &names));
  for (size_t i = 0; i < o->count; i++) names[i] = o->table[i].name;
  CHECK(table_names(o->table, o->count, &all));
  const char *nearest = nearest_name(name, names, o->count);
  code = FAIL(STATUS_INVALID, "%s: %.80s: no such parameter;%s%s (valid: %s)", o->who, name,
              nearest != NULL ? " nearest: " : " nothing near", nearest != NULL ? nearest : "", all);
end:
  free(names);
  free(all);
  return code;
}

static size_t find(const options *o, const char *name) {
  size_t i = 0;
  while (i < o->count && strcmp(o->table[i].name, name) != 0) i++;
  return i;
}

/* A value equal to the default says nothing: resolved options, which name every value, give the same answer as the
 * scenario that left them out. */
static status differs_from_default(const options *o, size_t i, bool *differs) {
  const resolved *r = &o->values[i];
  resolved usual = {0};
  *differs = true;
  if (o->table[i].value == NULL || *o->table[i].value == '\0') return STATUS_OK;
  const status code = resolved_default(o->who, &o->table[i], &usual);
  if (code == STATUS_OK) *differs = !resolved_equal(r, &usual);
  resolved_free(&usual);
  return code;
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
  options *o = NULL;
  TRY(NEW_ARRAY(1, o));
  o->table = table;
  o->count = count;
  status code = memory_text(who, &o->who);
  if (code == STATUS_OK) code = NEW_ARRAY(count, o->values);
  if (code == STATUS_OK) code = resolve(o, given);
  if (code != STATUS_OK) {
    options_free(o);
    return code;
  }
  *out = o;
  return STATUS_OK;
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

bool option_given(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL && r->given;
}

bool option_explicit(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL && r->explicit;
}

double option_number(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL ? r->number : 0;
}

double option_number_or(const options *values, const char *name, double absent) {
  return option_given(values, name) ? option_number(values, name) : absent;
}

size_t option_count(const options *values, const char *name) {
  const double x = option_number(values, name);
  return x > 0 && x <= 0x1p53 ? (size_t)x : 0;
}

bool option_flag(const options *values, const char *name) {
  return option_number(values, name) != 0;
}

unsigned option_choice(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL ? r->place : 0;
}

const char *option_text(const options *values, const char *name) {
  const resolved *r = lookup(values, name);
  return r != NULL && r->text != NULL ? r->text : "";
}

bool option_is(const options *values, const char *name, const char *word) {
  return strcmp(option_text(values, name), word) == 0;
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

status options_json(const options *values, cJSON **out) {
  *out = cJSON_CreateObject();
  if (*out == NULL) return FAIL(STATUS_MEMORY, "no memory for options");
  for (size_t i = next_by_name(values, NULL); i < values->count; i = next_by_name(values, values->table[i].name)) {
    if (!values->values[i].given) continue;
    cJSON *item = resolved_json(&values->table[i], &values->values[i]);
    if (item != NULL && cJSON_AddItemToObject(*out, values->table[i].name, item)) continue;
    cJSON_Delete(item);
    cJSON_Delete(*out);
    *out = NULL;
    return FAIL(STATUS_MEMORY, "no memory for options");
  }
  return STATUS_OK;
}
