/* The outside libraries behind margin_programme.h: their answers as they give them, not yet rounded. Both libraries are optional;
 * built without one, its functions fail with STATUS_ABSENT, and its version is NULL. */
#ifndef HINDSIGHT_MARGIN_MARGIN_SOLVERS_H
#define HINDSIGHT_MARGIN_MARGIN_SOLVERS_H

#include <stdbool.h>

#include "hindsight/margin/margin_rows.h"

/* The one line that refuses: what is missing and what to install. */
status margin_glpk_there(void);
status margin_libsvm_there(void);
/* "5.0"; NULL: built without it */
const char *margin_glpk_version(void);
/* text has 16 bytes; returns it, or NULL: built without it */
const char *margin_libsvm_version(char text[16]);

/* GLPK's simplex method on the game of rows against features: u >= 0, or of any sign, |u|_1 <= 1.
 *
 *   margin NaN:  max over u of min_i <u,z_i>              = min over mixtures p (p_i >= 0, sum 1) of max_j (sum_i p_i z_i)_j
 *   margin s:    min over u of sum_i w_i [s - <u,z_i>]_+  = max over 0 <= p_i <= w_i of s sum_i p_i - max_j (sum_i p_i z_i)_j^+
 *
 * (of any sign: max_j |.|). The right sides are solved: a basis has one row for each feature, and its dual values are u.
 * u has n entries, mixture one for each row. STATUS_NUMERIC: no optimum within a fixed number of iterations. */
status margin_by_glpk(const margin_rows *rows, double margin, bool any_sign, double *u, double *mixture);

/* LIBSVM's one-class machine with a linear kernel and nu = 1/count: the least vector of the hull of the z_i. */
status margin_by_libsvm(const margin_rows *rows, double *mixture);

#endif
