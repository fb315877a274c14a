/* The perceptron on a linear threshold with a margin: v = u/|u|_2, g its margin, R = max |x|_2 over updated trials (matrices: Frobenius
 * norms and the trace inner product; the kernel perceptron: vectors, linear kernel), m the margin that the learner asks for
 * (0: it updates on mistakes) and eta its step size, t updates, H the sum of [g - y <v,x>]_+ over them, w the weights divided by eta:
 *
 *   updates <= ( (K + sqrt(K^2 + 4 g H)) / (2 g) )^2,  K^2 = R^2 + 2m/eta;   K^2/g^2 without noise     (Novikoff 1962)
 *
 * because <w,v> >= t g - H ("alignment") and |w|^2 <= t K^2 ("length"). Mistakes are updates; "updates" counts those, too. */

#include "bounds/thresholds/margin_mistakes.h"

typedef struct perceptron_margin {
  double eta, theta;
  double margin; /* m; 0: the learner asks for none */
  bool bias, linear;
  live_constant score_error, squared_norm; /* where the weights are no parameter */
  learner learner;
  const comparator *comparator;
  double asked;                             /* m/eta */
  double norm;                              /* |u|_2 */
  double g;                                 /* of v */
  double squares;                           /* R^2 */
  double hinge, error_now, decision_budget; /* error_now: of a score per unit of |X|_1 */
  size_t updates;
  const char *premise;
  invariant_judge alignment, length;
} perceptron_margin;

static const ask asks[] = {
    ASK(perceptron_margin, eta),
    ASK(perceptron_margin, theta),
    ASK_OR(perceptron_margin, margin, 0.0),
    ASK(perceptron_margin, bias),
    ASK_OR(perceptron_margin, linear, 0.0),
    ASK_OR(perceptron_margin, score_error, INFINITY),
    ASK_OR(perceptron_margin, squared_norm, NAN),
};

static const double count_tolerance = 1e-9;
static const double invariant_tolerance = 1e-9; /* relative */

/* The space of the weights is that of the instances, or of the vectors that a kernel perceptron keeps. */
static bool explicit_weights(const perceptron_margin *self, const bound_context *context) {
  if (learner_parameter(context->learner) != NULL) return true;
  return context->problem->facts.kind == INSTANCE_VECTOR && self->linear;
}

static bool applies(const void *data, const bound_context *context) {
  const perceptron_margin *self = data;
  return bound_of_signs(self, context) && explicit_weights(self, context) && !isnan(margin_of_problem(context, NAN)) &&
         self->theta == 0.0 && !self->bias;
}

/* Of a score per unit of |X|_1. */
static double error_of_score(const perceptron_margin *self) {
  spectral *w = learner_parameter(&self->learner);
  return w != NULL ? spectral_error(w) : live_constant_now(&self->score_error);
}

static void check_comparator(perceptron_margin *self, const bound_context *context) {
  const comparator *u = context->comparator;
  spectral *w = learner_parameter(context->learner);
  const bool vectors = context->problem->facts.kind == INSTANCE_VECTOR;
  if (!((vectors ? margin_one_norm(u) : self->norm) > 0.0)) {
    self->premise = vectors ? "the comparator is a vector that is not zero" : "the comparator is not zero";
  }
  if (w != NULL && spectral_representation_of(w) == REPRESENTATION_LOW_RANK &&
      comparator_instance(u)->kind == INSTANCE_MATRIX) {
    self->premise = "the comparator is a projection or a vector"; /* that W's representation can be held to */
  }
  if (comparator_segments(u) > 1) self->premise = "one comparator for all trials";
}

static status init(void *data, const bound_context *context) {
  perceptron_margin *self = data;
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->alignment.direction = BOUND_LOWER;
  self->asked = self->margin / self->eta;
  self->norm = self->g = NAN;
  self->error_now = error_of_score(self);
  if (context->comparator == NULL) return STATUS_OK;
  self->norm = sqrt(comparator_squared_norm(context->comparator));
  self->g = margin_of_problem(context, NAN) / self->norm;
  check_comparator(self, context);
  return STATUS_OK;
}

static double value_of(const perceptron_margin *self) {
  const double squares = self->squares + 2.0 * self->asked;
  const double root = (sqrt(squares) + sqrt(squares + 4.0 * self->g * self->hinge)) / (2.0 * self->g);
  return root * root;
}

