/* Lower bounds on the expected regret against the adversaries of coin_adversary.h, for every learner. Rows of level mean:
 *
 *   NAME                      mean regret >= the problem's "lower_bound"
 *   NAME.expectation          mean regret >= its "exact_regret"
 *   NAME.expectation_at_most  mean regret <= its "exact_regret"
 *
 * the last two together: the expectation is known exactly (the last one has a measure of its own, so that pictures have one line).
 * Regret is that of the learner's expected loss, given the past, where it tosses coins. A fair coin moves the loss of its trial by at most d
 * from its mean, half the largest difference that the label makes, and so it moves the expected loss of the best answer: the regret is a
 * martingale with steps from -2d to 2d (Azuma and Hoeffding). Premise: the adversary has played to its end. Proofs:
 * the papers, and docs/constants.md. */

#include "bounds/bound.h"

typedef struct lower_regret {
  double exact_regret, lower_bound;
  const comparator *comparator;
  loss loss;
  bool randomised;
  double regret;
  size_t length; /* trials of the adversary */
  double spread;
} lower_regret;

static const ask asks[] = {ASK_PROBLEM(lower_regret, exact_regret), ASK_PROBLEM(lower_regret, lower_bound)};

static const double tolerance = 1e-9; /* times max(1, value): rounding of the sum of the losses */

/* How much the label of a trial changes the loss of a prediction. */
static double difference(const loss *l, double predicted) {
  return fabs(loss_value(l, predicted, l->label_high) - loss_value(l, predicted, l->label_low));
}

static status init(void *data, const bound_context *context) {
  lower_regret *self = data;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  self->length = context->problem->facts.trials;
  self->randomised = context->learner->class->randomised;
  self->spread = fmax(difference(&self->loss, self->loss.low), difference(&self->loss, self->loss.high)) *
                 sqrt((double)self->length);
  return STATUS_OK;
}

static double expected_loss(const lower_regret *self, const trial_event *event) {
  const loss *l = &self->loss;
  if (!self->randomised) return event->loss;
  const double high = event->predicted.probability;
  return high * loss_value(l, l->high, event->label) + (1.0 - high) * loss_value(l, l->low, event->label);
}

static status watch(void *data, const trial_event *event) {
  lower_regret *self = data;
  if (self->comparator == NULL) return STATUS_OK;
  const double best = loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
  self->regret += expected_loss(self, event) - best;
  return STATUS_OK;
}

static bound_row *add_row(const lower_regret *self, const cell_totals *totals, bound_row_list *rows, const char *name,
                          double value) {
  bound_row *row = bound_row_add(rows, name);
  row->measured = self->regret;
  row->value = value;
  row->tolerance = tolerance * fmax(1.0, fabs(value));
  row->trivial = 0.0;
  row->spread = self->spread;
  row->unchecked = self->comparator == NULL;
  if (totals->trials < self->length) {
    row->premise = "the adversary has played to its end";
    row->premise_trial = totals->trials;
    row->premise_value = (double)totals->trials;
  }
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const lower_regret *self = data;
  (void)add_row(self, totals, rows, NULL, self->lower_bound);
  (void)add_row(self, totals, rows, "expectation", self->exact_regret);
  bound_row *most = add_row(self, totals, rows, "expectation_at_most", self->exact_regret);
  most->direction = BOUND_UPPER;
  most->measure = "expected_regret";
  most->trivial = INFINITY; /* far below what any learner can lose */
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(lower_regret),
    FIELDS(asks, asks),
    .init = init,
    .watch = watch,
    .finish = finish,
};

#define FORCED_REGRET                                                                                  \
  .premises = "the adversary has played to its end", .status = BOUND_PROVED, .direction = BOUND_LOWER, \
  .level = LEVEL_MEAN, .measure = "regret", .methods = &methods

/* Expected regret G active n E|S| >= G sqrt(tau sqrt(n) T / 2) against filtering_lower. */
const bound_class bound_filtering_lower = {
    .about = {.name = "filtering_lower",
              .short_name = "Hazan et al., Theorem 8",
              .title = "G sqrt(tau sqrt(n) T / 2)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 8",
              .help = "expected regret that fair slopes force on every learner of matrices of bounded trace norm",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge Gan\\mathbb{E}|S|\\ge G\\sqrt{\\frac{\\tau\\sqrt nT}2}$, "
                         "$a$ the active rows, $\\tau=a\\sqrt n$, $S$ the sum of $\\frac T{an}$ fair signs",
              .result_version = 2},
    .problem_family = "filtering_lower",
    FORCED_REGRET,
};

