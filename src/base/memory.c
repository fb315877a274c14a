#include "base/memory.h"
#include "base/sanitizer.h"
#include <stdarg.h>
#include <sys/mman.h>

/* `out` is the address of a pointer of any object type; the copy keeps to C's aliasing rules. */
static void store_pointer(void *out, void *pointer) {
  memcpy(out, &pointer, sizeof pointer);
}

status memory_array(size_t count, size_t size, void *out) {
  size_t bytes;
  store_pointer(out, NULL);
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) {
    return FAIL(STATUS_MEMORY, "no memory for %zu items of %zu bytes", count, size);
  }
  void *pointer = calloc(bytes > 0 ? bytes : 1, 1);
  if (pointer == NULL) return FAIL(STATUS_MEMORY, "no memory for %zu items of %zu bytes", count, size);
  store_pointer(out, pointer);
  return STATUS_OK;
}

status memory_grow(void *array, size_t count, size_t size) {
  void *old, *bigger = NULL;
  size_t bytes;
  memcpy(&old, array, sizeof old);
  if (!__builtin_mul_overflow(count, size, &bytes)) bigger = realloc(old, bytes > 0 ? bytes : 1);
  if (bigger == NULL) return FAIL(STATUS_MEMORY, "no memory for %zu items of %zu bytes", count, size);
  store_pointer(array, bigger);
  return STATUS_OK;
}

status memory_room(void *array, size_t *room, size_t count, size_t size) {
  if (count <= *room) return STATUS_OK;
  const size_t wanted = count > 2 * *room ? count : 2 * *room;
  TRY(memory_grow(array, wanted, size));
  *room = wanted;
  return STATUS_OK;
}

status memory_text(const char *text, char **out) {
  *out = NULL;
  if (text == NULL) return STATUS_OK;
  *out = strdup(text);
  if (*out == NULL) return FAIL(STATUS_MEMORY, "no memory for a string of %zu bytes", strlen(text));
  return STATUS_OK;
}

status memory_format(char **out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = NULL;
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  *out = length < 0 ? NULL : text;
  if (length < 0) return FAIL(STATUS_MEMORY, "no memory for a string");
  return STATUS_OK;
}

/* Under a sanitizer, which does not know mappings, a page behind the array that nobody may touch, and the array ends where it begins. */
enum { PAGE = 4096, GUARD = WITH_SANITIZER ? PAGE : 0 };

/* Bytes to map, and how many of them lie before the array; false on overflow. */
static bool mapping_size(size_t count, size_t size, size_t *bytes, size_t *before) {
  size_t used;
  if (__builtin_mul_overflow(count, size, &used) || used > PTRDIFF_MAX - 2 * GUARD) return false;
  *before = GUARD > 0 ? (PAGE - used % PAGE) % PAGE : 0;
  *bytes = *before + used + GUARD;
  if (*bytes == 0) *bytes = 1;
  return true;
}

status memory_reserve(size_t count, size_t size, void *out) {
  size_t bytes, before;
  store_pointer(out, NULL);
  if (!mapping_size(count, size, &bytes, &before)) {
    return FAIL(STATUS_MEMORY, "no address space for %zu items of %zu bytes", count, size);
  }
  char *pointer = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pointer == MAP_FAILED) {
    return FAIL(STATUS_MEMORY, "no address space for %zu items of %zu bytes", count, size);
  }
  if (GUARD > 0) (void)mprotect(pointer + bytes - GUARD, GUARD, PROT_NONE);
  store_pointer(out, pointer + before);
  return STATUS_OK;
}

void memory_unreserve(void *pointer, size_t count, size_t size) {
  size_t bytes, before;
  if (pointer != NULL && mapping_size(count, size, &bytes, &before)) munmap((char *)pointer - before, bytes);
}