/* <w,u> and |w|^2 / 2 */
static status measure(const perceptron_margin *self, double *inner, double *half_square) {
  const instance *u = comparator_instance(self->comparator);
  static const size_t no_index = 0;
  static const double no_value = 0.0;
  const instance nothing = instance_sparse(INSTANCE_VECTOR, u->n, 0, &no_index, &no_value);
  spectral *w = learner_parameter(&self->learner);
  if (w != NULL) {
    TRY(spectral_argument(w, u, inner));
    return spectral_divergence(w, &nothing, 0.0, 0.0, 1.0, half_square);
  }
  *half_square = 0.5 * live_constant_now(&self->squared_norm);
  return learner_score(&self->learner, u, inner);
}

static status judge(perceptron_margin *self, size_t t) {
  const double updates = (double)self->updates;
  double inner = 0.0, half_square = 0.0;
  TRY(measure(self, &inner, &half_square));
  const double along = inner / (self->norm * self->eta), length = 2.0 * half_square / (self->eta * self->eta);
  invariant_judge_trial(&self->alignment, (trial_figures){.trial = t,
                                                          .measured = along,
                                                          .value = updates * self->g - self->hinge,
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
  const double square = instance_inner(event->x, event->x);
  self->updates++;
  self->squares = fmax(self->squares, square);
  self->decision_budget += 2.0 * self->error_now * instance_nuclear(event->x) / self->eta;
  self->error_now = error_of_score(self);
  if (self->comparator == NULL || self->premise != NULL) return STATUS_OK;
  const double value = event->label * comparator_value(self->comparator, event->x) / self->norm;
  self->hinge += fmax(0.0, self->g - value);
  return judge(self, event->t);
}

static double current(void *data) {
  const perceptron_margin *self = data;
  return self->premise != NULL || self->updates == 0 ? NAN : value_of(self);
}

static void set_premise(const perceptron_margin *self, bound_row *row) {
  row->unchecked = self->comparator == NULL;
  row->premise = self->premise;
}

static void count_row(const perceptron_margin *self, bound_row_list *rows, const char *name, const char *measure,
                      size_t counted, double trivial) {
  bound_row *row = bound_row_add(rows, name);
  set_premise(self, row);
  row->measure = measure;
  row->measured = (double)counted;
  row->value = value_of(self);
  row->tolerance = count_tolerance;
  /* d t / d K^2 = t / K^2 */
  row->error = self->updates == 0 ? 0.0 : self->decision_budget / (self->squares + 2.0 * self->asked);
  row->trivial = trivial;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const perceptron_margin *self = data;
  const double trivial = cell_totals_allowed(totals);
  count_row(self, rows, NULL, "mistakes", totals->mistakes, trivial);
  count_row(self, rows, "updates", "updates", totals->updates, trivial);
  bound_row *alignment = invariant_judge_row(&self->alignment, rows, "alignment", "inner product");
  if (alignment != NULL) set_premise(self, alignment);
  bound_row *length = invariant_judge_row(&self->length, rows, "length", "squared length");
  if (length != NULL) set_premise(self, length);
  return STATUS_OK;
}

static const line_name line_names[] = {{.row = "updates", .name = "Novikoff (updates)"}, {.name = NULL}};

const bound_class bound_perceptron_margin = {
    .about = {.name = "perceptron_margin",
              .short_name = "Novikoff",
              .line_names = line_names,
              .symbols = "g: margin, H: hinge losses of the target, K: squared length of the instances",
              .title = "(K + sqrt(K^2 + 4gH))^2 / (2g)^2",
              .citation = "Novikoff 1962",
              .help = "mistakes of the perceptron on linear thresholds of margin g: (K/g)^2 without noise; K = R, the "
                      "largest length, if it asks for no margin m, else K^2 = R^2 + 2m/eta",
              .formula =
                  "$M\\le\\left(\\frac{K+\\sqrt{K^2+4s\\mathcal{H}}}{2s}\\right)^2$, $K^2=R^2+\\frac{2\\mu}\\eta$, $R$ "
                  "the largest $|x|_2$ in trials with an update, $\\mu$ the margin asked for (else $0$), $s$ "
                  "the margin of $u/|u|_2$; without noise $\\frac{K^2}{s^2}$",
              .result_version = 2},
    .premises = "$u\\ne0$; one comparator for all trials",
    .learner_family = "perceptron",
    .status = BOUND_PROVED,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .programs = true,
    .methods = &(const bound_methods){.size = sizeof(perceptron_margin),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
