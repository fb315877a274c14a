#include "learners/winnow/side_constraints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Where an error is: "WHO: constraints[2]". */
typedef struct reader {
  const char *who;
  size_t place, n;
} reader;

#define REFUSE(reader, ...) refuse(reader, FAIL(STATUS_INVALID, __VA_ARGS__))

static status refuse(const reader *at, status code) {
  FREED char *text = NULL;
  if (memory_format(&text, "%s", status_message()) != STATUS_OK) return code;
  return FAIL(code, "%s: constraints[%zu]%s", at->who, at->place, text);
}

static const cJSON *field(const cJSON *table, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(table, name);
}

/* takes: "type, value, at_most" */
static bool takes_field(const char *takes, const char *name) {
  static const char separators[] = ", ";
  const size_t length = strlen(name);
  for (; *takes != '\0'; takes += strspn(takes, separators)) {
    const size_t word = strcspn(takes, separators);
    if (word == length && memcmp(takes, name, length) == 0) return true;
    takes += word;
  }
  return false;
}

/* The fields that the type takes, and no others. */
static status check_fields(const reader *at, const cJSON *table, const char *type, const char *takes) {
  for (const cJSON *item = table->child; item != NULL; item = item->next) {
    if (takes_field(takes, item->string)) continue;
    return REFUSE(at, ": %.40s: no such field of type \"%s\" (valid: %s)", item->string, type, takes);
  }
  return STATUS_OK;
}

static status read_number(const reader *at, const cJSON *table, const char *name, double *out) {
  const cJSON *item = field(table, name);
  if (!cJSON_IsNumber(item)) return REFUSE(at, ".%s must be a number", name);
  *out = item->valuedouble;
  return STATUS_OK;
}

static status read_index(const reader *at, const cJSON *table, const char *name, size_t *out) {
  double x = 0.0;
  char digits[NUMBER_TEXT];
  TRY(read_number(at, table, name, &x));
  if (x != floor(x) || x < 1.0 || x > (double)at->n) {
    return REFUSE(at, ".%s = %s must be a whole number from 1 to n = %zu", name, number_text(x, digits), at->n);
  }
  *out = (size_t)x - 1;
  return STATUS_OK;
}

static status read_list(const reader *at, const cJSON *list, const char *name, double *out) {
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)at->n) {
    return REFUSE(at, ".%s must be a list of n = %zu numbers", name, at->n);
  }
  size_t i = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, i++) {
    if (!cJSON_IsNumber(item)) return REFUSE(at, ".%s[%zu] must be a number", name, i + 1);
    out[i] = item->valuedouble;
  }
  return STATUS_OK;
}

static status read_matrix(const reader *at, const cJSON *rows, double *out) {
  const size_t n = at->n;
  if (!cJSON_IsArray(rows) || cJSON_GetArraySize(rows) != (int)n) {
    return REFUSE(at, ".matrix must be a list of n = %zu lists of %zu numbers", n, n);
  }
  size_t i = 0;
  for (const cJSON *row = rows->child; row != NULL; row = row->next, i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "matrix[%zu]", i + 1);
    TRY(read_list(at, row, name, out + i * n));
  }
  for (i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (out[i * n + j] != out[j * n + i]) {
        return REFUSE(at, ".matrix must be symmetric: [%zu][%zu] = %g, [%zu][%zu] = %g", j + 1, i + 1, out[j * n + i],
                      i + 1, j + 1, out[i * n + j]);
      }
    }
  }
  return STATUS_OK;
}

static bool is_diagonal(size_t n, const double *c, constraint_kind kind) {
  size_t entries = 0;
  for (size_t i = 0; i < n; i++) {
    if (kind == CONSTRAINT_DYAD) entries += c[i] != 0.0;
    for (size_t j = 0; kind == CONSTRAINT_MATRIX && j < i; j++) {
      if (c[i * n + j] != 0.0) return false;
    }
  }
  return entries <= 1;
}

