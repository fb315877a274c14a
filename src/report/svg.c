#include "report/svg.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "base/plain_text.h"
#include "report/html.h"

enum { DEEPEST = 64 };

typedef struct span {
  const char *at;
  size_t length;
} span;

typedef struct embedding {
  const svg_request *request;
  FILE *file;
  span elements[DEEPEST]; /* names of the open elements */
  size_t depth;
  span groups[DEEPEST]; /* attributes of the open groups */
  size_t open, written; /* those beyond `written` have no content yet */
  size_t texts;         /* open elements <text> */
  bool filters;         /* some element uses a filter */
  bool begun, ended;
} embedding;

static bool is(span word, const char *text) {
  return strlen(text) == word.length && strncmp(word.at, text, word.length) == 0;
}

static bool is_one_of(span word, const char *const *list) {
  for (; *list != NULL; list++) {
    if (is(word, *list)) return true;
  }
  return false;
}

static status refuse(span what) {
  return FAIL(STATUS_INVALID, "the picture contains '%.*s', which plots never do",
              (int)(what.length < 60 ? what.length : 60), what.at);
}

/* Writes the character at *i and moves *i to its last byte: a space for control characters and those of `dropped`,
 * U+FFFD for bytes that are not UTF-8. */
static void put_character(FILE *file, span text, size_t *i, const char *dropped) {
  const unsigned char c = (unsigned char)text.at[*i];
  const size_t bytes = utf8_length(text.at + *i, text.length - *i);
  if (bytes == 0) {
    (void)fputs("\xEF\xBF\xBD", file);
  } else if (c < 32 || c == 127 || strchr(dropped, c) != NULL) {
    (void)fputc(' ', file);
  } else {
    (void)fwrite(text.at + *i, 1, bytes, file);
    *i += bytes - 1;
  }
}

/* "rgb( 68,  68,  68)" as #444444, other values as they are. */
static void put_value(FILE *file, span value) {
  int red = 0, green = 0, blue = 0, used = 0;
  char text[40];
  if (value.length < sizeof text && strncmp(value.at, "rgb(", 4) == 0) {
    (void)snprintf(text, sizeof text, "%.*s", (int)value.length, value.at);
    /* NOLINTNEXTLINE(cert-err34-c): %3d cannot overflow, and the ranges are checked */
    if (sscanf(text, "rgb(%3d,%3d,%3d)%n", &red, &green, &blue, &used) == 3 && (size_t)used == value.length &&
        red >= 0 && red < 256 && green >= 0 && green < 256 && blue >= 0 && blue < 256) {
      (void)fprintf(file, "#%02x%02x%02x", (unsigned)red, (unsigned)green, (unsigned)blue);
      return;
    }
  }
  for (size_t i = 0; i < value.length; i++) put_character(file, value, &i, "\"<>");
}

static status put_attribute(embedding *e, span name, span value) {
  static const char *const dropped[] = {"xmlns", "xmlns:xlink", "class", "font-family", "version", "xml:space", NULL};
  const char *prefix = e->request->prefix;
  if (is_one_of(name, dropped)) return STATUS_OK;
  if (name.length > 1 && (name.at[0] == 'o' || name.at[0] == 'O') && (name.at[1] == 'n' || name.at[1] == 'N'))
    return refuse(name);
  (void)fputc(' ', e->file);
  if (is(name, "xlink:href") || is(name, "href")) {
    if (value.length == 0 || value.at[0] != '#') return refuse(value);
    (void)fprintf(e->file, "href=\"#%s-", prefix);
    put_value(e->file, (span){value.at + 1, value.length - 1});
  } else if (is(name, "id")) {
    (void)fprintf(e->file, "id=\"%s-", prefix);
    put_value(e->file, value);
  } else if (value.length > 5 && strncmp(value.at, "url(#", 5) == 0) {
    (void)fprintf(e->file, "%.*s=\"url(#%s-", (int)name.length, name.at, prefix);
    put_value(e->file, (span){value.at + 5, value.length - 5});
  } else if (is(name, "style") && value.length > 12 && strncmp(value.at, "filter:url(#", 12) == 0) {
    (void)fprintf(e->file, "filter=\"url(#%s-", prefix); /* the box behind a label of a heat map */
    put_value(e->file, (span){value.at + 12, value.length - 12});
  } else if (memmem(value.at, value.length, "url(", 4) != NULL || is(name, "style")) {
    return refuse(value);
  } else {
    (void)fprintf(e->file, "%.*s=\"", (int)name.length, name.at);
    put_value(e->file, value);
  }
  (void)fputc('"', e->file);
  return STATUS_OK;
}

