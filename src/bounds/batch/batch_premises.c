#include "bounds/batch/batch_premises.h"

bool batch_applies(const bound_context *context) {
  return context->test > 0 && context->problem->facts.labels == LABEL_SIGN;
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
