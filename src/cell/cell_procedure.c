#include "cell/cell_procedure.h"

#include <math.h>

#include "cell/cell_record.h"

static status judge_quantities(const plan_bound *of, size_t trials, const cJSON *quantities, cJSON *record) {
  const bound_class *class = of->class;
  const bound_context context = {.trials = trials};
  const cell_totals totals = {.loss = NAN, .regret = NAN, .quantities = quantities};
  options *values = NULL;
  bound bound = {NULL, NULL};
  judged_rows judged = {.count = 0};
  if (!class->procedures) return STATUS_OK;
  TRY(options_new(&class->about, of->options, &values));
  status code = STATUS_OK;
  if (bound_applies(class, &context)) {
    code = bound_new(class, &context, values, &bound);
    if (code == STATUS_OK) code = bound_finish(&bound, &totals, &judged);
    cJSON *rows = cJSON_GetObjectItemCaseSensitive(record, "rows");
    for (size_t i = 0; code == STATUS_OK && i < judged.count; i++) record_row(rows, &judged.row[i]);
  }
  bound_destroy(&bound);
  options_free(values);
  return code;
}

status cell_run_procedure(const cell_settings *settings, const cell_address *address, cJSON *record) {
  cJSON *quantities = NULL;
  TRY(settings->procedure(settings->procedure_context, address->point->parameters, address->seed, &quantities));
  status code = record_quantities(record, quantities);
  for (size_t i = 0; code == STATUS_OK && i < address->point->bound_count; i++) {
    code = judge_quantities(&address->point->bounds[i], address->point->trials, quantities, record);
  }
  cJSON_Delete(quantities);
  return code;
}
