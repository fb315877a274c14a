/* Bregman projections of exp(A') onto linear constraints: closed forms, optimality recomputed here, refusals. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"
#include "spectral/projection/projection.h"
#include "spectral/projection/projection_dual.h"
#include "unit/allocation_counter.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/near.h"

static arena memory; /* of what a test makes */

enum { LARGEST = 12, MANY = LARGEST * (LARGEST - 1) / 2 + LARGEST };

/* w = exp(a) with libm */
static void exponential(size_t n, const double *a, double *w) {
  double values[LARGEST], vectors[LARGEST * LARGEST];
  eigen_of(n, a, values, vectors);
  memset(w, 0, n * n * sizeof *w);
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) w[i * n + j] += exp(values[l]) * vectors[l * n + i] * vectors[l * n + j];
    }
  }
}

/* The matrix C of a constraint. */
static void matrix_of(size_t n, const linear_constraint *c, double *out) {
  memset(out, 0, n * n * sizeof *out);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      if (c->kind == CONSTRAINT_TRACE) out[i * n + j] = i == j;
      if (c->kind == CONSTRAINT_DYAD) out[i * n + j] = c->data[i] * c->data[j];
      if (c->kind == CONSTRAINT_MATRIX) out[i * n + j] = c->data[i * n + j];
    }
  }
  if (c->kind == CONSTRAINT_ENTRY) out[c->i * n + c->j] = out[c->j * n + c->i] = 1;
}

static void project(size_t n, size_t count, const linear_constraint *constraints, bool diagonal, double *a,
                    projection_report *report) {
  projection *p = NULL;
  projection_report own = {0};
  OK(projection_new(&memory, n, count, constraints, diagonal, &eigen_own, &p));
  OK(projection_apply(p, a, &own));
  cr_expect(own.residual <= 1e-9, "residual %.17g", own.residual);
  if (report != NULL) *report = own;
  arena_free(&memory);
}

/* D(U, exp A) = tr U ln U - <U,A> + tr exp A - tr U */
static double divergence(size_t n, const double *u, const double *a) {
  double values[LARGEST], vectors[LARGEST * LARGEST], of_a[LARGEST], result = -dense_inner(n * n, u, a);
  eigen_of(n, u, values, vectors);
  eigen_of(n, a, of_a, vectors);
  for (size_t l = 0; l < n; l++) result += values[l] * log(values[l]) - values[l] + exp(of_a[l]);
  return result;
}

Test(projection, a_trace_is_a_shift) {
  random_stream *stream = stream_of("trace");
  for (size_t n = 1; n <= 8; n++) {
    double a[64], shifted[64], identity[64] = {0}, w[64], trace = 0;
    dense_draw(stream, n, 2, a);
    memcpy(shifted, a, sizeof a);
    for (size_t i = 0; i < n; i++) identity[i * (n + 1)] = 1;
    exponential(n, a, w);
    for (size_t i = 0; i < n; i++) trace += w[i * (n + 1)];
    const double value = 1.7;
    const linear_constraint closed = {.kind = CONSTRAINT_TRACE, .value = value, .name = "trace"};
    const linear_constraint general = {.kind = CONSTRAINT_MATRIX, .data = identity, .value = value, .name = "identity"};
    project(n, 1, &closed, false, shifted, NULL);
    for (size_t i = 0; i < n * n; i++) {
      near(shifted[i], a[i] + (i % (n + 1) == 0 ? log(value / trace) : 0), 1e-12 * (double)n, "shift");
    }
    projection_report report;
    project(n, 1, &general, false, a, &report);
    for (size_t i = 0; i < n * n; i++) near(a[i], shifted[i], 1e-9, "general solver");
  }
  random_stream_free(stream);
}

Test(projection, without_off_diagonals_the_diagonal_of_the_log_remains) {
  random_stream *stream = stream_of("diagonal");
  for (size_t n = 1; n <= LARGEST; n++) {
    double a[LARGEST * LARGEST], before[LARGEST * LARGEST], diagonal[LARGEST];
    linear_constraint zero[MANY];
    size_t count = 0;
    dense_draw(stream, n, n > 6 ? 0.7 : 1.5, a);
    memcpy(before, a, sizeof a);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i; j++) {
        zero[count++] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = i, .j = j, .name = "entry"};
      }
    }
    projection_report report;
    project(n, count, zero, false, a, &report);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) near(a[i * n + j], i == j ? before[i * n + j] : 0, 1e-8, "log-matrix");
      diagonal[i] = before[i * (n + 1)];
    }
    /* And with a trace on top: diagonal mode against all constraints at once. */
    zero[count++] = (linear_constraint){.kind = CONSTRAINT_TRACE, .value = 2, .name = "trace"};
    memcpy(a, before, sizeof a);
    project(n, count, zero, false, a, &report);
    project(n, 1, &zero[count - 1], true, diagonal, &report);
    for (size_t i = 0; i < n; i++) near(a[i * (n + 1)], diagonal[i], 1e-8, "diagonal with trace");
  }
  random_stream_free(stream);
}

