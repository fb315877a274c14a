/* Random streams, hashes. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/hash.h"
#include "base/random.h"
#include "base/random/gaussian_table.h"
#include "base/random/uniform.h"
#include "base/random/xoshiro.h"
#include "base/sorting.h"

static random_stream *stream_of(uint64_t seed, const char *purpose) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(seed, purpose, &stream), STATUS_OK);
  return stream;
}

/* ---- random streams; thresholds have a probability of false alarm below 1e-9 each */

/* Dvoretzky-Kiefer-Wolfowitz (Massart 1990): P(sup |F_n - F| > e) <= 2 exp(-2 n e^2). */
static double dkw_threshold(size_t n) {
  return sqrt(log(2 / 1e-9) / (2 * (double)n));
}

static void check_distribution(const char *name, size_t n, double *sample, double (*distribution)(double)) {
  double worst = 0;
  qsort(sample, n, sizeof *sample, order_doubles);
  for (size_t i = 0; i < n; i++) {
    const double f = distribution(sample[i]);
    worst = fmax(worst, fmax(f - (double)i / (double)n, (double)(i + 1) / (double)n - f));
  }
  cr_expect(worst <= dkw_threshold(n), "%s: distance %.17g, expected at most %.17g", name, worst, dkw_threshold(n));
}

static double uniform_distribution(double x) {
  return x;
}

static double symmetric_distribution(double x) {
  return (x + 1) / 2;
}

static double gaussian_distribution(double x) {
  return 0.5 * erfc(-x / sqrt(2));
}

static double exponential_distribution(double x) {
  return -expm1(-x);
}

/* of Gaussians beyond the ziggurat's lowest edge */
static double tail_distribution(double x) {
  return 1 - erfc(x / sqrt(2)) / erfc(gaussian_edges[1] / sqrt(2));
}

enum { SAMPLE = 200000 };

Test(base_random, distributions) {
  random_stream *stream = stream_of(7, "distributions");
  double *sample = malloc(SAMPLE * sizeof *sample);
  for (size_t i = 0; i < SAMPLE; i++) sample[i] = random_uniform(stream);
  for (size_t i = 0; i < SAMPLE; i++) cr_assert(sample[i] >= 0 && sample[i] < 1);
  check_distribution("uniform", SAMPLE, sample, uniform_distribution);
  for (size_t i = 0; i < SAMPLE; i++) sample[i] = random_range(stream, -1, 1);
  check_distribution("range", SAMPLE, sample, symmetric_distribution);
  random_gaussian_vector(stream, SAMPLE, sample);
  check_distribution("gaussian", SAMPLE, sample, gaussian_distribution);
  for (size_t i = 0; i < SAMPLE; i++) sample[i] = random_exponential(stream);
  check_distribution("exponential", SAMPLE, sample, exponential_distribution);
  /* N(0,1) after division by sqrt 2 iff variates that follow each other are independent (or close to it). */
  for (size_t i = 0; i < SAMPLE; i++) {
    const double x = random_gaussian(stream);
    sample[i] = (x + random_gaussian(stream)) / sqrt(2);
  }
  check_distribution("sum of gaussians", SAMPLE, sample, gaussian_distribution);
  /* Archimedes: each coordinate of a uniform point on the sphere in three dimensions is uniform on [-1,1]. */
  for (int coordinate = 0; coordinate < 3; coordinate++) {
    for (size_t i = 0; i < SAMPLE / 4; i++) {
      double vector[3];
      random_unit_vector(stream, 3, vector);
      sample[i] = vector[coordinate];
    }
    check_distribution("sphere", SAMPLE / 4, sample, symmetric_distribution);
  }
  free(sample);
  random_stream_free(stream);
}