static size_t skip_spaces(span text, size_t from) {
  while (from < text.length && strchr(" \t\r\n", text.at[from]) != NULL && text.at[from] != 0) from++;
  return from;
}

/* Reads the next NAME="VALUE" from *from on; name->length = 0 at the end. */
static status next_attribute(span text, size_t *from, span *name, span *value) {
  *from = skip_spaces(text, *from);
  *name = (span){text.at + *from, 0};
  if (*from == text.length) return STATUS_OK;
  while (*from < text.length && strchr(" \t\r\n=", text.at[*from]) == NULL) ++*from, name->length++;
  *from = skip_spaces(text, *from);
  for (size_t i = 0; i < name->length; i++) {
    const char c = name->at[i];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == ':'))
      return refuse(text);
  }
  if (name->length == 0 || *from == text.length || text.at[*from] != '=') return refuse(text);
  *from = skip_spaces(text, *from + 1);
  if (*from == text.length || (text.at[*from] != '"' && text.at[*from] != '\'')) return refuse(text);
  const char quote = text.at[*from];
  const char *end = memchr(text.at + *from + 1, quote, text.length - *from - 1);
  if (end == NULL) return refuse(text);
  *value = (span){text.at + *from + 1, (size_t)(end - text.at) - *from - 1};
  *from += value->length + 2;
  return STATUS_OK;
}

static status put_attributes(embedding *e, span text) {
  span name, value = {"", 0};
  for (size_t from = 0;;) {
    TRY(next_attribute(text, &from, &name, &value));
    if (name.length == 0) return STATUS_OK;
    TRY(put_attribute(e, name, value));
  }
}

/* Writes the open groups, now that they have content. */
static status write_groups(embedding *e) {
  for (; e->written < e->open; e->written++) {
    (void)fputs("<g", e->file);
    TRY(put_attributes(e, e->groups[e->written]));
    (void)fputc('>', e->file);
  }
  return STATUS_OK;
}

/* With long numbers, gnuplot puts the label of the vertical axis a few pixels beyond the left edge: "0 0 W H" gets a
 * margin there. */
static status put_view(embedding *e, span name, span value) {
  enum { MARGIN = 8, LARGEST = 100000 };
  char text[64], rest = 0;
  int width = 0, height = 0;
  (void)snprintf(text, sizeof text, "%.*s", (int)(value.length < 60 ? value.length : 60), value.at);
  /* NOLINTNEXTLINE(cert-err34-c): %6d cannot overflow, and the ranges are checked */
  if (sscanf(text, "0 0 %6d %6d%c", &width, &height, &rest) != 2 || width < 1 || height < 1 || width > LARGEST ||
      height > LARGEST) {
    return put_attribute(e, name, value);
  }
  (void)fprintf(e->file, " viewBox=\"-%d 0 %d %d\"", MARGIN, width + MARGIN, height);
  return STATUS_OK;
}

static status begin_picture(embedding *e, span attributes) {
  const svg_request *r = e->request;
  span name, value = {"", 0};
  if (e->begun) return refuse(attributes);
  e->begun = true;
  (void)fprintf(e->file, "<svg role=\"img\" aria-labelledby=\"%s-title\" aria-describedby=\"%s-text\"", r->prefix,
                r->prefix);
  for (size_t from = 0;;) {
    TRY(next_attribute(attributes, &from, &name, &value));
    if (name.length == 0) break;
    if (is(name, "viewBox")) TRY(put_view(e, name, value));
  }
  (void)fprintf(e->file, "><title id=\"%s-title\">", r->prefix);
  html_text(e->file, r->title);
  (void)fprintf(e->file, "</title><desc id=\"%s-text\">", r->prefix);
  html_text(e->file, r->description);
  (void)fputs("</desc>", e->file);
  return STATUS_OK;
}

