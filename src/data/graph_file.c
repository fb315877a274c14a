#include "data/graph_file.h"
#include "base/text.h"
#include "data/text_lines.h"
#include <strings.h>

enum { WORDS = 5 };

typedef struct graph_reader {
  text_lines lines;
  graph_data *data;
  bool market, pattern, comments;   /* comments: lines with % are allowed */
  size_t announced, announced_line; /* announced number of edges, and its line */
  size_t count;                     /* cells of the line */
  const char *cell[WORDS];
} graph_reader;

void graph_free(graph_data *data) {
  free(data->edge);
  *data = (graph_data){0};
}

/* Splits the next line into cells; `expected` says what should be there. Skips lines with #, and comments of Matrix Market. */
static status read_cells(graph_reader *r, const char *expected) {
  char *line = NULL;
  do {
    const status code = text_lines_next(&r->lines, &line);
    if (code == STATUS_END && expected != NULL) {
      return FAIL(STATUS_INVALID, "%s:%zu: the end of the file, expected %s", r->lines.path, r->lines.line + 1,
                  expected);
    }
    TRY(code);
  } while (line[0] == '#' || (r->comments && line[0] == '%'));
  r->count = 0;
  for (line += strspn(line, " \t"); *line != '\0';) {
    char *end = line + strcspn(line, " \t"), *next = end + strspn(end, " \t");
    *end = '\0';
    if (r->count < WORDS) r->cell[r->count] = line;
    r->count++;
    line = next;
  }
  return STATUS_OK;
}

static status expect_cells(const graph_reader *r, size_t expected, const char *names) {
  if (r->count == expected) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu: %s", r->lines.path, r->lines.line, r->count, expected,
              names);
}

static status read_count(const graph_reader *r, size_t column, const char *what, size_t low, size_t high, size_t *out) {
  long long number = 0;
  if (!integer_parse(r->cell[column], &number) || number < (long long)low || number > (long long)high) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected %s from %zu to %zu", r->lines.path,
                r->lines.line, column + 1, (int)TEXT_SHOWN, r->cell[column], what, low, high);
  }
  *out = (size_t)number;
  return STATUS_OK;
}

static status refuse_word(const graph_reader *r, size_t column, const char *word) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected %s", r->lines.path, r->lines.line, column + 1,
              (int)TEXT_SHOWN, r->cell[column], word);
}

static status expect_word(const graph_reader *r, size_t column, const char *word) {
  return strcasecmp(r->cell[column], word) == 0 ? STATUS_OK : refuse_word(r, column, word);
}

static status read_banner(graph_reader *r) {
  static const char banner[] = "%%MatrixMarket matrix coordinate real|integer|pattern symmetric";
  TRY(read_cells(r, banner));
  TRY(expect_cells(r, WORDS, banner));
  r->comments = true;
  TRY(expect_word(r, 0, "%%MatrixMarket"));
  TRY(expect_word(r, 1, "matrix"));
  TRY(expect_word(r, 2, "coordinate"));
  r->pattern = strcasecmp(r->cell[3], "pattern") == 0;
  if (!r->pattern && strcasecmp(r->cell[3], "integer") != 0 && strcasecmp(r->cell[3], "real") != 0) {
    return refuse_word(r, 3, "real, integer or pattern");
  }
  return expect_word(r, 4, "symmetric");
}

/* Heads of other formats, and of this one with a slip. */
static status check_head(const graph_reader *r) {
  const char *cell = r->count > 0 ? r->cell[0] : "";
  if (*cell == '%') {
    return FAIL(STATUS_INVALID,
                "%s:%zu: column 1 is '%.*s', expected %%%%MatrixMarket in the first line, or a line: nodes, edges",
                r->lines.path, r->lines.line, (int)TEXT_SHOWN, cell);
  }
  if (strcmp(cell, "c") != 0 && strcmp(cell, "p") != 0) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s:%zu: a graph in the format of DIMACS, expected a line: nodes, edges, and lines: node, node, weight; "
              "'p edge N M' becomes 'N M', 'e I J' becomes 'I J 1', and comments go",
              r->lines.path, r->lines.line);
}

