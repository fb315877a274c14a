#include "cell/kernel_view.h"
#include "base/random.h"

#define TIE 1e-9

status neighbour_splits_new(uint64_t seed, size_t n, bool **train) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED size_t *chosen = NULL;
  FREED bool *made = NULL;
  *train = NULL;
  TRY(NEW_ARRAY(NEIGHBOUR_SPLITS * n, made));
  TRY(NEW_ARRAY(n, chosen));
  TRY(random_stream_new(seed, "splits", &stream));
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    random_subset(stream, n, n / 2, chosen);
    for (size_t i = 0; i < n / 2; i++) made[s * n + chosen[i]] = true;
  }
  return HAND_OVER(made, *train);
}

static size_t nearest(size_t n, const bool *train, const double *distances, double tie) {
  size_t found = n;
  for (size_t j = 0; j < n; j++) {
    if (train[j] && (found == n || distances[j] < distances[found] - tie)) found = j;
  }
  return found;
}

double nearest_neighbour_error(size_t n, const bool *train, const size_t *classes, const double *distances) {
  const size_t tested = n - n / 2;
  double largest = 0.0, sum = 0.0;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(distances[i]));
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    const bool *flags = train + s * n;
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
      if (!flags[i]) wrong += classes[i] != classes[nearest(n, flags, distances + i * n, TIE * largest)];
    }
    sum += (double)wrong / (double)tested;
  }
  return sum / NEIGHBOUR_SPLITS;
}

/* K = -J D J / 2 */
static void centre(size_t n, const double *distances, double *mean, double *kernel) {
  double all = 0.0;
  for (size_t i = 0; i < n; i++) {
    mean[i] = 0.0;
    for (size_t j = 0; j < n; j++) mean[i] += distances[i * n + j];
    mean[i] /= (double)n;
    all += mean[i];
  }
  all /= (double)n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) kernel[i * n + j] = -0.5 * (distances[i * n + j] - (mean[i] + mean[j]) + all);
  }
}

status kernel_embedding(const eigen_backend *eigen, size_t n, const double *distances, double *x, double *y) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *kernel = NULL, *values = NULL, *vectors = NULL;
  TRY(eigen_solver_new(eigen, n, &solver));
  TRY(NEW_ARRAY(n * n, kernel));
  TRY(NEW_ARRAY(n, values));
  TRY(NEW_ARRAY(n * n, vectors));
  centre(n, distances, values, kernel);
  TRY(eigen_solve(solver, n, kernel, n, values, vectors, NULL));
  for (size_t i = 0; i < n; i++) {
    x[i] = sqrt(fmax(values[n - 1], 0.0)) * vectors[(n - 1) * n + i];
    y[i] = n < 2 ? 0.0 : sqrt(fmax(values[n - 2], 0.0)) * vectors[(n - 2) * n + i];
  }
  return STATUS_OK;
}
