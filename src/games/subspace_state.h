/* What a learner of Close to Subspace knows on diagonal instances of zeros and ones, up to permutations: the version space
 *
 *     { w in R^n : 0 <= w_i <= 1, sum w = r, <w,x> >= gap for every positive x, <w,x> = 0 for every negative x }.
 *
 * By Schur and Horn these w are the diagonals of the projections of rank r. A negative instance removes its coordinates. A positive one is a
 * row, a set of the coordinates left; column i says which rows hold coordinate i. Coordinates with equal columns are twins. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUBSPACE_COORDINATES = 16, SUBSPACE_ROWS = 16 };

typedef struct subspace_state {
  uint8_t n, rows;
  uint16_t column[SUBSPACE_COORDINATES]; /* bit j: in row j; zeros from n on */
} subspace_state;

/* Bit i of the result: coordinate i is in row j. */
uint16_t subspace_row(const subspace_state *state, size_t j);
/* The state after a positive or a negative instance, a set of coordinates; coordinates that stay keep their order. Rows that contain another
 * row say nothing new and go. False: there would be more than SUBSPACE_ROWS rows. */
bool subspace_after(const subspace_state *state, uint16_t instance, bool positive, subspace_state *out);
/* The same version space with columns in ascending order, equal for states that differ by permutations of coordinates and of rows. */
void subspace_canonical(const subspace_state *state, subspace_state *out);
bool subspace_equal(const subspace_state *a, const subspace_state *b);
