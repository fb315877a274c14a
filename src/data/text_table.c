#include "data/text_table.h"
#include "base/text.h"
#include "data/table_names.h"
#include <strings.h>

void text_table_free(text_table *table) {
  text_lines_close(&table->lines);
  free(table->place);
  free(table->name);
  free(table->cell);
  free(table->line);
  *table = (text_table){0};
}

const char *text_table_cell(const text_table *table, size_t row, size_t column) {
  return table->cell[row * table->columns + column];
}

status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', %s", table->lines.path, table->line[row],
              table->place[column] + 1, (int)TEXT_SHOWN, text_table_cell(table, row, column), what);
}

status text_table_number(const text_table *table, size_t row, size_t column, double *value) {
  if (number_parse(text_table_cell(table, row, column), value)) return STATUS_OK;
  return text_table_refuse(table, row, column, "expected a finite number");
}

/* A row with another number of cells than the first line. */
typedef struct odd_row {
  size_t line, count;
} odd_row;

/* While a table is read. */
typedef struct reader {
  text_table *table;
  const table_form *form;
  size_t counted;          /* rows, as the first line says; 0: it does not */
  size_t filled;           /* cells of the first line but for empty ones at its end */
  odd_row longer, shorter; /* the first ones, without empty cells behind */
  size_t surplus;          /* rows with one cell more than the first line, which may be empty */
} reader;

static status make_room(text_table *table) {
  size_t cells = 0;
  if (table->rows < table->room) return STATUS_OK;
  const size_t room = table->room > 0 ? 2 * table->room : 64;
  if (__builtin_mul_overflow(room, table->columns, &cells)) return FAIL(STATUS_MEMORY, "no memory for a table");
  TRY(memory_grow(&table->cell, cells, sizeof *table->cell));
  TRY(memory_grow(&table->line, room, sizeof *table->line));
  table->room = room;
  return STATUS_OK;
}

static status refuse_count(const reader *r, const odd_row *odd) {
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", r->table->lines.path, odd->line, odd->count,
              r->table->width - r->table->shifted);
}

static status take_row(reader *r, const text_row *row) {
  text_table *table = r->table;
  const odd_row odd = {table->lines.line, row->count};
  size_t count = row->count;
  while (count > table->width && *row->cell[count - 1] == '\0') count--;
  if (count > table->width + !table->shifted || count < r->filled) return refuse_count(r, &odd);
  if (count > table->width && r->longer.line == 0) r->longer = odd;
  if (count < table->width && r->shorter.line == 0) r->shorter = odd;
  r->surplus += row->count == table->width + 1;
  TRY(make_room(table));
  const char **cells = table->cell + table->rows * table->columns;
  for (size_t k = 0; k < table->columns; k++) cells[k] = k < row->count ? row->cell[k] : "";
  table->line[table->rows++] = table->lines.line;
  return STATUS_OK;
}

/* The first line determines the number of columns. It is a row until it is known to have names. */
static status take_first(reader *r, text_row *first) {
  text_table *table = r->table;
  if (table->shifted) TRY(text_row_insert(first, ""));
  table->width = table->columns = r->filled = first->count;
  while (r->filled > 1 && *first->cell[r->filled - 1] == '\0') r->filled--;
  TRY(NEW_ARRAY(table->columns, table->place));
  for (size_t k = 0; k < table->columns; k++) table->place[k] = k;
  return take_row(r, first);
}

static status next_row(const reader *r, text_row *row) {
  char *line = NULL;
  const status code = text_lines_next(&r->table->lines, &line);
  return code != STATUS_OK ? code : text_row_split(&r->table->lines, r->table->separator, line, row);
}

/* The number of rows, that of the columns before the last, and names of classes. */
static bool are_counts(const text_row *first, size_t *rows, size_t *columns) {
  long long count[2] = {0};
  double value = 0.0;
  for (size_t j = 0; j < first->count; j++) {
    if (j < 2 ? !integer_parse(first->cell[j], &count[j]) || count[j] < 1 : number_parse(first->cell[j], &value)) {
      return false;
    }
  }
  *rows = (size_t)count[0];
  *columns = (size_t)count[1];
  return first->count >= 2 && count[0] > 1;
}

