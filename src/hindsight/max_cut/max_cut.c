#include "hindsight/max_cut/max_cut.h"
#include "base/hash.h"
#include "base/memo.h"
#include "hindsight/max_cut/max_cut_branch.h"
#include "hindsight/max_cut/max_cut_search.h"
#include "hindsight/max_cut/max_cut_semidefinite.h"
#include "hindsight/max_cut/max_cut_signs.h"

#define BRANCH_WORK 2e10 /* n^3 summed over the eigenproblems: some 35 seconds */
#define ENUMERATED 1e-11 /* rounding of the best of all cuts, as a multiple of graph->size */

static status enumerate(const cut_graph *graph, double *signs, max_cut_found *found) {
  CLEANUP(sign_problem_clear) sign_problem problem = {0};
  TRY(sign_problem_of_graph(graph, &problem));
  sign_problem_enumerate(&problem, signs);
  found->value = cut_graph_value(graph, signs);
  found->bound = found->value + (graph->step > 0 ? 0.0 : ENUMERATED * graph->size);
  return STATUS_OK;
}

static status semidefinite(const cut_graph *graph, double *bound) {
  FREED double *u = NULL;
  double found;
  TRY(NEW_ARRAY(graph->n, u));
  TRY(max_cut_multipliers(graph, u));
  TRY(max_cut_semidefinite_bound(graph, u, &found));
  *bound = fmin(*bound, found);
  return STATUS_OK;
}

static status search(const cut_graph *graph, double tolerance, double *signs, max_cut_found *found) {
  TRY(max_cut_search(graph, signs));
  found->bound = cut_graph_positive(graph);
  if (graph->n <= BRANCH_LARGEST) {
    TRY(max_cut_branch(graph, BRANCH_WORK, tolerance, signs, &found->bound));
  } else if (graph->n <= SEMIDEFINITE_LARGEST) {
    TRY(semidefinite(graph, &found->bound));
  }
  found->value = cut_graph_value(graph, signs);
  if (!(graph->step > 0)) found->bound += ENUMERATED * graph->size; /* the branch and bound enumerates its leaves */
  found->bound = fmax(found->value, cut_graph_round_down(graph, found->bound));
  return STATUS_OK;
}

static status question_key(const cut_graph *graph, double tolerance, char key[33]) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, "max_cut", sizeof "max_cut");
  stream_hash_bytes(hash, &tolerance, sizeof tolerance);
  stream_hash_bytes(hash, &graph->n, sizeof graph->n);
  stream_hash_bytes(hash, &graph->edges, sizeof graph->edges);
  stream_hash_bytes(hash, graph->first, graph->edges * sizeof *graph->first);
  stream_hash_bytes(hash, graph->second, graph->edges * sizeof *graph->second);
  stream_hash_bytes(hash, graph->weight, graph->edges * sizeof *graph->weight);
  stream_hash_text(hash, key);
  return STATUS_OK;
}

status max_cut(const cut_graph *graph, double tolerance, double *signs, max_cut_found *found) {
  const memo_part answer[] = {{signs, graph->n * sizeof *signs}, {found, sizeof *found}};
  char key[33];
  TRY(question_key(graph, tolerance, key));
  if (memo_find(key, 2, answer)) return STATUS_OK;
  if (graph->n <= SIGN_ENUMERABLE) {
    TRY(enumerate(graph, signs, found));
  } else {
    TRY(search(graph, tolerance, signs, found));
  }
  for (size_t i = graph->n; i-- > 0;) signs[i] *= signs[0];
  return memo_keep(key, 2, answer);
}
