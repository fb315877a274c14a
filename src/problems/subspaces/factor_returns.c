/* Returns of n assets that follow a few factors, for learners that seek the portfolio of least variance (Warmuth and Kuzmin 2006, with one day
 * for a covariance matrix): x = (sum of f_j b_j + specific e)/c, f_j uniform in [-1/j, 1/j], the loadings b_1 uniform in [0.5, 1.5], a market, and the
 * others in [-1, 1], e uniform in [-1, 1]^n; c so that |x| <= 1. A direction u, |u| = 1, has on that day the variance (u.x)^2 = tr(uu^T X), X =
 * x x^T. In the form of online_pca.c that is what a learner drops that keeps the n - 1 other directions; the label is |x|^2.
 * The comparator is the direction of least variance over as many days as were asked for. Streams: "target", "inputs". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/subspaces/offline_pca.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = OFFLINE_PCA_LIMIT, .meaning = "number of assets"},
    {.name = "factors",
     .type = PARAMETER_INTEGER,
     .value = "3",
     .low = 1,
     .high = OFFLINE_PCA_LIMIT,
     .meaning = "that move them"},
    {.name = "specific",
     .type = PARAMETER_NUMBER,
     .value = "0.2",
     .low = 0,
     .high = 1,
     .meaning = "size of what moves one asset alone"},
};

typedef struct factor_returns {
  size_t n, factors;
  double specific, largest, label; /* largest: c */
  double *loadings, *x;            /* factors x n; n */
  random_stream *inputs;
  comparator *comparator;
} factor_returns;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  *out = (problem_facts){.n = option_count(values, "n"),
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .exchangeable = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  factor_returns *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->inputs);
  free(source->loadings);
  free(source->x);
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
  random_stream *stream = NULL;
  TRY(random_stream_new(seed, "target", &stream));
  source->largest = source->specific * sqrt((double)n);
  for (size_t j = 0; j < source->factors; j++) {
    random_range_vector(stream, j == 0 ? 0.5 : -1.0, j == 0 ? 1.5 : 1.0, n, source->loadings + j * n);
    source->largest += kernel_norm(n, source->loadings + j * n) / (double)(j + 1);
  }
  random_stream_free(stream);
  return STATUS_OK;
}

/* Draws the days once more than they are played. */
static status compare(factor_returns *source, uint64_t seed, size_t trials) {
  const size_t n = source->n;
  double *sum = NULL;
  TRY(NEW_ARRAY(n * n, sum));
  status code = random_stream_new(seed, "inputs", &source->inputs);
  for (size_t t = 0; code == STATUS_OK && t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0, sum);
  }
  if (code == STATUS_OK) code = offline_pca(n, n - 1, sum, &source->comparator);
  random_stream_free(source->inputs);
  source->inputs = NULL;
  free(sum);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  factor_returns *source = self;
  source->n = option_count(values, "n");
  source->factors = option_count(values, "factors");
  source->specific = option_number(values, "specific");
  TRY(NEW_ARRAY(source->factors * source->n, source->loadings));
  TRY(NEW_ARRAY(source->n, source->x));
  TRY(draw_loadings(source, setting->seed));
  if (setting->trials > 0) TRY(compare(source, setting->seed, setting->trials));
  return random_stream_new(setting->seed, "inputs", &source->inputs);
}

static status next(void *self, const learner *player, instance *x) {
  (void)player;
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(factor_returns),
    .facts = facts,
    .init = init,
    .clear = clear,
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
