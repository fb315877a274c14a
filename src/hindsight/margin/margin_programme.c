#include "hindsight/margin/margin_programme.h"
#include "base/memo.h"
#include "base/process/isolated.h"
#include "hindsight/margin/margin_glpk.h"
#include "hindsight/margin/margin_libsvm.h"
#include "linalg/kernels.h"

static const double grid = 0x1p30;
static const double certain = 1e-6;
/* How far below the computed margin the gap lies: the same sums in another order may come out smaller. */
static const double rounding = 1e-12;

status margin_available(margin_kind kind) {
  return kind == MARGIN_L2 ? margin_libsvm_available() : margin_glpk_available();
}

/* v / |v| on the grid, as whole numbers. */
static void to_grid(size_t n, double length, double *v) {
  for (size_t j = 0; j < n; j++) v[j] = nearbyint(v[j] / length * grid);
}

static double one_norm(size_t n, const double *v) {
  double sum = 0.0;
  for (size_t j = 0; j < n; j++) sum += fabs(v[j]);
  return sum;
}

static status refuse_zero(void) {
  return FAIL(STATUS_NUMERIC, "the best vector is 0: no other one is better at this margin");
}

/* Rounds u to |u|_1 = 1, or to any length up to 1 if `shorter`. */
static status round_one_norm(size_t n, bool shorter, double *u) {
  const double length = one_norm(n, u);
  if (!(length > 0.0) || !isfinite(length)) return refuse_zero();
  to_grid(n, shorter ? fmax(length, 1.0) : length, u);
  const double whole = shorter ? fmax(one_norm(n, u), grid) : one_norm(n, u);
  double largest = 0.0;
  for (size_t j = 0; j < n; j++) {
    u[j] /= whole;
    largest = fmax(largest, fabs(u[j]));
  }
  return largest > 0.0 ? STATUS_OK : refuse_zero();
}

static status round_two_norm(size_t n, double *u) {
  double length = kernel_norm(n, u);
  if (!(length > 0.0) || !isfinite(length)) return refuse_zero();
  to_grid(n, length, u);
  length = kernel_norm(n, u);
  for (size_t j = 0; j < n; j++) u[j] /= length;
  return STATUS_OK;
}

/* p >= 0 with sum 1: any vector has margin at most |sum p_i z_i| in the norm dual to its own. */
static status round_mixture(size_t count, double *p) {
  for (size_t i = 0; i < count; i++) p[i] = fmax(p[i], 0.0);
  return round_one_norm(count, false, p);
}

/* l1: max_j v_j; l1 signed: max_j |v_j|; l2: the length. */
static double dual_norm(margin_kind kind, size_t n, const double *v) {
  if (kind == MARGIN_L2) return kernel_norm(n, v);
  double largest = -INFINITY;
  for (size_t j = 0; j < n; j++) largest = fmax(largest, kind == MARGIN_L1 ? v[j] : fabs(v[j]));
  return largest;
}

typedef struct work_space {
  double *mixture;     /* rows */
  double *combination; /* n */
} work_space;

/* A problem for one of the libraries. */
typedef struct question {
  const margin_rows *rows;
  double margin;
  bool any_sign;
} question;

/* results: n of u, then the mixture. */
static status ask_glpk(void *context, double *results) {
  const question *q = context;
  return margin_by_glpk(q->rows, q->margin, q->any_sign, results, results + q->rows->n);
}

static status ask_libsvm(void *context, double *results) {
  const question *q = context;
  return margin_by_libsvm(q->rows, results);
}

/* Both libraries end the process when memory is short, so each runs in a process of its own (base/isolated.h). */
static status solve_by_glpk(const margin_rows *rows, double margin, bool any_sign, double *u, double *mixture) {
  question asked = {rows, margin, any_sign};
  FREED double *results = NULL;
  TRY(NEW_ARRAY(rows->n + rows->count, results));
  TRY(isolated_work("GLPK", ask_glpk, &asked, rows->n + rows->count, results));
  memcpy(u, results, rows->n * sizeof *u);
  memcpy(mixture, results + rows->n, rows->count * sizeof *mixture);
  return STATUS_OK;
}

