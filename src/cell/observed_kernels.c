#include "cell/observed_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "base/tsv.h"
#include "cell/kernel_view.h"

static const char error_name[] = "nearest_neighbour_error", spectrum_name[] = "spectrum",
                  embedding_name[] = "embedding";

struct observed_kernels {
  const problem *problem;
  const learner *learner;
  comparator *comparator; /* NULL: none that is a symmetric matrix */
  const eigen_backend *eigen;
  size_t n;
  bool error, spectrum, embedding;
  bool *train; /* of the splits */
  const size_t *classes;
  double *distances; /* n x n */
};

bool observed_of_kernels(const char *name) {
  return strcmp(name, error_name) == 0 || strcmp(name, spectrum_name) == 0 || strcmp(name, embedding_name) == 0;
}

void observed_kernels_free(observed_kernels *kernels) {
  if (kernels == NULL) return;
  free(kernels->train);
  free(kernels->distances);
  free(kernels);
}

/* The learner's distances, or the comparator's. */
static status find_distances(observed_kernels *kernels, bool target) {
  const size_t n = kernels->n;
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) {
      const instance x = instance_distance(n, a, b);
      double half = 0.0;
      if (target) {
        half = comparator_value(kernels->comparator, &x);
      } else {
        TRY(learner_score(kernels->learner, &x, &half));
      }
      kernels->distances[a * n + b] = kernels->distances[b * n + a] = 2.0 * half;
    }
  }
  return STATUS_OK;
}

/* Eigenvalues are ascending; the largest comes first. */
static status add_spectrum(observations *observed, size_t t, const char *name, size_t n, const double *eigenvalues) {
  TRY(observations_reserve(observed, n));
  for (size_t i = 0; i < n; i++) observations_add(observed, t, name, i + 1, eigenvalues[n - 1 - i]);
  return STATUS_OK;
}

/* What is rounding becomes 0: a logarithmic axis would show nothing else. */
static void drop_rounding(size_t n, double *eigenvalues) {
  const double least = 1e-14 * eigenvalues[n - 1];
  for (size_t i = 0; i < n; i++) {
    if (fabs(eigenvalues[i]) < least) eigenvalues[i] = 0.0;
  }
}

static status target_spectrum(const observed_kernels *kernels, observations *observed) {
  const size_t n = kernels->n;
  eigen_solver *solver = NULL;
  double *matrix = NULL, *values = NULL, *vectors = NULL;
  status code = STATUS_OK;
  CHECK(eigen_solver_new(kernels->eigen, n, &solver));
  CHECK(NEW_ARRAY(n * n, matrix));
  CHECK(NEW_ARRAY(n, values));
  CHECK(NEW_ARRAY(n * n, vectors));
  instance_to_dense(comparator_instance(kernels->comparator), matrix);
  CHECK(eigen_solve(solver, n, matrix, n, values, vectors, NULL));
  drop_rounding(n, values);
  CHECK(add_spectrum(observed, 0, "target_spectrum", n, values));
end:
  eigen_solver_free(solver);
  free(matrix);
  free(values);
  free(vectors);
  return code;
}

static status learned_spectrum(const observed_kernels *kernels, observations *observed, size_t t) {
  spectral *w = learner_parameter(kernels->learner);
  double *values = NULL;
  if (w == NULL || spectral_link_of(w) == LINK_SINH) return STATUS_OK;
  TRY(NEW_ARRAY(kernels->n, values));
  status code = spectral_eigenvalues(w, values);
  if (code == STATUS_OK) code = add_spectrum(observed, t, spectrum_name, kernels->n, values);
  free(values);
  return code;
}

static void write_class(FILE *file, const char *const *names, const size_t *classes, size_t item) {
  if (classes == NULL || names == NULL) {
    (void)fputs("-", file);
    return;
  }
  tsv_put_name(file, names[classes[item]]);
}

static void write_rows(FILE *file, const observed_kernels *kernels, const char *kernel, const double *x,
                       const double *y) {
  const char *const *names = NULL;
  const problem *problem = kernels->problem;
  const size_t *classes =
      problem->class->methods->classes == NULL ? NULL : problem->class->methods->classes(problem->self, &names);
  for (size_t i = 0; i < kernels->n; i++) {
    (void)fprintf(file, "%s\t%zu\t", kernel, i + 1);
    write_class(file, names, classes, i);
    (void)fputc('\t', file);
    number_write(file, x[i]);
    (void)fputc('\t', file);
    number_write(file, y[i]);
    (void)fputc('\n', file);
  }
}

