/* What problem.game_tree forces on every learner, proved there: mistakes, or regret against the answer at the end of the tree. The adversary answers
 * the realised prediction, so the value is forced in every run, for randomised learners, too. */

#include "bounds/bound.h"

typedef struct game_value {
  double value;
  bool mistakes;
  size_t length; /* trials of the adversary */
} game_value;

static const ask asks[] = {ASK_PROBLEM(game_value, value)};

static const double tolerance = 1e-9; /* of a regret, times max(1, value): rounding of the sum of the losses */

static status init(void *data, const bound_context *context) {
  game_value *self = data;
  self->mistakes = context->problem->facts.labels == LABEL_SIGN;
  self->length = context->problem->facts.trials;
  return STATUS_OK;
}

static double current(void *self) {
  return ((const game_value *)self)->value;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const game_value *self = data;
  bound_row *row = bound_row_add(rows, NULL);
  row->measure = self->mistakes ? "mistakes" : "regret";
  row->measured = self->mistakes ? (double)totals->mistakes : totals->regret;
  row->value = self->value;
  row->tolerance = self->mistakes ? 0.0 : tolerance * fmax(1.0, self->value);
  row->trivial = 0.0;
  if (totals->trials < self->length) {
    row->premise = "the adversary has played to its end";
    row->premise_trial = totals->trials;
    row->premise_value = (double)totals->trials;
  }
  return STATUS_OK;
}

const bound_class bound_game_value = {
    .about = {.name = "game_value",
              .short_name = "ours, value of the game",
              .title = "Value of the game",
              .citation = "docs/constants.md",
              .help = "what an optimal adversary of a small game forces on every learner: mistakes or regret",
              .formula = "$M\\ge V$, $V(S)=\\max_x 1+\\min(V(S_+),V(S_-))$; regret $\\ge V_0(0)$, "
                         "$V_k(S)=\\max_z\\frac12(V_{k+1}(S+e_z)+V_{k+1}(S-e_z))$",
              .result_version = 1},
    .premises = "the adversary has played to its end",
    .problem_family = "game_tree",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods =
        &(const bound_methods){
            .size = sizeof(game_value), FIELDS(asks, asks), .init = init, .current = current, .finish = finish},
};
