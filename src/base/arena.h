/* Many small allocations of one picture that are freed together. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/status.h"

typedef struct plot_arena {
  void **blocks;
  size_t count, room;
} plot_arena; /* start with {0} */

/* *out = zeroed array that lives as long as the arena. */
status arena_array(plot_arena *arena, size_t count, size_t size, void *out);
/* *out = formatted text that lives as long as the arena. */
status arena_format(plot_arena *arena, const char **out, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* *list = *list + separator + item, or a copy of item if *list is "". */
status arena_join(plot_arena *arena, const char **list, const char *separator, const char *item);
void arena_free(plot_arena *arena);

#define ARENA_ARRAY(arena, count, pointer) arena_array((arena), (count), sizeof *(pointer), &(pointer))

#endif
