/* The regret of capped gradient descent against any projection P of rank k. With U = I - P, m = n - k, losses of scale s:
 *
 *   regret <= s (m k/(2 n eta) + (eta/2) sum of |X_t|_F^2)      sqrt(m k T/n) for |X|_F <= 1 at eta = sqrt(m k/(n T))
 *
 * Proof (Zinkevich 2003). The projection onto the convex set of the W, which has U, brings W - eta X no further from U: |W' - U|_F^2 <=
 * |W - U|_F^2 - 2 eta <W - U, X> + eta^2 |X|_F^2, and |U - W_1|_F^2 = m - 2 m^2/n + m^2/n = m k/n. What is paid is |tr(W X)|: tr(W X) for
 * X >= 0.
 *
 * Premises: X >= 0, labels are tr X, P is one projection of rank k. Tolerance 1e-9 max(1, value). */

#include "bounds/regret.h"
#include "spectral/instance/instance_square.h"

typedef struct gradient_regret {
  regret_bound regret;
  double eta, dropped; /* dropped: m */
  size_t dimension;    /* k */
  instance_square *square;
  double start;   /* |U - W_1|_F^2 */
  double squares; /* sum of |X|_F^2 */
} gradient_regret;

static const ask asks[] = {ASK(gradient_regret, eta), ASK(gradient_regret, dropped), ASK(gradient_regret, dimension)};

static bool applies(const void *self, const bound_context *context) {
  return bound_of_reals(self, context) && context->problem->facts.loss.kind == LOSS_ABSOLUTE;
}

static double value(const void *data) {
  const gradient_regret *self = data;
  return self->regret.loss.scale * 0.5 * (self->start / self->eta + self->eta * self->squares);
}

static double trivial(const void *self) {
  return NAN;
}

static status begin(void *data, const bound_context *context) {
  gradient_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  size_t rank = 0;
  double defect = 0.0;
  self->start = (double)self->dimension * self->dropped / (double)facts->n;
  if (context->comparator != NULL) {
    const bool projection = comparator_projection(context->comparator, &rank, &defect);
    premise_require(&self->regret.failed, projection && rank == self->dimension,
                    "the comparator is a projection of the learner's dimension", projection ? (double)rank : NAN);
  }
  return instance_square_new(member_memory(self), facts->kind, facts->n, facts->rank, &eigen_own, &self->square);
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
  premise_at_least(&regret->failed, "X >= 0", event->t, least, -REGRET_TOLERANCE * fmax(1.0, largest));
  if (fabs(event->label - trace) > REGRET_TOLERANCE * fmax(1.0, trace))
    premise_fail(&regret->failed, "labels are tr X", event->t, event->label - trace);
  regret->error +=
      regret->loss.scale * spectral_error(learner_parameter(&regret->learner)) * instance_nuclear(event->x);
  return STATUS_OK;
}

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
    .measure = "regret",
    .applies = applies,
    .methods =
        &(const bound_methods){.size = sizeof(gradient_regret), FIELDS(asks, asks), .before = before, REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin, .value = value, .trivial = trivial},
};
