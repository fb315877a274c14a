#include "bounds/bound.h"
#include "base/text.h"

const bound_class *bound_find(const char *name) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    if (equal_names(registry_bounds[i]->about.name, name)) return registry_bounds[i];
  }
  return NULL;
}

/* Answers what the bound asks for. */
static status ask_all(const bound_context *context, void *self) {
  const bound_methods *methods = context->class->methods;
  const char *who = context->class->about.name;
  if (context->learner == NULL) return STATUS_OK;
  for (size_t i = 0; i < methods->asks_count; i++) {
    const ask *asked = &methods->asks[i];
    double value = 0.0;
    if (!asked->of_problem) continue;
    const bool known = problem_constant(context->problem, asked->name, &value);
    TRY(ask_answer(asked, who, context->problem->class->about.name, known, value, self));
  }
  return ask_learner(methods->asks, methods->asks_count, who, context->learner, self);
}

bool bound_speaks_of(const bound_class *class, const problem_class *source, const char *family) {
  const char *learners = class->learner_family, *problems = class->problem_family;
  return (learners == NULL || (family != NULL && strcmp(family, learners) == 0)) &&
         (problems == NULL || (source != NULL && strcmp(source->about.family, problems) == 0));
}

bool bound_applies(const bound_class *class, const bound_context *context) {
  bound_context here = *context;
  void *self = NULL;
  here.class = class;
  const char *family = context->learner == NULL ? NULL : learner_family(context->learner);
  if (!bound_speaks_of(class, context->problem == NULL ? NULL : context->problem->class, family)) return false;
  if (class->learner_family != NULL && descriptor_is_program(&context->learner->class->about) && !class->programs &&
      class->about.definition == NULL) {
    return false;
  }
  if (class->applies == NULL || member_new(class->methods->size, NULL, &self) != STATUS_OK) return true;
  const bool applies = ask_all(&here, self) != STATUS_OK || class->applies(self, &here);
  member_free(self);
  return applies;
}

bool bound_of_signs(const void *self, const bound_context *context) {
  return context->problem->facts.labels == LABEL_SIGN;
}

bool bound_of_reals(const void *self, const bound_context *context) {
  return context->problem->facts.labels == LABEL_REAL;
}

static status begin(const bound_context *context, void **self) {
  const bound_methods *methods = context->class->methods;
  if (methods->size == 0) return STATUS_OK;
  TRY(member_new(methods->size, context->options, self));
  TRY(ask_all(context, *self));
  return methods->init == NULL ? STATUS_OK : methods->init(*self, context);
}

status bound_new(const bound_class *class, const bound_context *context, const options *values, bound *out) {
  bound_context here = *context;
  here.class = class;
  here.options = values;
  *out = (bound){.class = class};
  const status code = begin(&here, &out->self);
  if (code != STATUS_OK) bound_destroy(out);
  return code;
}

void bound_destroy(bound *judge) {
  if (judge->self != NULL && judge->class->methods->clear != NULL) judge->class->methods->clear(judge->self);
  member_free(judge->self);
  judge->class = NULL;
  judge->self = NULL;
}

status bound_before(const bound *judge, const trial_event *event) {
  const bound_methods *methods = judge->class->methods;
  return methods->before == NULL ? STATUS_OK : methods->before(judge->self, event);
}

status bound_watch(const bound *judge, const trial_event *event) {
  const bound_methods *methods = judge->class->methods;
  return methods->watch == NULL ? STATUS_OK : methods->watch(judge->self, event);
}

double bound_current(const bound *judge) {
  const bound_methods *methods = judge->class->methods;
  return methods->current == NULL ? NAN : methods->current(judge->self);
}

