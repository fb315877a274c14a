#include "data/libsvm_file.h"
#include "base/text.h"
#include "data/text_lines.h"

status libsvm_append_entry(libsvm_data *data, size_t index, double value) {
  if (data->entries == data->entry_room) {
    const size_t room = data->entry_room > 0 ? 2 * data->entry_room : 1024;
    TRY(memory_grow(&data->index, room, sizeof *data->index));
    TRY(memory_grow(&data->value, room, sizeof *data->value));
    data->entry_room = room;
  }
  data->index[data->entries] = index;
  data->value[data->entries++] = value;
  return STATUS_OK;
}

status libsvm_append_row(libsvm_data *data, double label, size_t line) {
  if (data->rows == data->row_room) {
    const size_t room = data->row_room > 0 ? 2 * data->row_room : 256;
    TRY(memory_grow(&data->label, room, sizeof *data->label));
    TRY(memory_grow(&data->line, room, sizeof *data->line));
    TRY(memory_grow(&data->start, room + 1, sizeof *data->start));
    data->row_room = room;
  }
  if (data->rows == 0) data->start[0] = 0;
  data->label[data->rows] = label;
  data->line[data->rows++] = line;
  data->start[data->rows] = data->entries;
  return STATUS_OK;
}

void libsvm_replace(libsvm_data *data, libsvm_data *by) {
  libsvm_free(data);
  *data = *by;
  *by = (libsvm_data){0};
}

status libsvm_append_ones(libsvm_data *data, size_t index) {
  CLEANUP(libsvm_free) libsvm_data longer = {.features = index + 1};
  for (size_t row = 0; row < data->rows; row++) {
    for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
      TRY(libsvm_append_entry(&longer, data->index[k], data->value[k]));
    }
    TRY(libsvm_append_entry(&longer, index, 1.0));
    TRY(libsvm_append_row(&longer, data->label[row], data->line[row]));
  }
  libsvm_replace(data, &longer);
  return STATUS_OK;
}

double libsvm_row_length(const libsvm_data *data, size_t row) {
  double largest = 0.0, sum = 0.0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) largest = fmax(largest, fabs(data->value[k]));
  if (!(largest > 0.0)) return 0.0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
    sum += (data->value[k] / largest) * (data->value[k] / largest);
  }
  return largest * sqrt(sum);
}

status libsvm_point(libsvm_data *data) {
  if (data->index != NULL) return STATUS_OK;
  TRY(NEW_ARRAY(1, data->index));
  return NEW_ARRAY(1, data->value);
}

void libsvm_free(libsvm_data *data) {
  free(data->label);
  free(data->line);
  free(data->start);
  free(data->index);
  free(data->value);
  *data = (libsvm_data){0};
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* The next word of the line, terminated in place; NULL if there is none. */
static char *next_word(char **cursor) {
  char *word = *cursor;
  while (is_blank(*word)) word++;
  if (*word == '\0') return NULL;
  char *end = word;
  while (*end != '\0' && !is_blank(*end)) end++;
  *cursor = *end == '\0' ? end : end + 1;
  *end = '\0';
  return word;
}

/* "index:value"; *last is the previous index of the line, 0 for the first. */
static status read_entry(const char *path, size_t line, char *word, size_t *last, libsvm_data *data) {
  char *colon = strchr(word, ':');
  if (colon == NULL) {
    return FAIL(STATUS_INVALID, "%s:%zu: '%.*s' has no colon, expected index:value", path, line, (int)TEXT_SHOWN, word);
  }
  *colon = '\0';
  if (strcmp(word, "qid") == 0) {
    return FAIL(STATUS_INVALID,
                "%s:%zu: qid:%.*s groups rows for a ranking, expected index:value: learn without it (sed 's/ "
                "qid:[^ ]*//')",
                path, line, (int)TEXT_SHOWN, colon + 1);
  }
  long long index = 0;
  double value = 0;
  if (!integer_parse(word, &index) || index < 1 || index > LIBSVM_INDEX_LIMIT) {
    return FAIL(STATUS_INVALID, "%s:%zu: index '%.*s', expected a whole number from 1 to %d", path, line,
                (int)TEXT_SHOWN, word, (int)LIBSVM_INDEX_LIMIT);
  }
  if (!number_parse(colon + 1, &value)) {
    return FAIL(STATUS_INVALID, "%s:%zu: value '%.*s' of index %lld, expected a finite number", path, line,
                (int)TEXT_SHOWN, colon + 1, index);
  }
  if ((size_t)index <= *last) {
    return FAIL(STATUS_INVALID, "%s:%zu: index %lld after %zu, expected ascending indices", path, line, index, *last);
  }
  *last = (size_t)index;
  if (*last > data->features) data->features = *last;
  return libsvm_append_entry(data, *last - 1, value);
}

static status read_line(const char *path, size_t line, char *text, libsvm_data *data) {
  char *comment = strchr(text, '#');
  if (comment != NULL) *comment = '\0';
  char *cursor = text, *word = next_word(&cursor);
  if (word == NULL) return STATUS_OK;
  double label = NAN;
  const bool unknown = data->unlabelled && strcmp(word, "?") == 0;
  if (!unknown && !number_parse(word, &label)) {
    return FAIL(STATUS_INVALID, "%s:%zu: label '%.*s', expected a finite number", path, line, (int)TEXT_SHOWN, word);
  }
  size_t last = 0;
  while ((word = next_word(&cursor)) != NULL) TRY(read_entry(path, line, word, &last, data));
  return libsvm_append_row(data, label, line);
}

bool libsvm_is_row(const char *line) {
  static const char blanks[] = " \t\r\n";
  char label[64];
  double value = 0.0;
  size_t entries = 0;
  line += strspn(line, blanks);
  const size_t length = strcspn(line, blanks);
  (void)snprintf(label, sizeof label, "%.*s", (int)(length < sizeof label ? length : sizeof label - 1), line);
  if (strcmp(label, "?") != 0 && !number_parse(label, &value)) return false;
  for (line += length, line += strspn(line, blanks); *line != '\0' && *line != '#'; line += strspn(line, blanks)) {
    const size_t digits = strspn(line, "0123456789");
    const bool group = strncmp(line, "qid:", 4) == 0;
    if (!group && (digits == 0 || line[digits] != ':')) return false;
    line += strcspn(line, blanks);
    entries++;
  }
  return entries > 0;
}

status libsvm_read(const char *path, libsvm_data *data) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  const size_t before = data->rows;
  status code = STATUS_OK;
  TRY(text_lines_open(path, &lines));
  while ((code = text_lines_next(&lines, &line)) == STATUS_OK) TRY(read_line(path, lines.line, line, data));
  if (code != STATUS_END) return code;
  if (data->rows > before) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: no rows, expected lines of label index:value ...", path);
}
