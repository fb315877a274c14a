#include "hindsight/square_loss/density_fit.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "hindsight/hindsight_cache.h"
#include "hindsight/square_loss/density_parts.h"
#include "hindsight/square_loss/regression_fit.h"
#include "linalg/accurate_sum.h"

/* The residuals e of u, group by group, and its loss. */
static double loss_of(density_groups *groups, const double *u, double *e) {
  density_values(groups, u);
  for (size_t t = 0; t < groups->trials->count; t++) e[t] = groups->value[groups->of[t]] - groups->trials->y[t];
  return square_trials_loss(groups->trials->count, e);
}

static status find(const square_trials *trials, const eigen_backend *eigen, hindsight_answer *found) {
  density_groups groups = {0};
  double *e = NULL;
  status code = STATUS_OK;
  CHECK(density_groups_new(trials, &groups));
  CHECK(NEW_ARRAY(trials->count, e));
  CHECK(density_descend(&groups, eigen, found->numbers));
  found->own = loss_of(&groups, found->numbers, e);
  if (!isfinite(found->own)) {
    code = FAIL(STATUS_NUMERIC, "best density: a loss that is not finite");
    goto end;
  }
  CHECK(density_certificate(&groups, e, eigen, &found->least));
  found->least = fmin(fmax(found->least, 0.0), found->own);
end:
  density_groups_free(&groups);
  free(e);
  return code;
}

static bool all_vectors(const square_trials *trials) {
  size_t t = 0;
  while (t < trials->count && trials->x[t].kind == INSTANCE_VECTOR) t++;
  return t > 0 && t == trials->count;
}

status comparator_density_fit(size_t n, size_t count, const instance *x, const double *y, const eigen_backend *eigen,
                              comparator **out) {
  const square_trials trials = {.n = n, .count = count, .x = x, .y = y};
  hindsight_answer found = {.count = n * n};
  char key[33];
  status code = STATUS_OK;
  *out = NULL;
  TRY(square_trials_check(&trials, 0));
  if (all_vectors(&trials)) return comparator_regression_fit(REGRESSION_SIMPLEX, 1.0, n, count, x, y, out);
  TRY(square_trials_key(&trials, eigen->name, 0.0, key));
  if (!hindsight_cache_find(key, &found)) {
    CHECK(NEW_ARRAY(n * n, found.numbers));
    CHECK(find(&trials, eigen, &found));
    CHECK(hindsight_cache_keep(key, &found));
  }
  CHECK(comparator_from_matrix(COMPARATOR_INTERVAL, n, found.numbers, out));
  comparator_set_least(*out, found.least, found.own);
end:
  free(found.numbers);
  return code;
}
