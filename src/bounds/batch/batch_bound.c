#include "bounds/batch/batch_bound.h"

status batch_bound_init(void *data, const bound_context *context) {
  const options *options = context->options;
  batch_bound *self = data;
  self->facts = &context->problem->facts;
  self->delta = option_number(options, "delta");
  return a_priori_begin(context, options, &self->most);
}

void batch_bound_clear(void *self) {
  a_priori_end(&((batch_bound *)self)->most);
}

status batch_bound_before(void *self, const trial_event *event) {
  return a_priori_before(&((batch_bound *)self)->most, event);
}

status batch_bound_watch(void *self, const trial_event *event) {
  return a_priori_watch(&((batch_bound *)self)->most, event);
}

bool batch_applies(const void *self, const bound_context *context) {
  return context->test > 0 && bound_of_signs(self, context);
}

bool batch_premise(const problem_facts *facts, bound_row *row) {
  if (facts->exchangeable) return false;
  row->premise = "exchangeable trials";
  row->unchecked = false;
  return true;
}

double batch_inflation(const problem_facts *facts, size_t m) {
  if (facts->population <= m) return 1.0;
  return (double)facts->population / (double)(facts->population - m);
}
