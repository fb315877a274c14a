/* Inside of the low-rank representation: shared by low_rank.c (what is asked of it) and low_rank_change.c (what changes
 * it). */
#ifndef SPECTRAL_REPRESENTATION_LOW_RANK_H
#define SPECTRAL_REPRESENTATION_LOW_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "linalg/eigen.h"
#include "spectral/representation/representation.h"

typedef struct low_rank {
  spectral_link link;
  size_t n;
  size_t limit; /* rows that steps may fill, min(n, capacity) */
  size_t rows;  /* rows reserved: also those that a window adds for its own use */
  size_t k;
  double offset;
  double *basis; /* rows x n; the first k are B */
  double *a;     /* A, stride limit */
  eigen_solver *solver;
  bool decomposed; /* values, vectors and quality belong to A as it is */
  double *values;  /* s, ascending */
  double *vectors; /* U^T: k x k rows */
  eigen_quality quality;
  bool weighed;          /* base and weights belong to offset and A as they are */
  double base, *weights; /* tr(f(H) zz^T) = base |z|^2 + sum_l weights_l (U^T B z)_l^2 */
  double
      *panel; /* scratch of a block: coordinates, what A or U makes of them (PANEL_VECTORS x limit each), PANEL_WORK */
  double *coefficient, *rotated, *dense, *append_work, *window_rows, *scratch;
  double drift; /* bound of the rounding errors that steps, shifts and maps left in H */
} low_rank;

/* Makes values, vectors and quality those of A as it is. */
status low_rank_decompose(low_rank *d);
/* Bound of |computed H - exact H| that the decomposition at hand stands for. */
double low_rank_argument_error(const low_rank *d);

status low_rank_step(void *self, double a, const instance *x);
status low_rank_shift(void *self, double c);
status low_rank_map(void *self, eigenvalue_map *map, void *context);
status low_rank_save(const void *self, cJSON *state);
status low_rank_load(void *self, const cJSON *state);

#endif
