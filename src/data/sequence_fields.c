#include "data/sequence_fields.h"
#include <stdarg.h>

status field_refuse(const field_place *at, const char *field, const char *format, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return FAIL(STATUS_INVALID, "%s:%zu: %.60s: %s", at->path, at->line, field, text);
}

const cJSON *field_get(const cJSON *object, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(object, name);
}

status field_check_names(const field_place *at, const cJSON *object, const char *names) {
  for (const cJSON *item = object->child; item != NULL; item = item->next) {
    const size_t length = strlen(item->string);
    bool known = false;
    for (const char *name = names; !known && name != NULL; name = strchr(name, ' ')) {
      if (*name == ' ') name++;
      known = strcspn(name, " ") == length && memcmp(name, item->string, length) == 0;
    }
    if (!known) return field_refuse(at, item->string, "unknown field, expected %s", names);
  }
  return STATUS_OK;
}

bool field_is_finite(const cJSON *item) {
  return cJSON_IsNumber(item) && isfinite(item->valuedouble);
}

bool field_whole(const cJSON *item, double low, double high, size_t *out) {
  if (!field_is_finite(item) || !(item->valuedouble >= low && item->valuedouble <= high)) return false;
  if (item->valuedouble != floor(item->valuedouble)) return false;
  *out = (size_t)item->valuedouble;
  return true;
}

status field_numbers(const field_place *at, const char *field, const cJSON *list, size_t expected, double *out) {
  if (!cJSON_IsArray(list)) return field_refuse(at, field, "expected a list of %zu numbers", expected);
  size_t count = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, count++) {
    if (!field_is_finite(item)) return field_refuse(at, field, "entry %zu, expected a finite number", count + 1);
    if (count < expected) out[count] = item->valuedouble;
  }
  if (count != expected) return field_refuse(at, field, "%zu numbers, expected %zu", count, expected);
  return STATUS_OK;
}

status field_rows(const field_place *at, const char *field, const cJSON *list, size_t rows, size_t n, double *out) {
  char row_field[80];
  size_t count = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, count++) {
    snprintf(row_field, sizeof row_field, "%s[%zu]", field, count + 1);
    if (count < rows) TRY(field_numbers(at, row_field, item, n, out + count * n));
  }
  if (count != rows) return field_refuse(at, field, "%zu rows, expected %zu", count, rows);
  return STATUS_OK;
}

status field_positions(const field_place *at, const char *field, const cJSON *list, size_t n, size_t *out) {
  size_t count = 0, last = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, count++) {
    size_t index = 0;
    if (!field_whole(item, 1, (double)n, &index)) {
      return field_refuse(at, field, "entry %zu, expected a whole number from 1 to n = %zu", count + 1, n);
    }
    if (index <= last) return field_refuse(at, field, "%zu after %zu, expected ascending indices", index, last);
    last = index;
    out[count] = index - 1;
  }
  return STATUS_OK;
}

status field_symmetric(const field_place *at, const char *field, const cJSON *list, size_t n, double within,
                       double *out) {
  double largest = 0.0;
  if (!cJSON_IsArray(list)) return field_refuse(at, field, "expected a list of %zu rows", n);
  TRY(field_rows(at, field, list, n, n, out));
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(out[i]));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      double *lower = &out[i * n + j], *upper = &out[j * n + i];
      if (*lower == *upper) continue;
      if (!(fabs(*lower - *upper) <= within * largest)) {
        return field_refuse(at, field, "entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix", j + 1,
                            i + 1, i + 1, j + 1);
      }
      *lower = *upper = 0.5 * *lower + 0.5 * *upper;
    }
  }
  return STATUS_OK;
}

status field_row_count(const field_place *at, const char *field, const cJSON *list, size_t n) {
  if (!cJSON_IsArray(list)) return field_refuse(at, field, "expected a list of %zu rows", n);
  const size_t count = field_length(list);
  return count == n ? STATUS_OK : field_refuse(at, field, "%zu rows, expected %zu", count, n);
}
