/* Linear regression on real data: the rows of a file with a real label each, loss (p - y)^2.
 * Streams: "order". */

#include "base/sorting.h"
#include "base/state.h"
#include "problems/regression/regression_comparator.h"
#include "problems/rows/regression_rows.h"

/* Limit of the trials for which a comparator is found in hindsight. */
static const size_t most_trials = (size_t)1 << 24;

typedef enum answer_choice { ANSWER_NONE, ANSWER_LEAST_SQUARES, ANSWER_SIMPLEX, ANSWER_L1_BALL } answer_choice;

typedef struct regression_data {
  regression_trials rows; /* first */
  answer_choice comparator;
  double radius;
} regression_data;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS,
    ROW_ORDER_PARAMETERS(row_trials, order),
    OPTION_CHOICE(regression_data, comparator, "none", "none " REGRESSION_COMPARATOR_CHOICES,
                  "none is known; " REGRESSION_COMPARATOR_MEANING),
    REGRESSION_RADIUS(regression_data),
};

static const option_rule rules[] = {REGRESSION_RADIUS_WITH(regression_data, ANSWER_L1_BALL)};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const regression_data *source = self;
  TRY(regression_comparator_check(option_who(setting->options), source->comparator == ANSWER_L1_BALL, source->radius));
  TRY(row_trials_facts(self, setting, out));
  out->labels = LABEL_REAL;
  out->comparator_kept = source->comparator != ANSWER_NONE;
  return STATUS_OK;
}

/* The rows of the trials that will be played, each as often as it is played, in the order of the file: so the last digits of the
 * comparator do not depend on the order of the trials. */
static status played_rows(const row_trials *source, uint64_t seed, size_t trials, size_t *played) {
  CLEANUP(row_order_end) row_order order = {.count = 0};
  TRY(row_order_play(source->rows->data.rows, &source->order, seed, &order));
  for (size_t t = 0; t < trials; t++) (void)row_order_next(&order, &played[t]);
  qsort(played, trials, sizeof *played, order_sizes);
  return STATUS_OK;
}

static status find_comparator(regression_data *source, const problem_setting *setting) {
  const options *values = setting->options;
  const file_rows *rows = source->rows.trials.rows;
  const size_t all = rows->data.rows * source->rows.trials.order.passes;
  const size_t trials = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  comparator **found = &source->rows.trials.comparator;
  FREED size_t *played = NULL;
  FREED instance *x = NULL;
  FREED double *y = NULL;
  if (source->comparator == ANSWER_NONE) return STATUS_OK;
  if (trials > most_trials) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" with %zu trials, expected at most %zu",
                setting->class->about.name, options_word(values, PLACE(regression_data, comparator)), trials,
                most_trials);
  }
  TRY(NEW_ARRAY(trials, played));
  TRY(NEW_ARRAY(trials, x));
  TRY(NEW_ARRAY(trials, y));
  TRY(played_rows(&source->rows.trials, setting->seed, trials, played));
  for (size_t t = 0; t < trials; t++) {
    x[t] = file_rows_instance(rows, played[t]);
    y[t] = rows->data.label[played[t]];
  }
  const regression_class kind = (regression_class)(source->comparator - ANSWER_LEAST_SQUARES);
  TRY(regression_comparator_fit(option_who(values), kind, source->radius, rows->n, trials, x, y, found));
  return OWN(source, *found, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  TRY(row_trials_init(self, setting));
  return find_comparator(self, setting);
}

static status notes(void *self, cJSON *out) {
  const regression_rows *rows = regression_rows_of(self);
  TRY(regression_rows_notes(self, out));
  TRY(state_add_number(out, "largest modulus of an entry", rows->largest_entry));
  TRY(state_add_number(out, "largest length of a row", rows->largest_length));
  TRY(state_add_number(out, "largest modulus of a label", rows->largest_label));
  TRY(state_add_number(out, "taken from labels", rows->label_shift));
  return state_add_number(out, "labels divided by", rows->label_divisor);
}

static const problem_methods methods = {
    ROW_TRIALS_METHODS(regression_data, row_trials_next),
    .facts = facts,
    .init = init,
    .notes = notes,
    .reading = regression_rows_reading,
    .begin = regression_rows_begin,
};

const problem_class problem_regression_data = {
    .about = {.name = "regression_data",
              .title = "Linear regression on data",
              .citation = "a text table, or a file in LIBSVM's format, with real labels",
              .help = "rows of numbers with a real label each, loss (p - y)^2",
              .formula = "$x$ and a real $y$ from the file; loss $(\\hat y-y)^2$",
              .family = "regression",
              .result_version = 4,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .variant = &regression_rows_reader,
};
