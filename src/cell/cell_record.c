#include "cell/cell_record.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

void record_number(cJSON *object, const char *name, double value) {
  char text[NUMBER_TEXT];
  cJSON_AddStringToObject(object, name, number_text(value, text));
}

double record_value(const cJSON *object, const char *name) {
  const char *text = json_text(object, name, "nan");
  double value = NAN;
  if (strcmp(text, "inf") == 0) return INFINITY;
  if (strcmp(text, "-inf") == 0) return -INFINITY;
  return number_parse(text, &value) ? value : NAN;
}

const char *record_text(const cJSON *object, const char *name) {
  return json_text(object, name, "-");
}

void record_totals(cJSON *record, const cell_totals *totals, const char *origin, const double comparator_loss[2],
                   const char *stream) {
  record_number(record, "trials", (double)totals->trials);
  record_number(record, "mistakes", (double)totals->mistakes);
  record_number(record, "loss", totals->loss);
  cJSON_AddStringToObject(record, "comparator", origin);
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
  if (!failed && **text != 0) cJSON_AddStringToObject(record, name, *text);
  free(*text);
  return failed ? FAIL(STATUS_MEMORY, "no memory for the %s of a cell", name) : STATUS_OK;
}

status record_curves(cJSON *record, const curve *self, const observations *observed) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the curves of a cell");
  for (size_t i = 0; i < self->count; i++) {
    const curve_point *point = &self->points[i];
    (void)fprintf(file, "%zu %zu ", point->t, point->mistakes);
    write_cell_number(file, point->loss, ' ');
    write_cell_number(file, point->regret, ' ');
    write_cell_number(file, point->potential, ';');
  }
  TRY(add_stream_text(record, "curves", file, &text));
  file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the observations of a cell");
  for (size_t i = 0; i < observed->count; i++) {
    const observation *row = &observed->rows[i];
    (void)fprintf(file, "%zu\t%s\t%zu\t", row->t, row->quantity, row->index);
    write_cell_number(file, row->value, '\n');
  }
  if (observed->ordering != NULL) cJSON_AddStringToObject(record, "ordering", observed->ordering);
  if (observed->embedding != NULL) cJSON_AddStringToObject(record, "embedding", observed->embedding);
  return add_stream_text(record, "observations", file, &text);
}

status record_quantities(cJSON *record, const cJSON *quantities) {
  const cell_totals nothing = {.loss = NAN, .regret = NAN};
  const double none[2] = {NAN, NAN};
  record_totals(record, &nothing, "none", none, "-");
  cJSON_AddArrayToObject(record, "rows");
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

/* NaN is what a reader finds in the place of what is absent. */
static void add_known(cJSON *object, const char *name, double value) {
  if (!isnan(value)) record_number(object, name, value);
}

static void add_premises(cJSON *row, const met_premises *met) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < met->count; i++) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "premise", met->of[i].name);
    add_known(object, "value", met->of[i].value);
    add_known(object, "limit", met->of[i].limit);
    if (met->of[i].trial > 0) record_number(object, "trial", (double)met->of[i].trial);
    json_append(list, object);
  }
  json_set(row, "premises", list);
}

void record_add_row(cJSON *rows, const bound_row *row) {
  const verdict judged = bound_verdict(row);
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "bound", row->name);
  cJSON_AddStringToObject(object, "status", bound_status_name(row->status));
  cJSON_AddStringToObject(object, "direction", bound_direction_name(row->direction));
  cJSON_AddStringToObject(object, "level", bound_level_name(row->level));
  cJSON_AddStringToObject(object, "measure", row->measure);
  add_known(object, "measured", row->measured);
  add_known(object, "value", row->value);
  add_known(object, "used", bound_used(row, judged));
  cJSON_AddStringToObject(object, "verdict", verdict_name(judged));
  if (row->premise != NULL) cJSON_AddStringToObject(object, "premise", row->premise);
  const size_t trial = row->premise != NULL ? row->premise_trial : row->trial;
  if (trial != 0) record_number(object, "trial", (double)trial);
  add_known(object, "premise_value", row->premise_value);
  add_known(object, "tolerance", row->tolerance);
  add_known(object, "trivial", row->trivial);
  if (bound_level_is_joint(row->level)) {
    add_known(object, "confidence", row->confidence);
    add_known(object, "error", row->error);
    add_known(object, "spread", row->spread);
    add_known(object, "least", row->least);
    add_known(object, "most", row->most);
  }
  if (row->met.count > 0 && strchr(row->name, '.') == NULL) add_premises(object, &row->met);
  json_append(rows, object);
}

