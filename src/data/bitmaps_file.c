#include "data/bitmaps_file.h"
#include "base/text.h"
#include "data/data_file.h"

enum { SHOWN = 40 };

typedef struct bitmaps_reader {
  const char *path;
  bitmaps_data *data;
  char *next, *end; /* of the text */
  size_t line;      /* of the line read last */
  bool has_total;
  size_t total; /* ntot of the header */
} bitmaps_reader;

void bitmaps_free(bitmaps_data *data) {
  free(data->pixel);
  free(data->class);
  *data = (bitmaps_data){0};
}

/* *line = the next line, ended by a 0 byte; STATUS_END after the last. */
static status next_line(bitmaps_reader *r, char **line) {
  *line = r->end; /* a 0 byte */
  if (r->next >= r->end) return STATUS_END;
  char *start = r->next, *stop = memchr(start, '\n', (size_t)(r->end - start));
  if (stop == NULL) stop = r->end;
  r->next = stop < r->end ? stop + 1 : r->end;
  *stop = '\0';
  r->line++;
  const size_t read = strlen(start);
  if (read != (size_t)(stop - start)) return FAIL(STATUS_INVALID, "%s:%zu: a 0 byte, expected text", r->path, r->line);
  if (stop > start && stop[-1] == '\r') stop[-1] = '\0';
  *line = start;
  return STATUS_OK;
}

/* "name = number": the number if the line has this name. */
static status header_number(const bitmaps_reader *r, const char *line, const char *name, size_t low, size_t high,
                            bool *found, size_t *value) {
  const size_t length = strlen(name);
  long long number = 0;
  if (strncmp(line, name, length) != 0) return STATUS_OK;
  const char *rest = line + length + strspn(line + length, " \t");
  if (*rest != '=') return STATUS_OK;
  rest++;
  rest += strspn(rest, " \t");
  if (!integer_parse(rest, &number) || number < (long long)low || number > (long long)high) {
    return FAIL(STATUS_INVALID, "%s:%zu: %s is '%.*s', expected a whole number from %zu to %zu", r->path, r->line, name,
                (int)SHOWN, rest, low, high);
  }
  *value = (size_t)number;
  *found = true;
  return STATUS_OK;
}

/* Reads up to the first line of a bitmap, which becomes *line. */
static status read_header(bitmaps_reader *r, char **line) {
  bool has_width = false, has_height = false;
  for (;;) {
    const status code = next_line(r, line);
    if (code == STATUS_END)
      return FAIL(STATUS_INVALID, "%s:%zu: no bitmaps, expected lines of 0 and 1", r->path, r->line + 1);
    TRY(code);
    if (**line == '0' || **line == '1') break;
    TRY(header_number(r, *line, "entwidth", 1, BITMAPS_SIDE, &has_width, &r->data->width));
    TRY(header_number(r, *line, "entheight", 1, BITMAPS_SIDE, &has_height, &r->data->height));
    TRY(header_number(r, *line, "ntot", 1, 10000000, &r->has_total, &r->total));
  }
  if (has_width && has_height) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: a bitmap, expected a header with %s first", r->path, r->line,
              has_width ? "entheight" : "entwidth");
}

static status make_room(bitmaps_data *data) {
  if (data->count < data->room) return STATUS_OK;
  const size_t room = data->room > 0 ? 2 * data->room : 64, size = data->width * data->height;
  unsigned char *pixel = realloc(data->pixel, room * size);
  if (pixel != NULL) data->pixel = pixel;
  unsigned char *class = realloc(data->class, room);
  if (class != NULL) data->class = class;
  if (pixel == NULL || class == NULL) return FAIL(STATUS_MEMORY, "no memory for %zu bitmaps", room);
  data->room = room;
  return STATUS_OK;
}

static status read_pixels(const bitmaps_reader *r, const char *line, unsigned char *out) {
  const size_t width = r->data->width;
  for (size_t i = 0; i < width && line[i] != '\0'; i++) {
    if (line[i] != '0' && line[i] != '1') {
      const int shown = (unsigned char)line[i] > 32 && (unsigned char)line[i] < 127 ? line[i] : '?';
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%c', expected 0 or 1", r->path, r->line, i + 1, shown);
    }
    out[i] = line[i] == '1';
  }
  const size_t length = strlen(line);
  if (length == width) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu (entwidth)", r->path, r->line, length, width);
}

static status read_class(const bitmaps_reader *r, const char *line, unsigned char *out) {
  const char *digit = line + strspn(line, " \t");
  if (*digit >= '0' && *digit <= '9' && digit[1 + strspn(digit + 1, " \t")] == '\0' && *digit != '\0') {
    *out = (unsigned char)(*digit - '0');
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "%s:%zu: '%.*s', expected the class of the bitmap above, a digit 0 to 9", r->path,
              r->line, (int)SHOWN, line);
}

/* Reads the next line unless *line is there already. */
static status need_line(bitmaps_reader *r, const char *what, char **line) {
  if (*line != NULL) return STATUS_OK;
  const status code = next_line(r, line);
  if (code != STATUS_END) return code;
  return FAIL(STATUS_INVALID, "%s:%zu: the end of the file, expected %s", r->path, r->line + 1, what);
}

/* A bitmap; its first line has been read. */
static status read_bitmap(bitmaps_reader *r, char *first) {
  bitmaps_data *data = r->data;
  TRY(make_room(data));
  unsigned char *pixel = data->pixel + data->count * data->width * data->height;
  char *line = first;
  for (size_t i = 0; i < data->height; i++) {
    TRY(need_line(r, "another line of the bitmap", &line));
    TRY(read_pixels(r, line, pixel + i * data->width));
    line = NULL;
  }
  TRY(need_line(r, "the class of the bitmap", &line));
  TRY(read_class(r, line, &data->class[data->count]));
  data->count++;
  return STATUS_OK;
}

static bool is_blank(const char *line) {
  return line[strspn(line, " \t")] == '\0';
}

static status read_bitmaps(bitmaps_reader *r) {
  char *line = NULL;
  TRY(read_header(r, &line));
  for (status code = STATUS_OK; code != STATUS_END; code = next_line(r, &line)) {
    TRY(code);
    if (!is_blank(line)) TRY(read_bitmap(r, line));
  }
  if (!r->has_total || r->total == r->data->count) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: the end of the file after %zu bitmaps, expected %zu (ntot)", r->path,
              r->line + 1, r->data->count, r->total);
}

status bitmaps_read(const char *path, bitmaps_data *data) {
  char *text = NULL;
  size_t length = 0;
  *data = (bitmaps_data){0};
  TRY(data_file_read(path, &text, &length));
  bitmaps_reader reader = {.path = path, .data = data, .next = text, .end = text + length};
  const status code = read_bitmaps(&reader);
  free(text);
  return code;
}
