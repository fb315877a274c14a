/* What online_matrix_prediction costs: CPU time of the learner alone on recorded rounds; reading them is not counted.
 *
 *   prediction_cost write FILE CLASS N ROUNDS          a sequence of CLASS (gambling or max_cut) with a planted order or cut of N and
 *                                                      10 % of the labels flipped
 *   prediction_cost play FILE CLASS DECOMPOSITION OUT  plays it; OUT: the prediction of each round, or -
 *
 * play prints one line: n order rounds round_ns longest_ns peak_KiB
 *
 *   round_ns, longest_ns  prediction and update together, the mean and the longest
 *   peak_KiB              largest resident memory of the process */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

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

static void write_header(FILE *file, bool cut, size_t n) {
  fprintf(file,
          "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":%zu,\"n\":%zu,\"labels\":\"real\",", n,
          n);
  fprintf(file, "\"loss\":\"absolute\",\"interval\":[%d,1],\"scale\":%g,\"comparator\":{\"%s\":[", cut ? -1 : 0,
          cut ? 0.5 : 1.0, cut ? "cut" : "order");
  for (size_t i = 0; i < n; i++) {
    fprintf(file, "%s%d", i > 0 ? "," : "", cut ? (2 * i < n ? 1 : -1) : (int)i + 1);
  }
  fputs("]}}\n", file);
}

static void write_round(FILE *file, bool cut, size_t n, size_t t, random_stream *stream) {
  const size_t i = random_index(stream, n), other = random_index(stream, n - 1), j = other < i ? other : other + 1;
  const bool yes = (cut ? (2 * i < n) != (2 * j < n) : i < j) != random_chance(stream, 0.1);
  fprintf(file, "{\"t\":%zu,\"i\":%zu,\"j\":%zu,\"y\":%d}\n", t, i + 1, j + 1, yes ? 1 : cut ? -1 : 0);
}

static status write_sequence(const char *path, const char *class, size_t n, size_t rounds) {
  const bool cut = strcmp(class, "max_cut") == 0;
  random_stream *stream = NULL;
  FILE *file = fopen(path, "we");
  if (file == NULL) return FAIL(STATUS_IO, "%s: cannot be written", path);
  status code = random_stream_new(1, class, &stream);
  write_header(file, cut, n);
  for (size_t t = 1; t <= rounds && code == STATUS_OK; t++) write_round(file, cut, n, t, stream);
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

static status make_game(const char *path, const char *class, const char *decomposition, game *out) {
  const problem_class *problem = problem_find("recorded");
  const learner_class *learner = learner_find("online_matrix_prediction");
  const problem_setting setting = {.seed = 1};
  const eigen_backend *eigen = NULL;
  char *json = NULL;
  TRY(memory_format(&json, "{\"file\":\"%s\"}", path));
  TRY(make_options(problem->name, problem->parameters, problem->parameter_count, json, &out->problem_options));
  TRY(problem_new(problem, &setting, out->problem_options, &out->problem));
  TRY(memory_format(&json, "{\"class\":\"%s\",\"decomposition\":\"%s\"}", class, decomposition));
  TRY(make_options(learner->name, learner->parameters, learner->parameter_count, json, &out->learner_options));
  TRY(eigen_backend_by_name("gsl", &eigen));
  const problem_facts *facts = &out->problem.facts;
  const learner_setting told = {.n = facts->n,
                                .rows = facts->rows,
                                .kind = facts->kind,
                                .rank = facts->rank,
                                .trials = facts->trials,
                                .loss = facts->loss,
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
  size_t rounds;
  double total, longest;
} costs;

static status play_round(const game *game, const instance *x, costs *costs, FILE *out) {
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
  const double cost = known - start + now() - revealed;
  costs->rounds++;
  costs->total += cost;
  if (cost > costs->longest) costs->longest = cost;
  char text[NUMBER_TEXT];
  if (out != NULL) fprintf(out, "%s\n", number_text(predicted.value, text));
  return STATUS_OK;
}

static status play_rounds(const game *game, FILE *out) {
  costs sum = {0};
  instance x;
  for (;;) {
    const status code = game->problem.class->next(game->problem.self, &game->learner, &x);
    if (code == STATUS_END) break;
    TRY(code);
    TRY(play_round(game, &x, &sum, out));
  }
  if (sum.rounds == 0) return FAIL(STATUS_INVALID, "a sequence without rounds");
  double order = 0;
  (void)game->learner.class->constant(game->learner.self, "order", &order);
  struct rusage usage;
  (void)getrusage(RUSAGE_SELF, &usage);
  printf("%zu %.0f %zu %.6g %.6g %ld\n", game->problem.facts.n, order, sum.rounds, sum.total / (double)sum.rounds,
         sum.longest, usage.ru_maxrss);
  return STATUS_OK;
}

static status play_sequence(char **arguments) {
  game game = {0};
  FILE *out = NULL;
  status code = make_game(arguments[2], arguments[3], arguments[4], &game);
  if (code == STATUS_OK && strcmp(arguments[5], "-") != 0) {
    out = fopen(arguments[5], "we");
    if (out == NULL) code = FAIL(STATUS_IO, "%s: cannot be written", arguments[5]);
  }
  if (code == STATUS_OK) code = play_rounds(&game, out);
  if (out != NULL && fclose(out) != 0 && code == STATUS_OK)
    code = FAIL(STATUS_IO, "%s: cannot be written", arguments[5]);
  free_game(&game);
  return code;
}

int main(int count, char **arguments) {
  status code;
  gsl_set_error_handler_off();
  if (count == 6 && strcmp(arguments[1], "write") == 0) {
    code = write_sequence(arguments[2], arguments[3], strtoul(arguments[4], NULL, 10), strtoul(arguments[5], NULL, 10));
  } else if (count == 6 && strcmp(arguments[1], "play") == 0) {
    code = play_sequence(arguments);
  } else {
    code = FAIL(STATUS_INVALID, "usage: prediction_cost write FILE CLASS N ROUNDS | play FILE CLASS DECOMPOSITION OUT");
  }
  if (code != STATUS_OK) fprintf(stderr, "prediction_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
