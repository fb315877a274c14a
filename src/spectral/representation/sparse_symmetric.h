/* A sparse symmetric matrix that grows entry by entry: the argument of an online matrix predictor, in which a round
 * adds to one entry off the diagonal and two on it. Only the diagonal and what is above it are stored, in runs of one
 * reserved arena, a row's entries in order of arrival: adding allocates nothing, and a product reads an entry once for
 * both triangles. */
#pragma once

#include "base/arena.h"
#include <cjson/cJSON.h>

typedef struct sparse_symmetric sparse_symmetric;

/* The zero matrix of order n, 1 <= n < 2^32 - 1, with room for `pairs` different entries above the diagonal (more than
 * n(n-1)/2 are never needed). Memory is used only as entries arrive. */
status sparse_symmetric_new(arena *memory, size_t n, size_t pairs, sparse_symmetric **out);

void sparse_symmetric_clear(sparse_symmetric *a); /* the zero matrix again */

/* a_ij += value and a_ji += value (once for i = j); i, j < n. O(entries of row i or j). STATUS_INVALID if it is
 * full. */
status sparse_symmetric_add(sparse_symmetric *a, size_t i, size_t j, double value);
double sparse_symmetric_get(const sparse_symmetric *a, size_t i, size_t j);

/* How many rows entries were added to, and which of them row i is, in their order; the number itself if it is none of them. */
size_t sparse_symmetric_active(const sparse_symmetric *a);
size_t sparse_symmetric_place(const sparse_symmetric *a, size_t i);
size_t sparse_symmetric_row(const sparse_symmetric *a,
                            size_t place); /* the reverse, of a place among the active ones */

/* Y += A X on the active rows, for panels X and Y of two columns, row by row. */
void sparse_symmetric_add_product(const sparse_symmetric *a, const double *x, double *y);
/* y += A e, e the unit vector of a row's place (nothing for a place beyond the active rows); y is a column of such a panel. */
void sparse_symmetric_add_column(const sparse_symmetric *a, size_t place, double *y);

/* Visits the diagonal entries that are not 0 and then the stored entries above the diagonal, row by row in order of
 * arrival; stops at a status other than STATUS_OK and returns it. */
typedef status (*sparse_symmetric_visit)(void *context, size_t i, size_t j, double value);
status sparse_symmetric_each(const sparse_symmetric *a, sparse_symmetric_visit visit, void *context);
/* dense (n x n) = A */
void sparse_symmetric_to_dense(const sparse_symmetric *a, double *dense);

/* Members "diagonal" (n numbers), "columns" and "values" (a list for each row, both triangles, what is above the
 * diagonal in storage order, on which the last digits of products depend). Loading needs an empty matrix and checks order, capacity, symmetry and range:
 * STATUS_INVALID. */
status sparse_symmetric_save(const sparse_symmetric *a, cJSON *state);
status sparse_symmetric_load(sparse_symmetric *a, const cJSON *state);
