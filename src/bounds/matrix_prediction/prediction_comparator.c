#include "bounds/matrix_prediction/prediction_comparator.h"

static const double relative_tolerance = 1e-9;
static const double entry_tolerance = 1e-9;

bool prediction_applies(const void *self, const bound_context *context) {
  return ((const prediction_bound *)self)->constrained && regret_of_one_rate(self, context);
}

static status of_order(const bound_context *context, class_decomposition kind, decomposition **out) {
  const size_t n = context->problem->facts.n, *items = comparator_order_items(context->comparator);
  FREED size_t *positions = NULL;
  TRY(NEW_ARRAY(n, positions));
  for (size_t place = 0; place < n; place++) positions[items[place]] = place;
  if (kind == CLASS_EXACT) return decomposition_of_signs(n, positions, out);
  if (kind == CLASS_SVD) return decomposition_triangular(n, positions, out);
  return decomposition_recursive(n, positions, out);
}

static bool is_symmetric(size_t n, const double *w) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (w[i * n + j] != w[j * n + i]) return false;
    }
  }
  return true;
}

/* P and N as the scenario gives them. */
static status of_given(const bound_context *context, prediction_comparator *c, size_t p, const double *positive,
                       const double *negative) {
  const problem_facts *facts = &context->problem->facts;
  const instance *w = comparator_instance(context->comparator);
  double least = 0.0;
  if (p != (c->offset == 0 ? facts->n : facts->rows + facts->n)) {
    c->premise = "the comparator's decomposition has the order of the learner's";
    c->premise_value = (double)p;
    return STATUS_OK;
  }
  TRY(decomposition_given(facts->rows, facts->n, w->matrix, p, positive, negative, &eigen_own, &c->parts, &least));
  if (least >= -relative_tolerance * c->tau) return STATUS_OK;
  c->premise = "P and N are positive semidefinite";
  c->premise_value = least;
  return STATUS_OK;
}

/* Any matrix: its entries in the learner's numbers, then the parts of sym(W). */
static status of_matrix(const bound_context *context, prediction_comparator *c) {
  const problem_facts *facts = &context->problem->facts;
  const size_t m = facts->rows, n = facts->n;
  const bool square = c->offset == 0;
  FREED double *w = NULL;
  if ((square ? n : m + n) > PREDICTION_ORDER_LIMIT) return STATUS_OK;
  TRY(NEW_ARRAY(m * n, w));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance entry = instance_entry(m, n, i, j);
      w[i * n + j] = (comparator_value(context->comparator, &entry) - c->centre) / c->stretch;
    }
  }
  if (square && !is_symmetric(n, w)) {
    c->premise = "the comparator is of the class: symmetric";
    return STATUS_OK;
  }
  return square ? decomposition_symmetric_parts(n, w, &eigen_own, &c->parts)
                : decomposition_parts(m, n, w, &eigen_own, &c->parts);
}

static status find_parts(const bound_context *context, prediction_comparator *c) {
  const comparator_kind given = comparator_kind_of(context->comparator);
  const double *positive = NULL, *negative = NULL;
  const size_t p = comparator_decomposition(context->comparator, &positive, &negative);
  if (c->class == CLASS_MAX_CUT && given == COMPARATOR_CUT) {
    return decomposition_of_cut(context->problem->facts.n, comparator_signs(context->comparator), &c->parts);
  }
  if (c->class == CLASS_GAMBLING && given == COMPARATOR_ORDER) return of_order(context, c->decomposition, &c->parts);
  if (c->decomposition == CLASS_ONE_BLOCK) {
    c->premise = "the comparator is of the class: a cut";
    return STATUS_OK;
  }
  return p > 0 ? of_given(context, c, p, positive, negative) : of_matrix(context, c);
}

/* The decomposition of the comparator as it is now, where c->parts is NULL. */
static status decompose(const bound_context *context, prediction_comparator *c) {
  c->trace = c->entropy = c->beta = c->premise_value = NAN;
  c->premise = NULL;
  if (context->comparator == NULL) return STATUS_OK;
  TRY(find_parts(context, c));
  if (c->parts == NULL) return STATUS_OK;
  c->trace = decomposition_trace(c->parts);
  c->entropy = decomposition_entropy(c->parts);
  c->beta = decomposition_beta(c->parts);
  if (c->premise == NULL && c->trace > c->tau * (1.0 + relative_tolerance)) {
    c->premise = "the comparator's trace is at most tau";
    c->premise_value = c->trace;
  }
  return STATUS_OK;
}

/* Of the comparator from trial t on; 0: from the start. */
static void take(prediction_bound *self, size_t t) {
  const prediction_comparator *c = &self->phi;
  self->regret.known = c->parts != NULL;
  if (c->premise != NULL) premise_fail(&self->regret.failed, c->premise, t, c->premise_value);
}

static void free_parts(prediction_comparator *c) {
  decomposition_free(c->parts);
}

status prediction_begin(prediction_bound *self, const bound_context *context) {
  self->context = *context;
  TRY(OWN(self, &self->phi, free_parts));
  TRY(decompose(context, &self->phi));
  take(self, 0);
  return STATUS_OK;
}

status prediction_shift(prediction_bound *self, size_t t, bool *shifted) {
  prediction_comparator *c = &self->phi;
  double moved = NAN;
  *shifted = regret_shifts(&self->regret, self->place, t);
  if (!*shifted) return STATUS_OK;
  CLEANUP(decomposition_free_at) decomposition *before = c->parts;
  const double trace = c->trace;
  self->place++;
  c->parts = NULL;
  TRY(decompose(&self->context, c));
  if (before != NULL && c->parts != NULL) {
    TRY(decomposition_moved(before, c->parts, &eigen_own, &moved));
    if (c->premise == NULL && !(fabs(c->trace - trace) <= relative_tolerance * trace)) {
      c->premise = "all comparators have one trace";
      c->premise_value = c->trace;
    }
  }
  self->moved += moved;
  take(self, t);
  return STATUS_OK;
}

/* What the entry *value breaks: static text, or NULL. */
static const char *broken_by_entry(const prediction_bound *self, const instance *x, double *value) {
  const prediction_comparator *c = &self->phi;
  const loss *l = &self->regret.loss;
  *value = comparator_value(self->regret.comparator, x);
  if (*value < l->low - entry_tolerance || *value > l->high + entry_tolerance) {
    return "the comparator is in the interval of predictions";
  }
  if (c->offset == 0 && x->row == x->column) {
    if (c->class != CLASS_MAX_CUT) return "no entry of a symmetric matrix is on its diagonal";
    return fabs(*value + 1.0) <= entry_tolerance ? NULL : "the comparator is of the class: -1 where i = j";
  }
  if (c->parts == NULL) return NULL;
  const double decomposed = c->centre + c->stretch * decomposition_value(c->parts, x->row, x->column);
  return fabs(*value - decomposed) <= entry_tolerance ? NULL : "the comparator is of the class: 1/2 where i = j";
}

void prediction_check(prediction_bound *self, const trial_event *event) {
  double entry = NAN;
  const char *broken = self->regret.comparator == NULL ? NULL : broken_by_entry(self, event->x, &entry);
  if (broken != NULL) premise_fail(&self->regret.failed, broken, event->t, entry);
}