/* Turns the axis x around if it points against the other one. */
static void align(size_t n, const double *target, double *x) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += target[i] * x[i];
  for (size_t i = 0; i < n && sum < 0.0; i++) x[i] = -x[i];
}

static status embed(observed_kernels *kernels, observations *observed) {
  const size_t n = kernels->n;
  double *places = NULL; /* x, y of the learned kernel, x, y of the target */
  size_t length = 0;
  FILE *file = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(4 * n, places));
  CHECK(find_distances(kernels, false));
  CHECK(kernel_embedding(kernels->eigen, n, kernels->distances, places, places + n));
  if (kernels->comparator != NULL) {
    CHECK(find_distances(kernels, true));
    CHECK(kernel_embedding(kernels->eigen, n, kernels->distances, places + 2 * n, places + 3 * n));
    align(n, places + 2 * n, places);
    align(n, places + 3 * n, places + n);
  }
  file = memory_stream(&observed->embedding, &length);
  if (file == NULL) {
    code = FAIL(STATUS_MEMORY, "no memory for an embedding");
    goto end;
  }
  write_rows(file, kernels, "learned", places, places + n);
  if (kernels->comparator != NULL) write_rows(file, kernels, "target", places + 2 * n, places + 3 * n);
  const bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) code = FAIL(STATUS_MEMORY, "no memory for an embedding");
end:
  free(places);
  return code;
}

static status prepare_splits(observed_kernels *kernels, observations *observed, uint64_t seed) {
  const problem *problem = kernels->problem;
  if (problem->class->methods->classes != NULL)
    kernels->classes = problem->class->methods->classes(problem->self, NULL);
  if (kernels->classes == NULL || kernels->n < 2) {
    return FAIL(STATUS_INVALID, "observe: \"%s\": %s has no classes of items", error_name, problem->class->about.name);
  }
  TRY(neighbour_splits_new(seed, kernels->n, &kernels->train));
  if (kernels->comparator == NULL) return STATUS_OK;
  TRY(find_distances(kernels, true));
  observations_add(observed, 0, "target_nearest_neighbour_error", 0,
                   nearest_neighbour_error(kernels->n, kernels->train, kernels->classes, kernels->distances));
  return STATUS_OK;
}

static bool is_symmetric_matrix(const comparator *u) {
  if (u == NULL) return false;
  const comparator_kind kind = comparator_kind_of(u);
  return kind == COMPARATOR_FRAME || kind == COMPARATOR_COORDINATES || kind == COMPARATOR_VECTOR ||
         kind == COMPARATOR_MATRIX;
}

static status prepare(observed_kernels *kernels, observations *observed, uint64_t seed) {
  TRY(NEW_ARRAY(kernels->n * kernels->n, kernels->distances));
  if (kernels->error) TRY(prepare_splits(kernels, observed, seed));
  return kernels->spectrum && kernels->comparator != NULL ? target_spectrum(kernels, observed) : STATUS_OK;
}

status observed_kernels_new(observations *observed, const problem *problem, comparator *comparator,
                            const learner *learner, uint64_t seed, const eigen_backend *eigen, observed_kernels **out) {
  observed_kernels asked = {.problem = problem, .learner = learner, .eigen = eigen, .n = problem->facts.n}, *made;
  *out = NULL;
  asked.error = observations_wants(observed, error_name);
  asked.spectrum = observations_wants(observed, spectrum_name);
  asked.embedding = observations_wants(observed, embedding_name);
  if (!asked.error && !asked.spectrum && !asked.embedding) return STATUS_OK;
  if (is_symmetric_matrix(comparator)) asked.comparator = comparator;
  TRY(NEW_ARRAY(1, made));
  *made = asked;
  const status code = prepare(made, observed, seed);
  if (code != STATUS_OK) {
    observed_kernels_free(made);
    return code;
  }
  *out = made;
  return STATUS_OK;
}

status observed_kernels_take(observed_kernels *kernels, observations *observed, size_t t) {
  if (kernels == NULL || !kernels->error) return STATUS_OK;
  TRY(find_distances(kernels, false));
  observations_add(observed, t, error_name, 0,
                   nearest_neighbour_error(kernels->n, kernels->train, kernels->classes, kernels->distances));
  return STATUS_OK;
}

status observed_kernels_finish(observed_kernels *kernels, observations *observed, size_t t) {
  if (kernels == NULL) return STATUS_OK;
  if (kernels->spectrum) TRY(learned_spectrum(kernels, observed, t));
  return kernels->embedding ? embed(kernels, observed) : STATUS_OK;
}
