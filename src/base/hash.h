/* Hashes: XXH3 128 bit (fast, for streams and keys) and SHA-256 (for files). */
#pragma once

#include "base/memory.h"

typedef struct stream_hash stream_hash; /* running 128-bit hash */
status stream_hash_new(stream_hash **out);
void stream_hash_free(stream_hash *hash);
POINTER_CLEANUP(stream_hash, stream_hash_free)
void stream_hash_reset(stream_hash *hash);
void stream_hash_bytes(stream_hash *hash, const void *bytes, size_t count);
/* 64-bit integers or doubles, by their bytes in the order of little-endian machines, whatever this one's is */
void stream_hash_words(stream_hash *hash, const void *words, size_t count);
void stream_hash_text(const stream_hash *hash, char text[33]); /* 32 hexadecimal digits; hashing may go on */

void hash_text(const char *text, size_t length, char digits[33]); /* 128-bit hash of a string as 32 hex digits */

void sha256_bytes(const void *bytes, size_t count, char digits[65]);
status sha256_file(const char *path, char digits[65]);
