/* Linear regression on real data: the rows of a file with a real label each, loss (p - y)^2.
 * Streams: "order". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "data/regression_rows.h"
#include "problems/problem.h"
#include "problems/regression/regression_comparator.h"

/* Trials for which a comparator is found in hindsight. */
static const size_t most_trials = (size_t)1 << 24;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS,
    {.name = "order",
     .type = PARAMETER_CHOICE,
     .value = "file",
     .choices = "file shuffled",
     .meaning = "order of the rows: the file's, or a random one, new in every pass"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "how often the data are played"},
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none " REGRESSION_COMPARATOR_CHOICES,
     .meaning = "none is known; " REGRESSION_COMPARATOR_MEANING},
    REGRESSION_RADIUS_PARAMETER,
};

/* The order in which rows are played. */
typedef struct row_order {
  size_t count, passes, pass, place; /* the next trial is the row row[place] of pass `pass` */
  size_t *row;
  random_stream *shuffle; /* NULL: file order */
} row_order;

typedef struct regression_data {
  regression_rows rows;
  row_order order;
  double label; /* of the trial */
  comparator *comparator;
} regression_data;

static status order_begin(row_order *order, size_t count, size_t passes, bool shuffled, uint64_t seed) {
  *order = (row_order){.count = count, .passes = passes};
  TRY(NEW_ARRAY(count, order->row));
  for (size_t i = 0; i < count; i++) order->row[i] = i;
  if (!shuffled) return STATUS_OK;
  TRY(random_stream_new(seed, "order", &order->shuffle));
  random_shuffle(order->shuffle, count, order->row);
  return STATUS_OK;
}

static void order_end(row_order *order) {
  random_stream_free(order->shuffle);
  free(order->row);
  *order = (row_order){.row = NULL};
}

static bool order_next(row_order *order, size_t *row) {
  if (order->place == order->count) {
    order->place = 0;
    order->pass++;
    if (order->shuffle != NULL && order->pass < order->passes) random_shuffle(order->shuffle, order->count, order->row);
  }
  if (order->pass == order->passes) return false;
  *row = order->row[order->place++];
  return true;
}

static instance row_instance(const regression_rows *rows, size_t row) {
  const libsvm_data *data = &rows->data;
  const size_t start = data->start[row], count = data->start[row + 1] - start;
  if (count == rows->n) return instance_dense_vector(rows->n, data->value + start);
  return instance_sparse(INSTANCE_VECTOR, rows->n, count, data->index + start, data->value + start);
}

static void destroy(void *self) {
  regression_data *source = self;
  if (source == NULL) return;
  regression_rows_free(&source->rows);
  order_end(&source->order);
  comparator_free(source->comparator);
  free(source);
}

static status load(const problem_setting *setting, const options *values, regression_rows *rows) {
  char *path = NULL;
  TRY(regression_comparator_check(values));
  status code = problem_data_path(setting, option_text(values, "file"), &path);
  if (code != STATUS_OK) return status_context(code, "%s: file", option_who(values));
  code = regression_rows_load(path, values, NULL, rows);
  rows->path = NULL;
  free(path);
  return code;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  regression_rows rows = {.n = 0};
  const status code = load(setting, values, &rows);
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = rows.n,
                         .kind = INSTANCE_VECTOR,
                         .rank = rows.n,
                         .labels = LABEL_REAL,
                         .trials = rows.data.rows * passes,
                         .exchangeable = option_is(values, "order", "shuffled") && passes == 1,
                         .population = rows.data.rows,
                         .comparator_kept = regression_hindsight_wanted(values),
                         .gap_low = NAN,
                         .gap_high = NAN};
  regression_rows_free(&rows);
  return code;
}

static int compare_rows(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* The rows of the trials that will be played, each as often as it is played, in the order of the file: so that the order of the trials
 * does not reach the answer's last digits. */
static status played_rows(const regression_data *source, const problem_setting *setting, const options *values,
                          size_t trials, size_t *played) {
  row_order order;
  status code = order_begin(&order, source->rows.data.rows, source->order.passes,
                            option_is(values, "order", "shuffled"), setting->seed);
  for (size_t t = 0; code == STATUS_OK && t < trials; t++) (void)order_next(&order, &played[t]);
  order_end(&order);
  if (code == STATUS_OK) qsort(played, trials, sizeof *played, compare_rows);
  return code;
}

static status find_comparator(regression_data *source, const problem_setting *setting, const options *values) {
  const size_t all = source->rows.data.rows * source->order.passes;
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
    x[t] = row_instance(&source->rows, played[t]);
    y[t] = source->rows.data.label[played[t]];
  }
  CHECK(regression_comparator_fit(values, source->rows.n, trials, x, y, &source->comparator));
end:
  free(played);
  free(x);
  free(y);
  return code;
}

static status create(const problem_setting *setting, const options *values, void **self) {
  regression_data *source = NULL;
  TRY(NEW_ARRAY(1, source));
  status code = load(setting, values, &source->rows);
  if (code == STATUS_OK) {
    code = order_begin(&source->order, source->rows.data.rows, option_count(values, "passes"),
                       option_is(values, "order", "shuffled"), setting->seed);
  }
  if (code == STATUS_OK) code = find_comparator(source, setting, values);
  if (code != STATUS_OK) {
    destroy(source);
    return code;
  }
  *self = source;
  return STATUS_OK;
}

static status reopen(const char *path, const options *values, const cJSON *reading, void **self) {
  regression_data *source = NULL;
  TRY(NEW_ARRAY(1, source));
  status code = regression_rows_load(path, values, reading, &source->rows);
  source->rows.given = NULL; /* as is the path: the caller's */
  source->rows.path = NULL;
  if (code == STATUS_OK) code = order_begin(&source->order, source->rows.data.rows, 1, false, 0);
  if (code != STATUS_OK) {
    destroy(source);
    return code;
  }
  *self = source;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  regression_data *source = self;
  size_t row = 0;
  (void)player;
  if (!order_next(&source->order, &row)) return STATUS_END;
  *x = row_instance(&source->rows, row);
  source->label = source->rows.data.label[row];
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const regression_data *)self)->label;
  return STATUS_OK;
}

static comparator *best(void *self) {
  return ((regression_data *)self)->comparator;
}

static status notes(void *self, cJSON *out) {
  const regression_rows *rows = &((const regression_data *)self)->rows;
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
  return regression_rows_reading(&((const regression_data *)self)->rows, out);
}

const problem_class problem_regression_data = {
    .about = {.name = "regression_data",
              .title = "Linear regression on data",
              .citation = "a text table, or a file in LIBSVM's format, with real labels",
              .help = "rows of numbers with a real label each, loss (p - y)^2",
              .formula = "$x$ and a real $y$ from the file; loss $(\\hat y-y)^2$",
              .family = "regression",
              .result_version = 1,
              PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = best,
    .notes = notes,
    .reading = reading,
    .reopen = reopen,
};
