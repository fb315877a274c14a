/* The constraints of a projection, each divided by its norm, and the room that it works in. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/kernels.h"
#include "spectral/projection/projection_dual.h"

void projection_free(projection *p) {
  if (p == NULL) return;
  eigen_solver_free(p->solver);
  free(p->constraints);
  free(p->data);
  free(p->size);
  free(p->bound);
  free(p->argument);
  free(p->values);
  free(p->vectors);
  free(p->transformed);
  free(p->work);
  free(p->weighted);
  free(p->hessian);
  free(p->factor);
  free(p->dual);
  free(p->trial);
  free(p->step);
  free(p->gradient);
  free(p->freed);
  free(p->held);
  free(p->solution);
  free(p);
}

/* How many numbers of its own a constraint has. */
static size_t data_size(const projection *p, const linear_constraint *c) {
  if (p->diagonal || c->kind == CONSTRAINT_DYAD) return p->n;
  return c->kind == CONSTRAINT_MATRIX ? p->n * p->n : 0;
}

/* The numbers that are kept: of dyads and matrices as they are, on diagonal matrices the diagonal of C. */
static void copy_data(const projection *p, const linear_constraint *c, double *out) {
  const size_t n = p->n;
  if (!p->diagonal) {
    const size_t numbers = data_size(p, c);
    if (numbers > 0) memcpy(out, c->data, numbers * sizeof *out);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    out[i] = c->kind == CONSTRAINT_TRACE   ? 1.0
             : c->kind == CONSTRAINT_ENTRY ? (c->i == c->j && c->i == i ? 1.0 : 0.0)
             : c->kind == CONSTRAINT_DYAD  ? c->data[i] * c->data[i]
                                           : c->data[i * (n + 1)];
  }
}

static double norm_of(const projection *p, const linear_constraint *c, const double *data) {
  if (p->diagonal) return kernel_norm(p->n, data);
  switch (c->kind) {
  case CONSTRAINT_TRACE: return sqrt((double)p->n);
  case CONSTRAINT_ENTRY: return c->i == c->j ? 1.0 : sqrt(2.0);
  case CONSTRAINT_DYAD: return kernel_dot(p->n, data, data);
  case CONSTRAINT_MATRIX: break;
  }
  return kernel_norm(p->n * p->n, data);
}

static status copy_constraints(projection *p, const linear_constraint *constraints) {
  size_t total = 0;
  for (size_t j = 0; j < p->count; j++) total += data_size(p, &constraints[j]);
  TRY(NEW_ARRAY(p->count, p->constraints));
  TRY(NEW_ARRAY(p->count, p->size));
  TRY(NEW_ARRAY(p->count, p->bound));
  TRY(NEW_ARRAY(total, p->data));
  double *data = p->data;
  for (size_t j = 0; j < p->count; j++) {
    const linear_constraint *c = &constraints[j];
    const size_t numbers = data_size(p, c);
    p->constraints[j] = *c;
    p->constraints[j].data = data;
    copy_data(p, c, data);
    const double size = norm_of(p, c, data);
    if (!(size > 0.0) || !isfinite(size) || !isfinite(c->value)) {
      return FAIL(STATUS_INVALID, "%s %s", c->name,
                  size == 0.0 ? (p->diagonal ? "is zero on diagonal matrices" : "is zero") : "is not finite");
    }
    if (numbers > 0)
      kernel_scale(numbers, 1.0 / (c->kind == CONSTRAINT_DYAD && !p->diagonal ? sqrt(size) : size), data);
    p->size[j] = size;
    p->bound[j] = c->value / size;
    p->scale = fmax(p->scale, fabs(p->bound[j]));
    data += numbers;
  }
  if (p->scale == 0.0) p->scale = 1.0;
  return STATUS_OK;
}

static status allocate(projection *p, const eigen_backend *eigen) {
  const size_t n = p->n, count = p->count, square = p->diagonal ? 0 : n * n;
  TRY(NEW_ARRAY(p->entries, p->argument));
  TRY(NEW_ARRAY(n, p->values));
  TRY(NEW_ARRAY(square, p->vectors));
  TRY(NEW_ARRAY(square, p->transformed));
  TRY(NEW_ARRAY(p->entries, p->work));
  TRY(memory_array(count, p->entries * sizeof *p->weighted, &p->weighted));
  TRY(NEW_ARRAY(count * count, p->hessian));
  TRY(NEW_ARRAY(count * count, p->factor));
  TRY(NEW_ARRAY(count, p->dual));
  TRY(NEW_ARRAY(count, p->trial));
  TRY(NEW_ARRAY(count, p->step));
  TRY(NEW_ARRAY(count, p->gradient));
  TRY(NEW_ARRAY(count, p->freed));
  TRY(NEW_ARRAY(count, p->held));
  TRY(NEW_ARRAY(count, p->solution));
  return p->diagonal ? STATUS_OK : eigen_solver_new(eigen, n, &p->solver);
}

status projection_new(size_t n, size_t count, const linear_constraint *constraints, bool diagonal,
                      const eigen_backend *eigen, projection **out) {
  projection *p = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, p));
  p->n = n;
  p->count = count;
  p->diagonal = diagonal;
  p->entries = diagonal ? n : n * n;
  status code = copy_constraints(p, constraints);
  if (code == STATUS_OK) code = allocate(p, eigen);
  if (code != STATUS_OK) {
    projection_free(p);
    return code;
  }
  *out = p;
  return STATUS_OK;
}

double projection_scale(const projection *p) {
  return p->scale;
}
