/* The rows p_i of P and q_j of Q, vectors of R^d: the density [P;Q][P;Q]^T / N of order N = m + n, and <p_i,q_j> for entries. */
#include "base/fixed_math.h"
#include "base/text.h"
#include "comparators/form/form.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

typedef struct embedding {
  comparator common; /* n: the order N; rank: d */
  double *factors;   /* d x N: row l has the l-th coordinates of p_1, ..., p_m, q_1, ..., q_n */
  double *weights;   /* d: 1/N */
} embedding;

/* Entry (a,b) of F F^T/N or F^T F/N, whichever is smaller, for the factors F (d x N): both have the density's nonzero
 * eigenvalues. */
static double gram_entry(const embedding *made, size_t a, size_t b) {
  const size_t order = made->common.n, d = made->common.rank;
  const double *factors = made->factors;
  double sum = 0.0;
  if (d <= order) return kernel_dot(order, factors + a * order, factors + b * order) / (double)order;
  for (size_t l = 0; l < d; l++) sum += factors[l * order + a] * factors[l * order + b];
  return sum / (double)order;
}

/* Entropy and squared norm of the density; NaN above the limit. */
static status examine_gram(embedding *made) {
  comparator *u = &made->common;
  const size_t d = u->rank < u->n ? u->rank : u->n;
  if (d > COMPARATOR_SPECTRUM_LIMIT) return STATUS_OK;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *gram = NULL, *values = NULL;
  TRY(eigen_solver_new(&eigen_own, d, &solver));
  TRY(NEW_ARRAY(d * d, gram));
  TRY(NEW_ARRAY(d, values));
  for (size_t a = 0; a < d; a++) {
    for (size_t b = 0; b <= a; b++) gram[a * d + b] = gram[b * d + a] = gram_entry(made, a, b);
  }
  u->squared_norm = kernel_dot(d * d, gram, gram);
  TRY(eigen_solve(solver, d, gram, d, values, NULL, NULL));
  u->entropy = 0.0;
  for (size_t l = 0; l < d; l++) u->entropy += fixed_u_ln_u(values[l]);
  return STATUS_OK;
}

/* factors = the columns of [P;Q], one after the other; defect = max ||row| - 1| */
static void copy_rows(embedding *made, size_t first, size_t count, const double *rows) {
  const size_t d = made->common.rank;
  for (size_t i = 0; i < count; i++) {
    const double *row = rows + i * d;
    made->common.defect = fmax(made->common.defect, fabs(kernel_norm(d, row) - 1.0));
    for (size_t l = 0; l < d; l++) made->factors[l * made->common.n + first + i] = row[l];
  }
}

static status init(void *self, const comparator_parts *parts) {
  embedding *made = self;
  const size_t m = parts->m, order = parts->n, d = parts->r;
  if (m < 1 || order <= m || d < 1) {
    return FAIL(STATUS_INVALID, "an embedding of %zu rows and %zu columns in %zu dimensions, expected more", m,
                order - m, d);
  }
  made->common.rank = d;
  TRY(FORM_ARRAY(made, d * order, NULL, made->factors));
  TRY(FORM_ARRAY(made, d, NULL, made->weights));
  for (size_t l = 0; l < d; l++) made->weights[l] = 1.0 / (double)order;
  copy_rows(made, 0, m, parts->p);
  copy_rows(made, m, order - m, parts->q);
  TRY(form_view(&made->common, instance_low_rank(order, d, made->factors, made->weights, 0.0)));
  return examine_gram(made);
}

/* <p_i,q_j>; NaN for an entry of another shape. */
static double product(const embedding *made, const instance *entry) {
  const size_t m = made->common.m, order = made->common.n;
  double sum = 0.0;
  if (entry->m != m || entry->n != order - m) return NAN;
  for (size_t l = 0; l < made->common.rank; l++) {
    const double *factor = made->factors + l * order;
    sum += factor[entry->row] * factor[m + entry->column];
  }
  return sum;
}

static double value(const void *self, const instance *x) {
  const embedding *made = self;
  return x->kind == INSTANCE_ENTRY ? product(made, x) : instance_inner(x, &made->common.as_instance);
}

/* The vectors from..to-1 of [P;Q]. */
static void save_vectors(const embedding *made, FILE *file, size_t from, size_t to) {
  fputc('[', file);
  for (size_t i = from; i < to; i++) {
    for (size_t l = 0; l < made->common.rank; l++) {
      fputs(l > 0 ? "," : i > from ? ",[" : "[", file);
      number_write(file, made->factors[l * made->common.n + i]);
    }
    fputc(']', file);
  }
  fputc(']', file);
}

static void save(const void *self, FILE *file) {
  const embedding *made = self;
  fputs("{\"rows\":", file);
  save_vectors(made, file, 0, made->common.m);
  fputs(",\"columns\":", file);
  save_vectors(made, file, made->common.m, made->common.n);
  fputc('}', file);
}

const comparator_form form_embedding = {.kind = COMPARATOR_EMBEDDING,
                                        .member = "embedding",
                                        .size = sizeof(embedding),
                                        .init = init,
                                        .value = value,
                                        .save = save};
