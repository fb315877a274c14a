/* Random streams: each a pure function of (seed, purpose). No clock, no environment, no address. A stream that nobody
 * uses changes no other. Engine: xoshiro256++ (base/random/xoshiro.h), its state hashed from seed and purpose. Variates are made of
 * integer arithmetic, +, -, x, / and sqrt alone: the same bytes on every architecture. */
#pragma once

#include "base/memory.h"

/* Raised when streams change. So are then the result versions of all problems and learners that draw. */
#define RANDOM_RESULT_VERSION 2

typedef struct random_stream random_stream;

/* purpose: e.g. "subspace", "labels" */
status random_stream_new(uint64_t seed, const char *purpose, random_stream **out);
void random_stream_free(random_stream *stream);
POINTER_CLEANUP(random_stream, random_stream_free)
/* Begins again as another stream, a pure function of (key, turn): for learners that draw afresh in each trial and whose saved state is only the
 * number of the trial. Allocates nothing. */
void random_stream_turn(random_stream *stream, uint64_t key, uint64_t turn);

uint64_t random_bits(random_stream *stream);                         /* 64 of them */
double random_uniform(random_stream *stream);                        /* [0,1), 53 bits */
double random_range(random_stream *stream, double low, double high); /* [low,high) */
void random_range_vector(random_stream *stream, double low, double high, size_t n, double *vector);
size_t random_index(random_stream *stream, size_t count);      /* 0..count-1, unbiased; count >= 1, < 2^32 */
bool random_chance(random_stream *stream, double probability); /* probability 0 and 1 are certain; always one draw */
double random_exponential(random_stream *stream);              /* density exp(-x), x >= 0 */
double random_gaussian(random_stream *stream);                 /* N(0,1): ziggurat */
void random_gaussian_vector(random_stream *stream, size_t n, double *vector);
void random_unit_vector(random_stream *stream, size_t n, double *vector); /* uniform on the sphere, never zero */
void random_shuffle(random_stream *stream, size_t count, size_t *items);  /* Fisher-Yates */
/* subset[0..size-1] = a uniform random subset of 0..count-1, ascending (size <= count < 2^32).
 * Expected time O(size log size), no memory beside subset. */
void random_subset(random_stream *stream, size_t count, size_t size, size_t *subset);
