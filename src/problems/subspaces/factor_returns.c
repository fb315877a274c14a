/* Returns of n assets that follow a few factors, for learners that seek the portfolio of least variance (Warmuth and Kuzmin 2006, with one day
 * for a covariance matrix): x = (sum of f_j b_j + specific e)/c, f_j uniform in [-1/j, 1/j], the loadings b_1 uniform in [0.5, 1.5], a market, and the
 * others in [-1, 1], e uniform in [-1, 1]^n; c so that |x| <= 1. A direction u, |u| = 1, has on that day the variance (u.x)^2 = tr(uu^T X), X =
 * x x^T. In the form of online_pca.c that is what a learner drops that keeps the n - 1 other directions; the label is |x|^2.
 * The comparator is the direction of least variance over as many days as were asked for. Streams: "target", "inputs". */

#include "problems/problem.h"
#include "problems/subspaces/offline_pca.h"

typedef struct factor_returns {
  size_t n, factors;
  double specific, largest, label; /* largest: c */
  double *loadings, *x;            /* factors x n; n */
  random_stream *inputs;
  comparator *comparator;
} factor_returns;

static const parameter parameters[] = {
    OPTION_COUNT(factor_returns, n, REQUIRED, 2, OFFLINE_PCA_LIMIT, "number of assets"),
    OPTION_COUNT(factor_returns, factors, "3", 1, OFFLINE_PCA_LIMIT, "that move them"),
    OPTION_NUMBER(factor_returns, specific, "0.2", 0, 1, "size of what moves one asset alone"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const factor_returns *source = self;
  *out = (problem_facts){.n = source->n,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .exchangeable = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static instance show(factor_returns *source) {
  const size_t n = source->n;
  random_range_vector(source->inputs, -source->specific, source->specific, n, source->x);
  for (size_t j = 0; j < source->factors; j++) {
    const double f = random_range(source->inputs, -1.0, 1.0) / (double)(j + 1);
    kernel_rows_combine(1, n, source->loadings + j * n, n, &f, source->x);
  }
  for (size_t i = 0; i < n; i++) source->x[i] /= source->largest;
  source->label = fmin(kernel_dot(n, source->x, source->x), 1.0);
  return instance_dense_dyad(n, source->x);
}

static status draw_loadings(factor_returns *source, uint64_t seed) {
  const size_t n = source->n;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(random_stream_new(seed, "target", &stream));
  source->largest = source->specific * sqrt((double)n);
  for (size_t j = 0; j < source->factors; j++) {
    random_range_vector(stream, j == 0 ? 0.5 : -1.0, j == 0 ? 1.5 : 1.0, n, source->loadings + j * n);
    source->largest += kernel_norm(n, source->loadings + j * n) / (double)(j + 1);
  }
  return STATUS_OK;
}

/* Draws the days once more than they are played. */
static status compare(factor_returns *source, uint64_t seed, size_t trials) {
  const size_t n = source->n;
  FREED double *sum = NULL;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(NEW_ARRAY(n * n, sum));
  TRY(random_stream_new(seed, "inputs", &stream));
  source->inputs = stream;
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0, sum);
  }
  TRY(offline_pca(n, n - 1, sum, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  factor_returns *source = self;
  TRY(OWN_ARRAY(source, source->factors * source->n, source->loadings));
  TRY(OWN_ARRAY(source, source->n, source->x));
  TRY(draw_loadings(source, setting->seed));
  if (setting->trials > 0) TRY(compare(source, setting->seed, setting->trials));
  return member_stream(source, setting->seed, "inputs", &source->inputs);
}

static status next(void *self, const learner *player, instance *x) {
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(factor_returns),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(factor_returns, label),
    .comparator_at = PLACE(factor_returns, comparator),
};

const problem_class problem_factor_returns = {
    .about = {.name = "factor_returns",
              .title = "Factor returns",
              .citation = "after Warmuth & Kuzmin 2006",
              .help = "returns of assets that follow a few factors; the loss is the variance of what a learner drops",
              .formula = "$X=xx^T$, $x=\\frac1c\\left(\\sum_jf_jb_j+\\sigma e\\right)$, $f_j$ uniform in "
                         "$[-\\frac1j,\\frac1j]$, $b_j$ hidden, $e$ uniform; $y=\\mathrm{tr}X$, loss "
                         "$\\vert\\hat y-y\\vert$; $I-P$ the direction of least variance",
              .family = "online_pca",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
