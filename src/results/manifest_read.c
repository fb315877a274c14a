#include "results/manifest_read.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_share.h"
#include "base/memory_stream.h"
#include <fcntl.h>

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
static status take_point(reader *self, FILE *stream) {
  cJSON *point = NULL;
  const int failed = ferror(stream) | fclose(stream);
  if (failed) return FAIL(STATUS_MEMORY, "no memory for a grid point");
  char *end = self->point + self->point_length;
  while (end > self->point && (end[-1] == '\n' || end[-1] == ',')) *--end = 0;
  TRY(json_parse(self->point, &point));
  if (self->before != NULL) json_share(point, self->before);
  self->before = point;
  return cJSON_AddItemToArray(self->points, point) ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for a grid point");
}

/* Lines up to the end of a point; *more = false at the end of the list. */
static status read_point(reader *self, bool *more) {
  free(self->point);
  self->point = NULL;
  FILE *stream = memory_stream(&self->point, &self->point_length);
  if (stream == NULL) return FAIL(STATUS_MEMORY, "no memory for a grid point");
  while (getline(&self->line, &self->room, self->file) > 0) {
    if (begins(self->line, points_end)) {
      *more = false;
      (void)fclose(stream);
      (void)fputs(self->line, self->rest_stream);
      return STATUS_OK;
    }
    (void)fputs(self->line, stream);
    if (begins(self->line, point_end)) return take_point(self, stream);
  }
  (void)fclose(stream);
  return FAIL(STATUS_INVALID, "the list of points has no end");
}

static status read_lines(reader *self) {
  while (getline(&self->line, &self->room, self->file) > 0) {
    (void)fputs(self->line, self->rest_stream);
    bool more = strcmp(self->line, points_begin) == 0;
    while (more) TRY(read_point(self, &more));
  }
  return feof(self->file) ? STATUS_OK : FAIL(STATUS_IO, "cannot be read");
}

static status read_apart(reader *self, const char *path, cJSON **out) {
  self->points = cJSON_CreateArray();
  if (file_stream(path, O_RDONLY, &self->file) != STATUS_OK) return STATUS_IO;
  self->rest_stream = memory_stream(&self->rest, &self->rest_length);
  if (self->points == NULL || self->rest_stream == NULL) {
    return FAIL(STATUS_IO, "cannot be read");
  }
  TRY(read_lines(self));
  const int failed = ferror(self->rest_stream) | fclose(self->rest_stream);
  self->rest_stream = NULL;
  if (failed) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  TRY(json_parse(self->rest, out));
  if (self->before == NULL) return STATUS_OK;
  if (!cJSON_ReplaceItemInObjectCaseSensitive(*out, "points", self->points)) return STATUS_MEMORY;
  self->points = NULL;
  return status_memory(); /* without memory for their name cJSON replaces them all the same */
}

static void free_reader(reader *self) {
  if (self->file != NULL) (void)fclose(self->file);
  if (self->rest_stream != NULL) (void)fclose(self->rest_stream);
  cJSON_Delete(self->points);
  free(self->line);
  free(self->rest);
  free(self->point);
}

status manifest_read(const char *path, cJSON **out) {
  CLEANUP(free_reader) reader self = {.line = NULL};
  FREED char *text = NULL;
  size_t length = 0;
  *out = NULL;
  if (read_apart(&self, path, out) == STATUS_OK) return STATUS_OK;
  cJSON_Delete(*out); /* in another form, or not JSON: parsed as a whole, which also finds the line of the error */
  *out = NULL;
  TRY(file_read(path, &text, &length));
  return status_context(json_parse(text, out), "%s", path);
}

bool manifest_has_all_curves(const cJSON *manifest) {
  return strcmp(json_text(manifest, "curves", "all"), "all") == 0;
}

bool manifest_is_unfinished(const cJSON *manifest) {
  static const char *const states[] = {"interrupted", "out of time", "incomplete"};
  bool unfinished = false;
  for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
    unfinished = unfinished || strcmp(json_text(manifest, "state", ""), states[i]) == 0;
  }
  return unfinished;
}

double manifest_cells(const cJSON *manifest) {
  const cJSON *point = NULL;
  double cells = 0.0;
  cJSON_ArrayForEach (point, json_member(manifest, "points")) {
    cells += fmax(1.0, cJSON_GetArraySize(json_member(point, "learners"))); /* a procedure has none */
  }
  return cells * json_number(manifest, "seeds", 1.0);
}
