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
  const problem_class *source = problem_find(request->problem);
  const learner_class *player = learner_find(request->learner);
  const problem_setting setting = {.seed = 1, .trials = request->trials};
  *out = (game){.trials = request->trials};
  TRY(read_options(source->about.name, source->about.parameters, source->about.parameter_count,
                   request->problem_options, &out->problem_options));
  TRY(problem_new(source, &setting, out->problem_options, &out->problem));
  TRY(read_options(player->about.name, player->about.parameters, player->about.parameter_count,
                   request->learner_options, &out->learner_options));
  const learner_setting known = problem_learner_setting(&out->problem.facts, request->trials, 1, &eigen_own);
  TRY(learner_new(player, &known, out->learner_options, &out->learner));
  return problem_meet(&out->problem, &out->learner);
}

void game_free(game *self) {
  learner_destroy(&self->learner);
  problem_destroy(&self->problem);
  options_free(self->problem_options);
  options_free(self->learner_options);
}

status game_new_recorded(const char *file, const char *player, const char *learner_options, game *out) {
  char *json = NULL;
  *out = (game){0};
  TRY(memory_format(&json, "{\"file\":\"%s\"}", file));
  const status code = game_new(&(game_request){"recorded", json, player, learner_options, 0}, out);
  free(json);
  return code;
}

static double now(void) {
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* STATUS_END after the last. */
static status play_trial(const game *self, FILE *out, game_costs *costs) {
  const problem *source = &self->problem;
  const learner *player = &self->learner;
  instance x;
  prediction predicted;
  double label = 0.0;
  bool updated = false;
  TRY(problem_next(source, player, &x));
  const double start = now();
  TRY(learner_predict(player, &x, &predicted));
  const double known = now();
  TRY(problem_reveal(source, &predicted, &label));
  const double revealed = now();
  TRY(learner_update(player, &x, &predicted, label, &updated));
  const double cost = known - start + now() - revealed;
  costs->trials++;
  costs->updates += updated;
  costs->total += cost;
  if (cost > costs->longest) costs->longest = cost;
  char text[NUMBER_TEXT];
  if (out != NULL) fprintf(out, "%s\n", number_text(predicted.value, text));
  return STATUS_OK;
}

static status play_trials(const game *self, FILE *out, game_costs *costs) {
  status code = STATUS_OK;
  while (code == STATUS_OK && (self->trials == 0 || costs->trials < self->trials)) code = play_trial(self, out, costs);
  if (code != STATUS_OK && code != STATUS_END) return code;
  return costs->trials > 0 ? STATUS_OK : FAIL(STATUS_INVALID, "a sequence without trials");
}

status game_play(const game *self, const char *file, game_costs *out) {
  *out = (game_costs){0};
  if (strcmp(file, "-") == 0) return play_trials(self, NULL, out);
  FILE *predictions = fopen(file, "we");
  if (predictions == NULL) return FAIL(STATUS_IO, "%s: cannot be written", file);
  const status code = play_trials(self, predictions, out);
  return fclose(predictions) == 0 || code != STATUS_OK ? code : FAIL(STATUS_IO, "%s: cannot be written", file);
}
