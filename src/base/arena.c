#include "base/arena.h"
#include <stdarg.h>

typedef struct owned {
  void *object;
  void (*destroy)(void *object); /* NULL: address space */
  size_t bytes;                  /* of address space */
} owned;

static status note(arena *owner, owned piece) {
  TRY(memory_room(&owner->pieces, &owner->room, owner->count + 1, sizeof *owner->pieces));
  owner->pieces[owner->count++] = piece;
  return STATUS_OK;
}

static void release(const owned *piece) {
  if (piece->destroy != NULL) {
    piece->destroy(piece->object);
  } else {
    memory_unreserve(piece->object, piece->bytes, 1);
  }
}

status arena_own(arena *owner, void *object, void (*destroy)(void *)) {
  if (object == NULL) return STATUS_OK;
  const status code = note(owner, (owned){object, destroy, 0});
  if (code != STATUS_OK) destroy(object);
  return code;
}

status arena_array(arena *owner, size_t count, size_t size, void *out) {
  void *block = NULL;
  TRY(memory_array(count, size, &block));
  TRY(arena_own(owner, block, free));
  memcpy(out, &block, sizeof block);
  return STATUS_OK;
}

status arena_reserve(arena *owner, size_t count, size_t size, void *out) {
  owned piece = {.bytes = count * size};
  TRY(memory_reserve(count, size, &piece.object));
  const status code = note(owner, piece);
  if (code == STATUS_OK)
    memcpy(out, &piece.object, sizeof piece.object);
  else
    release(&piece);
  return code;
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
  TRY(arena_own(owner, text, free));
  *out = text;
  return STATUS_OK;
}

status arena_join(arena *owner, const char **list, const char *separator, const char *item) {
  return arena_format(owner, list, "%s%s%s", *list, (*list)[0] != '\0' ? separator : "", item);
}

void arena_free(arena *owner) {
  while (owner->count > 0) release(&owner->pieces[--owner->count]);
  free(owner->pieces);
  *owner = (arena){0};
}
