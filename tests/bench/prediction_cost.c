/* What online_matrix_prediction costs: CPU time of the learner alone on recorded rounds; reading them is not counted.
 *
 *   prediction_cost write FILE CLASS N ROUNDS          a sequence of CLASS (gambling or max_cut) with a planted order or cut of N and
 *                                                      10 % of the labels flipped; or ratings of N films (collaborative_filtering)
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

typedef struct sequence {
  FILE *file;
  bool cut, ratings;
  size_t m, n, rounds;
  random_stream *stream;
} sequence;

static void write_header(const sequence *s) {
  fprintf(s->file,
          "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":%zu,\"n\":%zu,\"labels\":\"real\",",
          s->m, s->n);
  fprintf(s->file, "\"loss\":\"absolute\",\"interval\":[%d,1],\"scale\":%g", s->cut || s->ratings ? -1 : 0,
          s->cut ? 0.5 : 1.0);
  if (!s->ratings) {
    fprintf(s->file, ",\"comparator\":{\"%s\":[", s->cut ? "cut" : "order");
    for (size_t i = 0; i < s->n; i++) {
      fprintf(s->file, "%s%d", i > 0 ? "," : "", s->cut ? (2 * i < s->n ? 1 : -1) : (int)i + 1);
    }
    fputs("]}", s->file);
  }
  fputs("}\n", s->file);
}

static void write_round(const sequence *s, size_t t) {
  const size_t i = random_index(s->stream, s->n), other = random_index(s->stream, s->n - 1),
               j = other < i ? other : other + 1;
  const bool yes = (s->cut ? (2 * i < s->n) != (2 * j < s->n) : i < j) != random_chance(s->stream, 0.1);
  fprintf(s->file, "{\"t\":%zu,\"i\":%zu,\"j\":%zu,\"y\":%d}\n", t, i + 1, j + 1, yes ? 1 : s->cut ? -1 : 0);
}

/* As MovieLens has them: users come one after the other, each with many ratings; a few films have most of them; and most are above the
 * middle, by an amount that is the film's. */
static void write_rating(const sequence *s, size_t t) {
  const double u = random_uniform(s->stream);
  const size_t i = (t - 1) * s->m / s->rounds, j = (size_t)((double)s->n * u * u * u);
  const double y = 0.25 + 0.25 * (double)(j % 3) + random_range(s->stream, -0.5, 0.25);
  fprintf(s->file, "{\"t\":%zu,\"i\":%zu,\"j\":%zu,\"y\":%.3f}\n", t, i + 1, j + 1, y);
}

static status write_sequence(const char *path, const char *class, size_t n, size_t rounds) {
  const bool ratings = strcmp(class, "collaborative_filtering") == 0;
  sequence s = {fopen(path, "we"), strcmp(class, "max_cut") == 0, ratings, ratings ? n / 16 + 1 : n, n, rounds, NULL};
  if (s.file == NULL) return FAIL(STATUS_IO, "%s: cannot be written", path);
  status code = random_stream_new(1, class, &s.stream);
  write_header(&s);
  for (size_t t = 1; t <= rounds && code == STATUS_OK; t++) {
    if (ratings) {
      write_rating(&s, t);
    } else {
      write_round(&s, t);
    }
  }
  random_stream_free(s.stream);
  return fclose(s.file) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", path);
}

/* ---- playing */

static status play_sequence(char **arguments) {
  CLEANUP(game_free) game played = {0};
  FREED char *json = NULL;
  game_costs costs;
  double order = 0.0;
  struct rusage usage;
  const bool ratings = strcmp(arguments[3], "collaborative_filtering") == 0;
  TRY(memory_format(&json, "{\"class\":\"%s\",\"decomposition\":\"%s\"%s}", arguments[3], arguments[4],
                    ratings ? ",\"trace_norm\":350,\"eta\":0.3" : ""));
  TRY(game_new_recorded(arguments[2], "online_matrix_prediction", json, &played));
  TRY(game_play(&played, arguments[5], &costs));
  (void)learner_constant(&played.learner, "order", &order);
  (void)getrusage(RUSAGE_SELF, &usage);
  printf("%zu %.0f %zu %.6g %.6g %ld\n", played.problem.facts.n, order, costs.trials,
         costs.total / (double)costs.trials, costs.longest, usage.ru_maxrss);
  return STATUS_OK;
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