Test(base_random, gaussian_moments) {
  random_stream *stream = stream_of(8, "moments");
  double sums[5] = {0};
  for (size_t i = 0; i < SAMPLE; i++) {
    const double x = random_gaussian(stream);
    double power = 1;
    for (int k = 1; k <= 4; k++) sums[k] += power *= x;
  }
  /* E x^k = 0, 1, 0, 3; Var x^k = 1, 2, 15, 96; 7 standard deviations of a nearly normal mean: below 1e-11. */
  const double expected[] = {0, 0, 1, 0, 3}, variance[] = {0, 1, 2, 15, 96};
  for (int k = 1; k <= 4; k++) {
    const double mean = sums[k] / SAMPLE, limit = 7 * sqrt(variance[k] / SAMPLE);
    cr_expect(fabs(mean - expected[k]) <= limit, "moment %d: %.17g, expected %.17g", k, mean, expected[k]);
  }
  random_stream_free(stream);
}

/* Bernstein: P(|mean - p| > e) <= 2 exp(-L) for e = sqrt(2 p (1-p) L / n) + 2 L / (3 n); L for 1e-9 over `events`. */
static double bernstein_threshold(double p, size_t n, double events) {
  const double l = log(2 * events / 1e-9);
  return sqrt(2 * p * (1 - p) * l / (double)n) + 2 * l / (3 * (double)n);
}

static void check_frequency(const char *name, size_t hits, size_t n, double p, double events) {
  const double frequency = (double)hits / (double)n, limit = bernstein_threshold(p, n, events);
  cr_assert(fabs(frequency - p) <= limit, "%s: frequency %.17g, expected %.17g +- %.3g", name, frequency, p, limit);
}

/* The tail has a branch of its own: how often, on which side, and how far beyond. */
Test(base_random, gaussian_tail) {
  enum { DRAWS = 40 * SAMPLE };
  random_stream *stream = stream_of(10, "tail");
  static double beyond[DRAWS / 1000];
  size_t count = 0, positive = 0;
  for (size_t i = 0; i < DRAWS; i++) {
    const double x = random_gaussian(stream);
    if (fabs(x) <= gaussian_edges[1] || count == DRAWS / 1000) continue;
    beyond[count++] = fabs(x);
    positive += x > 0;
  }
  check_frequency("tail", count, DRAWS, erfc(gaussian_edges[1] / sqrt(2)), 1);
  check_frequency("its side", positive, count, 0.5, 1);
  check_distribution("tail", count, beyond, tail_distribution);
  random_stream_free(stream);
}

Test(base_random, unit_vectors_have_length_one) {
  random_stream *stream = stream_of(9, "units");
  double vector[100];
  for (size_t n = 1; n <= 100; n++) {
    random_unit_vector(stream, n, vector);
    double square = 0;
    for (size_t i = 0; i < n; i++) square += vector[i] * vector[i];
    /* n squarings and sums, one division each: relative error at most (n + 4) eps */
    cr_expect(fabs(square - 1) <= (double)(n + 4) * DBL_EPSILON, "n = %zu: %.17g", n, square);
    if (n == 1) cr_expect(fabs(vector[0]) == 1);
  }
  random_unit_vector(stream, 0, vector);
  random_stream_free(stream);
}

Test(base_random, streams_are_functions_of_seed_and_purpose) {
  random_stream *a = stream_of(1, "labels"), *b = stream_of(1, "labels"), *other = stream_of(1, "subspace");
  random_stream *next = stream_of(2, "labels"), *high = stream_of((UINT64_C(1) << 32) + 1, "labels");
  int equal_other = 0, equal_next = 0, equal_high = 0;
  for (int i = 0; i < 1000; i++) {
    random_gaussian(other); /* another stream's draws change nothing */
    const double x = random_uniform(a);
    cr_assert(x == random_uniform(b));
    equal_other += x == random_uniform(other);
    equal_next += x == random_uniform(next);
    equal_high += x == random_uniform(high);
  }
  cr_assert(equal_other == 0 && equal_next == 0 && equal_high == 0);
  random_stream_free(a);
  random_stream_free(b);
  random_stream_free(other);
  random_stream_free(next);
  random_stream_free(high);
}

/* ---- the engine */

static uint64_t rotated(uint64_t x, int k) {
  return x << k | x >> (64 - k);
}

