/* Quadratic problems over signs: maximise constant + x^T Q x, x_i = 1 or -1, Q symmetric with diagonal 0. A graph's
 * cuts are such a problem, with Q = -W/4 and the constant sum of weights / 2. Making two signs equal or opposite gives
 * such a problem again. */
#pragma once

#include "hindsight/max_cut/max_cut_graph.h"

/* the largest n for which all sign vectors are enumerated, in a few hundredths of a second */
enum { SIGN_ENUMERABLE = 22 };

typedef struct sign_problem {
  size_t n;
  double *q; /* n x n */
  double constant;
} sign_problem;

status sign_problem_of_graph(const cut_graph *graph, sign_problem *out);
status sign_problem_copy(const sign_problem *problem, sign_problem *out);
void sign_problem_clear(sign_problem *problem);
/* x_j = sign x_i, i other than j: j is removed and later signs move up by one. In place. */
void sign_problem_contract(sign_problem *problem, size_t i, size_t j, double sign);
/* The best of all 2^(n-1) sign vectors up to complement, in Gray code order, O(n) each; the first one on ties. Returns
 * its value. n <= SIGN_ENUMERABLE; signs: n. Other vectors may have a larger value only by rounding: by at most 1e-11
 * times the sum of |Q_ij|. */
double sign_problem_enumerate(const sign_problem *problem, double *signs);
double sign_problem_value(const sign_problem *problem, const double *signs);