/* tr(exp(ln(w0) I - a (E_12 + E_21)) (E_12 + E_21)) = -2 w0 sinh a; W_12 = -w0 sinh a, W_11 = w0 cosh a. */
Test(projection, one_entry_by_hand) {
  const double w0 = 0.3, value = 0.5;
  double a[4] = {log(w0), 0, 0, log(w0)}, w[4];
  const linear_constraint entry = {.kind = CONSTRAINT_ENTRY, .i = 0, .j = 1, .value = value, .name = "entry"};
  projection_report report;
  project(2, 1, &entry, false, a, &report);
  near(a[1], asinh(value / (2 * w0)), 1e-12, "dual");
  near(a[0], log(w0), 1e-12, "diagonal of the log-matrix");
  exponential(2, a, w);
  near(2 * w[1], value, 1e-12, "entry");
  near(report.weight, sqrt(2) * asinh(value / (2 * w0)), 1e-9, "weight |a| |C|");
}

Test(projection, inequalities_that_hold_change_nothing) {
  double a[9] = {0}, before[9];
  const double first[3] = {1, 0, 0};
  linear_constraint c = {.kind = CONSTRAINT_DYAD, .data = first, .value = 2, .at_most = true, .name = "dyad"};
  projection_report report;
  memcpy(before, a, sizeof a);
  project(3, 1, &c, false, a, &report);
  for (size_t i = 0; i < 9; i++) cr_expect_eq(a[i], before[i]);
  cr_expect_eq(report.weight, 0);
  c.value = 0.5; /* W = I: now W_11 must come down to 1/2, and nothing else moves */
  project(3, 1, &c, false, a, &report);
  near(a[0], log(0.5), 1e-11, "ln 1/2");
  for (size_t i = 1; i < 9; i++) cr_expect_eq(a[i], 0);
}

/* Second derivatives of Daleckii and Krein against central differences of the gradient. */
Test(projection, hessian_is_the_derivative_of_the_gradient) {
  enum { N = 5, COUNT = 4 };
  random_stream *stream = stream_of("hessian");
  double a[N * N], matrix[N * N], vector[N];
  dense_draw(stream, N, 1, a);
  dense_draw(stream, N, 1, matrix);
  random_gaussian_vector(stream, N, vector);
  linear_constraint c[COUNT] = {
      {.kind = CONSTRAINT_TRACE, .value = 1, .name = "trace"},
      {.kind = CONSTRAINT_ENTRY, .i = 3, .j = 1, .value = 0.2, .name = "entry"},
      {.kind = CONSTRAINT_DYAD, .data = vector, .value = 0.2, .name = "dyad"},
      {.kind = CONSTRAINT_MATRIX, .data = matrix, .value = 0.2, .name = "matrix"},
  };
  for (int kind = 0; kind < 3; kind++) { /* matrices, those with equal eigenvalues, and diagonals */
    projection *p = NULL;
    if (kind == 1) memset(a, 0, sizeof a);
    if (kind == 2) {
      memcpy(a, matrix, sizeof a);
      c[1].j = c[1].i; /* other entries are 0 */
    }
    OK(projection_new(&memory, N, COUNT, c, kind == 2, &eigen_own, &p));
    p->start = a;
    double at[COUNT] = {0}, value, high[COUNT], hessian[COUNT * COUNT];
    if (kind != 1) at[1] = 0.3;
    OK(dual_evaluate(p, at, &value));
    dual_hessian(p);
    memcpy(hessian, p->hessian, sizeof hessian);
    const double h = 1e-5;
    for (size_t j = 0; j < COUNT; j++) {
      at[j] += h;
      OK(dual_evaluate(p, at, &value));
      memcpy(high, p->gradient, sizeof high);
      at[j] -= 2 * h;
      OK(dual_evaluate(p, at, &value));
      for (size_t k = 0; k < COUNT; k++) {
        near((high[k] - p->gradient[k]) / (2 * h), hessian[j * COUNT + k], 1e-7, "second derivative");
      }
      at[j] += h;
    }
    arena_free(&memory);
  }
  random_stream_free(stream);
}

typedef struct sample {
  linear_constraint c[8];
  double vectors[8][LARGEST], matrices[8][LARGEST * LARGEST], dense[8][LARGEST * LARGEST];
} sample;