/* next() of xoshiro256++ 1.0 */
static uint64_t reference_next(uint64_t s[4]) {
  const uint64_t result = rotated(s[0] + s[3], 23) + s[0], t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotated(s[3], 45);
  return result;
}

/* The first words of two states, made by the authors' program: those that the tests of rand_xoshiro and of xoshiro-fortran hold
 * theirs against. */
Test(base_random, xoshiro_gives_the_published_words) {
  static const uint64_t states[2][4] = {{1, 2, 3, 4}, {0, 0, 0, 1}};
  static const uint64_t expected[2][10] = {
      {41943041, 58720359, 3588806011781223, 3591011842654386, UINT64_C(9228616714210784205),
       UINT64_C(9973669472204895162), UINT64_C(14011001112246962877), UINT64_C(12406186145184390807),
       UINT64_C(15849039046786891736), UINT64_C(10450023813501588000)},
      {0x800000, 0x800011, 0x0002200000800011, 0x0002200044000020, 0x00022000448008A1, 0x01102100802208A0,
       0x0114002284200880, 0x0402896644A64095, 0x8A14A0A244ACC891, 0x8C88BA4680B20495}};
  uint64_t words[XOSHIRO_WORDS];
  for (size_t k = 0; k < 2; k++) {
    xoshiro generators;
    for (size_t i = 0; i < 4; i++) {
      for (size_t l = 0; l < XOSHIRO_LANES; l++) generators.state[i][l] = states[k][i];
    }
    xoshiro_fill(&generators, words);
    for (size_t i = 0; i < 10; i++) {
      for (size_t l = 0; l < XOSHIRO_LANES; l++) cr_expect_eq(words[i * XOSHIRO_LANES + l], expected[k][i]);
    }
  }
}

/* Each generator goes its own way, however many are advanced at a time. */
Test(base_random, xoshiro_is_the_same_at_any_width) {
  random_stream *stream = stream_of(13, "states");
  xoshiro start;
  for (size_t i = 0; i < 4; i++) {
    for (size_t l = 0; l < XOSHIRO_LANES; l++) start.state[i][l] = random_bits(stream);
  }
  random_stream_free(stream);
  uint64_t expected[XOSHIRO_WORDS], states[XOSHIRO_LANES][4];
  for (size_t l = 0; l < XOSHIRO_LANES; l++) {
    for (size_t i = 0; i < 4; i++) states[l][i] = start.state[i][l];
  }
  for (size_t i = 0; i < XOSHIRO_WORDS; i++) expected[i] = reference_next(states[i % XOSHIRO_LANES]);
  for (size_t lanes = 1; lanes <= XOSHIRO_LANES; lanes++) {
    xoshiro generators = start;
    uint64_t words[XOSHIRO_WORDS];
    const bool known = xoshiro_fill_by(lanes, &generators, words);
    cr_assert(known || lanes != 1);
    for (size_t i = 0; known && i < XOSHIRO_WORDS; i++) cr_assert_eq(words[i], expected[i], "%zu, %zu", lanes, i);
    for (size_t l = 0; known && l < XOSHIRO_LANES; l++) {
      for (size_t i = 0; i < 4; i++) cr_assert_eq(generators.state[i][l], states[l][i], "%zu, %zu", lanes, l);
    }
  }
}

/* The words of a stream, as the headers document them: eight generators in turn, each with a state of four words of XXH3. */
Test(base_random, streams_are_xoshiro_seeded_by_xxh3) {
  const char bytes[] = "\x15\xcd\x5b\x07\0\0\0\0labels"; /* 123456789, little-endian */
  uint64_t states[8][4];
  for (uint64_t k = 0; k < 16; k++) {
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, sizeof bytes - 1, k);
    states[k / 2][k % 2 * 2] = hash.low64;
    states[k / 2][k % 2 * 2 + 1] = hash.high64;
  }
  random_stream *bits = stream_of(123456789, "labels"), *numbers = stream_of(123456789, "labels");
  for (size_t i = 0; i < 1000; i++) {
    const uint64_t expected = reference_next(states[i % 8]);
    cr_assert_eq(random_bits(bits), expected);
    cr_assert(random_uniform(numbers) == ldexp((double)(expected >> 11), -53));
  }
  random_stream_free(bits);
  random_stream_free(numbers);
}

