#include "cell/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cell/curve.h"
#include "cell/observed_entries.h"
#include "cell/observed_kernels.h"

static bool wants(const observer *observer, const char *name) {
  for (size_t i = 0; i < observer->name_count; i++) {
    if (strcmp(observer->names[i], name) == 0) return true;
  }
  return false;
}

static status prepare_angles(observer *observer, const comparator *comparator) {
  if (comparator == NULL || !wants(observer, "subspace_angle")) return STATUS_OK;
  if (!comparator_projection(comparator, &observer->rank, NULL)) {
    observer->rank = 0;
    return STATUS_OK;
  }
  const size_t n = comparator_order(comparator), r = observer->rank;
  TRY(angles_new(n, r, &observer->angles));
  TRY(NEW_ARRAY(r * n, observer->top));
  TRY(NEW_ARRAY(r * n, observer->target));
  return NEW_ARRAY(r, observer->radians);
}

status observer_new(const char *const *names, size_t count, size_t trials, const comparator *comparator,
                    observer *out) {
  *out = (observer){.names = names, .name_count = count};
  TRY(prepare_angles(out, comparator));
  out->capacity = (count + out->rank) * curve_capacity(trials) + OBSERVER_EXTRA;
  return NEW_ARRAY(out->capacity, out->rows);
}

void observer_free(observer *observer) {
  angles_free(observer->angles);
  free(observer->top);
  free(observer->target);
  free(observer->radians);
  free(observer->rows);
  free(observer->ordering);
  free(observer->embedding);
  *observer = (struct observer){.names = NULL};
}

bool observer_wants_progress(const observer *observer) {
  return wants(observer, "progress");
}

void observer_add_indexed(observer *observer, size_t t, const char *quantity, size_t index, double value) {
  if (observer->count == observer->capacity) return;
  observer->rows[observer->count++] = (observation){t, quantity, index, value};
}

void observer_add(observer *observer, size_t t, const char *quantity, double value) {
  observer_add_indexed(observer, t, quantity, 0, value);
}

status observer_make_room(observer *observer, size_t more) {
  observation *larger = realloc(observer->rows, (observer->capacity + more) * sizeof *larger);
  if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for %zu observations", more);
  observer->rows = larger;
  observer->capacity += more;
  return STATUS_OK;
}

static status take_angles(observer *observer, const learner *learner, const comparator *comparator, const char *name,
                          size_t t) {
  spectral *w = learner_parameter(learner);
  size_t rank = 0;
  if (w == NULL || observer->rank == 0 || spectral_order(w) != comparator_order(comparator)) return STATUS_OK;
  if (!comparator_projection(comparator, &rank, NULL) || rank != observer->rank) {
    return STATUS_OK;
  }
  TRY(spectral_top(w, rank, observer->top));
  comparator_rows(comparator, observer->target);
  TRY(angles_between(observer->angles, observer->top, observer->target, observer->radians));
  for (size_t i = 0; i < rank; i++) observer_add_indexed(observer, t, name, i + 1, observer->radians[i]);
  return STATUS_OK;
}

static bool is_of_parameter(const char *name) {
  static const char *const names[] = {"trace", "rank", "least_eigenvalue", "largest_eigenvalue"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

static status take_parameter(observer *observer, const learner *learner, const char *name, size_t t) {
  spectral *w = learner_parameter(learner);
  double value = NAN, least = NAN, largest = NAN;
  bool own = false;
  TRY(learner_observe(learner, name, &value, &own));
  if (!own && !is_of_parameter(name)) return STATUS_OK; /* another learner's own */
  if (own || w == NULL) {
    observer_add_indexed(observer, t, name, 0, value);
    return STATUS_OK;
  }
  if (strcmp(name, "trace") == 0) {
    TRY(spectral_trace(w, &value));
  } else if (strcmp(name, "rank") == 0) {
    value = (double)spectral_rank(w);
  } else {
    TRY(spectral_extremes(w, &least, &largest));
    value = strcmp(name, "least_eigenvalue") == 0 ? least : largest;
  }
  observer_add_indexed(observer, t, name, 0, value);
  return STATUS_OK;
}

status observer_take(observer *observer, const learner *learner, const comparator *comparator,
                     const observed_trial *trial) {
  for (size_t i = 0; i < observer->name_count; i++) {
    const char *name = observer->names[i], *constant = learner_observed_constant(name);
    double value = NAN;
    if (constant != NULL) {
      if (learner_constant(learner, constant, &value)) observer_add_indexed(observer, trial->t, name, 0, value);
    } else if (strcmp(name, "potential") == 0) {
      observer_add_indexed(observer, trial->t, name, 0, trial->potential);
    } else if (strcmp(name, "progress") == 0) {
      if (!isnan(trial->progress)) observer_add_indexed(observer, trial->t, name, 0, trial->progress);
    } else if (strcmp(name, "score") == 0) {
      if (trial->t > 0) observer_add_indexed(observer, trial->t, name, 0, trial->score);
    } else if (strcmp(name, "expected_mistakes") == 0) {
      observer_add_indexed(observer, trial->t, name, 0, trial->expected_mistakes);
    } else if (observed_of_entries(name) || observed_of_kernels(name)) {
      continue; /* not asked here */
    } else if (strcmp(name, "subspace_angle") == 0) {
      TRY(take_angles(observer, learner, comparator, name, trial->t));
    } else {
      TRY(take_parameter(observer, learner, name, trial->t));
    }
  }
  return STATUS_OK;
}
