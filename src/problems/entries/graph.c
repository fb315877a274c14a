/* The edges of a graph for max-cut, from a file: an edge {i, j}, i < j, of weight w != 0 is the trial (i, j).
 *
 *   labels = "signs"     y = sign(w) with the absolute loss of scale 1/2: a cut pays for each edge of positive weight that it does not
 *                        cut and each of negative weight that it cuts. With weights 1 and -1: #{w > 0} - (weight of the cut), in each pass
 *   labels = "weights"   y = -w/M, M = max |w|, with the linear loss y p of scale M/2: the loss of a cut is W/2 - (weight of the
 *                        cut), W the sum of the weights, in each pass
 *
 * Where all weights are positive, the prediction 1 is right on every edge; negatives = "non_edges" adds unjoined pairs with the label -1,
 * as many as there are edges if possible.
 *
 * Streams: "non edges", "order". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "data/graph_file.h"
#include "problems/entries/entry_rows.h"

enum { NON_EDGE_NODES = 65536 }; /* pairs are numbered in 32 bits */

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "graph: lines \"i j weight\" (rudy), or Matrix Market"},
    {.name = "format",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto rudy matrix_market",
     .meaning = "auto: Matrix Market if the file begins with %%MatrixMarket, otherwise rudy"},
    {.name = "labels",
     .type = PARAMETER_CHOICE,
     .value = "signs",
     .choices = "signs weights",
     .meaning =
         "signs of the weights (loss |p-y|/2), or -weight/largest (linear loss: half the sum of weights less the cut)"},
    {.name = "negatives",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto none non_edges",
     .meaning = "pairs not joined, labelled -1, as many as edges; auto: for signs where no weight is negative"},
    ENTRY_ROWS_PARAMETERS("shuffled file", "shuffled", "random, new in every pass, or the file's and then non-edges"),
};

typedef struct edge_counts {
  size_t positive, negative, zero, absent;
  double sum, largest;
} edge_counts;

static edge_counts count_edges(const graph_data *graph) {
  edge_counts counts = {0};
  for (size_t k = 0; k < graph->count; k++) {
    const double w = graph->edge[k].weight;
    counts.positive += w > 0.0;
    counts.negative += w < 0.0;
    counts.zero += w == 0.0;
    counts.sum += w;
    counts.largest = fmax(counts.largest, fabs(w));
  }
  return counts;
}

static status count_absent(const options *values, const graph_data *graph, edge_counts *counts) {
  const bool signs = option_is(values, "labels", "signs"), asked = option_is(values, "negatives", "non_edges");
  if (asked && !signs) {
    return FAIL(STATUS_INVALID, "%s: negatives = non_edges needs labels = signs, it is weights", option_who(values));
  }
  if (!asked && !(signs && option_is(values, "negatives", "auto") && counts->negative == 0)) return STATUS_OK;
  if (graph->nodes > NON_EDGE_NODES) {
    return FAIL(STATUS_INVALID, "%s: %zu nodes, expected at most %d for unjoined pairs: choose negatives = none",
                option_who(values), graph->nodes, NON_EDGE_NODES);
  }
  const size_t free_pairs = graph->nodes * (graph->nodes - 1) / 2 - graph->count, edges = graph->count - counts->zero;
  counts->absent = edges < free_pairs ? edges : free_pairs;
  return STATUS_OK;
}

static int compare_numbers(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Pairs count 0, 1, ... as (0,1), (0,2), ..., (1,2), ...: the first of row i is i (2n - i - 1)/2. */
static size_t first_of_row(size_t n, size_t i) {
  return i * (2 * n - i - 1) / 2;
}

/* Adds the drawn pairs. drawn: their numbers among the unjoined pairs, ascending; joined: the numbers of the edges, ascending. */
static void place_absent(const graph_data *graph, const size_t *joined, size_t count, const size_t *drawn,
                         entry_rows *rows, size_t at) {
  size_t i = 0, skipped = 0;
  for (size_t k = 0; k < count; k++) {
    while (skipped < graph->count && joined[skipped] <= drawn[k] + skipped) skipped++;
    const size_t pair = drawn[k] + skipped;
    while (first_of_row(graph->nodes, i + 1) <= pair) i++;
    rows->row[at + k] = i;
    rows->column[at + k] = i + 1 + pair - first_of_row(graph->nodes, i);
    rows->label[at + k] = -1.0;
  }
}

static status draw_absent(const graph_data *graph, uint64_t seed, size_t count, entry_rows *rows, size_t at) {
  const size_t n = graph->nodes;
  random_stream *stream = NULL;
  size_t *joined = NULL, *drawn = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(graph->count, joined));
  CHECK(NEW_ARRAY(count, drawn));
  CHECK(random_stream_new(seed, "non edges", &stream));
  for (size_t k = 0; k < graph->count; k++) {
    joined[k] = first_of_row(n, graph->edge[k].i) + graph->edge[k].j - graph->edge[k].i - 1;
  }
  qsort(joined, graph->count, sizeof *joined, compare_numbers);
  random_subset(stream, n * (n - 1) / 2 - graph->count, count, drawn);
  place_absent(graph, joined, count, drawn, rows, at);
end:
  random_stream_free(stream);
  free(joined);
  free(drawn);
  return code;
}

