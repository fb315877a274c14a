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

#include "base/memory.h"
#include "base/random.h"
#include "bench/game.h"

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

static status play_sequence(char **arguments) {
  game game = {0};
  game_costs costs;
  char *options = NULL;
  double order = 0.0;
  struct rusage usage;
  status code = STATUS_OK;
  CHECK(memory_format(&options, "{\"class\":\"%s\",\"decomposition\":\"%s\"}", arguments[3], arguments[4]));
  CHECK(game_new_recorded(arguments[2], "online_matrix_prediction", options, &game));
  CHECK(game_play(&game, arguments[5], &costs));
  (void)learner_constant(&game.learner, "order", &order);
  (void)getrusage(RUSAGE_SELF, &usage);
  printf("%zu %.0f %zu %.6g %.6g %ld\n", game.problem.facts.n, order, costs.trials, costs.total / (double)costs.trials,
         costs.longest, usage.ru_maxrss);
end:
  game_free(&game);
  free(options);
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
