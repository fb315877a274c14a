/* The state of a learner, problem or bound at work: its options are written into it before anything is asked of it, and what it owns is freed
 * with it, last first, also when its init failed half way.
 *
 *   typedef struct elo {
 *     double k;
 *     size_t n;
 *     double *ratings;
 *   } elo;
 *   static const parameter parameters[] = {OPTION_NUMBER(elo, k, "30", 0, 1e6, "points that a surprise moves a rating by")};
 *   ...
 *   static status init(void *self, const learner_setting *setting) {
 *     elo *made = self;
 *     made->n = setting->n;
 *     return OWN_ARRAY(self, made->n, made->ratings);
 *   }
 *
 * Texts, lists and structures among the options belong to the options: they are there until init returns. */
#pragma once

#include "base/arena.h"
#include "base/random.h"
#include "registry/parameter.h"

/* *self = `size` zeroed bytes with the options written into them (options_fill); values NULL: none. */
status member_new(size_t size, const options *values, void **self);
/* Frees what the member owns, and the member. NULL: nothing. */
void member_free(void *self);
POINTER_CLEANUP(void, member_free)

/* What the member owns is freed with it. */
arena *member_memory(void *self);
/* *out = the stream of a seed and a purpose (base/random.h), owned by the member. */
status member_stream(void *self, uint64_t seed, const char *purpose, random_stream **out);

#define OWN_ARRAY(self, count, pointer) ARENA_ARRAY(member_memory(self), (count), (pointer))
#define OWN_RESERVED(self, count, pointer) ARENA_RESERVED(member_memory(self), (count), (pointer))
#define OWN(self, pointer, destroy) ARENA_OWN(member_memory(self), (pointer), (destroy))
