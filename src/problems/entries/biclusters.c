/* Entries of an m x n matrix of signs that consists of blocks: row i is of a class a(i), column j of a class b(j), and entry (i,j) is the
 * random sign S[a(i)][b(j)]. Classes are as equal in size as possible, their members random.
 *
 * With k classes on the side that has fewer, say of rows: p_i = e_a(i) and q_j = column b(j) of S divided by sqrt(k) are unit vectors with
 * <p_i,q_j> = S[a(i)][b(j)]/sqrt(k), an embedding of margin 1/sqrt(k) (Herbster, Pasteris & Pontil 2016, on (k,l)-biclustered matrices).
 *
 * Streams: "rows", "columns" (classes), "signs", "order" (which entries), "noise". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"

static const double entries_limit = 1e8; /* limit of m n without repetition */

typedef struct biclusters {
  size_t m, n, row_classes, column_classes;
  bool repetition;
  size_t *row_class, *column_class;
  double *signs; /* row_classes x column_classes */
  size_t *order; /* without repetition: m n entries */
  size_t position;
  double noise, label;
  random_stream *stream, *flips;
  comparator *comparator;
} biclusters;

static const parameter parameters[] = {
    OPTION_COUNT(biclusters, m, REQUIRED, 1, 1e6, "rows of the matrix"),
    OPTION_COUNT(biclusters, n, REQUIRED, 1, 1e6, "columns of the matrix"),
    OPTION_COUNT(biclusters, row_classes, "2", 1, 1000, "classes of rows, at most m"),
    OPTION_COUNT(biclusters, column_classes, "2", 1, 1000, "classes of columns, at most n"),
    OPTION_FLAG(biclusters, repetition, "true",
                "entries are drawn anew in each trial; false: each comes once, in random order"),
    PLANTED_NOISE(biclusters),
};

static const option_rule rules[] = {
    RULE_AT_MOST(biclusters, row_classes, m),
    RULE_AT_MOST(biclusters, column_classes, n),
};

static size_t fewer_classes(const biclusters *source) {
  return source->row_classes < source->column_classes ? source->row_classes : source->column_classes;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const biclusters *source = self;
  const size_t m = source->m, n = source->n;
  const bool repetition = source->repetition;
  if (!repetition && (double)m * (double)n > entries_limit) {
    return FAIL(STATUS_INVALID, "%s: m n = %g must be at most %g with repetition = false", setting->class->about.name,
                (double)m * (double)n, entries_limit);
  }
  const double margin = 1.0 / sqrt((double)fewer_classes(source));
  *out = (problem_facts){.n = n,
                         .rows = m,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_SIGN,
                         .trials = repetition ? 0 : m * n,
                         .exchangeable = true,
                         .population = repetition ? 0 : m * n,
                         .gap_low = -margin,
                         .gap_high = margin};
  return STATUS_OK;
}

/* One-hot vectors on the side of k classes, signs/sqrt(k) on the other. */
static status embed(biclusters *source) {
  const bool rows_are_fewer = source->row_classes <= source->column_classes;
  const size_t k = fewer_classes(source);
  const double scale = 1.0 / sqrt((double)k);
  FREED double *p = NULL, *q = NULL;
  TRY(NEW_ARRAY(source->m * k, p));
  TRY(NEW_ARRAY(source->n * k, q));
  for (size_t i = 0; i < source->m; i++) {
    const size_t class = source->row_class[i];
    const double *signs = source->signs + class * source->column_classes;
    if (rows_are_fewer) p[i * k + class] = 1;
    for (size_t l = 0; l < k && !rows_are_fewer; l++) p[i * k + l] = scale * signs[l];
  }
  for (size_t j = 0; j < source->n; j++) {
    const size_t class = source->column_class[j];
    if (!rows_are_fewer) q[j * k + class] = 1;
    for (size_t l = 0; l < k && rows_are_fewer; l++) {
      q[j * k + l] = scale * source->signs[l * source->column_classes + class];
    }
  }
  TRY(comparator_from_embedding(COMPARATOR_PLANTED, source->m, source->n, k, p, q, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  biclusters *source = self;
  TRY(member_stream(source, setting->seed, "order", &source->stream));
  TRY(member_stream(source, setting->seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, source->m, source->row_class));
  TRY(OWN_ARRAY(source, source->n, source->column_class));
  TRY(OWN_ARRAY(source, source->row_classes * source->column_classes, source->signs));
  TRY(planted_classes(setting->seed, "rows", source->m, source->row_classes, source->row_class));
  TRY(planted_classes(setting->seed, "columns", source->n, source->column_classes, source->column_class));
  TRY(planted_signs(setting->seed, source->row_classes * source->column_classes, source->signs));
  if (!source->repetition) {
    const size_t count = source->m * source->n;
    TRY(OWN_ARRAY(source, count, source->order));
    for (size_t t = 0; t < count; t++) source->order[t] = t;
    random_shuffle(source->stream, count, source->order);
  }
  return embed(source);
}

static status next(void *self, const learner *player, instance *x) {
  biclusters *source = self;
  size_t i, j;
  if (source->order == NULL) {
    i = random_index(source->stream, source->m);
    j = random_index(source->stream, source->n);
  } else {
    if (source->position == source->m * source->n) return STATUS_END;
    i = source->order[source->position] / source->n;
    j = source->order[source->position++] % source->n;
  }
  source->label = source->signs[source->row_class[i] * source->column_classes + source->column_class[j]];
  if (random_chance(source->flips, source->noise)) source->label = -source->label;
  *x = instance_entry(source->m, source->n, i, j);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(biclusters),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(biclusters, label),
    .comparator_at = PLACE(biclusters, comparator),
};

const problem_class problem_biclusters = {
    .about =
        {.name = "biclusters",
         .title = "Biclusters",
         .citation = "Herbster, Pasteris & Pontil 2016",
         .help = "entries of a matrix of signs made of blocks: classes of rows times classes of columns",
         .formula =
             "$y=S_{a(i),b(j)}$ for the entry $(i,j)$, with random classes $a$, $b$ of rows and columns and random "
             "signs $S$; $y=\\sqrt k\\langle p_i,q_j\\rangle$ for unit vectors, $k$ the lesser number of classes",
         .family = "matrix",
         .result_version = 2,
         PARAMETERS(parameters),
         RULES(rules)},
    .methods = &methods,
};
