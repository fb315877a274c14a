#include "hindsight/max_cut/max_cut_anneal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"

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

status max_cut_anneal(const cut_graph *graph, random_stream *stream, size_t sweeps, bool linear, double *signs) {
  annealing a = {.graph = graph, .stream = stream};
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(graph->n, a.signs));
  CHECK(NEW_ARRAY(graph->n, a.field));
  CHECK(NEW_ARRAY(graph->n, a.movable));
  anneal(&a, sweeps, linear);
  memcpy(signs, a.signs, graph->n * sizeof *signs);
end:
  free(a.signs);
  free(a.field);
  free(a.movable);
  return code;
}