/* Is the row one of so many numbers? */
static bool are_numbers(const text_row *row, size_t count) {
  double value = 0.0;
  for (size_t j = 0; j < row->count; j++) {
    if (!number_parse(row->cell[j], &value)) return false;
  }
  return row->count == count;
}

/* Takes the first line, unless it has counts that the next one is like. */
static status take_top(reader *r, text_row *first, text_row *second) {
  text_lines *lines = &r->table->lines;
  const size_t line = lines->line;
  size_t columns = 0;
  if (r->form->names < NAMES_FOUND || !are_counts(first, &r->counted, &columns)) {
    r->counted = 0;
    return take_first(r, first);
  }
  const status code = next_row(r, second);
  if (code != STATUS_OK && code != STATUS_END) return code;
  if (code == STATUS_OK && are_numbers(second, columns + 1) && (first->count > 2 || columns > 1)) {
    return take_first(r, second);
  }
  const size_t next = lines->line;
  r->counted = 0;
  lines->line = line;
  TRY(take_first(r, first));
  lines->line = next;
  return code == STATUS_END ? code : take_row(r, second);
}

/* Comments and then @relation. */
static bool is_arff(const text_lines *lines) {
  const char *at = lines->next;
  while (at < lines->end && (*at == '%' || strchr(" \t\r\n", *at) != NULL)) {
    const char *end = *at == '%' ? memchr(at, '\n', (size_t)(lines->end - at)) : at;
    at = end == NULL ? lines->end : end + 1;
  }
  return lines->end - at > 9 && strncasecmp(at, "@relation", 9) == 0;
}

/* The head of an ARFF file: its names become the first row, of the line @data. */
static status take_arff(reader *r, text_row *first) {
  text_lines *lines = &r->table->lines;
  for (;;) {
    char *line = NULL;
    const status code = text_lines_next(lines, &line);
    if (code == STATUS_END)
      return FAIL(STATUS_INVALID, "%s:%zu: the end of the file, expected @data", lines->path, lines->line);
    TRY(code);
    if (strncasecmp(line, "@data", 5) == 0) break;
    if (strncasecmp(line, "@attribute", 10) != 0 || strchr(" \t", line[10]) == NULL) continue;
    CLEANUP(text_row_free) text_row words = {0};
    char *name = line + 10 + strspn(line + 10, " \t"),
         *end = *name == '\'' || *name == '"' ? strchr(name + 1, *name) : name;
    char *values = end == NULL ? NULL : strchr(end, '{');
    if (values != NULL) values[1] = '\0'; /* which may have quotes and blanks */
    TRY(text_row_split(lines, ' ', line, &words));
    if (words.count < 3)
      return FAIL(STATUS_INVALID, "%s:%zu: @attribute, expected a name and a type", lines->path, lines->line);
    TRY(text_row_append(first, words.cell[1]));
  }
  if (first->count > 0) return take_first(r, first);
  return FAIL(STATUS_INVALID, "%s:%zu: @data, expected lines @attribute before it", lines->path, lines->line);
}

static status read_rows(reader *r, text_row *first, text_row *row) {
  status code = r->table->lines.arff ? take_arff(r, first) : next_row(r, first);
  if (code == STATUS_OK && !r->table->lines.arff) code = take_top(r, first, row);
  while (code == STATUS_OK) {
    code = next_row(r, row);
    if (code == STATUS_OK && r->table->lines.arff && *row->cell[0] == '{') {
      return FAIL(STATUS_INVALID,
                  "%s:%zu: a sparse row, expected all values: Weka's filter SparseToNonSparse writes them",
                  r->table->lines.path, r->table->lines.line);
    }
    if (code == STATUS_OK) code = take_row(r, row);
  }
  if (code != STATUS_END) return code;
  if (r->counted == 0 || r->counted == r->table->rows) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: says that %zu rows follow, and there are %zu", r->table->lines.path, r->counted,
              r->table->rows);
}

