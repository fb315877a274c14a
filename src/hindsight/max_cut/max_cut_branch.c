#include "hindsight/max_cut/max_cut_branch.h"
#include "hindsight/max_cut/max_cut_triangle_search.h"
#include "linalg/kernels.h"

enum { LEAF = 18 }; /* number of signs up to which all sign vectors are enumerated */

typedef struct decision {
  size_t i, j; /* x_j = sign x_i, in the numbering after the decisions before it */
  double sign;
} decision;

typedef struct node {
  size_t depth;
  decision *decisions;
  sign_duals duals;
  double bound;
  size_t pair[2]; /* the next decision */
} node;

typedef struct branching {
  const cut_graph *graph;
  sign_problem root, problem; /* problem: scratch for the present node */
  triangle_search *search;
  node *open;
  size_t count, room;
  double *signs, *scratch; /* the best cut */
  double best, enough, tolerance, work;
} branching;

static void node_clear(node *a) {
  free(a->decisions);
  sign_duals_clear(&a->duals);
}

/* No better value is possible below the node. */
static double enough_of(const branching *b) {
  return b->best + (b->graph->step > 0 ? b->graph->step : b->tolerance);
}

static void form_problem(branching *b, const node *a) {
  const size_t n = b->root.n;
  b->problem.n = n;
  b->problem.constant = b->root.constant;
  memcpy(b->problem.q, b->root.q, n * n * sizeof *b->problem.q);
  for (size_t d = 0; d < a->depth; d++) {
    sign_problem_contract(&b->problem, a->decisions[d].i, a->decisions[d].j, a->decisions[d].sign);
  }
}

/* The node's best sign vector; decisions are undone from the last one on. */
static void enumerate_leaf(branching *b, const node *a) {
  double *x = b->scratch;
  size_t n = b->problem.n;
  for (size_t i = 0; i < n; i++) x[i] = 1; /* any signs will do where no weight is left */
  if (n <= LEAF) sign_problem_enumerate(&b->problem, x);
  for (size_t d = a->depth; d-- > 0; n++) {
    const size_t i = a->decisions[d].i, j = a->decisions[d].j;
    const double value = a->decisions[d].sign * x[i > j ? i - 1 : i];
    memmove(x + j + 1, x + j, (n - j) * sizeof *x);
    x[j] = value;
  }
  const double value = cut_graph_value(b->graph, x);
  if (value <= b->best) return;
  b->best = value;
  memcpy(b->signs, x, b->graph->n * sizeof *x);
  b->enough = enough_of(b);
}

static status keep_open(branching *b, node *a) {
  TRY(memory_room(&b->open, &b->room, b->count + 1, sizeof *b->open));
  b->open[b->count++] = *a;
  *a = (node){0};
  return STATUS_OK;
}

/* Bounds the node; if it is still open it is kept, and *a is empty then. */
static status bound_node(branching *b, node *a, double parent_bound) {
  form_problem(b, a);
  if (b->problem.n <= LEAF || kernel_norm(b->problem.n * b->problem.n, b->problem.q) == 0) {
    enumerate_leaf(b, a);
    return STATUS_OK;
  }
  TRY(triangle_search_run(b->search, &b->problem, b->enough, &a->duals, &a->bound, a->pair, &b->work));
  a->bound = fmin(a->bound, parent_bound);
  if (a->bound < b->enough) return STATUS_OK;
  /* an open node keeps only the memory that its triangles need */
  sign_triangle *less = realloc(a->duals.triangle, (a->duals.count + 1) * sizeof *less);
  if (less != NULL) a->duals.triangle = less;
  a->duals.room = a->duals.count;
  return keep_open(b, a);
}

static status child_of(const branching *b, const node *parent, double sign, node *out) {
  *out = (node){.depth = parent->depth + 1};
  TRY(NEW_ARRAY(out->depth, out->decisions));
  if (parent->depth > 0) memcpy(out->decisions, parent->decisions, parent->depth * sizeof *out->decisions);
  out->decisions[parent->depth] = (decision){parent->pair[0], parent->pair[1], sign};
  TRY(sign_duals_new(parent->duals.n, triangle_search_room(b->search), &out->duals));
  sign_duals_set(&parent->duals, &out->duals);
  sign_duals_contract(&out->duals, parent->pair[0], parent->pair[1], sign);
  return STATUS_OK;
}

static size_t worst_open(const branching *b) {
  size_t worst = 0;
  for (size_t k = 1; k < b->count; k++) {
    if (b->open[k].bound > b->open[worst].bound) worst = k;
  }
  return worst;
}

static status branch_on_worst(branching *b) {
  const size_t place = worst_open(b);
  CLEANUP(node_clear) node parent = b->open[place];
  b->open[place] = b->open[--b->count];
  for (int side = 0; side < 2; side++) {
    CLEANUP(node_clear) node child = {0};
    TRY(child_of(b, &parent, side == 0 ? 1.0 : -1.0, &child));
    TRY(bound_node(b, &child, parent.bound)); /* NOLINT(clang-analyzer-unix.Malloc): CLEANUP */
  }
  return STATUS_OK;
}

static void drop_closed(branching *b) {
  size_t kept = 0;
  for (size_t k = 0; k < b->count; k++) {
    if (b->open[k].bound >= b->enough)
      b->open[kept++] = b->open[k];
    else
      node_clear(&b->open[k]);
  }
  b->count = kept;
}

/* Diagonally dominant: x^T Q x <= sum |Q_ij|. */
static status bound_root(branching *b, double upper) {
  const size_t n = b->graph->n;
  CLEANUP(node_clear) node root = {0};
  TRY(sign_duals_new(n, triangle_search_room(b->search), &root.duals));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) root.duals.u[i] += fabs(b->root.q[i * n + j]);
  }
  return bound_node(b, &root, upper); /* NOLINT(clang-analyzer-unix.Malloc): CLEANUP */
}

static void branching_free(branching *b) {
  for (size_t k = 0; k < b->count; k++) node_clear(&b->open[k]);
  free(b->open);
  free(b->scratch);
  sign_problem_clear(&b->root);
  sign_problem_clear(&b->problem);
  triangle_search_free(b->search);
}

status max_cut_branch(const cut_graph *graph, double work, double tolerance, double *signs, double *upper) {
  CLEANUP(branching_free) branching b = {.graph = graph, .signs = signs, .tolerance = tolerance};
  if (graph->n > BRANCH_LARGEST) return FAIL(STATUS_INVALID, "%zu nodes are too many for branch and bound", graph->n);
  b.best = cut_graph_value(graph, signs);
  b.enough = enough_of(&b);
  TRY(NEW_ARRAY(graph->n, b.scratch));
  TRY(sign_problem_of_graph(graph, &b.root));
  TRY(sign_problem_copy(&b.root, &b.problem));
  TRY(triangle_search_new(graph->n, &b.search));
  TRY(bound_root(&b, *upper));
  drop_closed(&b);
  while (b.count > 0 && b.work < work) {
    TRY(branch_on_worst(&b));
    drop_closed(&b);
  }
  if (b.count > 0)
    *upper = fmax(b.best, fmin(*upper, b.open[worst_open(&b)].bound));
  else
    *upper = fmax(b.best, fmin(*upper, b.best + (graph->step > 0 ? 0 : tolerance)));
  return STATUS_OK;
}