status bound_finish(const bound *judge, const cell_totals *totals, bound_row_list *rows) {
  rows->class = judge->class;
  rows->count = 0;
  return judge->class->methods->finish(judge->self, totals, rows);
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

double bound_used(const bound_row *row, verdict judged) {
  if (judged == VERDICT_UNCHECKED || judged == VERDICT_PREMISE || judged == VERDICT_NONE) return NAN;
  if (fabs(row->measured) <= row->tolerance && row->value == 0.0) return 0.0; /* 0/0, up to rounding */
  return row->value == 0.0 ? INFINITY : row->measured / row->value;
}

bound_row *bound_row_add(bound_row_list *rows, const char *invariant) {
  const bound_class *class = rows->class;
  bound_row *row = &rows->row[rows->count++];
  *row = (bound_row){.status = class->status,
                     .direction = class->direction,
                     .level = class->level,
                     .measure = class->measure,
                     .measured = NAN,
                     .value = NAN,
                     .trivial = NAN,
                     .premise_value = NAN,
                     .spread = NAN,
                     .least = NAN,
                     .most = NAN};
  const char *name = class->about.name;
  if (invariant == NULL) {
    (void)snprintf(row->name, sizeof row->name, "%s", name);
  } else {
    (void)snprintf(row->name, sizeof row->name, "%s.%s", name, invariant);
  }
  return row;
}

void bound_row_copy_premise(const bound_row *from, bound_row *to) {
  to->unchecked = from->unchecked;
  to->premise = from->premise;
  to->premise_trial = from->premise_trial;
  to->premise_value = from->premise_value;
}

static const char *const verdict_names[] = {"violated",  "refuted", "inconclusive", "premise",
                                            "unchecked", "vacuous", "holds",        "-"};
static const char *const verdict_meanings[] = {
    [VERDICT_VIOLATED] = "A proved bound that did not hold: a fault in the program or in the proof.",
    [VERDICT_REFUTED] = "An unproved claim that this run contradicts.",
    [VERDICT_INCONCLUSIVE] = "Within the numerical or statistical error.",
    [VERDICT_PREMISE] = "A premise of the theorem was not met, so it says nothing here.",
    [VERDICT_UNCHECKED] = "There is nothing to compare with.",
    [VERDICT_VACUOUS] = "Met, but too weak to say anything at this length.",
    [VERDICT_HOLDS] = "The bound was met, and so were its premises.",
    [VERDICT_NONE] = "Measured, or reported elsewhere; not judged."};
static const char *const status_names[] = {"proved", "claimed", "reported"};
static const char *const direction_names[] = {"upper", "lower"};
static const char *const level_names[] = {"trial", "cell", "mean", "probability"};

const char *verdict_name(verdict judged) {
  return verdict_names[judged];
}

const char *verdict_meaning(verdict judged) {
  return verdict_meanings[judged];
}

const char *bound_status_name(bound_status standing) {
  return status_names[standing];
}

const char *bound_direction_name(bound_direction direction) {
  return direction_names[direction];
}

bool bound_level_is_joint(bound_level level) {
  return level == LEVEL_MEAN || level == LEVEL_PROBABILITY;
}

const char *bound_level_name(bound_level level) {
  return level_names[level];
}

/* The place of a name among `count`; count if it is not there. */
static size_t place_of(const char *name, const char *const *names, size_t count) {
  size_t place = 0;
  while (place < count && strcmp(names[place], name) != 0) place++;
  return place;
}

verdict verdict_by_name(const char *name) {
  return (verdict)place_of(name, verdict_names, VERDICT_NONE);
}

bool bound_status_by_name(const char *name, bound_status *standing) {
  const size_t place = place_of(name, status_names, BOUND_REPORTED + 1);
  if (place <= BOUND_REPORTED) *standing = (bound_status)place;
  return place <= BOUND_REPORTED;
}

bool bound_direction_by_name(const char *name, bound_direction *direction) {
  const size_t place = place_of(name, direction_names, BOUND_LOWER + 1);
  if (place <= BOUND_LOWER) *direction = (bound_direction)place;
  return place <= BOUND_LOWER;
}

bool bound_level_by_name(const char *name, bound_level *level) {
  const size_t place = place_of(name, level_names, LEVEL_PROBABILITY + 1);
  if (place <= LEVEL_PROBABILITY) *level = (bound_level)place;
  return place <= LEVEL_PROBABILITY;
}
