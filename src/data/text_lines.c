#include "data/text_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/data_file.h"

status text_lines_open(const char *path, text_lines *lines) {
  size_t length = 0;
  *lines = (text_lines){.path = path};
  TRY(data_file_read(path, &lines->text, &length));
  lines->next = lines->text;
  lines->end = lines->text + length;
  if (length >= 3 && memcmp(lines->text, "\xef\xbb\xbf", 3) == 0) lines->next += 3;
  return STATUS_OK;
}

void text_lines_close(text_lines *lines) {
  free(lines->text);
  *lines = (text_lines){0};
}

static status check_text(const text_lines *lines, const char *start, const char *stop) {
  for (const char *c = start; c < stop; c++) {
    const unsigned char byte = (unsigned char)*c;
    if ((byte >= ' ' && byte != 127) || byte == '\t') continue;
    return FAIL(STATUS_INVALID, "%s:%zu: byte %zu is a control character, expected text", lines->path, lines->line,
                (size_t)(c - start) + 1);
  }
  return STATUS_OK;
}

status text_lines_next(text_lines *lines, char **line) {
  while (lines->next < lines->end) {
    char *start = lines->next, *stop = memchr(start, '\n', (size_t)(lines->end - start));
    if (stop == NULL) stop = lines->end;
    lines->next = stop < lines->end ? stop + 1 : lines->end;
    lines->line++;
    if (stop > start && stop[-1] == '\r') stop--;
    *stop = '\0';
    TRY(check_text(lines, start, stop));
    if (start[strspn(start, " \t")] == '\0') continue;
    *line = start;
    return STATUS_OK;
  }
  return STATUS_END;
}
