#include "bounds/exponentiated_gradient/exponentiated_loss.h"

#include <math.h>

#include "bounds/exponentiated_gradient/exponentiated_comparator.h"
#include "bounds/loss_bound.h"
#include "bounds/potential.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"
#include "registry/member.h"
#include "spectral/instance/instance_square.h"

typedef struct exponentiated_loss {
  loss_bound lost;
  rate_origin tuned;
  double eta, range, radius, loss_at_most, divergence_at_most, start_trace, start_divergence;
  bool doubled, implicit;
  learner learner;
  const comparator *comparator;
  exponentiated_comparator u;
  instance_square *ends;
  double start;         /* Delta(U, W_1) */
  double spread;        /* largest so far */
  double comparators;   /* loss of the comparator */
  double e, e_u, wrong; /* of this trial; wrong: bound of the error of e */
  double potential, potential_error;
  double error, crossed; /* of the loss; crossed: sum of |e e_U| */
  theorem_judge any_rate;
  invariant_judge step;
} exponentiated_loss;

static const ask asks[] = {ASK(exponentiated_loss, tuned),        ASK(exponentiated_loss, eta),
                           ASK(exponentiated_loss, range),        ASK(exponentiated_loss, radius),
                           ASK(exponentiated_loss, loss_at_most), ASK(exponentiated_loss, divergence_at_most),
                           ASK(exponentiated_loss, start_trace),  ASK(exponentiated_loss, start_divergence),
                           ASK(exponentiated_loss, doubled),      ASK(exponentiated_loss, implicit)};

static const double step_tolerance = 1e-9;    /* times max(1, Delta) */
static const double premise_tolerance = 1e-9; /* also of labels that tr(U X) must equal, times max(1, |y|) */

static double range_of(const exponentiated_loss *self) {
  return isnan(self->range) ? self->spread : self->range;
}

/* r^2 s eta */
static double reach_of(const exponentiated_loss *self) {
  const double r = range_of(self);
  return r * r * self->eta * self->lost.loss.scale;
}

/* The theorem asks for a comparator without loss. */
static bool separable(const exponentiated_loss *self) {
  if (self->tuned != RATE_GIVEN) return self->tuned == RATE_SEPARABLE;
  return reach_of(self) >= 2.0 - premise_tolerance;
}

/* a of the step, for tr(U X) = y */
static double gain_of(const exponentiated_loss *self) {
  return self->eta * self->lost.loss.scale * (2.0 - 0.5 * reach_of(self));
}

static double any_rate_now(const exponentiated_loss *self) {
  const double reach = reach_of(self);
  return (1.0 + reach / (2.0 - reach)) * self->comparators + (self->start > 0.0 ? self->start / self->eta : 0.0);
}

static double value_now(const exponentiated_loss *self) {
  const double r = range_of(self), s = self->lost.loss.scale;
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

static void check_premises(exponentiated_loss *self) {
  const double trace = self->start_trace;
  premise_require(&self->lost.failed, self->lost.loss.kind == LOSS_SQUARE, "the loss is square", NAN);
  premise_require(&self->lost.failed, !self->implicit, "the update is the explicit one", NAN);
  premise_require(&self->lost.failed, fabs(trace - 1.0) <= premise_tolerance, "tr W_1 = 1", trace);
  if (self->u.premise != NULL) premise_fail(&self->lost.failed, self->u.premise, 0, self->u.premise_value);
  if (self->tuned == RATE_FROM_LOSS && self->start > self->divergence_at_most + premise_tolerance) {
    premise_fail(&self->lost.failed, "the comparator's divergence is at most divergence_at_most", 0, self->start);
  }
}

static status init(void *data, const bound_context *context) {
  exponentiated_loss *self = data;
  const problem_facts *facts = &context->problem->facts;
  loss_begin(&self->lost, context);
  self->learner = *context->learner;
  self->comparator = context->comparator;
  if (!self->doubled) self->radius = 1.0;
  self->step.direction = BOUND_LOWER;
  if (self->comparator != NULL)
    TRY(exponentiated_comparator_of(self, context, self->doubled ? self->radius : 0.0, &self->u));
  TRY(find_potential(self));
  self->start = at_least_zero(isnan(self->potential) ? self->start_divergence : self->potential);
  check_premises(self);
  TRY(instance_square_new(facts->kind, facts->n, facts->rank > 0 ? facts->rank : 1, &eigen_gsl, &self->ends));
  return OWN(self, self->ends, instance_square_free);
}

static status check_instance(exponentiated_loss *self, const trial_event *event) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(self->ends, event->x, &least, &largest));
  const double spread =
      self->doubled ? 2.0 * self->radius * fmax(fabs(least), fabs(largest)) : fmax(0.0, largest - least);
  self->spread = fmax(self->spread, spread);
  if (spread > self->range * (1.0 + premise_tolerance)) {
    premise_fail(&self->lost.failed, "lambda_max - lambda_min <= r", event->t, spread);
  }
  if (event->label < self->lost.loss.low || event->label > self->lost.loss.high) {
    premise_fail(&self->lost.failed, "labels are in the interval of predictions", event->t, event->label);
  }
  return STATUS_OK;
}