/* value or at_most, one of them */
static status read_bound(const reader *at, const cJSON *table, linear_constraint *c) {
  const bool value = field(table, "value") != NULL, at_most = field(table, "at_most") != NULL;
  if (value == at_most) return REFUSE(at, ": give either value or at_most");
  c->at_most = at_most;
  return read_number(at, table, at_most ? "at_most" : "value", &c->value);
}

static void name_constraint(const reader *at, const linear_constraint *c, const char *type, char *name) {
  char digits[NUMBER_TEXT], place[48] = "";
  if (c->kind == CONSTRAINT_ENTRY) (void)snprintf(place, sizeof place, " %zu,%zu", c->i + 1, c->j + 1);
  (void)snprintf(name, CONSTRAINT_NAME, "constraints[%zu] (%s%s %s %s)", at->place, type, place,
                 c->at_most ? "<=" : "=", number_short(c->value, 6, digits));
}

static status read_constraint(const reader *at, const cJSON *table, side_constraints *out) {
  static const char *const types[] = {"trace", "entry", "dyad", "matrix"};
  static const char *const takes[] = {"type, value, at_most", "type, i, j, value, at_most",
                                      "type, vector, value, at_most", "type, matrix, value, at_most"};
  if (!cJSON_IsObject(table)) return REFUSE(at, " must be a table such as { type = \"trace\", value = 1 }");
  const cJSON *given = field(table, "type");
  const char *type = cJSON_IsString(given) ? given->valuestring : "";
  if (strcmp(type, "diagonal") == 0) {
    out->diagonal = true;
    return check_fields(at, table, type, "type");
  }
  size_t kind = 0;
  while (kind < 4 && strcmp(types[kind], type) != 0) kind++;
  if (kind == 4) return REFUSE(at, ".type = \"%.40s\" must be one of: trace diagonal entry dyad matrix", type);
  TRY(check_fields(at, table, type, takes[kind]));
  linear_constraint *c = &out->list[out->count];
  *c = (linear_constraint){.kind = (constraint_kind)kind, .name = out->names[out->count]};
  double **data = &out->data[out->count++];
  TRY(read_bound(at, table, c));
  if (c->kind == CONSTRAINT_ENTRY) {
    TRY(read_index(at, table, "i", &c->i));
    c->j = c->i;
    if (field(table, "j") != NULL) TRY(read_index(at, table, "j", &c->j));
    if (c->i != c->j) out->diagonal_matrices = false;
  } else if (c->kind != CONSTRAINT_TRACE) {
    TRY(memory_array(at->n, (c->kind == CONSTRAINT_MATRIX ? at->n : 1) * sizeof **data, data));
    TRY(c->kind == CONSTRAINT_MATRIX ? read_matrix(at, field(table, "matrix"), *data)
                                     : read_list(at, field(table, "vector"), "vector", *data));
    c->data = *data;
    if (!is_diagonal(at->n, *data, c->kind)) out->diagonal_matrices = false;
  }
  name_constraint(at, c, type, out->names[out->count - 1]);
  return STATUS_OK;
}

void side_constraints_free(side_constraints *constraints) {
  for (size_t j = 0; constraints->data != NULL && j < constraints->count; j++) free(constraints->data[j]);
  free(constraints->data);
  free(constraints->names);
  free(constraints->list);
  *constraints = (side_constraints){0};
}

status side_constraints_read(const char *who, const cJSON *given, size_t n, side_constraints *out) {
  *out = (side_constraints){.diagonal_matrices = true};
  reader at = {.who = who, .n = n};
  if (given == NULL) return STATUS_OK;
  if (!cJSON_IsArray(given)) return FAIL(STATUS_INVALID, "%s: constraints must be a list of tables", who);
  const size_t most = (size_t)cJSON_GetArraySize(given);
  TRY(NEW_ARRAY(most, out->list));
  TRY(NEW_ARRAY(most, out->names));
  TRY(NEW_ARRAY(most, out->data));
  for (const cJSON *item = given->child; item != NULL; item = item->next) {
    at.place++;
    TRY(read_constraint(&at, item, out));
  }
  return STATUS_OK;
}