/* Vectors are drawn as one number after the other. */
Test(base_random, vectors_are_single_draws) {
  enum { N = 3000 };
  random_stream *vectors = stream_of(11, "vectors"), *single = stream_of(11, "vectors");
  static double x[N];
  for (size_t n = 1; n <= N; n = 2 * n + 1) {
    random_gaussian_vector(vectors, n, x);
    for (size_t i = 0; i < n; i++) cr_assert(x[i] == random_gaussian(single));
    random_range_vector(vectors, -3, 1, n, x);
    for (size_t i = 0; i < n; i++) cr_assert(x[i] == random_range(single, -3, 1));
  }
  random_stream_free(vectors);
  random_stream_free(single);
}

/* Words are scaled several at a time, and one by one where the sum may round up to the end of the interval. */
Test(base_random, scaled_words_are_those_of_the_formula) {
  enum { N = 1003 };
  static uint64_t words[N];
  static double all[N];
  const double intervals[][2] = {{-1, 1},     {0, 1}, {-3, 1e-9}, {1e300, 1.5e300}, {1, 1 + DBL_EPSILON},
                                 {0, 1e-320}, {2, 2}};
  random_stream *stream = stream_of(12, "words");
  for (size_t i = 0; i < N; i++) words[i] = random_bits(stream);
  words[3] = 0;
  words[500] = words[N - 1] = UINT64_MAX;
  words[6] = UINT64_C(0xffffffff) << 11; /* the lower half alone */
  for (size_t k = 0; k < sizeof intervals / sizeof *intervals; k++) {
    const double low = intervals[k][0], high = intervals[k][1];
    for (size_t lanes = 2; lanes <= 8; lanes *= 2) {
      const bool known = uniform_scaled_all_by(lanes, N, words, low, high, all);
      cr_assert(known || lanes > 2);
      for (size_t i = 0; known && i < N; i++) {
        const double value = low + (high - low) * ldexp((double)(words[i] >> 11), -53);
        const double expected = value < high ? value : fmax(low, nextafter(high, low));
        cr_assert(all[i] == expected, "[%g, %g), word %zu, %zu at a time: %.17g, expected %.17g", low, high, i, lanes,
                  all[i], expected);
      }
    }
  }
  random_stream_free(stream);
}

/* The layers have equal areas, the lowest one with the tail; the density's area is theirs less what they have above it. */
Test(base_random, gaussian_layers_have_equal_areas) {
  const double r = gaussian_edges[1], area = r * exp(-0.5 * r * r) + sqrt(M_PI / 2) * erfc(r / sqrt(2));
  cr_assert(gaussian_heights[0] == 0 && gaussian_heights[GAUSSIAN_LAYERS] == 1 && gaussian_edges[GAUSSIAN_LAYERS] == 0);
  cr_assert_float_eq(gaussian_edges[0] * gaussian_heights[1], area, 1e-16);
  for (size_t i = 1; i < GAUSSIAN_LAYERS; i++) {
    const double x = gaussian_edges[i];
    cr_assert_float_eq(gaussian_heights[i], exp(-0.5 * x * x), 2 * DBL_EPSILON);
    cr_assert_float_eq(x * (gaussian_heights[i + 1] - gaussian_heights[i]), area, 1e-15);
    cr_assert(gaussian_edges[i + 1] < x);
  }
}

Test(base_random, index_is_unbiased) {
  random_stream *stream = stream_of(3, "index");
  const size_t count = (size_t)3 << 30; /* the remainder of a 32-bit draw would hit the lowest third half of the time */
  size_t low = 0, faces[6] = {0};
  for (size_t i = 0; i < SAMPLE; i++) {
    const size_t value = random_index(stream, count);
    cr_assert(value < count);
    low += value < (size_t)1 << 30;
    faces[random_index(stream, 6)]++;
    cr_assert_eq(random_index(stream, 1), 0);
  }
  check_frequency("lowest third", low, SAMPLE, 1.0 / 3, 1);
  for (int i = 0; i < 6; i++) check_frequency("face", faces[i], SAMPLE, 1.0 / 6, 6);
  random_stream_free(stream);
}

