#include "commands/template.h"
#include "base/memory.h"
#include <stdarg.h>

void template_values_free(template_values *values) {
  for (size_t k = 0; k < values->count; k++) free(values->value[k].text);
  free(values->value);
}

/* NULL: it has none. */
static struct template_value *find(const template_values *values, const char *name, size_t length) {
  for (size_t k = 0; k < values->count; k++) {
    struct template_value *value = &values->value[k];
    if (strlen(value->name) == length && memcmp(value->name, name, length) == 0) return value;
  }
  return NULL;
}

static status append(template_values *values, const char *name, const char *text) {
  struct template_value *value = find(values, name, strlen(name));
  if (value == NULL) {
    TRY(memory_grow(&values->value, values->count + 1, sizeof *values->value));
    value = &values->value[values->count++];
    *value = (struct template_value){.name = name};
  }
  FREED char *before = value->text;
  value->text = NULL;
  return memory_format(&value->text, "%s%s", before == NULL ? "" : before, text);
}

static void add(template_values *values, const char *name, const char *text) {
  const status code = append(values, name, text);
  if (values->code == STATUS_OK) values->code = code;
}

void template_add(template_values *values, const char *name, const char *format, ...) {
  FREED char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) {
    text = NULL;
    values->code = FAIL(STATUS_MEMORY, "no memory for a string");
    return;
  }
  add(values, name, text);
}

void template_add_quoted(template_values *values, const char *name, const char *text) {
  FREED char *quoted = NULL;
  const status code = NEW_ARRAY(2 * strlen(text) + 3, quoted);
  if (code != STATUS_OK) {
    values->code = code;
    return;
  }
  char *to = quoted;
  *to++ = '"';
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') *to++ = '\\';
    if ((unsigned char)*text >= ' ') *to++ = *text;
  }
  *to = '"';
  add(values, name, quoted);
}

void template_keep(template_values *values, const char *name, bool keep) {
  if (keep) add(values, name, "");
}

/* Writes one line, or what of it there is a value for; true if there is one for every name. out = NULL: looks only. */
static bool fill(const template_values *values, const char *line, size_t length, FILE *out) {
  const char *end = line + length;
  while (line < end) {
    const char *at = memchr(line, '@', (size_t)(end - line)), *stop = at == NULL ? end : at;
    if (out != NULL) (void)fwrite(line, 1, (size_t)(stop - line), out);
    if (at == NULL) return true;
    const char *name = at + 1, *close = strchr(name, '@');
    const struct template_value *value = find(values, name, (size_t)(close - name));
    if (value == NULL) return false;
    if (out != NULL) (void)fputs(value->text, out);
    line = close + 1;
  }
  return true;
}

status template_write(const char *text, const template_values *values, FILE *out) {
  if (values->code != STATUS_OK) return values->code;
  while (*text != '\0') {
    const size_t end = strcspn(text, "\n"), length = text[end] == '\0' ? end : end + 1;
    if (fill(values, text, length, NULL)) (void)fill(values, text, length, out);
    text += length;
  }
  return STATUS_OK;
}
