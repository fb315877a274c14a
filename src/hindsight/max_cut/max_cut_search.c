#include "hindsight/max_cut/max_cut_search.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "hindsight/max_cut/max_cut_anneal.h"

enum { CUTS = 24, FEWEST_SWEEPS = 300, MOST_SWEEPS = 30000, CHILDREN = 128, CHILD_SWEEPS = 2000, MOST_PARENTS = 4 };
#define MOVES 1e9 /* of all annealed cuts together: proposed moves, and updates of neighbours */

typedef struct population {
  const cut_graph *graph;
  random_stream *stream;
  double *cut[CUTS], *child;
  double value[CUTS];
  size_t *above, *group; /* union-find: the parent, for roots the node itself; the number of the group */
  double *weight;        /* of the edges between groups */
  size_t *first, *second;
} population;

static status content_seed(const cut_graph *graph, uint64_t *seed) {
  stream_hash *hash = NULL;
  char text[33];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, &graph->n, sizeof graph->n);
  stream_hash_bytes(hash, graph->first, graph->edges * sizeof *graph->first);
  stream_hash_bytes(hash, graph->second, graph->edges * sizeof *graph->second);
  stream_hash_bytes(hash, graph->weight, graph->edges * sizeof *graph->weight);
  stream_hash_text(hash, text);
  stream_hash_free(hash);
  text[16] = '\0';
  *seed = strtoull(text, NULL, 16);
  return STATUS_OK;
}

static size_t root_of(size_t *group, size_t i) {
  while (group[i] != i) {
    group[i] = group[group[i]];
    i = group[i];
  }
  return i;
}

static bool parents_agree(const population *p, size_t parents, const size_t *parent, size_t i, size_t j) {
  const double side = p->cut[parent[0]][i] * p->cut[parent[0]][j];
  for (size_t l = 1; l < parents; l++) {
    if (p->cut[parent[l]][i] * p->cut[parent[l]][j] != side) return false;
  }
  return true;
}

/* Joins neighbours if all parents agree whether they are on the same side. Returns the number of groups. */
static size_t group_nodes(population *p, size_t parents, const size_t *parent) {
  const cut_graph *graph = p->graph;
  size_t groups = 0;
  for (size_t i = 0; i < graph->n; i++) p->above[i] = i;
  for (size_t k = 0; k < graph->edges; k++) {
    if (!parents_agree(p, parents, parent, graph->first[k], graph->second[k])) continue;
    const size_t a = root_of(p->above, graph->first[k]), b = root_of(p->above, graph->second[k]);
    p->above[a > b ? a : b] = a > b ? b : a;
  }
  for (size_t i = 0; i < graph->n; i++) { /* roots come before the nodes of their group */
    const size_t root = root_of(p->above, i);
    p->group[i] = root == i ? groups++ : p->group[root];
  }
  return groups;
}

/* Which groups of the first parent's cut to flip is a smaller max-cut problem. child = a good answer to it. */
static status make_child(population *p, size_t parents, const size_t *parent) {
  const cut_graph *graph = p->graph;
  const double *cut = p->cut[parent[0]];
  const size_t groups = group_nodes(p, parents, parent);
  cut_graph *between = NULL;
  double *turned = NULL;
  status code = STATUS_OK;
  for (size_t k = 0; k < graph->edges; k++) {
    p->first[k] = p->group[graph->first[k]];
    p->second[k] = p->group[graph->second[k]];
    p->weight[k] = graph->weight[k] * cut[graph->first[k]] * cut[graph->second[k]];
  }
  CHECK(cut_graph_new(groups, graph->edges, p->first, p->second, p->weight, &between));
  CHECK(NEW_ARRAY(groups, turned));
  CHECK(max_cut_anneal(between, p->stream, CHILD_SWEEPS, random_chance(p->stream, 0.5), turned));
  for (size_t i = 0; i < graph->n; i++) p->child[i] = cut[i] * turned[p->group[i]];
end:
  cut_graph_free(between);
  free(turned);
  return code;
}

/* The child replaces the worst cut, unless it is no better or a cut of its value exists already. */
static void replace_worst(population *p) {
  const double value = cut_graph_value(p->graph, p->child);
  size_t worst = 0;
  for (size_t k = 0; k < CUTS; k++) {
    if (p->value[k] == value) return;
    if (p->value[k] < p->value[worst]) worst = k;
  }
  if (value <= p->value[worst]) return;
  p->value[worst] = value;
  memcpy(p->cut[worst], p->child, p->graph->n * sizeof *p->child);
}

static status evolve(population *p) {
  for (size_t child = 0; child < CHILDREN; child++) {
    size_t parent[MOST_PARENTS];
    const size_t parents = 2 + random_index(p->stream, MOST_PARENTS - 1);
    random_subset(p->stream, CUTS, parents, parent);
    TRY(make_child(p, parents, parent));
    replace_worst(p);
  }
  return STATUS_OK;
}

static status population_new(const cut_graph *graph, population *p) {
  uint64_t seed;
  *p = (population){.graph = graph};
  TRY(content_seed(graph, &seed));
  TRY(random_stream_new(seed, "max cut", &p->stream));
  for (size_t k = 0; k < CUTS; k++) TRY(NEW_ARRAY(graph->n, p->cut[k]));
  TRY(NEW_ARRAY(graph->n, p->child));
  TRY(NEW_ARRAY(graph->n, p->above));
  TRY(NEW_ARRAY(graph->n, p->group));
  TRY(NEW_ARRAY(graph->edges, p->weight));
  TRY(NEW_ARRAY(graph->edges, p->first));
  return NEW_ARRAY(graph->edges, p->second);
}

static void population_clear(population *p) {
  random_stream_free(p->stream);
  for (size_t k = 0; k < CUTS; k++) free(p->cut[k]);
  free(p->child);
  free(p->above);
  free(p->group);
  free(p->weight);
  free(p->first);
  free(p->second);
}

status max_cut_search(const cut_graph *graph, double *signs) {
  const double cost = CUTS * ((double)graph->n + 0.4 * (double)graph->edges); /* of a sweep each */
  const size_t sweeps = (size_t)fmin(fmax(MOVES / fmax(cost, 1.0), FEWEST_SWEEPS), MOST_SWEEPS);
  population p;
  size_t best = 0;
  status code = population_new(graph, &p);
  for (size_t k = 0; k < CUTS && code == STATUS_OK; k++) {
    code = max_cut_anneal(graph, p.stream, sweeps, k % 2 == 0, p.cut[k]);
    if (code == STATUS_OK) p.value[k] = cut_graph_value(graph, p.cut[k]);
  }
  if (code == STATUS_OK) code = evolve(&p);
  for (size_t k = 1; k < CUTS; k++) {
    if (p.value[k] > p.value[best]) best = k;
  }
  for (size_t i = 0; i < graph->n && code == STATUS_OK; i++) signs[i] = p.cut[best][i] * p.cut[best][0];
  population_clear(&p);
  return code;
}
