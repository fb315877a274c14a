#include "base/random/xoshiro.h"
#include <string.h>

#define ROTATE(x, k) (((x) << (k)) | ((x) >> (64 - (k))))

/* s0 to s3: the state of as many generators, from `first` on, as fit into a `word`. */
#define TAKE(word, s, first)                                 \
  word s##0, s##1, s##2, s##3;                               \
  memcpy(&s##0, &generators->state[0][first], sizeof(word)); \
  memcpy(&s##1, &generators->state[1][first], sizeof(word)); \
  memcpy(&s##2, &generators->state[2][first], sizeof(word)); \
  memcpy(&s##3, &generators->state[3][first], sizeof(word));

/* The reference's next() for all of them. */
#define NEXT(word, s, out)                                                         \
  {                                                                                \
    const word sum = s##0 + s##3, result = ROTATE(sum, 23) + s##0, t = s##1 << 17; \
    s##2 ^= s##0;                                                                  \
    s##3 ^= s##1;                                                                  \
    s##1 ^= s##2;                                                                  \
    s##0 ^= s##3;                                                                  \
    s##2 ^= t;                                                                     \
    s##3 = ROTATE(s##3, 45);                                                       \
    memcpy(out, &result, sizeof result);                                           \
  }

#define PUT(s, first)                                       \
  memcpy(&generators->state[0][first], &s##0, sizeof s##0); \
  memcpy(&generators->state[1][first], &s##1, sizeof s##1); \
  memcpy(&generators->state[2][first], &s##2, sizeof s##2); \
  memcpy(&generators->state[3][first], &s##3, sizeof s##3);

static void fill_plain(xoshiro *generators, uint64_t *words) {
  for (size_t l = 0; l < XOSHIRO_LANES; l++) {
    TAKE(uint64_t, s, l)
    for (size_t i = l; i < XOSHIRO_WORDS; i += XOSHIRO_LANES) NEXT(uint64_t, s, words + i)
    PUT(s, l)
  }
}

#ifdef __x86_64__
typedef uint64_t four_words __attribute__((vector_size(32)));
typedef uint64_t eight_words __attribute__((vector_size(64)));

/* Each step waits for the one before it: two registers of generators take turns. */
__attribute__((target("avx2"))) static void fill_avx2(xoshiro *generators, uint64_t *words) {
  TAKE(four_words, a, 0)
  TAKE(four_words, b, 4)
  for (size_t i = 0; i < XOSHIRO_WORDS; i += XOSHIRO_LANES) {
    NEXT(four_words, a, words + i)
    NEXT(four_words, b, words + i + 4)
  }
  PUT(a, 0)
  PUT(b, 4)
}

__attribute__((target("avx512f"))) static void fill_avx512(xoshiro *generators, uint64_t *words) {
  TAKE(eight_words, s, 0)
  for (size_t i = 0; i < XOSHIRO_WORDS; i += XOSHIRO_LANES) NEXT(eight_words, s, words + i)
  PUT(s, 0)
}

#endif

bool xoshiro_fill_by(size_t lanes, xoshiro *generators, uint64_t words[XOSHIRO_WORDS]) {
#ifdef __x86_64__
  if (lanes == 8 && __builtin_cpu_supports("avx512f")) {
    fill_avx512(generators, words);
    return true;
  }
  if (lanes == 4 && __builtin_cpu_supports("avx2")) {
    fill_avx2(generators, words);
    return true;
  }
#endif
  if (lanes == 1) fill_plain(generators, words);
  return lanes == 1;
}

void xoshiro_fill(xoshiro *generators, uint64_t words[XOSHIRO_WORDS]) {
  if (!xoshiro_fill_by(8, generators, words) && !xoshiro_fill_by(4, generators, words))
    (void)xoshiro_fill_by(1, generators, words);
}
