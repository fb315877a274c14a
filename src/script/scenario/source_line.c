#include "script/scenario/source_line.h"

#include <stdbool.h>
#include <string.h>

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
    if (depth > 0 && s->depth < depth && t.kind == '}') return 0;
    const bool starts = before == '{' || before == ',' || before == ';';
    before = t.kind;
    if (!starts || !is_name(&t, name) || (depth > 0 && s->depth != depth)) continue;
    scanner next = *s;
    if (next_token(&next).kind == '=') return t.line;
  }
  return 0;
}

int source_line(const char *text, const char *field, const char *entry) {
  scanner at = {text, 1, 0};
  int fallback;
  const bool table = find_return(text, &at, &fallback);
  if (field == NULL) return fallback;
  int line = find_field(&at, field, table ? 1 : 0);
  if (line == 0) return fallback;
  if (entry == NULL) return line;
  scanner next = at;
  next_token(&next); /* = */
  if (next_token(&next).kind != '{') return line;
  const int inner = find_field(&at, entry, at.depth + 1);
  return inner > 0 ? inner : line;
}
