#include "bounds/exponentiated_gradient/exponentiated_loss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/constants.h"
#include "bounds/exponentiated_gradient/exponentiated_comparator.h"
#include "bounds/potential.h"
#include "bounds/regret.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"
#include "spectral/instance/instance_square.h"

typedef struct exponentiated_loss {
  learner learner;
  const comparator *comparator;
  exponentiated_comparator u;
  loss loss;
  instance_square *ends;
  double eta, range, radius;
  bool doubled;
  int tuned; /* rate_origin */
  double loss_at_most, divergence_at_most;
  double start; /* Delta(U, W_1) */
  size_t t;
  double spread;             /* largest so far */
  double total, comparators; /* losses */
  double e, e_u, wrong;      /* of this trial; wrong: bound of the error of e */
  double potential, potential_error;
  double error, crossed; /* of the loss; crossed: sum of |e e_U| */
  failed_premise failed;
  theorem_judge theorem, any_rate;
  invariant_judge step;
} exponentiated_loss;

static const double loss_tolerance = 1e-9;    /* times max(1, value) */
static const double step_tolerance = 1e-9;    /* times max(1, Delta) */
static const double premise_tolerance = 1e-9; /* also of labels that tr(U X) must equal, times max(1, |y|) */

static double range_of(const exponentiated_loss *self) {
  return isnan(self->range) ? self->spread : self->range;
}

/* r^2 s eta */
static double reach_of(const exponentiated_loss *self) {
  const double r = range_of(self);
  return r * r * self->eta * self->loss.scale;
}

/* The theorem asks for a comparator without loss. */
static bool separable(const exponentiated_loss *self) {
  if (self->tuned != RATE_GIVEN) return self->tuned == RATE_SEPARABLE;
  return reach_of(self) >= 2.0 - premise_tolerance;
}

/* a of the step, for tr(U X) = y */
static double gain_of(const exponentiated_loss *self) {
  return self->eta * self->loss.scale * (2.0 - 0.5 * reach_of(self));
}

static double any_rate_now(const exponentiated_loss *self) {
  const double reach = reach_of(self);
  return (1.0 + reach / (2.0 - reach)) * self->comparators + (self->start > 0.0 ? self->start / self->eta : 0.0);
}

static double value_now(const exponentiated_loss *self) {
  const double r = range_of(self), s = self->loss.scale;
  if (self->tuned == RATE_FROM_LOSS) {
    return self->comparators + r * sqrt(2.0 * s * self->loss_at_most * self->divergence_at_most) +
           0.5 * s * r * r * self->start;
  }
  return separable(self) ? s * self->start / gain_of(self) : any_rate_now(self);
}

/* Delta(U, W) now; NaN if it is not known. */
static status find_potential(exponentiated_loss *self) {
  self->potential = NAN;
  if (self->comparator == NULL || isnan(self->u.entropy)) return STATUS_OK;
  spectral *w = learner_parameter(&self->learner);
  TRY(spectral_divergence(w, &self->u.density, self->u.entropy, NAN, 1.0, &self->potential));
  self->potential_error = spectral_trace_error(w);
  return STATUS_OK;
}

static void clear(void *data) {
  exponentiated_loss *self = data;
  exponentiated_comparator_free(&self->u);
  instance_square_free(self->ends);
}

static void check_premises(exponentiated_loss *self) {
  const double trace = learner_constant_or_nan(&self->learner, "start_trace");
  premise_require(&self->failed, self->loss.kind == LOSS_SQUARE, "the loss is square", NAN);
  premise_require(&self->failed, learner_constant_or_nan(&self->learner, "implicit") == 0.0,
                  "the update is the explicit one", NAN);
  premise_require(&self->failed, fabs(trace - 1.0) <= premise_tolerance, "tr W_1 = 1", trace);
  if (self->u.premise != NULL) premise_fail(&self->failed, self->u.premise, 0, self->u.premise_value);
  if (self->tuned == RATE_FROM_LOSS && self->start > self->divergence_at_most + premise_tolerance) {
    premise_fail(&self->failed, "the comparator's divergence is at most divergence_at_most", 0, self->start);
  }
}

static status begin(exponentiated_loss *self, const bound_context *context) {
  const problem_facts *facts = &context->problem->facts;
  if (self->comparator != NULL) TRY(exponentiated_comparator_of(context, &self->u));
  TRY(find_potential(self));
  self->start = at_least_zero(isnan(self->potential) ? learner_constant_or_nan(&self->learner, "start_divergence")
                                                     : self->potential);
  check_premises(self);
  return instance_square_new(facts->kind, facts->n, facts->rank > 0 ? facts->rank : 1, &eigen_gsl, &self->ends);
}

static status init(void *data, const bound_context *context) {
  exponentiated_loss *self = data;
  const learner *learner = context->learner;
  self->learner = *learner;
  self->comparator = context->comparator;
  self->loss = problem_loss(&context->problem->facts);
  self->eta = learner_constant_or_nan(learner, "eta");
  self->range = learner_constant_or_nan(learner, "range");
  self->tuned = learner_choice(learner, "tuned");
  self->loss_at_most = learner_constant_or_nan(learner, "loss_at_most");
  self->divergence_at_most = learner_constant_or_nan(learner, "divergence_at_most");
  self->doubled = constant_flag(learner, "doubled");
  self->radius = self->doubled ? learner_constant_or_nan(learner, "radius") : 1.0;
  self->step.direction = BOUND_LOWER;
  return begin(self, context);
}

