#include "data/columns/running_scale.h"
#include "base/memory.h"
#include "base/state.h"

static const struct {
  const char *scaling, *first, *second, *members;
} kinds[] = {[RUNNING_UNIT] = {"unit", "low", "high", "rows low high"},
             [RUNNING_MAX_ABS] = {"max_abs", "largest", NULL, "rows largest"},
             [RUNNING_STANDARD] = {"standard", "mean", "squares", "rows mean squares"}};

void running_scale_free(running_scale *scale) {
  free(scale->first);
  *scale = (running_scale){.first = NULL};
}

double scale_to_unit(double x, double low, double high) {
  if (isnan(x)) return x;
  return high > low ? fmin(fmax((x / 2 - low / 2) / (high / 2 - low / 2), 0.0), 1.0) : 0.0; /* halves: no overflow */
}

double scale_to_largest(double x, double largest) {
  if (isnan(x)) return x;
  return largest > 0.0 ? fmin(fmax(x / largest, -1.0), 1.0) : 0.0;
}

status running_scale_new(const char *scaling, size_t columns, running_scale *out) {
  *out = (running_scale){.kind = RUNNING_UNIT, .columns = columns};
  while (strcmp(kinds[out->kind].scaling, scaling) != 0) out->kind++;
  TRY(NEW_ARRAY(3 * columns, out->first));
  out->second = out->first + columns;
  out->gaps = out->second + columns;
  return STATUS_OK;
}

/* --- a reading --- */

static status take_members(const cJSON *object, running_scale *out) {
  const bool gaps = cJSON_HasObjectItem(object, "gaps");
  char names[40];
  (void)snprintf(names, sizeof names, "%s%s", kinds[out->kind].members, gaps ? " gaps" : "");
  TRY(state_check_names(object, names));
  TRY(state_get_count(object, "rows", 0, STATE_LARGEST_COUNT, &out->rows));
  TRY(state_get_numbers(object, kinds[out->kind].first, out->columns, out->first));
  if (kinds[out->kind].second != NULL) {
    TRY(state_get_numbers(object, kinds[out->kind].second, out->columns, out->second));
  }
  if (gaps) TRY(state_get_numbers(object, "gaps", out->columns, out->gaps));
  for (size_t j = 0; j < out->columns; j++) {
    if (!(out->gaps[j] >= 0.0 && out->gaps[j] <= (double)out->rows)) {
      return FAIL(STATUS_INVALID, "gaps: entry %zu is %g, expected at most %zu rows", j + 1, out->gaps[j], out->rows);
    }
    if (out->kind == RUNNING_UNIT && out->first[j] > out->second[j]) {
      return FAIL(STATUS_INVALID, "low: entry %zu is %g, expected at most high = %g", j + 1, out->first[j],
                  out->second[j]);
    }
    if (out->kind == RUNNING_MAX_ABS && out->first[j] < 0.0) {
      return FAIL(STATUS_INVALID, "largest: entry %zu is %g, expected at least 0", j + 1, out->first[j]);
    }
    if (out->kind == RUNNING_STANDARD && (out->second[j] < 0.0 || (out->rows == 0 && out->second[j] > 0.0))) {
      return FAIL(STATUS_INVALID, "squares: entry %zu is %g, expected a sum of squares of %zu rows", j + 1,
                  out->second[j], out->rows);
    }
  }
  return STATUS_OK;
}

status running_scale_take(const cJSON *reading, const char *scaling, size_t columns, running_scale *out) {
  const cJSON *object = NULL;
  TRY(running_scale_new(scaling, columns, out));
  TRY(state_get_object(reading, "online", &object));
  return status_context(take_members(object, out), "online");
}

status running_scale_keep(const running_scale *scale, cJSON *reading) {
  cJSON *object = NULL;
  cJSON_DeleteItemFromObjectCaseSensitive(reading, "online");
  TRY(state_add_object(reading, "online", &object));
  TRY(state_add_count(object, "rows", scale->rows));
  TRY(state_add_numbers(object, kinds[scale->kind].first, scale->columns, scale->first));
  if (kinds[scale->kind].second != NULL) {
    TRY(state_add_numbers(object, kinds[scale->kind].second, scale->columns, scale->second));
  }
  bool gaps = false;
  for (size_t j = 0; j < scale->columns; j++) gaps = gaps || scale->gaps[j] > 0.0;
  return gaps ? state_add_numbers(object, "gaps", scale->columns, scale->gaps) : STATUS_OK;
}

status running_scale_begin(const char *scaling, size_t columns, cJSON *reading) {
  CLEANUP(running_scale_free) running_scale none = {.columns = 0};
  TRY(running_scale_new(scaling, columns, &none));
  return running_scale_keep(&none, reading);
}

/* --- rows --- */

status running_scale_step(running_scale *scale, size_t count, const size_t *index, const double *x) {
  scale->rows++;
  for (size_t k = 0; k < count; k++) {
    const size_t j = index == NULL ? k : index[k];
    double *first = &scale->first[j], *second = &scale->second[j];
    const double rows = (double)scale->rows - scale->gaps[j];
    if (isnan(x[k])) {
      scale->gaps[j] += 1.0;
    } else if (scale->kind == RUNNING_MAX_ABS) {
      *first = fmax(*first, fabs(x[k]));
    } else if (scale->kind == RUNNING_UNIT) {
      *first = rows > 1.0 ? fmin(*first, x[k]) : x[k];
      *second = rows > 1.0 ? fmax(*second, x[k]) : x[k];
    } else {
      const double before = x[k] - *first;
      *first += before / rows;
      *second += before * (x[k] - *first);
      if (isfinite(*second)) continue;
      return FAIL(STATUS_INVALID, "feature %zu is %g: squares of such numbers are too large for scaling = \"standard\"",
                  j + 1, x[k]);
    }
  }
  return STATUS_OK;
}

static double scaled(const running_scale *scale, size_t j, double x) {
  const double first = scale->first[j], second = scale->second[j];
  const double rows = (double)scale->rows - scale->gaps[j];
  const double deviation = scale->kind == RUNNING_STANDARD ? sqrt(second / rows) : 0.0;
  switch (scale->kind) {
  case RUNNING_UNIT: return scale_to_unit(x, first, second);
  case RUNNING_MAX_ABS: return scale_to_largest(x, first);
  case RUNNING_STANDARD: return deviation > 0.0 || isnan(x) ? (x - first) / deviation : 0.0;
  }
  return x;
}

void running_scale_apply(const running_scale *scale, size_t count, const size_t *index, double *x) {
  for (size_t k = 0; k < count; k++) x[k] = scaled(scale, index == NULL ? k : index[k], x[k]);
}
