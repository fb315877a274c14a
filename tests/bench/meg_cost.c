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

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "bench/check.h"
#include "bench/game.h"

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

static status play_sequence(char **arguments) {
  game played = {0};
  game_costs costs;
  char *json = NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&json, "{\"tuning\":\"separable\",\"representation\":\"%s\"}", arguments[3]));
  CHECK(game_new_recorded(arguments[2], "meg", json, &played));
  CHECK(game_play(&played, arguments[4], &costs));
  const spectral *w = learner_parameter(&played.learner);
  printf("%zu %zu %zu %.6g %.6g %s\n", played.problem.facts.n, costs.trials, costs.updates,
         costs.total / (double)costs.trials, 1e-9 * costs.total,
         spectral_representation_name(spectral_representation_of(w)));
end:
  game_free(&played);
  free(json);
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