static status read_row(const cJSON *object, judged_row *row) {
  const char *standing = record_text(object, "status"), *direction = record_text(object, "direction"),
             *level = record_text(object, "level");
  *row = (judged_row){.bound = record_text(object, "bound"),
                      .measure = record_text(object, "measure"),
                      .measured = record_value(object, "measured"),
                      .value = record_value(object, "value"),
                      .used = record_value(object, "used"),
                      .verdict = verdict_by_name(record_text(object, "verdict")),
                      .premise = record_text(object, "premise"),
                      .trial = record_value(object, "trial"),
                      .premise_value = record_value(object, "premise_value"),
                      .confidence = record_value(object, "confidence"),
                      .tolerance = record_value(object, "tolerance"),
                      .error = record_value(object, "error"),
                      .trivial = record_value(object, "trivial"),
                      .spread = record_value(object, "spread"),
                      .least = record_value(object, "least"),
                      .most = record_value(object, "most")};
  if (bound_status_by_name(standing, &row->status) && bound_direction_by_name(direction, &row->direction) &&
      bound_level_by_name(level, &row->level)) {
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "rows: %.60s is %.20s, %.20s, %.20s, expected a status, a direction and a level",
              row->bound, standing, direction, level);
}

status record_rows(const cJSON *record, judged_row **rows, size_t *count) {
  const cJSON *list = json_member(record, "rows"), *row = NULL;
  FREED judged_row *read = NULL;
  *rows = NULL;
  *count = 0;
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(list), read));
  cJSON_ArrayForEach (row, list) {
    TRY(read_row(row, &read[(*count)++]));
  }
  return HAND_OVER(read, *rows);
}

/* Equal but for rounding: a bound that depends on t grows by more. */
static bool same_value(double a, double b) {
  return fabs(a - b) <= 1e-9 * fabs(b) || a == b || (isnan(a) && isnan(b));
}

void record_bound_curve(cJSON *record, const char *name, const bound_curve *self) {
  bool changed = false;
  for (size_t i = 1; i < self->count; i++) changed = changed || !same_value(self->value[i], self->value[0]);
  if (!changed) return;
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "bound", name);
  cJSON *t = cJSON_AddArrayToObject(object, "t");
  cJSON *value = cJSON_AddArrayToObject(object, "value");
  for (size_t i = 0; i < self->count; i++) {
    char text[NUMBER_TEXT];
    json_append(t, cJSON_CreateNumber((double)self->t[i]));
    json_append(value, cJSON_CreateString(number_text(self->value[i], text)));
  }
  if (!cJSON_HasObjectItem(record, "bound_curves")) cJSON_AddArrayToObject(record, "bound_curves");
  json_append(cJSON_GetObjectItemCaseSensitive(record, "bound_curves"), object);
}

static bool is_trial(const cJSON *t) {
  return cJSON_IsNumber(t) && t->valuedouble >= 0.0 && t->valuedouble < 0x1p53;
}

status record_each_bound_value(const cJSON *record, record_curve_visit *visit, void *context) {
  const cJSON *self = NULL;
  cJSON_ArrayForEach (self, json_member(record, "bound_curves")) {
    const cJSON *times = json_member(self, "t");
    const cJSON *values = json_member(self, "value");
    const char *name = record_text(self, "bound");
    const cJSON *t = times == NULL ? NULL : times->child, *value = values == NULL ? NULL : values->child;
    curve grid = {.count = 0};
    double before = NAN;
    size_t next = 0;
    for (; t != NULL && value != NULL; t = t->next, value = value->next) {
      if (!is_trial(t) || !cJSON_IsString(value)) break;
      const size_t now = (size_t)t->valuedouble;
      for (; !isnan(before) && next < now; next = curve_grid_after(&grid, next))
        TRY(visit(context, name, next, before));
      if (!number_parse(value->valuestring, &before)) before = NAN;
      if (!isnan(before)) TRY(visit(context, name, now, before));
      next = curve_grid_after(&grid, now);
    }
    if (t != NULL || value != NULL || times == NULL) {
      return FAIL(STATUS_INVALID, "bound_curves: expected as many trials t as texts value");
    }
  }
  return STATUS_OK;
}

/* Peak resident memory since the last reset, in KiB; where the system does not report it, the worker's peak so far. */
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
  record_number(record, "seconds", round(1e6 * (clock_seconds() - clock->started)) / 1e6);
  record_number(record, "memory", peak_memory());
}
