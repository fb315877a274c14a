#include "registry/descriptor.h"

status options_new(const descriptor *about, const cJSON *given, options **out) {
  return options_read(about->name, about->parameters, about->parameter_count, given, out);
}
