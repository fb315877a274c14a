/* Shared by problems with a hidden comparator: relevant coordinates, random rotations and directions, forms of diagonal instances. */
#pragma once

#include "base/random.h"
#include "comparators/comparator.h"
#include "registry/option_rule.h"

/* A rotation is n x n and costs O(n^3) to draw; a matrix instance is n x n. */
enum { PLANTED_ROTATION_LIMIT = 2048, PLANTED_MATRIX_LIMIT = 4096 };

/* *rows = n x n Haar-random orthogonal matrix from the stream "rotation"; rows are q_0 .. q_{n-1}. The caller frees. */
status planted_rotation(uint64_t seed, size_t n, double **rows);
/* *out = size ascending coordinates out of 0..n-1: the first ones, or a random subset from the stream "subspace". The
 * caller frees. */
status planted_coordinates(uint64_t seed, size_t n, size_t size, bool random, size_t **out);
/* out[i] = the class of item i, from 0: classes as equal in size as possible, their members random, from the stream `purpose`. */
status planted_classes(uint64_t seed, const char *purpose, size_t count, size_t classes, size_t *out);
/* Random signs, from the stream "signs". */
status planted_signs(uint64_t seed, size_t count, double *out);
/* Is one pass of classical Gram-Schmidt enough, if it leaves a vector of squared length `rest` of one of squared length `whole`?
 *
 * A pass leaves along the rows no more than its rounding errors, c eps |before|, where c depends on their number and length. In the
 * unit vector they are c eps |before|/|after|: at most 2 c eps if half of the length is left. Another pass over that vector leaves
 * c eps, so it could gain a factor of 2 at most. Where less is left, another pass follows (Kahan's criterion: Parlett 1980, section
 * 6.9). */
bool planted_one_pass(double whole, double rest);
/* Makes x a unit vector orthogonal to `count` orthonormal rows. False if so little of it is left that its direction is rounding. work: as
 * many doubles as rows. */
bool planted_outside(size_t n, size_t count, const double *rows, double *x, double *work);
/* x = a random unit vector orthogonal to `count` orthonormal rows and to `more_count` others, which are orthogonal to those; drawn
 * again if too little of it is left. work: as many doubles as the larger count. */
void planted_direction(random_stream *stream, size_t n, size_t count, const double *rows, size_t more_count,
                       const double *more_rows, double *x, double *work);
/* The projection onto e_i (rotation = NULL) or q_i for the coordinates i. */
status planted_comparator(size_t n, size_t size, const size_t *coordinates, const double *rotation, comparator **out);
/* The generalised projection sum of e_i e_i^T, m x n, for the coordinates i. */
status planted_rectangular_comparator(size_t m, size_t n, size_t size, const size_t *coordinates, comparator **out);
/* Refuses n above `limit` because of `reason`. */
status planted_limit(const char *who, size_t n, size_t limit, const char *reason);

/* Rows of parameter tables, bound to the members gap, r, margin, positives and noise of the struct. */
#define PLANTED_GAP(type, text) OPTION_ABOVE(type, gap, "0.5", 0, 1, text)
#define PLANTED_RANK(type, most, text) OPTION_COUNT(type, r, "1", 1, most, text)
#define PLANTED_MARGIN(type, words, text) OPTION_CHOICE(type, margin, "boundary", words, text)
#define PLANTED_POSITIVES(type) OPTION_NUMBER(type, positives, "0.5", 0, 1, "probability that an instance is positive")
#define PLANTED_NOISE(type) OPTION_NUMBER(type, noise, "0", 0, 1, "probability that a label is flipped")
/* A diagonal instance diag(x) with sparse x, in one of four forms; the last one is m x n. */
typedef enum planted_form { PLANTED_VECTOR, PLANTED_MATRIX, PLANTED_ROTATED, PLANTED_RECTANGULAR } planted_form;
instance_kind planted_kind(planted_form form);
/* Rules: limits of the member n by the form, whose choices are the words of planted_form or the first of these. */
#define PLANTED_FORM_LIMITS(type)                                         \
  RULE_LIMIT(type, n, PLANTED_MATRIX_LIMIT, form, PLANTED_MATRIX),        \
      RULE_LIMIT(type, n, PLANTED_ROTATION_LIMIT, form, PLANTED_ROTATED), \
      RULE_LIMIT(type, n, PLANTED_MATRIX_LIMIT, form, PLANTED_RECTANGULAR)

typedef struct planted_diagonal {
  planted_form form;
  size_t n, m;      /* rectangular: m rows */
  double *rotation; /* rotated: n x n, otherwise NULL */
  double *factors;  /* rotated: room for `most` x n */
  double *matrix;   /* matrix: n x n; rectangular: m x n */
  size_t *last;     /* matrix: diagonal positions that are set */
  size_t last_count;
} planted_diagonal;

/* `most`: the largest number of entries of x. */
status planted_diagonal_begin(planted_diagonal *diagonal, planted_form form, uint64_t seed, size_t n, size_t most);
status planted_diagonal_begin_rectangular(planted_diagonal *diagonal, size_t m, size_t n, size_t most);
void planted_diagonal_end(planted_diagonal *diagonal);
/* The instance diag(x), or R diag(x) R^T for the fixed rotation R with columns q_i; a view that the next call
 * changes. */
instance planted_diagonal_instance(planted_diagonal *diagonal, size_t count, const size_t *index, const double *value);