static status read_sizes(graph_reader *r) {
  size_t rows = 0;
  const size_t columns = r->market ? 3 : 2;
  const char *names = r->market ? "rows, columns, entries" : "nodes, edges";
  TRY(read_cells(r, names));
  if (!r->market) TRY(check_head(r));
  TRY(expect_cells(r, columns, names));
  TRY(read_count(r, 0, "a number of nodes", 2, GRAPH_NODES, &r->data->nodes));
  if (r->market) {
    TRY(read_count(r, 1, "a number of nodes", 2, GRAPH_NODES, &rows));
    if (rows != r->data->nodes) {
      return FAIL(STATUS_INVALID, "%s:%zu: %zu rows and %zu columns, expected a square matrix", r->lines.path,
                  r->lines.line, r->data->nodes, rows);
    }
  }
  r->announced_line = r->lines.line;
  const size_t most_edges = UINT64_C(1) << 40 < SIZE_MAX ? (size_t)(UINT64_C(1) << 40) : SIZE_MAX;
  return read_count(r, columns - 1, "a number of edges", 1, most_edges, &r->announced);
}

static status read_edge(graph_reader *r) {
  graph_data *data = r->data;
  size_t i = 0, j = 0;
  double weight = 1.0;
  TRY(expect_cells(r, r->pattern ? 2 : 3, r->pattern ? "node, node" : "node, node, weight"));
  if (data->count == r->announced) {
    return FAIL(STATUS_INVALID, "%s:%zu: an edge, expected the end after %zu as line %zu says", r->lines.path,
                r->lines.line, r->announced, r->announced_line);
  }
  TRY(read_count(r, 0, "a node", 1, data->nodes, &i));
  TRY(read_count(r, 1, "a node", 1, data->nodes, &j));
  if (i == j) {
    return FAIL(STATUS_INVALID, "%s:%zu: column 2 is '%zu', expected another node than column 1", r->lines.path,
                r->lines.line, j);
  }
  if (!r->pattern && !number_parse(r->cell[2], &weight)) {
    return FAIL(STATUS_INVALID, "%s:%zu: column 3 is '%.*s', expected a finite number", r->lines.path, r->lines.line,
                (int)TEXT_SHOWN, r->cell[2]);
  }
  TRY(memory_room(&data->edge, &data->room, data->count + 1, sizeof *data->edge));
  data->edge[data->count++] = (graph_edge){i < j ? i - 1 : j - 1, i < j ? j - 1 : i - 1, weight, r->lines.line};
  return STATUS_OK;
}

static int compare_edges(const void *a, const void *b) {
  const graph_edge *x = a, *y = b;
  if (x->i != y->i) return x->i < y->i ? -1 : 1;
  if (x->j != y->j) return x->j < y->j ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

static status check_different(const graph_reader *r) {
  const graph_data *data = r->data;
  const graph_edge *twice = NULL, *first = NULL;
  graph_edge *sorted = NULL;
  TRY(NEW_ARRAY(data->count, sorted));
  memcpy(sorted, data->edge, data->count * sizeof *sorted);
  qsort(sorted, data->count, sizeof *sorted, compare_edges);
  for (size_t k = 1; k < data->count; k++) {
    if (sorted[k].i != sorted[k - 1].i || sorted[k].j != sorted[k - 1].j) continue;
    if (twice != NULL && twice->line < sorted[k].line) continue;
    twice = &sorted[k];
    first = &sorted[k - 1];
  }
  status code = STATUS_OK;
  if (twice != NULL) {
    code = FAIL(STATUS_INVALID, "%s:%zu: nodes %zu and %zu are already joined in line %zu, expected each edge once",
                r->lines.path, twice->line, twice->i + 1, twice->j + 1, first->line);
  }
  free(sorted);
  return code;
}

static status read_graph(graph_reader *r) {
  if (r->market) TRY(read_banner(r));
  TRY(read_sizes(r));
  for (;;) {
    const status code = read_cells(r, NULL);
    if (code == STATUS_END) break;
    TRY(code);
    TRY(read_edge(r));
  }
  if (r->data->count < r->announced) {
    return FAIL(STATUS_INVALID, "%s:%zu: the end after %zu edges, expected %zu as line %zu says", r->lines.path,
                r->lines.line + 1, r->data->count, r->announced, r->announced_line);
  }
  return check_different(r);
}

status graph_read(const char *path, graph_format format, graph_data *data) {
  static const char banner[] = "%%MatrixMarket";
  graph_reader r = {.data = data};
  *data = (graph_data){0};
  TRY(text_lines_open(path, &r.lines));
  r.market = format == GRAPH_MATRIX_MARKET ||
             (format == GRAPH_AUTO && strncasecmp(r.lines.next, banner, sizeof banner - 1) == 0);
  const status code = read_graph(&r);
  text_lines_close(&r.lines);
  return code;
}
