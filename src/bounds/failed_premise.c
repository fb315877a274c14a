#include "bounds/failed_premise.h"

void premise_fail(failed_premise *failed, const char *name, size_t trial, double value) {
  if (failed->name != NULL) return;
  failed->name = name;
  failed->trial = trial;
  failed->value = value;
}

/* Of one name the same text is given each time. */
static void keep(met_premises *met, const char *name, size_t trial, double value, double limit) {
  size_t i = 0;
  while (i < met->count && met->of[i].name != name) i++;
  if (i == PREMISES_KEPT) return;
  if (i < met->count && !(fabs(limit - value) < fabs(met->of[i].limit - met->of[i].value))) return;
  met->count += i == met->count;
  met->of[i].name = name;
  met->of[i].trial = trial;
  met->of[i].value = value;
  met->of[i].limit = limit;
}

static void keep_all(met_premises *met, const met_premises *from) {
  for (size_t i = 0; i < from->count; i++) {
    keep(met, from->of[i].name, from->of[i].trial, from->of[i].value, from->of[i].limit);
  }
}

void premise_require(failed_premise *failed, bool met, const char *name, double value) {
  if (!met) {
    premise_fail(failed, name, 0, value);
  } else if (!isnan(value)) {
    keep(&failed->met, name, 0, value, NAN);
  }
}

void premise_at_most(failed_premise *failed, const char *name, size_t trial, double value, double most) {
  if (value > most) {
    premise_fail(failed, name, trial, value);
  } else if (!isnan(most)) {
    keep(&failed->met, name, trial, value, most);
  }
}

void premise_at_least(failed_premise *failed, const char *name, size_t trial, double value, double least) {
  if (value >= least) {
    keep(&failed->met, name, trial, value, least);
  } else {
    premise_fail(failed, name, trial, value);
  }
}

void premise_join(failed_premise *to, const failed_premise *from) {
  if (from->name != NULL) premise_fail(to, from->name, from->trial, from->value);
  keep_all(&to->met, &from->met);
}

void premise_of_label(failed_premise *failed, const loss *l, const trial_event *event) {
  if (event->label < l->label_low || event->label > l->label_high) {
    premise_fail(failed, "labels are in their range", event->t, event->label);
  }
}

void premise_row(const failed_premise *failed, bound_row *row) {
  keep_all(&row->met, &failed->met);
  if (failed->name == NULL || row->premise != NULL) return;
  row->premise = failed->name;
  row->premise_trial = failed->trial;
  row->premise_value = failed->value;
}
