#include "bounds/batch/a_priori_mistakes.h"

#include <math.h>
#include <stdint.h>

static const double count_tolerance = 1e-9;
static const double noise_tolerance = 1e-6; /* times max(1, value of the bound): rounding of margins */

status a_priori_begin(const bound_context *context, const options *values, a_priori_mistakes *out) {
  *out = (a_priori_mistakes){.known = false};
  const bool named = !option_is(values, "mistake_bound", "none");
  out->given = option_given(values, "mistakes");
  if (named && out->given) {
    return FAIL(STATUS_INVALID, "%s: mistakes beside mistake_bound: leave one of them out", option_who(values));
  }
  if (out->given) {
    out->known = out->checked = true;
    out->start = option_number(values, "mistakes");
    out->most = option_count(values, "mistakes");
  }
  const bound_class *class = named ? bound_find(option_text(values, "mistake_bound")) : NULL;
  if (class == NULL || !bound_applies(class, context)) return STATUS_OK;
  TRY(options_new(&class->about, NULL, &out->options));
  status code = bound_new(class, context, out->options, &out->bound);
  if (code != STATUS_OK) {
    a_priori_end(out);
    return code;
  }
  out->known = true;
  out->checked = context->comparator != NULL;
  out->start = out->checked ? bound_current(&out->bound) : NAN;
  const double floored = floor(out->start + count_tolerance);
  out->most = floored >= 0.0 && floored < 0x1p53 ? (size_t)fmin(floored, (double)SIZE_MAX) : SIZE_MAX;
  return STATUS_OK;
}

void a_priori_end(a_priori_mistakes *self) {
  bound_destroy(&self->bound);
  options_free(self->options);
  self->options = NULL;
}

status a_priori_before(a_priori_mistakes *self, const trial_event *event) {
  return self->bound.class == NULL ? STATUS_OK : bound_before(&self->bound, event);
}

status a_priori_watch(a_priori_mistakes *self, const trial_event *event) {
  trial_event counted = *event;
  counted.updated = true;
  return self->bound.class == NULL ? STATUS_OK : bound_watch(&self->bound, &counted);
}

status a_priori_finish(a_priori_mistakes *self, const cell_totals *totals, bound_row *against) {
  const bound *bound = &self->bound;
  *against = (bound_row){.unchecked = self->known && !self->checked, .premise_value = NAN};
  const size_t made = totals->mistakes > totals->batch.kept ? totals->mistakes : totals->batch.kept;
  if (self->given && made > self->most) { /* in the run, or in the sorted sample */
    against->premise = "at most as many mistakes as given";
    against->premise_value = (double)made;
  }
  if (bound->class == NULL || !self->checked) return STATUS_OK;
  bound_row_list rows;
  TRY(bound_finish(bound, totals, &rows));
  const double now = bound_current(bound);
  if (rows.count > 0 && rows.row[0].premise != NULL) {
    *against = rows.row[0];
  } else if (!(now <= self->start + noise_tolerance * fmax(1.0, self->start))) {
    against->premise = "noise-free";
    against->premise_value = now;
  }
  return STATUS_OK;
}
