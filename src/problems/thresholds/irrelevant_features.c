/* When does Winnow win, and when the perceptron? Entries in {-1,0,1}, u with entries +-1/k on k relevant attributes, m attributes that
 * are not 0 in an instance; labels are the sign of <u,x>.
 *
 *   sparse_target   k = few, m = n: margin 1/few; Winnow errs O(few^2 ln n) times, the perceptron's bound is few n
 *   dense_target    k = n, m = few: margin 1/n;   Winnow's bound is 2 n^2 ln(2n), the perceptron's few n
 *
 * few is odd, so that no product is 0. Streams: "target", "instances". */

#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

typedef enum regime_choice { REGIME_SPARSE_TARGET, REGIME_DENSE_TARGET } regime_choice;

typedef struct irrelevant_features {
  size_t n, few;
  regime_choice regime;
  threshold_target target;
  random_stream *instances;
  size_t active;
  size_t *index;
  double *x;
  double label;
} irrelevant_features;

static const parameter parameters[] = {
    OPTION_COUNT(irrelevant_features, n, REQUIRED, 1, 1e6, "number of attributes"),
    OPTION_CHOICE(irrelevant_features, regime, "sparse_target", "sparse_target dense_target",
                  "few relevant attributes and dense instances, or all relevant and sparse instances"),
    OPTION_COUNT(irrelevant_features, few, "3", 1, 1e6,
                 "number of relevant attributes, or of attributes that are not 0; odd"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(irrelevant_features, few, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const irrelevant_features *source = self;
  const size_t n = source->n, few = source->few;
  const bool sparse = source->regime == REGIME_SPARSE_TARGET;
  if (few % 2 == 0) return FAIL(STATUS_INVALID, "%s: few = %zu must be odd", setting->class->about.name, few);
  *out = threshold_facts(n, 1.0 / (double)(sparse ? few : n));
  if (!sparse) out->rank = few;
  out->exchangeable = true;
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  irrelevant_features *source = self;
  const size_t n = source->n, few = source->few;
  const bool sparse = source->regime == REGIME_SPARSE_TARGET;
  source->active = sparse ? n : few;
  TRY(OWN_ARRAY(source, source->active, source->index));
  TRY(OWN_ARRAY(source, source->active, source->x));
  TRY(member_stream(source, setting->seed, "instances", &source->instances));
  TRY(OWN(source, &source->target, threshold_target_end));
  return threshold_target_begin(setting->seed, n, sparse ? few : n, false, true, &source->target);
}

static status next(void *self, const learner *player, instance *x) {
  irrelevant_features *source = self;
  const size_t n = source->target.n;
  double sum = 0.0;
  random_subset(source->instances, n, source->active, source->index);
  for (size_t j = 0; j < source->active; j++) {
    source->x[j] = random_chance(source->instances, 0.5) ? 1.0 : -1.0;
    sum += source->x[j] * source->target.u[source->index[j]];
  }
  source->label = sum > 0.0 ? 1.0 : -1.0;
  *x = source->active == n ? instance_dense_vector(n, source->x)
                           : instance_sparse(INSTANCE_VECTOR, n, source->active, source->index, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(irrelevant_features),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(irrelevant_features, label),
    .comparator_at = PLACE(irrelevant_features, target.comparator),
};

const problem_class problem_irrelevant_features = {
    .about = {.name = "irrelevant_features",
              .title = "Irrelevant features",
              .citation = "lecture note on Winnow, Remark 1.48; Kivinen, Warmuth & Auer 1997",
              .help = "few relevant attributes in dense instances, or the contrary: Winnow against the perceptron",
              .formula = "$x\\in\\lbrace-1,0,1\\rbrace^n$ with $m$ entries that are not $0$, $y=\\mathrm{sign}\\langle "
                         "u,x\\rangle$, $u_i=\\pm\\frac1k$ on $k$ attributes; $k$ few and $m=n$, or $k=n$ and $m$ few",
              .family = "threshold",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
