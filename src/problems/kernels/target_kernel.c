#include "problems/kernels/target_kernel.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/random/portable_math.h"
#include "base/state.h"
#include "data/kernel_file.h"
#include "data/text_lines.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

/* Mirrored entries may differ by this fraction of the largest one; eigenvalues below minus this fraction of |K|_F are negative. */
#define SYMMETRY_TOLERANCE 1e-9
#define NEGATIVE_TOLERANCE 1e-10

void target_kernel_free(target_kernel *kernel) {
  if (kernel == NULL) return;
  for (size_t i = 0; kernel->class_names != NULL && i < kernel->class_count; i++) free(kernel->class_names[i]);
  free(kernel->class_names);
  free(kernel->classes);
  free(kernel->matrix);
  free(kernel);
}

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* s^2 from the squared distances, n x n. */
static status median_square(size_t n, const double *squares, double *median) {
  const size_t pairs = n * (n - 1) / 2;
  double *sorted = NULL;
  size_t used = 0;
  TRY(NEW_ARRAY(pairs, sorted));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) sorted[used++] = squares[i * n + j];
  }
  qsort(sorted, pairs, sizeof *sorted, compare_numbers);
  *median = pairs % 2 == 1 ? sorted[pairs / 2] : 0.5 * (sorted[pairs / 2 - 1] + sorted[pairs / 2]);
  free(sorted);
  return STATUS_OK;
}

/* K from n points, rows of x; `name` begins the message. */
static status make_gaussian(const char *name, size_t dimension, const double *x, const options *values,
                            target_kernel *kernel) {
  const size_t n = kernel->n;
  double square = 0.0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double sum = 0.0;
      for (size_t k = 0; k < dimension; k++) {
        const double difference = x[i * dimension + k] - x[j * dimension + k];
        sum += difference * difference;
      }
      kernel->matrix[i * n + j] = sum;
    }
  }
  if (option_given(values, "bandwidth")) {
    kernel->bandwidth = option_number(values, "bandwidth");
    square = kernel->bandwidth * kernel->bandwidth;
  } else {
    TRY(median_square(n, kernel->matrix, &square));
    kernel->bandwidth = sqrt(square);
  }
  if (!(square > 0.0)) {
    return FAIL(STATUS_INVALID, "%s: the median of the squared distances is 0, expected a bandwidth", name);
  }
  for (size_t i = 0; i < n * n; i++) kernel->matrix[i] = portable_exp(-0.5 * (kernel->matrix[i] / square));
  return STATUS_OK;
}

static status draw_points(uint64_t seed, const options *values, target_kernel *kernel, double *x) {
  const size_t n = kernel->n, clusters = option_count(values, "clusters"), p = option_count(values, "dimension");
  const double spread = option_number(values, "spread");
  random_stream *stream = NULL;
  double *centre = NULL;
  status code = STATUS_OK;
  CHECK(random_stream_new(seed, "points", &stream));
  CHECK(NEW_ARRAY(clusters * p, centre));
  random_gaussian_vector(stream, clusters * p, centre);
  for (size_t i = 0; i < n; i++) {
    kernel->classes[i] = i * clusters / n;
    random_gaussian_vector(stream, p, x + i * p);
    for (size_t k = 0; k < p; k++) x[i * p + k] = centre[kernel->classes[i] * p + k] + spread * x[i * p + k];
  }
end:
  random_stream_free(stream);
  free(centre);
  return code;
}

static status make_clusters(uint64_t seed, const options *values, target_kernel *kernel) {
  const size_t n = option_count(values, "n"), p = option_count(values, "dimension");
  double *x = NULL;
  status code = STATUS_OK;
  kernel->n = n;
  kernel->class_count = option_count(values, "clusters");
  CHECK(NEW_ARRAY(n * n, kernel->matrix));
  CHECK(NEW_ARRAY(n, kernel->classes));
  CHECK(NEW_ARRAY(kernel->class_count, kernel->class_names));
  for (size_t i = 0; i < kernel->class_count; i++) {
    CHECK(memory_format(&kernel->class_names[i], "cluster %zu", i + 1));
  }
  CHECK(NEW_ARRAY(n * p, x));
  CHECK(draw_points(seed, values, kernel, x));
  CHECK(make_gaussian(option_who(values), p, x, values, kernel));
end:
  free(x);
  return code;
}

static status refuse_entry(const char *path, const kernel_file *data, size_t i, size_t j, const char *expected) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %.15g, expected %s", path, data->line[i], j + data->shift,
              data->value[i * data->columns + j], expected);
}

