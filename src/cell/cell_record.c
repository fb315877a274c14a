#include "cell/cell_record.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"

status bound_curve_new(size_t trials, bound_curve *out) {
  *out = (bound_curve){.capacity = curve_capacity(trials)};
  TRY(NEW_ARRAY(out->capacity, out->t));
  return NEW_ARRAY(out->capacity, out->value);
}

void bound_curve_add(bound_curve *curve, size_t t, double value) {
  if (curve->count == curve->capacity) return;
  curve->t[curve->count] = t;
  curve->value[curve->count++] = value;
}

void bound_curve_free(bound_curve *curve) {
  free(curve->t);
  free(curve->value);
  curve->t = NULL;
  curve->value = NULL;
}

void record_number(cJSON *object, const char *name, double value) {
  char text[NUMBER_TEXT];
  cJSON_AddStringToObject(object, name, number_text(value, text));
}

double record_value(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  double value = NAN;
  if (text == NULL) return NAN;
  if (strcmp(text, "inf") == 0) return INFINITY;
  if (strcmp(text, "-inf") == 0) return -INFINITY;
  return number_parse(text, &value) ? value : NAN;
}

const char *record_text(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text == NULL ? "-" : text;
}

void record_totals(cJSON *record, const cell_totals *totals, const char *comparator, const double comparator_loss[2],
                   const char *stream) {
  record_number(record, "trials", (double)totals->trials);
  record_number(record, "mistakes", (double)totals->mistakes);
  record_number(record, "loss", totals->loss);
  cJSON_AddStringToObject(record, "comparator", comparator);
  record_number(record, "comparator_loss", comparator_loss[0]);
  record_number(record, "comparator_loss_high", comparator_loss[1]);
  record_number(record, "regret", totals->loss - comparator_loss[0]);
  record_number(record, "regret_low", totals->loss - comparator_loss[1]);
  record_number(record, "updates", (double)totals->updates);
  cJSON_AddStringToObject(record, "stream", stream);
}

static void write_cell_number(FILE *file, double value, char end) {
  char text[NUMBER_TEXT];
  (void)fprintf(file, "%s%c", number_text(value, text), end);
}

static status add_stream_text(cJSON *record, const char *name, FILE *file, char **text) {
  const int failed = ferror(file) | fclose(file);
  if (!failed) cJSON_AddStringToObject(record, name, *text);
  free(*text);
  return failed ? FAIL(STATUS_MEMORY, "no memory for the %s of a cell", name) : STATUS_OK;
}

status record_curves(cJSON *record, const curve *curve, const observer *observer) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the curves of a cell");
  for (size_t i = 0; i < curve->count; i++) {
    const curve_point *point = &curve->points[i];
    (void)fprintf(file, "%zu\t%zu\t", point->t, point->mistakes);
    write_cell_number(file, point->loss, '\t');
    write_cell_number(file, point->regret, '\t');
    write_cell_number(file, point->potential, '\n');
  }
  TRY(add_stream_text(record, "curves", file, &text));
  file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the observations of a cell");
  for (size_t i = 0; i < observer->count; i++) {
    (void)fprintf(file, "%zu\t%s\t%zu\t", observer->rows[i].t, observer->rows[i].quantity, observer->rows[i].index);
    write_cell_number(file, observer->rows[i].value, '\n');
  }
  if (observer->ordering != NULL) cJSON_AddStringToObject(record, "ordering", observer->ordering);
  if (observer->embedding != NULL) cJSON_AddStringToObject(record, "embedding", observer->embedding);
  return add_stream_text(record, "observations", file, &text);
}

status record_quantities(cJSON *record, const cJSON *quantities) {
  const cell_totals nothing = {.loss = NAN, .regret = NAN};
  const double none[2] = {NAN, NAN};
  record_totals(record, &nothing, "none", none, "-");
  cJSON_AddStringToObject(record, "curves", "");
  cJSON_AddArrayToObject(record, "rows");
  cJSON_AddArrayToObject(record, "bound_curves");
  char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the observations of a cell");
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, quantities) {
    (void)fprintf(file, "0\t%s\t0\t", item->string);
    write_cell_number(file, cJSON_IsNumber(item) ? item->valuedouble : NAN, '\n');
  }
  return add_stream_text(record, "observations", file, &text);
}

