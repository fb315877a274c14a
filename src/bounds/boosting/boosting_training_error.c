/* AdaBoost's training error (Freund & Schapire 1997; Tsuda, Raetsch and Warmuth 2005, section 4.3). On vectors C_j = (y_i h_j(x_i))_i of n
 * examples, after every trial,
 *
 *   part of the examples with y_i sum_j alpha_j h_j(x_i) <= 0   <=   dual = (1/n) sum_i exp(-y_i sum_j alpha_j h_j(x_i))
 *                                                               <=   product of rho(r_t)     "product", for the steps of the formula
 *
 * The first inequality has no premise but alpha_j >= 0; of the second: violated constraints have a negative entry, and all are in the
 * interval of the formula. "product" compares the error with the product, the inequality between dual and product is that of
 * definite_boost_dual. */

#include "bounds/boosting/boost_trial.h"
#include "bounds/trial_judge.h"

typedef struct training_bound {
  boost_trial trial; /* first */
  live_constant training_error;
  size_t t;
  double wrong, sum, error;
  theorem_judge theorem, product;
} training_bound;

/* Of a learner of vectors: the only ones that the theorem applies to. */
static const ask asks[] = {ASK_OR(training_bound, training_error, NAN)};

static const double tolerance = 1e-8; /* what is 0 up to rounding counts as wrong */

static bool applies(const void *self, const bound_context *context) {
  return boost_trial_applies(self, context) && context->problem->facts.kind == INSTANCE_VECTOR;
}

static status init(void *data, const bound_context *context) {
  training_bound *self = data;
  self->wrong = 1.0;
  return boost_trial_begin(context, &self->trial);
}

static status before(void *data, const trial_event *event) {
  return boost_trial_before(&((training_bound *)data)->trial, event);
}

static trial_figures figures_of(const training_bound *self, double value) {
  return (trial_figures){
      .trial = self->t, .measured = self->wrong, .value = value, .tolerance = tolerance, .error = self->error};
}

static status watch(void *data, const trial_event *event) {
  training_bound *self = data;
  TRY(boost_trial_watch(&self->trial));
  self->t = event->t;
  self->sum += self->trial.log_rho;
  self->error += self->trial.trace_error;
  self->wrong = live_constant_now(&self->training_error);
  theorem_judge_trial(&self->theorem, figures_of(self, fixed_exp(self->trial.after)));
  theorem_judge_trial(&self->product, figures_of(self, fixed_exp(self->sum)));
  return STATUS_OK;
}

static double current(void *data) {
  return fixed_exp(((const training_bound *)data)->trial.after);
}

static bound_row *add_row(const training_bound *self, bound_row_list *rows, const char *name, double value) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = self->wrong;
  row->value = value;
  row->tolerance = tolerance;
  row->error = self->error;
  row->trivial = 1.0;
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const training_bound *self = data;
  theorem_judge_row(&self->theorem, add_row(self, rows, NULL, fixed_exp(self->trial.after)));
  bound_row *product = add_row(self, rows, "product", fixed_exp(self->sum));
  product->measure = "training_error_at_end"; /* not drawn as a line through all trials */
  boost_trial_premise(&self->trial, product);
  theorem_judge_row(&self->product, product);
  return STATUS_OK;
}

const bound_class bound_boosting_training_error = {
    .about = {.name = "boosting_training_error",
              .short_name = "Tsuda et al., section 4.3",
              .title = "the dual objective",
              .citation = "Tsuda, Raetsch & Warmuth 2005, section 4.3",
              .help = "AdaBoost's error on the examples is at most its dual objective",
              .formula = "$\\frac1n\\sum_i1[y_if(x_i)\\le0]\\le\\frac1n\\sum_ie^{-y_if(x_i)}\\le\\prod_t\\rho(v_t)$, "
                         "$f=\\sum_j\\alpha_jh_j$, $\\rho$ as of definite_boost_dual",
              .result_version = 2},
    .premises =
        "of the product: the entries of each violated constraint are in the interval of the formula, and one is "
        "negative",
    .learner_family = "definite_boost",
    .status = BOUND_PROVED,
    .measure = "training_error",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(training_bound),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .before = before,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
