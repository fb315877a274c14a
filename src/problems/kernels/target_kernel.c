#include "problems/kernels/target_kernel.h"
#include "base/sorting.h"
#include "base/state.h"
#include "data/shared_data.h"

/* Mirrored entries may differ by this fraction of the largest one; eigenvalues below minus this fraction of |K|_F are negative. */
#define SYMMETRY_TOLERANCE 1e-9
#define NEGATIVE_TOLERANCE 1e-10

static void clear(void *data) {
  target_kernel *kernel = data;
  for (size_t i = 0; kernel->class_names != NULL && i < kernel->class_count; i++) free(kernel->class_names[i]);
  free(kernel->class_names);
  free(kernel->classes);
  free(kernel->matrix);
}

/* s^2 from the squared distances, n x n. */
static status median_square(size_t n, const double *squares, double *median) {
  const size_t pairs = n * (n - 1) / 2;
  FREED double *sorted = NULL;
  size_t used = 0;
  TRY(NEW_ARRAY(pairs, sorted));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) sorted[used++] = squares[i * n + j];
  }
  qsort(sorted, pairs, sizeof *sorted, order_doubles);
  *median = pairs % 2 == 1 ? sorted[pairs / 2] : 0.5 * (sorted[pairs / 2 - 1] + sorted[pairs / 2]);
  return STATUS_OK;
}

/* K from n points, rows of x; `name` begins the message. */
static status make_gaussian(const char *name, size_t dimension, const double *x, const kernel_source *from,
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
  kernel->bandwidth = from->bandwidth;
  if (!isnan(kernel->bandwidth)) {
    square = kernel->bandwidth * kernel->bandwidth;
  } else {
    TRY(median_square(n, kernel->matrix, &square));
    kernel->bandwidth = sqrt(square);
  }
  if (!(square > 0.0)) {
    return FAIL(STATUS_INVALID, "%s: the median of the squared distances is 0, expected a bandwidth", name);
  }
  for (size_t i = 0; i < n * n; i++) kernel->matrix[i] = fixed_exp(-0.5 * (kernel->matrix[i] / square));
  return STATUS_OK;
}

static status draw_points(uint64_t seed, const kernel_source *from, target_kernel *kernel, double *x) {
  const size_t n = from->n, clusters = from->clusters, p = from->dimension;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED double *centre = NULL;
  TRY(random_stream_new(seed, "points", &stream));
  TRY(NEW_ARRAY(clusters * p, centre));
  random_gaussian_vector(stream, clusters * p, centre);
  for (size_t i = 0; i < n; i++) {
    kernel->classes[i] = i * clusters / n;
    random_gaussian_vector(stream, p, x + i * p);
    for (size_t k = 0; k < p; k++) x[i * p + k] = centre[kernel->classes[i] * p + k] + from->spread * x[i * p + k];
  }
  return STATUS_OK;
}

static status make_clusters(const problem_setting *setting, const kernel_source *from, target_kernel *kernel) {
  const size_t n = from->n, p = from->dimension;
  FREED double *x = NULL;
  kernel->n = n;
  kernel->class_count = from->clusters;
  TRY(NEW_ARRAY(n * n, kernel->matrix));
  TRY(NEW_ARRAY(n, kernel->classes));
  TRY(NEW_ARRAY(kernel->class_count, kernel->class_names));
  for (size_t i = 0; i < kernel->class_count; i++) {
    TRY(memory_format(&kernel->class_names[i], "cluster %zu", i + 1));
  }
  TRY(NEW_ARRAY(n * p, x));
  TRY(draw_points(setting->seed, from, kernel, x));
  return make_gaussian(setting->class->about.name, p, x, from, kernel);
}

static status refuse_entry(const char *path, const kernel_file *data, size_t i, size_t j, const char *expected) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %.15g, expected %s", path, data->line[i], j + data->shift,
              data->value[i * data->columns + j], expected);
}

