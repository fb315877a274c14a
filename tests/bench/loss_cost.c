/* What a round against loss matrices and measurements costs: processor time of the learner alone, prediction and update together, the mean.
 *
 *   loss_cost PROBLEM OPTIONS LEARNER OPTIONS TRIALS [FILE]    prints one line: n trials trial_ns; FILE gets the predictions */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/check.h"
#include "bench/game.h"

static status play(int count, char **arguments) {
  game played = {0};
  game_costs costs;
  const game_request request = {arguments[1], arguments[2], arguments[3], arguments[4],
                                strtoul(arguments[5], NULL, 10)};
  status code = STATUS_OK;
  CHECK(game_new(&request, &played));
  CHECK(game_play(&played, count > 6 ? arguments[6] : "-", &costs));
  printf("%zu %zu %.6g\n", played.problem.facts.n, costs.trials, costs.total / (double)costs.trials);
end:
  game_free(&played);
  return code;
}

int main(int count, char **arguments) {
  gsl_set_error_handler_off();
  const status code = count == 6 || count == 7
                          ? play(count, arguments)
                          : FAIL(STATUS_INVALID, "usage: loss_cost PROBLEM OPTIONS LEARNER OPTIONS TRIALS [FILE]");
  if (code != STATUS_OK) fprintf(stderr, "loss_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
