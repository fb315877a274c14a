/* A finite set of instances with a linear threshold, presented until the learner violates none: what "Winnow converges" means.
 *
 * Columns are instances with labels folded in (a = y x, label +1). A column is violated when <w,a> <= what the learner requires. Orders:
 *
 *   cyclic           the next violated column after the last one, round and round
 *   random           a violated column, drawn uniformly (stream "order")
 *   most_violated    the column with the smallest <w,a>; the first of equal ones
 *   least_violated   the violated column with the largest <w,a>
 *
 * Generated columns are those of linear_threshold: streams "target" and "instances". */

#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

typedef enum column_order { CYCLIC, RANDOM, MOST_VIOLATED, LEAST_VIOLATED } column_order;

typedef struct threshold_cycles {
  const cJSON *columns; /* until init returns, as `target` */
  number_list target;
  size_t n, count, relevant;
  double margin;
  threshold_weights weights;
  column_order order;
  bool pad, finished;
  live_constant theta, least; /* of the learner; least: its margin */
  double range;               /* of Winnow on the simplex; NaN: it is another learner */
  size_t position;            /* the next column of the cycle */
  double *entries;            /* of the columns, count x n */
  size_t *violated;
  double label; /* of every column: 1 */
  random_stream *stream;
  threshold_target hidden; /* of generated columns */
  comparator *comparator;  /* of given ones */
} threshold_cycles;

static const parameter parameters[] = {
    OPTION_STRUCTURE(threshold_cycles, columns, ABSENT,
                     "list of columns, each a list of numbers; absent: generated from n, count, margin, relevant"),
    OPTION_NUMBERS(threshold_cycles, target, ABSENT, ANY_NUMBER,
                   "the comparator for given columns: weights whose product with each column is positive"),
    OPTION_COUNT(threshold_cycles, n, ABSENT, 1, 1e5, "number of attributes"),
    OPTION_COUNT(threshold_cycles, count, "50", 1, 1e5, "number of columns"),
    THRESHOLD_MARGIN(threshold_cycles, "0.2", "generated columns have <u,a> >= margin, |u|_1 = 1"),
    OPTION_COUNT(threshold_cycles, relevant, ABSENT, 1, 1e5, "number of attributes where u is not 0; absent: all n"),
    OPTION_CHOICE(threshold_cycles, weights, "equal", "equal random", "entries of u that are not 0"),
    OPTION_CHOICE(threshold_cycles, order, "cyclic", "cyclic random most_violated least_violated",
                  "which violated column comes next"),
    OPTION_FLAG(threshold_cycles, pad, "false",
                "when no column is violated continue with all of them in turn until the trials end"),
};

static status refuse(const char *who, const char *what) {
  return FAIL(STATUS_INVALID, "%s: %s", who, what);
}

/* The number and length of given columns. */
static status measure_columns(const threshold_cycles *source, const char *who, size_t *n, size_t *count) {
  const cJSON *columns = source->columns;
  *n = *count = 0;
  if (!cJSON_IsArray(columns)) return refuse(who, "columns must be a list of lists of numbers");
  for (const cJSON *column = columns->child; column != NULL; column = column->next) {
    const size_t length = (size_t)cJSON_GetArraySize(column);
    if (!cJSON_IsArray(column) || length == 0) return refuse(who, "columns must be a list of lists of numbers");
    if (*count > 0 && length != *n) return refuse(who, "columns must have one length");
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next) {
      if (!cJSON_IsNumber(entry)) return refuse(who, "columns must be a list of lists of numbers");
    }
    *n = length;
    ++*count;
  }
  return *count > 0 ? STATUS_OK : refuse(who, "columns must have at least one column");
}

/* The smallest product of the target with a given column. */
static status margin_of_columns(const threshold_cycles *source, const char *who, size_t n, double *margin) {
  if (source->target.count == 0) return refuse(who, "given columns need a target");
  if (source->target.count != n) return refuse(who, "target must be as long as the columns");
  *margin = INFINITY;
  for (const cJSON *column = source->columns->child; column != NULL; column = column->next) {
    double sum = 0.0;
    size_t i = 0;
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next)
      sum += source->target.value[i++] * entry->valuedouble;
    *margin = fmin(*margin, sum);
  }
  if (*margin > 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the target's smallest product with a column is %g, expected a number > 0", who,
              *margin);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  threshold_cycles *source = self;
  const char *who = setting->class->about.name;
  double margin = source->margin;
  if (source->columns != NULL) {
    TRY(measure_columns(source, who, &source->n, &source->count));
    TRY(margin_of_columns(source, who, source->n, &margin));
  } else {
    if (source->n == 0) return refuse(who, "n is needed for generated columns");
    if (source->target.count > 0) return refuse(who, "target has no effect without columns: leave it out");
    if (source->relevant > source->n) {
      return FAIL(STATUS_INVALID, "%s: relevant = %zu must be at most n = %zu", who, source->relevant, source->n);
    }
  }
  *out = threshold_facts(source->n, margin);
  out->adaptive = true;
  return STATUS_OK;
}