/* What the theorem for the rate at hand asks of the comparator. */
static void check_comparator(exponentiated_loss *self, double label, size_t t) {
  if (self->tuned == RATE_FROM_LOSS) {
    if (self->comparators > self->loss_at_most * (1.0 + premise_tolerance)) {
      premise_fail(&self->lost.failed, "the comparator's loss is at most loss_at_most", t, self->comparators);
    }
    return;
  }
  if (!separable(self)) return;
  if (fabs(self->e_u) > premise_tolerance * fmax(1.0, fabs(label))) {
    premise_fail(&self->lost.failed, "the comparator has no loss: r^2 eta is 2 or more", t, self->comparators);
  }
  if (reach_of(self) >= 4.0) premise_fail(&self->lost.failed, "r^2 eta < 4", t, reach_of(self));
}

static status before(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double s = self->lost.loss.scale;
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
  const double rate = self->eta * self->lost.loss.scale, e = self->e, e_u = self->e_u;
  if (separable(self)) return gain_of(self) * e * e - 2.0 * rate * fabs(e * e_u);
  return rate * e * e - 2.0 * rate / (2.0 - reach_of(self)) * e_u * e_u;
}

/* Of the loss, against a value of the bound. */
static double error_now(const exponentiated_loss *self) {
  const double rate = self->eta * self->lost.loss.scale;
  return self->error + (separable(self) ? 2.0 * rate * self->lost.loss.scale / gain_of(self) * self->crossed : 0.0);
}

static status watch(void *data, const trial_event *event) {
  exponentiated_loss *self = data;
  const double earlier = self->potential, error_before = self->potential_error;
  loss_add(&self->lost, event);
  if (self->comparator == NULL) return STATUS_OK;
  TRY(find_potential(self));
  if (!isnan(self->potential)) {
    const double wrong = 4.0 * self->eta * self->lost.loss.scale * (fabs(self->e) + fabs(self->e_u) + self->wrong);
    invariant_judge_progress(&self->step, event->t, earlier, self->potential, least_progress(self), step_tolerance,
                             error_before + self->potential_error + wrong * self->wrong);
  }
  loss_judge(&self->lost, &self->lost.theorem, value_now(self), error_now(self));
  if (self->tuned == RATE_FROM_LOSS) loss_judge(&self->lost, &self->any_rate, any_rate_now(self), error_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const exponentiated_loss *self = data;
  return self->lost.t == 0 || self->comparator == NULL ? NAN : value_now(self);
}

static void add_row(const exponentiated_loss *self, bound_row_list *rows, const char *name, double value,
                    const theorem_judge *judged) {
  bound_row *row = loss_row(&self->lost, rows, name, value, error_now(self));
  row->unchecked = self->comparator == NULL;
  theorem_judge_row(judged, row);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const exponentiated_loss *self = data;
  (void)totals;
  add_row(self, rows, NULL, value_now(self), &self->lost.theorem);
  if (self->tuned == RATE_FROM_LOSS) add_row(self, rows, "any_rate", any_rate_now(self), &self->any_rate);
  bound_row *step = invariant_judge_row(&self->step, rows, "step", "progress");
  if (step == NULL) return STATUS_OK;
  step->unchecked = self->comparator == NULL;
  premise_row(&self->lost.failed, step);
  return STATUS_OK;
}

const bound_methods exponentiated_loss_methods = {
    .size = sizeof(exponentiated_loss),
    FIELDS(asks, asks),
    .init = init,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};
