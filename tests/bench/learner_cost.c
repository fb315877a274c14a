/* What Matrix Winnow costs, in nanoseconds of the learner alone; making or reading the sequence is not counted.
 *
 *   learner_cost sequence FILE R SCORES   plays a recorded sequence; writes "score prediction" of each trial to SCORES
 *   learner_cost generate N R TRIALS      plays close_to_subspace
 *
 * Prints one line: n r trials mistakes rank update_ns score_ns final_score_ns pass_ns
 *
 *   update_ns       mean over updates, from the label to a parameter that has answered a score again: the eigendecomposition,
 *                   which happens when first needed, is inside
 *   score_ns        mean over trials of the prediction
 *   final_score_ns  a score after the last trial, median
 *   pass_ns         one pass (kernel_rows_dot) over as many vectors of length n as the parameter has basis vectors, median;
 *                   alternating with the scores */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "learners/learner.h"
#include "linalg/kernels.h"
#include "problems/problem.h"

typedef struct costs {
  size_t trials, updates;
  double update, score, final_score, pass; /* totals of the run, then medians, in ns */
} costs;

typedef struct pair {
  problem problem;
  learner learner;
  options *problem_options, *learner_options;
  size_t r;
} pair;

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static status make_options(const char *who, const parameter *table, size_t count, char *json, options **out) {
  cJSON *given = NULL;
  status code = json_parse(json, &given);
  free(json);
  if (code == STATUS_OK) code = options_new(who, table, count, given, out);
  cJSON_Delete(given);
  return code;
}

/* Takes ownership of the problem's options (JSON). */
static status make_pair(const char *name, char *json, size_t r, size_t trials, pair *out) {
  const problem_class *problem = problem_find(name);
  const learner_class *class = learner_find("matrix_winnow");
  const problem_setting setting = {.seed = 1, .trials = trials};
  char *rank = NULL;
  const eigen_backend *eigen = NULL;
  out->r = r;
  TRY(make_options(name, problem->parameters, problem->parameter_count, json, &out->problem_options));
  TRY(problem_new(problem, &setting, out->problem_options, &out->problem));
  const problem_facts *facts = &out->problem.facts;
  TRY(memory_format(&rank, "{\"r\":%zu}", r));
  TRY(make_options(class->name, class->parameters, class->parameter_count, rank, &out->learner_options));
  TRY(eigen_backend_by_name("gsl", &eigen));
  const learner_setting told = {.n = facts->n,
                                .kind = facts->kind,
                                .rank = facts->rank,
                                .trials = trials > 0 ? trials : facts->trials,
                                .seed = 1,
                                .eigen = eigen};
  return learner_new(class, &told, out->learner_options, &out->learner);
}

static void free_pair(pair *pair) {
  learner_destroy(&pair->learner);
  problem_destroy(&pair->problem);
  options_free(pair->problem_options);
  options_free(pair->learner_options);
}

static status play_trial(const pair *pair, const instance *x, costs *sum, FILE *scores) {
  const problem *problem = &pair->problem;
  const learner *learner = &pair->learner;
  prediction predicted;
  double label = 0, again;
  bool updated = false;
  const double start = now();
  TRY(learner->class->predict(learner->self, x, &predicted));
  sum->score += now() - start;
  TRY(problem->class->reveal(problem->self, &predicted, &label));
  const double revealed = now();
  TRY(learner->class->update(learner->self, x, &predicted, label, &updated));
  sum->trials++;
  if (updated) {
    TRY(learner->class->score(learner->self, x, &again));
    sum->update += now() - revealed;
    sum->updates++;
  }
  char text[NUMBER_TEXT];
  if (scores != NULL) (void)fprintf(scores, "%s %g\n", number_text(predicted.score, text), predicted.value);
  return STATUS_OK;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  return values[count / 2];
}

enum { ROUNDS = 41 };

