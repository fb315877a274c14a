/* Strongly connected components of the majority graph (Tarjan 1972), without recursion. */
#include <stdlib.h>

#include "base/memory.h"
#include "hindsight/linear_ordering/linear_ordering.h"

typedef struct graph {
  size_t n;
  size_t *start, *head; /* arcs of v: head[start[v]..start[v+1]-1] */
  bool *paired;
  size_t *number, *low; /* visit number from 1, 0: not yet; smallest reachable one */
  size_t *next;         /* arc to follow next */
  size_t *path, depth;  /* being visited */
  size_t *open, opened; /* visited, component not known yet */
  bool *is_open;
} graph;

static void graph_free(graph *g) {
  free(g->start);
  free(g->head);
  free(g->paired);
  free(g->number);
  free(g->low);
  free(g->next);
  free(g->path);
  free(g->open);
  free(g->is_open);
}

static void add_arcs(const ordering_costs *costs, graph *g) {
  for (size_t p = 0; p < costs->count; p++) {
    const ordering_pair *pair = &costs->pairs[p];
    g->paired[pair->a] = g->paired[pair->b] = true;
    if (pair->a_first != pair->b_first) g->start[(pair->a_first < pair->b_first ? pair->a : pair->b) + 1]++;
  }
  for (size_t v = 0; v < g->n; v++) g->start[v + 1] += g->start[v];
  for (size_t v = 0; v < g->n; v++) g->next[v] = g->start[v];
  for (size_t p = 0; p < costs->count; p++) {
    const ordering_pair *pair = &costs->pairs[p];
    if (pair->a_first < pair->b_first) g->head[g->next[pair->a]++] = pair->b;
    if (pair->b_first < pair->a_first) g->head[g->next[pair->b]++] = pair->a;
  }
  for (size_t v = 0; v < g->n; v++) g->next[v] = g->start[v];
}

static status graph_new(const ordering_costs *costs, graph *g) {
  const size_t n = costs->n;
  *g = (graph){.n = n};
  TRY(NEW_ARRAY(n + 1, g->start));
  TRY(NEW_ARRAY(costs->count, g->head));
  TRY(NEW_ARRAY(n, g->paired));
  TRY(NEW_ARRAY(n, g->number));
  TRY(NEW_ARRAY(n, g->low));
  TRY(NEW_ARRAY(n, g->next));
  TRY(NEW_ARRAY(n, g->path));
  TRY(NEW_ARRAY(n, g->open));
  TRY(NEW_ARRAY(n, g->is_open));
  add_arcs(costs, g);
  return STATUS_OK;
}

static void enter(graph *g, size_t v, size_t *visits) {
  g->number[v] = g->low[v] = ++*visits;
  g->path[g->depth++] = v;
  g->open[g->opened++] = v;
  g->is_open[v] = true;
}

/* Moves the component that v closes from the open items to the front of out[0..*first-1]'s end. */
static void close_component(graph *g, size_t v, size_t *out, size_t *first, size_t *start, size_t *count) {
  size_t member;
  do {
    member = g->open[--g->opened];
    g->is_open[member] = false;
    out[--*first] = member;
  } while (member != v);
  start[(*count)++] = *first;
}

/* Components come out sinks first: they are written from the end to the front. */
static void visit(graph *g, size_t root, size_t *visits, size_t *out, size_t *first, size_t *start, size_t *count) {
  enter(g, root, visits);
  while (g->depth > 0) {
    const size_t v = g->path[g->depth - 1];
    if (g->next[v] < g->start[v + 1]) {
      const size_t w = g->head[g->next[v]++];
      if (g->number[w] == 0) {
        enter(g, w, visits);
      } else if (g->is_open[w] && g->number[w] < g->low[v]) {
        g->low[v] = g->number[w];
      }
      continue;
    }
    if (g->low[v] == g->number[v]) close_component(g, v, out, first, start, count);
    g->depth--;
    if (g->depth == 0) continue;
    const size_t parent = g->path[g->depth - 1];
    if (g->low[v] < g->low[parent]) g->low[parent] = g->low[v];
  }
}

status ordering_components(const ordering_costs *costs, size_t **items, size_t **start, size_t *count) {
  graph g;
  const size_t n = costs->n;
  size_t visits = 0, paired = 0;
  status code = STATUS_OK;
  *items = *start = NULL;
  *count = 0;
  CHECK(graph_new(costs, &g));
  CHECK(NEW_ARRAY(n, *items));
  CHECK(NEW_ARRAY(n + 1, *start));
  for (size_t v = 0; v < n; v++) paired += g.paired[v] ? 1 : 0;
  size_t first = paired;
  for (size_t v = n; v-- > 0;) {
    if (g.paired[v] && g.number[v] == 0) visit(&g, v, &visits, *items, &first, *start, count);
  }
  for (size_t c = 0; c < *count / 2; c++) {
    const size_t kept = (*start)[c];
    (*start)[c] = (*start)[*count - 1 - c];
    (*start)[*count - 1 - c] = kept;
  }
  for (size_t v = 0; v < n; v++) {
    if (g.paired[v]) continue;
    (*start)[(*count)++] = paired;
    (*items)[paired++] = v;
  }
  (*start)[*count] = n;
end:
  graph_free(&g);
  if (code == STATUS_OK) return code;
  free(*items);
  free(*start);
  *items = *start = NULL;
  return code;
}
