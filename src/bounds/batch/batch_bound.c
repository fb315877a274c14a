#include "bounds/batch/batch_bound.h"

#include <stdlib.h>

#include "base/memory.h"

status batch_bound_create(const bound_context *context, const options *options, void **out) {
  batch_bound *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->facts = &context->problem->facts;
  self->delta = option_number(options, "delta");
  const status code = a_priori_begin(context, options, &self->most);
  if (code != STATUS_OK) {
    free(self);
    return code;
  }
  *out = self;
  return STATUS_OK;
}

void batch_bound_destroy(void *data) {
  batch_bound *self = data;
  if (self == NULL) return;
  a_priori_end(&self->most);
  free(self);
}

status batch_bound_before(void *data, const trial_event *event) {
  return a_priori_before(&((batch_bound *)data)->most, event);
}

status batch_bound_watch(void *data, const trial_event *event) {
  return a_priori_watch(&((batch_bound *)data)->most, event);
}
