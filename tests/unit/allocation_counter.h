/* Counts calls of malloc, calloc and realloc of the whole test program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool allocation_counter_works(void); /* false under a sanitizer, which has its own allocator */
size_t allocation_count(void);       /* so far */
