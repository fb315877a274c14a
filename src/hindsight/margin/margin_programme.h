/* The best linear threshold in hindsight: the comparator of margin bounds for labelled data, computed by outside
 * libraries.
 *
 * For rows (x_i, y_i), z_i = y_i x_i:
 *
 *   l1          gamma_1 = max over u >= 0, |u|_1 = 1 of min_i <u,z_i>, the value of a matrix game (GLPK):
 *               = min over mixtures p of the rows of max_j (sum_i p_i z_i)_j
 *               = 1 / min{ |w|_1 : <w,z_i> >= 1, w >= 0 } if it is positive
 *   l1 signed   the same for u of any sign: l1 on the doubled rows (x, -x)
 *   l2          gamma_2 = max over |u|_2 = 1 of min_i <u,z_i> = least length of a mixture of the rows (LIBSVM)
 *   soft        where no vector has the margin s: min over |u|_1 <= 1 of sum_i [s - <u,z_i>]_+, the hinge sum that the
 *               mistake bounds of noisy Winnow charge (GLPK; l1 and l1 signed)
 *
 * (Lecture note on Winnow, Remark 1.46; Freund & Schapire 1999.)
 *
 * A library's output reaches the answer only through numbers rounded to a grid of 2^-30: u, and the mixture p that
 * bounds how far u is from the best. Lengths, margins and hinge sums are then computed here, in a fixed order. Any u is
 * a valid comparator and any p a valid proof, so the answer does not rely on the library: a wrong output can only make
 * the bounds weaker. */
#pragma once

#include "comparators/comparator.h"
#include "hindsight/margin/margin_rows.h"

typedef enum margin_kind { MARGIN_L1, MARGIN_L1_SIGNED, MARGIN_L2 } margin_kind;

typedef struct margin_found {
  size_t distinct; /* number of different z */
  double margin;   /* min <u,z_i>; may be negative */
  double most;     /* no vector has a larger margin than this */
  double hinge;    /* soft: the hinge sum of u, else NaN */
  double least;    /* soft: no vector has a smaller hinge sum than this, else NaN */
} margin_found;

/* STATUS_ABSENT, naming what to install, if the library for this kind is missing. */
status margin_available(margin_kind kind);

/* u (n entries) and what is known of it. margin NaN: the largest margin; a number > 0: the least hinge sum at this
 * margin (not l2). At least one row. STATUS_NUMERIC if the library gives up, or answers with 0. */
status margin_solve(const labelled_vectors *vectors, margin_kind kind, double margin, double *u, margin_found *found);

/* The same as a comparator, `exact` if its margin is the largest one within 1e-6, else `given`. *gap = the margin for
 * bounds: that of u, or the given one. STATUS_INVALID if no vector separates the data and no margin is given.
 *
 * The last answers are kept (base/memo.h). */
status margin_comparator(const labelled_vectors *vectors, margin_kind kind, double margin, comparator **out,
                         double *gap, margin_found *found);
