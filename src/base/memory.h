/* Memory: zeroed arrays with overflow check, and address space that costs nothing until it is touched. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

/* *out = zeroed array of count * size bytes (count = 0 gives a valid pointer); the caller frees it with free(). */
status memory_array(size_t count, size_t size, void *out);
/* `array` is the address of a pointer from malloc or NULL: makes room for `count` items of `size` bytes, contents kept, the rest not set.
 * The array stays as it is when there is no memory. */
status memory_grow(void *array, size_t count, size_t size);
/* *out = copy of a string; the caller frees it. text = NULL gives NULL. */
status memory_text(const char *text, char **out);
/* *out = formatted string; the caller frees it. */
status memory_format(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Address space for count * size bytes, zero when first touched; only touched pages use memory (mmap, MAP_NORESERVE).
 * The trial loop may grow into it without allocating. Released with memory_unreserve. */
status memory_reserve(size_t count, size_t size, void *out);
void memory_unreserve(void *pointer, size_t count, size_t size);

#define NEW_ARRAY(count, pointer) memory_array((count), sizeof *(pointer), &(pointer))

#endif
