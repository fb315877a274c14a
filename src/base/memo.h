/* The last answers of slow pure functions, for all threads of the process: cells of one grid point ask the same
 * question again and again. An answer is found by a hash of its question and is a function of that question alone, so
 * nothing but time depends on whether it is still kept. */
#pragma once

#include "base/status.h"

/* Part of an answer: `size` bytes of the caller's. */
typedef struct memo_part {
  void *bytes;
  size_t size;
} memo_part;

/* key: stream_hash_text of the function's name and of all that its answer depends on. Fills the parts and returns true
 * if an answer of that size is kept. */
bool memo_find(const char key[33], size_t count, const memo_part *parts);
/* Keeps a copy of the parts, in place of the oldest answers. STATUS_MEMORY. */
status memo_keep(const char key[33], size_t count, const memo_part *parts);