/* Checks that the matrix is symmetric and, of distances, not negative and 0 on the diagonal; *largest = max |entry|. */
static status check_matrix(const char *path, const kernel_file *data, bool distances, double *largest) {
  const size_t n = data->rows;
  const double *a = data->value;
  *largest = 0.0;
  for (size_t i = 0; i < n * n; i++) *largest = fmax(*largest, fabs(a[i]));
  if (*largest == 0.0) return FAIL(STATUS_INVALID, "%s: all numbers are 0, expected another one", path);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      if (distances && a[i * n + j] < 0.0) return refuse_entry(path, data, i, j, "a squared distance, not below 0");
      if (distances && i == j && a[i * n + j] > 0.0) return refuse_entry(path, data, i, j, "0, a distance from itself");
      if (fabs(a[i * n + j] - a[j * n + i]) <= SYMMETRY_TOLERANCE * *largest) continue;
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %.15g, expected %.15g as in line %zu, column %zu: symmetric",
                  path, data->line[j], i + data->shift, a[j * n + i], a[i * n + j], data->line[i], j + data->shift);
    }
  }
  return STATUS_OK;
}

/* K = -J D J / 2 in place. */
static status centre(size_t n, double *matrix) {
  double *mean = NULL, all = 0.0;
  TRY(NEW_ARRAY(n, mean));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) mean[i] += matrix[i * n + j];
    mean[i] /= (double)n;
    all += mean[i];
  }
  all /= (double)n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) matrix[i * n + j] = -0.5 * (matrix[i * n + j] - (mean[i] + mean[j]) + all);
  }
  free(mean);
  return STATUS_OK;
}

/* K from a file of a kernel or of distances, made exactly symmetric. Dividing by the largest entry avoids overflow and changes no result.
 * */
static status take_matrix(const char *path, const kernel_file *data, bool distances, target_kernel *kernel) {
  const size_t n = data->rows;
  double largest = 0.0;
  TRY(check_matrix(path, data, distances, &largest));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      kernel->matrix[i * n + j] = 0.5 * (data->value[i * n + j] / largest + data->value[j * n + i] / largest);
    }
  }
  return distances ? centre(n, kernel->matrix) : STATUS_OK;
}

/* Replaces the matrix by the sum over its positive eigenvalues. */
static void clip(target_kernel *kernel, const double *eigenvalues, const double *vectors) {
  const size_t n = kernel->n;
  double lost = 0.0, all = 0.0;
  memset(kernel->matrix, 0, n * n * sizeof *kernel->matrix);
  for (size_t l = 0; l < n; l++) {
    const double *v = vectors + l * n;
    all += fabs(eigenvalues[l]);
    if (eigenvalues[l] <= 0.0) {
      kernel->negative += eigenvalues[l] < 0.0;
      lost -= eigenvalues[l];
      continue;
    }
    for (size_t i = 0; i < n; i++) kernel_axpy(n, eigenvalues[l] * v[i], v, kernel->matrix + i * n);
  }
  for (size_t i = 0; i < n; i++) { /* the two roundings of v_i v_j */
    for (size_t j = i + 1; j < n; j++) kernel->matrix[i * n + j] = kernel->matrix[j * n + i];
  }
  kernel->negative_share = lost / all;
}

static status check_semidefinite(const char *path, const options *values, target_kernel *kernel) {
  const size_t n = kernel->n;
  eigen_solver *solver = NULL;
  double *eigenvalues = NULL, *vectors = NULL;
  status code = STATUS_OK;
  CHECK(eigen_solver_new(&eigen_gsl, n, &solver));
  CHECK(NEW_ARRAY(n, eigenvalues));
  CHECK(NEW_ARRAY(n * n, vectors));
  CHECK(eigen_solve(solver, n, kernel->matrix, n, eigenvalues, vectors, NULL));
  if (eigenvalues[0] >= -NEGATIVE_TOLERANCE * kernel_norm(n * n, kernel->matrix)) goto end;
  if (option_is(values, "negative", "clip")) {
    clip(kernel, eigenvalues, vectors);
    goto end;
  }
  code = FAIL(STATUS_INVALID, "%s: an eigenvalue of %.6g times the largest, expected none below 0 (or negative = clip)",
              path, eigenvalues[0] / fabs(eigenvalues[n - 1]));
end:
  eigen_solver_free(solver);
  free(eigenvalues);
  free(vectors);
  return code;
}

static kernel_file_format format_of(const options *values) {
  return (kernel_file_format){.separator = text_separator(values),
                              .header = option_choice(values, "header"),
                              .labels = option_choice(values, "labels"),
                              .square = !option_is(values, "content", "points")};
}

