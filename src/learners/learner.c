#include "learners/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "registry/field.h"

const learner_class *learner_find(const char *name) {
  for (size_t i = 0; i < registry_learner_count; i++) {
    if (strcmp(registry_learners[i]->about.name, name) == 0) return registry_learners[i];
  }
  return NULL;
}

status learner_check(const learner_class *class, const learner_setting *setting, const options *options) {
  learner_setting of_class = *setting;
  of_class.class = class;
  return class->methods->check == NULL ? STATUS_OK : class->methods->check(&of_class, options);
}

status learner_new(const learner_class *class, const learner_setting *setting, const options *options, learner *out) {
  learner made = {.class = class};
  learner_setting of_class = *setting;
  of_class.class = class;
  *out = (learner){NULL, NULL};
  if (setting->n < 1) return FAIL(STATUS_INVALID, "%s: the order n must be at least 1", class->about.name);
  if (!(class->instances & (1u << setting->kind))) {
    return FAIL(STATUS_INVALID, "%s does not take %s instances", class->about.name, instance_kind_name(setting->kind));
  }
  TRY(learner_check(class, setting, options));
  TRY(memory_array(1, class->methods->size, &made.self));
  const status code = class->methods->init(made.self, &of_class, options);
  if (code != STATUS_OK) {
    learner_destroy(&made);
    return code;
  }
  *out = made;
  return STATUS_OK;
}

void learner_destroy(learner *learner) {
  if (learner->self != NULL && learner->class->methods->clear != NULL) learner->class->methods->clear(learner->self);
  free(learner->self);
  learner->class = NULL;
  learner->self = NULL;
}

status learner_score(const learner *learner, const instance *x, double *score) {
  const learner_methods *methods = learner->class->methods;
  if (methods->score != NULL) return methods->score(learner->self, x, score);
  prediction predicted = {0};
  TRY(methods->predict(learner->self, x, &predicted));
  *score = predicted.score;
  return STATUS_OK;
}

status learner_observe(const learner *learner, const char *name, double *value, bool *known) {
  const learner_methods *methods = learner->class->methods;
  *known = false;
  return methods->observe == NULL ? STATUS_OK : methods->observe(learner->self, name, value, known);
}

bool learner_idle(const learner *learner) {
  const learner_methods *methods = learner->class->methods;
  return methods->idle != NULL && methods->idle(learner->self);
}

spectral *learner_parameter(const learner *learner) {
  const learner_methods *methods = learner->class->methods;
  return methods->parameter == NULL ? NULL : methods->parameter(learner->self);
}

double learner_rating(const learner *learner, size_t row) {
  const learner_methods *methods = learner->class->methods;
  return methods->rating == NULL ? NAN : methods->rating(learner->self, row);
}

bool learner_saves(const learner_class *class) {
  return class->methods->load != NULL || class->methods->state_count > 0;
}

status learner_save(const learner *learner, cJSON *state) {
  const learner_methods *methods = learner->class->methods;
  if (methods->save != NULL) return methods->save(learner->self, state);
  return fields_save(methods->state, methods->state_count, learner->self, state);
}

status learner_load(const learner *learner, const cJSON *state) {
  const learner_methods *methods = learner->class->methods;
  if (methods->load != NULL) return methods->load(learner->self, state);
  return fields_load(methods->state, methods->state_count, learner->self, state);
}

bool learner_constant(const learner *learner, const char *name, double *value) {
  const learner_methods *methods = learner->class->methods;
  return fields_value(methods->constants, methods->constants_count, learner->self, name, value) ||
         (methods->constant != NULL && methods->constant(learner->self, name, value));
}

double learner_constant_or_nan(const learner *learner, const char *name) {
  double value = NAN;
  (void)learner_constant(learner, name, &value);
  return value;
}

int learner_choice(const learner *learner, const char *name) {
  double value = NAN;
  return learner_constant(learner, name, &value) && value >= 0.0 && value <= 64.0 && value == floor(value) ? (int)value
                                                                                                           : -1;
}

const char *learner_observed_constant(const char *quantity) {
  static const char prefix[] = "constant:",
                    letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const char *name = quantity + sizeof prefix - 1;
  if (strncmp(quantity, prefix, sizeof prefix - 1) != 0) return NULL;
  return *name != '\0' && name[strspn(name, letters)] == '\0' ? name : NULL;
}
