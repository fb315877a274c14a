#include "base/arena.h"
#include <stdarg.h>

status arena_own(arena *owner, void *block) {
  FREED void *kept = block;
  TRY(memory_room(&owner->blocks, &owner->room, owner->count + 1, sizeof *owner->blocks));
  owner->blocks[owner->count++] = kept;
  kept = NULL;
  return STATUS_OK;
}

status arena_array(arena *owner, size_t count, size_t size, void *out) {
  void *block = NULL;
  TRY(memory_array(count, size, &block));
  TRY(arena_own(owner, block));
  memcpy(out, &block, sizeof block);
  return STATUS_OK;
}

status arena_text(arena *owner, const char **out, const char *text) {
  return arena_format(owner, out, "%s", text);
}

status arena_format(arena *owner, const char **out, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return FAIL(STATUS_MEMORY, "no memory for a string");
  TRY(arena_own(owner, text));
  *out = text;
  return STATUS_OK;
}

status arena_join(arena *owner, const char **list, const char *separator, const char *item) {
  return arena_format(owner, list, "%s%s%s", *list, (*list)[0] != '\0' ? separator : "", item);
}

void arena_free(arena *owner) {
  for (size_t i = 0; i < owner->count; i++) free(owner->blocks[i]);
  free(owner->blocks);
  owner->blocks = NULL;
  owner->count = owner->room = 0;
}
