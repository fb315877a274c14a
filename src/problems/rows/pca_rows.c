/* The rows of a data file as points for learners that keep a subspace, as problems/subspaces/online_pca.c has it: X = x x^T, the label is
 * |x|^2, the absolute loss what is dropped. The file's label takes no part. The comparator is the subspace of the principal components of
 * the trials that are played. Stream: "order". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "data/regression_rows.h"
#include "problems/problem.h"
#include "problems/rows/row_order.h"
#include "problems/subspaces/offline_pca.h"
#include "registry/member.h"

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS,
    ROW_ORDER_PARAMETERS,
    {.name = "k",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = OFFLINE_PCA_LIMIT,
     .meaning = "dimension of the comparator, below the number of features"},
};

typedef struct pca_rows {
  const regression_rows *rows;
  row_order order;
  double label;
  comparator *comparator;
} pca_rows;

static void clear(void *self) {
  pca_rows *source = self;
  row_order_end(&source->order);
  comparator_free(source->comparator);
}

static status load(pca_rows *source, const problem_setting *setting, const options *values) {
  if (option_is(values, "normalize", "none")) {
    return FAIL(STATUS_INVALID, "%s: needs normalize = \"largest\" or \"unit\": the theorem is for |x| <= 1",
                option_who(values));
  }
  TRY(regression_rows_share(source, &setting->folders, values, setting->trials, &source->rows));
  const size_t k = option_count(values, "k"), n = source->rows->n;
  if (n <= OFFLINE_PCA_LIMIT && k < n) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %zu features, expected more than k = %zu and at most %d", option_who(values), n, k,
              OFFLINE_PCA_LIMIT);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  pca_rows *source = self;
  TRY(load(source, setting, values));
  const regression_rows *rows = source->rows;
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = rows->n,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .trials = rows->data.rows * passes,
                         .exchangeable = option_is(values, "order", "shuffled") && passes == 1,
                         .population = rows->data.rows,
                         .comparator_kept = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static status begin(const problem_setting *setting, const options *values, pca_rows *source) {
  return row_order_begin(source->rows->data.rows, option_count(values, "passes"),
                         option_is(values, "order", "shuffled"), setting->seed, &source->order);
}

static status compare(pca_rows *source, const problem_setting *setting, const options *values) {
  const size_t n = source->rows->n;
  size_t row = 0;
  double *sum = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(n * n, sum));
  CHECK(begin(setting, values, source));
  for (size_t t = 0; (setting->trials == 0 || t < setting->trials) && row_order_next(&source->order, &row); t++) {
    const instance x = regression_rows_instance(source->rows, INSTANCE_DYAD, row);
    instance_add_to_dense(&x, 1.0, sum);
  }
  CHECK(offline_pca(n, option_count(values, "k"), sum, &source->comparator));
end:
  row_order_end(&source->order);
  free(sum);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  pca_rows *source = self;
  TRY(compare(source, setting, values));
  return begin(setting, values, source);
}

static status reopen(void *self, const problem_class *class, const char *path, const options *values,
                     const cJSON *reading) {
  pca_rows *source = self;
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

static status next(void *self, const learner *player, instance *x) {
  pca_rows *source = self;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&source->order, &row)) return STATUS_END;
  *x = regression_rows_instance(source->rows, INSTANCE_DYAD, row);
  source->label = fmin(instance_trace(x), 1.0); /* 1 to rounding */
  return STATUS_OK;
}

static status notes(void *self, cJSON *out) {
  const regression_rows *rows = ((const pca_rows *)self)->rows;
  if (rows->said != NULL) TRY(state_add_text(out, "read", rows->said));
  TRY(state_add_count(out, "rows", rows->data.rows));
  TRY(state_add_count(out, "zero instances", rows->zero));
  return state_add_count(out, "features", rows->n);
}

static status reading(void *self, cJSON *out) {
  return regression_rows_reading(((const pca_rows *)self)->rows, out);
}

static const problem_methods methods = {
    .size = sizeof(pca_rows),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(pca_rows, label),
    .comparator_at = PLACE(pca_rows, comparator),
    .notes = notes,
    .reading = reading,
    .reopen = reopen,
};

const problem_class problem_pca_rows = {
    .about = {.name = "pca_rows",
              .title = "Principal components of data",
              .citation = "a text table, or a file in LIBSVM's format; Warmuth & Kuzmin 2008",
              .help = "rows of numbers; the loss is what a learner's subspace drops of them",
              .formula = "$X=xx^T$, $x$ a row of the file, $\\vert x\\vert_2\\le1$; $y=\\mathrm{tr}X$, loss "
                         "$\\vert\\hat y-y\\vert$; $P$ the principal components of all trials",
              .family = "online_pca",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
