/* Quadratic problems over signs: maximise constant + x^T Q x, x_i = 1 or -1, Q symmetric with diagonal 0. A graph's cuts are one, with
 * Q = -W/4 and the constant sum of weights / 2; they are closed under deciding that two signs are equal, or opposite. */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_SIGNS_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_SIGNS_H

#include <stddef.h>

#include "base/status.h"
#include "hindsight/max_cut/max_cut_graph.h"

enum { SIGN_ENUMERABLE = 22 }; /* the largest n of which all sign vectors are looked at: a few hundredths of a second */

typedef struct sign_problem {
  size_t n;
  double *q; /* n x n */
  double constant;
} sign_problem;

status sign_problem_of_graph(const cut_graph *graph, sign_problem *out);
status sign_problem_copy(const sign_problem *problem, sign_problem *out);
void sign_problem_clear(sign_problem *problem);
/* x_j = sign x_i, i other than j: j is left out and those after it move up by one. In place. */
void sign_problem_contract(sign_problem *problem, size_t i, size_t j, double sign);
/* The best of all 2^(n-1) sign vectors up to complement, in Gray code order, O(n) each; the first one on ties. Returns its value.
 * n <= SIGN_ENUMERABLE; signs: n. The value of others may be larger by rounding only: at most 1e-11 times the sum of |Q_ij|. */
double sign_problem_enumerate(const sign_problem *problem, double *signs);
double sign_problem_value(const sign_problem *problem, const double *signs);

#endif
