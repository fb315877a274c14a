/* A finite set of instances with a linear threshold, presented until the learner violates none: what "Winnow converges" means.
 *
 * Columns are instances with labels folded in (a = y x, label +1). A column is violated when <w,a> <= the learner's threshold. Orders:
 *
 *   cyclic           the next violated column after the last one, round and round
 *   random           a violated column, drawn uniformly (stream "order")
 *   most_violated    the column with the smallest <w,a>; the first of equal ones
 *   least_violated   the violated column with the largest <w,a>
 *
 * Generated columns are those of linear_threshold: streams "target" and "instances". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

static const parameter parameters[] = {
    {.name = "columns",
     .type = PARAMETER_STRUCTURE,
     .value = "",
     .meaning = "list of columns, each a list of numbers; absent: generated from n, count, margin, relevant"},
    {.name = "target",
     .type = PARAMETER_NUMBERS,
     .value = "",
     .meaning = "the comparator for given columns: weights whose product with each column is positive"},
    {.name = "n", .type = PARAMETER_INTEGER, .value = "", .low = 1, .high = 1e5, .meaning = "number of attributes"},
    {.name = "count", .type = PARAMETER_INTEGER, .value = "50", .low = 1, .high = 1e5, .meaning = "number of columns"},
    THRESHOLD_MARGIN_PARAMETER("0.2", "generated columns have <u,a> >= margin, |u|_1 = 1"),
    {.name = "relevant",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e5,
     .meaning = "number of attributes where u is not 0; absent: all n"},
    {.name = "weights",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal random",
     .meaning = "entries of u that are not 0"},
    {.name = "order",
     .type = PARAMETER_CHOICE,
     .value = "cyclic",
     .choices = "cyclic random most_violated least_violated",
     .meaning = "which violated column comes next"},
    {.name = "pad",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "when no column is violated continue with all of them in turn until the trials end"},
};

/* In the order of the choices. */
typedef enum column_order { CYCLIC, RANDOM, MOST_VIOLATED, LEAST_VIOLATED } column_order;

typedef struct threshold_cycles {
  size_t n, count, position; /* position: the next column of the cycle */
  double *columns;           /* count x n */
  size_t *violated;
  double label; /* of every column: 1 */
  column_order order;
  bool pad, finished;
  random_stream *stream;
  threshold_target target; /* of generated columns */
  comparator *comparator;  /* of given ones */
} threshold_cycles;

static status refuse(const options *values, const char *what) {
  return FAIL(STATUS_INVALID, "%s: %s", option_who(values), what);
}

/* The number and length of given columns. */
static status measure_columns(const options *values, size_t *n, size_t *count) {
  const cJSON *columns = option_structure(values, "columns");
  *n = *count = 0;
  if (!cJSON_IsArray(columns)) return refuse(values, "columns must be a list of lists of numbers");
  for (const cJSON *column = columns->child; column != NULL; column = column->next) {
    const size_t length = (size_t)cJSON_GetArraySize(column);
    if (!cJSON_IsArray(column) || length == 0) return refuse(values, "columns must be a list of lists of numbers");
    if (*count > 0 && length != *n) return refuse(values, "columns must have one length");
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next) {
      if (!cJSON_IsNumber(entry)) return refuse(values, "columns must be a list of lists of numbers");
    }
    *n = length;
    ++*count;
  }
  return *count > 0 ? STATUS_OK : refuse(values, "columns must have at least one column");
}

/* The smallest product of the target with a given column. */
static status margin_of_columns(const options *values, size_t n, double *margin) {
  const double *target = NULL;
  if (!option_given(values, "target")) return refuse(values, "given columns need a target");
  if (option_list(values, "target", &target) != n) return refuse(values, "target must be as long as the columns");
  *margin = INFINITY;
  for (const cJSON *column = option_structure(values, "columns")->child; column != NULL; column = column->next) {
    double sum = 0.0;
    size_t i = 0;
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next)
      sum += target[i++] * entry->valuedouble;
    *margin = fmin(*margin, sum);
  }
  if (*margin > 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the target's smallest product with a column is %g, expected a number > 0",
              option_who(values), *margin);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  size_t n = 0, count = 0;
  double margin = option_number(values, "margin");
  if (option_given(values, "columns")) {
    TRY(measure_columns(values, &n, &count));
    TRY(margin_of_columns(values, n, &margin));
  } else {
    if (!option_given(values, "n")) return refuse(values, "n is needed for generated columns");
    if (option_given(values, "target")) return refuse(values, "target has no effect without columns: leave it out");
    if (option_given(values, "relevant")) TRY(planted_at_most(values, "relevant", "n"));
    n = option_count(values, "n");
  }
  *out = threshold_facts(n, margin);
  out->adaptive = true;
  return STATUS_OK;
}