Test(base_random, chance_is_certain_at_its_ends_and_draws_once) {
  random_stream *stream = stream_of(4, "chance"), *twin = stream_of(4, "chance");
  size_t hits = 0;
  for (size_t i = 0; i < SAMPLE; i++) {
    cr_assert(!random_chance(stream, 0) && random_chance(stream, 1));
    hits += random_chance(stream, 0.03);
    for (int k = 0; k < 3; k++) random_uniform(twin);
  }
  check_frequency("chance", hits, SAMPLE, 0.03, 1);
  cr_assert(random_uniform(stream) == random_uniform(twin));
  random_stream_free(stream);
  random_stream_free(twin);
}

Test(base_random, range_excludes_its_end) {
  random_stream *stream = stream_of(5, "range");
  const double high = 1 + DBL_EPSILON; /* one number wide: rounding would give `high` about half of the time */
  for (int i = 0; i < 1000; i++) cr_assert(random_range(stream, 1, high) == 1);
  random_stream_free(stream);
}

Test(base_random, shuffles_are_uniform_permutations) {
  random_stream *stream = stream_of(6, "shuffle");
  size_t counts[24] = {0};
  for (size_t k = 0; k < SAMPLE; k++) {
    size_t items[4] = {0, 1, 2, 3}, seen = 0, code = 0;
    random_shuffle(stream, 4, items);
    for (int i = 0; i < 4; i++) seen |= (size_t)1 << items[i];
    cr_assert_eq(seen, 15);
    for (int i = 0; i < 4; i++) { /* Lehmer code */
      size_t smaller = 0;
      for (int j = i + 1; j < 4; j++) smaller += items[j] < items[i];
      code = code * (size_t)(4 - i) + smaller;
    }
    counts[code]++;
  }
  for (int i = 0; i < 24; i++) check_frequency("permutation", counts[i], SAMPLE, 1.0 / 24, 24);
  random_stream_free(stream);
}

static void check_pairs(random_stream *stream, size_t count) { /* all subsets of two */
  size_t *hits = calloc(count * count, sizeof *hits), subset[2];
  for (size_t k = 0; k < 2 * SAMPLE; k++) {
    random_subset(stream, count, 2, subset);
    cr_assert(subset[0] < subset[1] && subset[1] < count);
    hits[subset[0] * count + subset[1]]++;
  }
  const double pairs = (double)(count * (count - 1)) / 2;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) check_frequency("pair", hits[i * count + j], 2 * SAMPLE, 1 / pairs, pairs);
  }
  free(hits);
}

Test(base_random, subsets_are_uniform) {
  random_stream *stream = stream_of(10, "subset");
  check_pairs(stream, 2);
  check_pairs(stream, 5);
  check_pairs(stream, 15); /* the last count that is drawn by selection */
  check_pairs(stream, 24); /* by rejection */
  random_stream_free(stream);
}

Test(base_random, subsets_of_all_sizes_are_ascending) {
  random_stream *stream = stream_of(11, "subset");
  size_t *subset = malloc(1000 * sizeof *subset);
  for (size_t count = 0; count <= 1000; count = count * 2 + 1) {
    for (size_t size = 0; size <= count; size++) {
      random_subset(stream, count, size, subset);
      for (size_t i = 0; i < size; i++) {
        cr_assert(subset[i] < count && (i == 0 || subset[i - 1] < subset[i]), "%zu of %zu", size, count);
        if (size == count) cr_assert_eq(subset[i], i);
      }
    }
  }
  random_subset(stream, 4000000000, 1000, subset); /* no O(count) time or memory */
  for (size_t i = 1; i < 1000; i++) cr_assert(subset[i - 1] < subset[i]);
  free(subset);
  random_stream_free(stream);
}