void record_row(cJSON *rows, const bound_row *row) {
  const verdict judged = bound_verdict(row);
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "bound", row->name);
  cJSON_AddStringToObject(object, "status", bound_status_name(row->status));
  cJSON_AddStringToObject(object, "direction", bound_direction_name(row->direction));
  cJSON_AddStringToObject(object, "level", bound_level_name(row->level));
  cJSON_AddStringToObject(object, "measure", row->measure);
  record_number(object, "measured", row->measured);
  record_number(object, "value", row->value);
  record_number(object, "used", bound_used(row, judged));
  cJSON_AddStringToObject(object, "verdict", verdict_name(judged));
  cJSON_AddStringToObject(object, "premise", row->premise == NULL ? "-" : row->premise);
  const size_t trial = row->premise != NULL ? row->premise_trial : row->trial;
  if (trial != 0) record_number(object, "trial", (double)trial);
  record_number(object, "premise_value", row->premise_value);
  record_number(object, "confidence", row->confidence);
  record_number(object, "tolerance", row->tolerance);
  record_number(object, "error", row->error);
  record_number(object, "trivial", row->trivial);
  json_append(rows, object);
}

/* Equal but for rounding: a bound that depends on t grows by more. */
static bool same_value(double a, double b) {
  return fabs(a - b) <= 1e-9 * fabs(b) || a == b || (isnan(a) && isnan(b));
}

void record_bound_curve(cJSON *curves, const char *bound, const bound_curve *curve) {
  bool changed = false;
  for (size_t i = 1; i < curve->count; i++) changed = changed || !same_value(curve->value[i], curve->value[0]);
  if (!changed) return;
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "bound", bound);
  cJSON *t = cJSON_AddArrayToObject(object, "t");
  cJSON *value = cJSON_AddArrayToObject(object, "value");
  for (size_t i = 0; i < curve->count; i++) {
    char text[NUMBER_TEXT];
    json_append(t, cJSON_CreateNumber((double)curve->t[i]));
    json_append(value, cJSON_CreateString(number_text(curve->value[i], text)));
  }
  json_append(curves, object);
}

static bool is_trial(const cJSON *t) {
  return cJSON_IsNumber(t) && t->valuedouble >= 0.0 && t->valuedouble < 0x1p53;
}

status record_each_bound_value(const cJSON *record, record_curve_visit *visit, void *context) {
  const cJSON *curve = NULL;
  cJSON_ArrayForEach (curve, cJSON_GetObjectItemCaseSensitive(record, "bound_curves")) {
    const cJSON *times = cJSON_GetObjectItemCaseSensitive(curve, "t");
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(curve, "value");
    const cJSON *t = times == NULL ? NULL : times->child, *value = values == NULL ? NULL : values->child;
    for (; t != NULL && value != NULL; t = t->next, value = value->next) {
      double number = NAN;
      if (!is_trial(t) || !cJSON_IsString(value)) break;
      if (number_parse(value->valuestring, &number)) {
        TRY(visit(context, record_text(curve, "bound"), (size_t)t->valuedouble, number));
      }
    }
    if (t != NULL || value != NULL || times == NULL) {
      return FAIL(STATUS_INVALID, "bound_curves: expected as many trials t as texts value");
    }
  }
  return STATUS_OK;
}

/* Peak resident memory since the last reset, in KiB; where the kernel does not say, the worker's peak so far. */
static double peak_memory(void) {
  char line[256];
  double peak = NAN;
  FILE *file = fopen("/proc/self/status", "re");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "VmHWM:", 6) == 0) peak = (double)strtoull(line + 6, NULL, 10);
  }
  if (file != NULL) (void)fclose(file);
  if (!isnan(peak)) return peak;
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss : NAN;
}

void record_clock_start(record_clock *clock) {
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC); /* "5" resets the peak */
  if (file >= 0) {
    (void)!write(file, "5", 1);
    (void)close(file);
  }
  clock->started = clock_seconds();
}

void record_clock_stop(const record_clock *clock, cJSON *record) {
  record_number(record, "seconds", clock_seconds() - clock->started);
  record_number(record, "memory", peak_memory());
}
