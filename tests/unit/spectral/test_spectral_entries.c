/* A step on the entries of diag(g). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "spectral/entry/entries.h"

static const size_t places[] = {1, 3};
static const double values[] = {2.0, -4.0};

Test(spectral_entries, steps) {
  double g[4] = {1, 1, 1, 1};
  const instance sparse = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values);
  const double dense[] = {0, 1, 0, -1};
  const instance all = instance_dense_vector(4, dense);
  cr_expect_eq(entries_add(g, 0.5, &sparse), 2.0, "the greatest sum or increment");
  cr_expect(g[0] == 1 && g[1] == 2 && g[2] == 1 && g[3] == -1);
  cr_expect_eq(entries_add(g, -3.0, &all), 3.0);
  cr_expect(g[0] == 1 && g[1] == -1 && g[2] == 1 && g[3] == 2);
  double least = 0.0, largest = 0.0;
  entries_extremes(4, g, &least, &largest);
  cr_expect(least == -1 && largest == 2);
}

Test(spectral_entries, what_is_not_finite_is_named) {
  double g[4] = {NAN, 1, 1, 1e308};
  const instance x = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values);
  cr_expect(isfinite(entries_add(g, 1.0, &x)), "an entry that is not touched is not looked at");
  cr_expect_not(isfinite(entries_add(g, -4e307, &x)));
  cr_expect_eq(entries_refuse(g, &x), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 4 of H is inf") != NULL, "%s", status_message());
  const double dense[] = {0, 0, 0, 0};
  const instance all = instance_dense_vector(4, dense);
  cr_expect_eq(entries_refuse(g, &all), STATUS_NUMERIC);
  cr_expect(strstr(status_message(), "entry 1 of H is nan") != NULL, "%s", status_message());
}

Test(spectral_entries, beyond_a_limit) {
  const double g[4] = {100, 5, 100, -6}, zeros[] = {0, 1, 0, 0};
  const instance sparse = instance_sparse(INSTANCE_VECTOR, 4, 2, places, values),
                 dense = instance_dense_vector(4, zeros);
  cr_expect(entries_beyond(g, &sparse, 5.5));
  cr_expect_not(entries_beyond(g, &sparse, 6.0));
  cr_expect_not(entries_beyond(g, &dense, 5.5), "only where x is not 0");
}
