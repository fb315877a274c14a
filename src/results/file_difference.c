#include "results/file_difference.h"
#include "base/file.h"
#include "base/json.h"
#include <fcntl.h>

enum { SHOWN = 60, PLACE = 512 }; /* characters of a value in a message, of the place of a member */
enum { BLOCK = 16384 };

typedef struct line {
  const char *start;
  size_t length;
} line;

/* The next line of a text that ends with 0; false at its end. */
static bool next_line(const char **rest, line *out) {
  if (**rest == 0) return false;
  const char *end = strchr(*rest, '\n');
  *out = (line){*rest, end == NULL ? strlen(*rest) : (size_t)(end - *rest)};
  *rest += out->length + (end != NULL);
  return true;
}

static bool same_line(line a, line b) {
  return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

/* Column i of a row, from 0; false if there are fewer. */
static bool column_of(line row, size_t i, line *out) {
  const char *start = row.start, *end = row.start + row.length;
  for (; i > 0; i--) {
    start = memchr(start, '\t', (size_t)(end - start));
    if (start == NULL) return false;
    start++;
  }
  const char *tab = memchr(start, '\t', (size_t)(end - start));
  *out = (line){start, (size_t)((tab == NULL ? end : tab) - start)};
  return true;
}

static bool is(line text, const char *word) {
  return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

/* The value of a column by its title. */
static bool value_under(line header, line row, line title, line *out) {
  line other;
  for (size_t i = 0; column_of(header, i, &other); i++) {
    if (same_line(other, title)) return column_of(row, i, out);
  }
  return false;
}

static bool value_of(line header, line row, const char *name, line *out) {
  return value_under(header, row, (line){name, strlen(name)}, out);
}

#define CUT(text) (int)((text).length < SHOWN ? (text).length : SHOWN), (text).start

/* The lines of column names of both tables. What is run again by a later version may have columns more. */
typedef struct headers {
  line recorded, again;
} headers;

/* Has `again` every column of `recorded`? */
static bool has_columns(headers of) {
  line title, value;
  for (size_t i = 0; column_of(of.recorded, i, &title); i++) {
    if (!value_under(of.again, of.again, title, &value)) return false;
  }
  return true;
}

/* The first column of `recorded` whose values differ, with both; false if there is none, or a row has too few or too many. */
static bool column_difference(headers of, line recorded, line again, line *title, line *x, line *y) {
  for (size_t i = 0; column_of(of.recorded, i, title); i++) {
    if (!column_of(recorded, i, x) || !value_under(of.again, again, *title, y)) return false;
    if (!same_line(*x, *y)) return true;
  }
  return false;
}

static size_t count_columns(line row) {
  line value;
  size_t count = 0;
  while (column_of(row, count, &value)) count++;
  return count;
}

static bool same_row(headers of, line recorded, line again) {
  line title, x, y;
  if (same_line(of.recorded, of.again)) return same_line(recorded, again);
  return count_columns(recorded) == count_columns(of.recorded) && count_columns(again) == count_columns(of.again) &&
         !column_difference(of, recorded, again, &title, &x, &y);
}

static status row_difference(headers of, line recorded, line again, size_t number, char **what) {
  char where[PLACE] = "";
  line cell, trial, x, y, title;
  if (value_of(of.recorded, recorded, "cell", &cell)) {
    (void)snprintf(where, sizeof where, ", cell %.*s", CUT(cell));
  } else if (value_of(of.recorded, recorded, "learner", &cell)) {
    (void)snprintf(where, sizeof where, ", learner %.*s", CUT(cell));
  }
  if (!column_difference(of, recorded, again, &title, &x, &y)) {
    return memory_format(what, "line %zu%s: '%.*s', run again '%.*s'", number, where, CUT(recorded), CUT(again));
  }
  const size_t used = strlen(where);
  (void)snprintf(where + used, sizeof where - used, ", column %.*s", CUT(title));
  if (value_of(of.recorded, recorded, "t", &trial) || value_of(of.recorded, recorded, "trial", &trial)) {
    const size_t length = strlen(where);
    (void)snprintf(where + length, sizeof where - length, ", trial %.*s", CUT(trial));
  }
  return memory_format(what, "line %zu%s: %.*s, run again %.*s", number, where, CUT(x), CUT(y));
}

static bool timed_out(line header, line row) {
  line value;
  return value_of(header, row, "status", &value) && is(value, "timeout");
}

/* *partly: rows or columns of one table alone were passed over. */
static status table_difference(const char *recorded, const char *again, bool *partly, char **what) {
  headers of = {{NULL, 0}, {NULL, 0}};
  line a, b;
  for (size_t number = 1;; number++) {
    bool more_a = next_line(&recorded, &a);
    while (more_a && of.recorded.start != NULL && timed_out(of.recorded, a)) {
      more_a = next_line(&recorded, &a);
      number++;
      *partly = true;
    }
    const bool more_b = next_line(&again, &b);
    if (!more_a && !more_b) return STATUS_OK;
    if (!more_a) return memory_format(what, "line %zu: missing, run again '%.*s'", number, CUT(b));
    if (!more_b) return memory_format(what, "line %zu: '%.*s', run again there is none", number, CUT(a));
    if (of.recorded.start != NULL) {
      if (!same_row(of, a, b)) return row_difference(of, a, b, number, what);
      continue;
    }
    const bool names = a.length > 0 && *a.start != '#';
    if (names) of = (headers){a, b};
    if (same_line(a, b)) continue;
    *partly = names && has_columns(of);
    if (!*partly) return memory_format(what, "line %zu: '%.*s', run again '%.*s'", number, CUT(a), CUT(b));
  }
}

status text_difference(const char *first, const char *second, const char *expected, char **what) {
  line a = {"", 0}, b = {"", 0};
  *what = NULL;
  for (size_t number = 1;; number++) {
    const bool more_a = next_line(&first, &a), more_b = next_line(&second, &b);
    if (!more_a && !more_b) return STATUS_OK;
    if (more_a && more_b && same_line(a, b)) continue;
    if (!more_a) return memory_format(what, "line %zu: missing, %s '%.*s'", number, expected, CUT(b));
    if (!more_b) return memory_format(what, "line %zu: '%.*s', %s there is none", number, CUT(a), expected);
    return memory_format(what, "line %zu: '%.*s', %s '%.*s'", number, CUT(a), expected, CUT(b));
  }
}

/* ---- JSON */

static status say_member(const char *place, const cJSON *recorded, const cJSON *again, char **what) {
  FREED char *x = NULL, *y = NULL;
  TRY(recorded == NULL ? memory_text("missing", &x) : json_print(recorded, 0, 0, &x));
  TRY(again == NULL ? memory_text("missing", &y) : json_print(again, 0, 0, &y));
  return memory_format(what, "%s: %.*s, run again %.*s", place, SHOWN, x, SHOWN, y);
}

static bool is_ignored(const char *name, const char *const *ignored) {
  for (; ignored != NULL && *ignored != NULL; ignored++) {
    if (strcmp(name, *ignored) == 0) return true;
  }
  return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the document, which the parser limits */
static status find_difference(const cJSON *recorded, const cJSON *again, const char *const *ignored, char *place,
                              char **what) {
  static const char *const nothing[] = {NULL};
  const size_t used = strlen(place);
  if ((recorded->type & 0xFF) != (again->type & 0xFF)) return say_member(place, recorded, again, what);
  if (cJSON_IsArray(recorded)) {
    const cJSON *x = recorded->child, *y = again->child;
    for (size_t i = 0; x != NULL || y != NULL; i++, x = x->next, y = y->next) {
      (void)snprintf(place + used, PLACE - used, "[%zu]", i + 1);
      if (x == NULL || y == NULL) return say_member(place, x, y, what);
      TRY(find_difference(x, y, nothing, place, what));
      if (*what != NULL) return STATUS_OK;
    }
    return STATUS_OK;
  }
  if (!cJSON_IsObject(recorded)) {
    /* cJSON_Compare lets numbers differ in their last digit */
    const bool same =
        cJSON_IsNumber(recorded) ? recorded->valuedouble == again->valuedouble : cJSON_Compare(recorded, again, 1) != 0;
    return same ? STATUS_OK : say_member(place, recorded, again, what);
  }
  const cJSON *sides[2] = {recorded, again};
  for (int side = 0; side < 2; side++) {
    for (const cJSON *item = sides[side]->child; item != NULL; item = item->next) {
      const cJSON *other = cJSON_GetObjectItemCaseSensitive(sides[1 - side], item->string);
      if (is_ignored(item->string, ignored) || (side == 1 && other != NULL)) continue;
      (void)snprintf(place + used, PLACE - used, "%s%s", used > 0 ? "." : "", item->string);
      if (other == NULL) return say_member(place, side == 0 ? item : NULL, side == 0 ? NULL : item, what);
      TRY(find_difference(item, other, nothing, place, what));
      if (*what != NULL) return STATUS_OK;
    }
  }
  return STATUS_OK;
}

status json_difference(const cJSON *recorded, const cJSON *again, const char *const *ignored, char **what) {
  char place[PLACE] = "";
  *what = NULL;
  return find_difference(recorded, again, ignored, place, what);
}

static status objects_difference(const char *recorded, const char *again, char **what) {
  cJSON *x = NULL, *y = NULL;
  if (json_parse(recorded, &x) == STATUS_OK && json_parse(again, &y) == STATUS_OK) {
    const status code = json_difference(x, y, NULL, what);
    cJSON_Delete(x);
    cJSON_Delete(y);
    return code;
  }
  cJSON_Delete(x);
  cJSON_Delete(y);
  return STATUS_OK;
}

/* Line 1 is the header, line t + 1 the trial t. */
static status sequence_difference(const char *recorded, const char *again, char **what) {
  line a, b;
  for (size_t number = 1; next_line(&recorded, &a) && next_line(&again, &b); number++) {
    if (same_line(a, b)) continue;
    FREED char *x = NULL, *y = NULL, *member = NULL;
    TRY(memory_format(&x, "%.*s", (int)a.length, a.start));
    TRY(memory_format(&y, "%.*s", (int)b.length, b.start));
    TRY(objects_difference(x, y, &member));
    if (member == NULL) return STATUS_OK;
    return number == 1 ? memory_format(what, "line 1, header: %s", member)
                       : memory_format(what, "line %zu, trial %zu, %s", number, number - 1, member);
  }
  return STATUS_OK;
}

static bool ends_with(const char *name, const char *end) {
  const size_t length = strlen(name), ending = strlen(end);
  return length >= ending && strcmp(name + length - ending, end) == 0;
}

/* Block by block; false also where a file cannot be read: the next reader reports that. */
static bool same_bytes(const char *recorded, const char *again) {
  char first[BLOCK], second[BLOCK];
  FILE *a = NULL, *b = NULL;
  bool same = file_stream(recorded, O_RDONLY, &a) == STATUS_OK && file_stream(again, O_RDONLY, &b) == STATUS_OK;
  while (same) {
    const size_t got = fread(first, 1, BLOCK, a);
    same = fread(second, 1, BLOCK, b) == got && memcmp(first, second, got) == 0 && !ferror(a) && !ferror(b);
    if (got == 0) break;
  }
  if (a != NULL) (void)fclose(a);
  if (b != NULL) (void)fclose(b);
  return same;
}

status file_difference(const char *recorded, const char *again, char **what) {
  FREED char *first = NULL, *second = NULL;
  size_t first_length = 0, second_length = 0;
  bool partly = false;
  *what = NULL;
  if (same_bytes(recorded, again)) return STATUS_OK;
  TRY(file_read(recorded, &first, &first_length));
  TRY(file_read(again, &second, &second_length));
  if (ends_with(recorded, ".tsv")) {
    TRY(table_difference(first, second, &partly, what));
    if (*what == NULL && partly && strlen(first) == first_length && strlen(second) == second_length) return STATUS_OK;
  } else if (ends_with(recorded, ".jsonl")) {
    TRY(sequence_difference(first, second, what));
  } else if (ends_with(recorded, ".json")) {
    TRY(objects_difference(first, second, what));
  }
  if (*what == NULL) TRY(text_difference(first, second, "run again", what));
  /* such as a last line without its end, or a zero byte */
  if (*what == NULL) TRY(memory_format(what, "%zu bytes, run again %zu", first_length, second_length));
  return STATUS_OK;
}