/* Random constraints that exp(target) satisfies: equalities, inequalities that are tight for it and others with
 * room. */
static void draw(random_stream *stream, size_t n, size_t count, const double *w, sample *s) {
  for (size_t j = 0; j < count; j++) {
    linear_constraint *c = &s->c[j];
    *c = (linear_constraint){.kind = (constraint_kind)(j % 4), .name = "constraint"};
    c->i = random_index(stream, n);
    c->j = random_index(stream, n);
    random_gaussian_vector(stream, n, s->vectors[j]);
    dense_draw(stream, n, 1, s->matrices[j]);
    c->data = c->kind == CONSTRAINT_DYAD ? s->vectors[j] : s->matrices[j];
    matrix_of(n, c, s->dense[j]);
    c->value = dense_inner(n * n, w, s->dense[j]);
    c->at_most = random_chance(stream, 0.5);
    if (c->at_most && random_chance(stream, 0.5)) c->value += random_uniform(stream);
  }
}

/* Residuals recomputed with libm, and the generalised Pythagorean theorem D(U, W') >= D(U, W) + D(W, W') for U that
 * satisfies the constraints, with equality for equalities: a characterisation of the projection without its dual. */
Test(projection, random_constraints_satisfy_pythagoras) {
  random_stream *stream = stream_of("random");
  sample *s = malloc(sizeof *s);
  cr_assert_not_null(s);
  for (int run = 0; run < 200; run++) {
    const size_t n = 1 + random_index(stream, 8), count = 1 + random_index(stream, 8);
    double target[LARGEST * LARGEST], u[LARGEST * LARGEST], a[LARGEST * LARGEST], before[LARGEST * LARGEST],
        w[LARGEST * LARGEST];
    dense_draw(stream, n, 1, target);
    exponential(n, target, u);
    draw(stream, n, count, u, s);
    dense_draw(stream, n, run % 3 == 0 ? 2 : 0.5, a);
    memcpy(before, a, sizeof a);
    projection *p = NULL;
    projection_report report;
    OK(projection_new(&memory, n, count, s->c, false, &eigen_own, &p));
    OK(projection_apply(p, a, &report));
    cr_expect(report.residual <= 1e-9, "run %d: residual %.17g", run, report.residual);
    exponential(n, a, w);
    bool equalities = true;
    for (size_t j = 0; j < count; j++) {
      const double excess = dense_inner(n * n, w, s->dense[j]) - s->c[j].value;
      const double limit = 2e-9 * projection_scale(p) * sqrt(dense_inner(n * n, s->dense[j], s->dense[j])) + 1e-12;
      cr_expect(s->c[j].at_most ? excess <= limit : fabs(excess) <= limit, "run %d: constraint %zu is off by %.17g",
                run, j, excess);
      if (s->c[j].at_most) equalities = false;
    }
    const double far = divergence(n, u, before), close = divergence(n, u, a), gone = divergence(n, w, before);
    const double rounding = 1e-8 * (fabs(far) + fabs(close) + fabs(gone) + 1);
    cr_expect(far >= close + gone - rounding, "run %d: %.17g below %.17g + %.17g", run, far, close, gone);
    if (equalities) near(far, close + gone, rounding, "equalities: Pythagoras");
    double violation;
    const instance satisfied = instance_matrix(n, u);
    OK(projection_violation(p, &satisfied, &violation));
    cr_expect(violation <= 1e-12 * (1 + projection_scale(p)), "the target violates by %.17g", violation);
    arena_free(&memory);
  }
  free(s);
  random_stream_free(stream);
}

Test(projection, repeated_constraints_are_harmless) {
  double a[16], once[16];
  random_stream *stream = stream_of("repeated");
  dense_draw(stream, 4, 1, a);
  memcpy(once, a, sizeof a);
  linear_constraint c[6] = {{.kind = CONSTRAINT_TRACE, .value = 2, .name = "trace"}};
  for (size_t i = 0; i < 4; i++) {
    c[i + 1] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = i, .j = i, .value = 0.5, .name = "entry"};
  }
  c[5] = c[2];
  projection_report report;
  project(4, 6, c, false, a, &report);
  project(4, 4, c + 1, false, once, &report);
  for (size_t i = 0; i < 16; i++) near(a[i], once[i], 1e-8, "log-matrix");
  random_stream_free(stream);
}

