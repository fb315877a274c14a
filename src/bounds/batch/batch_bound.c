#include "bounds/batch/batch_bound.h"

static const double count_tolerance = 1e-9;
static const double noise_tolerance = 1e-6; /* times max(1, value of the bound): rounding of margins */

/* In the order of the choices of mistake_bound. */
extern const bound_class bound_subspace_mistakes, bound_constrained_mistakes, bound_kernel_mistakes,
    bound_asymmetric_mistakes, bound_general_matrix_mistakes, bound_threshold_winnow_updates,
    bound_balanced_winnow_mistakes, bound_cos_winnow_mistakes;
static const bound_class *const mistake_bounds[] = {NULL,
                                                    &bound_subspace_mistakes,
                                                    &bound_constrained_mistakes,
                                                    &bound_kernel_mistakes,
                                                    &bound_asymmetric_mistakes,
                                                    &bound_general_matrix_mistakes,
                                                    &bound_threshold_winnow_updates,
                                                    &bound_balanced_winnow_mistakes,
                                                    &bound_cos_winnow_mistakes};

status batch_bound_init(void *data, const bound_context *context) {
  batch_bound *self = data;
  const bound_class *class = mistake_bounds[self->mistake_bound];
  self->facts = &context->problem->facts;
  self->given = options_explicit(context->options, PLACE(batch_bound, mistakes));
  if (class != NULL && self->given) {
    return FAIL(STATUS_INVALID, "%s: mistakes beside mistake_bound: leave one of them out", context->class->about.name);
  }
  if (self->given) {
    self->known = self->checked = true;
    self->start = (double)self->mistakes;
    self->most = self->mistakes;
  }
  if (class == NULL || !bound_applies(class, context)) return STATUS_OK;
  TRY(options_new(&class->about, NULL, &self->options));
  TRY(OWN(self, self->options, options_free));
  TRY(bound_new(class, context, self->options, &self->bound));
  TRY(OWN(self, &self->bound, bound_destroy));
  self->known = true;
  self->checked = context->comparator != NULL;
  self->start = self->checked ? bound_current(&self->bound) : NAN;
  const double floored = floor(self->start + count_tolerance);
  self->most = floored >= 0.0 && floored < 0x1p53 ? (size_t)fmin(floored, (double)SIZE_MAX) : SIZE_MAX;
  return STATUS_OK;
}

status batch_bound_before(void *data, const trial_event *event) {
  const batch_bound *self = data;
  return self->bound.class == NULL ? STATUS_OK : bound_before(&self->bound, event);
}

status batch_bound_watch(void *data, const trial_event *event) {
  const batch_bound *self = data;
  trial_event counted = *event;
  counted.updated = true;
  return self->bound.class == NULL ? STATUS_OK : bound_watch(&self->bound, &counted);
}

status batch_bound_finish(const batch_bound *self, const cell_totals *totals, bound_row *against) {
  const bound *judge = &self->bound;
  *against = (bound_row){.unchecked = self->known && !self->checked, .premise_value = NAN};
  const size_t made = totals->mistakes > totals->batch.kept ? totals->mistakes : totals->batch.kept;
  if (self->given && made > self->most) { /* in the run, or in the sorted sample */
    against->premise = "at most as many mistakes as given";
    against->premise_value = (double)made;
  }
  if (judge->class == NULL || !self->checked) return STATUS_OK;
  bound_row_list rows;
  TRY(bound_finish(judge, totals, &rows));
  const double now = bound_current(judge);
  if (rows.count > 0 && rows.row[0].premise != NULL) {
    *against = rows.row[0];
  } else if (!(now <= self->start + noise_tolerance * fmax(1.0, self->start))) {
    against->premise = "noise-free";
    against->premise_value = now;
  }
  return STATUS_OK;
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
