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

#include "base/sorting.h"
#include "data/graph_file.h"
#include "problems/entries/entry_rows.h"

enum { NON_EDGE_NODES = 65536 }; /* pairs are numbered in 32 bits */

typedef enum labels_choice { LABELS_SIGNS, LABELS_WEIGHTS } labels_choice;
typedef enum negatives_choice { NEGATIVES_AUTO, NEGATIVES_NONE, NEGATIVES_NON_EDGES } negatives_choice;
typedef enum graph_order { GRAPH_SHUFFLED, GRAPH_FILE } graph_order;

typedef struct graph {
  entry_rows rows; /* first */
  const char *file;
  graph_format format;
  labels_choice labels;
  negatives_choice negatives;
  graph_order order;
} graph;

static const parameter parameters[] = {
    OPTION_FILE(graph, file, REQUIRED, "graph: lines \"i j weight\" (rudy), or Matrix Market"),
    OPTION_CHOICE(graph, format, "auto", "auto rudy matrix_market",
                  "auto: Matrix Market if the file begins with %%MatrixMarket, otherwise rudy"),
    OPTION_CHOICE(
        graph, labels, "signs", "signs weights",
        "signs of the weights (loss |p-y|/2), or -weight/largest (linear loss: half the sum of weights less the cut)"),
    OPTION_CHOICE(graph, negatives, "auto", "auto none non_edges",
                  "pairs not joined, labelled -1, as many as edges; auto: for signs where no weight is negative"),
    ENTRY_ROWS_PARAMETERS(graph, "shuffled file", "shuffled",
                          "random, new in every pass, or the file's and then non-edges"),
};

typedef struct edge_counts {
  size_t positive, negative, zero, absent;
  double sum, largest;
} edge_counts;

static edge_counts count_edges(const graph_data *edges) {
  edge_counts counts = {0};
  for (size_t k = 0; k < edges->count; k++) {
    const double w = edges->edge[k].weight;
    counts.positive += w > 0.0;
    counts.negative += w < 0.0;
    counts.zero += w == 0.0;
    counts.sum += w;
    counts.largest = fmax(counts.largest, fabs(w));
  }
  return counts;
}

static status count_absent(const char *who, const graph *made, const graph_data *edges, edge_counts *counts) {
  const bool signs = made->labels == LABELS_SIGNS, asked = made->negatives == NEGATIVES_NON_EDGES;
  if (asked && !signs) {
    return FAIL(STATUS_INVALID, "%s: negatives = non_edges needs labels = signs, it is weights", who);
  }
  if (!asked && !(signs && made->negatives == NEGATIVES_AUTO && counts->negative == 0)) return STATUS_OK;
  if (edges->nodes > NON_EDGE_NODES) {
    return FAIL(STATUS_INVALID, "%s: %zu nodes, expected at most %d for unjoined pairs: choose negatives = none", who,
                edges->nodes, NON_EDGE_NODES);
  }
  const size_t free_pairs = edges->nodes * (edges->nodes - 1) / 2 - edges->count, used = edges->count - counts->zero;
  counts->absent = used < free_pairs ? used : free_pairs;
  return STATUS_OK;
}

/* Pairs count 0, 1, ... as (0,1), (0,2), ..., (1,2), ...: the first of row i is i (2n - i - 1)/2. */
static size_t first_of_row(size_t n, size_t i) {
  return i * (2 * n - i - 1) / 2;
}

static status number_joined(const graph_data *edges, entry_data *data) {
  const size_t n = edges->nodes;
  data->joined_count = edges->count;
  TRY(NEW_ARRAY(edges->count, data->joined));
  for (size_t k = 0; k < edges->count; k++) {
    data->joined[k] = first_of_row(n, edges->edge[k].i) + edges->edge[k].j - edges->edge[k].i - 1;
  }
  qsort(data->joined, edges->count, sizeof *data->joined, order_sizes);
  return STATUS_OK;
}

/* drawn: numbers among the unjoined pairs, ascending. */
static void place_absent(const entry_data *data, const size_t *drawn, struct entry_pair *absent) {
  size_t i = 0, skipped = 0;
  for (size_t k = 0; k < data->absent; k++) {
    while (skipped < data->joined_count && data->joined[skipped] <= drawn[k] + skipped) skipped++;
    const size_t pair = drawn[k] + skipped;
    while (first_of_row(data->n, i + 1) <= pair) i++;
    absent[k] = (struct entry_pair){i, i + 1 + pair - first_of_row(data->n, i)};
  }
}

