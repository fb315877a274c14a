#include "registry/descriptor.h"

status options_new(const descriptor *about, const cJSON *given, options **out) {
  return options_read(about->name, about->parameters, about->parameter_count, given, out);
}

status descriptor_check(const descriptor *about, const options *values, const void *self, size_t order) {
  return option_rules_check(values, about->rules, about->rule_count, self, order);
}

bool descriptor_is_program(const descriptor *about) {
  for (size_t i = 0; i < about->parameter_count; i++) {
    if (about->parameters[i].type == PARAMETER_COMMAND) return true;
  }
  return false;
}