static status check_instance(exponentiated_loss *self, const trial_event *event) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(self->ends, event->x, &least, &largest));
  const double spread =
      self->doubled ? 2.0 * self->radius * fmax(fabs(least), fabs(largest)) : fmax(0.0, largest - least);
  self->spread = fmax(self->spread, spread);
  if (spread > self->range * (1.0 + premise_tolerance)) {
    premise_fail(&self->failed, "lambda_max - lambda_min <= r", event->t, spread);
  }
  if (event->label < self->loss.low || event->label > self->loss.high) {
    premise_fail(&self->failed, "labels are in the interval of predictions", event->t, event->label);
  }
  return STATUS_OK;
}

/* What the theorem for the rate at hand asks of the comparator. */
static void check_comparator(exponentiated_loss *self, double label, size_t t) {
  if (self->tuned == RATE_FROM_LOSS) {
    if (self->comparators > self->loss_at_most * (1.0 + premise_tolerance)) {
      premise_fail(&self->failed, "the comparator's loss is at most loss_at_most", t, self->comparators);
    }
    return;
  }
  if (!separable(self)) return;
  if (fabs(self->e_u) > premise_tolerance * fmax(1.0, fabs(label))) {
    premise_fail(&self->failed, "the comparator has no loss: r^2 eta is 2 or more", t, self->comparators);
  }
  if (reach_of(self) >= 4.0) premise_fail(&self->failed, "r^2 eta < 4", t, reach_of(self));
}

static status before(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double s = self->loss.scale;
  TRY(check_instance(self, event));
  self->wrong = self->radius * (self->doubled ? 2.0 : 1.0) * spectral_error(learner_parameter(&self->learner)) *
                instance_nuclear(event->x);
  self->e = event->predicted.score - event->label;
  self->error += s * (2.0 * fabs(self->e) + self->wrong) * self->wrong;
  if (self->comparator == NULL) return STATUS_OK;
  self->e_u = comparator_value(self->comparator, event->x) - event->label;
  self->comparators += s * self->e_u * self->e_u;
  self->crossed += fabs(self->e * self->e_u);
  check_comparator(self, event->label, event->t);
  return STATUS_OK;
}

/* Delta(U, W_t) - Delta(U, W_{t+1}) >= */
static double least_progress(const exponentiated_loss *self) {
  const double rate = self->eta * self->loss.scale, e = self->e, e_u = self->e_u;
  if (separable(self)) return gain_of(self) * e * e - 2.0 * rate * fabs(e * e_u);
  return rate * e * e - 2.0 * rate / (2.0 - reach_of(self)) * e_u * e_u;
}

static trial_figures figures_of(const exponentiated_loss *self, double value) {
  const double rate = self->eta * self->loss.scale;
  const double crossed = separable(self) ? 2.0 * rate * self->loss.scale / gain_of(self) * self->crossed : 0.0;
  return (trial_figures){.trial = self->t,
                         .measured = self->total,
                         .value = value,
                         .tolerance = loss_tolerance * fmax(1.0, value),
                         .error = self->error + crossed};
}

static status watch(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double earlier = self->potential, error_before = self->potential_error;
  self->t = event->t;
  self->total += event->loss;
  if (self->comparator == NULL) return STATUS_OK;
  TRY(find_potential(self));
  if (!isnan(self->potential)) {
    const double wrong = 4.0 * self->eta * self->loss.scale * (fabs(self->e) + fabs(self->e_u) + self->wrong);
    invariant_judge_progress(&self->step, event->t, earlier, self->potential, least_progress(self), step_tolerance,
                             error_before + self->potential_error + wrong * self->wrong);
  }
  theorem_judge_trial(&self->theorem, figures_of(self, value_now(self)));
  if (self->tuned == RATE_FROM_LOSS) theorem_judge_trial(&self->any_rate, figures_of(self, any_rate_now(self)));
  return STATUS_OK;
}

static double current(void *data) {
  const exponentiated_loss *self = data;
  return self->t == 0 || self->comparator == NULL ? NAN : value_now(self);
}

static void set_premise(const exponentiated_loss *self, bound_row *row) {
  row->unchecked = self->comparator == NULL;
  premise_row(&self->failed, row);
}

static void loss_row(const exponentiated_loss *self, bound_row_list *rows, const char *name, double value,
                     const theorem_judge *judged) {
  const trial_figures now = figures_of(self, value);
  bound_row *row = bound_row_add(rows, name);
  row->measured = now.measured;
  row->value = now.value;
  row->tolerance = now.tolerance;
  row->error = now.error;
  row->trivial = square_loss_at_most(&self->loss, self->t);
  set_premise(self, row);
  theorem_judge_row(judged, row);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const exponentiated_loss *self = data;
  (void)totals;
  loss_row(self, rows, NULL, value_now(self), &self->theorem);
  if (self->tuned == RATE_FROM_LOSS) loss_row(self, rows, "any_rate", any_rate_now(self), &self->any_rate);
  bound_row *step = invariant_judge_row(&self->step, rows, "step", "progress");
  if (step != NULL) set_premise(self, step);
  return STATUS_OK;
}

const bound_methods exponentiated_loss_methods = {
    .size = sizeof(exponentiated_loss),
    .init = init,
    .clear = clear,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};
