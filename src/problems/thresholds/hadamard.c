/* Rows of the Hadamard matrix, labelled by one of its columns: n instances in {-1,1}^n, any two orthogonal, a single relevant
 * attribute. A learner whose score is a combination of inner products with past instances scores 0 on each new one and errs on half
 * of them; Winnow errs about ln(n) times (Kivinen, Warmuth & Auer 1997).
 *
 * H[t][i] = (-1)^(number of common ones of t and i in binary). Streams: "target" (the column, never the constant one), "order". */

#include "problems/problem.h"

typedef struct hadamard {
  size_t n, passes, target, position, left;
  size_t *order;
  double *x, label;
  random_stream *stream;
  comparator *comparator;
} hadamard;

static const parameter parameters[] = {
    OPTION_COUNT(hadamard, n, REQUIRED, 2, 65536, "number of attributes and of instances: a power of 2"),
    OPTION_COUNT(hadamard, passes, "1", 1, 1e6, "number of passes over all rows"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const hadamard *source = self;
  const size_t n = source->n;
  if ((n & (n - 1)) != 0)
    return FAIL(STATUS_INVALID, "%s: n = %zu must be a power of 2", setting->class->about.name, n);
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .trials = n * source->passes,
                         .gap_low = -1.0,
                         .gap_high = 1.0};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  hadamard *source = self;
  const size_t n = source->n;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  source->left = n * source->passes;
  TRY(OWN_ARRAY(source, n, source->order));
  TRY(OWN_ARRAY(source, n, source->x));
  for (size_t t = 0; t < n; t++) source->order[t] = t;
  TRY(member_stream(source, setting->seed, "order", &source->stream));
  TRY(random_stream_new(setting->seed, "target", &stream));
  source->target = 1 + random_index(stream, n - 1);
  TRY(comparator_from_coordinates(COMPARATOR_PLANTED, n, 1, &source->target, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static double entry(size_t row, size_t column) {
  bool odd = false;
  for (size_t common = row & column; common != 0; common &= common - 1) odd = !odd;
  return odd ? -1.0 : 1.0;
}

static status next(void *self, const learner *player, instance *x) {
  hadamard *source = self;
  if (source->left == 0) return STATUS_END;
  source->left--;
  if (source->position == 0) random_shuffle(source->stream, source->n, source->order);
  const size_t row = source->order[source->position];
  source->position = (source->position + 1) % source->n;
  for (size_t i = 0; i < source->n; i++) source->x[i] = entry(row, i);
  source->label = source->x[source->target];
  *x = instance_dense_vector(source->n, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(hadamard),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(hadamard, label),
    .comparator_at = PLACE(hadamard, comparator),
};

const problem_class problem_hadamard = {
    .about =
        {.name = "hadamard",
         .title = "Hadamard",
         .citation = "Kivinen, Warmuth & Auer 1997",
         .help = "orthogonal instances labelled by one attribute: hard for every learner that only sees inner products",
         .formula = "$x_i=H_{ti}$, $y=H_{tk}$ for a hidden column $k$, $H$ the Hadamard matrix of order $n$, rows $t$ "
                    "in a random order",
         .family = "threshold",
         .result_version = 2,
         PARAMETERS(parameters)},
    .methods = &methods,
};
