#include "hindsight/max_cut/max_cut_search.h"
#include "base/fixed_math.h"
#include "base/hash.h"
#include "base/random.h"

/* ---- annealing of cuts (Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, Science 220 (1983)), followed
 * by the exchanges of Kernighan and Lin, An efficient heuristic procedure for partitioning graphs, Bell System
 * Technical Journal 49 (1970), while these gain */

/* of the root mean square gain of a move in a random cut */
#define FIRST_TEMPERATURE 0.7
#define LAST_TEMPERATURE 0.02 /* as a multiple of the first one, if it falls by a fixed factor */

typedef struct annealing {
  const cut_graph *graph;
  random_stream *stream;
  size_t *movable;
  double *signs, *field; /* field_i = sum_j w_ij x_j: moving node i across gains x_i field_i */
} annealing;

static void random_cut(annealing *a) {
  const cut_graph *graph = a->graph;
  for (size_t i = 0; i < graph->n; i++) a->signs[i] = random_chance(a->stream, 0.5) ? 1 : -1;
  for (size_t i = 0; i < graph->n; i++) {
    a->field[i] = 0;
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      a->field[i] += graph->incident[k] * a->signs[graph->neighbour[k]];
    }
  }
}

static void move(annealing *a, size_t i) {
  const cut_graph *graph = a->graph;
  a->signs[i] = -a->signs[i];
  const double twice = 2 * a->signs[i];
  for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
    a->field[graph->neighbour[k]] += twice * graph->incident[k];
  }
}

static void sweep(annealing *a, double temperature) {
  for (size_t i = 0; i < a->graph->n; i++) {
    const double exponent = a->signs[i] * a->field[i] / temperature;
    if (exponent < -30) continue; /* has a chance of 10^-13 */
    if (exponent >= 0 || random_uniform(a->stream) < fixed_exp(exponent)) move(a, i);
  }
}

/* Every node moves once, the one with the largest gain first, even if that is negative; then all moves after the best
 * point are undone. */
static double exchange(annealing *a) {
  const size_t n = a->graph->n;
  double gained = 0, most = 0;
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) a->movable[i] = i;
  for (size_t count = 0; count < n; count++) {
    size_t place = count;
    double largest = -INFINITY;
    for (size_t k = count; k < n; k++) {
      const double gain = a->signs[a->movable[k]] * a->field[a->movable[k]];
      if (gain <= largest) continue;
      largest = gain;
      place = k;
    }
    const size_t i = a->movable[place];
    a->movable[place] = a->movable[count];
    a->movable[count] = i;
    move(a, i);
    gained += largest;
    if (gained <= most) continue;
    most = gained;
    kept = count + 1;
  }
  for (size_t count = n; count-- > kept;) move(a, a->movable[count]);
  return most;
}

static void anneal(annealing *a, size_t sweeps, bool linear) {
  double squares = 0;
  for (size_t k = 0; k < a->graph->edges; k++) squares += a->graph->weight[k] * a->graph->weight[k];
  const double first = FIRST_TEMPERATURE * sqrt(2 * squares / (double)a->graph->n);
  random_cut(a);
  for (size_t s = 0; s < sweeps && first > 0; s++) {
    const double left = (double)(sweeps - s) / (double)sweeps;
    sweep(a, first * (linear ? left : fixed_pow(LAST_TEMPERATURE, 1 - left)));
  }
  while (exchange(a) > 1e-12 * a->graph->size) {
  } /* more than rounding can produce */
}

/* signs (n) = a good cut, from a random one. The temperature falls linearly to 0, or by a fixed factor from sweep to
 * sweep. */
static status anneal_cut(const cut_graph *graph, random_stream *stream, size_t sweeps, bool linear, double *signs) {
  FREED size_t *movable = NULL;
  FREED double *field = NULL;
  TRY(NEW_ARRAY(graph->n, movable));
  TRY(NEW_ARRAY(graph->n, field));
  anneal(&(annealing){graph, stream, movable, signs, field}, sweeps, linear);
  return STATUS_OK;
}

/* ---- the population */

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
  arena memory; /* of the arrays */
} population;

static status content_seed(const cut_graph *graph, uint64_t *seed) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  char text[33];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, &graph->n, sizeof graph->n);
  stream_hash_bytes(hash, graph->first, graph->edges * sizeof *graph->first);
  stream_hash_bytes(hash, graph->second, graph->edges * sizeof *graph->second);
  stream_hash_bytes(hash, graph->weight, graph->edges * sizeof *graph->weight);
  stream_hash_text(hash, text);
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
  CLEANUP(cut_graph_free_at) cut_graph *between = NULL;
  FREED double *turned = NULL;
  for (size_t k = 0; k < graph->edges; k++) {
    p->first[k] = p->group[graph->first[k]];
    p->second[k] = p->group[graph->second[k]];
    p->weight[k] = graph->weight[k] * cut[graph->first[k]] * cut[graph->second[k]];
  }
  TRY(cut_graph_new(groups, graph->edges, p->first, p->second, p->weight, &between));
  TRY(NEW_ARRAY(groups, turned));
  TRY(anneal_cut(between, p->stream, CHILD_SWEEPS, random_chance(p->stream, 0.5), turned));
  for (size_t i = 0; i < graph->n; i++) p->child[i] = cut[i] * turned[p->group[i]];
  return STATUS_OK;
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
  TRY(ARENA_ARRAY(&p->memory, graph->n, p->child));
  TRY(ARENA_ARRAY(&p->memory, graph->n, p->above));
  TRY(ARENA_ARRAY(&p->memory, graph->n, p->group));
  TRY(ARENA_ARRAY(&p->memory, graph->edges, p->weight));
  TRY(ARENA_ARRAY(&p->memory, graph->edges, p->first));
  return ARENA_ARRAY(&p->memory, graph->edges, p->second);
}

static void population_clear(population *p) {
  random_stream_free(p->stream);
  for (size_t k = 0; k < CUTS; k++) free(p->cut[k]);
  arena_free(&p->memory);
}

status max_cut_search(const cut_graph *graph, double *signs) {
  const double cost = CUTS * ((double)graph->n + 0.4 * (double)graph->edges); /* of a sweep each */
  const size_t sweeps = (size_t)fmin(fmax(MOVES / fmax(cost, 1.0), FEWEST_SWEEPS), MOST_SWEEPS);
  CLEANUP(population_clear) population p = {0};
  size_t best = 0;
  TRY(population_new(graph, &p));
  for (size_t k = 0; k < CUTS; k++) {
    TRY(anneal_cut(graph, p.stream, sweeps, k % 2 == 0, p.cut[k]));
    p.value[k] = cut_graph_value(graph, p.cut[k]);
  }
  TRY(evolve(&p));
  for (size_t k = 1; k < CUTS; k++) {
    if (p.value[k] > p.value[best]) best = k;
  }
  for (size_t i = 0; i < graph->n; i++) signs[i] = p.cut[best][i] * p.cut[best][0];
  return STATUS_OK;
}
