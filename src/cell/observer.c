#include "cell/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cell/curve.h"
#include "cell/observed_entries.h"

static status prepare_angles(observer *observer) {
  const comparator *comparator = observer->comparator;
  if (comparator == NULL || !observations_wants(&observer->observed, "subspace_angle")) return STATUS_OK;
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

status observer_new(const observer_setting *setting, observer *out) {
  *out = (observer){.observed = {.names = setting->names, .name_count = setting->name_count},
                    .problem = setting->problem,
                    .learner = setting->learner,
                    .comparator = setting->comparator,
                    .forecast = setting->forecast};
  TRY(prepare_angles(out));
  const size_t quantities = setting->name_count + out->rank; /* at most, of a trial */
  TRY(observations_reserve(&out->observed, quantities * curve_capacity(setting->trials) + OBSERVER_EXTRA));
  return observed_kernels_new(&out->observed, setting->problem, setting->comparator, setting->learner, setting->seed,
                              setting->eigen, &out->kernels);
}

void observer_free(observer *observer) {
  observed_kernels_free(observer->kernels);
  observations_free(&observer->observed);
  angles_free(observer->angles);
  free(observer->top);
  free(observer->target);
  free(observer->radians);
  *observer = (struct observer){.kernels = NULL};
}

bool observer_wants_progress(const observer *observer) {
  return observations_wants(&observer->observed, "progress");
}

static status take_angles(observer *observer, const char *name, size_t t) {
  const comparator *comparator = observer->comparator;
  spectral *w = learner_parameter(observer->learner);
  size_t rank = 0;
  if (w == NULL || observer->rank == 0 || spectral_order(w) != comparator_order(comparator)) return STATUS_OK;
  if (!comparator_projection(comparator, &rank, NULL) || rank != observer->rank) {
    return STATUS_OK;
  }
  TRY(spectral_top(w, rank, observer->top));
  comparator_rows(comparator, observer->target);
  TRY(angles_between(observer->angles, observer->top, observer->target, observer->radians));
  for (size_t i = 0; i < rank; i++) observations_add(&observer->observed, t, name, i + 1, observer->radians[i]);
  return STATUS_OK;
}

static bool is_of_parameter(const char *name) {
  static const char *const names[] = {"trace", "rank", "least_eigenvalue", "largest_eigenvalue"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

static status take_parameter(observer *observer, const char *name, size_t t) {
  const learner *learner = observer->learner;
  spectral *w = learner_parameter(learner);
  double value = NAN, least = NAN, largest = NAN;
  bool own = false;
  TRY(learner_observe(learner, name, &value, &own));
  if (!own && !is_of_parameter(name)) return STATUS_OK; /* a quantity of another learner */
  if (!own && w != NULL) {
    if (strcmp(name, "trace") == 0) {
      TRY(spectral_trace(w, &value));
    } else if (strcmp(name, "rank") == 0) {
      value = (double)spectral_rank(w);
    } else {
      TRY(spectral_extremes(w, &least, &largest));
      value = strcmp(name, "least_eigenvalue") == 0 ? least : largest;
    }
  }
  observations_add(&observer->observed, t, name, 0, value);
  return STATUS_OK;
}

static void take_score(observer *observer, const char *name, size_t t) {
  for (size_t k = 0; t > 0 && forecast_scores[k] != NULL; k++) {
    if (strcmp(forecast_scores[k], name) != 0) continue;
    observations_add(&observer->observed, t, name, 0, forecast_score(observer->forecast, k));
  }
}

static status take_quantity(observer *observer, const observed_trial *trial, const char *name) {
  observations *observed = &observer->observed;
  const char *constant = learner_observed_constant(name);
  double value = NAN;
  if (constant != NULL) {
    if (learner_constant(observer->learner, constant, &value)) observations_add(observed, trial->t, name, 0, value);
  } else if (strcmp(name, "potential") == 0) {
    observations_add(observed, trial->t, name, 0, trial->potential);
  } else if (strcmp(name, "progress") == 0) {
    if (!isnan(trial->progress)) observations_add(observed, trial->t, name, 0, trial->progress);
  } else if (strcmp(name, "score") == 0) {
    if (trial->t > 0) observations_add(observed, trial->t, name, 0, trial->score);
  } else if (strcmp(name, "expected_mistakes") == 0) {
    observations_add(observed, trial->t, name, 0, trial->expected_mistakes);
  } else if (strcmp(name, "subspace_angle") == 0) {
    return take_angles(observer, name, trial->t);
  } else if (forecast_observes(name)) {
    take_score(observer, name, trial->t);
  } else if (!observed_of_entries(name) && !observed_of_kernels(name)) {
    return take_parameter(observer, name, trial->t);
  }
  return STATUS_OK;
}

status observer_take(observer *observer, const observed_trial *trial) {
  for (size_t i = 0; i < observer->observed.name_count; i++) {
    TRY(take_quantity(observer, trial, observer->observed.names[i]));
  }
  return observed_kernels_take(observer->kernels, &observer->observed, trial->t);
}

static status take_calibration(observer *observer, size_t t) {
  const forecast *f = observer->forecast;
  observations *observed = &observer->observed;
  TRY(observations_reserve(observed, 3 * (size_t)FORECAST_BINS));
  for (size_t k = 0; k < FORECAST_BINS; k++) {
    if (f->count[k] == 0.0) continue;
    observations_add(observed, t, "calibration", k + 1, f->came[k] / f->count[k]);
    observations_add(observed, t, "calibration_forecast", k + 1, f->said[k] / f->count[k]);
    observations_add(observed, t, "calibration_count", k + 1, f->count[k]);
  }
  return STATUS_OK;
}

status observer_finish(observer *observer, size_t t) {
  TRY(observed_kernels_finish(observer->kernels, &observer->observed, t));
  if (observations_wants(&observer->observed, "calibration")) {
    TRY(take_calibration(observer, t));
  }
  return observe_entries(&observer->observed, observer->learner, observer->comparator, observer->problem, t);
}
