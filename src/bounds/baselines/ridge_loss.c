/* The loss L of online ridge regression. With
 *
 *   min_t = min over u of lambda |u|^2 + sum_{s <= t} (u.x_s - y_s)^2,  A_t = lambda I + sum_{s <= t} x_s x_s^T,
 *   b_t = x_t^T A_{t-1}^{-1} x_t,  D = ln det(A_T / lambda) = sum of ln(1 + b_t):
 *
 *   ridge_loss           L <= min_T + E^2 D,  E the width of the loss's interval; on the line the largest |e_t| so far
 *   ridge_loss.factor    L <= (1 + X^2/lambda) min_T,  X the largest |x_t| so far
 *   ridge_loss.identity  (z_t - y_t)^2 / (1 + b_t) = min_t - min_{t-1},  z_t before clipping
 *
 * (Zhdanov & Kalnishkan 2013). From the identity, as b_t <= X^2/lambda, and as e^2 b/(1 + b) <= E^2 ln(1 + b) for the
 * clipped error, whose square is at most that of the raw one. With forward = true (Vovk 2001; Azoury & Warmuth 2001)
 *
 *   ridge_loss           L <= min_T + Y^2 D,  Y the largest |y_t| so far
 *   ridge_loss.closed    L <= min_T + Y^2 n ln(1 + T X^2/(lambda n))
 *   ridge_loss.identity  (z_t - y_t)^2 = min_t - min_{t-1} + y_t^2 b_t/(1 + b_t) - z_t^2 b_t
 *
 * since b/(1 + b) <= ln(1 + b), and D <= n ln(tr A_T/(lambda n)). min_T <= lambda |u|^2 + L_u for every u. All is
 * computed here, from the trials alone. Premise: labels in the interval of the loss. Tolerance 1e-9 max(1, value); of
 * the identity, whose row shows the difference of the sides, 1e-9 max(1, (z - y)^2, y^2, min_t - min_{t-1}). Losses of
 * scale s: all sides times s. */

#include "bounds/loss_bound.h"
#include "linalg/least_squares.h"
#include "spectral/instance/vector_arithmetic.h"

typedef struct ridge_loss {
  loss_bound lost;
  double lambda;
  bool forward;
  least_squares *past;
  double *row, *work; /* n each */
  size_t n;
  double longest, largest_label, largest_error; /* |x|^2, |y|, |e| */
  theorem_judge second;                         /* factor or closed */
  invariant_judge identity;
} ridge_loss;

static const ask asks[] = {ASK(loss_bound, tuned), ASK(ridge_loss, lambda), ASK(ridge_loss, forward)};

static status init(void *data, const bound_context *context) {
  ridge_loss *self = data;
  loss_begin(&self->lost, context);
  self->n = context->problem->facts.n;
  TRY(OWN_ARRAY(self, self->n, self->row));
  TRY(OWN_ARRAY(self, self->n, self->work));
  TRY(least_squares_new(self->n, self->lambda, &self->past));
  return OWN(self, self->past, least_squares_free);
}

/* ln det(A / lambda) */
static double growth(const ridge_loss *self) {
  return least_squares_log_det(self->past) - (double)self->n * fixed_log(self->lambda);
}

static double value_of(const ridge_loss *self) {
  const double width = self->lost.loss.high - self->lost.loss.low;
  const double size = self->forward ? self->largest_label : isfinite(width) ? width : self->largest_error;
  return self->lost.loss.scale * (least_squares_minimum(self->past) + size * size * fmax(0.0, growth(self)));
}

static double second_value(const ridge_loss *self) {
  const double least = least_squares_minimum(self->past), n = (double)self->n, y = self->largest_label;
  if (!self->forward) return self->lost.loss.scale * (1.0 + self->longest / self->lambda) * least;
  return self->lost.loss.scale *
         (least + y * y * n * fixed_log1p((double)self->lost.t * self->longest / (self->lambda * n)));
}

static void judge_identity(ridge_loss *self, const trial_event *event, double b, double gained) {
  const double z = event->predicted.score, y = event->label, square = (z - y) * (z - y);
  const double left = self->forward ? square : square / (1.0 + b);
  const double right = self->forward ? gained + y * y * b / (1.0 + b) - z * z * b : gained;
  const double size = fmax(fmax(square, y * y), fmax(gained, fabs(right)));
  invariant_judge_trial(&self->identity, (trial_figures){.trial = event->t,
                                                         .measured = fabs(left - right),
                                                         .value = 0.0,
                                                         .tolerance = LOSS_TOLERANCE * fmax(1.0, size)});
}

static status watch(void *data, const trial_event *event) {
  ridge_loss *self = data;
  const double y = event->label, before = least_squares_minimum(self->past);
  premise_of_label(&self->lost.failed, &self->lost.loss, event);
  loss_add(&self->lost, event);
  self->longest = fmax(self->longest, instance_inner(event->x, event->x));
  self->largest_label = fmax(self->largest_label, fabs(y));
  self->largest_error = fmax(self->largest_error, fabs(event->predicted.value - y));
  memset(self->row, 0, self->n * sizeof *self->row);
  vector_add_instance(self->row, 1.0, event->x);
  const double b = least_squares_leverage(self->past, self->row, self->work);
  TRY(least_squares_add(self->past, self->row, y));
  judge_identity(self, event, b, least_squares_minimum(self->past) - before);
  loss_judge(&self->lost, &self->lost.theorem, value_of(self), 0.0);
  loss_judge(&self->lost, &self->second, second_value(self), 0.0);
  return STATUS_OK;
}

static double current(void *data) {
  return value_of(data);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const ridge_loss *self = data;
  theorem_judge_row(&self->lost.theorem, loss_row(&self->lost, rows, NULL, value_of(self), 0.0));
  theorem_judge_row(&self->second,
                    loss_row(&self->lost, rows, self->forward ? "closed" : "factor", second_value(self), 0.0));
  (void)invariant_judge_row(&self->identity, rows, "identity", "difference of the sides");
  return STATUS_OK;
}

static const line_name line_names[] = {{.row = "closed", .name = "Vovk (closed)"}, {.name = NULL}};

const bound_class bound_ridge_loss = {
    .about =
        {.name = "ridge_loss",
         .short_name = "Vovk",
         .line_names = line_names,
         .symbols = "L_u: loss of u, E: largest label, det: of I + the sum of x x^T/lambda",
         .title = "Ridge: min (L_u + lambda |u|^2) + E^2 ln det",
         .citation = "Vovk 2001; Azoury & Warmuth 2001; Zhdanov & Kalnishkan 2013",
         .help = "loss of online ridge regression against the best of all weights",
         .formula =
             "$L\\le\\min_u\\left(\\lambda|u|^2+L_u\\right)+E^2\\ln\\det\\frac{A_T}\\lambda$, $A_T=\\lambda "
             "I+\\sum_tx_tx_t^T$, $E=p_1-p_0$ (on the line the largest error so far); forward: $\\max_t|y_t|$ for $E$",
         .result_version = 4},
    .premises = "labels are in their range",
    .learner_family = "ridge",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = loss_of_one_rate,
    .methods = &(const bound_methods){.size = sizeof(ridge_loss),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