static status draw_absent(graph *made, uint64_t seed) {
  const entry_data *data = made->rows.data;
  const size_t n = data->n;
  random_stream *stream = NULL;
  FREED size_t *drawn = NULL;
  TRY(NEW_ARRAY(data->absent, drawn));
  TRY(OWN_ARRAY(made, data->absent, made->rows.absent));
  TRY(member_stream(made, seed, "non edges", &stream));
  random_subset(stream, n * (n - 1) / 2 - data->joined_count, data->absent, drawn);
  place_absent(data, drawn, made->rows.absent);
  return STATUS_OK;
}

static void add_notes(const graph_data *edges, const edge_counts *counts, entry_data *data) {
  entry_data_note(data, "nodes", (double)edges->nodes);
  entry_data_note(data, "edges of positive weight", (double)counts->positive);
  entry_data_note(data, "edges of negative weight", (double)counts->negative);
  entry_data_note(data, "edges of weight 0, left out", (double)counts->zero);
  entry_data_note(data, "pairs that are not joined", (double)counts->absent);
  entry_data_note(data, "sum of weights", counts->sum);
  entry_data_note(data, "largest weight", counts->largest);
}

/* The limits of a sequence file, which keep squares of slopes finite. */
static status check_scale(const char *path, double scale) {
  if (scale >= 1e-30 && scale <= 1e30) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the largest weight has size %g, expected 2e-30 to 2e+30 with labels = weights", path,
              2.0 * scale);
}

static double scale_of(const graph *made, double largest) {
  return made->labels == LABELS_SIGNS ? 0.5 : 0.5 * largest;
}

static status take_edges(const char *who, const graph *made, const char *path, const graph_data *edges,
                         entry_data *data) {
  const bool signs = made->labels == LABELS_SIGNS;
  edge_counts counts = count_edges(edges);
  size_t used = 0;
  TRY(count_absent(who, made, edges, &counts));
  if (counts.zero == edges->count) {
    return FAIL(STATUS_INVALID, "%s:%zu: all weights are 0, expected an edge", path, edges->edge[0].line);
  }
  if (!isfinite(counts.sum)) return FAIL(STATUS_INVALID, "%s: the sum of the weights is not finite", path);
  TRY(check_scale(path, scale_of(made, counts.largest)));
  TRY(entry_data_room(edges->count - counts.zero, data));
  data->m = data->n = edges->nodes;
  data->largest = counts.largest;
  data->absent = counts.absent;
  for (size_t k = 0; k < edges->count; k++) {
    const graph_edge *edge = &edges->edge[k];
    if (edge->weight == 0.0) continue;
    data->row[used] = edge->i;
    data->column[used] = edge->j;
    data->label[used++] = !signs ? -edge->weight / counts.largest : edge->weight > 0.0 ? 1.0 : -1.0;
  }
  add_notes(edges, &counts, data);
  return counts.absent == 0 ? STATUS_OK : number_joined(edges, data);
}

typedef struct reading_options {
  const char *who;
  const graph *made;
} reading_options;

static status read_edges(void *data, const char *path, const char *second, const void *how) {
  const reading_options *asked = how;
  CLEANUP(graph_free) graph_data edges = {0};
  TRY(graph_read(path, asked->made->format, &edges));
  return take_edges(asked->who, asked->made, path, &edges, data);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader reader = {sizeof(entry_data), read_edges, entry_data_clear};
  graph *made = self;
  const bool signs = made->labels == LABELS_SIGNS;
  const reading_options how = {setting->class->about.name, made};
  made->rows.shuffled = made->order == GRAPH_SHUFFLED;
  made->rows.class = ENTRY_CUT;
  TRY(entry_rows_facts(&made->rows, setting, &reader, PLACE(graph, file), PLACE(graph, order), &how, out));
  const double scale = scale_of(made, made->rows.data->largest);
  out->loss = made->rows.loss = (loss){signs ? LOSS_ABSOLUTE : LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, scale};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  graph *made = self;
  if (made->rows.data->absent > 0) TRY(draw_absent(made, setting->seed));
  return entry_rows_init(&made->rows, setting);
}

static const problem_methods methods = {ENTRY_ROWS_METHODS(graph), .facts = facts, .init = init};

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
    .methods = &methods,
};
