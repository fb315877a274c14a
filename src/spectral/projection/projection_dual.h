/* The dual function of a projection, its gradient and its Hessian; for projection.c only. */
#pragma once

#include "linalg/eigen.h"
#include "spectral/projection/linear_constraint.h"

/* Constraints are stored divided by their Frobenius norm: |C_j|_F = 1. */
typedef struct projection {
  size_t n, count;
  size_t entries; /* n x n, or n on the space of diagonal matrices */
  bool diagonal;
  linear_constraint *constraints;
  double *data;        /* of dyads and matrices; on diagonal matrices: the diagonals of all constraints */
  double *size;        /* |C_j|_F before */
  double *bound;       /* b_j */
  double ridge;        /* added to the scaled Hessian */
  double magnitude;    /* sum of the absolute values of the terms of g, to which its rounding is proportional */
  double scale;        /* largest |b_j|, or 1 */
  const double *start; /* A' */
  double *argument;    /* A = A' - sum a_j C_j */
  eigen_solver *solver;
  double *values, *vectors;    /* of A */
  double *transformed, *work;  /* V C_j V^T; n x n */
  double *weighted;            /* count x entries: (V C_j V^T)_pq sqrt(k(l_p, l_q)) */
  double *hessian;             /* count x count */
  double *factor;              /* count x count: Cholesky factor on the free ones */
  double *dual, *trial, *step; /* a, a + t p, p */
  double *gradient;            /* at `dual`, or at `trial` after dual_evaluate of it */
  double *solution;            /* of the scaled system */
  bool *held;                  /* a_j stays at 0 */
  size_t *freed;               /* positions of the a_j that are not held at 0 */
} projection;

void dual_add(const projection *p, size_t j, double scale, double *matrix); /* matrix += scale C_j */
/* sum_j a_j C_j */
void dual_combination(const projection *p, const double *a, double *matrix);
/* Decomposes A(a); *value = g(a), infinity beyond a double; gradient at a. */
status dual_evaluate(projection *p, const double *a, double *value);
void dual_hessian(projection *p); /* at the point of the last dual_evaluate */
/* Largest of: |gradient_j| for equalities, |min(scale a_j, gradient_j)| for inequalities. */
double dual_residual(const projection *p, const double *a);