Test(projection, far_away_and_lopsided) { /* W' with eigenvalues from e^-40 to e^40 */
  double a[9] = {40, 1, 0, 1, -40, 2, 0, 2, 0}, w[9];
  const double c0[3] = {1, 1, 0}, c1[3] = {0, 1, 0};
  const linear_constraint c[3] = {{.kind = CONSTRAINT_TRACE, .value = 1, .name = "trace"},
                                  {.kind = CONSTRAINT_DYAD, .data = c0, .value = 0.75, .name = "sum"},
                                  {.kind = CONSTRAINT_DYAD, .data = c1, .value = 0.25, .name = "second"}};
  projection_report report;
  project(3, 3, c, false, a, &report);
  exponential(3, a, w);
  near(w[0] + w[4] + w[8], 1, 1e-9, "trace");
  near(w[0] + 2 * w[1] + w[4], 0.75, 1e-9, "dyad");
  near(w[4], 0.25, 1e-9, "second dyad");
}

static void refused(size_t n, size_t count, const linear_constraint *c, bool diagonal, const char *message) {
  projection *p = NULL;
  double a[16] = {0};
  status code = projection_new(&memory, n, count, c, diagonal, &eigen_own, &p);
  if (code == STATUS_OK) code = projection_apply(p, a, NULL);
  cr_expect_eq(code, STATUS_INVALID, "status %d", (int)code);
  cr_expect_str_eq(status_message(), message, "%s", status_message());
  arena_free(&memory);
}

Test(projection, impossible_constraints_are_refused_by_name) {
  const double first[3] = {1, 0, 0}, second[3] = {0, 1, 0}, sum[3] = {1, 1, 0}, zero[3] = {0};
  linear_constraint c[4] = {{.kind = CONSTRAINT_TRACE, .value = -1, .name = "trace = -1"}};
  refused(3, 1, c, false, "trace = -1: no positive semidefinite W satisfies this");
  refused(3, 1, c, true, "trace = -1: no positive semidefinite W satisfies this");
  c[0].value = 0;
  refused(3, 1, c, false, "trace = -1: only singular W can satisfy this; a positive definite one is needed");
  c[0] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = 0, .j = 1, .value = 0.5, .name = "A"};
  c[1] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = 1, .j = 0, .value = 0.7, .name = "B"};
  refused(3, 2, c, false, "A and B: no positive semidefinite W satisfies these together");
  c[0] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = first, .value = -0.1, .at_most = true, .name = "first"};
  refused(3, 1, c, false, "first: no positive semidefinite W satisfies this");
  c[0].value = 0;
  refused(3, 1, c, false, "first: only singular W can satisfy this; a positive definite one is needed");
  /* W_11 = W_22 = 1 and W_12 = 2 need a determinant of -3; W_12 = 1 one of 0 */
  c[0] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = first, .value = 1, .name = "A"};
  c[1] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = second, .value = 1, .name = "B"};
  c[2] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = 0, .j = 1, .value = 4, .name = "C"};
  refused(3, 3, c, false, "A and B and C: no positive semidefinite W satisfies these together");
  c[2].value = 2;
  refused(3, 3, c, false,
          "A and B and C: only singular W can satisfy these together; a positive definite one is needed");
  c[2] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = sum, .value = 4.5, .name = "C"};
  refused(3, 3, c, false, "A and B and C: no positive semidefinite W satisfies these together");
  /* a trace below what a dyad needs; the third constraint has no part in it */
  c[0] = (linear_constraint){.kind = CONSTRAINT_TRACE, .value = 1, .at_most = true, .name = "trace"};
  c[1] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = first, .value = 1.5, .name = "dyad"};
  c[2] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = 1, .j = 2, .value = 0.1, .name = "harmless"};
  refused(3, 3, c, false, "trace and dyad: no positive semidefinite W satisfies these together");
  c[0] = (linear_constraint){.kind = CONSTRAINT_DYAD, .data = zero, .value = 1, .name = "nothing"};
  refused(3, 1, c, false, "nothing is zero");
  c[0] = (linear_constraint){.kind = CONSTRAINT_ENTRY, .i = 0, .j = 1, .value = 1, .name = "A"};
  refused(3, 1, c, true, "A is zero on diagonal matrices");
}

Test(projection, allocates_nothing) {
  enum { N = 6 };
  random_stream *stream = stream_of("allocation");
  double a[N * N], vector[N];
  dense_draw(stream, N, 1, a);
  random_gaussian_vector(stream, N, vector);
  const linear_constraint c[2] = {{.kind = CONSTRAINT_DYAD, .data = vector, .value = 0.5, .name = "dyad"},
                                  {.kind = CONSTRAINT_TRACE, .value = 1, .name = "trace"}};
  projection *p = NULL;
  OK(projection_new(&memory, N, 2, c, false, &eigen_own, &p));
  const size_t before = allocation_count();
  OK(projection_apply(p, a, NULL));
  cr_expect_eq(allocation_count(), before);
  arena_free(&memory);
  random_stream_free(stream);
}