static status copy_columns(threshold_cycles *source) {
  size_t place = 0;
  for (const cJSON *column = source->columns->child; column != NULL; column = column->next) {
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next) {
      source->entries[place++] = entry->valuedouble;
    }
  }
  TRY(comparator_from_signed_vector(COMPARATOR_GIVEN, source->n, source->target.value, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status generate_columns(threshold_cycles *source, uint64_t seed) {
  const size_t n = source->n;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(OWN(source, &source->hidden, threshold_target_end));
  TRY(threshold_target_begin(seed, n, source->relevant > 0 ? source->relevant : n, source->weights, false,
                             &source->hidden));
  TRY(random_stream_new(seed, "instances", &stream));
  for (size_t j = 0; j < source->count; j++) {
    double *column = source->entries + j * n;
    for (size_t i = 0; i < n; i++) column[i] = random_range(stream, -1.0, 1.0);
    threshold_target_move(&source->hidden, -1.0, 1.0, source->margin, column);
  }
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  threshold_cycles *source = self;
  source->label = 1.0;
  TRY(member_stream(source, setting->seed, "order", &source->stream));
  TRY(OWN_ARRAY(source, source->count * source->n, source->entries));
  TRY(source->columns != NULL ? copy_columns(source) : generate_columns(source, setting->seed));
  return OWN_ARRAY(source, source->count, source->violated);
}

static instance column_of(const threshold_cycles *source, size_t column) {
  return instance_dense_vector(source->n, source->entries + column * source->n);
}

static const ask asks[] = {
    ASK_OR(threshold_cycles, theta, NAN),
    ASK_OR(threshold_cycles, range, NAN),
    ASK_AS_OR("margin", threshold_cycles, least, 0.0),
};

/* What the learner requires of its score: "theta" of Winnow on the simplex, which alone has a "range" and whose margin is the problem's;
 * otherwise its threshold, and the perceptron's "margin" beyond it. */
static double required_by(const threshold_cycles *source, const learner *player) {
  if (!isnan(source->range)) return live_constant_now(&source->theta);
  return learner_threshold(player) + live_constant_now(&source->least);
}

/* *chosen = the next violated column; STATUS_END if there is none. */
static status choose(threshold_cycles *source, const learner *player, size_t *chosen) {
  const double required = required_by(source, player);
  size_t violated = 0;
  double best = NAN;
  for (size_t j = 0; j < source->count; j++) {
    const size_t column = source->order == CYCLIC ? (source->position + j) % source->count : j;
    const instance x = column_of(source, column);
    double score = 0.0;
    TRY(learner_score(player, &x, &score));
    if (score > required) continue;
    source->violated[violated++] = column;
    const bool better = source->order == MOST_VIOLATED ? score < best : score > best;
    if (violated > 1 && !better) continue;
    *chosen = column;
    best = score;
    if (source->order == CYCLIC) break;
  }
  if (violated == 0) return STATUS_END;
  if (source->order == RANDOM) *chosen = source->violated[random_index(source->stream, violated)];
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  threshold_cycles *source = self;
  size_t chosen = source->position;
  status code = source->finished ? STATUS_END : choose(source, player, &chosen);
  if (code != STATUS_OK && code != STATUS_END) return code;
  if (code == STATUS_END) {
    source->finished = true;
    if (!source->pad) return STATUS_END;
  }
  source->position = (chosen + 1) % source->count;
  *x = column_of(source, chosen);
  return STATUS_OK;
}

static comparator *planted(void *self) {
  threshold_cycles *source = self;
  return source->comparator != NULL ? source->comparator : source->hidden.comparator;
}

static const problem_methods methods = {
    .size = sizeof(threshold_cycles),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(threshold_cycles, label),
    .comparator = planted,
    FIELDS(asks, asks),
};

const problem_class problem_threshold_cycles = {
    .about = {.name = "threshold_cycles",
              .title = "Threshold cycles",
              .citation = "lecture note on Winnow, Theorem 1.45",
              .help = "a finite set of instances, presented in an order until the learner violates none",
              .formula = "a column $a=yx$ of a fixed matrix with $\\langle w,a\\rangle\\le\\theta$, until there is "
                         "none; cyclic, random, with the least or with the largest $\\langle w,a\\rangle$",
              .family = "threshold",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
