/* Rows of the Hadamard matrix, labelled by one of its columns: n instances in {-1,1}^n, any two orthogonal, a single relevant
 * attribute. A learner whose score is a combination of inner products with past instances scores 0 on each new one and errs on half
 * of them; Winnow errs about ln(n) times (Kivinen, Warmuth & Auer 1997).
 *
 * H[t][i] = (-1)^(number of common ones of t and i in binary). Streams: "target" (the column, never the constant one), "order". */
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "n",
     .type = PARAMETER_INTEGER,
     .low = 2,
     .high = 65536,
     .meaning = "number of attributes and of instances: a power of 2"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "number of passes over all rows"},
};

typedef struct hadamard {
  size_t n, target, position, left;
  size_t *order;
  double *x, label;
  random_stream *stream;
  comparator *comparator;
} hadamard;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  if ((n & (n - 1)) != 0) return FAIL(STATUS_INVALID, "%s: n = %zu must be a power of 2", option_who(values), n);
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .trials = n * option_count(values, "passes"),
                         .gap_low = -1.0,
                         .gap_high = 1.0};
  return STATUS_OK;
}

static void clear(void *self) {
  hadamard *source = self;
  free(source->order);
  free(source->x);
  random_stream_free(source->stream);
  comparator_free(source->comparator);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  hadamard *source = self;
  const size_t n = option_count(values, "n");
  random_stream *stream = NULL;
  source->n = n;
  source->left = n * option_count(values, "passes");
  TRY(NEW_ARRAY(n, source->order));
  TRY(NEW_ARRAY(n, source->x));
  for (size_t t = 0; t < n; t++) source->order[t] = t;
  TRY(random_stream_new(setting->seed, "order", &source->stream));
  TRY(random_stream_new(setting->seed, "target", &stream));
  source->target = 1 + random_index(stream, n - 1);
  random_stream_free(stream);
  return comparator_from_coordinates(COMPARATOR_PLANTED, n, 1, &source->target, &source->comparator);
}

static double entry(size_t row, size_t column) {
  bool odd = false;
  for (size_t common = row & column; common != 0; common &= common - 1) odd = !odd;
  return odd ? -1.0 : 1.0;
}

static status next(void *self, const learner *player, instance *x) {
  hadamard *source = self;
  (void)player;
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
    .clear = clear,
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
