#include "allocation_counter.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define SANITIZED 1
#endif

static size_t calls;

#ifndef SANITIZED
/* glibc's own names of its allocator; no dlsym, which allocates itself. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
  calls++;
  return __libc_realloc(pointer, size);
}
#endif

size_t allocation_count(void) {
  return calls;
}

bool allocation_counter_works(void) {
  const size_t before = calls;
  void *volatile pointer = malloc(1);
  free(pointer);
  return calls == before + 1;
}
