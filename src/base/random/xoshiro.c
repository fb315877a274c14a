#include "base/random/xoshiro.h"

#include <string.h>

#define ROTATE(x, k) (((x) << (k)) | ((x) >> (64 - (k))))

/* The reference's next(), for as many generators at once as fit into a `word`. */
#define FILL(word, generators, words)                                           \
  for (size_t l = 0; l < XOSHIRO_LANES; l += sizeof(word) / sizeof(uint64_t)) { \
    word s0, s1, s2, s3;                                                        \
    memcpy(&s0, &(generators)->state[0][l], sizeof s0);                         \
    memcpy(&s1, &(generators)->state[1][l], sizeof s1);                         \
    memcpy(&s2, &(generators)->state[2][l], sizeof s2);                         \
    memcpy(&s3, &(generators)->state[3][l], sizeof s3);                         \
    for (size_t i = l; i < XOSHIRO_WORDS; i += XOSHIRO_LANES) {                 \
      const word sum = s0 + s3, result = ROTATE(sum, 23) + s0, t = s1 << 17;    \
      s2 ^= s0;                                                                 \
      s3 ^= s1;                                                                 \
      s1 ^= s2;                                                                 \
      s0 ^= s3;                                                                 \
      s2 ^= t;                                                                  \
      s3 = ROTATE(s3, 45);                                                      \
      memcpy((words) + i, &result, sizeof result);                              \
    }                                                                           \
    memcpy(&(generators)->state[0][l], &s0, sizeof s0);                         \
    memcpy(&(generators)->state[1][l], &s1, sizeof s1);                         \
    memcpy(&(generators)->state[2][l], &s2, sizeof s2);                         \
    memcpy(&(generators)->state[3][l], &s3, sizeof s3);                         \
  }

void xoshiro_fill_plain(xoshiro *generators, uint64_t words[XOSHIRO_WORDS]) {
  FILL(uint64_t, generators, words)
}

#ifdef __x86_64__
typedef uint64_t four_words __attribute__((vector_size(32)));

__attribute__((target("avx2"))) static void fill_avx2(xoshiro *generators, uint64_t *words) {
  FILL(four_words, generators, words)
}

void xoshiro_fill(xoshiro *generators, uint64_t words[XOSHIRO_WORDS]) {
  if (__builtin_cpu_supports("avx2")) {
    fill_avx2(generators, words);
  } else {
    xoshiro_fill_plain(generators, words);
  }
}
#else
void xoshiro_fill(xoshiro *generators, uint64_t words[XOSHIRO_WORDS]) {
  xoshiro_fill_plain(generators, words);
}
#endif