static status read_lines(reader *r, const char *path, bool shifted) {
  CLEANUP(text_row_free) text_row first = {0};
  CLEANUP(text_row_free) text_row row = {0};
  *r->table = (text_table){.separator = r->form->separator, .shifted = shifted};
  r->longer = r->shorter = (odd_row){0};
  r->surplus = 0;
  TRY(text_lines_open(path, &r->table->lines));
  TRY(text_lines_separator(&r->table->lines, &r->table->separator));
  r->table->lines.arff = is_arff(&r->table->lines);
  if (r->table->lines.arff) r->table->separator = ',';
  return read_rows(r, &first, &row);
}

static bool names_first(const text_table *table, bool likely) {
  const name_cells cells = {table->rows, table->columns, table->cell};
  return table_names_first(&cells, likely);
}

/* Rows that are longer than the first line are right where all are, and it has names: those of the columns behind the first. */
static status read_shifted(reader *r, const char *path) {
  const odd_row longer = r->longer;
  const bool right = !r->table->lines.arff && r->surplus == r->table->rows - 1;
  if (r->counted > 0 || r->form->names == NAMES_NONE || !right) return refuse_count(r, &longer);
  text_table_free(r->table);
  TRY(read_lines(r, path, true));
  if (r->form->names == NAMES_FIRST || names_first(r->table, r->form->names == NAMES_LIKELY)) return STATUS_OK;
  return refuse_count(r, &longer);
}

static bool has_decimal_comma(const char *cell) {
  const char *digits = cell + (*cell == '+' || *cell == '-');
  const size_t before = strspn(digits, "0123456789");
  if (digits[before] != ',') return false;
  const char *end = digits + before + 1 + strspn(digits + before + 1, "0123456789");
  if (end == digits + 1) return false; /* no digit */
  if (*end == 'e' || *end == 'E') {
    end++;
    end += *end == '+' || *end == '-';
    end += strspn(end, "0123456789");
  }
  return *end == '\0';
}

static size_t read_decimal_commas(text_table *table) {
  size_t found = 0;
  for (size_t k = 0; k < table->rows * table->columns; k++) {
    if (!has_decimal_comma(table->cell[k])) continue;
    const char *comma = strchr(table->cell[k], ',');
    table->lines.text[comma - table->lines.text] = '.';
    found++;
  }
  return found;
}

/* The first row becomes the names of the columns. */
static status take_names(text_table *table) {
  TRY(NEW_ARRAY(table->columns, table->name));
  memcpy(table->name, table->cell, table->columns * sizeof *table->name);
  table->name_line = table->line[0];
  table->rows--;
  memmove(table->cell, table->cell + table->columns, table->rows * table->columns * sizeof *table->cell);
  memmove(table->line, table->line + 1, table->rows * sizeof *table->line);
  return STATUS_OK;
}

/* Without the columns at the end that have neither name nor cells. */
static void drop_nothing(text_table *table) {
  const size_t before = table->columns;
  bool nothing = true;
  while (nothing && table->columns > 1 && *table->name[table->columns - 1] == '\0') {
    for (size_t i = 0; i < table->rows && nothing; i++) {
      nothing = *table->cell[i * before + table->columns - 1] == '\0';
    }
    table->columns -= nothing;
  }
  for (size_t i = 1; i < table->rows && table->columns < before; i++) {
    memmove(table->cell + i * table->columns, table->cell + i * before, table->columns * sizeof *table->cell);
  }
}

