#include "base/random.h"
#include "base/fixed_math.h"
#include "base/random/gaussian_table.h"
#include "base/random/uniform.h"
#include "base/random/xoshiro.h"
#include "base/sorting.h"
#include <xxhash.h>

struct random_stream {
  xoshiro engine;
  size_t next; /* of the words, which were drawn together */
  uint64_t words[XOSHIRO_WORDS];
};

static void put_hash(XXH128_hash_t hash, uint64_t half, xoshiro *engine) {
  engine->state[2 * (half % 2)][half / 2] = hash.low64;
  engine->state[2 * (half % 2) + 1][half / 2] = hash.high64;
}

static void put_bytes(uint64_t word, unsigned char bytes[8]) {
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(word >> (8 * i));
}

/* Two words of each generator's state: XXH3_128 of the seed's 8 bytes (little-endian) followed by the purpose, with XXH3's
 * own seed 2 l and 2 l + 1 for generator l. */
static status start(uint64_t seed, const char *purpose, xoshiro *engine) {
  XXH3_state_t *state = XXH3_createState();
  if (state == NULL) return FAIL(STATUS_MEMORY, "no memory for the seed of the random stream '%s'", purpose);
  unsigned char bytes[8];
  const size_t length = strlen(purpose);
  put_bytes(seed, bytes);
  for (uint64_t half = 0; half < 2 * XOSHIRO_LANES; half++) {
    XXH3_128bits_reset_withSeed(state, half);
    XXH3_128bits_update(state, bytes, sizeof bytes);
    XXH3_128bits_update(state, purpose, length);
    put_hash(XXH3_128bits_digest(state), half, engine);
  }
  XXH3_freeState(state);
  return STATUS_OK;
}

status random_stream_new(uint64_t seed, const char *purpose, random_stream **out) {
  FREED random_stream *stream = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, stream));
  TRY(start(seed, purpose, &stream->engine));
  stream->next = XOSHIRO_WORDS;
  return HAND_OVER(stream, *out);
}

void random_stream_free(random_stream *stream) {
  free(stream);
}

/* The same of the 16 bytes of both numbers. */
void random_stream_turn(random_stream *stream, uint64_t key, uint64_t turn) {
  unsigned char bytes[16];
  put_bytes(key, bytes);
  put_bytes(turn, bytes + 8);
  for (uint64_t half = 0; half < 2 * XOSHIRO_LANES; half++)
    put_hash(XXH3_128bits_withSeed(bytes, sizeof bytes, half), half, &stream->engine);
  stream->next = XOSHIRO_WORDS;
}

static void refill(random_stream *stream) {
  xoshiro_fill(&stream->engine, stream->words);
  stream->next = 0;
}

static inline uint64_t draw(random_stream *stream) {
  if (stream->next == XOSHIRO_WORDS) refill(stream);
  return stream->words[stream->next++];
}

uint64_t random_bits(random_stream *stream) {
  return draw(stream);
}

double random_uniform(random_stream *stream) {
  return uniform_unit(draw(stream));
}

double random_range(random_stream *stream, double low, double high) {
  return uniform_scaled(draw(stream), low, high);
}

void random_range_vector(random_stream *stream, double low, double high, size_t n, double *vector) {
  for (size_t i = 0; i < n;) {
    if (stream->next == XOSHIRO_WORDS) refill(stream);
    const size_t left = XOSHIRO_WORDS - stream->next, count = n - i < left ? n - i : left;
    uniform_scaled_all(count, stream->words + stream->next, low, high, vector + i);
    i += count;
    stream->next += count;
  }
}

/* Lemire 2019: the high half of a product with 32 random bits, without those products that make some indices likelier. */
size_t random_index(random_stream *stream, size_t count) {
  if (count == 0 || count > UINT32_MAX) return 0; /* outside the contract: nothing sensible, but defined */
  const uint32_t size = (uint32_t)count;
  uint64_t product = (draw(stream) >> 32) * size;
  if ((uint32_t)product < size) {
    const uint32_t limit = -size % size; /* 2^32 mod size */
    while ((uint32_t)product < limit) product = (draw(stream) >> 32) * size;
  }
  return (size_t)(product >> 32);
}

bool random_chance(random_stream *stream, double probability) {
  return random_uniform(stream) < probability;
}

