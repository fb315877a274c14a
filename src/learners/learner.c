#include "learners/learner.h"

#include <math.h>
#include <string.h>

const learner_class *learner_find(const char *name) {
  for (size_t i = 0; i < registry_learner_count; i++) {
    if (strcmp(registry_learners[i]->about.name, name) == 0) return registry_learners[i];
  }
  return NULL;
}

status learner_new(const learner_class *class, const learner_setting *setting, const options *options, learner *out) {
  *out = (learner){NULL, NULL};
  if (setting->n < 1) return FAIL(STATUS_INVALID, "%s: the order n must be at least 1", class->about.name);
  if (!(class->instances & (1u << setting->kind))) {
    return FAIL(STATUS_INVALID, "%s does not take %s instances", class->about.name, instance_kind_name(setting->kind));
  }
  learner_setting told = *setting;
  told.definition = class->about.definition;
  if (class->check != NULL) TRY(class->check(&told, options));
  void *self = NULL;
  TRY(class->create(&told, options, &self));
  *out = (learner){class, self};
  return STATUS_OK;
}

void learner_destroy(learner *learner) {
  if (learner->class != NULL) learner->class->destroy(learner->self);
  learner->class = NULL;
  learner->self = NULL;
}

spectral *learner_parameter(const learner *learner) {
  return learner->class->parameter == NULL ? NULL : learner->class->parameter(learner->self);
}

bool learner_constant(const learner *learner, const char *name, double *value) {
  return learner->class->constant != NULL && learner->class->constant(learner->self, name, value);
}

double learner_constant_or_nan(const learner *learner, const char *name) {
  double value = NAN;
  (void)learner_constant(learner, name, &value);
  return value;
}

const char *learner_observed_constant(const char *quantity) {
  static const char prefix[] = "constant:",
                    letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const char *name = quantity + sizeof prefix - 1;
  if (strncmp(quantity, prefix, sizeof prefix - 1) != 0) return NULL;
  return *name != '\0' && name[strspn(name, letters)] == '\0' ? name : NULL;
}
