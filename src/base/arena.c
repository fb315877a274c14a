#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

status arena_own(arena *arena, void *block) {
  if (arena->count == arena->room) {
    const size_t room = arena->room > 0 ? 2 * arena->room : 64;
    const status code = memory_grow(&arena->blocks, room, sizeof *arena->blocks);
    if (code != STATUS_OK) {
      free(block);
      return code;
    }
    arena->room = room;
  }
  arena->blocks[arena->count++] = block;
  return STATUS_OK;
}

status arena_array(arena *arena, size_t count, size_t size, void *out) {
  void *block = NULL;
  TRY(memory_array(count, size, &block));
  TRY(arena_own(arena, block));
  memcpy(out, &block, sizeof block);
  return STATUS_OK;
}

status arena_text(arena *arena, const char **out, const char *text) {
  return arena_format(arena, out, "%s", text);
}

status arena_format(arena *arena, const char **out, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return FAIL(STATUS_MEMORY, "no memory for a string");
  TRY(arena_own(arena, text));
  *out = text;
  return STATUS_OK;
}

status arena_join(arena *arena, const char **list, const char *separator, const char *item) {
  return arena_format(arena, list, "%s%s%s", *list, (*list)[0] != '\0' ? separator : "", item);
}

void arena_free(arena *arena) {
  for (size_t i = 0; i < arena->count; i++) free(arena->blocks[i]);
  free(arena->blocks);
  arena->blocks = NULL;
  arena->count = arena->room = 0;
}
