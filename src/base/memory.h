/* Memory: zeroed arrays with overflow check, variables that clean up after themselves, and address space that costs nothing until it is touched.
 * Its inline functions need <stdlib.h>, <string.h> and base/status.h: who includes it has them. */
#pragma once

#include "base/status.h"

/* *out = zeroed array of count * size bytes (count = 0 gives a valid pointer); the caller frees it with free(). */
status memory_array(size_t count, size_t size, void *out);
/* `array` is the address of a pointer from malloc or NULL: makes room for `count` items of `size` bytes, contents kept, the rest not set.
 * The array stays as it is when there is no memory. */
status memory_grow(void *array, size_t count, size_t size);
/* The same for a list that grows item by item: where it has *room for fewer than `count`, at least twice as many. */
status memory_room(void *array, size_t *room, size_t count, size_t size);
/* *out = copy of a string; the caller frees it. text = NULL gives NULL. */
status memory_text(const char *text, char **out);
/* *out = formatted string; the caller frees it. */
status memory_format(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Address space for count * size bytes, zero when first touched; only touched pages use memory (mmap, MAP_NORESERVE).
 * The trial loop may grow into it without allocating. Released with memory_unreserve. */
status memory_reserve(size_t count, size_t size, void *out);
void memory_unreserve(void *pointer, size_t count, size_t size);

#define NEW_ARRAY(count, pointer) memory_array((count), sizeof *(pointer), &(pointer))

/* A local variable that its block cleans up however it is left, by `function` of its address: a TRY needs no label to jump to.
 *
 *   FREED double *rows = NULL;                    freed with free()
 *   CLEANUP(comparator_free_at) comparator *u = NULL;
 *   CLEANUP(features_free) features data = {0};
 *
 * Such a variable has a value from its first line on. */
#define CLEANUP(function) __attribute__((cleanup(function)))
#define FREED CLEANUP(memory_free_at)
/* The last line of a function that made something: `return HAND_OVER(u, *out);`. The variable is zero then, and nothing is cleaned up. */
#define HAND_OVER(variable, place) ((place) = (variable), (void)memset(&(variable), 0, sizeof(variable)), STATUS_OK)
/* Defines FUNCTION_at(type **), which is FUNCTION of what the variable points to. */
#define POINTER_CLEANUP(type, function)         \
  static inline void function##_at(type **at) { \
    function(*at);                              \
  }
static inline void memory_free_at(void *address) {
  void *pointer;
  memcpy(&pointer, address, sizeof pointer);
  free(pointer);
}
