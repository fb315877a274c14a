/* The mistakes that can be forced from every deterministic learner of Close to Subspace, on diagonal instances of zeros and ones:
 *
 *     V(S) = max over instances with both answers possible of 1 + min(V(S after +), V(S after -)), 0 if there is none,
 *
 * Littlestone's dimension (1988) of the states that are left. The learner that answers with the greater of the two values errs V times at most. A
 * state is known by bounds low <= V <= high; a search asks for "at least k mistakes?" only where the bounds do not say. */
#pragma once

#include "base/memory.h"
#include "games/subspace_cover.h"

typedef struct subspace_game subspace_game;

/* Called now and then with the number of states that have been met. */
typedef void subspace_report(void *context, size_t states);

/* 1 <= r <= n <= SUBSPACE_COORDINATES, 0 < gap <= r; the caller frees. */
status subspace_game_new(size_t n, long long r, fraction gap, subspace_report *report, void *context,
                         subspace_game **out);
void subspace_game_free(subspace_game *game);
POINTER_CLEANUP(subspace_game, subspace_game_free)

/* The value from the start. STATUS_INVALID if there are more states than the program keeps. */
status subspace_game_solve(subspace_game *game, int *value);
size_t subspace_game_states(const subspace_game *game);
size_t subspace_game_coordinates(const subspace_game *game);
long long subspace_game_rank(const subspace_game *game);
fraction subspace_game_gap(const subspace_game *game);

/* An instance that forces k >= 1 mistakes from a state from which they can be: both states after it still have k - 1. */
status subspace_game_instance(subspace_game *game, const subspace_state *state, int k, uint16_t *instance);
/* What the optimal learner does, once the game is solved. It answers with *positive, and learns from errors only: the state is then *after, whose
 * value is less, the coordinates that stay in their order. *possible = false: no w explains that error, and *after is impossible. A negative error
 * may forget all rows. */
void subspace_game_answer(const subspace_game *game, const subspace_state *state, uint16_t instance, bool *positive,
                          subspace_state *after, bool *possible);
/* Calls `visit` for every state that this learner can come to, the start first, with the errors that it can still make, and for the states that it
 * takes for impossible, with -1; these have enough coordinates. */
typedef status subspace_visit(void *context, const subspace_state *state, int most);
status subspace_game_table(subspace_game *game, subspace_visit *visit, void *context);