static status find_names(reader *r) {
  text_table *table = r->table;
  const names_choice names = r->form->names;
  if (table->rows == 0) return STATUS_OK;
  const bool looked_for = names >= NAMES_FOUND && r->counted == 0;
  if (names == NAMES_FIRST || table->lines.arff || (looked_for && names_first(table, names == NAMES_LIKELY))) {
    TRY(take_names(table));
    drop_nothing(table);
    return STATUS_OK;
  }
  return r->shorter.line > 0 ? refuse_count(r, &r->shorter) : STATUS_OK;
}

/* A tab would break the tables that texts are written to. */
static status refuse_tabs(const text_table *table) {
  for (size_t k = 0; k < table->rows * table->columns; k++) {
    if (strchr(table->cell[k], '\t') == NULL) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu has a tab, expected text without", table->lines.path,
                table->line[k / table->columns], table->place[k % table->columns] + 1);
  }
  return STATUS_OK;
}

static status read_table(const char *path, const table_form *form, text_table *table) {
  reader r = {.table = table, .form = form};
  TRY(read_lines(&r, path, false));
  if (r.longer.line > 0) TRY(read_shifted(&r, path));
  if (form->decimal_comma) table->decimal_commas = read_decimal_commas(table);
  TRY(find_names(&r));
  if (table->rows > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path);
}

status text_table_read(const char *path, const table_form *form, text_table *table) {
  TRY(read_table(path, form, table));
  return refuse_tabs(table);
}

/* These columns in the place of all; NO_COLUMN: one of empty cells. */
enum { NO_COLUMN = -1 };
static status take_columns(text_table *table, size_t count, const ptrdiff_t *taken) {
  text_table from = *table;
  table->cell = table->name = NULL;
  table->place = NULL;
  table->columns = count;
  status code = NEW_ARRAY(table->rows * count, table->cell);
  if (code == STATUS_OK) code = NEW_ARRAY(count, table->name);
  if (code == STATUS_OK) code = NEW_ARRAY(count, table->place);
  for (size_t k = 0; code == STATUS_OK && k < count; k++) {
    const bool there = taken[k] != NO_COLUMN;
    const size_t column = there ? (size_t)taken[k] : 0;
    table->name[k] = there && from.name != NULL ? from.name[column] : "";
    table->place[k] = there ? from.place[column] : table->width;
    for (size_t i = 0; i < table->rows; i++) {
      table->cell[i * count + k] = there ? text_table_cell(&from, i, column) : "";
    }
  }
  free(from.cell);
  free(from.name);
  free(from.place);
  return code;
}

/* The first column of this name from column k on, from 0; NO_COLUMN: there is none. */
static ptrdiff_t column_from(const text_table *table, size_t k, const char *name) {
  while (k < table->columns && strcmp(table->name[k], name) != 0) k++;
  return k < table->columns ? (ptrdiff_t)k : NO_COLUMN;
}

/* *column = the only column of this name, NO_COLUMN if there is none. */
static status only_column(const text_table *table, const char *name, ptrdiff_t *column) {
  *column = column_from(table, 0, name);
  const ptrdiff_t other = *column == NO_COLUMN ? NO_COLUMN : column_from(table, (size_t)*column + 1, name);
  if (other == NO_COLUMN) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: columns %td and %td are both '%.*s', expected one", table->lines.path,
              table->name_line, *column + 1, other + 1, (int)TEXT_SHOWN, name);
}

status text_table_arrange(text_table *table, size_t count, const wanted_column *wanted, const char *expected) {
  FREED ptrdiff_t *taken = NULL;
  bool same = count == table->columns;
  for (size_t k = 0; same && k < count; k++) same = strcmp(table->name[k], wanted[k].name) == 0;
  if (same) return STATUS_OK;
  TRY(NEW_ARRAY(count, taken));
  for (size_t k = 0; k < count; k++) {
    char nearest[NEAREST_TEXT];
    TRY(only_column(table, wanted[k].name, &taken[k]));
    if (taken[k] != NO_COLUMN || wanted[k].optional) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: none of %zu columns is named '%.*s', expected %s%s", table->lines.path,
                table->name_line, table->columns, (int)TEXT_SHOWN, wanted[k].name, expected,
                nearest_names(wanted[k].name, table->name, table->columns, false, nearest));
  }
  TRY(take_columns(table, count, taken));
  for (size_t k = 0; k < count; k++) {
    if (taken[k] == NO_COLUMN) table->name[k] = wanted[k].name;
  }
  return STATUS_OK;
}

