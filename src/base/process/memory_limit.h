/* A limit on memory for a while: for work on files that may hold anything. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

typedef struct memory_limit {
  struct rlimit before; /* address space */
  size_t begun, bytes;  /* in use at the beginning; how many more are allowed, 0: no limit was set */
} memory_limit;

/* From now on this process may use `bytes` more; then allocations fail. Nothing is limited where the system does not say how much is in use, or
 * under a sanitizer, which reserves more than there is. */
memory_limit memory_limit_begin(size_t bytes);
/* Takes the limit back. True: so much was in use meanwhile that a failed allocation is the limit's doing. */
bool memory_limit_end(const memory_limit *limit);
