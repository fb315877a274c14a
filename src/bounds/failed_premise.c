#include "bounds/failed_premise.h"

void premise_fail(failed_premise *failed, const char *name, size_t trial, double value) {
  if (failed->name == NULL) *failed = (failed_premise){.name = name, .trial = trial, .value = value};
}

void premise_require(failed_premise *failed, bool met, const char *name, double value) {
  if (!met) premise_fail(failed, name, 0, value);
}

void premise_of_label(failed_premise *failed, const loss *l, const trial_event *event) {
  if (event->label < l->label_low || event->label > l->label_high) {
    premise_fail(failed, "labels are in their range", event->t, event->label);
  }
}

void premise_row(const failed_premise *failed, bound_row *row) {
  if (failed->name == NULL || row->premise != NULL) return;
  row->premise = failed->name;
  row->premise_trial = failed->trial;
  row->premise_value = failed->value;
}
