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

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "bench/check.h"
#include "bench/game.h"
#include "bench/timing.h"
#include "linalg/kernels.h"

typedef struct costs {
  size_t trials, updates;
  double update, score, final_score, pass; /* totals of the run, then medians, in ns */
} costs;

static double now(void) {
  return clock_ns(CLOCK_MONOTONIC);
}

static status play_trial(const game *self, const instance *x, costs *sum, FILE *scores) {
  const problem *source = &self->problem;
  const learner *player = &self->learner;
  prediction predicted;
  double label = 0, again;
  bool updated = false;
  const double start = now();
  TRY(learner_predict(player, x, &predicted));
  sum->score += now() - start;
  TRY(problem_reveal(source, &predicted, &label));
  const double revealed = now();
  TRY(learner_update(player, x, &predicted, label, &updated));
  sum->trials++;
  if (updated) {
    TRY(learner_score(player, x, &again));
    sum->update += now() - revealed;
    sum->updates++;
  }
  char text[NUMBER_TEXT];
  if (scores != NULL) (void)fprintf(scores, "%s %g\n", number_text(predicted.score, text), predicted.value);
  return STATUS_OK;
}

enum { ROUNDS = 41 };

/* Scores of x and passes over k rows by turns; each round repeats as often as 2 ms ask for. */
static status compare_with_pass(const game *self, const instance *x, costs *out) {
  const learner *player = &self->learner;
  const size_t k = spectral_rank(learner_parameter(player)), n = x->n;
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
    for (size_t i = 0; i < repeats; i++) CHECK(learner_score(player, x, &score));
    const double middle = now();
    for (size_t i = 0; i < repeats; i++) kernel_rows_dot(k, n, rows, n, x->value, products);
    passes[round] = (now() - middle) / (double)repeats;
    scores[round] = (middle - start) / (double)repeats;
  }
  out->final_score = median_of(ROUNDS, scores);
  out->pass = median_of(ROUNDS, passes);
end:
  random_stream_free(stream);
  free(products);
  if (rows != NULL) memory_unreserve(rows, k * n, sizeof *rows);
  return code;
}

static status play(const game *self, size_t r, size_t trials, FILE *scores) {
  costs sum = {0};
  instance x;
  double *last = NULL; /* the instance of the last trial, which the problem may take back */
  for (size_t t = 0; trials == 0 || t < trials; t++) {
    const status code = problem_next(&self->problem, &self->learner, &x);
    if (code == STATUS_END) break;
    TRY(code);
    if (last == NULL) TRY(NEW_ARRAY(x.n, last));
    memcpy(last, x.value, x.n * sizeof *last);
    TRY(play_trial(self, &x, &sum, scores));
  }
  if (last == NULL) return FAIL(STATUS_INVALID, "a sequence without trials");
  const instance kept = instance_dense_dyad(x.n, last);
  const status code = compare_with_pass(self, &kept, &sum);
  free(last);
  TRY(code);
  printf("%zu %zu %zu %zu %zu %.6g %.6g %.6g %.6g\n", x.n, r, sum.trials, sum.updates,
         spectral_rank(learner_parameter(&self->learner)), sum.updates > 0 ? sum.update / (double)sum.updates : NAN,
         sum.score / (double)sum.trials, sum.final_score, sum.pass);
  return STATUS_OK;
}

static status play_sequence(const char *file, size_t r, const char *out, game *made) {
  char *json = NULL;
  FILE *scores = fopen(out, "we");
  if (scores == NULL) return FAIL(STATUS_IO, "%s: cannot be written", out);
  status code = memory_format(&json, "{\"r\":%zu}", r);
  if (code == STATUS_OK) code = game_new_recorded(file, "matrix_winnow", json, made);
  if (code == STATUS_OK) code = play(made, r, 0, scores);
  free(json);
  return fclose(scores) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", out);
}

static status play_generated(size_t n, size_t r, size_t trials, game *made) {
  char *hidden = NULL, *json = NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&hidden, "{\"n\":%zu,\"r\":%zu}", n, r));
  CHECK(memory_format(&json, "{\"r\":%zu}", r));
  CHECK(game_new(&(game_request){"close_to_subspace", hidden, "matrix_winnow", json, trials}, made));
  CHECK(play(made, r, trials, NULL));
end:
  free(json);
  free(hidden);
  return code;
}

static status run(int count, char **arguments, game *made) {
  if (count == 5 && strcmp(arguments[1], "sequence") == 0) {
    return play_sequence(arguments[2], strtoul(arguments[3], NULL, 10), arguments[4], made);
  }
  if (count == 5 && strcmp(arguments[1], "generate") == 0) {
    return play_generated(strtoul(arguments[2], NULL, 10), strtoul(arguments[3], NULL, 10),
                          strtoul(arguments[4], NULL, 10), made);
  }
  return FAIL(STATUS_INVALID, "usage: learner_cost sequence FILE R SCORES | generate N R TRIALS");
}

int main(int count, char **arguments) {
  game played = {0};
  gsl_set_error_handler_off();
  const status code = run(count, arguments, &played);
  game_free(&played);
  if (code != STATUS_OK) fprintf(stderr, "learner_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
