/* Many small allocations of one picture that are freed together. */
#ifndef ENGINE_PLOT_POOL_H
#define ENGINE_PLOT_POOL_H

#include <stddef.h>

#include "base/status.h"

typedef struct plot_pool {
  void **blocks;
  size_t count, room;
} plot_pool; /* start with {0} */

/* *out = zeroed array that lives as long as the pool. */
status pool_array(plot_pool *pool, size_t count, size_t size, void *out);
/* *out = formatted text that lives as long as the pool. */
status pool_format(plot_pool *pool, const char **out, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* *list = *list + separator + item, or a copy of item if *list is "". */
status pool_join(plot_pool *pool, const char **list, const char *separator, const char *item);
void pool_free(plot_pool *pool);

#define POOL_ARRAY(pool, count, pointer) pool_array((pool), (count), sizeof *(pointer), &(pointer))

#endif
