/* The regret of capped gradient descent against any projection P of rank k. With U = I - P, m = n - k, losses of scale s:
 *
 *   regret <= s (m k/(2 n eta) + (eta/2) sum of |X_t|_F^2)      sqrt(m k T/n) for |X|_F <= 1 at eta = sqrt(m k/(n T))
 *
 * Proof (Zinkevich 2003). The projection onto the convex set of the W, which has U, brings W - eta X no further from U: |W' - U|_F^2 <=
 * |W - U|_F^2 - 2 eta <W - U, X> + eta^2 |X|_F^2, and |U - W_1|_F^2 = m - 2 m^2/n + m^2/n = m k/n. What is paid is |tr(W X)|: tr(W X) for
 * X >= 0.
 *
 * Premises: X >= 0, labels are tr X, P is one projection of rank k. Tolerance 1e-9 max(1, value). */
#include <math.h>

#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

static const double relative = 1e-9;

typedef struct gradient_regret {
  regret_bound regret;
  instance_square *square;
  double eta, start; /* start: |U - W_1|_F^2 */
  double squares;    /* sum of |X|_F^2 */
} gradient_regret;

static bool applies(const void *self, const bound_context *context) {
  return bound_of_reals(self, context) && context->problem->facts.loss.kind == LOSS_ABSOLUTE;
}

static double value_now(const gradient_regret *self) {
  return self->regret.loss.scale * 0.5 * (self->start / self->eta + self->eta * self->squares);
}

static void clear(void *data) {
  instance_square_free(((gradient_regret *)data)->square);
}

static status init(void *data, const bound_context *context) {
  gradient_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  const double kept = learner_constant_or_nan(context->learner, "dimension");
  size_t rank = 0;
  double defect = 0.0;
  regret_begin(context, &self->regret);
  self->eta = learner_constant_or_nan(context->learner, "eta");
  self->start = kept * learner_constant_or_nan(context->learner, "dropped") / (double)facts->n;
  if (context->comparator != NULL) {
    const bool projection = comparator_projection(context->comparator, &rank, &defect);
    premise_require(&self->regret.failed, projection && (double)rank == kept,
                    "the comparator is a projection of the learner's dimension", projection ? (double)rank : NAN);
  }
  return instance_square_new(facts->kind, facts->n, facts->rank, &eigen_gsl, &self->square);
}

static status before(void *data, const trial_event *event) {
  gradient_regret *self = data;
  regret_bound *regret = &self->regret;
  const double trace = instance_trace(event->x);
  double least = 0.0, largest = 0.0;
  instance square;
  TRY(instance_square_ends(self->square, event->x, &least, &largest));
  TRY(instance_square_of(self->square, event->x, &square));
  self->squares += instance_trace(&square);
  if (least < -relative * fmax(1.0, largest)) premise_fail(&regret->failed, "X >= 0", event->t, least);
  if (fabs(event->label - trace) > relative * fmax(1.0, trace))
    premise_fail(&regret->failed, "labels are tr X", event->t, event->label - trace);
  regret->error +=
      regret->loss.scale * spectral_error(learner_parameter(&regret->learner)) * instance_nuclear(event->x);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  gradient_regret *self = data;
  (void)regret_add(&self->regret, event, event->loss);
  regret_judge(&self->regret, &self->regret.theorem, value_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const gradient_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const gradient_regret *self = data;
  (void)totals;
  theorem_judge_row(&self->regret.theorem, regret_row(&self->regret, rows, NULL, value_now(self), NAN));
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(gradient_regret),
    .init = init,
    .clear = clear,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_capped_gradient_regret = {
    .about = {.name = "capped_gradient_regret",
              .short_name = "Zinkevich",
              .title = "m k/(2 n eta) + (eta/2) sum tr X^2",
              .citation = "Zinkevich 2003; Nie, Kotlowski & Warmuth 2016",
              .help = "regret of capped gradient descent against the best subspace",
              .formula = "regret $\\le\\frac{mk}{2n\\eta}+\\frac\\eta2\\sum_t\\Vert X_t\\Vert_F^2$, $m=n-k$; "
                         "$\\sqrt{\\frac{mkT}n}$ at the learner's own rate for $\\Vert X_t\\Vert_F\\le1$",
              .result_version = 2},
    .premises = "$X_t\\succeq0$, labels are $\\mathrm{tr}X_t$; $P$ is a projection of rank $k$",
    .learner_family = "capped_gradient_descent",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = applies,
    .methods = &methods,
};
