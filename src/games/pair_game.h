/* The value of online matrix prediction in T trials with labels y = -1 or 1 and the loss |yhat - y|/2: the least regret that a learner can promise.
 *
 *     V_T(S) = (1/2) max over W of <S,W>,     V_k(S) = max over pairs z of (V_{k+1}(S + e_z) + V_{k+1}(S - e_z))/2
 *
 * after k trials with sums of labels S; V_0(0) is the value. The learner predicts V_{k+1}(S + e_z) - V_{k+1}(S - e_z), which lies in [-1, 1]; against
 * it both labels cost the same. (A loss (1 - y yhat)/2 makes the regret (1/2)(max <S,W> - sum y yhat); the labels may depend on past ones, so
 * the adversary is a tree.) All numbers are integers: N_k = 2^(T-k+1) V_k. */
#pragma once

#include "base/memory.h"
#include "games/pair_class.h"

enum { PAIR_TRIALS = 100, PAIR_NUMBER_TEXT = 48 };

__extension__ typedef __int128 pair_number_type;

typedef struct pair_game pair_game;

/* Called now and then with the number of states that have been met. */
typedef void pair_report(void *context, size_t states);

/* Solves the game; 1 <= trials <= PAIR_TRIALS. STATUS_INVALID if there are more states than `largest`; the message names a number of trials that
 * has fewer. The caller frees. */
status pair_game_new(const pair_class *of, size_t trials, size_t largest, pair_report *report, void *context,
                     pair_game **out);
void pair_game_free(pair_game *game);
POINTER_CLEANUP(pair_game, pair_game_free)

size_t pair_game_trials(const pair_game *game);
const pair_class *pair_game_class(const pair_game *game);
size_t pair_game_states(const pair_game *game);
/* The canonical sums of a state; states are in ascending order of the sum of |S(z)|. */
const int8_t *pair_game_sums(const pair_game *game, size_t state);

/* N_k(S); the sum of |S(z)| is at most k, and even exactly if k is. */
pair_number_type pair_game_number(const pair_game *game, size_t k, const int8_t *sums);
/* V_k(S), rounded once. */
double pair_game_value(const pair_game *game, size_t k, const int8_t *sums);
/* A decimal integer; returns text. */
const char *pair_number_text(pair_number_type number, char text[PAIR_NUMBER_TEXT]);
