#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static status arena_keep(plot_arena *arena, void *block) {
  if (arena->count == arena->room) {
    const size_t room = arena->room > 0 ? 2 * arena->room : 64;
    void **larger = realloc(arena->blocks, room * sizeof *larger);
    if (larger == NULL) {
      free(block);
      return FAIL(STATUS_MEMORY, "no memory for a plot");
    }
    arena->blocks = larger;
    arena->room = room;
  }
  arena->blocks[arena->count++] = block;
  return STATUS_OK;
}

status arena_array(plot_arena *arena, size_t count, size_t size, void *out) {
  void *block = NULL;
  TRY(memory_array(count, size, &block));
  TRY(arena_keep(arena, block));
  memcpy(out, &block, sizeof block);
  return STATUS_OK;
}

status arena_format(plot_arena *arena, const char **out, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return FAIL(STATUS_MEMORY, "no memory for a plot");
  TRY(arena_keep(arena, text));
  *out = text;
  return STATUS_OK;
}

status arena_join(plot_arena *arena, const char **list, const char *separator, const char *item) {
  return arena_format(arena, list, "%s%s%s", *list, (*list)[0] != '\0' ? separator : "", item);
}

void arena_free(plot_arena *arena) {
  for (size_t i = 0; i < arena->count; i++) free(arena->blocks[i]);
  free(arena->blocks);
  *arena = (plot_arena){0};
}
