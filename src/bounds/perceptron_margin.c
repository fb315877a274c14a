/* The perceptron on a linear threshold with a margin: v = u/|u|_2, g its margin, R = max |x|_2 over updated trials, m the margin
 * that the learner asks for (0: it updates on mistakes), t updates, H the sum of [g - y <v,x>]_+ over them, w for step size 1:
 *
 *   updates <= ( (K + sqrt(K^2 + 4 g H)) / (2 g) )^2,  K^2 = R^2 + 2m;   (R^2 + 2m)/g^2 without noise     (Novikoff 1962)
 *
 * because <w,v> >= t g - H ("alignment") and |w|^2 <= t K^2 ("length"). Mistakes are updates; "updates" counts those, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bounds/margin_mistakes.h"
#include "bounds/trial_judge.h"

typedef struct perceptron_margin {
  learner learner;
  const comparator *comparator;
  double eta, asked; /* asked: m for step size 1 */
  double norm;       /* |u|_2 */
  double margin;     /* g */
  double squares;    /* R^2 */
  double hinge, score_error, decision_budget;
  size_t updates;
  const char *premise;
  invariant_judge alignment, length;
} perceptron_margin;

static const double count_tolerance = 1e-9;
static const double invariant_tolerance = 1e-9; /* relative */

static bool applies(const bound_context *context) {
  double theta = 1.0, bias = 1.0;
  return strcmp(context->learner->class->family, "perceptron") == 0 && context->problem->facts.labels == LABEL_SIGN &&
         context->problem->facts.kind == INSTANCE_VECTOR && !isnan(margin_of_problem(context, NAN)) &&
         learner_constant(context->learner, "theta", &theta) && theta == 0.0 &&
         learner_constant(context->learner, "bias", &bias) && bias == 0.0;
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  perceptron_margin *self = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->alignment.direction = BOUND_LOWER;
  (void)learner_constant(context->learner, "eta", &self->eta);
  if (learner_constant(context->learner, "margin", &self->asked)) self->asked /= self->eta;
  self->norm = self->margin = NAN;
  self->score_error = spectral_error(learner_parameter(context->learner));
  *out = self;
  if (context->comparator == NULL) return STATUS_OK;
  self->norm = sqrt(comparator_squared_norm(context->comparator));
  self->margin = margin_of_problem(context, NAN) / self->norm;
  if (!(margin_one_norm(context->comparator) > 0.0)) self->premise = "the comparator is a vector that is not zero";
  if (comparator_segments(context->comparator) > 1) self->premise = "one comparator for all trials";
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static double value_of(const perceptron_margin *self) {
  const double squares = self->squares + 2.0 * self->asked;
  const double root = (sqrt(squares) + sqrt(squares + 4.0 * self->margin * self->hinge)) / (2.0 * self->margin);
  return root * root;
}

static status judge(perceptron_margin *self, size_t t) {
  const double updates = (double)self->updates;
  const size_t n = comparator_order(self->comparator);
  static const size_t no_index = 0;
  static const double no_value = 0.0;
  const instance nothing = instance_sparse(INSTANCE_VECTOR, n, 0, &no_index, &no_value);
  spectral *w = learner_parameter(&self->learner);
  double inner = 0.0, half_square = 0.0;
  TRY(spectral_argument(w, comparator_instance(self->comparator), &inner));
  TRY(spectral_divergence(w, &nothing, 0.0, 0.0, 1.0, &half_square));
  const double along = inner / (self->norm * self->eta), length = 2.0 * half_square / (self->eta * self->eta);
  invariant_judge_trial(&self->alignment, (trial_figures){.trial = t,
                                                          .measured = along,
                                                          .value = updates * self->margin - self->hinge,
                                                          .tolerance = invariant_tolerance * fmax(1.0, fabs(along))});
  invariant_judge_trial(&self->length, (trial_figures){.trial = t,
                                                       .measured = length,
                                                       .value = updates * (self->squares + 2.0 * self->asked),
                                                       .tolerance = invariant_tolerance * fmax(1.0, length),
                                                       .error = self->decision_budget});
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  perceptron_margin *self = data;
  if (!event->updated) return STATUS_OK;
  double square = 0.0;
  for (size_t j = 0; j < event->x->count; j++) square += event->x->value[j] * event->x->value[j];
  self->updates++;
  self->squares = fmax(self->squares, square);
  self->decision_budget += 2.0 * self->score_error * instance_nuclear(event->x) / self->eta;
  self->score_error = spectral_error(learner_parameter(&self->learner));
  if (self->comparator == NULL || self->premise != NULL) return STATUS_OK;
  const double value = event->label * comparator_value(self->comparator, event->x) / self->norm;
  self->hinge += fmax(0.0, self->margin - value);
  return judge(self, event->t);
}

static double current(void *data) {
  const perceptron_margin *self = data;
  return self->premise != NULL || self->updates == 0 ? NAN : value_of(self);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_perceptron_margin = {
    .name = "perceptron_margin",
    .title = "(R^2 + 2m)/g^2",
    .citation = "Novikoff 1962",
    .help = "mistakes of the perceptron on linear thresholds: (R/g)^2 for instances of length R and margin g",
    .result_version = 2,
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static bound_row begin_row(const perceptron_margin *self, const char *invariant) {
  bound_row row = bound_row_of(&bound_perceptron_margin, invariant);
  row.unchecked = self->comparator == NULL;
  row.premise = self->premise;
  return row;
}

static bound_row count_row(const perceptron_margin *self, const char *name, const char *measure, size_t counted,
                           size_t trials) {
  bound_row row = begin_row(self, name);
  row.measure = measure;
  row.measured = (double)counted;
  row.value = value_of(self);
  row.tolerance = count_tolerance;
  /* d t / d K^2 = t / K^2 */
  row.error = self->updates == 0 ? 0.0 : self->decision_budget / (self->squares + 2.0 * self->asked);
  row.trivial = (double)trials;
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const perceptron_margin *self = data;
  size_t made = 0;
  rows[made++] = count_row(self, NULL, "mistakes", totals->mistakes, totals->trials);
  rows[made++] = count_row(self, "updates", "updates", totals->updates, totals->trials);
  rows[made] = begin_row(self, "alignment");
  if (invariant_judge_row(&self->alignment, "inner product", &rows[made])) made++;
  rows[made] = begin_row(self, "length");
  if (invariant_judge_row(&self->length, "squared length", &rows[made])) made++;
  *count = made;
  return STATUS_OK;
}
