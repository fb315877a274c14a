#include "base/json.h"
#include "base/memory.h"
#include "base/memory_stream.h"

static void *watched_malloc(size_t size) {
  void *bytes = malloc(size);
  if (bytes == NULL) status_note_memory();
  return bytes;
}

void json_watch_memory(void) {
  cJSON_InitHooks(&(cJSON_Hooks){watched_malloc, free});
}

void json_set(cJSON *object, const char *name, cJSON *item) {
  if (cJSON_AddItemToObject(object, name, item)) return;
  cJSON_Delete(item);
  status_note_memory();
}

void json_append(cJSON *array, cJSON *item) {
  if (cJSON_AddItemToArray(array, item)) return;
  cJSON_Delete(item);
  status_note_memory();
}

const char *json_text(const cJSON *object, const char *name, const char *other) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text != NULL ? text : other;
}

/* Members of an object by name; those of the same name keep their order. */
typedef struct member {
  const cJSON *item;
  size_t place;
} member;

static int compare_members(const void *a, const void *b) {
  const member *x = a, *y = b;
  const int order = strcmp(x->item->string, y->item->string);
  return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

enum { FEW = 16 }; /* most objects have no more members, and need no allocation */

/* *members = few, or an array that the caller frees if it is not. */
static status list_members(const cJSON *object, member few[FEW], member **members, size_t *count) {
  *members = few;
  *count = 0;
  for (const cJSON *item = object->child; item != NULL; item = item->next) ++*count;
  if (*count > FEW) TRY(NEW_ARRAY(*count, *members));
  *count = 0;
  for (const cJSON *item = object->child; item != NULL; item = item->next, ++*count) {
    (*members)[*count] = (member){item, *count};
  }
  return STATUS_OK;
}

static const char there_twice[] = ": there twice, expected once";

bool json_found_twice(void) {
  return strstr(status_message(), there_twice) != NULL;
}

static status check_names(const cJSON *object) {
  member few[FEW], *members = NULL;
  size_t count = 0;
  const char *twice = NULL;
  TRY(list_members(object, few, &members, &count));
  if (count > 1) qsort(members, count, sizeof *members, compare_members);
  for (size_t i = 1; i < count && twice == NULL; i++) {
    const char *name = members[i].item->string;
    if (strcmp(members[i - 1].item->string, name) == 0) twice = name;
  }
  if (members != few) free(members);
  return twice == NULL ? STATUS_OK : FAIL(STATUS_INVALID, "%.60s%s", *twice == '\0' ? "\"\"" : twice, there_twice);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as cJSON reads
static status check_objects(const cJSON *value) {
  if (cJSON_IsObject(value)) TRY(check_names(value));
  for (const cJSON *item = value->child; item != NULL; item = item->next) {
    if (item->child != NULL) TRY(check_objects(item));
  }
  return STATUS_OK;
}

static status refuse(const char *text, const char *end) {
  TRY(status_memory());
  size_t line = 1, column = 1;
  for (const char *c = text; c < end && *c != '\0'; c++) {
    column++;
    if (*c == '\n') {
      line++;
      column = 1;
    }
  }
  return FAIL(STATUS_INVALID, "line %zu: not JSON at column %zu", line, column);
}

status json_parse(const char *text, cJSON **out) {
  const char *end = text;
  CLEANUP(json_free_at) cJSON *parsed = cJSON_ParseWithOpts(text, &end, 1);
  *out = NULL;
  if (parsed == NULL) return refuse(text, end);
  TRY(check_objects(parsed)); /* JSON leaves open what a name means that is there twice, and readers differ. */
  return HAND_OVER(parsed, *out);
}

typedef struct printer {
  FILE *file;
  int canonical, indent;
} printer;

enum { NESTING_LIMIT = 1000 }; /* cJSON's own when it parses */

static bool is_plain(unsigned char c) {
  return c >= 32 && c != '"' && c != '\\' && c != 127;
}

void json_write_text(FILE *file, const char *text) {
  fputc('"', file);
  while (*text != '\0') {
    const char *plain = text;
    while (*text != '\0' && is_plain((unsigned char)*text)) text++;
    if (text > plain) fwrite(plain, 1, (size_t)(text - plain), file);
    if (*text == '\0') break;
    const unsigned char c = (unsigned char)*text++;
    if (c == '"' || c == '\\') {
      fprintf(file, "\\%c", c);
    } else if (c == '\n') {
      fputs("\\n", file);
    } else if (c == '\t') {
      fputs("\\t", file);
    } else {
      fprintf(file, "\\u%04x", c);
    }
  }
  fputc('"', file);
}

static void print_number(const printer *p, double value) {
  if (!isfinite(value)) {
    fputs("null", p->file);
  } else {
    number_write(p->file, p->canonical && value == 0 ? 0 : value); /* -0 equals 0 */
  }
}

/* After a comma or bracket: a new line at the given depth, if wanted. */
static void print_break(const printer *p, int depth) {
  if (p->indent) fprintf(p->file, "\n%*s", 2 * depth, "");
}

static status print_value(const printer *p, const cJSON *value, int depth);

static bool holds_containers(const cJSON *array) {
  for (const cJSON *item = array->child; item != NULL; item = item->next) {
    if (cJSON_IsArray(item) || cJSON_IsObject(item)) return true;
  }
  return false;
}

/* Arrays of numbers and strings stay on one line. */
static status print_array(const printer *p, const cJSON *array, int depth) {
  const bool lines = holds_containers(array);
  fputc('[', p->file);
  for (const cJSON *item = array->child; item != NULL; item = item->next) {
    if (lines) print_break(p, depth + 1);
    TRY(print_value(p, item, depth + 1));
    if (item->next != NULL) fputs(p->indent && !lines ? ", " : ",", p->file);
  }
  if (lines) print_break(p, depth);
  fputc(']', p->file);
  return STATUS_OK;
}

static status print_members(const printer *p, const member *members, size_t count, int depth) {
  fputc('{', p->file);
  for (size_t i = 0; i < count; i++) {
    print_break(p, depth + 1);
    json_write_text(p->file, members[i].item->string);
    fputs(p->indent ? ": " : ":", p->file);
    TRY(print_value(p, members[i].item, depth + 1));
    if (i + 1 < count) fputc(',', p->file);
  }
  if (count > 0) print_break(p, depth);
  fputc('}', p->file);
  return STATUS_OK;
}

static status print_object(const printer *p, const cJSON *object, int depth) {
  member few[FEW], *members = NULL;
  size_t count = 0;
  TRY(list_members(object, few, &members, &count));
  if (p->canonical && count > 1) qsort(members, count, sizeof *members, compare_members);
  const status code = print_members(p, members, count, depth);
  if (members != few) free(members);
  return code;
}

static status print_value(const printer *p, const cJSON *value, int depth) {
  if (depth > NESTING_LIMIT) return FAIL(STATUS_INVALID, "JSON is nested more than %d deep", (int)NESTING_LIMIT);
  if (cJSON_IsArray(value)) return print_array(p, value, depth);
  if (cJSON_IsObject(value)) return print_object(p, value, depth);
  if (cJSON_IsNumber(value)) {
    print_number(p, value->valuedouble);
  } else if (cJSON_IsString(value)) {
    json_write_text(p->file, value->valuestring);
  } else if (cJSON_IsRaw(value)) {
    fputs(value->valuestring, p->file);
  } else {
    fputs(cJSON_IsTrue(value) ? "true" : cJSON_IsFalse(value) ? "false" : "null", p->file);
  }
  return STATUS_OK;
}

status json_write(FILE *file, const cJSON *value, int canonical, int indent) {
  const printer p = {file, canonical, indent};
  TRY(status_memory());
  return print_value(&p, value, 0);
}

status json_print(const cJSON *value, int canonical, int indent, char **out) {
  FREED char *text = NULL;
  size_t length = 0;
  *out = NULL;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for JSON text");
  const status code = json_write(file, value, canonical, indent);
  const bool broken = ferror(file) != 0, lost = fclose(file) != 0;
  TRY(code);
  if (broken || lost) return FAIL(STATUS_MEMORY, "no memory for JSON text");
  return HAND_OVER(text, *out);
}

void json_write_numbers(FILE *file, size_t count, const double *values) {
  fputc('[', file);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) fputc(',', file);
    number_write(file, values[i] + 0.0); /* -0 becomes 0 */
  }
  fputc(']', file);
}

void json_write_rows(FILE *file, size_t count, size_t n, const double *rows) {
  fputc('[', file);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) fputc(',', file);
    json_write_numbers(file, n, rows + i * n);
  }
  fputc(']', file);
}

void json_write_positions(FILE *file, size_t count, const size_t *positions) {
  fputc('[', file);
  for (size_t i = 0; i < count; i++) fprintf(file, i > 0 ? ",%zu" : "%zu", positions[i] + 1);
  fputc(']', file);
}

cJSON *json_member(const cJSON *object, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(object, name);
}

double json_number(const cJSON *object, const char *name, double other) {
  const cJSON *item = json_member(object, name);
  return cJSON_IsNumber(item) ? item->valuedouble : other;
}

bool json_is_true(const cJSON *object, const char *name) {
  return cJSON_IsTrue(json_member(object, name));
}
