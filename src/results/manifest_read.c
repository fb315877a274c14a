#include "results/manifest_read.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/json_share.h"
#include "base/memory.h"
#include "base/memory_stream.h"

/* As json_write indents them: members of the manifest by two blanks, grid points by four. No text holds a line end. */
static const char points_begin[] = "  \"points\": [\n";
static const char points_end[] = "  ]";
static const char point_end[] = "    }";

typedef struct reader {
  FILE *file;
  char *line;
  size_t room;
  char *rest, *point; /* the manifest without its points; one of them */
  size_t rest_length, point_length;
  FILE *rest_stream;
  cJSON *points;
  const cJSON *before;
} reader;

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* The text of a point, without the comma after it. */
static status take_point(reader *reader, FILE *stream) {
  cJSON *point = NULL;
  const int failed = ferror(stream) | fclose(stream);
  if (failed) return FAIL(STATUS_MEMORY, "no memory for a grid point");
  char *end = reader->point + reader->point_length;
  while (end > reader->point && (end[-1] == '\n' || end[-1] == ',')) *--end = 0;
  TRY(json_parse(reader->point, &point));
  if (reader->before != NULL) json_share(point, reader->before);
  reader->before = point;
  return cJSON_AddItemToArray(reader->points, point) ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a grid point");
}

/* Lines up to the end of a point; *more = false at the end of the list. */
static status read_point(reader *reader, bool *more) {
  free(reader->point);
  reader->point = NULL;
  FILE *stream = memory_stream(&reader->point, &reader->point_length);
  if (stream == NULL) return FAIL(STATUS_MEMORY, "no memory for a grid point");
  while (getline(&reader->line, &reader->room, reader->file) > 0) {
    if (begins(reader->line, points_end)) {
      *more = false;
      (void)fclose(stream);
      (void)fputs(reader->line, reader->rest_stream);
      return STATUS_OK;
    }
    (void)fputs(reader->line, stream);
    if (begins(reader->line, point_end)) return take_point(reader, stream);
  }
  (void)fclose(stream);
  return FAIL(STATUS_INVALID, "the list of points has no end");
}

static status read_lines(reader *reader) {
  while (getline(&reader->line, &reader->room, reader->file) > 0) {
    (void)fputs(reader->line, reader->rest_stream);
    bool more = strcmp(reader->line, points_begin) == 0;
    while (more) TRY(read_point(reader, &more));
  }
  return feof(reader->file) ? STATUS_OK : FAIL(STATUS_IO, "cannot be read");
}

static status read_apart(reader *reader, const char *path, cJSON **out) {
  reader->points = cJSON_CreateArray();
  if (file_stream(path, O_RDONLY, &reader->file) != STATUS_OK) return STATUS_IO;
  reader->rest_stream = memory_stream(&reader->rest, &reader->rest_length);
  if (reader->points == NULL || reader->rest_stream == NULL) {
    return FAIL(STATUS_IO, "cannot be read");
  }
  TRY(read_lines(reader));
  const int failed = ferror(reader->rest_stream) | fclose(reader->rest_stream);
  reader->rest_stream = NULL;
  if (failed) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  TRY(json_parse(reader->rest, out));
  if (reader->before == NULL) return STATUS_OK;
  if (!cJSON_ReplaceItemInObjectCaseSensitive(*out, "points", reader->points)) return STATUS_MEMORY;
  reader->points = NULL;
  return status_memory(); /* without memory for their name cJSON replaces them all the same */
}

status manifest_read(const char *path, cJSON **out) {
  reader reader = {.line = NULL};
  char *text = NULL;
  size_t length = 0;
  *out = NULL;
  status code = read_apart(&reader, path, out);
  if (reader.file != NULL) (void)fclose(reader.file);
  if (reader.rest_stream != NULL) (void)fclose(reader.rest_stream);
  cJSON_Delete(reader.points);
  free(reader.line);
  free(reader.rest);
  free(reader.point);
  if (code == STATUS_OK) return STATUS_OK;
  cJSON_Delete(*out); /* in another form, or not JSON: parsed as a whole, which also finds the line of the error */
  *out = NULL;
  TRY(file_read(path, &text, &length));
  code = json_parse(text, out);
  free(text);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", path);
}