/* Checks that the matrix is symmetric and, of distances, not negative and 0, but for rounding, on the diagonal; *largest = max |entry|. */
static status check_matrix(const char *path, const kernel_file *data, bool distances, double *largest) {
  const size_t n = data->rows;
  const double *a = data->value;
  *largest = 0.0;
  for (size_t i = 0; i < n * n; i++) *largest = fmax(*largest, fabs(a[i]));
  if (*largest == 0.0) return FAIL(STATUS_INVALID, "%s: all numbers are 0, expected another one", path);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      const bool rounded = i == j && fabs(a[i * n + j]) <= SYMMETRY_TOLERANCE * *largest;
      if (rounded && distances) continue;
      if (distances && a[i * n + j] < 0.0) return refuse_entry(path, data, i, j, "a squared distance, not below 0");
      if (distances && i == j) return refuse_entry(path, data, i, j, "0, a distance from itself");
      if (fabs(a[i * n + j] - a[j * n + i]) <= SYMMETRY_TOLERANCE * *largest) continue;
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is %.15g, expected %.15g as in line %zu, column %zu: symmetric",
                  path, data->line[j], i + data->shift, a[j * n + i], a[i * n + j], data->line[i], j + data->shift);
    }
  }
  return STATUS_OK;
}

/* K = -J D J / 2 in place. */
static status centre(size_t n, double *matrix) {
  FREED double *mean = NULL;
  double all = 0.0;
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
      const double both = data->value[i * n + j] / largest + data->value[j * n + i] / largest;
      kernel->matrix[i * n + j] = distances && i == j ? 0.0 : 0.5 * both;
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

static status check_semidefinite(const char *path, const kernel_source *from, target_kernel *kernel) {
  const size_t n = kernel->n;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *eigenvalues = NULL, *vectors = NULL;
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  TRY(NEW_ARRAY(n, eigenvalues));
  TRY(NEW_ARRAY(n * n, vectors));
  TRY(eigen_solve(solver, n, kernel->matrix, n, eigenvalues, vectors, NULL));
  if (eigenvalues[0] >= -NEGATIVE_TOLERANCE * kernel_norm(n * n, kernel->matrix)) return STATUS_OK;
  if (from->negative == NEGATIVE_REFUSE) {
    return FAIL(STATUS_INVALID,
                "%s: an eigenvalue of %.6g times the largest, expected none below 0 (or negative = clip)", path,
                eigenvalues[0] / fabs(eigenvalues[n - 1]));
  }
  clip(kernel, eigenvalues, vectors);
  return STATUS_OK;
}

static void take_classes(kernel_file *data, target_kernel *kernel) {
  kernel->classes = data->class;
  kernel->class_names = data->classes.name;
  kernel->class_count = data->classes.count;
  data->class = NULL;
  data->classes.name = NULL;
}

static status make_density(const char *who, target_kernel *kernel) {
  double trace = 0.0;
  for (size_t i = 0; i < kernel->n; i++) trace += kernel->matrix[i * kernel->n + i];
  if (!(trace > 0.0)) return FAIL(STATUS_INVALID, "%s: file: no eigenvalue above 0, expected a kernel", who);
  kernel_scale(kernel->n * kernel->n, 1.0 / trace, kernel->matrix);
  return STATUS_OK;
}

typedef struct reading_options {
  const char *who;
  const kernel_source *from;
} reading_options;

static status read_kernel(void *out, const char *path, const char *classes, const void *how) {
  static const char separators[] = " ,;\t"; /* in the order of kernel_separator */
  const reading_options *asked = how;
  const kernel_source *from = asked->from;
  const kernel_file_format format = {.separator = separators[from->separator],
                                     .header = from->header,
                                     .labels = from->labels,
                                     .square = from->content != CONTENT_POINTS,
                                     .distances = from->content == CONTENT_DISTANCES};
  target_kernel *kernel = out;
  CLEANUP(kernel_file_free) kernel_file data = {0};
  kernel->bandwidth = NAN;
  TRY(kernel_file_read(path, &format, &data));
  if (classes != NULL) TRY(kernel_file_read_classes(classes, &data));
  take_classes(&data, kernel);
  kernel->n = data.rows;
  TRY(NEW_ARRAY(data.rows * data.rows, kernel->matrix));
  if (!format.square) {
    TRY(make_gaussian(path, data.columns, data.value, from, kernel));
  } else {
    TRY(take_matrix(path, &data, from->content == CONTENT_DISTANCES, kernel));
    TRY(check_semidefinite(path, from, kernel));
  }
  return make_density(asked->who, kernel);
}

#define OPTION_PLACE(member) PLACE(kernel_source, member)

static status check_options(const kernel_source *self, const problem_setting *setting) {
  static const size_t of_files[] = {OPTION_PLACE(content), OPTION_PLACE(separator),    OPTION_PLACE(header),
                                    OPTION_PLACE(labels),  OPTION_PLACE(classes_file), OPTION_PLACE(negative)};
  static const size_t of_clusters[] = {OPTION_PLACE(n), OPTION_PLACE(clusters), OPTION_PLACE(dimension),
                                       OPTION_PLACE(spread)};
  static const size_t classes_file = OPTION_PLACE(classes_file), of_matrices = OPTION_PLACE(negative),
                      of_points = OPTION_PLACE(bandwidth);
  if (self->file == NULL) {
    TRY(options_needless(setting->options, sizeof of_files / sizeof *of_files, of_files, "without a file"));
    if (self->clusters <= self->n) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: clusters = %zu must be at most n = %zu", setting->class->about.name,
                self->clusters, self->n);
  }
  TRY(options_needless(setting->options, sizeof of_clusters / sizeof *of_clusters, of_clusters, "with a file"));
  if (self->labels != KERNEL_FILE_UNLABELLED) {
    TRY(options_needless(setting->options, 1, &classes_file, "unless labels = none"));
  }
  return self->content == CONTENT_POINTS ? options_needless(setting->options, 1, &of_matrices, "with points")
                                         : options_needless(setting->options, 1, &of_points, "with a matrix");
}