/* Scores of x and passes over k rows by turns; each round repeats as often as 2 ms ask for. */
static status compare_with_pass(const pair *pair, const instance *x, costs *out) {
  const learner *learner = &pair->learner;
  const size_t k = spectral_rank(learner_parameter(learner)), n = x->n;
  double *rows = NULL, *products = NULL, scores[ROUNDS], passes[ROUNDS], score;
  random_stream *stream = NULL;
  status code = STATUS_OK;
  CHECK(memory_reserve(k * n, sizeof *rows, &rows));
  CHECK(NEW_ARRAY(k, products));
  CHECK(random_stream_new(1, "rows", &stream));
  for (size_t i = 0; i < k * n; i++) rows[i] = random_uniform(stream);
  const size_t repeats = 1 + 1000000 / (k * n + 1);
  for (size_t round = 0; round < ROUNDS; round++) {
    const double start = now();
    for (size_t i = 0; i < repeats; i++) CHECK(learner->class->score(learner->self, x, &score));
    const double middle = now();
    for (size_t i = 0; i < repeats; i++) kernel_rows_dot(k, n, rows, n, x->value, products);
    passes[round] = (now() - middle) / (double)repeats;
    scores[round] = (middle - start) / (double)repeats;
  }
  out->final_score = median(scores, ROUNDS);
  out->pass = median(passes, ROUNDS);
end:
  random_stream_free(stream);
  free(products);
  if (rows != NULL) memory_unreserve(rows, k * n, sizeof *rows);
  return code;
}

static status play(const pair *pair, size_t trials, FILE *scores) {
  costs sum = {0};
  instance x;
  double *last = NULL; /* the instance of the last trial, which the problem may take back */
  for (size_t t = 0; trials == 0 || t < trials; t++) {
    const status code = pair->problem.class->next(pair->problem.self, &pair->learner, &x);
    if (code == STATUS_END) break;
    TRY(code);
    if (last == NULL) TRY(NEW_ARRAY(x.n, last));
    memcpy(last, x.value, x.n * sizeof *last);
    TRY(play_trial(pair, &x, &sum, scores));
  }
  if (last == NULL) return FAIL(STATUS_INVALID, "a sequence without trials");
  const instance kept = instance_dense_dyad(x.n, last);
  const status code = compare_with_pass(pair, &kept, &sum);
  free(last);
  TRY(code);
  printf("%zu %zu %zu %zu %zu %.6g %.6g %.6g %.6g\n", x.n, pair->r, sum.trials, sum.updates,
         spectral_rank(learner_parameter(&pair->learner)), sum.updates > 0 ? sum.update / (double)sum.updates : NAN,
         sum.score / (double)sum.trials, sum.final_score, sum.pass);
  return STATUS_OK;
}

static status run(int count, char **arguments, pair *pair) {
  char *json = NULL;
  if (count == 5 && strcmp(arguments[1], "sequence") == 0) {
    FILE *scores = fopen(arguments[4], "we");
    if (scores == NULL) return FAIL(STATUS_IO, "%s: cannot be written", arguments[4]);
    status code = memory_format(&json, "{\"file\":\"%s\"}", arguments[2]);
    if (code == STATUS_OK) code = make_pair("recorded", json, strtoul(arguments[3], NULL, 10), 0, pair);
    if (code == STATUS_OK) code = play(pair, 0, scores);
    return fclose(scores) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", arguments[4]);
  }
  if (count == 5 && strcmp(arguments[1], "generate") == 0) {
    const size_t r = strtoul(arguments[3], NULL, 10), trials = strtoul(arguments[4], NULL, 10);
    TRY(memory_format(&json, "{\"n\":%s,\"r\":%zu}", arguments[2], r));
    TRY(make_pair("close_to_subspace", json, r, trials, pair));
    return play(pair, trials, NULL);
  }
  return FAIL(STATUS_INVALID, "usage: learner_cost sequence FILE R SCORES | generate N R TRIALS");
}

int main(int count, char **arguments) {
  pair pair = {0};
  gsl_set_error_handler_off();
  const status code = run(count, arguments, &pair);
  free_pair(&pair);
  if (code != STATUS_OK) fprintf(stderr, "learner_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
