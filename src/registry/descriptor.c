#include "registry/descriptor.h"

status options_new(const descriptor *about, const cJSON *given, options **out) {
  return options_read(about->name, about->parameters, about->parameter_count, given, out);
}

status descriptor_check(const descriptor *about, const options *values, const void *self, size_t order) {
  return option_rules_check(values, about->rules, about->rule_count, self, order);
}
