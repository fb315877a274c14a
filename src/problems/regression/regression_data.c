/* Linear regression on real data: the rows of a file with a real label each, loss (p - y)^2.
 * Streams: "order". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sorting.h"
#include "base/state.h"
#include "data/regression_rows.h"
#include "problems/problem.h"
#include "problems/regression/regression_comparator.h"
#include "problems/rows/row_order.h"
#include "registry/member.h"

/* Limit of the trials for which a comparator is found in hindsight. */
static const size_t most_trials = (size_t)1 << 24;

typedef struct regression_data {
  regression_options read;
  row_order_options order;
  const regression_rows *rows;
  row_order played;
  double label; /* of the trial */
  comparator *comparator;
} regression_data;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS(regression_data),
    ROW_ORDER_PARAMETERS(regression_data, order),
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none " REGRESSION_COMPARATOR_CHOICES,
     .meaning = "none is known; " REGRESSION_COMPARATOR_MEANING},
    REGRESSION_RADIUS_PARAMETER,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const char *who = setting->class->about.name;
  regression_data *source = self;
  const size_t passes = source->order.passes;
  const bool shuffled = source->order.order == ROWS_SHUFFLED;
  TRY(regression_comparator_check(setting->options));
  TRY(regression_rows_check(who, &source->read, shuffled, passes));
  TRY(regression_rows_share(self, &setting->folders, setting->options, PLACE(regression_data, read), who, &source->read,
                            setting->trials, &source->rows));
  const regression_rows *rows = source->rows;
  *out = (problem_facts){.n = rows->n,
                         .kind = INSTANCE_VECTOR,
                         .rank = rows->n,
                         .labels = LABEL_REAL,
                         .trials = rows->data.rows * passes,
                         .exchangeable = shuffled && passes == 1,
                         .population = rows->data.rows,
                         .comparator_kept = regression_hindsight_wanted(setting->options),
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* The rows of the trials that will be played, each as often as it is played, in the order of the file: so the last digits of the
 * comparator do not depend on the order of the trials. */
static status played_rows(const regression_data *source, uint64_t seed, size_t trials, size_t *played) {
  CLEANUP(row_order_end) row_order order = {.count = 0};
  TRY(row_order_play(source->rows->data.rows, &source->order, seed, &order));
  for (size_t t = 0; t < trials; t++) (void)row_order_next(&order, &played[t]);
  qsort(played, trials, sizeof *played, order_sizes);
  return STATUS_OK;
}

static status find_comparator(regression_data *source, const problem_setting *setting) {
  const options *values = setting->options;
  const size_t all = source->rows->data.rows * source->order.passes;
  const size_t trials = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  FREED size_t *played = NULL;
  FREED instance *x = NULL;
  FREED double *y = NULL;
  if (!regression_hindsight_wanted(values)) return STATUS_OK;
  if (trials > most_trials) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" with %zu trials, expected at most %zu",
                setting->class->about.name, option_text(values, "comparator"), trials, most_trials);
  }
  TRY(NEW_ARRAY(trials, played));
  TRY(NEW_ARRAY(trials, x));
  TRY(NEW_ARRAY(trials, y));
  TRY(played_rows(source, setting->seed, trials, played));
  for (size_t t = 0; t < trials; t++) {
    x[t] = regression_rows_instance(source->rows, INSTANCE_VECTOR, played[t]);
    y[t] = source->rows->data.label[played[t]];
  }
  TRY(regression_comparator_fit(values, source->rows->n, trials, x, y, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  regression_data *source = self;
  TRY(OWN(self, &source->played, row_order_end));
  TRY(row_order_play(source->rows->data.rows, &source->order, setting->seed, &source->played));
  return find_comparator(source, setting);
}

static status reopen(void *self, const problem_class *class, const char *who, const char *path, const cJSON *reading) {
  regression_data *source = self;
  regression_rows *rows = NULL;
  (void)class;
  TRY(regression_rows_check(who, &source->read, source->order.order == ROWS_SHUFFLED, source->order.passes));
  TRY(OWN_ARRAY(self, 1, rows));
  TRY(OWN(self, rows, regression_rows_free));
  TRY(regression_rows_load(path, who, &source->read, reading, 0, rows));
  source->rows = rows;
  TRY(OWN(self, &source->played, row_order_end));
  return row_order_begin(rows->data.rows, 1, false, 0, &source->played);
}

static status begin(const void *self, const problem_class *class, const char *who, const char *path, cJSON *out) {
  const regression_data *source = self;
  (void)class;
  TRY(regression_rows_check(who, &source->read, source->order.order == ROWS_SHUFFLED, source->order.passes));
  return regression_rows_begin(path, who, &source->read, out);
}

static status extend(const void *self, const char *who, const char *path, cJSON *reading) {
  return regression_rows_extend(path, who, &((const regression_data *)self)->read, reading);
}

static status next(void *self, const learner *player, instance *x) {
  regression_data *source = self;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&source->played, &row)) return STATUS_END;
  *x = regression_rows_instance(source->rows, INSTANCE_VECTOR, row);
  source->label = source->rows->data.label[row];
  return STATUS_OK;
}

static status notes(void *self, cJSON *out) {
  const regression_rows *rows = ((const regression_data *)self)->rows;
  if (rows->said != NULL) TRY(state_add_text(out, "read", rows->said));
  TRY(state_add_count(out, "rows", rows->data.rows));
  TRY(state_add_count(out, "zero instances", rows->zero));
  TRY(state_add_count(out, "features", rows->n));
  TRY(state_add_number(out, "largest modulus of an entry", rows->largest_entry));
  TRY(state_add_number(out, "largest length of a row", rows->largest_length));
  TRY(state_add_number(out, "largest modulus of a label", rows->largest_label));
  TRY(state_add_number(out, "taken from labels", rows->label_shift));
  return state_add_number(out, "labels divided by", rows->label_divisor);
}

static status reading(void *self, cJSON *out) {
  return regression_rows_reading(((const regression_data *)self)->rows, out);
}

static const problem_methods methods = {
    .size = sizeof(regression_data),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(regression_data, label),
    .comparator_at = PLACE(regression_data, comparator),
    .notes = notes,
    .reading = reading,
    .reopen = reopen,
    .begin = begin,
    .extend = extend,
};

const problem_class problem_regression_data = {
    .about = {.name = "regression_data",
              .title = "Linear regression on data",
              .citation = "a text table, or a file in LIBSVM's format, with real labels",
              .help = "rows of numbers with a real label each, loss (p - y)^2",
              .formula = "$x$ and a real $y$ from the file; loss $(\\hat y-y)^2$",
              .family = "regression",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
