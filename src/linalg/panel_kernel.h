/* Products of many rows with a few vectors at once: rows are read from memory once for all vectors, numbers from cache
 * once for three products, and where the CPU has AVX four products are made at a time. Each product is the sum that
 * kernel_dot takes, in its order: results are the same bits whatever the CPU and the number of vectors. */
#ifndef LINALG_PANEL_KERNEL_H
#define LINALG_PANEL_KERNEL_H

#include <stddef.h>

enum {
  PANEL_VECTORS = 24,                         /* at most so many vectors at once */
  PANEL_ROWS = 66,                            /* inside: rows whose sums are kept meanwhile, a multiple of 3 */
  PANEL_WORK = 8 * PANEL_ROWS * PANEL_VECTORS /* doubles of scratch */
};

/* out[v * out_stride + i] = rows_i . vectors[v], i < count, v < vector_count <= PANEL_VECTORS; rows have `stride`
 * doubles. Neither rows nor vectors overlap out or work (PANEL_WORK doubles). The vectors may all be of one array or
 * anywhere. */
void kernel_panel_dot(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                      const double *const *vectors, double *out, size_t out_stride, double *work);
/* The same without AVX, whatever the CPU: what tests compare it with. */
void kernel_panel_dot_plain(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                            const double *const *vectors, double *out, size_t out_stride, double *work);

#endif
