/* The sum G of the loss matrices so far, for learners that see it through products G x only. Vectors and dyads are added to a sparse matrix
 * (spectral/representation/sparse_symmetric.h), of which only the rows that something was added to, the active ones, take part; sums of dyads
 * and full matrices to a dense one, whose rows are all active. */
#pragma once

#include "base/arena.h"
#include "spectral/instance/instance.h"
#include <cjson/cJSON.h>

typedef struct loss_sum loss_sum;

/* G = 0 of order n, for instances of a kind that is symmetric but for distances. */
status loss_sum_new(arena *memory, size_t n, instance_kind kind, loss_sum **out);

/* G += a X; allocates nothing. */
status loss_sum_add(loss_sum *sum, double a, const instance *x);

/* Vectors on the active rows, in their order: how many numbers they have, and which row the number at `place` is of. */
size_t loss_sum_active(const loss_sum *sum);
size_t loss_sum_row(const loss_sum *sum, size_t place);
/* y = a G x on the active rows */
void loss_sum_multiply(loss_sum *sum, double a, const double *x, double *y);
/* matrix += a G, n x n */
void loss_sum_add_to_dense(const loss_sum *sum, double a, double *matrix);

/* save and load of a FIELD_PART; the sum that loads may have any value. */
status loss_sum_save(void *part, cJSON *state);
status loss_sum_load(void *part, const cJSON *state);
