/* The loss L of the running mean against the best constant in hindsight, whose loss is S_T = min over c of
 * sum of (c - y_t)^2. With e_t the error of trial t, H_T = 1 + 1/2 + ... + 1/T and D the range of the labels so far:
 *
 *   running_mean_loss           L <= S_T + e_1^2 + D^2 (H_T - 1)
 *   running_mean_loss.identity  e_t^2 (1 - 1/t) = S_t - S_{t-1}  in each trial
 *
 * The identity is how a sum of squares around the mean grows; it makes L - S_T = e_1^2 + sum over t > 1 of e_t^2/t, and
 * |e_t| <= D, since the mean is among the labels. S is computed from sums of y - y_1. Tolerance 1e-9 max(1, value); of
 * the identity, whose row shows the difference of the sides, 1e-9 max(1, D^2); S is a difference of sums of about t
 * D^2, which its error says. Losses of scale s: all sides times s. */
#include "bounds/loss_bound.h"
#include <float.h>

typedef struct running_mean_loss {
  loss_bound lost;
  double first, low, high; /* labels: the first one, the least, the largest */
  double first_error;
  double sum, squares; /* of y - y_1 */
  double harmonic;     /* H_t - 1 */
  double best;         /* S_t */
  invariant_judge identity;
} running_mean_loss;

static status init(void *data, const bound_context *context) {
  loss_begin(data, context);
  return STATUS_OK;
}

static double value_of(const running_mean_loss *self) {
  const double range = self->high - self->low;
  return self->lost.loss.scale * (self->best + self->first_error * self->first_error + range * range * self->harmonic);
}

static void begin(running_mean_loss *self, const trial_event *event) {
  self->first = self->low = self->high = event->label;
  self->first_error = event->predicted.value - event->label;
}

static void judge_identity(running_mean_loss *self, size_t t, double e, double gained) {
  const double range = self->high - self->low, label = fmax(fabs(self->low), fabs(self->high));
  const double size = (double)t * range * range + label * (range + fabs(e));
  invariant_judge_trial(&self->identity, (trial_figures){.trial = t,
                                                         .measured = fabs(e * e * (1.0 - 1.0 / (double)t) - gained),
                                                         .value = 0.0,
                                                         .tolerance = LOSS_TOLERANCE * fmax(1.0, range * range),
                                                         /* both sides of the first trial are 0 without rounding */
                                                         .error = t == 1 ? 0.0 : 16.0 * DBL_EPSILON * size});
}

static status watch(void *data, const trial_event *event) {
  running_mean_loss *self = data;
  const double y = event->label, before = self->best;
  if (event->t == 1) begin(self, event);
  loss_add(&self->lost, event);
  self->low = fmin(self->low, y);
  self->high = fmax(self->high, y);
  self->sum += y - self->first;
  self->squares += (y - self->first) * (y - self->first);
  self->best = fmax(0.0, self->squares - self->sum * (self->sum / (double)event->t));
  if (event->t > 1) self->harmonic += 1.0 / (double)event->t;
  judge_identity(self, event->t, event->predicted.score - y, self->best - before);
  loss_judge(&self->lost, &self->lost.theorem, value_of(self), 0.0);
  return STATUS_OK;
}

static double current(void *data) {
  const running_mean_loss *self = data;
  return self->lost.t == 0 ? NAN : value_of(self);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const running_mean_loss *self = data;
  theorem_judge_row(&self->lost.theorem, loss_row(&self->lost, rows, NULL, value_of(self), 0.0));
  (void)invariant_judge_row(&self->identity, rows, "identity", "difference of the sides");
  return STATUS_OK;
}

const bound_class bound_running_mean_loss = {
    .about = {.name = "running_mean_loss",
              .short_name = "Cesa-Bianchi & Lugosi",
              .symbols = "D: width of the interval of labels",
              .title = "Running mean: best constant + D^2 ln T",
              .citation = "Cesa-Bianchi & Lugosi 2006, section 3.2",
              .help = "loss of the running mean against the best constant in hindsight",
              .formula = "$L\\le\\min_cL_c+e_1^2+D^2\\sum_{t=2}^T\\frac1t$, $L_c=\\sum_t(c-y_t)^2$, $e_1$ the first "
                         "error, $D$ the range of the labels",
              .result_version = 2},
    .premises = "none",
    .learner_family = "running_mean",
    .status = BOUND_PROVED,
    .measure = "loss",
    .applies = loss_of_one_rate,
    .methods =
        &(const bound_methods){
            .size = sizeof(running_mean_loss), .init = init, .watch = watch, .current = current, .finish = finish},
};