static status solve_hard(const margin_rows *rows, margin_kind kind, const work_space *work, double *u,
                         margin_found *found) {
  if (kind == MARGIN_L2) {
    question asked = {.rows = rows};
    TRY(isolated_work("LIBSVM", ask_libsvm, &asked, rows->count, work->mixture));
  } else {
    TRY(solve_by_glpk(rows, NAN, kind == MARGIN_L1_SIGNED, u, work->mixture));
  }
  TRY(round_mixture(rows->count, work->mixture));
  margin_combine(rows, work->mixture, work->combination);
  found->most = dual_norm(kind, rows->n, work->combination);
  if (kind != MARGIN_L2) return round_one_norm(rows->n, false, u);
  for (size_t j = 0; j < rows->n; j++)
    u[j] = work->combination[j]; /* the least vector of the hull is the best direction */
  return found->most > 0.0 ? round_two_norm(rows->n, u) : STATUS_OK; /* 0 is in the hull: u = 0, margin 0 */
}

/* s sum p - max(0, dual norm) of any 0 <= p <= w is at most any hinge sum. */
static status solve_soft(const margin_rows *rows, margin_kind kind, double s, const work_space *work, double *u,
                         margin_found *found) {
  double sum = 0.0;
  TRY(solve_by_glpk(rows, s, kind == MARGIN_L1_SIGNED, u, work->mixture));
  for (size_t i = 0; i < rows->count; i++) {
    double *p = &work->mixture[i];
    *p = fmin(fmax(nearbyint(*p * grid) / grid, 0.0), rows->row[i].weight);
    sum += *p;
  }
  margin_combine(rows, work->mixture, work->combination);
  found->least = s * sum - fmax(0.0, dual_norm(kind, rows->n, work->combination));
  TRY(round_one_norm(rows->n, true, u));
  found->hinge = margin_hinge_sum(rows, s, u);
  return STATUS_OK;
}

status margin_solve(const labelled_vectors *vectors, margin_kind kind, double margin, double *u, margin_found *found) {
  CLEANUP(margin_rows_free) margin_rows rows = {0};
  FREED double *mixture = NULL, *combination = NULL;
  *found = (margin_found){.margin = NAN, .most = NAN, .hinge = NAN, .least = NAN};
  TRY(margin_available(kind));
  TRY(margin_rows_new(vectors, &rows));
  TRY(NEW_ARRAY(rows.count, mixture));
  TRY(NEW_ARRAY(rows.n, combination));
  const work_space work = {mixture, combination};
  TRY(isnan(margin) ? solve_hard(&rows, kind, &work, u, found) : solve_soft(&rows, kind, margin, &work, u, found));
  found->distinct = rows.count;
  found->margin = margin_least(&rows, u);
  return STATUS_OK;
}

static status question_key(const labelled_vectors *vectors, margin_kind kind, double margin, char key[33]) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  const size_t entries = vectors->start[vectors->count];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, "margin", sizeof "margin");
  stream_hash_bytes(hash, &kind, sizeof kind);
  stream_hash_bytes(hash, &margin, sizeof margin);
  stream_hash_bytes(hash, &vectors->n, sizeof vectors->n);
  stream_hash_bytes(hash, &vectors->count, sizeof vectors->count);
  stream_hash_bytes(hash, vectors->start, (vectors->count + 1) * sizeof *vectors->start);
  stream_hash_bytes(hash, vectors->index, entries * sizeof *vectors->index);
  stream_hash_bytes(hash, vectors->value, entries * sizeof *vectors->value);
  stream_hash_bytes(hash, vectors->label, vectors->count * sizeof *vectors->label);
  stream_hash_text(hash, key);
  return STATUS_OK;
}

static status solve_once(const labelled_vectors *vectors, margin_kind kind, double margin, double *u,
                         margin_found *found) {
  const memo_part answer[] = {{u, vectors->n * sizeof *u}, {found, sizeof *found}};
  char key[33];
  TRY(question_key(vectors, kind, margin, key));
  if (memo_find(key, 2, answer)) return STATUS_OK;
  TRY(margin_solve(vectors, kind, margin, u, found));
  return memo_keep(key, 2, answer);
}

status margin_comparator(const labelled_vectors *vectors, margin_kind kind, double margin, comparator **out,
                         double *gap, margin_found *found) {
  FREED double *u = NULL;
  const bool hard = isnan(margin);
  *out = NULL;
  TRY(NEW_ARRAY(vectors->n, u));
  TRY(solve_once(vectors, kind, margin, u, found));
  if (hard && !(found->margin > 0.0)) {
    return FAIL(STATUS_INVALID, "no vector of this kind separates the data (largest margin %g)%s", found->most,
                kind == MARGIN_L2 ? "" : ": give a margin, for the least hinge sum");
  }
  *gap = hard ? found->margin * (1.0 - rounding) : margin;
  return comparator_from_signed_vector(
      hard && found->most - found->margin <= certain ? COMPARATOR_EXACT : COMPARATOR_GIVEN, vectors->n, u, out);
}
