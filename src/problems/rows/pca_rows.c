/* The rows of a data file as points for learners that keep a subspace, as problems/subspaces/online_pca.c has it: X = x x^T, the label is
 * |x|^2, the absolute loss what is dropped. The file's label takes no part. The comparator is the subspace of the principal components of
 * the trials that are played. Stream: "order". */

#include "problems/rows/regression_rows.h"
#include "problems/subspaces/offline_pca.h"

typedef struct pca_rows {
  regression_trials rows; /* first */
  size_t k;
} pca_rows;

static const parameter parameters[] = {
    REGRESSION_ROWS_PARAMETERS,
    ROW_ORDER_PARAMETERS(row_trials, order),
    OPTION_COUNT(pca_rows, k, "1", 1, OFFLINE_PCA_LIMIT, "dimension of the comparator, below the number of features"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const char *who = setting->class->about.name;
  const pca_rows *source = self;
  if (source->rows.read.normalize == ROWS_NORMALIZE_NONE) {
    return FAIL(STATUS_INVALID, "%s: needs normalize = \"largest\" or \"unit\": the theorem is for |x| <= 1", who);
  }
  TRY(row_trials_facts(self, setting, out));
  if (out->n > OFFLINE_PCA_LIMIT || source->k >= out->n) {
    return FAIL(STATUS_INVALID, "%s: %zu features, expected more than k = %zu and at most %d", who, out->n, source->k,
                OFFLINE_PCA_LIMIT);
  }
  out->kind = INSTANCE_DYAD;
  out->rank = 1;
  out->labels = LABEL_REAL;
  out->loss = (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  out->comparator_kept = true;
  return STATUS_OK;
}

static status compare(pca_rows *source, const problem_setting *setting) {
  row_trials *trials = &source->rows.trials;
  const size_t n = trials->rows->n;
  size_t row = 0;
  FREED double *sum = NULL;
  CLEANUP(row_order_end) row_order order = {.count = 0};
  TRY(NEW_ARRAY(n * n, sum));
  TRY(row_order_play(trials->rows->data.rows, &trials->order, setting->seed, &order));
  for (size_t t = 0; (setting->trials == 0 || t < setting->trials) && row_order_next(&order, &row); t++) {
    instance x = file_rows_instance(trials->rows, row);
    x.kind = INSTANCE_DYAD;
    instance_add_to_dense(&x, 1.0, sum);
  }
  TRY(offline_pca(n, source->k, sum, &trials->comparator));
  return OWN(source, trials->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  TRY(compare(self, setting));
  return row_trials_init(self, setting);
}

static status next(void *self, const learner *player, instance *x) {
  TRY(row_trials_next(self, player, x));
  x->kind = INSTANCE_DYAD;
  ((row_trials *)self)->label = fmin(instance_trace(x), 1.0); /* 1 to rounding */
  return STATUS_OK;
}

static const problem_methods methods = {
    ROW_TRIALS_METHODS(pca_rows, next), .facts = facts, .init = init, .notes = regression_rows_notes,
    .reading = regression_rows_reading,
};

const problem_class problem_pca_rows = {
    .about = {.name = "pca_rows",
              .title = "Principal components of data",
              .citation = "a text table, or a file in LIBSVM's format; Warmuth & Kuzmin 2008",
              .help = "rows of numbers; the loss is what a learner's subspace drops of them",
              .formula = "$X=xx^T$, $x$ a row of the file, $\\vert x\\vert_2\\le1$; $y=\\mathrm{tr}X$, loss "
                         "$\\vert\\hat y-y\\vert$; $P$ the principal components of all trials",
              .family = "online_pca",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
    .variant = &regression_rows_reader,
};