/* ---- hashes: published vectors */

Test(base_hash, xxh128_vectors) {
  static const struct {
    const char *text, *digits;
  } cases[] = {{"", "99aa06d3014798d86001c324468d497f"},
               {"a", "a96faf705af16834e6c632b61e964e1f"},
               {"abc", "06b05ab6733a618578af5f94892f3950"}};
  char digits[33];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    hash_text(cases[i].text, strlen(cases[i].text), digits);
    cr_expect_str_eq(digits, cases[i].digits, "'%s' gave %s", cases[i].text, digits);
  }
  /* The byte sequence of xxHash's own sanity check. */
  static const struct {
    size_t length;
    const char *digits;
  } sanity[] = {{1, "a6cd5e9392000f6ac44bdff4074eecdb"},   {16, "c68c368ecf8a9c05562980258a998629"},
                {128, "39992220e045260aebb15e34a7fb5ab1"}, {240, "aa4202daa2769dc85c9aae94c8ebe5a0"},
                {256, "8b1c66091423d28855de574ad89d0ac5"}, {512, "18d2d110dcc9bca1617e49599013cb6b"}};
  unsigned char bytes[512];
  uint64_t generator = UINT64_C(2654435761);
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (unsigned char)(generator >> 56);
    generator *= UINT64_C(11400714785074694797);
  }
  for (size_t i = 0; i < sizeof sanity / sizeof *sanity; i++) {
    hash_text((const char *)bytes, sanity[i].length, digits);
    cr_expect_str_eq(digits, sanity[i].digits, "%zu bytes gave %s", sanity[i].length, digits);
  }
}

Test(base_hash, stream_hash_does_not_depend_on_pieces) {
  char bytes[3000], whole[33], pieces[33];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * i + i / 7);
  hash_text(bytes, sizeof bytes, whole);
  stream_hash *hash = NULL;
  cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
  for (size_t piece = 1; piece < 700; piece += 37) {
    stream_hash_reset(hash);
    stream_hash_bytes(hash, NULL, 0);
    for (size_t i = 0; i < sizeof bytes; i += piece) {
      stream_hash_bytes(hash, bytes + i, i + piece < sizeof bytes ? piece : sizeof bytes - i);
      stream_hash_text(hash, pieces); /* looking does not change it */
    }
    cr_assert_str_eq(pieces, whole);
  }
  stream_hash_free(hash);
  stream_hash_free(NULL);
}

Test(base_hash, words_are_hashed_by_their_lowest_byte_first) {
  const uint64_t words[2] = {UINT64_C(0x0807060504030201), 0xff};
  const double one = 1.0;
  const char bytes[] = "\1\2\3\4\5\6\7\10\377\0\0\0\0\0\0\0\0\0\0\0\0\0\360\77";
  char expected[33], digits[33];
  stream_hash *hash = NULL;
  cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
  stream_hash_words(hash, words, 2);
  stream_hash_words(hash, NULL, 0);
  stream_hash_words(hash, &one, 1);
  stream_hash_text(hash, digits);
  hash_text(bytes, 24, expected);
  cr_expect_str_eq(digits, expected);
  stream_hash_free(hash);
}

Test(base_hash, sha256_vectors) { /* FIPS 180-2, appendix B; NIST's empty message */
  static const struct {
    const char *text, *digits;
  } cases[] = {{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
               {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
               {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  char digits[65];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sha256_bytes(cases[i].text, strlen(cases[i].text), digits);
    cr_expect_str_eq(digits, cases[i].digits);
  }
  char path[] = "/tmp/winnow-sha-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  cr_assert_not_null(file);
  for (int i = 0; i < 1000000; i++) fputc('a', file); /* the third vector of FIPS 180-2 */
  fclose(file);
  cr_expect_eq(sha256_file(path, digits), STATUS_OK);
  cr_expect_str_eq(digits, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  unlink(path);
  cr_expect_eq(sha256_file(path, digits), STATUS_IO);
  cr_expect_not_null(strstr(status_message(), path));
}