static status read_classes(const problem_setting *setting, const options *values, kernel_file *data) {
  char *path = NULL;
  if (!option_given(values, "classes_file")) return STATUS_OK;
  TRY(data_path_of_option(&setting->folders, values, "classes_file", &path));
  const status code = kernel_file_read_classes(path, data);
  free(path);
  return code;
}

static void take_classes(kernel_file *data, target_kernel *kernel) {
  kernel->classes = data->class;
  kernel->class_names = data->classes.name;
  kernel->class_count = data->classes.count;
  data->class = NULL;
  data->classes.name = NULL;
}

static status make_from_file(const problem_setting *setting, const options *values, target_kernel *kernel) {
  const kernel_file_format format = format_of(values);
  const bool distances = option_is(values, "content", "distances");
  kernel_file data = {0};
  char *path = NULL;
  status code = STATUS_OK;
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  CHECK(kernel_file_read(path, &format, &data));
  CHECK(read_classes(setting, values, &data));
  take_classes(&data, kernel);
  kernel->n = data.rows;
  CHECK(NEW_ARRAY(data.rows * data.rows, kernel->matrix));
  if (format.square) {
    CHECK(take_matrix(path, &data, distances, kernel));
    CHECK(check_semidefinite(path, values, kernel));
  } else {
    CHECK(make_gaussian(path, data.columns, data.value, values, kernel));
  }
end:
  kernel_file_free(&data);
  free(path);
  return code;
}

static status refuse_option(const options *values, const char *name, const char *why) {
  if (!option_explicit(values, name)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s has no effect %s", option_who(values), name, why);
}

static status check_options(const options *values) {
  static const char *const of_files[] = {"content", "separator", "header", "labels", "classes_file", "negative"};
  static const char *const of_clusters[] = {"n", "clusters", "dimension", "spread"};
  if (!option_given(values, "file")) {
    for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++) {
      TRY(refuse_option(values, of_files[i], "without a file"));
    }
    if (option_count(values, "clusters") <= option_count(values, "n")) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: clusters = %zu must be at most n = %zu", option_who(values),
                option_count(values, "clusters"), option_count(values, "n"));
  }
  for (size_t i = 0; i < sizeof of_clusters / sizeof *of_clusters; i++) {
    TRY(refuse_option(values, of_clusters[i], "with a file"));
  }
  if (!option_is(values, "labels", "none")) TRY(refuse_option(values, "classes_file", "unless labels = none"));
  if (option_is(values, "content", "points")) return refuse_option(values, "negative", "with points");
  return refuse_option(values, "bandwidth", "with a matrix");
}

static status make_density(const options *values, target_kernel *kernel) {
  double trace = 0.0;
  for (size_t i = 0; i < kernel->n; i++) trace += kernel->matrix[i * kernel->n + i];
  if (!(trace > 0.0)) {
    return FAIL(STATUS_INVALID, "%s: file: no eigenvalue above 0, expected a kernel", option_who(values));
  }
  kernel_scale(kernel->n * kernel->n, 1.0 / trace, kernel->matrix);
  return STATUS_OK;
}

status target_kernel_new(const problem_setting *setting, const options *values, target_kernel **out) {
  target_kernel *kernel = NULL;
  *out = NULL;
  TRY(check_options(values));
  TRY(NEW_ARRAY(1, kernel));
  kernel->bandwidth = NAN;
  status code = option_given(values, "file") ? make_from_file(setting, values, kernel)
                                             : make_clusters(setting->seed, values, kernel);
  if (code == STATUS_OK) code = make_density(values, kernel);
  if (code != STATUS_OK) {
    target_kernel_free(kernel);
    return code;
  }
  *out = kernel;
  return STATUS_OK;
}

status target_kernel_order(const problem_setting *setting, const options *values, size_t *n, size_t *classes) {
  target_kernel *kernel = NULL;
  *n = option_count(values, "n");
  *classes = option_count(values, "clusters");
  if (!option_given(values, "file")) return check_options(values);
  TRY(target_kernel_new(setting, values, &kernel));
  *n = kernel->n;
  *classes = kernel->class_count;
  target_kernel_free(kernel);
  return STATUS_OK;
}

status target_kernel_notes(const target_kernel *kernel, cJSON *notes) {
  TRY(state_add_count(notes, "items", kernel->n));
  TRY(state_add_count(notes, "classes", kernel->class_count));
  if (!isnan(kernel->bandwidth)) TRY(state_add_number(notes, "bandwidth", kernel->bandwidth));
  TRY(state_add_count(notes, "negative eigenvalues, clipped", kernel->negative));
  return state_add_number(notes, "their share of all", kernel->negative_share);
}
