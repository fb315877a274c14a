#include "bench/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/timing.h"

static status read_options(const char *who, const parameter *table, size_t count, const char *json, options **out) {
  cJSON *given = NULL;
  status code = json_parse(json, &given);
  if (code == STATUS_OK) code = options_read(who, table, count, given, out);
  cJSON_Delete(given);
  return code;
}

status game_new(const game_request *request, game *out) {
  const problem_class *problem = problem_find(request->problem);
  const learner_class *learner = learner_find(request->learner);
  const problem_setting setting = {.seed = 1, .trials = request->trials};
  *out = (game){.trials = request->trials};
  TRY(read_options(problem->about.name, problem->about.parameters, problem->about.parameter_count,
                   request->problem_options, &out->problem_options));
  TRY(problem_new(problem, &setting, out->problem_options, &out->problem));
  TRY(read_options(learner->about.name, learner->about.parameters, learner->about.parameter_count,
                   request->learner_options, &out->learner_options));
  const learner_setting known = problem_learner_setting(&out->problem.facts, request->trials, 1, &eigen_gsl);
  TRY(learner_new(learner, &known, out->learner_options, &out->learner));
  return problem_meet(&out->problem, &out->learner);
}

void game_free(game *game) {
  learner_destroy(&game->learner);
  problem_destroy(&game->problem);
  options_free(game->problem_options);
  options_free(game->learner_options);
}

status game_new_recorded(const char *file, const char *learner, const char *learner_options, game *out) {
  char *json = NULL;
  *out = (game){0};
  TRY(memory_format(&json, "{\"file\":\"%s\"}", file));
  const status code = game_new(&(game_request){"recorded", json, learner, learner_options, 0}, out);
  free(json);
  return code;
}

static double now(void) {
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* STATUS_END after the last. */
static status play_trial(const game *game, FILE *out, game_costs *costs) {
  const problem *problem = &game->problem;
  const learner *learner = &game->learner;
  instance x;
  prediction predicted;
  double label = 0.0;
  bool updated = false;
  TRY(problem_next(problem, learner, &x));
  const double start = now();
  TRY(learner_predict(learner, &x, &predicted));
  const double known = now();
  TRY(problem_reveal(problem, &predicted, &label));
  const double revealed = now();
  TRY(learner_update(learner, &x, &predicted, label, &updated));
  const double cost = known - start + now() - revealed;
  costs->trials++;
  costs->updates += updated;
  costs->total += cost;
  if (cost > costs->longest) costs->longest = cost;
  char text[NUMBER_TEXT];
  if (out != NULL) fprintf(out, "%s\n", number_text(predicted.value, text));
  return STATUS_OK;
}

static status play_trials(const game *game, FILE *out, game_costs *costs) {
  status code = STATUS_OK;
  while (code == STATUS_OK && (game->trials == 0 || costs->trials < game->trials)) code = play_trial(game, out, costs);
  if (code != STATUS_OK && code != STATUS_END) return code;
  return costs->trials > 0 ? STATUS_OK : FAIL(STATUS_INVALID, "a sequence without trials");
}

status game_play(const game *game, const char *file, game_costs *out) {
  *out = (game_costs){0};
  if (strcmp(file, "-") == 0) return play_trials(game, NULL, out);
  FILE *predictions = fopen(file, "we");
  if (predictions == NULL) return FAIL(STATUS_IO, "%s: cannot be written", file);
  const status code = play_trials(game, predictions, out);
  return fclose(predictions) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", file);
}
