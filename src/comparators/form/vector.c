/* U = diag(u). One of zeros and ones is a disjunction. */
#include "base/fixed_math.h"
#include "comparators/form/form.h"
#include "linalg/kernels.h"
#include "spectral/instance/vector_arithmetic.h"

extern const comparator_form form_coordinates;

typedef struct vector {
  comparator common;
  double *entries; /* u */
  size_t support;  /* how many are not 0 */
  size_t *places;  /* of these; NULL: there are many, and u is no disjunction */
  bool disjunction;
} vector;

/* The product with a dense vector then reads a few entries only. */
static status find_support(vector *made) {
  for (size_t i = 0; i < made->common.n; i++) made->support += made->entries[i] != 0.0;
  if (made->support > made->common.n / 16 && !made->disjunction) return STATUS_OK;
  TRY(FORM_ARRAY(made, made->support, NULL, made->places));
  for (size_t i = 0, found = 0; found < made->support; i++) {
    if (made->entries[i] != 0.0) made->places[found++] = i;
  }
  return STATUS_OK;
}

static status init(void *self, const comparator_parts *parts) {
  vector *made = self;
  TRY(FORM_ARRAY(made, parts->n, parts->vector, made->entries));
  made->common.entropy = made->common.squared_norm = 0.0;
  bool binary = true;
  for (size_t i = 0; i < parts->n; i++) {
    const double u = made->entries[i];
    if (u < 0.0 && !parts->any_sign) return FAIL(STATUS_INVALID, "entry %zu is %g, expected a number >= 0", i + 1, u);
    if (u < 0.0) made->common.entropy = NAN;
    made->common.entropy += fixed_u_ln_u(u);
    made->common.squared_norm += u * u;
    binary = binary && (u == 0.0 || u == 1.0);
  }
  made->disjunction = binary && !parts->any_sign && made->common.squared_norm > 0.0;
  TRY(find_support(made));
  return form_view(&made->common, instance_dense_vector(parts->n, made->entries));
}

static const comparator_form *simpler(const void *self, comparator_parts *parts) {
  const vector *made = self;
  *parts = (comparator_parts){.n = made->common.n, .r = made->support, .coordinates = made->places};
  return made->disjunction ? &form_coordinates : NULL;
}

static double value(const void *self, const instance *x) {
  const vector *made = self;
  if (made->places == NULL || x->kind != INSTANCE_VECTOR || x->index != NULL) {
    return vector_inner_instance(made->entries, x);
  }
  return kernel_dot_at(made->common.n, made->support, made->places, x->value, made->entries);
}

const comparator_form form_vector = {.kind = COMPARATOR_VECTOR,
                                     .member = "vector",
                                     .size = sizeof(vector),
                                     .init = init,
                                     .simpler = simpler,
                                     .value = value};
