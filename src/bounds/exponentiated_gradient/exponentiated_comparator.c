#include "bounds/exponentiated_gradient/exponentiated_comparator.h"

#include <math.h>

#include "base/fixed_math.h"
#include "registry/member.h"

static const double premise_tolerance = 1e-9;

static void fail(exponentiated_comparator *out, const char *premise, double value) {
  out->premise = premise;
  out->premise_value = value;
  out->entropy = NAN;
}

static double entropy_of(double u) {
  return u > 0.0 ? u * fixed_log(u) : 0.0;
}

/* (u+, u-)/radius, and equal weights for what is left of 1: they cancel in <u', (x, -x)>. */
static status lift(void *self, const instance *u, double radius, exponentiated_comparator *out) {
  const size_t n = u->n;
  double norm = 0.0;
  TRY(OWN_ARRAY(self, 2 * n, out->numbers));
  for (size_t j = 0; j < u->count; j++) {
    const double value = u->value[j] / radius;
    out->numbers[(value > 0.0 ? 0 : n) + (u->index != NULL ? u->index[j] : j)] = fabs(value);
    norm += fabs(value);
  }
  if (norm > 1.0 + premise_tolerance) {
    fail(out, "the comparator's |u|_1 is at most radius", norm * radius);
    return STATUS_OK;
  }
  const double rest = fmax(0.0, 1.0 - norm) / (2.0 * (double)n);
  out->entropy = 0.0;
  for (size_t i = 0; i < 2 * n; i++) {
    out->numbers[i] += rest;
    out->entropy += entropy_of(out->numbers[i]);
  }
  out->density = instance_dense_vector(2 * n, out->numbers);
  return STATUS_OK;
}

/* The eigenvalues of U, then its eigenvectors. */
static status factorise(void *self, const instance *u, exponentiated_comparator *out) {
  const size_t n = u->n;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(OWN_ARRAY(self, n * (n + 1), out->numbers));
  TRY(eigen_solver_new(&eigen_gsl, n, &solver));
  out->density = instance_low_rank(n, n, out->numbers + n, out->numbers, 0.0);
  return eigen_solve(solver, n, u->matrix, n, out->numbers, out->numbers + n, NULL);
}

status exponentiated_comparator_of(void *self, const bound_context *context, double radius,
                                   exponentiated_comparator *out) {
  const comparator *u = context->comparator;
  const instance *own = comparator_instance(u);
  const spectral *w = learner_parameter(context->learner);
  *out = (exponentiated_comparator){.premise_value = NAN, .entropy = comparator_entropy(u), .density = *own};
  if (comparator_segments(u) > 1) {
    fail(out, "the comparator does not change", (double)comparator_segments(u));
    return STATUS_OK;
  }
  if (radius > 0.0) {
    if (own->kind == INSTANCE_VECTOR) return lift(self, own, radius, out);
    fail(out, "the comparator is a vector", NAN);
    return STATUS_OK;
  }
  const bool vector = comparator_kind_of(u) == COMPARATOR_VECTOR;
  if (vector && isnan(out->entropy)) fail(out, "the comparator is positive semidefinite", NAN);
  if (out->premise == NULL && !(fabs(comparator_trace(u) - 1.0) <= premise_tolerance)) {
    fail(out, "the comparator's trace is 1", comparator_trace(u));
  }
  if (spectral_order(w) != comparator_order(u)) out->entropy = NAN;
  if (isnan(out->entropy) || spectral_takes_argument(w, own->kind)) return STATUS_OK;
  if (own->kind == INSTANCE_MATRIX && spectral_representation_of(w) == REPRESENTATION_LOW_RANK) {
    return factorise(self, own, out);
  }
  out->entropy = NAN;
  return STATUS_OK;
}