status kernel_source_facts(kernel_source *self, const problem_setting *setting, size_t *n, size_t *classes) {
  static const data_reader reader = {sizeof(target_kernel), read_kernel, clear};
  const reading_options how = {setting->class->about.name, self};
  const data_question question = {.reader = &reader,
                                  .folders = &setting->folders,
                                  .values = setting->options,
                                  .from = PLACE(kernel_source, file),
                                  .to = PLACE(kernel_source, kernel),
                                  .second = PLACE(kernel_source, classes_file),
                                  .how = &how};
  const void *found = NULL;
  TRY(check_options(self, setting));
  *n = self->n;
  *classes = self->clusters;
  if (self->file == NULL) return STATUS_OK;
  TRY(shared_data(self, &question, &found));
  self->kernel = found;
  *n = self->kernel->n;
  *classes = self->kernel->class_count;
  return STATUS_OK;
}

status kernel_source_init(kernel_source *self, const problem_setting *setting) {
  target_kernel *drawn = NULL;
  if (self->kernel != NULL) return STATUS_OK;
  TRY(OWN_ARRAY(self, 1, drawn));
  TRY(OWN(self, drawn, clear));
  self->kernel = drawn;
  TRY(make_clusters(setting, self, drawn));
  return make_density(setting->class->about.name, drawn);
}

status target_kernel_notes(const target_kernel *kernel, cJSON *notes) {
  TRY(state_add_count(notes, "items", kernel->n));
  TRY(state_add_count(notes, "classes", kernel->class_count));
  if (!isnan(kernel->bandwidth)) TRY(state_add_number(notes, "bandwidth", kernel->bandwidth));
  TRY(state_add_count(notes, "negative eigenvalues, clipped", kernel->negative));
  return state_add_number(notes, "their share of all", kernel->negative_share);
}
