#include "bounds/matrix_prediction/prediction_comparator.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/constants.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "linalg/eigen.h"

static const double relative_tolerance = 1e-9;
static const double entry_tolerance = 1e-9;

bool prediction_applies(const void *self, const bound_context *context) {
  return constant_or(context->learner, "constrained", 1.0) != 0.0 &&
         constant_or(context->learner, "tuned", 0.0) == 0.0 && bound_of_reals(self, context);
}

static status of_order(const bound_context *context, int kind, decomposition **out) {
  const size_t n = context->problem->facts.n, *items = comparator_order_items(context->comparator);
  size_t *positions = NULL;
  TRY(NEW_ARRAY(n, positions));
  for (size_t place = 0; place < n; place++) positions[items[place]] = place;
  status code = STATUS_OK;
  if (kind == CLASS_EXACT) {
    code = decomposition_of_signs(n, positions, out);
  } else if (kind == CLASS_SVD) {
    code = decomposition_triangular(n, positions, out);
  } else {
    code = decomposition_recursive(n, positions, out);
  }
  free(positions);
  return code;
}

static bool is_symmetric(size_t n, const double *w) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (w[i * n + j] != w[j * n + i]) return false;
    }
  }
  return true;
}

/* Any matrix: its entries in the learner's numbers, then the parts of sym(W). */
static status of_matrix(const bound_context *context, prediction_comparator *out) {
  const problem_facts *facts = &context->problem->facts;
  const size_t m = facts->rows, n = facts->n;
  const bool square = learner_constant_or_nan(context->learner, "offset") == 0.0;
  const double centre = learner_constant_or_nan(context->learner, "centre"),
               stretch = learner_constant_or_nan(context->learner, "stretch");
  double *w = NULL;
  if ((square ? n : m + n) > PREDICTION_ORDER_LIMIT) return STATUS_OK;
  TRY(NEW_ARRAY(m * n, w));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance entry = instance_entry(m, n, i, j);
      w[i * n + j] = (comparator_value(context->comparator, &entry) - centre) / stretch;
    }
  }
  status code = STATUS_OK;
  if (square && !is_symmetric(n, w)) {
    out->premise = "the comparator is of the class: symmetric";
  } else {
    code = square ? decomposition_symmetric_parts(n, w, &eigen_gsl, &out->parts)
                  : decomposition_parts(m, n, w, &eigen_gsl, &out->parts);
  }
  free(w);
  return code;
}

static status find_parts(const bound_context *context, prediction_comparator *out) {
  const int kind = learner_choice(context->learner, "decomposition"), class = learner_choice(context->learner, "class");
  const comparator_kind given = comparator_kind_of(context->comparator);
  if (class == CLASS_MAX_CUT && given == COMPARATOR_CUT) {
    return decomposition_of_cut(context->problem->facts.n, comparator_signs(context->comparator), &out->parts);
  }
  if (class == CLASS_GAMBLING && given == COMPARATOR_ORDER) return of_order(context, kind, &out->parts);
  if (kind == CLASS_ONE_BLOCK) {
    out->premise = "the comparator is of the class: a cut";
    return STATUS_OK;
  }
  return of_matrix(context, out);
}

status prediction_comparator_begin(const bound_context *context, prediction_comparator *out) {
  *out = (prediction_comparator){.trace = NAN,
                                 .entropy = NAN,
                                 .beta = NAN,
                                 .premise_value = NAN,
                                 .comparator = context->comparator,
                                 .low = context->problem->facts.loss.low,
                                 .high = context->problem->facts.loss.high,
                                 .centre = learner_constant_or_nan(context->learner, "centre"),
                                 .stretch = learner_constant_or_nan(context->learner, "stretch"),
                                 .square = learner_constant_or_nan(context->learner, "offset") == 0.0};
  if (context->comparator == NULL) return STATUS_OK;
  TRY(find_parts(context, out));
  if (out->parts == NULL) return STATUS_OK;
  const double tau = learner_constant_or_nan(context->learner, "tau");
  out->trace = decomposition_trace(out->parts);
  out->entropy = decomposition_entropy(out->parts);
  out->beta = decomposition_beta(out->parts);
  if (out->trace > tau * (1.0 + relative_tolerance)) {
    out->premise = "the comparator's trace is at most tau";
    out->premise_value = out->trace;
  }
  return STATUS_OK;
}

status prediction_comparator_shift(const bound_context *context, prediction_comparator *c, double *moved) {
  prediction_comparator next;
  status code = prediction_comparator_begin(context, &next);
  *moved = NAN;
  if (code == STATUS_OK && c->parts != NULL && next.parts != NULL) {
    code = decomposition_moved(c->parts, next.parts, &eigen_gsl, moved);
    if (next.premise == NULL && !(fabs(next.trace - c->trace) <= relative_tolerance * c->trace)) {
      next.premise = "all comparators have one trace";
      next.premise_value = next.trace;
    }
  }
  prediction_comparator_end(c);
  *c = next;
  return code;
}

/* What the entry *value breaks: static text, or NULL. */
static const char *broken_by_entry(const prediction_comparator *c, const instance *x, double *value) {
  *value = comparator_value(c->comparator, x);
  if (*value < c->low - entry_tolerance || *value > c->high + entry_tolerance) {
    return "the comparator is in the interval of predictions";
  }
  if (c->square && x->row == x->column) {
    return fabs(*value + 1.0) <= entry_tolerance ? NULL : "the comparator is of the class: -1 where i = j";
  }
  if (c->parts == NULL) return NULL;
  const double decomposed = c->centre + c->stretch * decomposition_value(c->parts, x->row, x->column);
  return fabs(*value - decomposed) <= entry_tolerance ? NULL : "the comparator is of the class: 1/2 where i = j";
}

void prediction_comparator_premise(const prediction_comparator *c, size_t t, failed_premise *failed) {
  if (c->premise != NULL) premise_fail(failed, c->premise, t, c->premise_value);
}

void prediction_comparator_check(const prediction_comparator *c, const trial_event *event, failed_premise *failed) {
  double entry = NAN;
  const char *broken = c->comparator == NULL ? NULL : broken_by_entry(c, event->x, &entry);
  if (broken != NULL) premise_fail(failed, broken, event->t, entry);
}

void prediction_comparator_end(prediction_comparator *c) {
  decomposition_free(c->parts);
  c->parts = NULL;
}
