/* An arena: what is made piece by piece and freed together, the last piece first. X_new(memory, ...) makes an X that lives as long as that
 * arena, also what it had made when it failed. */
#pragma once

#include "base/memory.h"

typedef struct arena {
  struct owned *pieces;
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
/* *out = address space (memory_reserve) that lives as long as the arena. */
status arena_reserve(arena *owner, size_t count, size_t size, void *out);
/* `object` is destroyed with the arena, or at once if there is no memory to note that. NULL is not noted. */
status arena_own(arena *owner, void *object, void (*destroy)(void *));
void arena_free(arena *owner);

#define ARENA_ARRAY(arena, count, pointer) arena_array((arena), (count), sizeof *(pointer), &(pointer))
#define ARENA_RESERVED(arena, count, pointer) arena_reserve((arena), (count), sizeof *(pointer), &(pointer))
/* destroy: of the type of the pointer. All pointers to objects are called alike on every machine that we know. */
#define ARENA_OWN(arena, pointer, destroy) \
  arena_own((arena), (pointer), (void (*)(void *))(1 ? (destroy) : ((destroy)(pointer), (destroy))))
