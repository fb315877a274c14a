/* Arithmetic between a plain vector and an instance: steps on the entries of diag(g). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "spectral/instance/vector_arithmetic.h"

static const size_t places[] = {1, 3};
static const double values[] = {2.0, -4.0};

Test(vector_arithmetic, steps) {
  double g[4] = {1, 1, 1, 1};
  const instance sparse = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values);
  const double dense[] = {0, 1, 0, -1};
  const instance all = instance_dense_vector(4, dense);
  cr_expect_eq(vector_add_instance(g, 0.5, &sparse), 2.0, "the greatest sum or increment");
  cr_expect(g[0] == 1 && g[1] == 2 && g[2] == 1 && g[3] == -1);
  cr_expect_eq(vector_add_instance(g, -3.0, &all), 3.0);
  cr_expect(g[0] == 1 && g[1] == -1 && g[2] == 1 && g[3] == 2);
  double least = 0.0, largest = 0.0;
  vector_extremes(4, g, &least, &largest);
  cr_expect(least == -1 && largest == 2);
}

Test(vector_arithmetic, what_is_not_finite_is_named) {
  double g[4] = {NAN, 1, 1, 1e308};
  const instance x = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values);
  cr_expect(isfinite(vector_add_instance(g, 1.0, &x)), "an entry that is not touched is not looked at");
  cr_expect_not(isfinite(vector_add_instance(g, -4e307, &x)));
  cr_expect_eq(vector_refuse(g, &x), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 4 of H is inf") != NULL, "%s", status_message());
  const double dense[] = {0, 0, 0, 0};
  const instance all = instance_dense_vector(4, dense);
  cr_expect_eq(vector_refuse(g, &all), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 1 of H is nan") != NULL, "%s", status_message());
}

Test(vector_arithmetic, beyond_a_limit) {
  const double g[4] = {100, 5, 100, -6}, zeros[] = {0, 1, 0, 0};
  const instance sparse = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values),
                 dense = instance_dense_vector(4, zeros);
  cr_expect(vector_exceeds(g, &sparse, 5.5));
  cr_expect_not(vector_exceeds(g, &sparse, 6.0));
  cr_expect_not(vector_exceeds(g, &dense, 5.5), "only where x is not 0");
}
