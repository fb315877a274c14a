/* Options of a spectral parameter. */
#pragma once

#include "linalg/eigen.h"
#include "spectral/instance/instance.h"
#include "spectral/link.h"

/* The first ones are in the order of the words of learners' options. */
typedef enum spectral_representation {
  REPRESENTATION_AUTO,
  REPRESENTATION_DIAGONAL,
  REPRESENTATION_DENSE,
  REPRESENTATION_LOW_RANK,
  REPRESENTATION_UPDATED,
  REPRESENTATION_SPARSE,
  REPRESENTATION_RECTANGULAR
} spectral_representation;

/* AUTO for distances with LINK_EXP: updated up to this order, sparse above it. */
enum { SPECTRAL_UPDATED_ORDER = 256 };

typedef struct spectral_options {
  size_t n; /* order, >= 1; rectangular: columns */
  size_t m; /* rectangular: rows, >= 1; 0 means n (vectors: must be n or 0); otherwise ignored */
  spectral_link link;
  /* AUTO: rectangular for LINK_SINH; diagonal for vectors, low rank for dyads and low rank, dense for matrices, updated
   * or sparse for distances */
  spectral_representation representation;
  instance_kind kind; /* kind of the instances of steps */
  double shift;       /* H starts as shift * I */
  /* low rank: the largest number of factors that steps will add (min(n, .) rows are kept) */
  size_t capacity;
  const eigen_backend *eigen; /* dense, low rank */
} spectral_options;

/* Largest number of vectors of a window (spectral_window). */
enum { SPECTRAL_WINDOW_VECTORS = 64 };
