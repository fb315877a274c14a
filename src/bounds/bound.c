#include "bounds/bound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const bound_class *bound_find(const char *name) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    if (strcmp(registry_bounds[i]->about.name, name) == 0) return registry_bounds[i];
  }
  return NULL;
}

bool bound_applies(const bound_class *class, const bound_context *context) {
  if (class->learner_family != NULL &&
      (context->learner == NULL || strcmp(context->learner->class->about.family, class->learner_family) != 0)) {
    return false;
  }
  if (class->problem_family != NULL &&
      (context->problem == NULL || strcmp(context->problem->class->about.family, class->problem_family) != 0)) {
    return false;
  }
  bound_context told = *context;
  told.definition = class->about.definition;
  return class->applies == NULL || class->applies(&told);
}

status bound_new(const bound_class *class, const bound_context *context, const options *options, bound *out) {
  *out = (bound){NULL, NULL};
  void *self = NULL;
  bound_context told = *context;
  told.definition = class->about.definition;
  TRY(class->create(&told, options, &self));
  *out = (bound){class, self};
  return STATUS_OK;
}

void bound_destroy(bound *bound) {
  if (bound->class != NULL) bound->class->destroy(bound->self);
  bound->class = NULL;
  bound->self = NULL;
}

verdict bound_verdict(const bound_row *row) {
  if (row->status == BOUND_REPORTED) return VERDICT_NONE;
  if (row->unchecked) return VERDICT_UNCHECKED;
  if (row->premise != NULL) return VERDICT_PREMISE;
  const bool upper = row->direction == BOUND_UPPER;
  const double slack = (upper ? row->value - row->measured : row->measured - row->value) + row->tolerance;
  if (isnan(slack) || isnan(row->error) || fabs(slack) < row->error) return VERDICT_INCONCLUSIVE;
  if (slack < 0.0) return row->status == BOUND_PROVED ? VERDICT_VIOLATED : VERDICT_REFUTED;
  if (row->value == (upper ? INFINITY : -INFINITY)) return VERDICT_VACUOUS;
  if (!isnan(row->trivial) && (upper ? row->value >= row->trivial : row->value <= row->trivial)) return VERDICT_VACUOUS;
  return VERDICT_HOLDS;
}

double bound_used(const bound_row *row, verdict verdict) {
  if (verdict == VERDICT_UNCHECKED || verdict == VERDICT_PREMISE || verdict == VERDICT_NONE) return NAN;
  if (fabs(row->measured) <= row->tolerance && row->value == 0.0) return 0.0; /* 0/0, up to rounding */
  return row->value == 0.0 ? INFINITY : row->measured / row->value;
}

bound_row bound_row_of(const bound_class *class, const char *invariant) {
  bound_row row = {.status = class->status,
                   .direction = class->direction,
                   .level = class->level,
                   .measure = class->measure,
                   .measured = NAN,
                   .value = NAN,
                   .trivial = NAN,
                   .premise_value = NAN};
  if (invariant == NULL) {
    (void)snprintf(row.name, sizeof row.name, "%s", class->about.name);
  } else {
    (void)snprintf(row.name, sizeof row.name, "%s.%s", class->about.name, invariant);
  }
  return row;
}

const char *verdict_name(verdict verdict) {
  static const char *const names[] = {"violated",  "refuted", "inconclusive", "premise",
                                      "unchecked", "vacuous", "holds",        "-"};
  return names[verdict];
}

const char *bound_status_name(bound_status status) {
  static const char *const names[] = {"proved", "claimed", "reported"};
  return names[status];
}

const char *bound_direction_name(bound_direction direction) {
  return direction == BOUND_UPPER ? "upper" : "lower";
}

const char *bound_level_name(bound_level level) {
  static const char *const names[] = {"trial", "cell", "mean", "probability"};
  return names[level];
}
