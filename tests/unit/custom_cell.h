/* Cells of scenarios with members of their own, in tests: plan, worker's part and record in this process. */
#pragma once

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cell/cell.h"
#include "linalg/eigen.h"
#include "script/script.h"
#include "script/script_plan.h"

typedef struct custom_cells {
  plan plan;
  script *script;
  cell_settings settings;
} custom_cells;

static inline status custom_cells_open(void *context, const cell_address *address, const cell_members *members) {
  const script_members found = {.point = address->point->json,
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  return script_open_members(context, &found);
}

static inline void custom_cells_close_members(void *context) {
  script_close_members(context);
}

static inline status custom_cells_procedure(void *context, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  return script_procedure(context, parameters, seed, quantities);
}

/* `text` is the whole scenario. */
static inline void custom_cells_make(const char *text, custom_cells *out) {
  char path[] = "/tmp/winnow-custom-XXXXXX";
  cJSON *document = NULL;
  const int fd = mkstemp(path);
  cr_assert(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  const script_request request = {.path = path};
  const status planned = script_plan(&request, &script_default_limits, &document);
  unlink(path);
  cr_assert_eq(planned, STATUS_OK, "%s", status_message());
  cr_assert_eq(plan_open(document, &out->plan), STATUS_OK, "%s", status_message());
  cr_assert_eq(script_open("x.lua", text, NULL, &script_default_limits, &out->script), STATUS_OK);
  out->settings = (cell_settings){.plan = &out->plan,
                                  .eigen = &eigen_own,
                                  .results = ".",
                                  .procedure = custom_cells_procedure,
                                  .procedure_context = out->script,
                                  .custom = {out->script, custom_cells_open, custom_cells_close_members}};
}

static inline void custom_cells_free(custom_cells *cells) {
  script_close(cells->script);
  plan_close(&cells->plan);
}

/* The record of cell `index`; the caller deletes it. */
static inline cJSON *custom_cells_run(const custom_cells *cells, size_t index) {
  const cell_address address = plan_cell(&cells->plan, index);
  cJSON *record = NULL;
  cr_assert_eq(cell_run(&cells->settings, &address, "0123456789abcdef", &record), STATUS_OK, "%s", status_message());
  return record;
}

static inline const char *custom_text(const cJSON *record, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, name));
  return text != NULL ? text : "";
}

static inline double custom_value(const cJSON *record, const char *name) {
  double value = 0;
  cr_assert(number_parse(custom_text(record, name), &value), "%s is %s: %s", name, custom_text(record, name),
            custom_text(record, "reason"));
  return value;
}

/* Row `index` of the bounds. */
static inline const cJSON *custom_row(const cJSON *record, int index) {
  return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(record, "rows"), index);
}