static void clear(void *self) {
  threshold_cycles *source = self;
  free(source->columns);
  free(source->violated);
  random_stream_free(source->stream);
  threshold_target_end(&source->target);
  comparator_free(source->comparator);
}

static status copy_columns(threshold_cycles *source, const options *values) {
  const double *target = NULL;
  size_t place = 0;
  TRY(measure_columns(values, &source->n, &source->count));
  TRY(NEW_ARRAY(source->count * source->n, source->columns));
  for (const cJSON *column = option_structure(values, "columns")->child; column != NULL; column = column->next) {
    for (const cJSON *entry = column->child; entry != NULL; entry = entry->next) {
      source->columns[place++] = entry->valuedouble;
    }
  }
  (void)option_list(values, "target", &target);
  return comparator_from_signed_vector(COMPARATOR_GIVEN, source->n, target, &source->comparator);
}

static status generate_columns(threshold_cycles *source, const problem_setting *setting, const options *values) {
  random_stream *stream = NULL;
  source->n = option_count(values, "n");
  source->count = option_count(values, "count");
  const size_t n = source->n, relevant = option_given(values, "relevant") ? option_count(values, "relevant") : n;
  TRY(NEW_ARRAY(source->count * n, source->columns));
  TRY(threshold_target_begin(setting->seed, n, relevant, option_is(values, "weights", "random"), false,
                             &source->target));
  TRY(random_stream_new(setting->seed, "instances", &stream));
  for (size_t j = 0; j < source->count; j++) {
    double *column = source->columns + j * n;
    for (size_t i = 0; i < n; i++) column[i] = random_range(stream, -1.0, 1.0);
    threshold_target_move(&source->target, -1.0, 1.0, option_number(values, "margin"), column);
  }
  random_stream_free(stream);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  threshold_cycles *source = self;
  source->order = option_choice(values, "order");
  source->label = 1.0;
  source->pad = option_flag(values, "pad");
  TRY(random_stream_new(setting->seed, "order", &source->stream));
  TRY(option_given(values, "columns") ? copy_columns(source, values) : generate_columns(source, setting, values));
  return NEW_ARRAY(source->count, source->violated);
}

static instance column_of(const threshold_cycles *source, size_t column) {
  return instance_dense_vector(source->n, source->columns + column * source->n);
}

/* What the learner requires of <w,a>: "theta" of Winnow on the simplex, which alone has a "range", or the perceptron's "margin". */
static double threshold_of(const learner *player) {
  double value = 0.0, range = 0.0;
  const bool winnow = learner_constant(player, "range", &range);
  return learner_constant(player, winnow ? "theta" : "margin", &value) ? value : 0.0;
}

/* *chosen = the next violated column; STATUS_END if there is none. */
static status choose(threshold_cycles *source, const learner *player, size_t *chosen) {
  const double threshold = threshold_of(player);
  size_t violated = 0;
  double best = NAN;
  for (size_t j = 0; j < source->count; j++) {
    const size_t column = source->order == CYCLIC ? (source->position + j) % source->count : j;
    const instance x = column_of(source, column);
    double score = 0.0;
    TRY(learner_score(player, &x, &score));
    if (score > threshold) continue;
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
  return source->comparator != NULL ? source->comparator : source->target.comparator;
}

static const problem_methods methods = {
    .size = sizeof(threshold_cycles),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(threshold_cycles, label),
    .comparator = planted,
};

const problem_class problem_threshold_cycles = {
    .about = {.name = "threshold_cycles",
              .title = "Threshold cycles",
              .citation = "lecture note on Winnow, Theorem 1.45",
              .help = "a finite set of instances, presented in an order until the learner violates none",
              .formula = "a column $a=yx$ of a fixed matrix with $\\langle w,a\\rangle\\le\\theta$, until there is "
                         "none; cyclic, random, with the least or with the largest $\\langle w,a\\rangle$",
              .family = "threshold",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
