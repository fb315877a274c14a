#include "problems/problem.h"
#include "base/text.h"

const problem_class *problem_find(const char *name) {
  for (size_t i = 0; i < registry_problem_count; i++) {
    if (equal_names(registry_problems[i]->about.name, name)) return registry_problems[i];
  }
  return NULL;
}

static problem_setting setting_of(const problem_class *class, const problem_setting *setting, const options *values) {
  problem_setting own = *setting;
  own.class = class;
  own.options = values;
  return own;
}

/* The state with the options, once they are found to be right, and the facts. */
static status begin(const problem_setting *setting, problem *source) {
  const problem_class *class = source->class;
  TRY(member_new(class->methods->size, setting->options, &source->self));
  TRY(descriptor_check(&class->about, setting->options, source->self, 0));
  return class->methods->facts(source->self, setting, &source->facts);
}

status problem_ask_facts(const problem_class *class, const problem_setting *setting, const options *values,
                         problem_facts *facts) {
  const problem_setting own = setting_of(class, setting, values);
  CLEANUP(problem_destroy) problem source = {.class = class};
  const status code = begin(&own, &source);
  *facts = source.facts;
  return code;
}

status problem_new(const problem_class *class, const problem_setting *setting, const options *values, problem *out) {
  const problem_methods *methods = class->methods;
  const problem_setting own = setting_of(class, setting, values);
  CLEANUP(problem_destroy) problem made = {.class = class};
  *out = (problem){0};
  TRY(begin(&own, &made));
  TRY(methods->init(made.self, &own));
  if (methods->refine != NULL) methods->refine(made.self, &made.facts);
  return HAND_OVER(made, *out);
}

void problem_destroy(problem *source) {
  if (source->self != NULL && source->class->methods->clear != NULL) source->class->methods->clear(source->self);
  member_free(source->self);
  *source = (problem){0};
}

status problem_meet(const problem *source, const learner *player) {
  const problem_methods *methods = source->class->methods;
  TRY(ask_learner(methods->asks, methods->asks_count, source->class->about.name, player, source->self));
  return methods->meet == NULL ? STATUS_OK : methods->meet(source->self, player);
}

status problem_next(const problem *source, const learner *player, instance *x) {
  return source->class->methods->next(source->self, player, x);
}

status problem_reveal(const problem *source, const prediction *predicted, double *label) {
  const problem_methods *methods = source->class->methods;
  if (methods->reveal != NULL) return methods->reveal(source->self, predicted, label);
  memcpy(label, (const char *)source->self + methods->label_at - 1, sizeof *label);
  return STATUS_OK;
}

comparator *problem_comparator(const problem *source) {
  const problem_methods *methods = source->class->methods;
  comparator *known = NULL;
  if (methods->comparator != NULL) return methods->comparator(source->self);
  if (methods->comparator_at > 0) memcpy(&known, (const char *)source->self + methods->comparator_at - 1, sizeof known);
  return known;
}

bool problem_constant(const problem *source, const char *name, double *value) {
  const problem_methods *methods = source->class->methods;
  if (fields_value(methods->constants, methods->constants_count, source->self, name, value)) return true;
  return methods->constant != NULL && methods->constant(source->self, name, value);
}

loss problem_loss(const problem_facts *facts) {
  static const loss squares = {LOSS_SQUARE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1.0};
  if (facts->labels == LABEL_SIGN) return loss_of_signs;
  return facts->loss.kind == LOSS_ZERO_ONE ? squares : facts->loss;
}

const double problem_contradiction_rounding = 1e-9;

double problem_contradiction(const problem_facts *facts, const comparator *u, const instance *x, double label) {
  const double value = comparator_value(u, x);
  if (facts->labels == LABEL_REAL) return fabs(value - label);
  const double distance = label > 0.0 ? facts->gap_high - value : value - facts->gap_low;
  return distance < 0.0 ? 0.0 : distance;
}

sequence_header problem_header(const problem_facts *facts) {
  return (sequence_header){.kind = facts->kind,
                           .m = facts->rows,
                           .n = facts->n,
                           .rank = facts->rank,
                           .real = facts->labels == LABEL_REAL,
                           .loss = facts->loss,
                           .gap_low = facts->gap_low,
                           .gap_high = facts->gap_high,
                           .trials = facts->trials};
}

problem_facts problem_facts_of(const sequence_header *header) {
  return (problem_facts){.n = header->n,
                         .rows = header->m,
                         .kind = header->kind,
                         .rank = header->rank,
                         .labels = header->real ? LABEL_REAL : LABEL_SIGN,
                         .loss = header->loss,
                         .trials = header->trials,
                         .gap_low = header->gap_low,
                         .gap_high = header->gap_high};
}

learner_setting problem_learner_setting(const problem_facts *facts, size_t trials, uint64_t seed,
                                        const eigen_backend *eigen) {
  const bool fewer = facts->trials != 0 && (trials == 0 || facts->trials < trials);
  return (learner_setting){.n = facts->n,
                           .rows = facts->rows,
                           .kind = facts->kind,
                           .rank = facts->rank,
                           .trials = fewer ? facts->trials : trials,
                           .loss = problem_loss(facts),
                           .seed = seed,
                           .eigen = eigen};
}
