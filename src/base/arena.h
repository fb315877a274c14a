/* An arena: many small allocations that are freed together. */
#pragma once

#include "base/memory.h"

typedef struct arena {
  void **blocks;
  size_t count, room;
} arena; /* start with {0} */

/* *out = zeroed array that lives as long as the arena. */
status arena_array(arena *owner, size_t count, size_t size, void *out);
/* *out = copy of a text that lives as long as the arena. */
status arena_text(arena *owner, const char **out, const char *text);
/* *out = formatted text that lives as long as the arena. */
status arena_format(arena *owner, const char **out, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* *list = *list + separator + item, or a copy of item if *list is "". */
status arena_join(arena *owner, const char **list, const char *separator, const char *item);
/* Takes ownership of a block from malloc, also on failure. */
status arena_own(arena *owner, void *block);
void arena_free(arena *owner);

#define ARENA_ARRAY(arena, count, pointer) arena_array((arena), (count), sizeof *(pointer), &(pointer))