double random_exponential(random_stream *stream) {
  return -fixed_log(1.0 - uniform_unit(draw(stream)));
}

/* Beyond the lowest layer's edge r (Marsaglia 1964): r + a/r, a exponential, with probability exp(-(a/r)^2/2). */
static double gaussian_tail(random_stream *stream) {
  const double edge = gaussian_edges[1];
  double beyond;
  do beyond = random_exponential(stream) / edge;
  while (2.0 * random_exponential(stream) < beyond * beyond);
  return edge + beyond;
}

/* x with the sign of the word's bit above those of the layer; without a branch, which would be mispredicted. */
static inline double with_sign(uint64_t word, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits |= (word & GAUSSIAN_LAYERS) << 55;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline size_t layer_of(uint64_t word) {
  return word % GAUSSIAN_LAYERS;
}

/* The ziggurat (Marsaglia and Tsang 2000; independent bits as in Doornik 2005). Of a word, 8 bits choose the layer, one the
 * sign, 53 the place in the layer. In 98.8 of 100 cases the place is below the next layer, and that is all; here are the
 * others. */
static double gaussian_beyond(random_stream *stream, uint64_t word) {
  for (;;) {
    const size_t layer = layer_of(word);
    const double x = uniform_unit(word) * gaussian_edges[layer], low = gaussian_heights[layer];
    if (x < gaussian_edges[layer + 1]) return with_sign(word, x);
    if (layer == 0) return with_sign(word, gaussian_tail(stream));
    const double height = low + (gaussian_heights[layer + 1] - low) * uniform_unit(draw(stream));
    if (height < fixed_exp(-0.5 * x * x)) return with_sign(word, x);
    word = draw(stream);
  }
}

static inline double gaussian(random_stream *stream, uint64_t word) {
  const double x = uniform_unit(word) * gaussian_edges[layer_of(word)];
  return x < gaussian_edges[layer_of(word) + 1] ? with_sign(word, x) : gaussian_beyond(stream, word);
}

double random_gaussian(random_stream *stream) {
  return gaussian(stream, draw(stream));
}

void random_gaussian_vector(random_stream *stream, size_t n, double *vector) {
  for (size_t i = 0; i < n; i++) vector[i] = gaussian(stream, draw(stream));
}

void random_unit_vector(random_stream *stream, size_t n, double *vector) {
  double square = 0;
  while (n > 0 && square <= 0) {
    random_gaussian_vector(stream, n, vector);
    square = 0;
    for (size_t i = 0; i < n; i++) square += vector[i] * vector[i];
  }
  const double norm = sqrt(square);
  for (size_t i = 0; i < n; i++) vector[i] /= norm;
}

void random_shuffle(random_stream *stream, size_t count, size_t *items) {
  for (size_t i = count; i > 1; i--) {
    const size_t j = random_index(stream, i), item = items[i - 1];
    items[i - 1] = items[j];
    items[j] = item;
  }
}

static bool is_larger(const void *context, size_t a, size_t b) {
  return a > b;
}

/* Knuth, The Art of Computer Programming 2, algorithm 3.4.2S: O(count), which is at most 8 size here. */
static void subset_by_selection(random_stream *stream, size_t count, size_t size, size_t *subset) {
  for (size_t value = 0, chosen = 0; chosen < size; value++) {
    if (random_index(stream, count - value) < size - chosen) subset[chosen++] = value;
  }
}

/* The first `size` different values of a sequence of independent uniform ones form a uniform subset. Draws as many as
 * are missing (so it never has too many), drops the repeated ones, and again; with size < count/8 few rounds are
 * needed. */
static void subset_by_rejection(random_stream *stream, size_t count, size_t size, size_t *subset) {
  size_t chosen = 0;
  while (chosen < size) {
    for (size_t i = chosen; i < size; i++) subset[i] = random_index(stream, count);
    heap_sort_reverse(subset, size, is_larger, NULL);
    chosen = 1;
    for (size_t i = 1; i < size; i++) {
      if (subset[i] != subset[chosen - 1]) subset[chosen++] = subset[i];
    }
  }
}

void random_subset(random_stream *stream, size_t count, size_t size, size_t *subset) {
  if (size > count) size = count;
  if (size >= count / 8) {
    subset_by_selection(stream, count, size, subset);
  } else {
    subset_by_rejection(stream, count, size, subset);
  }
}
