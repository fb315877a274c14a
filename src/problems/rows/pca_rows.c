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

typedef struct pca_rows {
  regression_options read;
  row_order_options order;
  size_t k;
  const regression_rows *rows;
  row_order played;
  double label;
  comparator *comparator;
} pca_rows;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS(pca_rows),
    ROW_ORDER_PARAMETERS(pca_rows, order),
    OPTION_COUNT(pca_rows, k, "1", 1, OFFLINE_PCA_LIMIT, "dimension of the comparator, below the number of features"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const char *who = setting->class->about.name;
  pca_rows *source = self;
  const size_t passes = source->order.passes;
  const bool shuffled = source->order.order == ROWS_SHUFFLED;
  if (source->read.normalize == ROWS_NORMALIZE_NONE) {
    return FAIL(STATUS_INVALID, "%s: needs normalize = \"largest\" or \"unit\": the theorem is for |x| <= 1", who);
  }
  TRY(regression_rows_check(who, &source->read, shuffled, passes));
  TRY(regression_rows_share(self, &setting->folders, setting->options, PLACE(pca_rows, read), who, &source->read,
                            setting->trials, &source->rows));
  const regression_rows *rows = source->rows;
  if (rows->n > OFFLINE_PCA_LIMIT || source->k >= rows->n) {
    return FAIL(STATUS_INVALID, "%s: %zu features, expected more than k = %zu and at most %d", who, rows->n, source->k,
                OFFLINE_PCA_LIMIT);
  }
  *out = (problem_facts){.n = rows->n,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .trials = rows->data.rows * passes,
                         .exchangeable = shuffled && passes == 1,
                         .population = rows->data.rows,
                         .comparator_kept = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static status compare(pca_rows *source, const problem_setting *setting) {
  const size_t n = source->rows->n;
  size_t row = 0;
  FREED double *sum = NULL;
  CLEANUP(row_order_end) row_order order = {.count = 0};
  TRY(NEW_ARRAY(n * n, sum));
  TRY(row_order_play(source->rows->data.rows, &source->order, setting->seed, &order));
  for (size_t t = 0; (setting->trials == 0 || t < setting->trials) && row_order_next(&order, &row); t++) {
    const instance x = regression_rows_instance(source->rows, INSTANCE_DYAD, row);
    instance_add_to_dense(&x, 1.0, sum);
  }
  TRY(offline_pca(n, source->k, sum, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  pca_rows *source = self;
  TRY(compare(source, setting));
  TRY(OWN(self, &source->played, row_order_end));
  return row_order_play(source->rows->data.rows, &source->order, setting->seed, &source->played);
}

static status reopen(void *self, const problem_class *class, const char *who, const char *path, const cJSON *reading) {
  pca_rows *source = self;
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

static status next(void *self, const learner *player, instance *x) {
  pca_rows *source = self;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&source->played, &row)) return STATUS_END;
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
