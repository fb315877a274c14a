#include "hindsight/max_cut/max_cut_semidefinite.h"
#include "base/random.h"
#include "linalg/cholesky.h"
#include "linalg/kernels.h"
#include <float.h>

enum { MOST_SWEEPS = 3000, POWER_STEPS = 300, MOST_SHIFTS = 40 };
#define SMALLEST_GAIN 1e-10 /* of one sweep, as a multiple of the value */

/* One sweep: each v_i becomes the best one for the present others. Stores u_i and returns their sum. */
static double mix(const cut_graph *graph, size_t rank, double *vectors, double *sum, double *u) {
  double total = 0;
  for (size_t i = 0; i < graph->n; i++) {
    memset(sum, 0, rank * sizeof *sum);
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      kernel_axpy(rank, -graph->incident[k], vectors + graph->neighbour[k] * rank, sum);
    }
    const double length = kernel_norm(rank, sum);
    u[i] = length / 4;
    total += u[i];
    if (!(length > 0)) continue;
    memcpy(vectors + i * rank, sum, rank * sizeof *sum);
    kernel_scale(rank, 1 / length, vectors + i * rank);
  }
  return total;
}

status max_cut_multipliers(const cut_graph *graph, double *u) {
  const size_t n = graph->n, rank = (size_t)ceil(sqrt(2.0 * (double)n)) + 1;
  FREED double *vectors = NULL, *sum = NULL;
  double before = -INFINITY;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(NEW_ARRAY(n * rank, vectors));
  TRY(NEW_ARRAY(rank, sum));
  TRY(random_stream_new(n, "max cut vectors", &stream));
  for (size_t i = 0; i < n; i++) random_unit_vector(stream, rank, vectors + i * rank);
  for (size_t sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const double now = mix(graph, rank, vectors, sum, u);
    if (fabs(now - before) <= SMALLEST_GAIN * now) break;
    before = now;
  }
  return STATUS_OK;
}

/* y = (Diag(u) + W/4) x */
static void apply(const cut_graph *graph, const double *u, const double *x, double *y) {
  for (size_t i = 0; i < graph->n; i++) {
    y[i] = u[i] * x[i];
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      y[i] += graph->incident[k] / 4 * x[graph->neighbour[k]];
    }
  }
}

/* An estimate without certificate, by power steps on (largest - matrix): where the search for a certificate starts. */
static double guess_least(const cut_graph *graph, const double *u, double *x, double *y) {
  double largest = 0, least = 0;
  for (size_t i = 0; i < graph->n; i++) {
    double row = fabs(u[i]);
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) row += fabs(graph->incident[k]) / 4;
    largest = fmax(largest, row);
    x[i] = 1 + (double)(i % 7) / 7;
  }
  for (size_t step = 0; step < POWER_STEPS; step++) {
    kernel_scale(graph->n, 1 / kernel_norm(graph->n, x), x);
    apply(graph, u, x, y);
    least = kernel_dot(graph->n, x, y);
    for (size_t i = 0; i < graph->n; i++) x[i] = largest * x[i] - y[i];
  }
  return least;
}

static void form_matrix(const cut_graph *graph, const double *u, double *matrix) {
  const size_t n = graph->n;
  memset(matrix, 0, n * n * sizeof *matrix);
  for (size_t i = 0; i < n; i++) {
    matrix[i * n + i] = u[i];
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
      matrix[i * n + graph->neighbour[k]] = graph->incident[k] / 4;
    }
  }
}

/* A completed factorisation proves lambda_min >= -(n + 2) eps / (1 - (n + 2) eps) times the trace, eps = 2^-53 (Rump
 * 2006, theorem 2.3); twice that also covers the rounding of the shifted diagonal. */
static double rounding_of(size_t n, double trace) {
  return 2 * ((double)n + 2) * DBL_EPSILON * trace + DBL_MIN;
}

status max_cut_semidefinite_bound(const cut_graph *graph, const double *u, double *bound) {
  const size_t n = graph->n;
  FREED double *matrix = NULL, *work = NULL, *x = NULL, *y = NULL;
  double sum = 0, size = 0;
  bool proved = false;
  if (n > SEMIDEFINITE_LARGEST) return FAIL(STATUS_INVALID, "%zu nodes are too many for the semidefinite bound", n);
  for (size_t i = 0; i < n; i++) {
    sum += u[i];
    size += fabs(u[i]);
  }
  if (!isfinite(size)) return FAIL(STATUS_INVALID, "the multipliers must be finite numbers");
  TRY(NEW_ARRAY(n * n, matrix));
  TRY(NEW_ARRAY(n * n, work));
  TRY(NEW_ARRAY(n, x));
  TRY(NEW_ARRAY(n, y));
  form_matrix(graph, u, matrix);
  double shift = 1.02 * fmax(0.0, -guess_least(graph, u, x, y)) + 1e-7 * size / (double)n + DBL_MIN;
  for (size_t attempt = 0; attempt < MOST_SHIFTS && !proved; attempt++) {
    proved = cholesky_positive(n, matrix, 1.0, shift, work);
    if (!proved) shift *= 2;
  }
  *bound = cut_graph_positive(graph);
  if (!proved) return STATUS_OK;
  const double added = shift + rounding_of(n, size + (double)n * shift);
  *bound = fmin(*bound, graph->total / 2 + sum + (double)n * added + cut_graph_rounding(graph) + 1e-12 * size);
  return STATUS_OK;
}