/* Expected regret (I d/2) E|S| >= sqrt(I d T / 8) against gambling_lower, I items sorted in by d comparisons. */
const bound_class bound_gambling_lower = {
    .about = {.name = "gambling_lower",
              .short_name = "Hazan et al., Theorem 12",
              .title = "sqrt(I d T / 8)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 12",
              .help = "expected regret that a binary search with fair coins forces on every learner of orders",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge\\frac{Id}2\\mathbb{E}|S|\\ge\\sqrt{\\frac{IdT}8}$, $I$ "
                         "items sorted in by $d$ comparisons each, $S$ the sum of $\\frac T{Id}$ fair signs",
              .result_version = 2},
    .problem_family = "gambling_lower",
    FORCED_REGRET,
};

/* Expected regret (n/4) E|S| >= sqrt(n T / 16) against max_cut_lower. */
const bound_class bound_max_cut_lower = {
    .about = {.name = "max_cut_lower",
              .short_name = "Hazan et al., Theorem 5",
              .title = "sqrt(nT/16)",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 5",
              .help = "expected regret that fair coins on disjoint pairs force on every learner of cuts",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]\\ge\\frac n4\\mathbb{E}|S|\\ge\\sqrt{\\frac{nT}{16}}$, $S$ "
                         "the sum of $\\frac{2T}n$ fair signs",
              .result_version = 2},
    .problem_family = "max_cut_lower",
    FORCED_REGRET,
};

const bound_class bound_median_regret = {
    .about = {.name = "median_regret",
              .short_name = "ours, doubtful pairs",
              .title = "half the best gain",
              .citation = "docs/constants.md",
              .help =
                  "expected regret that fair coins on the most doubtful pair force on every learner of cuts, orders or "
                  "sign matrices of rank one",
              .formula =
                  "$\\mathbb{E}[\\mathrm{regret}]=\\frac12\\mathbb{E}\\max_W\\langle S,W\\rangle$, $S$ the sums of "
                  "the signs of each pair",
              .result_version = 1},
    .problem_family = "median_adversary",
    FORCED_REGRET,
};

const bound_class bound_random_pairs_regret = {
    .about = {.name = "random_pairs_regret",
              .short_name = "ours, random pairs",
              .title = "half a maximum cut",
              .citation = "docs/constants.md",
              .help = "expected regret that fair coins on random pairs force on every learner of cuts: half the "
                      "maximum cut of their signs",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]=\\frac12\\mathbb{E}\\max_w\\sum_t-y_tw_iw_j\\ge\\frac12\\sum_{"
                         "k=1}^{n-1}\\mathbb{E}|S_M|$, $M$ binomial with $T$ and $k/\\binom n2$",
              .result_version = 2},
    .problem_family = "random_pairs_adversary",
    FORCED_REGRET,
};

const bound_class bound_sorting_regret = {
    .about = {.name = "sorting_regret",
              .short_name = "ours, insertion",
              .title = "(D/2) E|S|",
              .citation = "docs/constants.md",
              .help = "expected regret that an insertion sort with fair coins forces on every learner of orders",
              .formula =
                  "$\\mathbb{E}[\\mathrm{regret}]=\\frac D2\\mathbb{E}|S|\\ge\\sqrt{\\frac{DT}8}$, $D=\\sum_{k\\lt "
                  "n}\\lfloor\\log_2(k+1)\\rfloor$, $S$ the sum of $\\frac TD$ fair signs, or with a stopping rule of "
                  "those of a random comparison",
              .result_version = 2},
    .problem_family = "sorting_adversary",
    FORCED_REGRET,
};

const bound_class bound_tree_regret = {
    .about = {.name = "tree_regret",
              .short_name = "ours, tree",
              .title = "((n-1)/2) E|S|",
              .citation = "docs/constants.md",
              .help = "expected regret that fair coins on a tree force on every learner of cuts",
              .formula = "$\\mathbb{E}[\\mathrm{regret}]=\\frac{n-1}2\\mathbb{E}|S|\\ge\\sqrt{\\frac{(n-1)T}8}$, $S$ "
                         "the sum of $\\frac T{n-1}$ fair signs, or with a stopping rule of those of a random edge",
              .result_version = 2},
    .problem_family = "tree_adversary",
    FORCED_REGRET,
};
