/* GLPK's answers for margin_programme.h, not yet rounded. The library is optional: built without it, the functions fail
 * with STATUS_ABSENT. */
#pragma once

#include "hindsight/margin/margin_rows.h"

/* STATUS_ABSENT, with what to install, if it was built without GLPK. */
status margin_glpk_available(void);
const char *margin_glpk_version(void); /* "5.0"; NULL: built without it */

/* GLPK's simplex method on the game of rows against features: u >= 0, or of any sign, |u|_1 <= 1.
 *
 *   margin NaN:  max over u of min_i <u,z_i>              = min over mixtures p (p_i >= 0, sum 1) of max_j (sum_i
 *                p_i z_i)_j
 *   margin s:    min over u of sum_i w_i [s - <u,z_i>]_+  = max over 0 <= p_i <= w_i of s sum_i p_i - max_j (sum_i
 *                p_i z_i)_j^+
 *
 * (of any sign: max_j |.|). The right sides are solved: a basis has one row for each feature, and its dual values are
 * u. u has n entries, mixture one for each row. STATUS_NUMERIC: no optimum within a fixed number of iterations. */
status margin_by_glpk(const margin_rows *rows, double margin, bool any_sign, double *u, double *mixture);