static bool is_beyond(const text_table *table, const char *number) {
  long long column = 0;
  return integer_parse(number, &column) && column > (long long)table->columns;
}

/* The columns of these numbers, from 1. */
static status take_numbered(text_table *table, size_t count, const wanted_column *wanted) {
  FREED ptrdiff_t *taken = NULL;
  TRY(NEW_ARRAY(count, taken));
  for (size_t k = 0; k < count; k++) {
    size_t column = 0;
    taken[k] = NO_COLUMN;
    if (wanted[k].optional && is_beyond(table, wanted[k].name)) continue;
    TRY(text_table_column(table, "column", wanted[k].name, &column));
    taken[k] = (ptrdiff_t)column;
  }
  return take_columns(table, count, taken);
}

/* Does the first line have all of these numbers as names, so that they are no places of columns? Where it may be a row one must be too large for one. */
static bool are_names(const text_table *table, size_t count, const wanted_column *wanted) {
  const char *const *first = table->name != NULL ? table->name : table->cell;
  bool names = true, places = table->name == NULL;
  for (size_t k = 0; k < count; k++) {
    size_t j = 0;
    while (j < table->columns && strcmp(first[j], wanted[k].name) != 0) j++;
    names = names && (j < table->columns || wanted[k].optional);
    places = places && (wanted[k].optional || !is_beyond(table, wanted[k].name));
  }
  return names && !places;
}

status text_table_read_columns(const char *path, const table_form *form, size_t count, const wanted_column *wanted,
                               text_table *table) {
  long long number = 0;
  bool numbers = true;
  for (size_t k = 0; k < count; k++) numbers = numbers && integer_parse(wanted[k].name, &number);
  const names_choice choice = numbers ? NAMES_LIKELY : NAMES_FIRST;
  TRY(read_table(path, &(table_form){form->separator, choice, form->decimal_comma}, table));
  if (numbers && !are_names(table, count, wanted)) {
    TRY(take_numbered(table, count, wanted));
  } else {
    if (table->name == NULL) TRY(take_names(table));
    TRY(text_table_arrange(table, count, wanted, "a line of column names"));
  }
  return refuse_tabs(table);
}

static status find_name(const text_table *table, const char *who, const char *word, size_t *column) {
  const ptrdiff_t found = column_from(table, 0, word);
  char nearest[NEAREST_TEXT];
  if (found == NO_COLUMN) {
    return FAIL(STATUS_INVALID, "%s = \"%.60s\": no column of %s has this name%s", who, word, table->lines.path,
                nearest_names(word, table->name, table->columns, false, nearest));
  }
  const ptrdiff_t other = column_from(table, (size_t)found + 1, word);
  *column = (size_t)found;
  if (other == NO_COLUMN) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s = \"%.60s\": columns %td and %td of %s have this name, expected a number", who, word,
              found + 1, other + 1, table->lines.path);
}

status text_table_column(const text_table *table, const char *who, const char *word, size_t *column) {
  long long number = 0;
  if (integer_parse(word, &number)) {
    if (number < 1 || (unsigned long long)number > table->columns) {
      return FAIL(STATUS_INVALID, "%s = %lld: expected a column of %s from 1 to %zu", who, number, table->lines.path,
                  table->columns);
    }
    *column = (size_t)number - 1;
    return STATUS_OK;
  }
  if (table->name != NULL) return find_name(table, who, word, column);
  return FAIL(STATUS_INVALID, "%s = \"%.60s\": columns have names only with header = true, expected a number", who,
              word);
}
