#include "linalg/eigen_lapack.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sanitizer.h"

/* LAPACK's dsyevd (divide and conquer), with the hidden lengths of Fortran's character arguments. */
typedef void dsyevd_function(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
                             double *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t, size_t);

typedef struct lapack_workspace {
  dsyevd_function *dsyevd;
  size_t largest;
  double *work; /* dsyevd's 1 + 6n + 2n^2; reserved address space, of which smaller orders touch little */
  int *iwork;   /* 3 + 5n */
} lapack_workspace;

static size_t work_length(size_t n) {
  return 1 + 6 * n + 2 * n * n;
}

/* RTLD_DEEPBIND: LAPACK uses its own BLAS even if the program has symbols of the same names. The address sanitizer does
 * not support it. */
#if WITH_SANITIZER || !defined(RTLD_DEEPBIND)
enum { LOAD_FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE };
#else
enum { LOAD_FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | RTLD_DEEPBIND };
#endif

/* The library stays loaded (RTLD_NODELETE): a BLAS with its own threads cannot be unloaded safely. */
static status load(dsyevd_function **out) {
  static const char *const one_thread[] = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
                                           "BLIS_NUM_THREADS"};
  for (size_t i = 0; i < sizeof one_thread / sizeof *one_thread; i++) {
    if (setenv(one_thread[i], "1", 1) != 0) return FAIL(STATUS_MEMORY, "no memory for %s", one_thread[i]);
  }
  void *library = dlopen("liblapack.so.3", LOAD_FLAGS);
  if (library == NULL) return FAIL(STATUS_ABSENT, "LAPACK is not installed (%s); expected liblapack.so.3", dlerror());
  void *symbol = dlsym(library, "dsyevd_");
  if (symbol == NULL) return FAIL(STATUS_ABSENT, "liblapack.so.3 has no dsyevd_");
  memcpy(out, &symbol, sizeof symbol); /* POSIX: object and function pointers have the same representation */
  return STATUS_OK;
}

static void destroy(void *workspace) {
  lapack_workspace *w = workspace;
  memory_unreserve(w->work, work_length(w->largest), sizeof *w->work);
  free(w->iwork);
  free(w);
}

static status create(size_t largest, void **workspace) {
  lapack_workspace *w = NULL;
  if (largest > 32000) return FAIL(STATUS_INVALID, "LAPACK's eigensolver: order %zu, expected at most 32000", largest);
  TRY(NEW_ARRAY(1, w));
  *workspace = w;
  w->largest = largest;
  TRY(load(&w->dsyevd));
  TRY(memory_reserve(work_length(largest), sizeof *w->work, &w->work));
  return NEW_ARRAY(3 + 5 * largest, w->iwork);
}

/* Column-major eigenvectors in columns are row-major ones in rows; a symmetric matrix is its own transpose. */
static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  lapack_workspace *w = workspace;
  const int order = (int)n, lwork = (int)work_length(n), liwork = 3 + 5 * order;
  int info = 0;
  memcpy(vectors, a, n * n * sizeof *a);
  w->dsyevd("V", "L", &order, vectors, &order, values, w->work, &lwork, w->iwork, &liwork, &info, 1, 1);
  if (info != 0) return FAIL(STATUS_NUMERIC, "LAPACK's dsyevd failed at order %zu: info = %d", n, info);
  return STATUS_OK;
}

static const eigen_backend lapack = {"lapack", create, solve, destroy};

status eigen_lapack(const eigen_backend **out) {
  dsyevd_function *found;
  *out = NULL;
  TRY(load(&found));
  *out = &lapack;
  return STATUS_OK;
}
