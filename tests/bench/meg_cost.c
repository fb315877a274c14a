/* What matrix exponentiated gradient costs: CPU time of the learner alone on recorded distances; reading them is not counted.
 *
 *   meg_cost write FILE N TRIALS              distances of random pairs of N points in three clusters, in a Gaussian kernel of trace 1
 *   meg_cost play FILE REPRESENTATION OUT     meg with eta = 2 plays them; OUT: the prediction of each trial, or -
 *
 * play prints one line: n trials updates trial_ns total_s representation
 *
 *   trial_ns  prediction and update together, the mean; total_s: of all trials */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fixed_math.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "learners/learner.h"
#include "problems/problem.h"

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* ---- writing */

enum { DIMENSION = 2, CLUSTERS = 3 };
static const double SPREAD = 0.3;

static double squared_distance(const double *x, const double *y) {
  double sum = 0.0;
  for (size_t d = 0; d < DIMENSION; d++) sum += (x[d] - y[d]) * (x[d] - y[d]);
  return sum;
}

static status write_trials(FILE *file, size_t n, size_t trials, random_stream *stream) {
  double *points = NULL, centres[CLUSTERS * DIMENSION];
  char text[NUMBER_TEXT];
  TRY(NEW_ARRAY(n * DIMENSION, points));
  random_gaussian_vector(stream, CLUSTERS * DIMENSION, centres);
  random_gaussian_vector(stream, n * DIMENSION, points);
  for (size_t i = 0; i < n * DIMENSION; i++) {
    points[i] = SPREAD * points[i] + centres[i / DIMENSION * CLUSTERS / n * DIMENSION + i % DIMENSION];
  }
  fprintf(file, "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"distance\",\"n\":%zu,\"labels\":\"real\"}\n", n);
  for (size_t t = 1; t <= trials; t++) {
    const size_t i = random_index(stream, n), other = random_index(stream, n - 1), j = other < i ? other : other + 1;
    const double square = squared_distance(points + i * DIMENSION, points + j * DIMENSION);
    const double y = -fixed_expm1(-0.5 * square) / (double)n;
    fprintf(file, "{\"t\":%zu,\"i\":%zu,\"j\":%zu,\"y\":%s}\n", t, i + 1, j + 1, number_text(y, text));
  }
  free(points);
  return STATUS_OK;
}

static status write_sequence(const char *path, size_t n, size_t trials) {
  random_stream *stream = NULL;
  if (n < 2) return FAIL(STATUS_INVALID, "%zu points, expected at least 2", n);
  FILE *file = fopen(path, "we");
  if (file == NULL) return FAIL(STATUS_IO, "%s: cannot be written", path);
  status code = random_stream_new(1, "distances", &stream);
  if (code == STATUS_OK) code = write_trials(file, n, trials, stream);
  random_stream_free(stream);
  return fclose(file) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", path);
}

/* ---- playing */

typedef struct game {
  problem problem;
  learner learner;
  options *problem_options, *learner_options;
} game;

static status make_options(const char *who, const parameter *table, size_t count, char *json, options **out) {
  cJSON *given = NULL;
  status code = json_parse(json, &given);
  free(json);
  if (code == STATUS_OK) code = options_new(who, table, count, given, out);
  cJSON_Delete(given);
  return code;
}

static status make_game(const char *path, const char *representation, game *out) {
  const problem_class *problem = problem_find("recorded");
  const learner_class *learner = learner_find("meg");
  const problem_setting setting = {.seed = 1};
  const eigen_backend *eigen = NULL;
  char *json = NULL;
  TRY(memory_format(&json, "{\"file\":\"%s\"}", path));
  TRY(make_options(problem->name, problem->parameters, problem->parameter_count, json, &out->problem_options));
  TRY(problem_new(problem, &setting, out->problem_options, &out->problem));
  TRY(memory_format(&json, "{\"tuning\":\"separable\",\"representation\":\"%s\"}", representation));
  TRY(make_options(learner->name, learner->parameters, learner->parameter_count, json, &out->learner_options));
  TRY(eigen_backend_by_name("gsl", &eigen));
  const problem_facts *facts = &out->problem.facts;
  const learner_setting told = {.n = facts->n,
                                .kind = facts->kind,
                                .rank = facts->rank,
                                .trials = facts->trials,
                                .loss = problem_loss(facts),
                                .seed = 1,
                                .eigen = eigen};
  return learner_new(learner, &told, out->learner_options, &out->learner);
}

static void free_game(game *game) {
  learner_destroy(&game->learner);
  problem_destroy(&game->problem);
  options_free(game->problem_options);
  options_free(game->learner_options);
}

typedef struct costs {
  size_t trials, updates;
  double total;
} costs;

static status play_trial(const game *game, const instance *x, costs *costs, FILE *out) {
  const problem *problem = &game->problem;
  const learner *learner = &game->learner;
  prediction predicted;
  double label = 0;
  bool updated = false;
  const double start = now();
  TRY(learner->class->predict(learner->self, x, &predicted));
  const double known = now();
  TRY(problem->class->reveal(problem->self, &predicted, &label));
  const double revealed = now();
  TRY(learner->class->update(learner->self, x, &predicted, label, &updated));
  costs->total += known - start + now() - revealed;
  costs->trials++;
  if (updated) costs->updates++;
  char text[NUMBER_TEXT];
  if (out != NULL) fprintf(out, "%s\n", number_text(predicted.value, text));
  return STATUS_OK;
}

static status play_trials(const game *game, FILE *out) {
  costs sum = {0};
  instance x;
  for (;;) {
    const status code = game->problem.class->next(game->problem.self, &game->learner, &x);
    if (code == STATUS_END) break;
    TRY(code);
    TRY(play_trial(game, &x, &sum, out));
  }
  if (sum.trials == 0) return FAIL(STATUS_INVALID, "a sequence without trials");
  const spectral *w = learner_parameter(&game->learner);
  printf("%zu %zu %zu %.6g %.6g %s\n", game->problem.facts.n, sum.trials, sum.updates, sum.total / (double)sum.trials,
         1e-9 * sum.total, spectral_representation_name(spectral_representation_of(w)));
  return STATUS_OK;
}

static status play_sequence(char **arguments) {
  game game = {0};
  FILE *out = NULL;
  status code = make_game(arguments[2], arguments[3], &game);
  if (code == STATUS_OK && strcmp(arguments[4], "-") != 0) {
    out = fopen(arguments[4], "we");
    if (out == NULL) code = FAIL(STATUS_IO, "%s: cannot be written", arguments[4]);
  }
  if (code == STATUS_OK) code = play_trials(&game, out);
  if (out != NULL && fclose(out) != 0 && code == STATUS_OK) {
    code = FAIL(STATUS_IO, "%s: cannot be written", arguments[4]);
  }
  free_game(&game);
  return code;
}

int main(int count, char **arguments) {
  status code;
  gsl_set_error_handler_off();
  if (count == 5 && strcmp(arguments[1], "write") == 0) {
    code = write_sequence(arguments[2], strtoul(arguments[3], NULL, 10), strtoul(arguments[4], NULL, 10));
  } else if (count == 5 && strcmp(arguments[1], "play") == 0) {
    code = play_sequence(arguments);
  } else {
    code = FAIL(STATUS_INVALID, "usage: meg_cost write FILE N TRIALS | play FILE REPRESENTATION OUT");
  }
  if (code != STATUS_OK) fprintf(stderr, "meg_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
