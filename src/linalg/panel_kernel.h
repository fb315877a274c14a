/* Products of many rows with a few vectors at once: rows are read from memory once for all vectors, entries are read
 * from cache once for three products, and with AVX four multiplications are done at a time. Each product is summed in
 * the order of kernel_dot: results are the same bits on every CPU and for any number of vectors. */
#pragma once

#include <stddef.h>

enum {
  PANEL_VECTORS = 24,                         /* largest number of vectors at once */
  PANEL_ROWS = 66,                            /* internal: rows whose sums are kept in memory, a multiple of 3 */
  PANEL_WORK = 8 * PANEL_ROWS * PANEL_VECTORS /* doubles of scratch */
};

/* out[v * out_stride + i] = rows_i . vectors[v], i < count, v < vector_count <= PANEL_VECTORS; rows have `stride`
 * doubles. Neither rows nor vectors overlap out or work (PANEL_WORK doubles). The vectors may lie anywhere. */
void kernel_panel_dot(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                      const double *const *vectors, double *out, size_t out_stride, double *work);
/* The same without AVX on any CPU, for tests. */
void kernel_panel_dot_plain(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                            const double *const *vectors, double *out, size_t out_stride, double *work);
