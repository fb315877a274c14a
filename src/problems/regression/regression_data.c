/* Linear regression on real data: the rows of a file with a real label each, loss (p - y)^2.
 * Streams: "order". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "data/regression_rows.h"
#include "problems/problem.h"
#include "problems/regression/regression_comparator.h"
#include "problems/rows/row_order.h"
#include "registry/member.h"

/* Limit of the trials for which a comparator is found in hindsight. */
static const size_t most_trials = (size_t)1 << 24;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS,
    ROW_ORDER_PARAMETERS,
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none " REGRESSION_COMPARATOR_CHOICES,
     .meaning = "none is known; " REGRESSION_COMPARATOR_MEANING},
    REGRESSION_RADIUS_PARAMETER,
};

typedef struct regression_data {
  const regression_rows *rows;
  row_order order;
  double label; /* of the trial */
  comparator *comparator;
} regression_data;

static void clear(void *self) {
  regression_data *source = self;
  row_order_end(&source->order);
  comparator_free(source->comparator);
}

static status load(regression_data *source, const problem_setting *setting, const options *values) {
  TRY(regression_comparator_check(values));
  return regression_rows_share(source, &setting->folders, values, setting->trials, &source->rows);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  regression_data *source = self;
  TRY(load(source, setting, values));
  const regression_rows *rows = source->rows;
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = rows->n,
                         .kind = INSTANCE_VECTOR,
                         .rank = rows->n,
                         .labels = LABEL_REAL,
                         .trials = rows->data.rows * passes,
                         .exchangeable = option_is(values, "order", "shuffled") && passes == 1,
                         .population = rows->data.rows,
                         .comparator_kept = regression_hindsight_wanted(values),
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static int compare_rows(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* The rows of the trials that will be played, each as often as it is played, in the order of the file: so the last digits of the
 * comparator do not depend on the order of the trials. */
static status played_rows(const regression_data *source, const problem_setting *setting, const options *values,
                          size_t trials, size_t *played) {
  row_order order;
  status code = row_order_begin(source->rows->data.rows, source->order.passes, option_is(values, "order", "shuffled"),
                                setting->seed, &order);
  for (size_t t = 0; code == STATUS_OK && t < trials; t++) (void)row_order_next(&order, &played[t]);
  row_order_end(&order);
  if (code == STATUS_OK) qsort(played, trials, sizeof *played, compare_rows);
  return code;
}

static status find_comparator(regression_data *source, const problem_setting *setting, const options *values) {
  const size_t all = source->rows->data.rows * source->order.passes;
  const size_t trials = setting->trials > 0 && setting->trials < all ? setting->trials : all;
  size_t *played = NULL;
  instance *x = NULL;
  double *y = NULL;
  status code = STATUS_OK;
  if (!regression_hindsight_wanted(values)) return STATUS_OK;
  if (trials > most_trials) {
    return FAIL(STATUS_INVALID, "%s: comparator = \"%s\" with %zu trials, expected at most %zu", option_who(values),
                option_text(values, "comparator"), trials, most_trials);
  }
  CHECK(NEW_ARRAY(trials, played));
  CHECK(NEW_ARRAY(trials, x));
  CHECK(NEW_ARRAY(trials, y));
  CHECK(played_rows(source, setting, values, trials, played));
  for (size_t t = 0; t < trials; t++) {
    x[t] = regression_rows_instance(source->rows, INSTANCE_VECTOR, played[t]);
    y[t] = source->rows->data.label[played[t]];
  }
  CHECK(regression_comparator_fit(values, source->rows->n, trials, x, y, &source->comparator));
end:
  free(played);
  free(x);
  free(y);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  regression_data *source = self;
  TRY(row_order_begin(source->rows->data.rows, option_count(values, "passes"), option_is(values, "order", "shuffled"),
                      setting->seed, &source->order));
  return find_comparator(source, setting, values);
}

static status reopen(void *self, const problem_class *class, const char *path, const options *values,
                     const cJSON *reading) {
  regression_data *source = self;
  (void)class;
  regression_rows *rows = NULL;
  TRY(OWN_ARRAY(self, 1, rows));
  TRY(OWN(self, rows, regression_rows_free));
  TRY(regression_rows_load(path, values, reading, 0, rows));
  rows->given = NULL; /* like the path, owned by the caller */
  rows->path = NULL;
  source->rows = rows;
  return row_order_begin(source->rows->data.rows, 1, false, 0, &source->order);
}

static status begin(const problem_class *class, const char *path, const options *values, cJSON *out) {
  (void)class;
  return regression_rows_begin(path, values, out);
}

static status extend(const problem_class *class, const char *path, const options *values, cJSON *reading) {
  (void)class;
  return regression_rows_extend(path, values, reading);
}

static status next(void *self, const learner *player, instance *x) {
  regression_data *source = self;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&source->order, &row)) return STATUS_END;
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
    .clear = clear,
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
