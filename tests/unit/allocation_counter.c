#include "unit/allocation_counter.h"

#include <stdlib.h>

#include "base/sanitizer.h"

#if WITH_SANITIZER || !defined(__GLIBC__)
#define SANITIZED 1
#endif

static volatile size_t calls; /* a compiler may think that malloc changes nothing */

#ifndef SANITIZED
/* glibc's own names of its allocator; no dlsym, which allocates itself. */
extern void *glibc_malloc(size_t size) __asm__("__libc_malloc");
extern void *glibc_calloc(size_t count, size_t size) __asm__("__libc_calloc");
extern void *glibc_realloc(void *pointer, size_t size) __asm__("__libc_realloc");

void *malloc(size_t size) {
  calls++;
  return glibc_malloc(size);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the header's names are the library's own */
void *calloc(size_t count, size_t size) {
  calls++;
  return glibc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
  calls++;
  return glibc_realloc(pointer, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
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
