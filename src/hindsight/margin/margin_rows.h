/* Labelled vectors as margins see them: z = y x, equal ones merged. */
#pragma once

#include "base/status.h"

/* `count` sparse rows of n numbers: row i has the entries start[i] .. start[i+1] - 1, indices from 0 and ascending. */
typedef struct labelled_vectors {
  size_t n, count;
  const size_t *start, *index;
  const double *value;
  const double *label; /* 1 or -1 */
} labelled_vectors;

/* A distinct z; it points into the labelled vectors. */
typedef struct margin_row {
  size_t count;
  const size_t *index;
  const double *value;
  double label;
  double weight; /* how many of the vectors are equal to it */
} margin_row;

typedef struct margin_rows {
  size_t n, count;
  margin_row *row; /* sorted by content: the order of the vectors does not matter */
} margin_rows;

status margin_rows_new(const labelled_vectors *vectors, margin_rows *out);
void margin_rows_free(margin_rows *rows);

/* min <u,z> */
double margin_least(const margin_rows *rows, const double *u);
/* sum of weight [s - <u,z>]_+ */
double margin_hinge_sum(const margin_rows *rows, double s, const double *u);
/* combination (n entries) = sum of mixture_i z_i */
void margin_combine(const margin_rows *rows, const double *mixture, double *combination);
