#include "base/random.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/fixed_math.h"
#include "base/heap.h"
#include "base/memory.h"

struct random_stream {
  gsl_rng *engine;
  double spare; /* the second variate of the polar method's pair */
  bool has_spare;
};

/* XXH3 of the seed's 8 bytes (little-endian) followed by the purpose; its lowest 32 bits seed the engine. */
static status engine_seed(uint64_t seed, const char *purpose, uint32_t *out) {
  XXH3_state_t *state = XXH3_createState();
  if (state == NULL) return FAIL(STATUS_MEMORY, "no memory for the seed of the random stream '%s'", purpose);
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(seed >> (8 * i));
  XXH3_128bits_reset(state);
  XXH3_128bits_update(state, bytes, sizeof bytes);
  XXH3_128bits_update(state, purpose, strlen(purpose));
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  *out = (uint32_t)hash.low64;
  return STATUS_OK;
}

status random_stream_new(uint64_t seed, const char *purpose, random_stream **out) {
  random_stream *stream = NULL;
  uint32_t first = 0;
  *out = NULL;
  TRY(engine_seed(seed, purpose, &first));
  TRY(NEW_ARRAY(1, stream));
  stream->engine = gsl_rng_alloc(gsl_rng_mt19937);
  if (stream->engine == NULL) {
    free(stream);
    return FAIL(STATUS_MEMORY, "no memory for the random stream '%s'", purpose);
  }
  gsl_rng_set(stream->engine, first);
  *out = stream;
  return STATUS_OK;
}

void random_stream_free(random_stream *stream) {
  if (stream == NULL) return;
  gsl_rng_free(stream->engine);
  free(stream);
}

static uint32_t draw(random_stream *stream) {
  return (uint32_t)gsl_rng_get(stream->engine); /* mt19937: all 32-bit values */
}

double random_uniform(random_stream *stream) {
  const uint32_t high = draw(stream) >> 5, low = draw(stream) >> 6; /* 27 + 26 bits */
  return ((double)high * 67108864.0 + (double)low) * 0x1p-53;
}

double random_range(random_stream *stream, double low, double high) {
  const double value = low + (high - low) * random_uniform(stream);
  return value < high ? value : fmax(low, nextafter(high, low)); /* the sum may round up to high */
}

size_t random_index(random_stream *stream, size_t count) {
  if (count == 0 || count > UINT32_MAX) return 0; /* outside the contract: nothing sensible, but defined */
  const uint64_t whole = UINT64_C(1) << 32, limit = whole - whole % count; /* a multiple of count */
  uint64_t value;
  do value = draw(stream);
  while (value >= limit);
  return (size_t)(value % count);
}

bool random_chance(random_stream *stream, double probability) {
  return random_uniform(stream) < probability;
}

/* Marsaglia and Bray 1964, polar method. */
double random_gaussian(random_stream *stream) {
  if (stream->has_spare) {
    stream->has_spare = false;
    return stream->spare;
  }
  double u, v, s;
  do {
    u = 2 * random_uniform(stream) - 1;
    v = 2 * random_uniform(stream) - 1;
    s = u * u + v * v;
  } while (s >= 1 || s == 0);
  const double factor = sqrt(-2 * fixed_log(s) / s);
  stream->spare = v * factor;
  stream->has_spare = true;
  return u * factor;
}

void random_gaussian_vector(random_stream *stream, size_t n, double *vector) {
  for (size_t i = 0; i < n; i++) vector[i] = random_gaussian(stream);
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
  (void)context;
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
