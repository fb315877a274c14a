/* What capped MEG costs: CPU time of the learner alone on recorded dyads; reading them is not counted.
 *
 *   pca_cost FILE K OUT     capped_meg with dimension = K plays them; OUT: the prediction of each trial, or -
 *
 * Prints one line: n trials rank trial_ns
 *
 *   rank      of the parameter at the end
 *   trial_ns  prediction and update together, the mean */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bench/check.h"
#include "bench/game.h"

static status play_sequence(char **arguments) {
  game played = {0};
  game_costs costs;
  char *json = NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&json, "{\"dimension\":%lu}", strtoul(arguments[2], NULL, 10)));
  CHECK(game_new_recorded(arguments[1], "capped_meg", json, &played));
  CHECK(game_play(&played, arguments[3], &costs));
  printf("%zu %zu %zu %.6g\n", played.problem.facts.n, costs.trials, spectral_rank(learner_parameter(&played.learner)),
         costs.total / (double)costs.trials);
end:
  game_free(&played);
  free(json);
  return code;
}

int main(int count, char **arguments) {
  gsl_set_error_handler_off();
  const status code = count == 4 ? play_sequence(arguments) : FAIL(STATUS_INVALID, "usage: pca_cost FILE K OUT");
  if (code != STATUS_OK) fprintf(stderr, "pca_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
