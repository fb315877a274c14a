#include "results/table_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

void reader_close(line_reader *reader) {
  if (reader->file != NULL) fclose(reader->file);
  free(reader->line);
  free(reader->cells);
}

/* Next line without its end; STATUS_END after the last. */
static status reader_line(line_reader *reader) {
  errno = 0;
  const ssize_t length = getline(&reader->line, &reader->room, reader->file);
  if (length < 0 && feof(reader->file)) return STATUS_END;
  if (length < 0) {
    return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_IO, "%s: not read: %s", reader->path, strerror(errno));
  }
  reader->number++;
  reader->line[strcspn(reader->line, "\r\n")] = '\0';
  return STATUS_OK;
}

static size_t cut_line(char *line, char **cells, size_t room) {
  size_t count = 0;
  for (char *rest = line; rest != NULL; count++) {
    char *cell = strsep(&rest, "\t");
    if (count < room) cells[count] = cell;
  }
  return count;
}

/* Opens the table and cuts its header into reader->cells. */
status reader_open(const char *path, line_reader *reader) {
  memset(reader, 0, sizeof *reader);
  reader->path = path;
  TRY(file_stream(path, O_RDONLY, &reader->file));
  status code;
  do code = reader_line(reader);
  while (code == STATUS_OK && (reader->line[0] == '#' || reader->line[0] == '\0'));
  if (code == STATUS_END) return FAIL(STATUS_INVALID, "%s: no line of column names", path);
  TRY(code);
  reader->columns = 1;
  for (const char *c = reader->line; *c != '\0'; c++) reader->columns += *c == '\t';
  TRY(NEW_ARRAY(reader->columns, reader->cells));
  cut_line(reader->line, reader->cells, reader->columns);
  return STATUS_OK;
}

int reader_column(const line_reader *reader, const char *name) {
  for (size_t i = 0; i < reader->columns; i++) {
    if (strcmp(reader->cells[i], name) == 0) return (int)i;
  }
  return -1;
}

status reader_row(line_reader *reader) {
  do TRY(reader_line(reader));
  while (reader->line[0] == '\0');
  const size_t count = cut_line(reader->line, reader->cells, reader->columns);
  if (count == reader->columns) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu cells, expected %zu", reader->path, reader->number, count, reader->columns);
}
