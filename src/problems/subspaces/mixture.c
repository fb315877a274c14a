#include "problems/subspaces/mixture.h"
#include "linalg/kernels.h"
#include "linalg/panel_kernel.h"
#include "problems/subspaces/planted.h"

enum {
  MOST = 8,          /* at once */
  NUMBERS = 1 << 19, /* and in memory */
  STRETCH = 512      /* entries of a row that stay in the cache while the vectors are combined with it */
};

size_t mixtures_capacity(size_t n) {
  const size_t room = NUMBERS / n;
  return room > MOST ? MOST : room > 1 ? room : 1;
}

status mixtures_begin(size_t n, size_t r, size_t capacity, mixtures *out) {
  *out = (mixtures){.n = n, .r = r, .capacity = capacity};
  TRY(ARENA_ARRAY(&out->memory, capacity * n, out->x));
  TRY(ARENA_ARRAY(&out->memory, capacity * r, out->inside));
  TRY(ARENA_ARRAY(&out->memory, capacity * r, out->along));
  TRY(ARENA_ARRAY(&out->memory, capacity, out->share));
  if (capacity > 1) TRY(ARENA_ARRAY(&out->memory, PANEL_WORK, out->work));
  return STATUS_OK;
}

void mixtures_end(mixtures *all) {
  arena_free(&all->memory);
}

void mixtures_draw(mixtures *all, random_stream *stream, double share) {
  const size_t i = all->count++, n = all->n, r = all->r;
  double *x = all->x + i * n, *inside = all->inside + i * r;
  all->share[i] = share;
  memset(share < 1.0 ? inside : x, 0, (share < 1.0 ? r : n) * sizeof *x);
  if (share < 1.0) random_gaussian_vector(stream, n, x);
  if (share > 0.0) random_unit_vector(stream, r, inside);
}

/* along = rows x, for all */
static void project(mixtures *all, const double *rows) {
  const double *vectors[MOST];
  for (size_t i = 0; i < all->count; i++) vectors[i] = all->x + i * all->n;
  if (all->count == 1) {
    kernel_rows_dot(all->r, all->n, rows, all->n, all->x, all->along);
  } else {
    kernel_panel_dot(all->r, all->n, rows, all->n, all->count, vectors, all->along, all->r, all->work);
  }
}

/* x: its length, and `inside`: what is to be added of the rows. Where one pass of Gram-Schmidt is enough, it waits until then:
 * |x - R^T R x|^2 = |x|^2 - |R x|^2. */
static void scale(mixtures *all, size_t i, random_stream *stream, const double *rows) {
  const size_t n = all->n, r = all->r;
  const double share = all->share[i];
  double *x = all->x + i * n, *inside = all->inside + i * r, *along = all->along + i * r;
  kernel_scale(r, sqrt(share), inside);
  if (share >= 1.0) return;
  const double whole = kernel_dot(n, x, x), rest = whole - kernel_dot(r, along, along);
  if (planted_one_pass(whole, rest)) {
    const double factor = sqrt((1.0 - share) / rest);
    kernel_scale(n, factor, x);
    kernel_axpy(r, -factor, along, inside);
    return;
  }
  if (!planted_outside(n, r, rows, x, along)) planted_direction(stream, n, r, rows, 0, NULL, x, along);
  kernel_scale(n, sqrt(1.0 - share), x);
}

void mixtures_make(mixtures *all, random_stream *stream, const double *rows) {
  const size_t n = all->n, r = all->r;
  project(all, rows);
  for (size_t i = 0; i < all->count; i++) scale(all, i, stream, rows);
  for (size_t start = 0; start < n; start += STRETCH) {
    const size_t length = n - start < STRETCH ? n - start : STRETCH;
    for (size_t i = 0; i < all->count; i++) {
      kernel_rows_combine(r, length, rows + start, n, all->inside + i * r, all->x + i * n + start);
    }
  }
  all->count = 0;
}
