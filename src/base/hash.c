#include "base/hash.h"
#include <fcntl.h>
#include <sha2.h>
#include <unistd.h>
#include <xxhash.h>
#ifdef __x86_64__
#if __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h> /* the same hashes by the widest registers there are */
#endif
#endif

#include "base/file.h"

static void hexadecimal(const unsigned char *bytes, size_t count, char *digits) {
  static const char digit[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    digits[2 * i] = digit[bytes[i] >> 4];
    digits[2 * i + 1] = digit[bytes[i] & 15];
  }
  digits[2 * count] = '\0';
}

/* Big-endian digits (the canonical form of the XXH128 specification). */
static void hash_digits(XXH128_hash_t hash, char digits[33]) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  hexadecimal(canonical.digest, sizeof canonical.digest, digits);
}

struct stream_hash {
  XXH3_state_t *state; /* allocated by the library, which wants 64-byte alignment */
};

status stream_hash_new(stream_hash **out) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, hash));
  hash->state = XXH3_createState();
  if (hash->state == NULL) return FAIL(STATUS_MEMORY, "no memory for a hash");
  stream_hash_reset(hash);
  return HAND_OVER(hash, *out);
}

void stream_hash_free(stream_hash *hash) {
  if (hash == NULL) return;
  XXH3_freeState(hash->state);
  free(hash);
}

void stream_hash_reset(stream_hash *hash) {
  XXH3_128bits_reset(hash->state);
}

void stream_hash_bytes(stream_hash *hash, const void *bytes, size_t count) {
  if (count > 0) XXH3_128bits_update(hash->state, bytes, count);
}

void stream_hash_words(stream_hash *hash, const void *words, size_t count) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  stream_hash_bytes(hash, words, count * sizeof(uint64_t));
#else
  for (size_t i = 0; i < count; i++) {
    uint64_t word;
    memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
    word = __builtin_bswap64(word);
    stream_hash_bytes(hash, &word, sizeof word);
  }
#endif
}

void stream_hash_text(const stream_hash *hash, char text[33]) {
  hash_digits(XXH3_128bits_digest(hash->state), text);
}

void hash_text(const char *text, size_t length, char digits[33]) {
  hash_digits(XXH3_128bits(text, length), digits);
}

static void sha256_digits(SHA2_CTX *context, char digits[65]) {
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, context);
  hexadecimal(digest, sizeof digest, digits);
}

void sha256_bytes(const void *bytes, size_t count, char digits[65]) {
  SHA2_CTX context;
  SHA256Init(&context);
  if (count > 0) SHA256Update(&context, bytes, count);
  sha256_digits(&context, digits);
}

status sha256_file(const char *path, char digits[65]) {
  enum { BLOCK = 1 << 16 };
  FREED unsigned char *block = NULL;
  SHA2_CTX context;
  digits[0] = '\0';
  CLEANUP(descriptor_close_at) int descriptor = -1;
  TRY(file_open(path, O_RDONLY, &descriptor));
  TRY(NEW_ARRAY(BLOCK, block));
  SHA256Init(&context);
  for (;;) {
    const ssize_t got = read(descriptor, block, BLOCK);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FAIL_SYSTEM(path, "read");
    if (got == 0) break;
    SHA256Update(&context, block, (size_t)got);
  }
  sha256_digits(&context, digits);
  return STATUS_OK;
}