static void add_notes(const graph_data *graph, const edge_counts *counts, entry_rows *rows) {
  entry_rows_note(rows, "nodes", (double)graph->nodes);
  entry_rows_note(rows, "edges of positive weight", (double)counts->positive);
  entry_rows_note(rows, "edges of negative weight", (double)counts->negative);
  entry_rows_note(rows, "edges of weight 0, left out", (double)counts->zero);
  entry_rows_note(rows, "pairs that are not joined", (double)counts->absent);
  entry_rows_note(rows, "sum of weights", counts->sum);
  entry_rows_note(rows, "largest weight", counts->largest);
}

/* The limits of a sequence file, which keep squares of slopes finite. */
static status check_scale(const char *path, double scale) {
  if (scale >= 1e-30 && scale <= 1e30) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the largest weight has size %g, expected 2e-30 to 2e+30 with labels = weights", path,
              2.0 * scale);
}

static status take_edges(const char *path, const graph_data *graph, uint64_t seed, const options *values,
                         entry_rows *rows) {
  const bool signs = option_is(values, "labels", "signs");
  edge_counts counts = count_edges(graph);
  size_t used = 0;
  TRY(count_absent(values, graph, &counts));
  if (counts.zero == graph->count) {
    return FAIL(STATUS_INVALID, "%s:%zu: all weights are 0, expected an edge", path, graph->edge[0].line);
  }
  if (!isfinite(counts.sum)) return FAIL(STATUS_INVALID, "%s: the sum of the weights is not finite", path);
  const double scale = signs ? 0.5 : 0.5 * counts.largest;
  TRY(check_scale(path, scale));
  TRY(entry_rows_new(graph->count - counts.zero + counts.absent, rows));
  rows->m = rows->n = graph->nodes;
  rows->class = ENTRY_CUT;
  rows->loss = (loss){signs ? LOSS_ABSOLUTE : LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, scale};
  for (size_t k = 0; k < graph->count; k++) {
    const graph_edge *edge = &graph->edge[k];
    if (edge->weight == 0.0) continue;
    rows->row[used] = edge->i;
    rows->column[used] = edge->j;
    rows->label[used++] = !signs ? -edge->weight / counts.largest : edge->weight > 0.0 ? 1.0 : -1.0;
  }
  add_notes(graph, &counts, rows);
  return counts.absent == 0 ? STATUS_OK : draw_absent(graph, seed, counts.absent, rows, used);
}

static status load(entry_rows *rows, const problem_setting *setting, const options *values) {
  graph_data graph = {0};
  char *path = NULL;
  status code = STATUS_OK;
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  CHECK(graph_read(path, option_choice(values, "format"), &graph));
  CHECK(take_edges(path, &graph, setting->seed, values, rows));
end:
  graph_free(&graph);
  free(path);
  return code;
}

static const entry_rows_reader reader = {load};

const problem_class problem_graph = {
    .about = {.name = "graph",
              .title = "Graph to be cut",
              .citation =
                  "Hazan, Kale & Shalev-Shwartz 2012, section 2.1; G-set, Biq Mac Library, Matrix Market (the formats)",
              .help =
                  "edges of a graph in a file, labelled by the signs or sizes of their weights: which nodes are apart?",
              .formula = "an edge $(i,j)$ of weight $w$ from the file: $y=\\mathrm{sign}(w)$ and loss $\\frac12|\\hat "
                         "y-y|$, or $y=-\\frac w{\\max|w|}$ and loss $\\frac{\\max|w|}2y\\hat y$",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &entry_rows_methods,
    .variant = &reader,
};