static status close_element(embedding *e, span name) {
  if (e->depth == 0 || e->elements[e->depth - 1].length != name.length ||
      strncmp(e->elements[e->depth - 1].at, name.at, name.length) != 0) {
    return refuse(name);
  }
  e->depth--;
  if (is(name, "g")) {
    if (e->open == 0) return refuse(name);
    if (e->written == e->open--) {
      (void)fputs("</g>", e->file);
      e->written = e->open;
    }
    return STATUS_OK;
  }
  if (is(name, "text") && e->texts > 0) e->texts--;
  if (is(name, "svg")) e->ended = true;
  (void)fprintf(e->file, "</%.*s>", (int)name.length, name.at);
  return STATUS_OK;
}

static status open_element(embedding *e, span name, span attributes, bool empty) {
  static const char *const known[] = {"path",  "rect", "circle", "polygon", "use",         "text",
                                      "tspan", "defs", "filter", "feFlood", "feComposite", NULL};
  if (!empty) {
    if (e->depth == DEEPEST) return refuse(name);
    e->elements[e->depth++] = name;
  }
  if (is(name, "svg")) return empty ? refuse(name) : begin_picture(e, attributes);
  if (is(name, "g")) {
    if (empty) return STATUS_OK;
    if (e->open == DEEPEST) return refuse(name);
    e->groups[e->open++] = attributes;
    return STATUS_OK;
  }
  if (!is_one_of(name, known)) return refuse(name);
  TRY(write_groups(e));
  (void)fprintf(e->file, "<%.*s", (int)name.length, name.at);
  TRY(put_attributes(e, attributes));
  (void)fputs(empty ? "/>" : ">", e->file);
  if (is(name, "text") && !empty) e->texts++;
  return STATUS_OK;
}

/* The end of a tag: the next '>' outside quotes. */
static const char *tag_end(const char *at) {
  char quote = 0;
  for (; *at != 0; at++) {
    if (quote != 0) {
      if (*at == quote) quote = 0;
    } else if (*at == '"' || *at == '\'') {
      quote = *at;
    } else if (*at == '>') {
      return at;
    }
  }
  return NULL;
}

/* One tag, comment or declaration at *at, which moves behind it. */
static status take_tag(embedding *e, const char **at) {
  const char *end = strncmp(*at, "<!--", 4) == 0 ? strstr(*at + 4, "-->") : tag_end(*at);
  if (end == NULL) return FAIL(STATUS_INVALID, "the picture ends inside a tag");
  const bool closing = (*at)[1] == '/', empty = end[-1] == '/';
  const char *first = *at + 1 + closing;
  const span name = {first, strcspn(first, " \t\r\n/>")};
  span rest = {first + name.length, 0};
  if (first + name.length < end) rest.length = (size_t)(end - first) - name.length - empty;
  *at = end + (end[0] == '-' ? 3 : 1);
  if (first[0] == '?' || strncmp(first, "!--", 3) == 0) return STATUS_OK;
  const bool named = is(name, "title") || is(name, "desc"), filter = is(name, "filter") && !e->filters;
  if ((named || filter) && !closing) { /* with all that is in it */
    const char *after = strstr(*at, named ? is(name, "title") ? "</title>" : "</desc>" : "</filter>");
    if (after == NULL) return refuse(name);
    *at = strchr(after, '>') + 1;
    return STATUS_OK;
  }
  if (!e->begun && !is(name, "svg")) return refuse(name);
  return closing ? close_element(e, name) : open_element(e, name, rest, empty);
}

static status embed(embedding *e) {
  for (const char *at = e->request->text; *at != 0 && !e->ended;) {
    if (*at == '<') {
      TRY(take_tag(e, &at));
      continue;
    }
    const size_t length = strcspn(at, "<");
    for (size_t i = 0; i < length && e->texts > 0; i++) {
      if (at[i] != '\n' && at[i] != '\t') put_character(e->file, (span){at, length}, &i, ">");
    }
    at += length;
  }
  return e->ended && e->depth == 0 && e->open == 0 ? STATUS_OK : FAIL(STATUS_INVALID, "the picture is not complete");
}

status svg_embed(const svg_request *request, char **out) {
  size_t size = 0;
  *out = NULL;
  embedding e = {.request = request, .file = memory_stream(out, &size)};
  if (e.file == NULL) return FAIL(STATUS_MEMORY, "no memory for a picture");
  e.filters = strstr(request->text, "url(#") != NULL;
  status code = embed(&e);
  if (fclose(e.file) != 0 && code == STATUS_OK) code = FAIL(STATUS_MEMORY, "no memory for a picture");
  if (code == STATUS_OK) return STATUS_OK;
  free(*out);
  *out = NULL;
  return code;
}
