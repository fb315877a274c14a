#include "results/table_reader.h"
#include "results/results.h"
#include <fcntl.h>

/* ---- whole tables */

static status check_table(const char *path, const char *name, const char *const *needed, const tsv_table *table) {
  FREED char *first = NULL;
  TRY(memory_format(&first, "%s%s", table->comments > 0 ? "# " : "",
                    table->comments > 0 ? table->comment[0] : table->names[0]));
  TRY(result_table_check(path, name, first, ""));
  for (; *needed != NULL; needed++) {
    if (tsv_column(table, *needed) == (size_t)-1) return FAIL(STATUS_INVALID, "%s: no column %s", path, *needed);
  }
  return STATUS_OK;
}

status result_folder_needs(const char *folder, const char *file) {
  FREED char *path = NULL, *near = NULL, *journal = NULL, *manifest = NULL;
  TRY(memory_format(&path, "%s/%s", folder, file));
  TRY(memory_format(&near, "results/%s", path));
  TRY(memory_format(&journal, "%s/.journal", folder));
  TRY(memory_format(&manifest, "%s/manifest.json", folder));
  if (file_exists(path)) return STATUS_OK;
  if (file_exists(journal) && !file_exists(manifest)) {
    return FAIL(STATUS_INVALID, "%s: the run has not ended and has no %s yet; winnow run goes on with it", folder,
                file);
  }
  return FAIL(STATUS_INVALID, "%s: not a result folder: it has no %s%s%s", folder, file,
              file_exists(near) ? "; nearest: results/" : "", file_exists(near) ? folder : "");
}

status result_table_read(const char *folder, const char *name, const char *const *needed, tsv_table *table) {
  FREED char *path = NULL;
  memset(table, 0, sizeof *table);
  TRY(memory_format(&path, "%s/%s.tsv", folder, name));
  TRY(result_folder_needs(folder, path + strlen(folder) + 1));
  TRY(tsv_read(path, table));
  const status code = check_table(path, name, needed, table);
  if (code != STATUS_OK) tsv_free(table);
  return code;
}

void result_parameters(const tsv_table *table, size_t *first, size_t *count) {
  const size_t label = tsv_column(table, "learner");
  *first = tsv_column(table, "cell") + 1; /* 0 where there is none */
  *count = label != (size_t)-1 && label > *first ? label - *first : 0;
}

size_t result_own_column(const tsv_table *table, const char *name) {
  size_t first = 0, count = 0;
  const size_t place = tsv_column(table, name);
  result_parameters(table, &first, &count);
  return place >= first && place < first + count ? (size_t)-1 : place;
}

/* ---- row by row */

void reader_close(line_reader *reader) {
  if (reader->file != NULL) (void)fclose(reader->file);
  free(reader->path);
  free(reader->header);
  free(reader->names);
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

status reader_open(const char *folder, const char *name, line_reader *reader) {
  memset(reader, 0, sizeof *reader);
  TRY(memory_format(&reader->path, "%s/%s.tsv", folder, name));
  TRY(file_stream(reader->path, O_RDONLY, &reader->file));
  status code = reader_line(reader);
  if (code == STATUS_OK) TRY(result_table_check(reader->path, name, reader->line, ""));
  while (code == STATUS_OK && (reader->line[0] == '#' || reader->line[0] == '\0')) code = reader_line(reader);
  if (code == STATUS_END) return FAIL(STATUS_INVALID, "%s: no line of column names", reader->path);
  TRY(code);
  reader->columns = 1;
  for (const char *c = reader->line; *c != '\0'; c++) reader->columns += *c == '\t';
  TRY(NEW_ARRAY(reader->columns, reader->names));
  TRY(NEW_ARRAY(reader->columns, reader->cells));
  reader->header = reader->line;
  reader->line = NULL;
  reader->room = 0;
  (void)cut_line(reader->header, reader->names, reader->columns);
  return STATUS_OK;
}

int reader_place(const line_reader *reader, const char *name) {
  for (size_t i = 0; i < reader->columns; i++) {
    if (strcmp(reader->names[i], name) == 0) return (int)i;
  }
  return -1;
}

status reader_column(const line_reader *reader, const char *name, size_t *place) {
  const int found = reader_place(reader, name);
  if (found < 0) return FAIL(STATUS_INVALID, "%s: no column %s", reader->path, name);
  *place = (size_t)found;
  return STATUS_OK;
}

status reader_row(line_reader *reader) {
  do TRY(reader_line(reader));
  while (reader->line[0] == '\0');
  const size_t count = cut_line(reader->line, reader->cells, reader->columns);
  if (count == reader->columns) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu cells, expected %zu", reader->path, reader->number, count, reader->columns);
}
