#include "engine/plot_pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static status pool_keep(plot_pool *pool, void *block) {
  if (pool->count == pool->room) {
    const size_t room = pool->room > 0 ? 2 * pool->room : 64;
    void **larger = realloc(pool->blocks, room * sizeof *larger);
    if (larger == NULL) {
      free(block);
      return FAIL(STATUS_MEMORY, "no memory for a plot");
    }
    pool->blocks = larger;
    pool->room = room;
  }
  pool->blocks[pool->count++] = block;
  return STATUS_OK;
}

status pool_array(plot_pool *pool, size_t count, size_t size, void *out) {
  void *block = NULL;
  TRY(memory_array(count, size, &block));
  TRY(pool_keep(pool, block));
  memcpy(out, &block, sizeof block);
  return STATUS_OK;
}

status pool_format(plot_pool *pool, const char **out, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return FAIL(STATUS_MEMORY, "no memory for a plot");
  TRY(pool_keep(pool, text));
  *out = text;
  return STATUS_OK;
}

status pool_join(plot_pool *pool, const char **list, const char *separator, const char *item) {
  return pool_format(pool, list, "%s%s%s", *list, (*list)[0] != '\0' ? separator : "", item);
}

void pool_free(plot_pool *pool) {
  for (size_t i = 0; i < pool->count; i++) free(pool->blocks[i]);
  free(pool->blocks);
  *pool = (plot_pool){0};
}
