#include "hindsight/max_cut/max_cut_graph.h"
#include <float.h>

typedef struct pair {
  size_t first, second, place;
  double weight;
} pair;

static int by_place(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  if (x->second != y->second) return x->second < y->second ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Sorts pairs and adds up repeated ones in their order of arrival; returns the new count, without pairs of weight 0. */
static size_t merge_pairs(size_t count, pair *pairs) {
  size_t kept = 0;
  qsort(pairs, count, sizeof *pairs, by_place);
  for (size_t k = 0; k < count;) {
    pair sum = pairs[k++];
    while (k < count && pairs[k].first == sum.first && pairs[k].second == sum.second) sum.weight += pairs[k++].weight;
    if (sum.weight != 0) pairs[kept++] = sum;
  }
  return kept;
}

static status fill_edges(cut_graph *graph, const pair *pairs) {
  const size_t n = graph->n, edges = graph->edges;
  TRY(ARENA_ARRAY(&graph->memory, edges, graph->first));
  TRY(ARENA_ARRAY(&graph->memory, edges, graph->second));
  TRY(ARENA_ARRAY(&graph->memory, edges, graph->weight));
  TRY(ARENA_ARRAY(&graph->memory, n + 2, graph->start));
  TRY(ARENA_ARRAY(&graph->memory, 2 * edges, graph->neighbour));
  TRY(ARENA_ARRAY(&graph->memory, 2 * edges, graph->incident));
  for (size_t k = 0; k < edges; k++) {
    graph->first[k] = pairs[k].first;
    graph->second[k] = pairs[k].second;
    graph->weight[k] = pairs[k].weight;
    graph->total += pairs[k].weight;
    graph->size += fabs(pairs[k].weight);
    graph->start[pairs[k].first + 2]++;
    graph->start[pairs[k].second + 2]++;
  }
  if (!isfinite(graph->size)) return FAIL(STATUS_NUMERIC, "a cut's weights must be finite numbers");
  for (size_t i = 2; i < n + 2; i++) graph->start[i] += graph->start[i - 1];
  /* start[i + 1] runs through the places of i and ends at the start of i + 1; smaller neighbours come first */
  for (size_t side = 0; side < 2; side++) {
    for (size_t k = 0; k < edges; k++) {
      const size_t i = side == 0 ? pairs[k].second : pairs[k].first;
      const size_t place = graph->start[i + 1]++;
      graph->neighbour[place] = side == 0 ? pairs[k].first : pairs[k].second;
      graph->incident[place] = pairs[k].weight;
    }
  }
  return STATUS_OK;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* If all weights are multiples of one power of two and can be added without rounding, cuts are multiples of their
 * greatest common divisor g; of 2 g, if the weights around every node sum to an even multiple, because moving a node
 * across the cut changes its value by a signed sum of the weights around it. */
static double lattice_step(const cut_graph *graph) {
  double unit = 1.0;
  for (size_t k = 0; k < graph->edges; k++) {
    while (unit > 0x1p-20 && graph->weight[k] != floor(graph->weight[k] / unit) * unit) unit /= 2;
    if (graph->weight[k] != floor(graph->weight[k] / unit) * unit) return 0;
  }
  if (graph->edges == 0 || graph->size / unit >= 0x1p52) return 0;
  uint64_t divisor = 0;
  for (size_t k = 0; k < graph->edges; k++) {
    divisor = greatest_divisor((uint64_t)(fabs(graph->weight[k]) / unit), divisor);
  }
  for (size_t i = 0; i < graph->n; i++) {
    double around = 0;
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) around += graph->incident[k];
    if (fmod(fabs(around) / unit, 2.0 * (double)divisor) != 0) return (double)divisor * unit;
  }
  return 2.0 * (double)divisor * unit;
}

static status graph_of_pairs(size_t n, size_t count, pair *pairs, cut_graph **out) {
  CLEANUP(cut_graph_free_at) cut_graph *graph = NULL;
  TRY(NEW_ARRAY(1, graph));
  graph->n = n;
  graph->edges = merge_pairs(count, pairs);
  TRY(fill_edges(graph, pairs));
  graph->step = lattice_step(graph);
  return HAND_OVER(graph, *out);
}

static pair pair_of(size_t i, size_t j, size_t place, double weight) {
  return (pair){.first = i < j ? i : j, .second = i < j ? j : i, .place = place, .weight = weight};
}

status cut_graph_new(size_t n, size_t count, const size_t *first, const size_t *second, const double *weight,
                     cut_graph **out) {
  FREED pair *pairs = NULL;
  size_t used = 0;
  *out = NULL;
  TRY(NEW_ARRAY(count, pairs));
  for (size_t k = 0; k < count; k++) {
    if (first[k] != second[k]) pairs[used++] = pair_of(first[k], second[k], k, weight[k]);
  }
  return graph_of_pairs(n, used, pairs, out);
}

status cut_graph_of_trials(const entry_trials *trials, cut_graph **out) {
  FREED pair *pairs = NULL;
  double together = 0;
  size_t used = 0;
  *out = NULL;
  TRY(NEW_ARRAY(trials->count, pairs));
  for (size_t t = 0; t < trials->count; t++) {
    const size_t i = trials->row[t], j = trials->column[t];
    const double apart = loss_value(&trials->loss, 1.0, trials->label[t]);
    const double same = loss_value(&trials->loss, -1.0, trials->label[t]);
    together += same;
    if (i != j) pairs[used++] = pair_of(i, j, t, same - apart);
  }
  TRY(graph_of_pairs(trials->n, used, pairs, out));
  (*out)->together = together;
  return STATUS_OK;
}

void cut_graph_free(cut_graph *graph) {
  if (graph == NULL) return;
  arena_free(&graph->memory);
  free(graph);
}

double cut_graph_value(const cut_graph *graph, const double *signs) {
  double value = 0;
  for (size_t k = 0; k < graph->edges; k++) {
    if (signs[graph->first[k]] * signs[graph->second[k]] < 0) value += graph->weight[k];
  }
  return value;
}

double cut_graph_rounding(const cut_graph *graph) {
  return graph->step > 0 ? 0.0 : 2.0 * (double)(graph->edges + 1) * DBL_EPSILON * graph->size;
}

double cut_graph_round_down(const cut_graph *graph, double bound) {
  return graph->step > 0 ? floor(bound / graph->step) * graph->step : bound;
}

double cut_graph_positive(const cut_graph *graph) {
  double sum = 0;
  for (size_t k = 0; k < graph->edges; k++) sum += fmax(0.0, graph->weight[k]);
  return sum + cut_graph_rounding(graph);
}
