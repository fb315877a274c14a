/* Inside of the comparators: shared by comparator.c (symmetric ones, segments, questions) and rectangular_comparator.c and
 * entry_comparator.c. */
#ifndef COMPARATORS_COMPARATOR_PARTS_H
#define COMPARATORS_COMPARATOR_PARTS_H

#include "comparators/comparator.h"

/* A frame or generalised projection farther than this from one is none; nor is a matrix semidefinite (relative) or of
 * trace norm 1. */
#define COMPARATOR_TOLERANCE 1e-9
enum { COMPARATOR_SPECTRUM_LIMIT = 1024 }; /* order up to which a matrix is decomposed */

struct comparator {
  comparator_kind kind;
  comparator_origin origin;
  size_t n, rank;
  size_t rows; /* embedding, cut, order, entries: m */
  instance as_instance;
  double *
      numbers; /* frame, ones of the coordinates, vector, matrix, factors of an embedding, signs, or positions of an order */
  double *weights; /* frame: ones; embedding: 1/(m + n) */
  size_t *coordinates;
  double defect; /* frame: max |F F^T - I|; embedding: max ||row| - 1| */
  double trace, entropy, squared_norm;
  bool certified; /* `least` is known */
  double least;
  double *work; /* for comparator_value */
  /* a comparator of segments has only these */
  comparator **segments;
  size_t *first; /* trials */
  size_t segment_count, current;
};

/* A comparator with `count` numbers copied from `values` (NULL: ones). */
status comparator_begin(comparator_kind kind, comparator_origin origin, size_t n, size_t count, const double *values,
                        comparator **out);
/* Hands the comparator out, with enough work space for vectors and dyads, or frees it. */
status comparator_finish(comparator *u, status code, comparator **out);
/* <p_i,q_j> of an embedding; NaN for an entry of another shape. */
double comparator_embedded(const comparator *u, const instance *entry);
/* W_ij of a cut, an order or entries; NaN outside of them. */
double comparator_entry(const comparator *u, size_t i, size_t j);

#endif
