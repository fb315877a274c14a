#include "engine/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/curve.h"

status observer_new(const char *const *names, size_t count, size_t trials, observer *out) {
  *out = (observer){.names = names, .name_count = count, .capacity = count * curve_capacity(trials)};
  return NEW_ARRAY(out->capacity, out->rows);
}

void observer_free(observer *observer) {
  free(observer->rows);
  observer->rows = NULL;
}

bool observer_wants_progress(const observer *observer) {
  for (size_t i = 0; i < observer->name_count; i++) {
    if (strcmp(observer->names[i], "progress") == 0) return true;
  }
  return false;
}

static status parameter_quantity(const char *name, spectral *w, double *value) {
  double least = NAN, largest = NAN;
  if (strcmp(name, "trace") == 0) return spectral_trace(w, value);
  if (strcmp(name, "rank") == 0) {
    *value = (double)spectral_rank(w);
    return STATUS_OK;
  }
  TRY(spectral_extremes(w, &least, &largest));
  *value = strcmp(name, "least_eigenvalue") == 0 ? least : largest;
  return STATUS_OK;
}

status observer_take(observer *observer, const learner *learner, size_t t, double potential, double progress,
                     double score) {
  spectral *w = learner_parameter(learner);
  for (size_t i = 0; i < observer->name_count && observer->count < observer->capacity; i++) {
    const char *name = observer->names[i];
    double value = NAN;
    if (strcmp(name, "potential") == 0) {
      value = potential;
    } else if (strcmp(name, "progress") == 0) {
      if (isnan(progress)) continue;
      value = progress;
    } else if (strcmp(name, "score") == 0) {
      if (t == 0) continue;
      value = score;
    } else if (w != NULL) {
      TRY(parameter_quantity(name, w, &value));
    }
    observer->rows[observer->count++] = (observation){t, name, value};
  }
  return STATUS_OK;
}
