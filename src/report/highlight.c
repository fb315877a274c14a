#include "report/highlight.h"
#include "report/html.h"

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_word(char c) {
  return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_among(const char *word, size_t length, const char *const *list) {
  for (; *list != NULL; list++) {
    if (strlen(*list) == length && strncmp(*list, word, length) == 0) return true;
  }
  return false;
}

/* Length of "[[...]]" or "[==[...]==]" at text, 0 if none begins there. */
static size_t long_bracket(const char *text) {
  size_t level = 1;
  if (text[0] != '[') return 0;
  while (text[level] == '=') level++;
  if (text[level] != '[') return 0;
  for (const char *at = text + level + 1; *at != 0; at++) {
    if (*at != ']') continue;
    size_t i = 1;
    while (i < level && at[i] == '=') i++;
    if (i == level && at[i] == ']') return (size_t)(at - text) + level + 1;
  }
  return strlen(text);
}

static size_t comment(const char *text) {
  if (strncmp(text, "--", 2) != 0) return 0;
  const size_t block = long_bracket(text + 2);
  return block > 0 ? block + 2 : strcspn(text, "\n");
}

static size_t string(const char *text) {
  if (text[0] != '"' && text[0] != '\'') return long_bracket(text);
  size_t i = 1;
  while (text[i] != 0 && text[i] != '\n' && text[i] != text[0]) i += text[i] == '\\' && text[i + 1] != 0 ? 2 : 1;
  return text[i] == text[0] ? i + 1 : i;
}

static size_t number(const char *text) {
  if (!is_digit(text[0]) && !(text[0] == '.' && is_digit(text[1]))) return 0;
  const char *powers = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? "pP" : "eE";
  size_t i = 1;
  while (is_word(text[i]) || text[i] == '.' ||
         ((text[i] == '+' || text[i] == '-') && strchr(powers, text[i - 1]) != NULL)) {
    i++;
  }
  return i;
}

/* Length of the token at text; *class is 0 for plain text. */
static size_t token(const char *text, char *class) {
  static const char *const keywords[] = {"and",      "break",  "do",   "else", "elseif", "end",   "false", "for",
                                         "function", "goto",   "if",   "in",   "local",  "nil",   "not",   "or",
                                         "repeat",   "return", "then", "true", "until",  "while", NULL};
  static const char *const members[] = {"learner", "problem", "bound", "matrix", NULL};
  static size_t (*const readers[])(const char *) = {comment, string, number};
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
    const size_t length = readers[i](text);
    *class = "csn"[i];
    if (length > 0) return length;
  }
  size_t length = 0;
  while (is_word(text[length])) length++;
  *class = is_among(text, length, keywords) ? 'k' : text[length] == '.' && is_among(text, length, members) ? 'm' : 0;
  return length > 0 ? length : 1;
}

void lua_highlight(FILE *file, const char *source) {
  const char *plain = source, *at = source;
  while (*at != 0) {
    char class = 0;
    const size_t length = token(at, &class);
    if (class != 0) {
      html_bytes(file, plain, (size_t)(at - plain));
      (void)fprintf(file, "<span class=%c>", class);
      html_bytes(file, at, length);
      (void)fputs("</span>", file);
      plain = at + length;
    }
    at += length;
  }
  html_bytes(file, plain, (size_t)(at - plain));
}
